"""Seed document 004, "The scoring card": every line of it, number for number."""

from __future__ import annotations

import pytest

from scoring.circumstances import Wind
from scoring.ladders import points
from scoring.payments import payments
from scoring.rules import load_rules
from tests.scoring.helpers import faan_by_pattern, scored

LINES = {
    "all_honours": 10,
    "full_flush": 7,
    "half_flush": 3,
    "all_pungs": 3,
    "all_chows": 1,
    "dragon_pung": 1,
    "seat_wind": 1,
    "round_wind": 1,
    "self_drawn": 1,
    "concealed_hand": 1,
    "after_kong": 1,
    "robbing_kong": 1,
    "last_tile": 1,
    "last_discard": 1,
    "flower_set": 2,
    "own_flower": 1,
    "no_flowers": 1,
    "great_four_winds": 15,
    "thirteen_orphans": 13,
    "small_four_winds": 10,
    "great_three_dragons": 8,
    "small_three_dragons": 5,
}


def test_the_card_has_these_lines_and_no_other() -> None:
    faan = load_rules("card").faan
    assert {name: value for name, value in faan.items() if value} == LINES


def test_every_matching_line_adds_up() -> None:
    result = scored("(CCC) (FFF) (PPP) 111m 9m +9m |1f", "card", seat="S", round="W", discarder="E")
    assert faan_by_pattern(result) == {"half_flush": 3, "all_pungs": 3, "great_three_dragons": 8, "dragon_pung": 3}
    assert (result.faan, result.paid_faan) == (17, 13)


def test_big_four_winds_score_15_and_never_more_than_13() -> None:
    result = scored("(EEE) (SSS) (WWW) (NNN) 9m +9m |1f", "card", seat="S", round="W", discarder="E")
    assert faan_by_pattern(result) == {
        "great_four_winds": 15,
        "half_flush": 3,
        "all_pungs": 3,
        "seat_wind": 1,
        "round_wind": 1,
    }
    assert (result.faan, result.paid_faan, int(result.points)) == (23, 13, 384)


def test_a_set_of_four_flowers_and_the_own_one_inside_it_are_two_lines() -> None:
    result = scored("(345m) 666p 789s 44p 22m +2m |1f2f3f4f", "card", seat="E", round="W", self_draw=True)
    assert faan_by_pattern(result) == {"own_flower": 1, "flower_set": 2, "self_drawn": 1}


@pytest.mark.parametrize(
    ("event", "drawn"), [("last_tile", True), ("last_discard", False), ("robbing_kong", False), ("after_kong", True)]
)
def test_how_the_win_arrives(event: str, drawn: bool) -> None:
    who = {"self_draw": True} if drawn else {"discarder": "W"}
    result = scored("(5555s) (234m) 567p 99p 12p +3p |1f", "card", seat="S", events=[event], **who)
    assert faan_by_pattern(result) == {event: 1, **({"self_drawn": 1} if drawn else {})}


@pytest.mark.parametrize(
    ("faan", "value"),
    [(3, 8), (4, 16), (5, 24), (6, 32), (7, 48), (8, 64), (9, 96), (10, 128), (11, 192), (12, 256), (13, 384)],
)
def test_what_faan_are_worth(faan: int, value: int) -> None:
    rules = load_rules("card")
    points_ = points(rules.ladder, faan, self_draw=False)
    assert points_ == value
    assert payments(rules, points_, winner=Wind.EAST, discarder=Wind.WEST)[Wind.WEST] == -value
    assert payments(rules, points_, winner=Wind.EAST)[Wind.WEST] * 2 == -value


@pytest.mark.parametrize(("minimum", "legal"), [(3, False), (2, True)])
def test_a_hand_below_3_faan_keeps_playing_unless_the_table_switches_the_minimum_off(minimum: int, legal: bool) -> None:
    result = scored("123m 456p 789s 234p 5s +5s |1f", "card", {"minimum": minimum}, seat="S", discarder="E")
    assert (result.faan, result.legal) == (2, legal)
