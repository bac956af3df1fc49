"""The JSON of a result is that of the contract; results are frozen."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError
from fractions import Fraction

import pytest

from scoring import parse, score, to_json
from scoring.patterns import BY_ID
from scoring.result import number
from tests.scoring.helpers import scored


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


def test_no_amount_is_too_large_to_be_written() -> None:
    settings: dict[str, object] = {f"faan.{name}": 99 for name in BY_ID}
    settings |= {"limit.hands": [], "contains.great_three_dragons": [], "base": "1/3"}
    result = scored("CCC FFF PPP EEE 1m +1m", "wikipedia", settings, self_draw=True)
    assert result.faan > 1024
    assert json.dumps(to_json(result))
    assert number(Fraction(2**53 - 1, 2)) == 2**52 - 0.5
    assert number(-Fraction(2**55 + 1, 2)) == -(2**54)


def test_the_json_of_no_hand() -> None:
    answer = to_json(scored("(135m) 11111p"))
    assert (answer["complete"], answer["legal"], answer["payments"], answer["reading"]) == (False, False, None, None)
    assert {problem["code"] for problem in answer["problems"]} >= {"not_a_meld", "five_of_a_face", "too_few_tiles"}


def test_results_are_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        score(parse("123m")).problems = ()  # type: ignore[misc]  # that is the point
