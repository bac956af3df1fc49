"""The answers to a hand and to a question about rules, as JSON: the one place that command line and API share."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final

from scoring.circumstances import Circumstances, Event
from scoring.errors import CircumstanceError, RulesError
from scoring.explanation import compare, explain
from scoring.faan import score
from scoring.notation import LIMIT, parse
from scoring.patterns import PATTERNS
from scoring.problems import Severity, circumstance_problems
from scoring.result import number, to_json
from scoring.rules import NAMES, load_rules, settings_of
from service.games.settle import agreed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.hand import Hand
    from scoring.result import Result
    from scoring.switches import RuleSet

DEFAULT_RULES: Final = "guide"

_MONSTROUS: Final = re.compile(r"[0-9]{25}|[0-9.]e[+-]?[0-9]{2}", re.IGNORECASE)
"""Numbers of 25 digits, and those written with an exponent of two digits or more."""


class Status(IntEnum):
    """What a score says about the question, and the exit status of the command line."""

    WIN = 0
    """Answered."""
    NO_WIN = 1
    """Not a win, or below the minimum."""
    IMPOSSIBLE = 2
    """Tiles or circumstances that contradict each other or the game."""


@dataclass(frozen=True, slots=True)
class Win:
    """How a hand was won and by which rules, in the words of the command line and the API.

    Attributes:
        rules: a rule set's name, or the path of a table's own (it ends in ``.toml``).
        settings: switches of the rule set to change, by key.
        seat, round, dealer: winds; a seat or a round that nobody said is None.
        self_draw: whether the winning tile came from the wall.
        discarder: who discarded it, if anybody is known to have.
        events: what was special about the winning tile.
        feeds: for each meld in order, who fed it.
        liable: who the table agreed is liable.
        base: the stake, in place of the rule set's.

    """

    rules: str = DEFAULT_RULES
    settings: Mapping[str, object] = field(default_factory=dict)
    seat: str | None = "E"
    round: str | None = "E"
    dealer: str = "E"
    self_draw: bool = False
    discarder: str | None = None
    events: tuple[str, ...] = ()
    feeds: tuple[str | None, ...] = ()
    liable: str | None = None
    base: str | float | None = None

    def circumstances(self) -> Circumstances:
        """Return the facts of the win.

        Raises:
            CircumstanceError: a seat or an event that does not exist.

        """
        return Circumstances.from_text(
            seat=self.seat,
            round=self.round,
            dealer=self.dealer,
            self_draw=self.self_draw,
            discarder=self.discarder,
            events=self.events,
            feeds=self.feeds,
            liable=self.liable,
        )

    def rule_set(self) -> RuleSet:
        """Return the rules with what is set.

        Raises:
            RulesError: a rule set, a switch or a value that does not exist.

        """
        settings = dict(self.settings)
        if self.base is not None:
            settings["base"] = self.base
        return rules_with(self.rules, settings)


def rules_with(name: str, settings: Mapping[str, object]) -> RuleSet:
    """Return a rule set with switches changed.

    Raises:
        RulesError: a rule set, a switch or a value that does not exist, or a number out of all proportion.

    """
    for key, value in settings.items():
        _refuse_monstrous(key, str(value))
    return load_rules(name, dict(settings))


def _refuse_monstrous(key: str, value: str) -> None:
    """Refuse a number whose exact arithmetic would never end, such as 1e999999999, and texts without end."""
    shown = value if len(value) <= 24 else f"{value[:24]}…"
    if len(value) > LIMIT:
        raise RulesError(f"“{shown}” is too long a value for {key}", code="bad_value")
    if _MONSTROUS.search(value):
        raise RulesError(f"“{shown}” is no value for {key}: it is out of all proportion", code="bad_value")


def score_win(hand: Hand | str, win: Win) -> Result:
    """Score a hand, given as such or in its notation.

    Raises:
        SikwuError: the text is no hand, or the win names what does not exist.

    """
    return score(parse(hand) if isinstance(hand, str) else hand, win.circumstances(), win.rule_set())


def status_of(result: Result) -> Status:
    """Tell whether the hand is a win, none, or cannot be.

    >>> status_of(score_win("123m 456m 789m 234p 5s +5s", Win(self_draw=True)))
    <Status.WIN: 0>
    >>> status_of(score_win("11111m 456m 789m 23p +4p", Win(self_draw=True)))
    <Status.IMPOSSIBLE: 2>

    """
    if result.legal:
        return Status.WIN
    impossible = any(problem.severity is Severity.ILLEGAL for problem in result.problems)
    return Status.IMPOSSIBLE if impossible else Status.NO_WIN


def score_answer(result: Result, reading: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return what ``sikwu score --json`` prints; with a photo, its reading stands under ``read``."""
    answer = to_json(result)
    if reading is not None:
        answer["read"] = dict(reading)
    return answer


