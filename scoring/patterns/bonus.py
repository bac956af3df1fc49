"""Patterns of flowers and seasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.facts import Bonus
from scoring.patterns.pattern import Group, pattern

if TYPE_CHECKING:
    from scoring.facts import Facts
    from scoring.switches import Variants


@pattern(zh="正花", en="Own flower", jyutping="zing3 faa1", group=Group.BONUS, source="guide, Flowers")
def own_flower(facts: Facts, variants: Variants) -> int:
    """A flower or season of the winner's seat, each; inside a complete set only where the table says so."""
    if not variants.flowers_in_play:
        return 0
    return facts.own_flowers + (facts.own_flowers_in_sets if variants.own_flower_within_set else 0)


@pattern(zh="一臺花", en="Complete flower set", jyutping="jat1 toi4 faa1", group=Group.BONUS, source="guide, Flowers")
def flower_set(facts: Facts, variants: Variants) -> int:
    """All four flowers, or all four seasons, each."""
    return facts.flower_sets if variants.flowers_in_play else 0


@pattern(zh="無花", en="No flowers", jyutping="mou4 faa1", group=Group.BONUS, source="guide, Flowers")
def no_flowers(facts: Facts, variants: Variants) -> int:
    """No flower and no season; where flowers are not in play only if the table says so."""
    return facts.bonus is Bonus.NONE and (variants.flowers_in_play or not variants.no_flowers_needs_flowers_in_play)


@pattern(zh="花糊", en="Seven flowers", jyutping="faa1 wu4", group=Group.BONUS, source="guide, Flowers")
def seven_flowers(facts: Facts, variants: Variants) -> int:
    """Seven of the eight bonus tiles: an instant win, whatever the hand."""
    return facts.bonus is Bonus.SEVEN and variants.flowers_in_play


@pattern(zh="大花糊", en="Eight flowers", jyutping="daai6 faa1 wu4", group=Group.BONUS, source="guide, Flowers")
def eight_flowers(facts: Facts, variants: Variants) -> int:
    """All eight bonus tiles (八仙過海): an instant win, whatever the hand."""
    return facts.bonus is Bonus.EIGHT and variants.flowers_in_play
