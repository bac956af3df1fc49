"""The tables as the code sees them; how a database gets there stands in ``migrations``."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, Dialect, ForeignKey, Integer, MetaData, String, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeDecorator


class Moment(TypeDecorator[datetime]):
    """A moment in UTC, kept as ISO 8601 text with microseconds, so that text order is time order."""

    impl = String(32)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        """Write a moment; one without a time zone is refused."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value} has no time zone")
        return value.astimezone(UTC).isoformat(timespec="microseconds")

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Read a moment."""
        return None if value is None else datetime.fromisoformat(value)


def shown(moment: datetime) -> str:
    """Write a moment as the API does: UTC, whole seconds.

    >>> shown(datetime(2026, 11, 30, 10, 0, 0, 5, UTC))
    '2026-11-30T10:00:00Z'

    """
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


Number = BigInteger().with_variant(Integer, "sqlite")
"""An id: 64 bits everywhere (SQLite's own are, and count themselves up only where they are called INTEGER)."""


class Base(DeclarativeBase):
    """What all tables share: names of constraints that migrations can rely on."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_name)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class HandRow(Base):
    """One saved hand."""

    __tablename__ = "hands"
    __table_args__ = {"sqlite_autoincrement": True}  # noqa: RUF012  an id is never given a second time

    id: Mapped[int] = mapped_column(Number, primary_key=True)
    saved_at: Mapped[datetime] = mapped_column(Moment)
    hand: Mapped[str]
    rules: Mapped[str]
    circumstances: Mapped[dict[str, Any]] = mapped_column(JSON)
    result: Mapped[dict[str, Any]] = mapped_column(JSON)


class GameRow(Base):
    """One game, apart from its hands."""

    __tablename__ = "games"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    key: Mapped[str | None] = mapped_column(String(64), unique=True)
    started_at: Mapped[datetime] = mapped_column(Moment)
    changed_at: Mapped[datetime] = mapped_column(Moment, index=True)
    version: Mapped[int]
    facts: Mapped[dict[str, Any]] = mapped_column(JSON)
    totals: Mapped[list[str]] = mapped_column(JSON)
    hands_played: Mapped[int]


class GameHandRow(Base):
    """One hand of a game: as it was told, where it stood, what it paid."""

    __tablename__ = "game_hands"
    __table_args__ = (UniqueConstraint("game_id", "key"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(Number, primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), index=True)
    place: Mapped[int]
    key: Mapped[str | None] = mapped_column(String(64))
    told: Mapped[dict[str, Any]] = mapped_column(JSON)
    position: Mapped[dict[str, int]] = mapped_column(JSON)
    settlement: Mapped[dict[str, Any]] = mapped_column(JSON)


class GameChangeRow(Base):
    """One change of a game, to be taken back or done again."""

    __tablename__ = "game_changes"
    __table_args__ = {"sqlite_autoincrement": True}  # noqa: RUF012

    id: Mapped[int] = mapped_column(Number, primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), index=True)
    undone: Mapped[bool]
    change: Mapped[dict[str, Any]] = mapped_column(JSON)


class PhotoRow(Base):
    """A photo that is kept; its pixels lie in a file of the same name."""

    __tablename__ = "photos"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    kept_at: Mapped[datetime] = mapped_column(Moment, index=True)
    width: Mapped[int]
    height: Mapped[int]
    size: Mapped[int]


class HouseRulesRow(Base):
    """A table's own rule set."""

    __tablename__ = "house_rules"
    __table_args__ = {"sqlite_autoincrement": True}  # noqa: RUF012

    id: Mapped[int] = mapped_column(Number, primary_key=True)
    saved_at: Mapped[datetime] = mapped_column(Moment)
    name: Mapped[str] = mapped_column(String(80))
    rules: Mapped[str] = mapped_column(String(100))
    settings: Mapped[dict[str, Any]] = mapped_column(JSON)
    dealing: Mapped[dict[str, Any]] = mapped_column(JSON)
