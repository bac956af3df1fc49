"""Everything that is kept, opened and closed together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from service.store.database import Database
from service.store.files import open_files
from service.store.games import Games
from service.store.hands import Hands, SavedHand
from service.store.house_rules import HouseRules
from service.store.photos import Photos

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from types import TracebackType


class Store:
    """Hands, games, house rules and photos. Safe to use from several threads and processes.

    Args:
        folder: where the embedded database and the photos lie; made if it is not there.
        database: the URL of a PostgreSQL database in place of the embedded one.
        photos: the URL of a bucket in place of the folder of photos.
        photo_days: how long photos are kept; None: until somebody deletes them.

    Raises:
        StoreError: something of it cannot be opened.

    """

    def __init__(
        self, folder: Path, database: str | None = None, photos: str | None = None, photo_days: int | None = None
    ) -> None:
        files = open_files(folder, photos)
        self._database = Database(folder, database)
        self._hands = Hands(self._database)
        self.place = self._database.place
        self.games = Games(self._database)
        self.house_rules = HouseRules(self._database)
        self.photos = Photos(self._database, files, photo_days)

    def close(self) -> None:
        """Close every connection; the store can no longer be used."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def save(self, hand: str, rules: str, circumstances: Mapping[str, Any], result: Mapping[str, Any]) -> SavedHand:
        """Keep a scored hand; it is on the disk when this returns."""
        return self._hands.save(hand, rules, circumstances, result)

    def hands(self, limit: int = 50) -> list[SavedHand]:
        """List the hands kept, the latest first."""
        return self._hands.latest(limit)

    def delete(self, identity: int) -> None:
        """Forget a hand.

        Raises:
            StoreError: there is none with this id (``hand_missing``).

        """
        self._hands.delete(identity)
