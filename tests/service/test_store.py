"""The store: durable, migrated, safe with several writers; the same on SQLite and on a real PostgreSQL server."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, inspect

from service.store import Store, StoreError
from service.store.database import FILE, Database, migrations, newest
from service.store.tables import Base, Moment

if TYPE_CHECKING:
    from pathlib import Path

    from tests.service.postgres import Cluster

HAND = ("(CCC) 123m 456m 99p 78s +9s", "guide", {"seat": "S"}, {"faan": 3})


def test_a_saved_hand_comes_back_as_it_was_after_reopening(tmp_path: Path, database: str | None) -> None:
    with Store(tmp_path / "new" / "folder", database) as store:
        saved = store.save(*HAND)
    with Store(tmp_path / "new" / "folder", database) as store:
        assert store.hands() == [saved]
    assert (saved.hand, saved.rules, saved.circumstances, saved.result) == HAND
    assert saved.to_json()["saved_at"].endswith("Z")


def test_the_latest_hand_comes_first_and_the_limit_holds(tmp_path: Path, database: str | None) -> None:
    with Store(tmp_path, database) as store:
        ids = [store.save(*HAND).id for _ in range(5)]
        assert [saved.id for saved in store.hands()] == ids[::-1]
        assert [saved.id for saved in store.hands(limit=2)] == ids[:2:-1]


def test_a_deleted_hand_is_gone_and_its_id_is_not_given_again(tmp_path: Path, database: str | None) -> None:
    with Store(tmp_path, database) as store:
        first = store.save(*HAND).id
        store.delete(first)
        assert store.hands() == []
        with pytest.raises(StoreError, match=f"no saved hand {first}") as refusal:
            store.delete(first)
        assert refusal.value.code == "hand_missing"
        assert store.save(*HAND).id > first


def test_concurrent_writers_in_threads_lose_nothing(tmp_path: Path, database: str | None) -> None:
    with Store(tmp_path, database) as store, ThreadPoolExecutor(8) as pool:
        ids = list(pool.map(lambda _: store.save(*HAND).id, range(80)))
        assert sorted(ids) == sorted(saved.id for saved in store.hands(limit=100))
        assert len(set(ids)) == 80


WRITER = """
import sys, pathlib
from service.store import Store
with Store(pathlib.Path(sys.argv[1]), sys.argv[2] or None) as store:
    for _ in range(20):
        store.save("E", "guide", {}, {})
"""


def test_concurrent_processes_may_open_migrate_and_write_at_once(tmp_path: Path, database: str | None) -> None:
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path), database or ""], stderr=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    faults = [writer.communicate(timeout=120)[1] for writer in writers]
    assert faults == ["", "", ""]
    with Store(tmp_path, database) as store:
        assert len(store.hands(limit=100)) == 60


def test_the_migrations_make_exactly_the_tables_of_the_code(tmp_path: Path, database: str | None) -> None:
    opened = Database(tmp_path, database)
    with opened.reading() as session:
        context = MigrationContext.configure(session.connection(), opts={"compare_type": True})
        assert context.get_current_revision() == newest()
        assert compare_metadata(context, Base.metadata) == []
    opened.close()


def test_every_migration_can_be_taken_back_and_made_again(tmp_path: Path, database: str | None) -> None:
    opened = Database(tmp_path, database)
    config = migrations()
    for revision, tables in (("0001", {"hands"}), ("base", set()), ("head", set(Base.metadata.tables))):
        with opened._engine.begin() as connection:
            config.attributes["connection"] = connection
            step = command.upgrade if revision == "head" else command.downgrade
            step(config, revision)
            assert set(inspect(connection).get_table_names()) - {"alembic_version"} == tables
    opened.close()


def test_a_hand_kept_before_games_came_is_still_there(tmp_path: Path, database: str | None) -> None:
    """A database of the first revision is brought to the newest with what it holds."""
    with Store(tmp_path, database) as store:
        saved = store.save(*HAND)
    opened = Database(tmp_path, database)
    with opened._engine.begin() as connection:
        config = migrations()
        config.attributes["connection"] = connection
        command.downgrade(config, "0001")
    opened.close()
    with Store(tmp_path, database) as store:
        assert store.hands() == [saved]
        assert store.save(*HAND).id > saved.id


# ---- the embedded database ----


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


def test_a_writer_takes_its_turn_at_the_start(tmp_path: Path) -> None:
    """BEGIN IMMEDIATE: while one writes, another connection cannot begin to, so that no one works on what is stale."""
    with Store(tmp_path) as store, store._database.writing() as session:
        session.connection()
        other = sqlite3.connect(tmp_path / FILE, timeout=0, isolation_level=None)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        other.close()


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


# ---- a database by URL ----


def test_a_database_that_commits_to_disk_is_the_servers_default(postgres: Cluster, tmp_path: Path) -> None:
    with Store(tmp_path, postgres.fresh()) as store, store._database.reading() as session:
        settings = session.connection().exec_driver_sql("SHOW synchronous_commit").scalar()
    assert settings == "on"


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("mysql://root@localhost/sikwu", "“mysql://root@localhost/sikwu” is no database for sikwu"),
        ("what is this", "“what is this” is no address of a database"),
        ("postgresql://sikwu:secret@127.0.0.1:1/none", "cannot be opened: connection failed"),
    ],
)
def test_a_database_that_cannot_be_used_is_one_sentence_without_the_password(
    tmp_path: Path, url: str, words: str
) -> None:
    with pytest.raises(StoreError) as refusal:
        Store(tmp_path, url)
    assert words in refusal.value.message
    assert "secret" not in refusal.value.message
    assert "\n" not in refusal.value.message