def compare_answer(hand: str, win: Win) -> dict[str, Any]:
    """Return the hand's score under every rule set that ships, without any switch changed.

    Raises:
        SikwuError: the text is no hand, or the win names what does not exist.

    """
    parsed = parse(hand)
    return {"answers": [to_json(result) for result in compare(parsed, win.circumstances()).values()]}


def possible_answer(hand: str, win: Win) -> dict[str, Any]:
    """Return for each event what it would contradict, beside the events that are chosen already.

    Raises:
        SikwuError: the text is no hand, or the win names what does not exist.

    >>> possible_answer("123m 456m 789m 234p 5s +5s", Win(discarder="S"))["events"]["last_tile"][0]["code"]
    'last_tile_on_discard'

    """
    parsed, told, rules = parse(hand), win.circumstances(), win.rule_set()

    def faults(events: frozenset[Event]) -> dict[str, str]:
        found = circumstance_problems(parsed, replace(told, events=events), rules)
        return {problem.code.value: problem.message for problem in found if problem.severity is Severity.ILLEGAL}

    answer = {}
    for event in Event:
        without = faults(told.events - {event})
        added = faults(told.events | {event})
        answer[event.value] = [
            {"code": code, "message": message} for code, message in added.items() if code not in without
        ]
    return {"events": answer}


def explain_answer(hand: str, win: Win) -> dict[str, Any]:
    """Return the reasons of a score, in sentences.

    Raises:
        SikwuError: the text is no hand, or the win names what does not exist.

    """
    reasons = explain(score_win(hand, win))
    return {
        "lines": list(reasons.lines),
        "not_counted": list(reasons.not_counted),
        "arithmetic": list(reasons.arithmetic),
        "alternatives": [
            {
                "change": alternative.change,
                "faan": alternative.result.faan,
                "points": number(alternative.result.points),
            }
            for alternative in reasons.alternatives
        ],
    }


def price_answer(faan: int, win: Win) -> dict[str, Any]:
    """Return what faan that a table counted by itself are worth, and who pays whom.

    Raises:
        SikwuError: the win names what does not exist, or contradicts itself.

    """
    told, rules = win.circumstances(), win.rule_set()
    if told.seat is not None and told.seat in {told.discarder, told.liable}:
        raise CircumstanceError(f"“{told.seat}” cannot pay for the own hand")
    if told.self_draw and told.discarder is not None:
        raise CircumstanceError(f"a self-drawn tile was discarded by nobody, not by “{told.discarder}”")
    result = agreed(faan, told, rules)
    shares = result.payments
    return {
        "rules": rules.name,
        "faan": faan,
        "paid_faan": result.paid_faan,
        "points": number(result.points),
        "reaches_minimum": result.value.reaches_minimum,
        "payments": None if shares is None else {seat.value: number(amount) for seat, amount in shares.items()},
    }


def rules_answer() -> dict[str, Any]:
    """Return every rule set in short, and every pattern with its names and its rule."""
    return {
        "default": DEFAULT_RULES,
        "rules": [_in_short(load_rules(name)) for name in NAMES],
        "patterns": [
            {
                "id": pattern.id,
                "zh": pattern.zh,
                "en": pattern.en,
                "jyutping": pattern.jyutping,
                "group": pattern.group.value,
                "rule": pattern.rule,
            }
            for pattern in PATTERNS
        ],
    }


def rule_set_answer(name: str) -> dict[str, Any]:
    """Return one rule set in full: every switch with its value and what it means.

    Raises:
        RulesError: no such rule set.

    """
    rules = load_rules(name)
    return {
        **_in_short(rules),
        "settings": [
            {
                "key": setting.switch.key,
                "value": setting.value,
                "kind": setting.switch.kind,
                "choices": list(setting.switch.choices),
                "low": setting.switch.low,
                "high": setting.switch.high,
                "explanation": setting.switch.explanation,
            }
            for setting in settings_of(rules)
        ],
    }


def _in_short(rules: RuleSet) -> dict[str, Any]:
    return {
        "name": rules.name,
        "title": rules.title,
        "source": rules.source,
        "minimum": rules.minimum,
        "cap": rules.cap,
    }
