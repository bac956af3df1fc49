"""Patterns of dragons and winds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.facts import Form
from scoring.patterns.pattern import Group, pattern

if TYPE_CHECKING:
    from scoring.facts import Facts
    from scoring.switches import Variants


@pattern(zh="三元牌", en="Dragon pung", jyutping="saam1 jyun4 paai2", group=Group.HONOURS, source="guide, Honours")
def dragon_pung(facts: Facts, _: Variants) -> int:
    """A pung or kong of a dragon (番牌), each."""
    return facts.dragon_pungs


@pattern(zh="門風", en="Seat wind", jyutping="mun4 fung1", group=Group.HONOURS, source="guide, Honours")
def seat_wind(facts: Facts, _: Variants) -> int:
    """A pung or kong of the winner's own seat wind (番牌)."""
    return facts.seat_wind


@pattern(zh="圈風", en="Round wind", jyutping="hyun1 fung1", group=Group.HONOURS, source="guide, Honours")
def round_wind(facts: Facts, _: Variants) -> int:
    """A pung or kong of the prevailing wind (番牌). A wind that is seat and round counts as both (雙番東)."""
    return facts.round_wind


@pattern(
    zh="小三元",
    en="Small three dragons",
    jyutping="siu2 saam1 jyun4",
    group=Group.SHAPE,
    source="guide, Hand patterns",
)
def small_three_dragons(facts: Facts, _: Variants) -> int:
    """Pungs or kongs of two dragons and eyes of the third."""
    return facts.dragon_pungs == 2 and facts.dragon_eyes


@pattern(
    zh="大三元",
    en="Great three dragons",
    jyutping="daai6 saam1 jyun4",
    group=Group.SHAPE,
    source="guide, Hand patterns",
)
def great_three_dragons(facts: Facts, _: Variants) -> int:
    """Pungs or kongs of all three dragons."""
    return facts.dragon_pungs == 3


@pattern(
    zh="小四喜", en="Small four winds", jyutping="siu2 sei3 hei2", group=Group.SHAPE, source="guide, Hand patterns"
)
def small_four_winds(facts: Facts, _: Variants) -> int:
    """Pungs or kongs of three winds and eyes of the fourth."""
    return facts.wind_pungs == 3 and facts.wind_eyes


@pattern(
    zh="大四喜",
    en="Great four winds",
    jyutping="daai6 sei3 hei2",
    group=Group.SPECIAL,
    source="guide, Patterns & limit hands",
)
def great_four_winds(facts: Facts, _: Variants) -> int:
    """Pungs or kongs of all four winds."""
    return facts.wind_pungs == 4


@pattern(
    zh="字一色", en="All honours", jyutping="zi6 jat1 sik1", group=Group.SPECIAL, source="guide, Patterns & limit hands"
)
def all_honours(facts: Facts, _: Variants) -> int:
    """Winds and dragons only."""
    return facts.suits == 0 and facts.form is not Form.FLOWERS
