"""The tick list's own arithmetic, held against the engine: every curve, every way to pay, every seat."""

from __future__ import annotations

import json
import shutil
import subprocess
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest

import service
from scoring.circumstances import WINDS
from scoring.ladders import points
from scoring.payments import payments
from scoring.result import number
from scoring.rules import NAMES, load_rules, settings_of
from scoring.switches import DISCARD_SCHEMES

WEB: Final = Path(service.__file__).with_name("web")
NODE: Final = shutil.which("node", path=str(Path(service.__file__).resolve().parents[1] / ".venv" / "bin")) or (
    shutil.which("node")
)
pytestmark = pytest.mark.skipif(NODE is None, reason="needs node, which is not installed")


def asked(script: str, cases: Any) -> Any:
    """Let the app's own module answer: the script is the body of a function of ``calculator`` and ``cases``."""
    assert NODE
    program = f"""
      const calculator = await import({json.dumps((WEB / "calculator.js").as_uri())});
      const cases = JSON.parse(await new Response(process.stdin).text());
      const answer = ((cases) => {{ {script} }})(cases);
      console.log(JSON.stringify(answer));
    """
    done = subprocess.run(
        [NODE, "--input-type=module", "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "-e", program],
        input=json.dumps(cases),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


LADDERS: Final[list[dict[str, Any]]] = [
    {"ladder.name": "full_spicy"},
    {"ladder.name": "half_spicy"},
    {"ladder.name": "hundred_base"},
    {"ladder.name": "points", "ladder.points": [0, 0, 0, 8, "33/4", 24]},
    {"ladder.name": "buckets", "ladder.buckets": [[3, 8], [6, 16.5], [10, "100/3"]]},
    {"ladder.name": "buckets", "ladder.buckets": [[3, 8]], "ladder.self_draw_buckets": [[1, 2], [5, 20]]},
]


def test_every_curve_gives_the_engines_points() -> None:
    cases = []
    wanted = []
    for ladder, faan, drawn in product(LADDERS, range(14), (True, False)):
        rules = load_rules("guide", ladder)
        settings = {setting.switch.key: setting.value for setting in settings_of(rules)}
        shown = {key.removeprefix("ladder."): value for key, value in settings.items() if key.startswith("ladder.")}
        cases.append([shown, faan, drawn])
        wanted.append(number(points(rules.ladder, faan, self_draw=drawn)))
    answers = asked("return cases.map((one) => calculator.pointsAt(...one));", cases)
    assert answers == pytest.approx(wanted)


def test_every_way_to_pay_gives_the_engines_payments() -> None:
    cases = []
    wanted = []
    for scheme, drawn, times in product(DISCARD_SCHEMES, ("0.5", "1", "2"), (1, 2)):
        settings = {"payment.discard": scheme, "payment.self_draw": drawn, "payment.dealer": times, "base": 0.5}
        rules = load_rules("guide", settings)
        for winner, discarder in product(WINDS, (None, *WINDS)):
            if winner is discarder:
                continue
            shares = payments(rules, points(rules.ladder, 7, self_draw=False), winner=winner, discarder=discarder)
            wanted.append({seat.value: number(amount) for seat, amount in shares.items()})
            win = {"points": 48, "base": 0.5, "winner": winner, "from": discarder, "scheme": scheme}
            cases.append({**win, "selfDraw": float(drawn), "dealerTimes": times})
    answers = asked(
        "return cases.map((one) => calculator.payments({ ...one, scheme: calculator.SCHEMES[one.scheme] }));", cases
    )
    assert answers == wanted
    assert all(sum(answer.values()) == 0 for answer in answers)


def test_the_schemes_are_those_of_the_engine() -> None:
    units = {"1": 1, "0": 0, "2": 2, "1/2": 0.5, "1/4": 0.25}
    assert asked("return calculator.SCHEMES;", None) == {
        name: [units[own], units[other]] for name, (own, other) in DISCARD_SCHEMES.items()
    }


def test_the_sum_of_what_is_ticked_with_cap_and_limit_hands() -> None:
    values = {"half_flush": 3, "dragon_pung": 1, "all_honours": 10, "thirteen_orphans": "limit", "full_flush": 7}
    script = """
      const [values, cap, ticked] = cases;
      const limits = ["all_honours", "thirteen_orphans"];
      const found = calculator.tally(ticked, { faan: (id) => values[id], limits, cap });
      return [found.faan, found.paid, found.limit, found.ignored.map(({ id }) => id)];
    """
    assert asked(script, [values, 13, {"half_flush": 1, "dragon_pung": 2}]) == [5, 5, False, []]
    assert asked(script, [values, 8, {"full_flush": 1, "half_flush": 1}]) == [10, 8, False, []]
    assert asked(script, [values, None, {"full_flush": 2}]) == [14, 14, False, []]
    assert asked(script, [values, 13, {"all_honours": 1, "dragon_pung": 3}]) == [10, 10, True, ["dragon_pung"]]
    both = {"all_honours": 1, "thirteen_orphans": 1}
    assert asked(script, [values, 13, both]) == [13, 13, True, ["all_honours"]]
    assert asked(script, [values, 10, {"half_flush": 0}]) == [0, 0, False, []]


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_set_that_ships_can_be_ticked(name: str) -> None:
    settings = {setting.switch.key: setting.value for setting in settings_of(load_rules(name))}
    assert settings["payment.discard"] in {*DISCARD_SCHEMES, "custom"}
    assert settings["cap"] == "none" or isinstance(settings["cap"], int)
