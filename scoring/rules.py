"""Rule sets as data: load one of those that ship or a file of a table's own, change switches, list what they mean.

A rule set is TOML. ``extends = "hkma"`` starts from another; every other key is a switch of `scoring.switches`.
Each value is checked, and a fault names the key, the value and the nearest key that exists.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields
from difflib import get_close_matches
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from os.path import normpath
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn

from scoring import switches
from scoring.errors import RulesError
from scoring.patterns import BY_ID, MEMBERS
from scoring.switches import PER_PATTERN, RuleSet, Switch

if TYPE_CHECKING:
    from collections.abc import Mapping

NAMES: Final = (
    "guide",
    "hkma",
    "cantonese",
    "wikipedia",
    "casual",
    "cosmopolitan",
    "hkos",
    "chart",
    "tilebuddy",
    "card",
)
"""The rule sets that ship."""

_ABOUT: Final = ("title", "source")
_HEAD: Final = frozenset({"extends", *_ABOUT})
_SCHEMA: Final = {switch.key: switch for switch in switches.schema()}
_SECTIONS: Final = {
    "variants": switches.Variants,
    "limit": switches.Limit,
    "flower_win": switches.FlowerWin,
    "ladder": switches.Ladder,
    "payment": switches.Payment,
    "winners": switches.Winners,
    "false_win": switches.FalseWin,
    "liability": switches.Liability,
}


def _spelled_out() -> dict[str, Switch]:
    found = {}
    for key, switch in _SCHEMA.items():
        if key in PER_PATTERN:
            for pattern in BY_ID.values():
                text = f"{pattern.zh} {pattern.en}: {switch.explanation}"
                name = f"{key}.{pattern.id}"
                found[name] = Switch(name, switch.kind, text, switch.choices, switch.low, switch.high)
        else:
            found[key] = switch
    return found


SWITCHES: Final[Mapping[str, Switch]] = MappingProxyType(_spelled_out())
"""Every switch by its full key, patterns spelled out: what ``--set`` takes."""


class Setting(NamedTuple):
    """One switch of a rule set with the value that it has there.

    Attributes:
        switch: key, type, range and explanation.
        value: as TOML and JSON write it: a number, a text, a boolean, or a list.

    """

    switch: Switch
    value: Any


@lru_cache(maxsize=256)
def _shipped(name: str) -> RuleSet:
    return _build(name, _read(name, (name,)))


def load_rules(name: str | Path = "guide", settings: Mapping[str, object] | None = None) -> RuleSet:
    """Load a rule set.

    Args:
        name: one of `NAMES`, or the path of a TOML file (it ends in ``.toml``).
        settings: switches to change, by key; values as TOML has them, or as the text of ``--set KEY=VALUE``.

    Raises:
        RulesError: no such rule set, key or value; names the nearest known one.

    >>> load_rules("hkma").cap, load_rules("guide", {"cap": "8", "faan.full_flush": 6}).faan["full_flush"]
    (10, 6)
    >>> load_rules("guide", {"faan.ful_flush": 6})
    Traceback (most recent call last):
        ...
    scoring.errors.RulesError: “faan.ful_flush” is no switch of a rule set; the nearest one is “faan.full_flush”

    """
    if not settings and str(name) in NAMES:
        return _shipped(str(name))
    values = _read(name, (str(name),))
    for key, value in (settings or {}).items():
        values[key] = _checked(key, value)
    return _build(str(name), values)


def with_settings(rules: RuleSet, settings: Mapping[str, object]) -> RuleSet:
    """Change switches of a rule set that is already loaded.

    Raises:
        RulesError: no such key or value; names the nearest known key.

    >>> with_settings(load_rules("guide"), {"payment.discard": "half"}).payment.discard
    'half'

    """
    values: dict[str, Any] = {"title": rules.title, "source": rules.source}
    values |= {key: _value(rules, key) for key in SWITCHES}
    values |= {key: _checked(key, value) for key, value in settings.items()}
    return _build(rules.name, values)


def parse_setting(text: str) -> tuple[str, str]:
    """Split the ``KEY=VALUE`` of ``--set``.

    Raises:
        RulesError: there is no ``=``.

    >>> parse_setting("payment.self_draw = 0.5")
    ('payment.self_draw', '0.5')

    """
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise RulesError(f"“{text}” is no setting: write KEY=VALUE, such as cap=10")
    return key.strip(), value.strip()


def settings_of(rules: RuleSet) -> tuple[Setting, ...]:
    """List every switch of a rule set with its value, in the order of the schema.

    >>> [(setting.switch.key, setting.value) for setting in settings_of(load_rules("hkma"))][:3]
    [('minimum', 3), ('cap', 10), ('base', 1)]

    """
    return tuple(Setting(switch, _plain(_value(rules, key))) for key, switch in SWITCHES.items())


def _value(rules: RuleSet, key: str) -> Any:
    value: Any = rules
    for name in key.split("."):
        if isinstance(value, MappingProxyType):
            return value.get(name, 0 if key.startswith("faan.") else ())
        value = getattr(value, name)
    return value


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        if value.denominator == 1:
            return int(value)
        return float(value) if Fraction(str(float(value))) == value else str(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return "none" if value is None else value


def _read(name: str | Path, trail: tuple[str, ...]) -> dict[str, Any]:
    path = str(name)
    if path in NAMES:
        return dict(_read_shipped(path, trail))
    if path.endswith(".toml"):
        try:
            text = Path(path).read_text(encoding="utf-8-sig")
        except (OSError, ValueError) as fault:
            raise RulesError(f"the rule set “{path}” cannot be read: {fault}") from None
    else:
        near = get_close_matches(path, NAMES, 1)
        hint = f"; the nearest one is “{near[0]}”" if near else f"; there are {', '.join(NAMES)}"
        raise RulesError(f"“{path}” is no rule set{hint}", code="unknown_rules")
    return _values(path, text, trail)


@lru_cache(maxsize=64)
def _read_shipped(name: str, trail: tuple[str, ...]) -> Mapping[str, Any]:
    text = files("scoring").joinpath("rulesets", f"{name}.toml").read_text(encoding="utf-8")
    return MappingProxyType(_values(name, text, trail))


def _values(path: str, text: str, trail: tuple[str, ...]) -> dict[str, Any]:
    try:
        # Decimals stay text, so that they are read exactly, and checked as those of ``--set`` are.
        table = tomllib.loads(text, parse_float=str)
        own = _flat({name: value for name, value in table.items() if name not in _HEAD}, "")
    except (ValueError, RecursionError) as fault:
        raise RulesError(f"the rule set “{path}” is no TOML: {fault}") from None
    values: dict[str, Any] = {}
    parent = table.get("extends", None if path == "guide" else "guide")
    if parent is not None:
        if not isinstance(parent, str):
            raise RulesError(f"“{parent}” after extends in “{path}” is no name of a rule set")
        if parent.endswith(".toml"):
            parent = normpath(Path(path).parent / parent)
        if parent in trail:
            raise RulesError(f"the rule set “{path}” extends itself by way of “{parent}”")
        values = _read(parent, (*trail, parent))
    for about in _ABOUT:
        if about in table:
            if not isinstance(table[about], str):
                raise RulesError(f"“{_shown(table[about])}” after {about} in “{path}” is no text")
            values[about] = table[about]
    for key, value in own:
        values[key] = _checked(key, value)
    return values


def _flat(table: Mapping[str, object], prefix: str) -> list[tuple[str, object]]:
    found: list[tuple[str, object]] = []
    for name, value in table.items():
        key = prefix + name
        found += _flat(value, f"{key}.") if isinstance(value, dict) else [(key, value)]
    return found


def _build(name: str, values: Mapping[str, Any]) -> RuleSet:
    def section(prefix: str) -> Any:
        place = _SECTIONS[prefix]
        return place(**{item.name: entry(f"{prefix}.{item.name}") for item in fields(place)})

    def entry(key: str) -> Any:
        if key not in PER_PATTERN:
            return values[key]
        found = {pattern: values.get(f"{key}.{pattern}") for pattern in BY_ID}
        return MappingProxyType({pattern: value for pattern, value in found.items() if value})

    built = RuleSet(
        name=name,
        title=values["title"],
        source=values["source"],
        minimum=values["minimum"],
        cap=values["cap"],
        base=values["base"],
        bonus_counts_to_minimum=values["bonus_counts_to_minimum"],
        faan=entry("faan"),
        contains=entry("contains"),
        absorbs=entry("absorbs"),
        **{prefix: section(prefix) for prefix in _SECTIONS},
    )
    ladder = built.ladder
    if (ladder.name == "points" and not ladder.points) or (ladder.name == "buckets" and not ladder.buckets):
        raise RulesError(f"ladder.name = {ladder.name} needs values in ladder.{ladder.name}", code="bad_value")
    return built


def _checked(key: str, value: object) -> Any:
    """Turn a value from TOML or from ``--set`` into that of the switch.

    Raises:
        RulesError: no such key, or no value of its type and range.

    """
    switch = SWITCHES.get(key)
    if switch is None:
        near = [name for name in SWITCHES if name.startswith(f"{key}.")] or get_close_matches(key, SWITCHES, 1, 0.3)
        hint = f"; the nearest one is “{near[0]}”" if near else ""
        raise RulesError(f"“{_shown(key)}” is no switch of a rule set{hint}", code="unknown_switch")
    try:
        return _CHECKS[switch.kind](switch, value)
    except RulesError:
        raise
    except (TypeError, ValueError, KeyError, ZeroDivisionError):
        _refuse(switch, value)


def _refuse(switch: Switch, value: object, hint: str = "") -> NoReturn:
    least = "above 0" if switch.key in _POSITIVE else f"from {switch.low} on"
    wanted = {
        "integer": f"a whole number from {switch.low} to {switch.high}",
        "cap": f"a whole number from {switch.low} to {switch.high}, or “none”",
        "faan": f"a whole number from {switch.low} to {switch.high}, or “limit”",
        "amount": f"a number {least}, such as 1, 2.5 or “4/3”",
        "boolean": "true or false",
        "choice": f"one of {', '.join(switch.choices)}",
        "texts": f"a list of {', '.join(switch.choices)}",
        "patterns": "a list of pattern ids or groups",
        "amounts": "a list of numbers",
        "buckets": "a rising list of [faan, number], or of faan:number",
    }[switch.kind]
    raise RulesError(f"“{_shown(value)}” is no value for {switch.key}: it takes {wanted}{hint}", code="bad_value")


def _shown(value: object) -> str:
    plain = _plain(tuple(value) if isinstance(value, list) else value)
    text = str(plain).lower() if isinstance(plain, bool) else str(plain)
    return text if len(text) <= 60 else f"{text[:60]}…"


def _integer(switch: Switch, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise TypeError
    number = int(value)
    if not switch.low <= number <= switch.high:
        raise ValueError
    return number


def _cap(switch: Switch, value: object) -> int | None:
    return None if value in {"none", None} else _integer(switch, value)


def _faan(switch: Switch, value: object) -> int | str:
    return "limit" if value == "limit" else _integer(switch, value)


def _amount(switch: Switch, value: object) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, int | str | Fraction | float):
        raise TypeError
    amount = value if isinstance(value, Fraction) else _exact(str(value))
    if not switch.low <= amount <= _HIGHEST or (amount == 0 and switch.key in _POSITIVE):
        raise ValueError
    return amount


def _exact(text: str) -> Fraction:
    # What is longer, or has a higher power of ten, is no stake, and could keep a computer busy for hours.
    if not _AMOUNT.fullmatch(text):
        raise ValueError
    return Fraction(text)


_AMOUNT: Final = re.compile(r"\s*[+-]?[0-9_]{0,15}(\.[0-9_]{0,15}|/[0-9_]{1,15})?(e[+-]?[0-9]{1,2})?\s*", re.IGNORECASE)
_HIGHEST: Final = 10**12
_POSITIVE: Final = frozenset({"base", "payment.rounding_unit"})


def _boolean(_: Switch, value: object) -> bool:
    if isinstance(value, bool):
        return value
    return {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}[str(value).lower()]


def _choice(switch: Switch, value: object) -> str:
    if value not in switch.choices:
        near = get_close_matches(str(value), switch.choices, 1)
        _refuse(switch, value, f"; the nearest one is “{near[0]}”" if near else "")
    return str(value)


def _listed(value: object) -> list[Any]:
    if isinstance(value, str):
        if value.startswith("["):
            try:
                return list(tomllib.loads(f"value = {value}", parse_float=str)["value"])
            except (ValueError, RecursionError):
                pass  # no TOML, but perhaps the names without quotes
        return [item.strip() for item in value.removeprefix("[").removesuffix("]").split(",") if item.strip()]
    if not isinstance(value, list | tuple):
        raise TypeError
    return list(value)


def _texts(switch: Switch, value: object) -> tuple[str, ...]:
    return tuple(_choice(switch, item) for item in _listed(value))


def _patterns(switch: Switch, value: object) -> tuple[str, ...]:
    names = tuple(str(item) for item in _listed(value))
    for name in names:
        if name not in MEMBERS:
            near = get_close_matches(name, MEMBERS, 1)
            _refuse(switch, name, f"; the nearest one is “{near[0]}”" if near else "")
    return names


def _amounts(switch: Switch, value: object) -> tuple[Fraction, ...]:
    return tuple(_amount(switch, item) for item in _listed(value))


def _buckets(switch: Switch, value: object) -> tuple[tuple[int, Fraction], ...]:
    found = []
    for item in _listed(value):
        faan, amount = item.split(":") if isinstance(item, str) else item
        found.append((_integer(switch, faan), _amount(switch, amount)))
    if [faan for faan, _ in found] != sorted({faan for faan, _ in found}):
        raise ValueError
    return tuple(found)


_CHECKS: Final = {
    "integer": _integer,
    "cap": _cap,
    "faan": _faan,
    "amount": _amount,
    "boolean": _boolean,
    "choice": _choice,
    "texts": _texts,
    "patterns": _patterns,
    "amounts": _amounts,
    "buckets": _buckets,
}
