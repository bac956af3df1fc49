"""The embedded store: durable, migrated, safe with several writers."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from service.store import Store, StoreError
from service.store.database import FILE, newest
from service.store.tables import Base, Moment

if TYPE_CHECKING:
    from pathlib import Path

HAND = ("(CCC) 123m 456m 99p 78s +9s", "guide", {"seat": "S"}, {"faan": 3})


def test_a_saved_hand_comes_back_as_it_was_after_reopening(tmp_path: Path) -> None:
    with Store(tmp_path / "new" / "folder") as store:
        saved = store.save(*HAND)
    with Store(tmp_path / "new" / "folder") as store:
        assert store.hands() == [saved]
    assert (saved.hand, saved.rules, saved.circumstances, saved.result) == HAND
    assert saved.to_json()["saved_at"].endswith("Z")


def test_the_latest_hand_comes_first_and_the_limit_holds(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        ids = [store.save(*HAND).id for _ in range(5)]
        assert [saved.id for saved in store.hands()] == ids[::-1]
        assert [saved.id for saved in store.hands(limit=2)] == ids[:2:-1]


def test_a_deleted_hand_is_gone_and_its_id_is_not_given_again(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        first = store.save(*HAND).id
        store.delete(first)
        assert store.hands() == []
        with pytest.raises(StoreError, match=f"no saved hand {first}") as refusal:
            store.delete(first)
        assert refusal.value.code == "hand_missing"
        assert store.save(*HAND).id > first


def test_every_commit_is_durable_and_readers_wait_for_no_writer(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.save(*HAND)
        with store._database._engine.connect() as writer:  # holds the write lock until the block ends
            pragmas = [
                writer.exec_driver_sql(f"PRAGMA {name}").scalar()
                for name in ("journal_mode", "synchronous", "foreign_keys")
            ]
            assert pragmas == ["wal", 2, 1]
            assert len(store.hands()) == 1


def test_concurrent_writers_in_threads_lose_nothing(tmp_path: Path) -> None:
    with Store(tmp_path) as store, ThreadPoolExecutor(8) as pool:
        ids = list(pool.map(lambda _: store.save(*HAND).id, range(80)))
        assert sorted(ids) == sorted(saved.id for saved in store.hands(limit=100))
        assert len(set(ids)) == 80


WRITER = """
import sys, pathlib
from service.store import Store
with Store(pathlib.Path(sys.argv[1])) as store:
    for _ in range(20):
        store.save("E", "guide", {}, {})
"""


def test_concurrent_processes_may_open_migrate_and_write_at_once(tmp_path: Path) -> None:
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path)], stderr=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    faults = [writer.communicate(timeout=120)[1] for writer in writers]
    assert faults == ["", "", ""]
    with Store(tmp_path) as store:
        assert len(store.hands(limit=100)) == 60


def test_the_migrations_make_exactly_the_tables_of_the_code(tmp_path: Path) -> None:
    Store(tmp_path).close()
    engine = create_engine(f"sqlite:///{tmp_path / FILE}")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert context.get_current_revision() == newest()
        assert compare_metadata(context, Base.metadata) == []
    engine.dispose()


def test_a_database_of_a_newer_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    Store(tmp_path).close()
    connection = sqlite3.connect(tmp_path / FILE)
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    with pytest.raises(StoreError, match="9999"):
        Store(tmp_path)
    assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("9999",)
    connection.close()


def test_a_file_that_is_no_database_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("not a database, and long enough to be looked at as one" * 100)
    with pytest.raises(StoreError, match="cannot be opened: file is not a database"):
        Store(tmp_path)


def test_a_data_folder_that_cannot_be_made_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="cannot be made"):
        Store(tmp_path / "file" / "folder")


def test_moments_are_kept_in_utc_and_text_order_is_time_order() -> None:
    kept = Moment()
    early, late = datetime(2026, 1, 2, 3, 4, 5, 6, UTC), datetime(2026, 1, 2, 3, 4, 5, 700_000, UTC)
    dialect = create_engine("sqlite://").dialect
    texts = [kept.process_bind_param(moment, dialect) for moment in (early, late)]
    assert texts == sorted(text for text in texts if text is not None)
    assert kept.process_result_value(texts[0], dialect) == early
    with pytest.raises(ValueError, match="no time zone"):
        kept.process_bind_param(datetime(2026, 1, 2), dialect)  # noqa: DTZ001  the fault under test
