"""Who deals, which round it is, who sits where, and who deals next.

Source: the usual way in Hong Kong. The dealer sits East; a dealer who wins deals again (連莊), else the deal passes to
the right; when everybody has dealt, the next round (圈) begins, and four rounds make a game. Whether the dealer stays
after a draw or a false win is the table's choice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, Self

from scoring.circumstances import WINDS, Wind
from service.games.outcomes import Draw, FalseWin, Win

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.games.outcomes import Outcome

PLAYERS: Final = range(4)
_CYCLE: Final = 16
"""Turns after which round and dealer are the same again."""


@dataclass(frozen=True, slots=True)
class Dealing:
    """What the table decided about dealing.

    Attributes:
        draw: whether the dealer deals again after a draw, or the deal passes on.
        false_win: the same after a false win.
        rounds: how many rounds a game lasts.

    """

    draw: Literal["stay", "pass"] = "stay"
    false_win: Literal["stay", "pass"] = "stay"
    rounds: int = 4

    def to_json(self) -> dict[str, Any]:
        """Return it as it is kept and answered."""
        return {"draw": self.draw, "false_win": self.false_win, "rounds": self.rounds}


@dataclass(frozen=True, slots=True)
class Position:
    """Where a hand stands in a game.

    Attributes:
        turn: how often the deal has passed on since the first hand.
        repeats: how often this dealer has just dealt again (連莊).

    >>> first = Position()
    >>> first.dealer, first.round.value, [first.seat(player).value for player in range(4)]
    (0, 'E', ['E', 'S', 'W', 'N'])
    >>> sixth = Position(turn=5)
    >>> sixth.dealer, sixth.round.value, [sixth.seat(player).value for player in range(4)]
    (1, 'S', ['N', 'E', 'S', 'W'])

    """

    turn: int = 0
    repeats: int = 0

    @property
    def dealer(self) -> int:
        """The player who deals; sits East."""
        return self.turn % 4

    @property
    def round(self) -> Wind:
        """The prevailing wind."""
        return WINDS[self.turn // 4 % 4]

    def seat(self, player: int) -> Wind:
        """Tell the seat of a player."""
        return WINDS[(player - self.dealer) % 4]

    def player(self, seat: Wind | str) -> int:
        """Tell who sits there; the inverse of `seat`."""
        return (self.dealer + WINDS.index(Wind(seat))) % 4

    def over(self, dealing: Dealing) -> bool:
        """Tell whether the game's rounds have been played before this hand."""
        return self.turn >= 4 * dealing.rounds

    @classmethod
    def from_json(cls, values: Mapping[str, int]) -> Self:
        """Read what `to_json` wrote."""
        return cls(values["turn"], values["repeats"])

    def to_json(self) -> dict[str, int]:
        """Return it as it is kept."""
        return {"turn": self.turn, "repeats": self.repeats}


@dataclass(frozen=True, slots=True)
class Given:
    """Where a hand stands because a person said so.

    Attributes:
        round: the prevailing wind.
        dealer: the player who deals.
        repeats: how often this dealer has just dealt again.

    """

    round: Wind
    dealer: int
    repeats: int = 0

    def position(self, expected: Position) -> Position:
        """Turn it into the position nearest to the expected one, so that a game of many rounds keeps its count.

        >>> Given(Wind.NORTH, 3).position(Position(turn=16)), Given(Wind.EAST, 0).position(Position(turn=15))
        (Position(turn=15, repeats=0), Position(turn=16, repeats=0))

        """
        turn = 4 * WINDS.index(self.round) + self.dealer
        cycles = max(0, round((expected.turn - turn) / _CYCLE))
        return Position(turn + _CYCLE * cycles, self.repeats)

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """Read what `to_json` wrote."""
        return cls(Wind(values["round"]), values["dealer"], values["repeats"])

    def to_json(self) -> dict[str, Any]:
        """Return it as it is kept."""
        return {"round": self.round.value, "dealer": self.dealer, "repeats": self.repeats}


def next_position(position: Position, outcome: Outcome, dealing: Dealing) -> Position:
    """Tell where the next hand stands.

    A false win that leaves the deal where it is, is no repeat: the hand is dealt once more.

    >>> next_position(Position(2, 1), Draw(), Dealing()), next_position(Position(2, 1), Draw(), Dealing(draw="pass"))
    (Position(turn=2, repeats=2), Position(turn=3, repeats=0))
    >>> next_position(Position(2, 1), FalseWin(0), Dealing())
    Position(turn=2, repeats=1)

    """
    again = Position(position.turn, position.repeats + 1)
    passed = Position(position.turn + 1)
    match outcome:
        case Win():
            return again if any(winner.player == position.dealer for winner in outcome.winners) else passed
        case Draw():
            return again if dealing.draw == "stay" else passed
        case FalseWin():
            return position if dealing.false_win == "stay" else passed
