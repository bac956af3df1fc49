"""SQLite as the store keeps it: durable at every commit, safe with several writers, migrated when it is opened."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, create_engine, delete, event, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from scoring.errors import SikwuError
from service.store.tables import HandRow

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from types import TracebackType

FILE: Final = "sikwu.sqlite3"
"""The database's name in the data folder."""

PATIENCE: Final = 30
"""Seconds that a writer waits for another one before it gives up."""

_MIGRATIONS: Final = Path(__file__).with_name("migrations")
_READ_ONLY: Final = "sikwu_read_only"


class StoreError(SikwuError):
    """The store cannot be opened, or does not hold what was asked for.

    Codes: ``store_unusable`` (the folder or the file cannot be used), ``hand_missing`` (no hand with this id).
    """

    default_code: ClassVar[str] = "store_unusable"


@dataclass(frozen=True, slots=True)
class SavedHand:
    """A scored hand that a person chose to keep.

    Attributes:
        id: never given a second time.
        saved_at: in UTC.
        hand: its notation.
        rules: the rule set's name.
        circumstances: how it was won, and what was set, in the words of the command line.
        result: the answer as it was given.

    """

    id: int
    saved_at: datetime
    hand: str
    rules: str
    circumstances: dict[str, Any]
    result: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        """Return what the API answers."""
        return {
            "id": self.id,
            "saved_at": self.saved_at.isoformat(timespec="seconds").replace("+00:00", "Z"),
            "hand": self.hand,
            "rules": self.rules,
            "circumstances": self.circumstances,
            "result": self.result,
        }


class Store:
    """The saved hands in ``sikwu.sqlite3`` of a folder. Safe to use from several threads and processes.

    Every commit is on the disk before it returns (write-ahead log, ``synchronous=FULL``). A writer takes its turn at
    the start (``BEGIN IMMEDIATE``) and waits for others; readers wait for nobody.

    Args:
        folder: made if it is not there.

    Raises:
        StoreError: the folder cannot be made, or the file is no database or one of a newer version.

    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"The data folder “{folder}” cannot be made: {error.strerror}") from None
        self._engine = create_engine(f"sqlite:///{self.path}", connect_args={"timeout": PATIENCE})
        event.listen(self._engine, "connect", _prepare)
        event.listen(self._engine, "begin", _begin)
        self._reader = self._engine.execution_options(**{_READ_ONLY: True})
        try:
            with self._engine.begin() as connection:
                _migrate(connection)
        except (SQLAlchemyError, CommandError) as error:
            self._engine.dispose()
            reason = str(getattr(error, "orig", error)).splitlines()[0]
            raise StoreError(f"The store “{self.path}” cannot be opened: {reason}") from None

    def close(self) -> None:
        """Close every connection; the store can no longer be used."""
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def _writing(self) -> Iterator[Session]:
        with Session(self._engine) as session, session.begin():
            yield session

    @contextmanager
    def _reading(self) -> Iterator[Session]:
        with Session(self._reader) as session:
            yield session

    def save(self, hand: str, rules: str, circumstances: Mapping[str, Any], result: Mapping[str, Any]) -> SavedHand:
        """Keep a scored hand; it is on the disk when this returns."""
        row = HandRow(
            saved_at=datetime.now(UTC),
            hand=hand,
            rules=rules,
            circumstances=dict(circumstances),
            result=dict(result),
        )
        with self._writing() as session:
            session.add(row)
            session.flush()
            return _saved(row)

    def hands(self, limit: int = 50) -> list[SavedHand]:
        """List the hands kept, the latest first."""
        with self._reading() as session:
            rows = session.scalars(select(HandRow).order_by(HandRow.id.desc()).limit(limit))
            return [_saved(row) for row in rows]

    def delete(self, identity: int) -> None:
        """Forget a hand.

        Raises:
            StoreError: there is none with this id (``hand_missing``).

        """
        with self._writing() as session:
            gone = session.execute(delete(HandRow).where(HandRow.id == identity).returning(HandRow.id)).scalar()
        if gone is None:
            raise StoreError(f"There is no saved hand {identity}", code="hand_missing", id=identity)


def _saved(row: HandRow) -> SavedHand:
    return SavedHand(row.id, row.saved_at, row.hand, row.rules, row.circumstances, row.result)


def _prepare(connection: Any, _record: object) -> None:
    """Set up a fresh SQLite connection; transactions are begun by `_begin`, not by the driver."""
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin(connection: Connection) -> None:
    read_only = connection.get_execution_options().get(_READ_ONLY)
    connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")


def migrations() -> Config:
    """Return alembic's configuration: where the migrations lie."""
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def newest() -> str | None:
    """Return the revision that `Store` brings a database to."""
    return ScriptDirectory.from_config(migrations()).get_current_head()


def _migrate(connection: Connection) -> None:
    """Bring the database to the newest revision, inside the caller's transaction: all of it or nothing."""
    config = migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
