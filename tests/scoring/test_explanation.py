"""Explain a price line by line with sources, what did not count and what would have; compare rule sets."""

from __future__ import annotations

from typing import Any

from scoring import Circumstances, compare, explain, parse, tile
from scoring.circumstances import Wind
from scoring.hand import Meld
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
