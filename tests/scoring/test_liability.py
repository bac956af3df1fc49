"""包牌: who fed which meld decides who is liable; one at a time, the later replaces the earlier."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.switches import PAOS
from tests.scoring.helpers import paid, scored

ALL = {"liability.paos": list(PAOS), "minimum": 0}


def liable(
    hand: str, feeds: list[str | None], settings: dict[str, Any] | None = None, **win: Any
) -> tuple[str, str] | None:
    found = scored(hand, "guide", ALL | (settings or {}), seat="S", feeds=feeds, **(win or {"self_draw": True})).liable
    return None if found is None else (found.seat.value, found.pao)


def only(pao: str) -> dict[str, Any]:
    return {"liability.paos": [pao]}


CASES = [
    ("fourth_meld", "(123m) (456p) (789s) (EEE) 5m +5m", ["E", "E", "W", "N"], "N"),
    ("great_three_dragons", "(CCC) (FFF) (PPP) 123m 9m +9m", ["E", "W", "N"], "N"),
    ("great_three_dragons", "(CCC) [FFFF] (PPP) 123m 9m +9m", ["E", None, "W"], "W"),
    ("great_four_winds", "(EEE) (SSS) (WWW) (NNN) 9m +9m", ["E", "E", "E", "W"], "W"),
    ("full_flush_landing", "(123m) (456m) (789m) (222m) 9m +9m", ["E", "E", "E", "W"], "W"),
    ("pure_terminals_landing", "(111m) (999m) (111p) (999p) 1s +1s", ["E", "E", "E", "W"], "W"),
    ("all_honours_landing", "(EEE) (SSS) (CCC) (FFF) W +W", ["E", "E", "E", "W"], "W"),
    ("great_three_dragons_landing", "(CCC) (FFF) (PPP) 123m 9m +9m", ["E", "E", "W"], "W"),
    ("great_four_winds_landing", "(EEE) (SSS) (WWW) (NNN) 9m +9m", ["E", "E", "E", "W"], "W"),
    ("four_kongs_landing", "(1111m) [2222p] [3333s] (EEEE) 9m +9m", ["E", None, None, "W"], "W"),
    ("twelfth_tile", "(1111m) (2222p) (EEEE) 789p 9m +9m", ["E", "E", "W"], "W"),
    ("ninth_tile", "(123m) (456p) (789s) 789p 9m +9m", ["E", "E", "W"], "W"),
]


def test_every_liability_has_a_case() -> None:
    assert {case[0] for case in CASES} == set(PAOS)


@pytest.mark.parametrize(("pao", "hand", "feeds", "seat"), CASES)
def test_who_is_liable(pao: str, hand: str, feeds: list[str | None], seat: str) -> None:
    assert liable(hand, feeds, only(pao)) == (seat, pao)
    assert liable(hand, feeds, {"liability.paos": []}) is None


@pytest.mark.parametrize(
    ("pao", "hand", "feeds"),
    [
        ("fourth_meld", "(123m) (456p) (789s) EEE 5m +5m", ["E", "E", "W"]),
        ("fourth_meld", "(123m) (456p) (789s) [EEEE] 5m +5m", ["E", "E", "W"]),
        ("fourth_meld", "[1111m] (456p) (789s) (EEE) 5m +5m", [None, "E", "W", "N"]),
        ("great_three_dragons", "(CCC) (FFF) [PPPP] 123m 9m +9m", ["E", "W"]),
        ("great_three_dragons", "(CCC) (FFF) (123m) PPP 9m +9m", ["E", "W", "N"]),
        ("great_three_dragons_landing", "(CCC) [FFFF] (PPP) 123m 9m +9m", ["E", None, "W"]),
        ("full_flush_landing", "(123m) (456m) (789m) (222m) E +E", ["E", "E", "E", "W"]),
        ("full_flush_landing", "(123m) (456m) [7777m] (222m) 9m +9m", ["E", "E", None, "W"]),
        ("four_kongs_landing", "(1111m) (2222p) (3333s) (EEE) 9m +9m", ["E", "E", "E", "W"]),
        ("twelfth_tile", "(123m) (456p) (789s) 789p 9m +9m", ["E", "E", "W"]),
        ("ninth_tile", "(123m) (456p) 789s 789p 9m +9m", ["E", "E"]),
    ],
)
def test_one_step_short_pins_nobody(pao: str, hand: str, feeds: list[str | None]) -> None:
    assert liable(hand, feeds, only(pao)) is None


def test_a_fourth_meld_that_is_a_concealed_kong_pins_nobody() -> None:
    """The third exposed meld was fed, the fourth meld is a concealed kong."""
    assert liable("(123m) (456p) (789s) [EEEE] 5m +5m", ["E", "E", "W"], only("fourth_meld")) is None


def test_the_later_replaces_the_earlier() -> None:
    """包後不包先."""
    settings = {"liability.paos": ["great_three_dragons", "fourth_meld"]}
    assert liable("(CCC) (FFF) (PPP) (123m) 9m +9m", ["E", "E", "W", "N"], settings) == ("N", "fourth_meld")
    assert liable("(CCC) (FFF) (PPP) (123m) 9m +9m", ["E", "E", "W"], settings) == ("W", "great_three_dragons")


def test_the_twelfth_tile_binds_for_a_self_draw_only() -> None:
    hand, feeds = "(1111m) (2222p) (EEEE) 789p 9m +9m", ["E", "E", "W"]
    assert liable(hand, list(feeds), only("twelfth_tile"), discarder="N") is None


def test_the_table_can_name_the_player() -> None:
    result = scored("(123m) (456p) 789s EE 55m +5m", "guide", {"minimum": 0}, seat="S", self_draw=True, liable="N")
    assert result.liable is not None
    assert (result.liable.pao, result.liable.reason) == ("agreed", "the table named “N” as liable")
    assert paid(result) == {"E": 0, "S": 6, "W": 0, "N": -6}


def test_the_winning_discard_can_complete_the_third_dragon_meld() -> None:
    hand = "(CCC) (FFF) 123m 99m PP +P"
    assert liable(hand, ["N", "N"], discarder="W") == ("W", "great_three_dragons")
    assert liable("(CCC) (FFF) (PPP) 99m 12m +3m", ["N", "N", "E"], only("great_three_dragons"), discarder="W") == (
        "E",
        "great_three_dragons",
    )


def test_the_winning_discard_can_complete_the_fourth_wind_meld() -> None:
    hand = "(EEE) (SSS) (WWW) 99m NN +N"
    assert liable(hand, ["N", "N"], only("great_four_winds"), discarder="W") == ("W", "great_four_winds")
    assert liable(hand, ["N", "N"], only("great_three_dragons"), discarder="W") is None
    assert liable("(EEE) (SSS) (WWW) 999m N +N", ["N", "N"], only("great_four_winds"), discarder="W") is None


def test_dragon_eyes_won_on_a_discard_pin_nobody() -> None:
    assert liable("(CCC) (FFF) 123m 999m P +P", ["N", "N"], only("great_three_dragons"), discarder="W") is None


def test_a_plain_discard_win_is_still_billed_to_the_discarder() -> None:
    win: dict[str, Any] = {"seat": "S", "feeds": ["E", "W", "N"], "discarder": "E"}
    hand = "(CCC) (FFF) (PPP) 12m 99m +3m |1f"
    result = scored(hand, "hkma", **win)
    assert result.liable is not None
    assert paid(result) == {"E": -512, "S": 512, "W": 0, "N": 0}


def test_at_some_tables_the_liable_player_pays_a_discard_win_too() -> None:
    settings = {"liability.discard": "liable", "payment.discard": "half"}
    win: dict[str, Any] = {"seat": "S", "feeds": ["E", "W", "N"], "discarder": "E"}
    assert paid(scored("(CCC) (FFF) (PPP) 12m 99m +3m |1f", "hkma", settings, **win)) == {
        "E": 0,
        "S": 512,
        "W": 0,
        "N": -512,
    }


def test_the_reason_names_who_fed_what() -> None:
    found = scored("(CCC) (FFF) (PPP) 123m 9m +9m", "hkma", seat="S", self_draw=True, feeds=["E", "W", "N"]).liable
    assert found is not None
    assert found.reason == "“N” fed “PPP”: it completed the third dragon meld"
