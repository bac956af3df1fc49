"""Made-up games for hypothesis: any players win, discard, draw or call falsely, in any order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from scoring.circumstances import WINDS
from scoring.rules import NAMES, load_rules
from service.games.ledger import Entry
from service.games.outcomes import Draw, FalseWin, Win, Winner
from service.games.turns import Dealing, Given

if TYPE_CHECKING:
    from scoring.switches import RuleSet
    from service.games.outcomes import Outcome

PLAYERS = st.integers(0, 3)
HANDS = (
    "(CCC) 111m 777m 8m 999m +8m",
    "123m 456m 789m 234p 5s +5s",
    "19m 19p 19s ESWNCFP +P",
    "11m 22m 33p 44p 55s 66s E +E",
)
"""Wins in any seat and round, under a rule set that asks for no faan."""


@st.composite
def outcomes(draw: st.DrawFn) -> Outcome:
    kind = draw(st.sampled_from(["draw", "false", "self-draw", "discard", "discard"]))
    if kind == "draw":
        return Draw()
    if kind == "false":
        return FalseWin(draw(PLAYERS))
    seats = draw(st.permutations(range(4)))
    discarder = None if kind == "self-draw" else seats[0]
    count = 1 if discarder is None else draw(st.integers(1, 3))
    winners = []
    for player in seats[1 : 1 + count]:
        hand = draw(st.none() | st.sampled_from(HANDS))
        faan = draw(st.integers(0, 20)) if hand is None or draw(st.booleans()) else None
        winners.append(Winner(player, hand, faan))
    return Win(tuple(winners), discarder)


def givens() -> st.SearchStrategy[Given | None]:
    made = st.builds(Given, st.sampled_from(WINDS), PLAYERS, st.integers(0, 3))
    return st.none() | st.none() | st.none() | made


def dealings() -> st.SearchStrategy[Dealing]:
    stay = st.sampled_from(["stay", "pass"])
    return st.builds(Dealing, stay, stay, st.integers(1, 4))


def rule_sets() -> st.SearchStrategy[RuleSet]:
    """Every rule set that ships, without a minimum, so that the hands of `HANDS` are wins."""
    return st.sampled_from(_RULES)


_RULES = [load_rules(name, {"minimum": 0, "faan.seven_pairs": 4}) for name in NAMES]


@st.composite
def told(draw: st.DrawFn, most: int = 8) -> tuple[Entry, ...]:
    ended = draw(st.lists(outcomes(), max_size=most))
    return tuple(Entry(number, outcome, draw(givens())) for number, outcome in enumerate(ended, start=1))
