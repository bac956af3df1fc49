"""What is kept: scored hands, games, tables' own rules, and photos that a person chose to keep."""

from __future__ import annotations

from service.store.database import StoreError
from service.store.hands import SavedHand
from service.store.store import Store

__all__ = ["SavedHand", "Store", "StoreError"]
