"""Patterns of the melds and of the suits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.facts import Form
from scoring.patterns.pattern import Group, pattern

if TYPE_CHECKING:
    from scoring.facts import Facts
    from scoring.switches import Variants


@pattern(zh="平糊", en="All chows", jyutping="ping4 wu4", group=Group.SHAPE, source="guide, Hand patterns")
def all_chows(facts: Facts, variants: Variants) -> int:
    """All four melds are chows. The eyes may be any pair, honours included, unless the table asks for a suited pair."""
    unwanted = {
        "any": False,
        "not_scoring": facts.dragon_eyes or facts.own_wind_eyes,
        "suited": facts.dragon_eyes or facts.wind_eyes,
    }
    return facts.all_chows and not unwanted[variants.all_chows_eyes]


@pattern(zh="對對糊", en="All pungs", jyutping="deoi3 deoi3 wu4", group=Group.SHAPE, source="guide, Hand patterns")
def all_pungs(facts: Facts, _: Variants) -> int:
    """All four melds are pungs or kongs."""
    return facts.all_pungs


@pattern(zh="混一色", en="Half flush", jyutping="wan6 jat1 sik1", group=Group.SHAPE, source="guide, Hand patterns")
def half_flush(facts: Facts, _: Variants) -> int:
    """One suit and honours, nothing else; pungs of honours score as ever."""
    return facts.suits == 1 and facts.honours


@pattern(zh="清一色", en="Full flush", jyutping="cing1 jat1 sik1", group=Group.SHAPE, source="guide, Hand patterns")
def full_flush(facts: Facts, _: Variants) -> int:
    """One suit only, no honours. It stacks with 平糊, 對對糊 and others."""
    return facts.suits == 1 and not facts.honours


@pattern(zh="花幺九", en="Mixed orphans", jyutping="faa1 jiu1 gau2", group=Group.SHAPE, source="guide, Hand patterns")
def mixed_orphans(facts: Facts, _: Variants) -> int:
    """Pungs and kongs of terminals and honours only, and eyes of them; both kinds are present."""
    return facts.all_pungs and not facts.simples and facts.suits > 0 and facts.honours


@pattern(
    zh="七對子", en="Seven pairs", jyutping="cat1 deoi3 zi2", group=Group.SHAPE, source="a house rule outside the guide"
)
def seven_pairs(facts: Facts, variants: Variants) -> int:
    """Seven pairs, concealed. Four of a face are two pairs where the table says so."""
    return facts.form is Form.SEVEN_PAIRS and (variants.seven_pairs_four_alike or not facts.four_alike)
