"""What a hand short of one tile waits for: every tile that wins, what each is worth, how many of it are left."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scoring.circumstances import Circumstances
from scoring.errors import CircumstanceError, HandError
from scoring.faan import score
from scoring.notation import format_hand
from scoring.problems import Severity, circumstance_problems, hand_problems
from scoring.readings import ways
from scoring.rules import load_rules
from scoring.tiles import TILES, Tile

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scoring.hand import Hand
    from scoring.result import Result
    from scoring.switches import RuleSet


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that completes the hand.

    Attributes:
        tile: the tile.
        left: how many of it are neither in the hand nor among the tiles seen.
        result: what the hand is worth with it; may be below the minimum, which its problems say.

    """

    tile: Tile
    left: int
    result: Result


def advise(
    hand: Hand, win: Circumstances | None = None, rules: RuleSet | None = None, seen: Iterable[Tile] = ()
) -> tuple[Wait, ...]:
    """Find every tile that wins.

    Args:
        hand: a hand without its winning tile.
        win: how it would be won; a self-draw by East in the East round if omitted.
        rules: the table's rules; ``guide`` if omitted.
        seen: tiles that lie open on the table, apart from the hand.

    Returns:
        The tiles that complete the hand, the dearest first, then the one of which more are left.

    Raises:
        HandError: the hand is not short of exactly one tile, or its tiles cannot be.
        CircumstanceError: the circumstances contradict each other, so that no tile could win.

    >>> from scoring.notation import parse
    >>> [(wait.tile.code, wait.left, wait.result.faan) for wait in advise(parse("234p 456p 789p CCC 5s"))]
    [('5s', 3, 4)]

    """
    if hand.winning is not None or len(hand.concealed) + 3 * len(hand.melds) != 13:
        raise HandError(f"“{format_hand(hand)}” is not short of exactly one tile", code="not_short_of_one")
    win, rules = win or Circumstances(self_draw=True), rules or load_rules()
    for kind, problems in (
        (HandError, hand_problems(hand)),
        (CircumstanceError, circumstance_problems(hand, win, rules)),
    ):
        for problem in problems:
            if problem.severity is Severity.ILLEGAL:
                raise kind(problem.message, code=problem.code.value)
    gone = Counter(hand.tiles) + Counter(seen)
    waits = []
    for face in TILES[:34]:
        whole = replace(hand, winning=face)
        result = score(whole, win, rules)
        # Seven flowers win whatever the hand: only a tile that completes it is waited for.
        if result.complete and ways(whole):
            waits.append(Wait(face, max(4 - gone[face], 0), result))
    return tuple(sorted(waits, key=lambda wait: (-wait.result.faan, -wait.left, wait.tile.index)))
