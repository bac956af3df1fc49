"""Rare hands, most of them limit hands (例牌)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.facts import Form, Gates, SuitDragon
from scoring.patterns.pattern import Group, pattern

if TYPE_CHECKING:
    from scoring.facts import Facts
    from scoring.switches import Variants


@pattern(
    zh="坎坎糊",
    en="Four concealed pungs",
    jyutping="kaan2 kaan2 wu2",
    group=Group.SPECIAL,
    source="guide, Patterns & limit hands",
)
def four_concealed_pungs(facts: Facts, variants: Variants) -> int:
    """Four pungs, nothing claimed: a discard may complete the eyes, not a pung. No kongs unless the table says so."""
    kongs = variants.four_concealed_pungs_kongs or not facts.concealed_kong
    allowed = (
        facts.self_draw
        or variants.four_concealed_pungs_on == "any"
        or (variants.four_concealed_pungs_on == "eyes" and facts.eyes_won)
    )
    return facts.all_pungs and not facts.exposed and kongs and allowed


@pattern(
    zh="清幺九",
    en="Pure terminals",
    jyutping="cing1 jiu1 gau2",
    group=Group.SPECIAL,
    source="guide, Patterns & limit hands",
)
def pure_terminals(facts: Facts, _: Variants) -> int:
    """Pungs, kongs and eyes of ones and nines only."""
    return facts.all_pungs and not facts.simples and not facts.honours


@pattern(
    zh="九子連環",
    en="Nine gates",
    jyutping="gau2 zi2 lin4 waan4",
    group=Group.SPECIAL,
    source="guide, Patterns & limit hands",
)
def nine_gates(facts: Facts, variants: Variants) -> int:
    """Fully concealed 1112345678999 of one suit and one more of it; a discard must come on the true nine-sided wait."""
    any_wait = facts.self_draw or variants.nine_gates_discard == "any"
    return facts.gates is Gates.TRUE_WAIT or (facts.gates is Gates.ANY_WAIT and any_wait)


@pattern(
    zh="十三幺",
    en="Thirteen orphans",
    jyutping="sap6 saam1 jiu1",
    group=Group.SPECIAL,
    source="guide, Patterns & limit hands",
)
def thirteen_orphans(facts: Facts, _: Variants) -> int:
    """A 1 and a 9 of each suit, one of each wind and dragon, and one of them twice."""
    return facts.form is Form.THIRTEEN_ORPHANS


@pattern(
    zh="十八羅漢",
    en="Four kongs",
    jyutping="sap6 baat3 lo4 hon3",
    group=Group.SPECIAL,
    source="guide, Patterns & limit hands",
)
def four_kongs(facts: Facts, _: Variants) -> int:
    """Four kongs and eyes: 18 tiles."""
    return facts.all_kongs


def _suit_dragon(facts: Facts, variants: Variants, which: SuitDragon) -> bool:
    return facts.suit_dragon is which and not (variants.suit_dragons_pungs_only and facts.chows)


@pattern(
    zh="翡翠龍",
    en="Jade dragon",
    jyutping="fei2 ceoi3 lung4",
    group=Group.SPECIAL,
    source="guide, after Patterns & limit hands",
)
def jade_dragon(facts: Facts, variants: Variants) -> int:
    """A pung of green dragons, everything else of the all-green bamboos 2 3 4 6 8."""
    return _suit_dragon(facts, variants, SuitDragon.JADE)


@pattern(
    zh="珍珠龍",
    en="Pearl dragon",
    jyutping="zan1 zyu1 lung4",
    group=Group.SPECIAL,
    source="guide, after Patterns & limit hands",
)
def pearl_dragon(facts: Facts, variants: Variants) -> int:
    """A pung of white dragons, everything else of dots."""
    return _suit_dragon(facts, variants, SuitDragon.PEARL)


@pattern(
    zh="紅寶石龍",
    en="Ruby dragon",
    jyutping="hung4 bou2 sek6 lung4",
    group=Group.SPECIAL,
    source="guide, after Patterns & limit hands",
)
def ruby_dragon(facts: Facts, variants: Variants) -> int:
    """A pung of red dragons, everything else of characters."""
    return _suit_dragon(facts, variants, SuitDragon.RUBY)
