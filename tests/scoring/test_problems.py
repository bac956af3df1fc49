"""Problems: every way in which a hand or its circumstances can be wrong has a stable code, a sentence, and a test."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.problems import Code, Severity, five_of_a_face
from scoring.tiles import TILES
from tests.scoring.helpers import scored

WON = "(123m) (456p) 789s EE 55m +5m"
KONG = "(1111m) (456p) 789s EE 55m +5m"
KONGS = "(1111m) [4444p] 789s EE 55m +5m"
CONCEALED = "123m 456p 789s EE 555m"
CASES: dict[Code, tuple[str, dict[str, Any], dict[str, Any]]] = {
    Code.TOO_FEW_TILES: ("123m 456p", {}, {}),
    Code.TOO_MANY_TILES: ("(123m) 456p 789s EE 555m 1p +1p", {}, {}),
    Code.FIVE_OF_A_FACE: ("(111m) 111m 456p 789s E +E", {}, {}),
    Code.DUPLICATE_BONUS: (WON + " |1f1f", {}, {}),
    Code.BONUS_IN_HAND: ("(123m) (456p) 789s EE 5m1f +5m", {}, {}),
    Code.NOT_A_BONUS: (WON + " |1m", {}, {}),
    Code.NOT_A_MELD: ("(135m) (456p) 789s EE 55m +5m", {}, {}),
    Code.CONCEALED_NOT_KONG: ("[123m] (456p) 789s EE 55m +5m", {}, {}),
    Code.TOO_MANY_MELDS: ("(123m) (456p) (789s) (EEE) (555m)", {}, {}),
    Code.WINNING_TILE_MISSING: ("(123m) (456p) 789s EE 55m", {}, {}),
    Code.WINNING_TILE_UNKNOWN: ("(123m) (456p) 789s EE 555m", {}, {}),
    Code.NOT_COMPLETE: ("(123m) (456p) 789s EE 56m +5m", {}, {}),
    Code.BELOW_MINIMUM: ("(123m) (456p) 789s EE 55m +5m |2f", {"seat": "E"}, {}),
    Code.FLOWERS_NOT_IN_PLAY: (WON + " |1f", {}, {"variants.flowers_in_play": False}),
    Code.SEAT_UNKNOWN: (WON, {"seat": None, "discarder": "S"}, {}),
    Code.DISCARDER_UNKNOWN: (WON, {}, {}),
    Code.DISCARDER_ON_SELF_DRAW: (WON, {"self_draw": True, "discarder": "S"}, {}),
    Code.DISCARDER_IS_WINNER: (WON, {"seat": "S", "discarder": "S"}, {}),
    Code.LIABLE_IS_WINNER: (WON, {"seat": "S", "liable": "S"}, {}),
    Code.FED_BY_WINNER: (WON, {"seat": "S", "feeds": ["S"]}, {}),
    Code.TOO_MANY_FEEDS: (WON, {"feeds": ["S", "W", "N"]}, {}),
    Code.CONCEALED_KONG_FED: (KONGS, {"feeds": ["S", "W"]}, {}),
    Code.ROBBING_KONG_SELF_DRAWN: (WON, {"events": ["robbing_kong"], "self_draw": True}, {}),
    Code.ROBBED_TILE_HELD: (WON, {"events": ["robbing_kong"]}, {}),
    Code.ROBBED_CONCEALED_KONG: (
        "(123m) (456p) 79s EEE 55m +8s",
        {"events": ["robbing_kong"], "robbed_concealed_kong": True, "discarder": "S"},
        {},
    ),
    Code.ROBBING_KONG_LAST_DISCARD: (WON, {"events": ["robbing_kong", "last_discard"]}, {}),
    Code.LAST_TILE_ON_DISCARD: (WON, {"events": ["last_tile"]}, {}),
    Code.LAST_DISCARD_SELF_DRAWN: (WON, {"events": ["last_discard"], "self_draw": True}, {}),
    Code.AFTER_KONG_ON_DISCARD: (KONG, {"events": ["after_kong"]}, {}),
    Code.AFTER_KONG_WITHOUT_KONG: (WON, {"events": ["after_kong"], "self_draw": True}, {}),
    Code.KONG_ON_KONG_ON_DISCARD: (KONGS, {"events": ["kong_on_kong"]}, {}),
    Code.KONG_ON_KONG_WITHOUT_KONGS: (KONG, {"events": ["kong_on_kong"], "self_draw": True}, {}),
    Code.AFTER_FLOWER_ON_DISCARD: (WON + " |1f", {"events": ["after_flower"]}, {}),
    Code.AFTER_FLOWER_WITHOUT_FLOWER: (WON, {"events": ["after_flower"], "self_draw": True}, {}),
    Code.HEAVENLY_NOT_DEALER: (CONCEALED, {"events": ["heavenly"], "seat": "S", "self_draw": True}, {}),
    Code.HEAVENLY_ON_DISCARD: (CONCEALED, {"events": ["heavenly"]}, {}),
    Code.HEAVENLY_CONCEALED_KONG: (
        "[1111m] 456p 789s EE 55m +5m",
        {"events": ["heavenly"], "self_draw": True},
        {},
    ),
    Code.EARTHLY_BY_DEALER: (CONCEALED, {"events": ["earthly"]}, {}),
    Code.EARTHLY_ON_DISCARD: (CONCEALED, {"events": ["earthly"], "seat": "S"}, {"variants.earthly_by": "self_draw"}),
    Code.EARTHLY_SELF_DRAWN: (CONCEALED, {"events": ["earthly"], "seat": "S", "self_draw": True}, {}),
    Code.EARTHLY_NOT_FROM_DEALER: (CONCEALED, {"events": ["earthly"], "seat": "S", "discarder": "W"}, {}),
    Code.HUMAN_BY_DEALER: (CONCEALED, {"events": ["human"]}, {}),
    Code.HUMAN_ON_DISCARD: (CONCEALED, {"events": ["human"], "seat": "S"}, {"variants.human_by": "self_draw"}),
    Code.HUMAN_SELF_DRAWN: (CONCEALED, {"events": ["human"], "seat": "S", "self_draw": True}, {}),
    Code.OPENING_WITH_EXPOSED_MELD: (WON, {"events": ["heavenly"], "self_draw": True}, {}),
    Code.OPENING_WITH_OTHER_EVENT: (CONCEALED, {"events": ["heavenly", "last_tile"], "self_draw": True}, {}),
    Code.OPENINGS_TOGETHER: (CONCEALED, {"events": ["heavenly", "human"], "self_draw": True}, {}),
}


def test_every_code_has_a_case() -> None:
    assert set(CASES) == set(Code)


@pytest.mark.parametrize("code", CASES)
def test_each_problem_is_found_and_says_why(code: Code) -> None:
    hand, win, settings = CASES[code]
    result = scored(hand, "guide", settings, **win)
    (problem,) = [problem for problem in result.problems if problem.code is code]
    assert problem.message
    assert "\n" not in problem.message
    if problem.severity is not Severity.NOTICE:
        assert not result.legal
        assert result.payments is None
    if problem.severity in {Severity.ILLEGAL, Severity.INCOMPLETE}:
        assert (result.faan, result.patterns) == (0, ())


def test_a_hand_may_have_several_problems() -> None:
    codes = {problem.code for problem in scored("(135m) 11111p 1f |1f1f").problems}
    assert {Code.NOT_A_MELD, Code.FIVE_OF_A_FACE, Code.BONUS_IN_HAND, Code.DUPLICATE_BONUS} <= codes


def test_messages_quote_what_is_wrong() -> None:
    messages = [problem.message for problem in scored("(135m) 11111p 22s 33s +3s").problems]
    assert any("“(135m)”" in message for message in messages)
    assert any("“1p” is there 5 times" in message for message in messages)
    assert "“[123m]”" in scored(CASES[Code.CONCEALED_NOT_KONG][0]).problems[0].message


def test_an_unknown_winning_tile_is_a_notice_and_the_hand_is_priced() -> None:
    result = scored("(CCC) (FFF) 123m 456m EE", self_draw=True)
    assert result.legal
    assert result.faan > 0


@pytest.mark.parametrize("index", range(34))
def test_four_of_a_face_pass_and_five_fail(index: int) -> None:
    others = sum(4 * face.weight for face in TILES[:34] if face.index != index)
    assert not five_of_a_face(others + 4 * TILES[index].weight)
    for count in range(5, 32):
        assert five_of_a_face(others + count * TILES[index].weight)


def test_only_thirteen_orphans_rob_a_concealed_kong() -> None:
    win: dict[str, Any] = {"events": ["robbing_kong"], "robbed_concealed_kong": True, "discarder": "S"}
    assert scored("19m 19p 19s ESWNCFF +P", **win).legal


def test_below_the_minimum_names_what_counts_toward_it() -> None:
    settings = {"bonus_counts_to_minimum": False}
    result = scored("(CCC) (FFF) 123m 456p 5s +5s |1f1g", "guide", settings, seat="E", discarder="S")
    (problem,) = result.problems
    assert problem.message == "4 faan, of which 2 count, are below the minimum of 3"


def test_after_kong_in_the_opening_hand_is_no_contradiction() -> None:
    settings = {"variants.heavenly_concealed_kong": True}
    result = scored(
        "[1111m] 456p 789s EE 55m +5m", "guide", settings, events=["heavenly", "after_kong"], self_draw=True
    )
    assert result.legal
