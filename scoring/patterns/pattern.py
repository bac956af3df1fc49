"""What a pattern is: names, rule, source, and one function that counts it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from inspect import cleandoc
from typing import TypeAlias

from scoring.facts import Facts
from scoring.switches import Variants

Counts: TypeAlias = Callable[[Facts, Variants], int]
"""How often the pattern is there: 0 not at all, 1, or more for patterns that count each (dragons, own flowers)."""


class Group(StrEnum):
    """Families of patterns, so that a rule set can name them together."""

    SHAPE = "shape"
    """The melds and the suits of the hand."""
    HONOURS = "honours"
    """Pungs of dragons and winds that score on their own."""
    BONUS = "bonus"
    """Flowers and seasons."""
    WINNING = "winning"
    """How the winning tile came."""
    SPECIAL = "special"
    """Rare hands, most of them limit hands."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """One line of the faan table.

    Attributes:
        id: the stable name in JSON, rule sets and tests.
        zh, en, jyutping: what a player calls it.
        group: the family it belongs to.
        rule: what the hand must be, in words.
        source: where the rule stands.
        counts: how often it is there, for given facts and a table's variants.

    """

    id: str
    zh: str
    en: str
    jyutping: str
    group: Group
    rule: str
    source: str
    counts: Counts


def pattern(*, zh: str, en: str, jyutping: str, group: Group, source: str) -> Callable[[Counts], Pattern]:
    """Make a `Pattern` of a function: its name is the id, its docstring the rule.

    >>> @pattern(zh="自摸", en="Self-drawn", jyutping="zi6 mo2", group=Group.WINNING, source="guide")
    ... def self_drawn(facts: Facts, _: Variants) -> int:
    ...     "The winning tile was drawn from the wall."
    ...     return facts.self_draw
    >>> self_drawn.id, self_drawn.rule
    ('self_drawn', 'The winning tile was drawn from the wall.')

    """

    def made(counts: Counts) -> Pattern:
        return Pattern(
            id=counts.__name__,
            zh=zh,
            en=en,
            jyutping=jyutping,
            group=group,
            rule=" ".join(cleandoc(counts.__doc__ or "").split()),
            source=source,
            counts=counts,
        )

    return made
