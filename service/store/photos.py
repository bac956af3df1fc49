"""Photos that a person chose to keep: first the file is there for good, then its row; gone in the other order."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import delete, select

from service.store.database import StoreError
from service.store.tables import PhotoRow

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.store.database import Database
    from service.store.files import Files


@dataclass(frozen=True, slots=True)
class KeptPhoto:
    """A photo that is kept.

    Attributes:
        id: cannot be guessed; the file's name.
        kept_at: in UTC.
        kept_until: when it is deleted by itself; None: never.
        width, height: in pixels, upright.
        size: in bytes.

    """

    id: str
    kept_at: datetime
    kept_until: datetime | None
    width: int
    height: int
    size: int


class Photos:
    """The photos of a store.

    Args:
        database: their rows.
        files: their pixels.
        days: how long they are kept; None: until somebody deletes them.

    """

    def __init__(self, database: Database, files: Files, days: int | None = None) -> None:
        self._database = database
        self._files = files
        self._age = None if days is None else timedelta(days=days)

    def keep(self, data: bytes, width: int, height: int) -> KeptPhoto:
        """Keep a JPEG.

        Raises:
            StoreError: it cannot be written.

        """
        row = PhotoRow(
            id=secrets.token_urlsafe(12), kept_at=datetime.now(UTC), width=width, height=height, size=len(data)
        )
        kept = self._kept(row)
        self._files.put(row.id, data)
        with self._database.writing() as session:
            session.add(row)
        return kept

    def _kept(self, row: PhotoRow) -> KeptPhoto:
        until = None if self._age is None else row.kept_at + self._age
        return KeptPhoto(row.id, row.kept_at, until, row.width, row.height, row.size)

    def get(self, identity: str) -> bytes:
        """Return a photo as a JPEG file's bytes.

        Raises:
            StoreError: there is none with this id, or no more (``photo_missing``).

        """
        data = self._files.get(identity) if self.existing([identity]) else None
        if data is None:
            raise _missing(identity)
        return data

    def latest(self, limit: int = 50) -> list[KeptPhoto]:
        """List the photos, the latest first."""
        order = (PhotoRow.kept_at.desc(), PhotoRow.id)
        wanted = select(PhotoRow).where(PhotoRow.kept_at > self._oldest()).order_by(*order).limit(limit)
        with self._database.reading() as session:
            return [self._kept(row) for row in session.scalars(wanted)]

    def existing(self, identities: Iterable[str]) -> frozenset[str]:
        """Tell which of these photos are kept."""
        wanted = set(identities)
        if not wanted:
            return frozenset()
        query = select(PhotoRow.id).where(PhotoRow.id.in_(wanted), PhotoRow.kept_at > self._oldest())
        with self._database.reading() as session:
            return frozenset(session.scalars(query))

    def delete(self, identity: str) -> None:
        """Forget a photo.

        Raises:
            StoreError: there is none with this id (``photo_missing``).

        """
        if not self.delete_all([identity]):
            raise _missing(identity)

    def delete_all(self, identities: Iterable[str]) -> int:
        """Forget photos; tell how many there were."""
        wanted = set(identities)
        with self._database.writing() as session:
            gone = session.execute(delete(PhotoRow).where(PhotoRow.id.in_(wanted)).returning(PhotoRow.id))
            names = list(gone.scalars())
        for name in names:
            self._files.delete(name)
        return len(names)

    def sweep(self, grace: timedelta = timedelta(hours=1)) -> int:
        """Delete what has been kept long enough, and files whose row is gone or was never written.

        Args:
            grace: files are left alone that were begun so recently that their row may be on its way.

        Returns:
            How many photos were too old.

        """
        query = select(PhotoRow.id).where(PhotoRow.kept_at <= self._oldest())
        with self._database.reading() as session:
            old = list(session.scalars(query))
        count = self.delete_all(old) if old else 0
        for name in self._files.older(grace):
            if not self._row_exists(name):
                self._files.delete(name)
        return count

    def _row_exists(self, name: str) -> bool:
        with self._database.reading() as session:
            return session.get(PhotoRow, name) is not None

    def _oldest(self) -> datetime:
        """Give the moment that photos must be younger than."""
        return datetime.min.replace(tzinfo=UTC) if self._age is None else datetime.now(UTC) - self._age


def _missing(identity: str) -> StoreError:
    return StoreError(f"There is no photo “{identity}”", code="photo_missing", id=identity)
