"""The rule sets that tables keep as their own."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, select

from service.answers import rules_with
from service.games.turns import Dealing
from service.store.database import StoreError
from service.store.tables import HouseRulesRow, shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.store.database import Database


@dataclass(frozen=True, slots=True)
class TableRules:
    """A table's own rules.

    Attributes:
        name: what the table calls them.
        rules: the rule set that they start from.
        settings: switches that differ from it, by key.
        dealing: who deals after what.

    """

    name: str
    rules: str
    settings: Mapping[str, Any]
    dealing: Dealing


@dataclass(frozen=True, slots=True)
class KeptRules:
    """A table's own rules as they are kept.

    Attributes:
        id: never given a second time.
        saved_at: in UTC; of the last change.
        own: the rules.

    """

    id: int
    saved_at: datetime
    own: TableRules

    def to_json(self) -> dict[str, Any]:
        """Return what the API answers."""
        return {
            "id": self.id,
            "saved_at": shown(self.saved_at),
            "name": self.own.name,
            "rules": self.own.rules,
            "set": dict(self.own.settings),
            "dealing": self.own.dealing.to_json(),
        }


class HouseRules:
    """The tables' own rules in a database.

    Args:
        database: where they are kept.

    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def save(self, own: TableRules, identity: int | None = None) -> KeptRules:
        """Keep rules, or put them in the place of earlier ones.

        Raises:
            RulesError: a rule set, a switch or a value that does not exist.
            StoreError: there are none with this id (``house_rules_missing``).

        """
        rules_with(own.rules, own.settings)
        with self._database.writing() as session:
            row = HouseRulesRow() if identity is None else session.get(HouseRulesRow, identity)
            if row is None:
                raise _missing(identity)
            row.saved_at = datetime.now(UTC)
            row.name, row.rules = own.name, own.rules
            row.settings, row.dealing = dict(own.settings), own.dealing.to_json()
            session.add(row)
            session.flush()
            return _kept(row)

    def get(self, identity: int) -> KeptRules:
        """Return rules.

        Raises:
            StoreError: there are none with this id (``house_rules_missing``).

        """
        with self._database.reading() as session:
            row = session.get(HouseRulesRow, identity)
            if row is None:
                raise _missing(identity)
            return _kept(row)

    def all(self) -> list[KeptRules]:
        """List them by name."""
        with self._database.reading() as session:
            rows = session.scalars(select(HouseRulesRow).order_by(HouseRulesRow.name, HouseRulesRow.id))
            return [_kept(row) for row in rows]

    def delete(self, identity: int) -> None:
        """Forget rules; games that began with them keep theirs.

        Raises:
            StoreError: there are none with this id (``house_rules_missing``).

        """
        with self._database.writing() as session:
            mine = delete(HouseRulesRow).where(HouseRulesRow.id == identity)
            gone = session.execute(mine.returning(HouseRulesRow.id)).scalar()
        if gone is None:
            raise _missing(identity)


def _missing(identity: int | None) -> StoreError:
    return StoreError(f"There are no house rules {identity}", code="house_rules_missing", id=identity or 0)


def _kept(row: HouseRulesRow) -> KeptRules:
    own = TableRules(row.name, row.rules, row.settings, Dealing(**row.dealing))
    return KeptRules(row.id, row.saved_at, own)
