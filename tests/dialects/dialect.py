"""A dialect: what is particular to one source of cases. The TOML files beside this module hold one each."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True)
class Dialect:
    """How a source scores, and how its rows are to be understood.

    Attributes:
        source: the name in the rows.
        rules: switches, on top of rule set ``guide``.
        presets: further switches where a row names this preset; a row that names another cannot be asked.
        payments: further switches where a row's payment names this system; one that names no other cannot be asked.
        claims: what becomes of a circumstance that the hand contradicts: ``checked`` (the row cannot be asked),
            ``dropped`` (the source ignores it, for the problems in ``drops``) or ``taken`` (the source believes it).
        noted: further switches where a row's notes contain this phrase.
        options: further switches by what a row's rules say; a row that says something else cannot be asked.
        flagged: patterns that count only where the row's conditions name this flag.
        two_suits: why a sum of a hand of two suits cannot be asked, if so.
        lifts: the least that the source gives to any complete hand: a hand that is worth less cannot be asked.
    """

    source: str
    rules: dict[str, Any] = field(default_factory=dict)
    presets: dict[str, dict[str, Any]] = field(default_factory=dict)
    payments: dict[str, dict[str, Any]] = field(default_factory=dict)
    claims: str = "checked"
    drops: tuple[str, ...] = ()
    noted: dict[str, dict[str, Any]] = field(default_factory=dict)
    options: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    flagged: dict[str, list[str]] = field(default_factory=dict)
    two_suits: str = ""
    lifts: int = 0


def flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Dotted keys, as a rule set's settings."""
    found: dict[str, Any] = {}
    for name, value in table.items():
        found |= flat(value, f"{prefix}{name}.") if isinstance(value, dict) else {prefix + name: value}
    return found


@cache
def dialects() -> Mapping[str, Dialect]:
    """Every dialect by its source."""
    found = {}
    for path in sorted(Path(__file__).parent.glob("*.toml")):
        table = tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Fraction)
        dialect = Dialect(
            source=table["source"],
            rules=flat(table.get("rules", {})),
            presets={name: flat(switches) for name, switches in table.get("presets", {}).items()},
            payments={name: flat(switches) for name, switches in table.get("payments", {}).items()},
            claims=table.get("claims", "checked"),
            drops=tuple(table.get("drops", ())),
            noted={name: flat(switches) for name, switches in table.get("noted", {}).items()},
            options={
                name: {value: flat(switches) for value, switches in values.items()}
                for name, values in table.get("options", {}).items()
            },
            flagged=table.get("flagged", {}),
            two_suits=table.get("two_suits", ""),
            lifts=table.get("lifts", 0),
        )
        found[dialect.source] = dialect
    return found
