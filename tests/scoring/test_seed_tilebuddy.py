"""Seed document 003, "How Faan Scoring Works in Hong Kong Mahjong" (TileBuddy), number for number."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scoring.circumstances import Wind
from scoring.ladders import points
from scoring.payments import payments
from scoring.rules import load_rules
from tests.scoring.helpers import faan_by_pattern, paid, scored


def test_the_doubling_table() -> None:
    """The sentence that it caps "from 10 onward" contradicts the table, which goes on to 13 = 384: the table wins."""
    rules = load_rules("tilebuddy")
    table = [1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384]
    assert [points(rules.ladder, faan, self_draw=False) for faan in range(14)] == table
    assert rules.cap == 13


def test_the_worked_example() -> None:
    """All Pungs 3 + Concealed Hand 1, self-drawn by a non-dealer: 4 faan, 16 each, 32 from the dealer."""
    result = scored("222m 444p 666s 88s 33p +3p", "tilebuddy", seat="S", self_draw=True)
    assert faan_by_pattern(result) == {"all_pungs": 3, "concealed_hand": 1}
    assert (result.faan, int(result.points)) == (4, 16)
    assert paid(result) == {"E": -32, "S": 64, "W": -16, "N": -16}


@pytest.mark.parametrize(
    ("winner", "discarder", "expected"),
    [
        ("S", "W", {"E": -16, "S": 40, "W": -16, "N": -8}),
        ("S", "E", {"E": -32, "S": 48, "W": -8, "N": -8}),
        ("E", "S", {"E": 64, "S": -32, "W": -16, "N": -16}),
    ],
)
def test_discard_double_and_dealer_double(winner: str, discarder: str, expected: dict[str, int]) -> None:
    shares = payments(load_rules("tilebuddy"), Fraction(8), winner=Wind(winner), discarder=Wind(discarder))
    assert {seat.value: amount for seat, amount in shares.items()} == expected


def test_the_dealer_receives_double_on_a_self_draw() -> None:
    shares = payments(load_rules("tilebuddy"), Fraction(8), winner=Wind.EAST)
    assert shares == {Wind.EAST: 48, Wind.SOUTH: -16, Wind.WEST: -16, Wind.NORTH: -16}
