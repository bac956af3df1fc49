"""Explain, compare, advise, and the JSON of a result."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from scoring import Circumstances, HandError, advise, compare, explain, load_rules, parse, score, tile, to_json
from scoring.circumstances import Event, Wind
from scoring.errors import CircumstanceError, SikwuError
from scoring.hand import Meld, MeldKind
from scoring.readings import readings
from scoring.rules import NAMES
from tests.scoring.helpers import scored


def test_each_line_gives_rule_and_source() -> None:
    text = str(explain(scored("(EEE) (CCC) 123m 456m 9m +9m |1f", seat="E", self_draw=True)))
    assert "混一色 Half flush 3: One suit and honours" in text
    assert "[guide, Hand patterns]" in text
    assert "3 + 1 + 1 + 1 + 1 + 1 = 8 faan" in text
    assert "8 faan are 64 points" in text
    assert "E +96, S −32, W −32, N −32" in text


def test_what_was_suppressed_says_why() -> None:
    explanation = explain(scored("(EEE) (SSS) CCC WW PP +P", self_draw=True))
    assert "三元牌 Dragon pung ×2: a limit hand takes no such add-on: 字一色" in explanation.not_counted
    text = str(explain(scored("123m |1f2f3f4f1g2g3g", self_draw=True)))
    assert "not counted: 一臺花 Complete flower set: a flower win does not look at it: 花糊" in text


def test_several_of_a_pattern_stand_on_one_line() -> None:
    explanation = explain(scored("(CCC) (FFF) 123m 456p 9m +9m", self_draw=True))
    assert any(line.startswith("三元牌 Dragon pung ×2 2:") for line in explanation.lines)


def test_the_cap_is_mentioned_where_it_bites() -> None:
    assert "the cap makes it 10" in str(explain(scored("123m 456m 789m 123m 5m +5m |1g", "hkma", self_draw=True)))


def test_one_pattern_needs_no_sum() -> None:
    settings = {"minimum": 0}
    assert explain(scored("(CCC) 123m 456p 789s 5s +5s |1f", "guide", settings, seat="S")).arithmetic[0] == "1 faan"
    chicken = scored("(123m) (456p) 789s EE 55m +5m |1f", "guide", settings, seat="S")
    assert explain(chicken).arithmetic[0] == "0 faan"


def test_problems_are_part_of_the_explanation() -> None:
    explanation = explain(scored("(135m) 123p"))
    assert "! “(135m)” is no chow, pung or kong" in str(explanation)
    assert (explanation.lines, explanation.arithmetic, explanation.alternatives) == ((), (), ())


def changes(hand: str, **win: Any) -> dict[str, int]:
    return {item.change: item.result.faan for item in explain(scored(hand, **win)).alternatives}


def test_what_one_more_change_would_have_made_it_worth() -> None:
    found = changes("(123m) 456m 789m 123m 5m +5m |2g", seat="E", discarder="S")
    assert found["self-drawn"] == 9
    assert found["nothing claimed"] == 9
    assert found["no flowers"] == 9
    assert found["own season 1g"] == 9
    assert list(found.values()) == sorted(found.values(), reverse=True)


def test_kongs_stay_down_where_nothing_was_claimed() -> None:
    settings = {"variants.concealed_kong_keeps_concealed": True}
    result = scored("(1111m) (234p) 789s EE 55m +5m", "guide", settings | {"minimum": 0}, seat="S", discarder="E")
    (other,) = [item for item in explain(result).alternatives if item.change == "nothing claimed"]
    assert other.result.hand.melds == (Meld((tile("1m"),) * 4, exposed=False),)


def test_a_robbed_tile_that_had_been_drawn() -> None:
    found = changes("(CCC) (FFF) 79s 123m 55s +8s", seat="S", discarder="E", events=["robbing_kong"])
    assert "self-drawn" not in found  # one faan for another
    assert "own flower 2f" not in found  # it costs 無花


def test_nobody_knows_the_seat_so_no_flower_is_anyones_own() -> None:
    assert not any("own" in change for change in changes("(CCC) (FFF) 789s 123m 5s +5s |1f", seat=None))


def test_the_last_tile_is_no_change_where_the_winning_tile_is_not_known() -> None:
    assert "self-drawn on the last tile" not in changes("(CCC) (FFF) 789s 123m 55s |1f", self_draw=True)


# Compare


def test_every_rule_set_prices_side_by_side() -> None:
    hand, win = parse("(111m) (999m) (777m) (CCC) 8m +8m |1f"), Circumstances.from_text(seat="W", discarder="E")
    prices = compare(hand, win)
    assert list(prices) == list(NAMES)
    assert {name: int(-(prices[name].payments or {})[Wind.EAST]) for name in ("hkma", "cantonese", "casual")} == {
        "hkma": 192,
        "cantonese": 48,
        "casual": 256,
    }


# Advise


def test_every_tile_that_wins_with_its_price_and_how_many_are_left() -> None:
    waits = advise(parse("(CCC) 123m 456m 23m 99m"), Circumstances(self_draw=True), seen=[tile("4m"), tile("1m")])
    assert [(wait.tile.code, wait.left, wait.result.faan) for wait in waits] == [
        ("7m", 4, 6),
        ("1m", 2, 6),
        ("4m", 2, 6),
    ]


def test_a_tile_that_is_all_seen_is_still_named() -> None:
    waits = advise(parse("(CCC) 123m 456p 789s 5s"), seen=[tile("5s")] * 3)
    assert [(wait.tile.code, wait.left) for wait in waits] == [("5s", 0)]


def test_thirteen_orphans_wait_for_thirteen_tiles_and_nine_gates_for_nine() -> None:
    assert len(advise(parse("19m 19p 19s ESWNCFP"))) == 13
    assert len(advise(parse("1112345678999s"), Circumstances.from_text(seat="S", discarder="E"))) == 9


def test_the_dearest_wait_comes_first() -> None:
    waits = advise(parse("111m 444p 777s 99s CC"), rules=load_rules("guide"))
    assert [wait.tile.code for wait in waits] == ["C", "9s"]


def test_a_hand_that_waits_for_nothing_has_no_waits() -> None:
    assert advise(parse("159m 159p 159s ESWN")) == ()


@pytest.mark.parametrize("text", ["123m 456p 789s CC 555s", "123m 456p 789s CC 5s +5s", "123m"])
def test_a_hand_that_is_not_short_of_one_tile_is_refused(text: str) -> None:
    with pytest.raises(HandError, match="not short of exactly one tile") as caught:
        advise(parse(text))
    assert caught.value.code == "not_short_of_one"


# JSON


def test_the_json_is_that_of_the_contract() -> None:
    answer = to_json(scored("(CCC) (FFF) 123m 99m PP +P |1f", "hkma", seat="S", round="E", discarder="W"))
    assert answer["hand"] == "(CCC) (FFF) 123m 99m PP +P |1f"
    assert (answer["rules"], answer["complete"], answer["legal"], answer["problems"]) == ("hkma", True, True, [])
    assert answer["patterns"][0] == {
        "id": "half_flush",
        "zh": "混一色",
        "en": "Half flush",
        "jyutping": "wan6 jat1 sik1",
        "faan": 3,
        "count": 1,
    }
    assert answer["suppressed"][0]["id"] == "dragon_pung"
    assert answer["suppressed"][0]["by"] == "great_three_dragons"
    assert (answer["faan"], answer["paid_faan"], answer["limit"], answer["points"]) == (11, 10, False, 512)
    assert answer["payments"] == {"E": 0, "S": 512, "W": -512, "N": 0}
    assert answer["liable"]["seat"] == "W"
    assert [item["kind"] for item in answer["reading"]] == ["pung", "pung", "chow", "pung", "eyes"]
    json.dumps(answer)


def test_exact_halves_are_json_numbers() -> None:
    answer = to_json(scored("(123m) (456p) 789s EE 55m +5m |1f", "chart", {"minimum": 0}, self_draw=True))
    assert json.dumps(answer["payments"]) == '{"E": 3, "S": -1, "W": -1, "N": -1}'
    half = to_json(scored("(123m) (456p) 789s EE 55m +5m |1f", "chart", {"minimum": 0, "base": 0.5}, self_draw=True))
    assert json.dumps(half["payments"]) == '{"E": 1.5, "S": -0.5, "W": -0.5, "N": -0.5}'


def test_the_json_of_no_hand() -> None:
    answer = to_json(scored("(135m) 11111p"))
    assert (answer["complete"], answer["legal"], answer["payments"], answer["reading"]) == (False, False, None, None)
    assert {problem["code"] for problem in answer["problems"]} >= {"not_a_meld", "five_of_a_face", "too_few_tiles"}


# The rest of the public names


def test_readings_of_special_hands() -> None:
    (orphans,) = readings(parse("19m 19p 19s ESWNCFP +P"))
    assert [(item.kind, item.won) for item in orphans.sets] == [("orphans", True)]
    pairs = readings(parse("112233m 112233p 5s +5s"))
    assert {reading.form.value for reading in pairs} == {"seven_pairs", "standard"}
    assert [item.kind for item in pairs[0].sets] == ["pair"] * 7
    assert readings(parse("159m")) == readings(parse("1f" * 14)) == readings(parse("1m" * 30)) == ()
    (unknown,) = readings(parse("123m 456p 789s EEE 55m"))
    assert not any(item.won for item in unknown.sets)


def test_circumstances_from_text_quote_what_does_not_exist() -> None:
    with pytest.raises(CircumstanceError, match="“X” is no seat: use one of E, S, W, N") as caught:
        Circumstances.from_text(seat="X")
    assert caught.value.code == "bad_seat"
    with pytest.raises(CircumstanceError, match="“luck” is no event"):
        Circumstances.from_text(events=["luck"])
    win = Circumstances.from_text(feeds=["S", None], liable="N", events=["last_tile"], self_draw=True)
    assert win == Circumstances(
        feeds=(Wind.SOUTH, None), liable=Wind.NORTH, events=frozenset({Event.LAST_TILE}), self_draw=True
    )


def test_results_are_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        score(parse("123m")).problems = ()  # type: ignore[misc]  # that is the point


def test_errors_carry_a_code_and_details() -> None:
    fault = SikwuError("“x” is bad", code="x", size=3)
    assert (fault.code, fault.details, str(fault)) == ("x", {"size": 3}, "“x” is bad")


@pytest.mark.parametrize(
    ("text", "kind"),
    [("234p", MeldKind.CHOW), ("EEE", MeldKind.PUNG), ("9999s", MeldKind.KONG), ("ESW", None), ("CFP", None)]
    + [(text, None) for text in ("12m", "1234m", "89m1p", "1f2f3f", "1f1f1f", "135m", "112m", "11112m")],
)
def test_what_tiles_form(text: str, kind: MeldKind | None) -> None:
    assert Meld(parse(text).concealed).kind is kind
