"""The answers to a hand and to a question about rules, as JSON: the one place that command line and API share."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final

from scoring.circumstances import Circumstances
from scoring.errors import RulesError
from scoring.faan import score
from scoring.notation import LIMIT, parse
from scoring.patterns import PATTERNS
from scoring.problems import Severity
from scoring.result import to_json
from scoring.rules import NAMES, load_rules, settings_of

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
