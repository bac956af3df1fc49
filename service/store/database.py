"""The database: SQLite in the data folder, or PostgreSQL by URL; migrated when opened, durable at every commit."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.orm import Session

from scoring.errors import SikwuError

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE: Final = "sikwu.sqlite3"
"""The embedded database's name in the data folder."""

PATIENCE: Final = 30
"""Seconds that a writer waits for another one before it gives up."""

_MIGRATIONS: Final = Path(__file__).with_name("migrations")
_MIGRATION_LOCK: Final = 0x73696B7775
"""The number of the lock that PostgreSQL gives one migration at a time; "sikwu" in ASCII."""

_READ_ONLY: Final = "sikwu_read_only"


class StoreError(SikwuError):
    """The store cannot be opened, or does not hold what was asked for.

    Codes: ``store_unusable`` (the folder or the database cannot be used); ``hand_missing``, ``game_missing``,
    ``photo_missing``, ``house_rules_missing`` (there is none with this id); ``game_changed`` (it has moved on).
    """

    default_code: ClassVar[str] = "store_unusable"


class Database:
    """A database with the newest tables. Safe to use from several threads and processes.

    A writer takes its turn at the start (``BEGIN IMMEDIATE`` on SQLite, row locks on PostgreSQL) and waits for others;
    readers wait for nobody. What was committed is on the disk (``synchronous=FULL``; PostgreSQL's default).

    Args:
        folder: where the embedded database lies; made if it is not there.
        url: ``postgresql://…`` for a PostgreSQL server instead.

    Raises:
        StoreError: the folder cannot be made, the URL cannot be used, or it is no database or one of a newer version.

    """

    def __init__(self, folder: Path, url: str | None = None) -> None:
        if url is None:
            self.place = str(folder / FILE)
            self._engine = _embedded(folder)
        else:
            self.place, self._engine = _by_url(url)
        self._reader = self._engine.execution_options(**{_READ_ONLY: True})
        try:
            with self._engine.begin() as connection:
                _migrate(connection)
        except (SQLAlchemyError, CommandError) as error:
            self._engine.dispose()
            reason = str(getattr(error, "orig", error)).strip().splitlines()[0]
            raise StoreError(f"The store “{self.place}” cannot be opened: {reason}") from None

    def close(self) -> None:
        """Close every connection; the database can no longer be used."""
        self._engine.dispose()

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Give a session whose changes are on the disk when the block ends, all or none."""
        with Session(self._engine) as session, session.begin():
            yield session

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Give a session that only reads."""
        with Session(self._reader) as session:
            yield session


def _embedded(folder: Path) -> Engine:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"The data folder “{folder}” cannot be made: {error.strerror}") from None
    engine = create_engine(f"sqlite:///{folder / FILE}", connect_args={"timeout": PATIENCE})
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _by_url(url: str) -> tuple[str, Engine]:
    try:
        parsed = make_url(url)
        place = parsed.render_as_string(hide_password=True)
        if parsed.get_backend_name() != "postgresql":
            raise StoreError(f"“{place}” is no database for sikwu: use postgresql://…, or none for the embedded one")
        waits = {"connect_timeout": PATIENCE, "options": f"-c lock_timeout={PATIENCE}s"}
        return place, create_engine(parsed.set(drivername="postgresql+psycopg"), connect_args=waits, pool_pre_ping=True)
    except (ArgumentError, NoSuchModuleError):
        shown = url if "@" not in url else f"…@{url.rpartition('@')[2]}"
        raise StoreError(f"“{shown}” is no address of a database") from None


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
    """Return the revision that `Database` brings a database to."""
    return ScriptDirectory.from_config(migrations()).get_current_head()


def _migrate(connection: Connection) -> None:
    """Bring the database to the newest revision, inside the caller's transaction: all of it or nothing."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _MIGRATION_LOCK})
    config = migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
