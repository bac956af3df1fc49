"""What the application works with: settings, networks, a pool to run them in, the store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import cv2

from service.pool import Pool
from service.reader import Reader
from service.store import Store
from vision.networks import default_threads

if TYPE_CHECKING:
    from service.settings import Settings


@dataclass(frozen=True, slots=True)
class Services:
    """Opened before the application starts, closed when it ends.

    Attributes:
        settings: what whoever runs it decided.
        reader: the networks.
        pool: where they run.
        store: the hands kept.

    """

    settings: Settings
    reader: Reader
    pool: Pool
    store: Store

    @classmethod
    def open(cls, settings: Settings) -> Self:
        """Load the networks and open the store.

        Raises:
            WeightsError: the networks cannot be loaded.
            StoreError: the store cannot be opened.

        """
        cv2.setNumThreads(settings.threads or default_threads())
        return cls(
            settings,
            Reader.load(settings.weights, settings.threads),
            Pool(settings.workers, settings.queue),
            Store(settings.data, settings.database, settings.photos, settings.photo_days),
        )

    def close(self) -> None:
        """Finish what runs and close the store."""
        self.pool.close()
        self.store.close()
