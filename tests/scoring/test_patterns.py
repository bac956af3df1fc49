"""Patterns: each is reached, at the limit of its rule and one step beyond it; house variants."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.patterns import BY_ID, MEMBERS, PATTERNS, Group
from tests.scoring.helpers import faan_by_pattern, scored

SD: dict[str, Any] = {"self_draw": True}
OFF: dict[str, Any] = {"seat": "S", "discarder": "E"}
EARLY = SD | {"events": ["heavenly"]}
DRAWN: dict[str, Any] = {"seat": "S", "self_draw": True}
ALL_ON = {f"faan.{name}": 1 for name in ("last_discard", "after_flower", "human_hand", "all_melded", "seven_pairs")} | {
    f"faan.{name}": 1 for name in ("jade_dragon", "pearl_dragon", "ruby_dragon", "moon_from_the_sea")
}
# pattern: (a hand that has it, how won), (a hand that just fails, how won)
CASES: dict[str, tuple[tuple[str, dict[str, Any]], tuple[str, dict[str, Any]]]] = {
    "all_chows": (("123m 456p 789s 234s C +C", SD), ("123m 456p 789s 222s C +C", SD)),
    "concealed_hand": (("123m 456p 789s 234s C +C", OFF), ("(123m) 456p 789s 234s C +C", OFF)),
    "half_flush": (("123m 456m 789m 999m C +C", SD), ("123m 456m 789m 999p C +C", SD)),
    "all_pungs": (("(111m) (4444p) 777s 99s CC +C", SD), ("(111m) (456p) 777s 99s CC +C", SD)),
    "mixed_orphans": (("(111m) (999p) EEE 99s CC +C", SD), ("(111m) (999p) EEE 88s CC +C", SD)),
    "full_flush": (("123m 456m 789m 234m 9m +9m", SD), ("123m 456m 789m 234m E +E", SD)),
    "small_three_dragons": (("CCC (FFF) 123m 456p P +P", SD), ("CCC (FFF) 123m 456p E +E", SD)),
    "great_three_dragons": (("CCC (FFFF) 123m PP 55p +P", SD), ("CCC (FFFF) 123m 55p PP +5p", SD)),
    "small_four_winds": (("EEE (SSS) 123m WWW N +N", SD), ("EEE (SSS) 123m WWW C +C", SD)),
    "dragon_pung": (("CCC 123m 456p 789s 5s +5s", SD), ("CC 123m 456p 789s 55s +5s", SD)),
    "seat_wind": (("(SSS) 123m 456p 789s 5s +5s", OFF), ("(WWW) 123m 456p 789s 5s +5s", OFF)),
    "round_wind": (("(EEE) 123m 456p 789s 5s +5s", OFF), ("(SSS) 123m 456p 789s 5s +5s", OFF)),
    "own_flower": (("(CCC) 123m 456p 789s 5s +5s |2f", OFF), ("(CCC) 123m 456p 789s 5s +5s |1f", OFF)),
    "flower_set": (("(CCC) 123m 456p 789s 5s +5s |1f2f3f4f", OFF), ("(CCC) 123m 456p 789s 5s +5s |1f2f3f4g", OFF)),
    "no_flowers": (("(CCC) 123m 456p 789s 5s +5s", OFF), ("(CCC) 123m 456p 789s 5s +5s |1f", OFF)),
    "seven_flowers": (("123m |1f2f3f4f1g2g3g", SD), ("(CCC) 123m 456p 789s 5s +5s |1f2f3f4f1g2g", SD)),
    "eight_flowers": (("123m |1f2f3f4f1g2g3g4g", SD), ("123m |1f2f3f4f1g2g3g", SD)),
    "self_drawn": (("(CCC) 123m 456p 789s 5s +5s", SD), ("(CCC) 123m 456p 789s 5s +5s", OFF)),
    "robbing_kong": (
        ("(CCC) 123m 456p 79s 55s +8s", OFF | {"events": ["robbing_kong"]}),
        ("(CCC) 123m 456p 79s 55s +8s", OFF),
    ),
    "last_tile": (("(CCC) 123m 456p 789s 5s +5s", SD | {"events": ["last_tile"]}), ("(CCC) 123m 456p 789s 5s +5s", SD)),
    "last_discard": (
        ("(CCC) 123m 456p 789s 5s +5s", OFF | {"events": ["last_discard"]}),
        ("(CCC) 123m 456p 789s 5s +5s", OFF),
    ),
    "after_kong": (
        ("(CCCC) 123m 456p 789s 5s +5s", SD | {"events": ["after_kong"]}),
        ("(CCCC) 123m 456p 789s 5s +5s", SD),
    ),
    "after_flower": (
        ("(CCC) 123m 456p 789s 5s +5s |1f", SD | {"events": ["after_flower"]}),
        ("(CCC) 123m 456p 789s 5s +5s |1f", SD),
    ),
    "kong_on_kong": (
        ("(CCCC) [1111m] 456p 789s 5s +5s", SD | {"events": ["kong_on_kong"]}),
        ("(CCCC) [1111m] 456p 789s 5s +5s", SD | {"events": ["after_kong"]}),
    ),
    "four_concealed_pungs": (("111m 444p 777s 99s CC +C", SD), ("111m 444p 777s 99s CC +C", OFF)),
    "all_honours": (("(EEE) (SSS) CCC FF PP +P", SD), ("(EEE) (SSS) CCC 11m PP +P", SD)),
    "pure_terminals": (("(111m) (999m) 111p 99s 11s +1s", SD), ("(111m) (999m) 111p 99s EE +E", SD)),
    "nine_gates": (("1112345678999m +5m", OFF), ("1112345567899m +9m", OFF)),
    "thirteen_orphans": (("19m 19p 19s ESWNCFP +P", OFF), ("(CCC) 123m 456p 789s 5s +5s", OFF)),
    "great_four_winds": (("(EEE) (SSS) (WWW) NN 55m +N", SD), ("(EEE) (SSS) (WWW) NN 55m +5m", SD)),
    "four_kongs": (
        ("(1111m) [4444p] (7777s) (EEEE) C +C", SD),
        ("(1111m) [4444p] (7777s) (EEE) C +C", SD),
    ),
    "heavenly_hand": (("123m 456p 789s 234s C +C", SD | {"events": ["heavenly"]}), ("123m 456p 789s 234s C +C", SD)),
    "earthly_hand": (("123m 456p 789s 234s C +C", OFF | {"events": ["earthly"]}), ("123m 456p 789s 234s C +C", OFF)),
    "human_hand": (("123m 456p 789s 234s C +C", OFF | {"events": ["human"]}), ("123m 456p 789s 234s C +C", OFF)),
    "all_melded": (("(123m) (456p) (789s) (234s) C +C", OFF), ("(123m) (456p) (789s) (234s) C +C", SD)),
    "seven_pairs": (("11m 33m 55p 77s EE FF P +P", SD), ("11m 33m 55p 789s EE FF +F", SD)),
    "jade_dragon": (("(FFF) 234s 666s 88s 34s +2s", SD), ("(FFF) 234s 666s 88s 35s +4s", SD)),
    "pearl_dragon": (("(PPP) 234p 666p 88p 34p +2p", SD), ("(CCC) 234p 666p 88p 34p +2p", SD)),
    "ruby_dragon": (("(CCC) 234m 666m 88m 34m +2m", SD), ("(CCC) 234m 666m EE 34m +2m", SD)),
    "moon_from_the_sea": (
        ("(CCC) 123m 456p 789s 1p +1p", SD | {"events": ["last_tile"]}),
        ("(CCC) 123m 456p 789s 2p +2p", SD | {"events": ["last_tile"]}),
    ),
}


def present(hand: str, win: dict[str, Any], settings: dict[str, Any] | None = None) -> frozenset[str]:
    result = scored(hand, "guide", ALL_ON | (settings or {}), **win)
    assert not [problem for problem in result.problems if problem.severity.value == "illegal"], result.problems
    return result.value.present


def test_every_pattern_of_the_contract_is_in_the_table_once() -> None:
    assert set(CASES) == set(BY_ID)
    assert len(PATTERNS) == len(BY_ID) == 40


@pytest.mark.parametrize("pattern", CASES)
def test_each_pattern_is_there_and_one_step_beyond_it_is_not(pattern: str) -> None:
    (hand, win), (other, other_win) = CASES[pattern]
    assert pattern in present(hand, win)
    assert pattern not in present(other, other_win)


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern.id)
def test_each_pattern_says_what_it_is_called_and_where_it_stands(pattern: Any) -> None:
    assert pattern.zh
    assert pattern.en
    assert pattern.jyutping[-1] in "123456"
    assert pattern.rule.endswith(".")
    assert pattern.source


def test_groups_name_their_patterns() -> None:
    assert MEMBERS["bonus"] == {"own_flower", "flower_set", "no_flowers", "seven_flowers", "eight_flowers"}
    assert set().union(*(MEMBERS[group] for group in Group)) == set(BY_ID)


# House variants


@pytest.mark.parametrize(
    ("variant", "value", "hand", "win", "pattern", "there"),
    [
        ("all_chows_eyes", "any", "123m 456p 789s 234s C +C", SD, "all_chows", True),
        ("all_chows_eyes", "suited", "123m 456p 789s 234s C +C", SD, "all_chows", False),
        ("all_chows_eyes", "suited", "123m 456p 789s 234s N +N", SD, "all_chows", False),
        ("all_chows_eyes", "suited", "123m 456p 789s 234s 5s +5s", SD, "all_chows", True),
        ("all_chows_eyes", "not_scoring", "123m 456p 789s 234s C +C", SD, "all_chows", False),
        ("all_chows_eyes", "not_scoring", "123m 456p 789s 234s E +E", SD, "all_chows", False),
        ("all_chows_eyes", "not_scoring", "123m 456p 789s 234s N +N", SD, "all_chows", True),
        ("concealed_hand_on", "discard", "123m 456p 789s 234s C +C", SD, "concealed_hand", False),
        ("concealed_hand_on", "discard", "123m 456p 789s 234s C +C", OFF, "concealed_hand", True),
        ("concealed_hand_on", "self_draw", "123m 456p 789s 234s C +C", SD, "concealed_hand", True),
        ("concealed_hand_on", "self_draw", "123m 456p 789s 234s C +C", OFF, "concealed_hand", False),
        ("concealed_kong_keeps_concealed", False, "[1111m] 456p 789s 234s C +C", SD, "concealed_hand", False),
        ("concealed_kong_keeps_concealed", True, "[1111m] 456p 789s 234s C +C", SD, "concealed_hand", True),
        ("concealed_kong_keeps_concealed", True, "[1111m] (456p) 789s 234s C +C", SD, "concealed_hand", False),
        ("flowers_in_play", False, "123m 456p 789s 234s C +C", SD, "no_flowers", False),
        ("flowers_in_play", False, "123m 456p 789s 234s C +C |1f", SD, "own_flower", False),
        ("flowers_in_play", False, "123m 456p 789s 234s C +C |1f2f3f4f", SD, "flower_set", False),
        ("own_flower_within_set", True, "123m 456p 789s 234s C +C |1f2f3f4f", SD, "own_flower", True),
        ("own_flower_within_set", False, "123m 456p 789s 234s C +C |1f2f3f4f", SD, "own_flower", False),
        ("four_concealed_pungs_kongs", False, "[1111m] 444p 777s 99s CC +C", SD, "four_concealed_pungs", False),
        ("four_concealed_pungs_kongs", True, "[1111m] 444p 777s 99s CC +C", SD, "four_concealed_pungs", True),
        ("four_concealed_pungs_kongs", True, "(1111m) 444p 777s 99s CC +C", SD, "four_concealed_pungs", False),
        ("four_concealed_pungs_on", "eyes", "111m 444p 777s CCC 9s +9s", OFF, "four_concealed_pungs", True),
        ("four_concealed_pungs_on", "eyes", "111m 444p 777s 99s CC +C", OFF, "four_concealed_pungs", False),
        ("four_concealed_pungs_on", "any", "111m 444p 777s 99s CC +C", OFF, "four_concealed_pungs", True),
        ("four_concealed_pungs_on", "self_draw", "111m 444p 777s CCC 9s +9s", OFF, "four_concealed_pungs", False),
        ("nine_gates_discard", "any", "1112345567899m +9m", OFF, "nine_gates", True),
        ("seven_pairs_four_alike", True, "11m 11m 55p 77s EE FF P +P", SD, "seven_pairs", True),
        ("suit_dragons_pungs_only", True, "(FFF) 234s 666s 88s 34s +2s", SD, "jade_dragon", False),
        ("suit_dragons_pungs_only", True, "(FFF) 222s 666s 88s 44s +4s", SD, "jade_dragon", True),
        ("all_melded_kongs", False, "(123m) (456p) [7777s] (234s) C +C", OFF, "all_melded", False),
        ("all_melded_kongs", True, "(123m) (456p) [7777s] (234s) C +C", OFF, "all_melded", True),
        ("heavenly_concealed_kong", True, "[1111m] 456p 789s 234s C +C", EARLY, "heavenly_hand", True),
        ("earthly_by", "self_draw", "123m 456p 789s 234s C +C", DRAWN | {"events": ["earthly"]}, "earthly_hand", True),
        ("human_with_melds", True, "(123m) 456p 789s 234s C +C", OFF | {"events": ["human"]}, "human_hand", True),
        ("human_by", "self_draw", "123m 456p 789s 234s C +C", DRAWN | {"events": ["human"]}, "human_hand", True),
    ],
)  # fmt: skip
def test_house_variants(  # noqa: PLR0917  parameters of a table
    variant: str, value: object, hand: str, win: dict[str, Any], pattern: str, there: bool
) -> None:
    assert (pattern in present(hand, win, {f"variants.{variant}": value})) is there


def test_no_flowers_can_count_where_flowers_are_not_in_play() -> None:
    settings = {"variants.flowers_in_play": False, "variants.no_flowers_needs_flowers_in_play": False}
    assert "no_flowers" in present("123m 456p 789s 234s C +C", SD, settings)


def test_four_of_a_face_are_no_two_pairs_where_the_table_says_so() -> None:
    result = scored("11m 11m 55p 77s EE FF P +P", "guide", ALL_ON | {"variants.seven_pairs_four_alike": False}, **SD)
    assert not result.complete


def test_seven_pairs_and_thirteen_orphans_that_are_not_played_are_no_hands() -> None:
    assert not scored("11m 33m 55p 77s EE FF P +P", **SD).complete
    assert not scored("19m 19p 19s ESWNCFP +P", "guide", {"faan.thirteen_orphans": 0}, **SD).complete


def test_seat_and_round_wind_count_twice_on_one_pung() -> None:
    """雙番東."""
    result = scored("(EEE) 123m 456p 789s 5s +5s |2f", seat="E", round="E", self_draw=True)
    assert faan_by_pattern(result) == {"seat_wind": 1, "round_wind": 1, "self_drawn": 1}


def test_east_with_the_four_plants_and_spring_has_3() -> None:
    """一臺花 no longer counts the contained 正花: 2 + 1 = 3."""
    result = scored("(CCC) 123m 456p 789s 5s +5s |1f2f3f4f1g", seat="E", round="S", discarder="S")
    assert faan_by_pattern(result) == {"dragon_pung": 1, "own_flower": 1, "flower_set": 2}


def test_nobody_knows_the_seat_so_no_wind_and_no_own_flower_counts() -> None:
    result = scored("(EEE) 123m 456p 789s 5s +5s |1f", seat=None, round=None, self_draw=True)
    assert faan_by_pattern(result) == {"self_drawn": 1}
