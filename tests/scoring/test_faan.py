"""Interplay: what contains, absorbs or excludes what; the dearest reading; minimum and cap."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.faan import score
from scoring.notation import parse
from scoring.problems import Code
from tests.scoring.helpers import faan_by_pattern, scored

OFF: dict[str, Any] = {"seat": "S", "round": "E", "discarder": "E"}
SD: dict[str, Any] = {"seat": "S", "round": "E", "self_draw": True}


def suppressed(result: Any) -> dict[str, tuple[str, str]]:
    return {item.id: (item.by, item.why) for item in result.suppressed}


# Composites


def test_a_composite_contains_its_parts() -> None:
    result = scored("(111m) (999p) (EEE) 99s CC +C", **OFF)
    assert faan_by_pattern(result)["mixed_orphans"] == 4
    assert suppressed(result)["all_pungs"] == ("mixed_orphans", "contained")


def test_a_composite_whose_parts_come_off_is_never_worth_less_than_nothing() -> None:
    settings = {"faan.great_three_dragons": 2, "absorbs.half_flush": ["dragon_pung"], "faan.half_flush": 3}
    result = scored("(CCC) (FFF) (PPP) 123m 9m +9m |1f", "guide", settings, seat="W", discarder="S")
    assert {line.id: line.faan for line in result.patterns} == {"half_flush": 3, "great_three_dragons": 0}


@pytest.mark.parametrize(("value", "faan"), [(1, 4), (2, 5), (3, 3), (4, 4), (5, 5)])
def test_a_composite_does_not_contain_what_is_worth_more(value: int, faan: int) -> None:
    hand = "(111m) 999p 111s EEE 9m +9m |1f"
    result = scored(hand, "guide", {"faan.mixed_orphans": value, "faan.round_wind": 0}, seat="W", discarder="S")
    assert result.faan == faan


def test_a_part_that_another_pattern_forbids_comes_off_the_composite() -> None:
    """坎坎糊 does not stack 對對糊, so that of 花幺九 (1 + 3 對對糊) 1 is left."""
    result = scored("111m 999p WWW 99s CC +C |1f", **SD)
    assert faan_by_pattern(result) == {"mixed_orphans": 1, "dragon_pung": 1, "self_drawn": 1, "four_concealed_pungs": 8}
    assert suppressed(result)["all_pungs"] == ("four_concealed_pungs", "absorbed")


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, {"small_three_dragons": 5}),
        ({"faan.small_three_dragons": 4}, {"small_three_dragons": 4}),
        ({"contains.small_three_dragons": []}, {"small_three_dragons": 5, "dragon_pung": 2}),
        (
            {"contains.small_three_dragons": [], "faan.small_three_dragons": 3},
            {"small_three_dragons": 3, "dragon_pung": 2},
        ),
    ],
)
def test_small_three_dragons_in_its_house_variants(settings: dict[str, object], expected: dict[str, int]) -> None:
    assert faan_by_pattern(scored("(CCC) (FFF) 123m 456p P +P |1f", "guide", settings, **OFF)) == expected


@pytest.mark.parametrize(("value", "faan"), [(8, 8), (6, 6), ("limit", 13)])
def test_great_three_dragons_in_its_house_variants(value: object, faan: int) -> None:
    settings = {"faan.great_three_dragons": value}
    assert scored("(CCC) (FFF) (PPP) 123m 9p +9p |1f", "guide", settings, **OFF).faan == faan


@pytest.mark.parametrize(("value", "faan"), [(6, 10), (3, 7), (8, 12), ("limit", 17)])
def test_small_four_winds_comes_with_half_flush_and_wind_pungs(value: object, faan: int) -> None:
    """ "≥ 9 in practice once wind pungs add": 6 + 3 混一色, and a wind pung."""
    settings = {"faan.small_four_winds": value}
    assert scored("(EEE) (WWW) (NNN) 123m S +S |1f", "guide", settings, **OFF).faan == faan


# Limit hands


def test_a_limit_hand_takes_nothing() -> None:
    result = scored("(EEE) (SSS) CCC WW PP +P |2f", **SD)
    assert faan_by_pattern(result) == {"all_honours": 10}
    assert result.limit
    assert suppressed(result)["seat_wind"] == ("all_honours", "limit")
    assert suppressed(result)["self_drawn"] == ("all_honours", "limit")


@pytest.mark.parametrize(
    ("hand", "pattern"),
    [
        ("11m 33m 55p 77s EE FF P +P", "seven_pairs"),
        ("19m 19p 19s ESWNCFP +P", "thirteen_orphans"),
        ("1112345678999m +5m", "nine_gates"),
        ("111m 444p 777s 222m 9s +9s", "four_concealed_pungs"),
    ],
)
def test_hands_that_are_concealed_by_definition_do_not_get_concealed_hand(hand: str, pattern: str) -> None:
    settings = {"faan.seven_pairs": 4, "limit.add_ons": ["winning"]}
    result = scored(hand, "guide", settings, **SD)
    assert ("concealed_hand", pattern) in {(item.id, item.by) for item in result.suppressed}
    assert "concealed_hand" in {line.id for line in scored(hand, "card", {"faan.seven_pairs": 4}, **SD).patterns}


def test_all_honours_stacks_the_dragon_hands_that_say_so() -> None:
    assert faan_by_pattern(scored("(CCC) (FFF) (PPP) EE SS +S", **SD)) == {"great_three_dragons": 8, "all_honours": 10}


def test_of_several_limit_hands_only_the_highest_counts() -> None:
    result = scored("(EEE) (SSS) (WWW) NNN C +C", **SD)
    assert faan_by_pattern(result) == {"great_four_winds": 13}
    assert suppressed(result)["all_honours"] == ("great_four_winds", "limit")


def test_several_limit_hands_can_add_up() -> None:
    result = scored("(EEE) (SSS) (WWW) NNN C +C", "guide", {"limit.combine": "sum"}, **SD)
    assert faan_by_pattern(result) == {"all_honours": 10, "great_four_winds": 13}
    assert (result.faan, result.paid_faan) == (23, 13)


def test_circumstances_and_bonus_tiles_count_beside_limit_hands_at_some_tables() -> None:
    result = scored("(EEE) (SSS) CCC WW PP +P |2f", "guide", {"limit.add_ons": ["winning", "bonus"]}, **SD)
    assert faan_by_pattern(result) == {"all_honours": 10, "self_drawn": 1, "own_flower": 1}


def test_a_hand_that_is_dearer_without_its_limit_pattern_is_counted_without_it() -> None:
    hand = "EEE SSS CCC WW PP +P"
    result = scored(hand, **SD)
    assert result.faan == 8 + 2 + 2 + 1 + 1  # 坎坎糊, two winds, two dragons, self-drawn, no flowers
    assert suppressed(result)["all_honours"] == ("four_concealed_pungs", "dearer")
    assert scored(hand, "guide", {"limit.never_lowers": False}, **SD).faan == 10


def test_beyond_the_cap_a_limit_hand_keeps_its_name() -> None:
    result = scored("EEE SSS WWW NNN 2m +2m", **SD)
    assert faan_by_pattern(result) == {"great_four_winds": 13}


def test_when_the_cap_is_10_every_limit_hand_pays_10() -> None:
    for hand in ("(EEE) (SSS) (WWW) NNN C +C", "19m 19p 19s ESWNCFP +P", "222m 444p 666s 88s 33p +3p"):
        assert scored(hand, "hkma", **SD).faan == 10


# Flower wins


def test_seven_flowers_win_without_a_winning_shape() -> None:
    result = scored("123m 99p |1f2f3f4f1g2g3g", seat="W", self_draw=True)
    assert (result.faan, result.complete, result.legal) == (3, True, True)
    assert result.reading is not None
    assert result.reading.form == "flowers"
    assert result.problems == ()


def test_a_flower_win_is_paid_as_a_self_draw_by_all() -> None:
    result = scored("123m |1f2f3f4f1g2g3g4g", seat="W", discarder="E")
    assert result.payments is not None
    assert sorted(map(int, result.payments.values())) == [-32, -32, -32, 96]


def test_a_complete_hand_with_seven_flowers_is_counted_as_the_dearer() -> None:
    hand = "123m 456m 789m 234m 5m +5m |1f2f3f4f1g2g3g"
    assert scored(hand, **SD).faan > 8
    assert scored(hand, "guide", {"flower_win.replaces_hand": True}, **SD).faan == 3


def test_flower_wins_that_are_not_played_are_none() -> None:
    for settings in ({"faan.seven_flowers": 0}, {"variants.flowers_in_play": False}):
        result = scored("123m |1f2f3f4f1g2g3g", "guide", settings, **SD)
        assert not result.complete


def test_some_tables_count_3_and_1_for_seven_flowers() -> None:
    settings = {"flower_win.add_ons": ["self_drawn"], "contains.seven_flowers": []}
    assert scored("123m |1f2f3f4f1g2g3g", "guide", settings, **SD).faan == 4


def test_who_discarded_does_not_matter_to_a_flower_win() -> None:
    result = scored("123m 456m 789m EE 234p |1f2f3f4f1g2g3g4g", seat="W")
    assert (result.problems, result.legal) == ((), True)


def test_a_flower_win_is_a_self_draw_whatever_was_said() -> None:
    settings = {"flower_win.add_ons": ["self_drawn"], "contains.seven_flowers": []}
    assert scored("123m |1f2f3f4f1g2g3g", "guide", settings, seat="W").faan == 4


@pytest.mark.parametrize(("melds", "faan"), [("", 4), ("[1111m]", 3), ("(123m)", 3)])
def test_concealed_hand_beside_a_flower_win_looks_at_the_melds(melds: str, faan: int) -> None:
    settings = {"flower_win.add_ons": ["concealed_hand"]}
    assert scored(f"{melds} 99p |1f2f3f4f1g2g3g", "guide", settings, **SD).faan == faan


def test_flowers_do_not_heal_an_illegal_hand() -> None:
    assert not scored("11111m |1f2f3f4f1g2g3g", **SD).complete


# How the hand was won


def test_last_tile_with_and_without_a_separate_self_draw() -> None:
    win = SD | {"events": ["last_tile"]}
    hand = "(CCC) 123m 456p 789s 5s +5s |1f"
    assert faan_by_pattern(scored(hand, **win)) == {"dragon_pung": 1, "last_tile": 1}
    assert scored(hand, "guide", {"absorbs.last_tile": []}, **win).faan == 3


def test_after_a_kong_the_self_draw_is_a_separate_faan() -> None:
    win = SD | {"events": ["after_kong"]}
    assert faan_by_pattern(scored("(CCCC) 123m 456p 789s 5s +5s |1f", **win)) == {
        "dragon_pung": 1,
        "self_drawn": 1,
        "after_kong": 1,
    }


def test_kong_on_kong_implies_the_self_draw() -> None:
    win = SD | {"events": ["kong_on_kong"]}
    assert faan_by_pattern(scored("(CCCC) [1111m] 456p 789s 5s +5s |1f", **win)) == {
        "dragon_pung": 1,
        "kong_on_kong": 8,
    }


# Readings


def test_the_dearest_reading_wins() -> None:
    result = scored("(EEE) 111222333m 9m +9m |1f", **SD)
    assert "all_pungs" in faan_by_pattern(result)
    assert result.reading is not None
    assert [item.kind for item in result.reading.sets] == ["pung", "pung", "pung", "pung", "eyes"]


def test_chows_win_where_they_are_dearer() -> None:
    """Three pungs and a chow are no pattern; four chows are 平糊."""
    result = scored("(456p) 111222333m 9s +9s |1f", **SD)
    assert "all_chows" in faan_by_pattern(result)


def test_the_winning_tile_completes_the_eyes_where_it_can() -> None:
    result = scored("123m 345m 789p CCC 3m +3m", **OFF)
    assert result.reading is not None
    assert [(item.kind, item.won) for item in result.reading.sets if item.won] == [("eyes", True)]


def test_a_pung_finished_by_a_discard_does_not_break_concealed_hand_but_four_concealed_pungs() -> None:
    result = scored("111m 444p 777s 99s CC +C |1f", **OFF)
    assert faan_by_pattern(result) == {"concealed_hand": 1, "all_pungs": 3, "dragon_pung": 1}


def test_equal_readings_prefer_the_one_that_counts_more_toward_the_minimum() -> None:
    settings = {"bonus_counts_to_minimum": False, "faan.seven_flowers": 3}
    result = scored("(CCC) 123m 456p 789s 5s +5s |1f2f3f4f1g2g3g", "guide", settings, seat="N", discarder="E")
    assert result.legal
    assert faan_by_pattern(result) == {"seven_flowers": 3}


# Minimum and cap


@pytest.mark.parametrize(("minimum", "legal"), [(2, True), (3, False)])
def test_the_minimum_in_a_pair(minimum: int, legal: bool) -> None:
    result = scored("(CCC) 123m 456p 789s 5s +5s |1f", "guide", {"minimum": minimum}, **SD)
    assert (result.faan, result.legal) == (2, legal)
    assert (Code.BELOW_MINIMUM in {problem.code for problem in result.problems}) is not legal


def test_a_chicken_hand_is_legal_at_minimum_0() -> None:
    result = scored("(123m) (456p) 789s EE 55m +5m |1f", "guide", {"minimum": 0}, seat="W", discarder="S", round="S")
    assert (result.faan, int(result.points), result.legal) == (0, 1, True)


def test_bonus_faan_may_not_help_to_reach_the_minimum() -> None:
    hand = "(CCC) 123m 456p 789s 5s +5s |2f"
    assert scored(hand, **SD).legal
    assert not scored(hand, "guide", {"bonus_counts_to_minimum": False}, **SD).legal


@pytest.mark.parametrize(("cap", "paid"), [(11, 11), (10, 10), ("none", 11)])
def test_the_cap(cap: object, paid: int) -> None:
    result = scored("123m 456m 789m 123m 5m +5m |1g", "guide", {"cap": cap}, seat="E", self_draw=True)
    assert (result.faan, result.paid_faan) == (11, paid)


def test_without_rules_and_circumstances_the_guide_and_a_discard_by_nobody_are_meant() -> None:
    result = score(parse("(CCC) (FFF) 123m 99m PP +P"))
    assert result.rules.name == "guide"
    assert [problem.code for problem in result.problems] == [Code.DISCARDER_UNKNOWN]
    assert (result.faan, result.payments) == (12, None)
