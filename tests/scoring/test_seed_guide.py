"""Seed document 000, "Scoring: Faan, doubling and payments": every table, example and drill, number for number."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from scoring.circumstances import Wind
from scoring.ladders import full_spicy, half_spicy, points
from scoring.patterns import BY_ID
from scoring.payments import payments
from scoring.rules import load_rules
from tests.scoring.helpers import faan_by_pattern, paid, scored

FAAN_TABLE = {
    # Hand patterns
    "all_chows": ("平糊", "ping4 wu4", 1),
    "concealed_hand": ("門前清", "mun4 cin4 cing1", 1),
    "half_flush": ("混一色", "wan6 jat1 sik1", 3),
    "all_pungs": ("對對糊", "deoi3 deoi3 wu4", 3),
    "mixed_orphans": ("花幺九", "faa1 jiu1 gau2", 4),
    "full_flush": ("清一色", "cing1 jat1 sik1", 7),
    "small_three_dragons": ("小三元", "siu2 saam1 jyun4", 5),
    "great_three_dragons": ("大三元", "daai6 saam1 jyun4", 8),
    "small_four_winds": ("小四喜", "siu2 sei3 hei2", 6),
    # Honours
    "dragon_pung": ("三元牌", "saam1 jyun4 paai2", 1),
    "seat_wind": ("門風", "mun4 fung1", 1),
    "round_wind": ("圈風", "hyun1 fung1", 1),
    # Flowers
    "own_flower": ("正花", "zing3 faa1", 1),
    "flower_set": ("一臺花", "jat1 toi4 faa1", 2),
    "no_flowers": ("無花", "mou4 faa1", 1),
    "seven_flowers": ("花糊", "faa1 wu4", 3),
    "eight_flowers": ("大花糊", "daai6 faa1 wu4", 8),
    # How you won
    "self_drawn": ("自摸", "zi6 mo2", 1),
    "robbing_kong": ("搶槓", "coeng2 gong3", 1),
    "last_tile": ("海底撈月", "hoi2 dai2 lau4 jyut6", 1),
    "after_kong": ("槓上開花", "gong3 soeng5 hoi1 faa1", 1),
    # Patterns & limit hands
    "kong_on_kong": ("槓上槓", "gong3 soeng5 gong3", 8),
    "four_concealed_pungs": ("坎坎糊", "kaan2 kaan2 wu2", 8),
    "all_honours": ("字一色", "zi6 jat1 sik1", 10),
    "pure_terminals": ("清幺九", "cing1 jiu1 gau2", 10),
    "nine_gates": ("九子連環", "gau2 zi2 lin4 waan4", 10),
    "thirteen_orphans": ("十三幺", "sap6 saam1 jiu1", 13),
    "great_four_winds": ("大四喜", "daai6 sei3 hei2", 13),
    "four_kongs": ("十八羅漢", "sap6 baat3 lo4 hon3", 13),
    "heavenly_hand": ("天糊", "tin1 wu4", 13),
    "earthly_hand": ("地糊", "dei6 wu4", 13),
}


@pytest.mark.parametrize("pattern", FAAN_TABLE)
def test_the_faan_table_names_and_values(pattern: str) -> None:
    zh, jyutping, faan = FAAN_TABLE[pattern]
    assert (BY_ID[pattern].zh, BY_ID[pattern].jyutping) == (zh, jyutping)
    assert load_rules("guide").faan[pattern] == faan


def test_minimum_and_cap_are_the_standard_ones() -> None:
    assert (load_rules("guide").minimum, load_rules("guide").cap) == (3, 13)


# Reference conversion tables


def test_table_a_full_spicy() -> None:
    table = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192]
    assert [full_spicy(faan) for faan in range(14)] == table


def test_table_b_half_spicy() -> None:
    table = [1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384]
    assert [half_spicy(faan) for faan in range(14)] == table


@pytest.mark.parametrize(
    ("faan", "discard", "self_draw_total", "each"),
    [
        (1, 2, 3, 1),
        (2, 4, 6, 2),
        (3, 8, 12, 4),
        (4, 16, 24, 8),
        (5, 24, 36, 12),
        (6, 32, 48, 16),
        (7, 48, 72, 24),
        (8, 64, 96, 32),
        (9, 96, 144, 48),
        (10, 128, 192, 64),
        (11, 192, 288, 96),
        (12, 256, 384, 128),
        (13, 384, 576, 192),
    ],
)
@pytest.mark.parametrize("rules", ["guide", "cantonese"])
def test_table_c_traditional_cantonese(rules: str, faan: int, discard: int, self_draw_total: int, each: int) -> None:
    table = load_rules(rules)
    value = points(table.ladder, faan, self_draw=False)
    by_discard = payments(table, value, winner=Wind.EAST, discarder=Wind.SOUTH)
    assert by_discard == {Wind.EAST: discard, Wind.SOUTH: -discard, Wind.WEST: 0, Wind.NORTH: 0}
    drawn = payments(table, value, winner=Wind.EAST)
    assert drawn[Wind.EAST] == self_draw_total
    assert {drawn[seat] for seat in (Wind.SOUTH, Wind.WEST, Wind.NORTH)} == {-each}


def test_table_c_zero_faan_costs_the_discarder_1() -> None:
    assert points(load_rules("cantonese").ladder, 0, self_draw=False) == 1


@pytest.mark.parametrize(
    ("faan", "discard", "each"),
    [(3, 32, 16), (4, 64, 32), (5, 96, 48), (6, 128, 64), (7, 192, 96), (8, 256, 128), (9, 384, 192), (10, 512, 256)],
)
def test_table_d_hkma(faan: int, discard: int, each: int) -> None:
    table = load_rules("hkma")
    value = points(table.ladder, faan, self_draw=False)
    assert value == discard
    assert payments(table, value, winner=Wind.EAST)[Wind.NORTH] == -each


# Worked examples. The document's examples list neither 門前清 (1) nor 無花 (2, 3) although their hands could have them;
# each test says how that was settled.

NO_CONCEALED = {"faan.concealed_hand": 0}
EXAMPLE_1 = "123m 456m 789m 234p 5s +5s"


def example_1(rules: str, settings: dict[str, object] | None = None, **win: object) -> dict[str, float]:
    result = scored(EXAMPLE_1, rules, NO_CONCEALED | (settings or {}), seat="S", round="E", **win)
    return paid(result)


def test_example_1_is_3_faan() -> None:
    """The hand is concealed, example 4 gives 門前清 for the same and example 1 does not: tested with the switch off."""
    result = scored(EXAMPLE_1, "guide", NO_CONCEALED, seat="S", round="E", self_draw=True)
    assert faan_by_pattern(result) == {"all_chows": 1, "self_drawn": 1, "no_flowers": 1}
    assert (result.faan, result.legal) == (3, True)


def test_example_1_counts_concealed_hand_where_the_table_awards_it() -> None:
    assert scored(EXAMPLE_1, seat="S", self_draw=True).faan == 4


def test_example_1_payments() -> None:
    assert example_1("casual", self_draw=True) == {"E": -8, "S": 24, "W": -8, "N": -8}
    assert example_1("wikipedia", self_draw=True) == {"E": -4, "S": 12, "W": -4, "N": -4}
    assert example_1("hkma", self_draw=True) == {"E": -16, "S": 48, "W": -16, "N": -16}
    assert example_1("hkos", self_draw=True) == {"E": -16, "S": 48, "W": -16, "N": -16}


def test_example_1_had_it_been_a_discard() -> None:
    """The payments named there are those of 3 faan, although a discard would lose 自摸: the minimum is taken off."""
    rules = load_rules("cosmopolitan")
    shares = payments(rules, points(rules.ladder, 3, self_draw=False), winner=Wind.SOUTH, discarder=Wind.EAST)
    assert shares == {Wind.EAST: -16, Wind.SOUTH: 24, Wind.WEST: -4, Wind.NORTH: -4}
    hkma = load_rules("hkma")
    shares = payments(hkma, points(hkma.ladder, 3, self_draw=False), winner=Wind.SOUTH, discarder=Wind.EAST)
    assert shares == {Wind.EAST: -32, Wind.SOUTH: 32, Wind.WEST: 0, Wind.NORTH: 0}


# No 坎坎糊 and no 無花 is listed: the pungs were claimed, and a flower that is not West's was drawn.
EXAMPLE_2 = "(111m) (999m) (777m) (CCC) 8m +8m |1f"


def test_example_2_is_7_faan() -> None:
    result = scored(EXAMPLE_2, seat="W", round="E", discarder="E")
    assert faan_by_pattern(result) == {"half_flush": 3, "all_pungs": 3, "dragon_pung": 1}
    assert result.faan == 7


@pytest.mark.parametrize(
    ("rules", "settings", "expected"),
    [
        ("hkma", {}, {"E": -192, "S": 0, "W": 192, "N": 0}),
        ("wikipedia", {}, {"E": -128, "S": 0, "W": 128, "N": 0}),
        ("wikipedia", {"payment.discard": "half"}, {"E": -64, "S": -32, "W": 128, "N": -32}),
        (
            "wikipedia",
            {"payment.discard": "half", "ladder.name": "half_spicy"},
            {"E": -24, "S": -12, "W": 48, "N": -12},
        ),
        ("cantonese", {}, {"E": -48, "S": 0, "W": 48, "N": 0}),
        ("casual", {}, {"E": -256, "S": -128, "W": 512, "N": -128}),
        ("hkos", {}, {"E": -96, "S": -48, "W": 192, "N": -48}),
    ],
)
def test_example_2_payments(rules: str, settings: dict[str, object], expected: dict[str, float]) -> None:
    assert paid(scored(EXAMPLE_2, rules, settings, seat="W", round="E", discarder="E")) == expected


# Two dragon melds exposed, a flower that is not South's: neither 門前清 nor 無花 is listed.
EXAMPLE_3 = "(CCC) (FFF) 123m 99m PP +P |1f"


def test_example_3_is_11_faan() -> None:
    result = scored(EXAMPLE_3, seat="S", round="E", discarder="W", feeds=["N", "W"])
    assert faan_by_pattern(result) == {"great_three_dragons": 8, "half_flush": 3}
    assert result.faan == 11


def test_example_3_cap_rules() -> None:
    win: dict[str, Any] = {"seat": "S", "round": "E", "discarder": "W"}
    hkma = scored(EXAMPLE_3, "hkma", **win)
    assert (hkma.paid_faan, paid(hkma)["W"]) == (10, -512)
    cantonese = scored(EXAMPLE_3, "cantonese", **win)
    assert (cantonese.paid_faan, paid(cantonese)["W"]) == (11, -192)
    assert scored(EXAMPLE_3, "wikipedia", **win).points == 2048
    eight = scored(EXAMPLE_3, "casual", {"cap": 8, "faan.great_three_dragons": "limit"}, **win)
    assert (eight.paid_faan, int(eight.points)) == (8, 256)


def test_example_3_the_winning_discard_pins_the_discarder() -> None:
    result = scored(EXAMPLE_3, "hkma", seat="S", discarder="W")
    assert result.liable is not None
    assert (result.liable.seat, result.liable.pao) == (Wind.WEST, "great_three_dragons")


def test_example_3_the_pao_player_alone_pays_a_self_draw() -> None:
    """HKMA: 256×3 = 768."""
    result = scored("(CCC) (FFF) (PPP) 123m 9m +9m |1f", "hkma", seat="S", self_draw=True, feeds=["N", "E", "W"])
    assert paid(result) == {"E": 0, "S": 768, "W": -768, "N": 0}


EXAMPLE_4 = "123m 456m 789m 123m 5m +5m |1g"


def test_example_4_is_11_faan() -> None:
    result = scored(EXAMPLE_4, seat="E", round="E", self_draw=True)
    assert faan_by_pattern(result) == {
        "full_flush": 7,
        "all_chows": 1,
        "concealed_hand": 1,
        "self_drawn": 1,
        "own_flower": 1,
    }
    assert result.faan == 11


@pytest.mark.parametrize(
    ("rules", "settings", "faan", "winner"),
    [
        ("hkma", {}, 10, 768),
        ("cantonese", {"cap": 8}, 8, 96),
        ("casual", {"cap": 8}, 8, 768),
        ("cantonese", {}, 11, 288),
        ("wikipedia", {}, 11, 3072),
    ],
)
def test_example_4_cap_comparison(rules: str, settings: dict[str, object], faan: int, winner: int) -> None:
    result = scored(EXAMPLE_4, rules, settings, seat="E", round="E", self_draw=True)
    assert (result.paid_faan, paid(result)["E"]) == (faan, winner)


def test_example_4_hkma_discard_price_is_512() -> None:
    assert points(load_rules("hkma").ladder, 10, self_draw=False) == 512


# Quick counting drills, each with a hand that has just these patterns (a flower not the winner's own where 無花 is not
# counted).


def test_drill_half_flush_red_dragon_self_drawn() -> None:
    result = scored("(CCC) 123m 456m 99m 78m +9m |2f", seat="E", round="S", self_draw=True)
    assert faan_by_pattern(result) == {"half_flush": 3, "dragon_pung": 1, "self_drawn": 1}
    assert result.faan == 5


def test_drill_concealed_all_pungs_full_flush() -> None:
    """門前清 with 對對糊 on a discard that completes a pung: otherwise it would be 坎坎糊."""
    result = scored("111m 333m 555m 77m 99m +9m |2f", seat="E", discarder="S")
    assert faan_by_pattern(result) == {"concealed_hand": 1, "all_pungs": 3, "full_flush": 7}
    assert result.faan == 11


def test_drill_all_chows_and_a_dragon_cannot_be_one_hand() -> None:
    """The drill adds 平糊 + 番牌(中) + 正花 = 3, which no hand has: four chows leave no dragon pung. The sum holds."""
    faan = load_rules("guide").faan
    assert sum(int(faan[name]) for name in ("all_chows", "dragon_pung", "own_flower")) == 3 == load_rules().minimum


def test_drill_small_three_dragons_is_quoted_as_5() -> None:
    """Pattern 3 + two dragon pungs 2, counted as one composite."""
    result = scored("(CCC) (FFF) 123m 789p P +P |2f", seat="E", discarder="S")
    assert faan_by_pattern(result) == {"small_three_dragons": 5}


def test_drill_great_three_dragons_is_quoted_as_8_and_11_with_half_flush() -> None:
    result = scored("(CCC) (FFF) (PPP) 123p 9p +9p |2f", seat="E", discarder="S")
    assert faan_by_pattern(result) == {"great_three_dragons": 8, "half_flush": 3}
    assert result.faan == 11


@pytest.mark.parametrize(("base", "unit"), [("0.25", Fraction(2)), ("0.5", Fraction(4)), ("1", Fraction(8))])
def test_common_bases_scale_the_payments(base: str, unit: Fraction) -> None:
    """二五雞, 五一 and 一二蚊."""
    result = scored(EXAMPLE_1, "casual", NO_CONCEALED | {"base": base}, seat="S", self_draw=True)
    assert result.payments is not None
    assert result.payments[Wind.NORTH] == -unit
