"""The tables as the code sees them; how a database gets there stands in ``migrations``."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, Dialect, MetaData, String
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

    id: Mapped[int] = mapped_column(primary_key=True)
    saved_at: Mapped[datetime] = mapped_column(Moment)
    hand: Mapped[str]
    rules: Mapped[str]
    circumstances: Mapped[dict[str, Any]] = mapped_column(JSON)
    result: Mapped[dict[str, Any]] = mapped_column(JSON)
