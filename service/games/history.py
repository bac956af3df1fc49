"""What was changed in a game, so that every change can be taken back exactly, and done again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias

from scoring.errors import SikwuError
from service.games.ledger import Entry
from service.games.turns import Dealing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class HistoryError(SikwuError):
    """There is no change to take back, or none to do again.

    Codes: ``nothing_to_undo``, ``nothing_to_redo``.
    """

    default_code: ClassVar[str] = "nothing_to_undo"


@dataclass(frozen=True, slots=True)
class Facts:
    """What a game is apart from its hands.

    Attributes:
        name: what the table calls it.
        players: four names.
        rules: the name of a rule set.
        settings: switches that differ from it, by key.
        dealing: who deals after what.

    """

    name: str
    players: tuple[str, ...]
    rules: str
    settings: Mapping[str, Any]
    dealing: Dealing

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """Read what `to_json` wrote."""
        return cls(
            values["name"],
            tuple(values["players"]),
            values["rules"],
            values["settings"],
            Dealing(**values["dealing"]),
        )

    def to_json(self) -> dict[str, Any]:
        """Return them as they are kept."""
        return {
            "name": self.name,
            "players": list(self.players),
            "rules": self.rules,
            "settings": dict(self.settings),
            "dealing": self.dealing.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Told:
    """A game as it was told: all that its places and payments follow from.

    Attributes:
        facts: what it is apart from its hands.
        entries: the hands in order.

    """

    facts: Facts
    entries: tuple[Entry, ...] = ()

    def index(self, identity: int) -> int | None:
        """Tell where a hand stands in the order; None if it is not there."""
        return next((index for index, entry in enumerate(self.entries) if entry.id == identity), None)


@dataclass(frozen=True, slots=True)
class HandChange:
    """A hand that was added (nothing before), corrected, or removed (nothing after).

    Attributes:
        index: where it stands in the order of play.
        before, after: the hand.

    """

    index: int
    before: Entry | None
    after: Entry | None

    @property
    def kind(self) -> str:
        """The change's name."""
        if self.before is None:
            return "hand_added"
        return "hand_removed" if self.after is None else "hand_corrected"

    @property
    def hand(self) -> int | None:
        """The id of the hand."""
        entry = self.after or self.before
        return None if entry is None else entry.id

    def applied(self, told: Told) -> Told:
        """Return the game with the change made."""
        taken = 0 if self.before is None else 1
        put = () if self.after is None else (self.after,)
        entries = told.entries
        assert entries[self.index : self.index + taken] == (() if self.before is None else (self.before,))
        return Told(told.facts, (*entries[: self.index], *put, *entries[self.index + taken :]))

    @property
    def inverse(self) -> HandChange:
        """The change that takes this one back."""
        return HandChange(self.index, self.after, self.before)


@dataclass(frozen=True, slots=True)
class FactsChange:
    """Other names, rules or dealing.

    Attributes:
        before, after: the facts.

    """

    before: Facts
    after: Facts

    kind: ClassVar[str] = "game_changed"
    hand: ClassVar[None] = None

    def applied(self, told: Told) -> Told:
        """Return the game with the change made."""
        assert told.facts == self.before
        return Told(self.after, told.entries)

    @property
    def inverse(self) -> FactsChange:
        """The change that takes this one back."""
        return FactsChange(self.after, self.before)


Change: TypeAlias = HandChange | FactsChange


def change_json(change: Change) -> dict[str, Any]:
    """Return a change as it is kept."""

    def written(side: Entry | Facts | None) -> dict[str, Any] | None:
        return None if side is None else side.to_json()

    sides = {"before": written(change.before), "after": written(change.after)}
    return {"index": change.index, **sides} if isinstance(change, HandChange) else sides


def change_from_json(values: Mapping[str, Any]) -> Change:
    """Read what `change_json` wrote."""
    before, after = values["before"], values["after"]
    if "index" not in values:
        return FactsChange(Facts.from_json(before), Facts.from_json(after))
    return HandChange(
        values["index"],
        None if before is None else Entry.from_json(before),
        None if after is None else Entry.from_json(after),
    )


@dataclass(frozen=True, slots=True)
class History:
    """The changes of a game.

    Attributes:
        done: in the order in which they were made.
        undone: those taken back, the first to be done again at the end.

    """

    done: tuple[Change, ...] = ()
    undone: tuple[Change, ...] = ()

    def record(self, told: Told, change: Change) -> tuple[Told, History]:
        """Make a change; what was taken back before can no longer be done again."""
        return change.applied(told), History((*self.done, change))

    def undo(self, told: Told) -> tuple[Told, History, Change]:
        """Take back the last change; tell which it was.

        Raises:
            HistoryError: there is none.

        """
        change = _last(self.done, "undo")
        return change.inverse.applied(told), History(self.done[:-1], (*self.undone, change)), change

    def redo(self, told: Told) -> tuple[Told, History, Change]:
        """Make the change again that was taken back last; tell which it was.

        Raises:
            HistoryError: there is none.

        """
        change = _last(self.undone, "redo")
        return change.applied(told), History((*self.done, change), self.undone[:-1]), change


def _last(changes: Sequence[Change], what: str) -> Change:
    if not changes:
        raise HistoryError(f"There is nothing to {what} in this game", code=f"nothing_to_{what}")
    return changes[-1]
