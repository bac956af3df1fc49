"""The embedded store: the scored hands that a person chose to keep. No photo is stored."""

from __future__ import annotations

from service.store.store import SavedHand, Store, StoreError

__all__ = ["SavedHand", "Store", "StoreError"]
