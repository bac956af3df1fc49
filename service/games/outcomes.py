"""How a hand of a game ended, told by players rather than seats, so that it holds wherever the hand comes to stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Winner:
    """One winner.

    Attributes:
        player: who.
        hand: the tiles in sikwu's notation; None where the table counted by itself.
        faan: what the table agreed on, before the cap; None where the tiles are counted. One of both is there.
        events: what was special about the winning tile.
        feeds: for each meld in order, the player who fed it.
        liable: the player who is liable (包牌), as the table agreed.

    """

    player: int
    hand: str | None = None
    faan: int | None = None
    events: tuple[str, ...] = ()
    feeds: tuple[int | None, ...] = ()
    liable: int | None = None

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """Read what `to_json` wrote."""
        return cls(
            values["player"],
            values["hand"],
            values["faan"],
            tuple(values["events"]),
            tuple(values["feeds"]),
            values["liable"],
        )

    def to_json(self) -> dict[str, Any]:
        """Return it as it is kept."""
        return {
            "player": self.player,
            "hand": self.hand,
            "faan": self.faan,
            "events": list(self.events),
            "feeds": list(self.feeds),
            "liable": self.liable,
        }


@dataclass(frozen=True, slots=True)
class Win:
    """Somebody won, or several on one discard.

    Attributes:
        winners: at least one.
        discarder: who discarded; None on a self-draw.

    """

    winners: tuple[Winner, ...]
    discarder: int | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """Nobody won (流局)."""


@dataclass(frozen=True, slots=True)
class FalseWin:
    """A win was called that is none (詐糊).

    Attributes:
        offender: who called it.

    """

    offender: int


Outcome: TypeAlias = Win | Draw | FalseWin


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    """Return an outcome as it is kept.

    >>> outcome_from_json(outcome_json(FalseWin(2)))
    FalseWin(offender=2)

    """
    match outcome:
        case Win():
            winners = [winner.to_json() for winner in outcome.winners]
            return {"kind": "win", "discarder": outcome.discarder, "winners": winners}
        case Draw():
            return {"kind": "draw"}
        case FalseWin():
            return {"kind": "false_win", "offender": outcome.offender}


def outcome_from_json(values: Mapping[str, Any]) -> Outcome:
    """Read what `outcome_json` wrote."""
    if values["kind"] == "win":
        return Win(tuple(Winner.from_json(winner) for winner in values["winners"]), values["discarder"])
    return Draw() if values["kind"] == "draw" else FalseWin(values["offender"])
