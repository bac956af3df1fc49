"""The hands that a person chose to keep, outside any game."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, select

from service.store.database import StoreError
from service.store.tables import HandRow, shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.store.database import Database


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
            "saved_at": shown(self.saved_at),
            "hand": self.hand,
            "rules": self.rules,
            "circumstances": self.circumstances,
            "result": self.result,
        }


class Hands:
    """The saved hands of a database.

    Args:
        database: where they are kept.

    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def save(self, hand: str, rules: str, circumstances: Mapping[str, Any], result: Mapping[str, Any]) -> SavedHand:
        """Keep a scored hand; it is on the disk when this returns."""
        row = HandRow(
            saved_at=datetime.now(UTC),
            hand=hand,
            rules=rules,
            circumstances=dict(circumstances),
            result=dict(result),
        )
        with self._database.writing() as session:
            session.add(row)
            session.flush()
            return _saved(row)

    def latest(self, limit: int = 50) -> list[SavedHand]:
        """List the hands kept, the latest first."""
        with self._database.reading() as session:
            rows = session.scalars(select(HandRow).order_by(HandRow.id.desc()).limit(limit))
            return [_saved(row) for row in rows]

    def delete(self, identity: int) -> None:
        """Forget a hand.

        Raises:
            StoreError: there is none with this id (``hand_missing``).

        """
        with self._database.writing() as session:
            gone = session.execute(delete(HandRow).where(HandRow.id == identity).returning(HandRow.id)).scalar()
        if gone is None:
            raise StoreError(f"There is no saved hand {identity}", code="hand_missing", id=identity)


def _saved(row: HandRow) -> SavedHand:
    return SavedHand(row.id, row.saved_at, row.hand, row.rules, row.circumstances, row.result)
