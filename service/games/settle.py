"""What a hand of a game pays: each winner's hand scored where it stands, and who pays whom."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Self

from scoring.circumstances import Circumstances, Wind
from scoring.errors import SikwuError
from scoring.faan import score
from scoring.facts import Form
from scoring.hand import Hand
from scoring.ladders import points
from scoring.liability import find_liable
from scoring.notation import parse
from scoring.payments import false_win, payments, several_winners
from scoring.problems import Severity
from scoring.readings import Way
from scoring.result import Result, Value, to_json
from service.games.outcomes import Draw, FalseWin
from service.games.turns import PLAYERS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.payments import Payments
    from scoring.switches import RuleSet
    from service.games.outcomes import Outcome, Win, Winner
    from service.games.turns import Position


class NotAWinError(SikwuError):
    """A hand that is said to be won and is no win under the game's rules, or is below their minimum.

    Args:
        seat: the winner's.
        result: what it was scored as.

    """

    default_code: ClassVar[str] = "not_a_win"

    def __init__(self, seat: Wind, result: Result) -> None:
        grave = [problem for problem in result.problems if problem.severity is not Severity.NOTICE]
        reasons = "; ".join(problem.message for problem in grave) or "nobody can be billed"
        super().__init__(f"the hand of “{seat.value}” is no win here: {reasons}", code=self.default_code)
        listed: list[Any] = [
            {"code": problem.code.value, "severity": problem.severity.value, "message": problem.message}
            for problem in grave
        ]
        self.details: dict[str, Any] = {"seat": seat.value, "problems": listed}


@dataclass(frozen=True, slots=True)
class Worth:
    """What one winner's hand was worth.

    Attributes:
        player: the winner.
        faan: the sum before the cap.
        paid_faan: after it.
        limit: whether a limit hand (例牌) counts.
        points: the ladder's value.
        answer: the JSON of the whole score; None where there are no tiles.

    """

    player: int
    faan: int
    paid_faan: int
    limit: bool
    points: Fraction
    answer: Mapping[str, Any] | None

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """Read what `to_json` wrote."""
        return cls(**{**values, "points": Fraction(values["points"])})

    def to_json(self) -> dict[str, Any]:
        """Return it as it is kept; amounts are exact."""
        return {
            "player": self.player,
            "faan": self.faan,
            "paid_faan": self.paid_faan,
            "limit": self.limit,
            "points": str(self.points),
            "answer": self.answer,
        }


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a hand paid.

    Attributes:
        payments: what each player wins (positive) or pays; the sum is zero.
        worths: what each winner's hand was worth, in the order of the winners.

    """

    payments: tuple[Fraction, ...]
    worths: tuple[Worth, ...] = ()

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """Read what `to_json` wrote."""
        return cls(
            tuple(Fraction(amount) for amount in values["payments"]),
            tuple(Worth.from_json(worth) for worth in values["worths"]),
        )

    def to_json(self) -> dict[str, Any]:
        """Return it as it is kept; amounts are exact."""
        return {
            "payments": [str(amount) for amount in self.payments],
            "worths": [worth.to_json() for worth in self.worths],
        }


NOTHING = Settlement((Fraction(0),) * 4)
"""What a draw pays."""


def settle(outcome: Outcome, position: Position, rules: RuleSet) -> Settlement:
    """Score and bill a hand.

    Raises:
        NotAWinError: a winner's tiles are no win, or below the minimum.
        SikwuError: a winner's text is no hand, or several winners contradict each other.

    >>> from scoring.rules import load_rules
    >>> from service.games.outcomes import Win, Winner
    >>> from service.games.turns import Position
    >>> win = Win((Winner(2, faan=5),), discarder=1)
    >>> [int(amount) for amount in settle(win, Position(), load_rules("casual")).payments]
    [-32, -64, 128, -32]

    """
    match outcome:
        case Draw():
            return NOTHING
        case FalseWin():
            return Settlement(_by_player(false_win(rules, offender=position.seat(outcome.offender)), position))
    counted = [_counted(winner, outcome, position, rules) for winner in outcome.winners]
    results = [result for result, _ in counted]
    shares = results[0].payments if len(results) == 1 else several_winners(results)
    if shares is None:
        raise NotAWinError(position.seat(outcome.winners[0].player), results[0])
    worths = [_worth(winner, *pair) for winner, pair in zip(outcome.winners, counted, strict=True)]
    return Settlement(_by_player(shares, position), tuple(worths))


def _by_player(shares: Payments, position: Position) -> tuple[Fraction, ...]:
    return tuple(Fraction(shares[position.seat(player)]) for player in PLAYERS)


def circumstances(winner: Winner, discarder: int | None, position: Position) -> Circumstances:
    """Tell how a winner won, by seats."""

    def seat(player: int | None) -> str | None:
        return None if player is None else position.seat(player).value

    return Circumstances.from_text(
        seat=seat(winner.player),
        round=position.round.value,
        self_draw=discarder is None,
        discarder=seat(discarder),
        events=winner.events,
        feeds=[seat(player) for player in winner.feeds],
        liable=seat(winner.liable),
    )


def _counted(winner: Winner, outcome: Win, position: Position, rules: RuleSet) -> tuple[Result, Result | None]:
    """Give what is billed, and what the tiles were scored as, where there are any."""
    win = circumstances(winner, outcome.discarder, position)
    counted = None if winner.hand is None else score(parse(winner.hand), win, rules)
    if winner.faan is not None:
        return agreed(winner.faan, win, rules, counted), counted
    assert counted is not None, "a winner has tiles or agreed faan"
    if not counted.legal:
        raise NotAWinError(position.seat(winner.player), counted)
    return counted, counted


def agreed(faan: int, win: Circumstances, rules: RuleSet, counted: Result | None = None) -> Result:
    """Price faan that a table counted by itself.

    Args:
        faan: the sum before the cap.
        win: how the hand was won.
        rules: the table's rules; their minimum is the table's own affair here.
        counted: what the tiles were scored as, where they are known: who is liable is taken from it.

    Returns:
        A legal result; its payments are None where the winner's seat or the discarder is not known.

    """
    paid = faan if rules.cap is None else min(faan, rules.cap)
    worth = points(rules.ladder, paid, self_draw=win.self_draw)
    liable = counted.liable if counted is not None else None
    if liable is None and win.liable is not None:
        liable = find_liable(Hand(), win, rules, ())
    shares = None
    if win.seat is not None and (win.self_draw or win.discarder is not None):
        shares = payments(
            rules,
            worth,
            winner=win.seat,
            dealer=win.dealer,
            discarder=None if win.self_draw else win.discarder,
            liable=liable.seat if liable else None,
        )
    value = Value(
        faan=faan,
        counted=faan,
        paid_faan=paid,
        points=worth,
        reaches_minimum=faan >= rules.minimum,
    )
    if counted is None:
        return Result(Hand(), win, rules, Way(Form.STANDARD), value, (), liable, shares)
    return replace(counted, way=Way(Form.STANDARD), value=value, problems=(), liable=liable, payments=shares)


def _worth(winner: Winner, result: Result, counted: Result | None) -> Worth:
    answer = None if counted is None else to_json(counted)
    return Worth(winner.player, result.faan, result.paid_faan, result.limit, result.points, answer)
