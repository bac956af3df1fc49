"""The rules in one document, written from the tables: ``python -m scoring.handbook > docs/rules.md``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from scoring.patterns import BY_ID, PATTERNS
from scoring.rules import NAMES, SWITCHES, load_rules, settings_of
from scoring.switches import PER_PATTERN, Switch, schema

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


def handbook() -> str:
    """Write the handbook as Markdown.

    >>> handbook().splitlines()[0]
    '# The rules that sikwu knows'

    """
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# The rules that sikwu knows"
    yield ""
    yield "Written by `python -m scoring.handbook` from the tables of `scoring/`: change those, not this file."
    yield ""
    yield "## Patterns"
    yield ""
    rows: list[tuple[str, ...]] = [(f"{p.zh} `{p.id}`", p.en, p.jyutping, p.rule, p.source) for p in PATTERNS]
    yield from _table(("Pattern", "English", "Jyutping", "Rule", "Source"), rows)
    yield ""
    yield "## What each is worth"
    yield ""
    yield "– not played; limit: as much as the cap."
    yield ""
    rule_sets = [load_rules(name) for name in NAMES]
    worth = [(f"{p.zh} `{p.id}`", *(str(rules.faan.get(p.id, "–")) for rules in rule_sets)) for p in PATTERNS]
    yield from _table(("Pattern", *NAMES), worth)
    yield ""
    yield "## Rule sets"
    yield ""
    rows = [(f"`{rules.name}`", rules.title, rules.source) for rules in rule_sets]
    yield from _table(("Name", "Title", "Source"), rows)
    yield ""
    values = {name: {item.switch.key: item.value for item in settings_of(load_rules(name))} for name in NAMES}
    differing = [
        key for key in SWITCHES if not key.startswith("faan.") and len({str(values[name][key]) for name in NAMES}) > 1
    ]
    rows = [(f"`{key}`", *(_value(values[name][key]) for name in NAMES)) for key in differing]
    yield "Where they differ, apart from the values above:"
    yield ""
    yield from _table(("Switch", *NAMES), rows)
    yield ""
    yield "## Switches"
    yield ""
    yield 'Each can be set with `--set KEY=VALUE`, or in a TOML file that begins with `extends = "guide"`.'
    yield ""
    rows = [(f"`{_key(s)}`", _kind(s), _guide(s, values["guide"]), s.explanation) for s in schema()]
    yield from _table(("Switch", "Takes", "Guide", "What it decides"), rows)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def _key(switch: Switch) -> str:
    return f"{switch.key}.PATTERN" if switch.key in PER_PATTERN else switch.key


def _kind(switch: Switch) -> str:
    if switch.choices:
        return ", ".join(f"`{choice}`" for choice in switch.choices)
    return {
        "integer": f"{switch.low}–{switch.high}",
        "cap": f"{switch.low}–{switch.high} or `none`",
        "faan": f"{switch.low}–{switch.high} or `limit`",
        "amount": f"a number from {switch.low}",
        "boolean": "`true`, `false`",
        "patterns": "patterns or groups",
        "amounts": "numbers",
    }.get(switch.kind, "[faan, number] …")


def _guide(switch: Switch, values: dict[str, object]) -> str:
    if switch.key == "faan":
        return "see above"
    if switch.key in PER_PATTERN:
        own = {name: values[f"{switch.key}.{name}"] for name in BY_ID}
        return "; ".join(f"`{name}`: {_value(value)}" for name, value in own.items() if value)
    return _value(values[switch.key])


def _value(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(f"`{item}`" for item in value) or "nothing"
    return f"`{str(value).lower()}`" if isinstance(value, bool) else str(value)


if __name__ == "__main__":  # pragma: no cover  a command of one line
    sys.stdout.write(handbook())
