"""The public API of `scoring` as its users type it. This file is type-checked and never run."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, assert_type

from scoring import (
    TILES,
    Circumstances,
    Event,
    Explanation,
    Hand,
    Meld,
    MeldKind,
    Result,
    RuleSet,
    Tile,
    Wait,
    Wind,
    advise,
    compare,
    explain,
    format_hand,
    load_rules,
    parse,
    score,
    tile,
    to_json,
)
from scoring.payments import false_win, payments, several_winners
from scoring.problems import Code, Problem, Severity
from scoring.readings import Reading, readings
from scoring.result import Line, Suppressed
from scoring.rules import Setting, parse_setting, settings_of, with_settings

if TYPE_CHECKING:
    from collections.abc import Mapping

assert_type(TILES, tuple[Tile, ...])
assert_type(tile("1m"), Tile)

hand = parse("(CCC) 123m 45s 66s +3s |1f")
assert_type(hand, Hand)
assert_type(hand.winning, Tile | None)
assert_type(hand.melds, tuple[Meld, ...])
assert_type(hand.melds[0].kind, MeldKind | None)
assert_type(format_hand(hand), str)
Hand(concealed=(tile("1m"),), melds=(Meld((tile("C"),) * 3),), winning=None, bonus=())

win = Circumstances.from_text(seat="S", discarder="W", events=["last_discard"], feeds=["N", None])
assert_type(win, Circumstances)
assert_type(win.seat, Wind | None)
assert_type(win.events, frozenset[Event])
Circumstances(seat=Wind.EAST, self_draw=True, events=frozenset({Event.AFTER_KONG}))

rules = load_rules("hkma", {"cap": "8", "payment.discard": "half"})
assert_type(rules, RuleSet)
assert_type(rules.cap, int | None)
assert_type(rules.payment.self_draw, Fraction)
assert_type(settings_of(rules), tuple[Setting, ...])
assert_type(with_settings(rules, {"cap": 10}), RuleSet)
assert_type(parse_setting("cap=8"), tuple[str, str])

result = score(hand, win, rules)
assert_type(result, Result)
assert_type(result.faan, int)
assert_type(result.points, Fraction)
assert_type(result.patterns, tuple[Line, ...])
assert_type(result.suppressed, tuple[Suppressed, ...])
assert_type(result.problems, tuple[Problem, ...])
assert_type(result.problems[0].code, Code)
assert_type(result.problems[0].severity, Severity)
assert_type(result.reading, Reading | None)
assert_type(to_json(result), dict[str, Any])
assert_type(readings(hand), tuple[Reading, ...])
assert_type(explain(result), Explanation)
assert_type(compare(hand, win), dict[str, Result])
assert_type(advise(hand, win, rules, seen=[tile("E")]), tuple[Wait, ...])

if result.payments is not None:
    assert_type(result.payments[Wind.EAST], Fraction)


def shares() -> Mapping[Wind, Fraction]:
    several_winners([result, result])
    false_win(rules, offender=Wind.SOUTH, dealer=Wind.EAST)
    return payments(rules, Fraction(8), winner=Wind.EAST, discarder=Wind.WEST, liable=None)


# What must not type-check stays refused: an unused ignore is an error.
score("123m")  # type: ignore[arg-type]
result.faan = 3  # type: ignore[misc]
hand.winning = None  # type: ignore[misc]
Circumstances.from_text("S")  # type: ignore[call-arg]
