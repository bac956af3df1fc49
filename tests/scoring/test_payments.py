"""Payments: each convention, several winners, false wins, rounding. Signed by seat, the sum is zero."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from scoring.circumstances import WINDS, Wind
from scoring.errors import CircumstanceError
from scoring.ladders import points
from scoring.payments import false_win, payments, rounded, several_winners
from scoring.rules import NAMES, load_rules
from tests.scoring.helpers import scored

E, S, W, N = WINDS
CONVENTIONS: dict[str, tuple[dict[str, object], tuple[int, int, int], int]] = {
    "P1": ({"payment.discard": "discarder_double_alone", "payment.self_draw": 1}, (16, 0, 0), 8),
    "P2": ({"payment.discard": "discarder_pays_all", "payment.self_draw": 0.5}, (8, 0, 0), 4),
    "P3": ({"payment.discard": "single_and_half", "payment.self_draw": 1}, (8, 4, 4), 8),
    "P4": ({"payment.discard": "half", "payment.self_draw": 0.5}, (4, 2, 2), 4),
    "P5": ({"payment.discard": "discarder_double", "payment.self_draw": 2}, (16, 8, 8), 16),
    "P6": ({"payment.discard": "discarder_pays_all", "payment.self_draw": 1}, (8, 0, 0), 8),
    "陪銃": ({"payment.discard": "accompany"}, (16, 4, 4), 4),
}


@pytest.mark.parametrize("name", CONVENTIONS)
def test_conventions_at_3_faan(name: str) -> None:
    settings, discard, each = CONVENTIONS[name]
    rules = load_rules("guide", settings)
    shares = payments(rules, Fraction(8), winner=S, discarder=W)
    own, left, right = discard
    assert shares == {E: -left, S: sum(discard), W: -own, N: -right}
    assert payments(rules, Fraction(8), winner=S) == {E: -each, S: 3 * each, W: -each, N: -each}


def test_a_tables_own_split_is_exact() -> None:
    rules = load_rules("guide", {"payment.discard": "custom", "payment.discarder": 3, "payment.others": "1/3"})
    shares = payments(rules, Fraction(8), winner=S, discarder=W)
    assert shares == {E: Fraction(-8, 3), S: Fraction(88, 3), W: -24, N: Fraction(-8, 3)}


@pytest.mark.parametrize(("rounding", "amount"), [("exact", Fraction(5, 2)), ("up", 3), ("down", 2), ("nearest", 3)])
def test_rounding(rounding: str, amount: Fraction) -> None:
    rules = load_rules("guide", {"payment.rounding": rounding})
    assert rounded(rules.payment, Fraction(5, 2)) == amount


def test_rounding_to_a_unit_keeps_the_sum_at_zero() -> None:
    rules = load_rules("guide", {"payment.rounding": "up", "payment.rounding_unit": 5})
    assert payments(rules, Fraction(8), winner=E) == {E: 15, S: -5, W: -5, N: -5}


def test_base_multiplies_and_points_do_not() -> None:
    result = scored("(CCC) (FFF) 123m 99m PP +P |1f", "guide", {"base": "0.25"}, seat="S", discarder="W")
    assert result.payments is not None
    assert (int(result.points), result.payments[S]) == (192, Fraction(48))


# Several winners

DRAGONS = "(CCC) (FFF) 123m 456m 9p +9p |1f1g"
CHOWS = "123m 456m 234p 78p EE +9p |3f"
ORPHANS = "19m 1p 19s ESWNCFPP +9p"


def three(rules: str, settings: dict[str, object] | None = None, **hands: str) -> dict[Wind, Any]:
    results = [scored(hand, rules, settings, seat=seat, discarder="E") for seat, hand in hands.items()]
    return dict(several_winners(results))


def test_each_winner_is_paid() -> None:
    settings: dict[str, object] = {"minimum": 2}
    assert three("guide", settings, S=DRAGONS, W=CHOWS) == {E: -12, S: 4, W: 8, N: 0}


def test_who_wins_too_pays_nothing_to_the_other_winner() -> None:
    shares = three("casual", {"minimum": 2}, S=DRAGONS, W=CHOWS)
    assert shares == {E: -2 * (4 + 8), S: 3 * 4, W: 3 * 8, N: -(4 + 8)}


def test_head_bump_pays_the_next_in_turn_alone() -> None:
    settings: dict[str, object] = {"minimum": 2, "winners.several": "head_bump"}
    assert three("guide", settings, W=CHOWS, S=DRAGONS) == {E: -4, S: 4, W: 0, N: 0}


def test_thirteen_orphans_cannot_be_head_bumped() -> None:
    settings: dict[str, object] = {"minimum": 2, "winners.several": "head_bump"}
    shares = three("guide", settings, S=DRAGONS, N=ORPHANS)
    assert shares == {E: -4 - 384, S: 4, W: 0, N: 384}


def test_wins_on_different_discards_are_not_settled_together() -> None:
    first = scored(ORPHANS, seat="S", discarder="E")
    for other in (
        scored(ORPHANS, seat="W", discarder="N"),
        scored(ORPHANS, seat="S", discarder="E"),
        scored(ORPHANS, seat="W", self_draw=True),
    ):
        with pytest.raises(CircumstanceError, match="not several winners on one discard"):
            several_winners([first, other])


def test_a_flower_win_is_not_won_on_the_discard_of_the_others() -> None:
    results = [scored(ORPHANS, seat="S", discarder="E"), scored("|1f2f3f4f1g2g3g", seat="W", discarder="E")]
    with pytest.raises(CircumstanceError, match="a flower win is drawn") as caught:
        several_winners(results)
    assert caught.value.code == "not_one_discard"


def test_a_win_that_is_not_legal_cannot_be_settled() -> None:
    results = [
        scored(ORPHANS, seat="S", discarder="E"),
        scored(CHOWS, "guide", {"minimum": 9}, seat="W", discarder="E"),
    ]
    with pytest.raises(CircumstanceError, match="no legal win"):
        several_winners(results)


# False wins


def test_a_false_win_is_charged_at_the_cap() -> None:
    assert false_win(load_rules("guide"), offender=S) == {E: 192, S: -576, W: 192, N: 192}


def test_a_false_win_of_a_fixed_number_of_faan() -> None:
    rules = load_rules("tilebuddy", {"false_win.faan": 3})
    assert false_win(rules, offender=S) == {E: 16, S: -32, W: 8, N: 8}
    assert false_win(rules, offender=E) == {E: -48, S: 16, W: 16, N: 16}


@pytest.mark.parametrize(("cap", "each"), [(8, 32), (9, 48), (10, 48), ("none", 48)])
def test_a_false_win_is_never_charged_beyond_the_cap(cap: object, each: int) -> None:
    assert false_win(load_rules("guide", {"false_win.faan": 9, "cap": cap}), offender=S)[N] == each


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("discarder", [None, *WINDS[1:]])
@pytest.mark.parametrize("liable", [None, N])
def test_payments_sum_to_zero_for_every_rule_set(name: str, discarder: Wind | None, liable: Wind | None) -> None:
    rules = load_rules(name)
    for faan in range(14):
        value = points(rules.ladder, faan, self_draw=discarder is None)
        shares = payments(rules, value, winner=E, discarder=discarder, liable=liable)
        assert sum(shares.values()) == 0
        assert shares[E] > 0
        assert all(shares[seat] <= 0 for seat in WINDS[1:])
    assert sum(false_win(rules, offender=W).values()) == 0
