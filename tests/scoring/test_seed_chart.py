"""Seed document 002, "Hong Kong Mahjong Faan Chart": every table and example, number for number."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scoring.circumstances import Wind
from scoring.ladders import points
from scoring.payments import payments
from scoring.rules import load_rules
from tests.scoring.helpers import faan_by_pattern, paid, scored

HALF = {"payment.discard": "half"}


@pytest.mark.parametrize(
    ("faan", "value", "discard", "each", "collects"),
    [
        (0, 1, 1, Fraction(1, 2), Fraction(3, 2)),
        (1, 2, 2, 1, 3),
        (2, 4, 4, 2, 6),
        (3, 8, 8, 4, 12),
        (4, 16, 16, 8, 24),
        (5, 32, 32, 16, 48),
        (6, 64, 64, 32, 96),
        (7, 128, 128, 64, 192),
        (8, 256, 256, 128, 384),
        (9, 512, 512, 256, 768),
        (10, 1024, 1024, 512, 1536),
        (11, 2048, 2048, 1024, 3072),
        (12, 4096, 4096, 2048, 6144),
        (13, 8192, 8192, 4096, 12288),
    ],
)
def test_faan_to_points(faan: int, value: int, discard: int, each: Fraction, collects: Fraction) -> None:
    rules = load_rules("chart")
    assert points(rules.ladder, faan, self_draw=False) == value
    assert payments(rules, Fraction(value), winner=Wind.EAST, discarder=Wind.WEST)[Wind.WEST] == -discard
    drawn = payments(rules, Fraction(value), winner=Wind.EAST)
    assert (drawn[Wind.WEST], drawn[Wind.EAST]) == (-each, collects)


def test_half_spicy_column() -> None:
    rules = load_rules("chart", {"ladder.name": "half_spicy"})
    column = [16, 24, 32, 48, 64, 96, 128, 192, 256, 384]
    assert [points(rules.ladder, faan, self_draw=False) for faan in range(4, 14)] == column


def test_a_7_faan_self_draw() -> None:
    """Open bamboo pungs with a White Dragon pair. The example counts no 無花: the chart knows no flowers."""
    result = scored("(222s) (333s) (666s) 88s PP +8s", "chart", self_draw=True)
    assert faan_by_pattern(result) == {"all_pungs": 3, "half_flush": 3, "self_drawn": 1}
    assert (result.faan, int(result.points)) == (7, 128)
    assert paid(result) == {"E": 192, "S": -64, "W": -64, "N": -64}


def test_had_someone_discarded_the_8s_instead() -> None:
    """The 128 named there are those of 7 faan, although a discard loses 自摸."""
    value = Fraction(128)
    assert payments(load_rules("chart"), value, winner=Wind.EAST, discarder=Wind.WEST)[Wind.WEST] == -128
    half = payments(load_rules("chart", HALF), value, winner=Wind.EAST, discarder=Wind.WEST)
    assert half == {Wind.EAST: 128, Wind.WEST: -64, Wind.SOUTH: -32, Wind.NORTH: -32}


def test_anything_above_13_faan_pays_as_13() -> None:
    result = scored("(CCC) (FFF) (PPP) 111m 9m +9m", "chart", self_draw=True)
    assert (result.faan, result.paid_faan, int(result.points)) == (16, 13, 8192)


@pytest.mark.parametrize(("cap", "value"), [(8, 256), (10, 1024), (13, 8192)])
def test_caps(cap: int, value: int) -> None:
    assert scored("(EEE) (SSS) (WWW) (NNN) 9m +9m", "chart", {"cap": cap}, self_draw=True).points == value


@pytest.mark.parametrize("hand", ["19m 19p 19s ESWNCFP +1m", "(EEE) (SSS) (WWW) (NNN) 9m +9m"])
def test_classic_limit_hands_land_at_13(hand: str) -> None:
    assert scored(hand, "chart", self_draw=True).faan == 13


def test_nine_gates_and_four_concealed_pungs_land_at_13() -> None:
    assert scored("1112345678999p +5p", "chart", self_draw=True).faan == 13
    assert scored("222m 444p 666s 88s 33p +3p", "chart", self_draw=True).faan == 13


@pytest.mark.parametrize(("faan", "own", "other", "each"), [(3, 4, 2, 4), (5, 16, 8, 16), (8, 128, 64, 128)])
def test_half_payment(faan: int, own: int, other: int, each: int) -> None:
    rules = load_rules("chart", HALF)
    value = points(rules.ladder, faan, self_draw=False)
    shares = payments(rules, value, winner=Wind.EAST, discarder=Wind.WEST)
    assert shares == {Wind.EAST: 2 * own, Wind.WEST: -own, Wind.SOUTH: -other, Wind.NORTH: -other}
    assert payments(rules, value, winner=Wind.EAST)[Wind.SOUTH] == -each
