"""Patterns of how the winning tile came."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.circumstances import Event
from scoring.facts import Form, Melded
from scoring.patterns.pattern import Group, pattern

if TYPE_CHECKING:
    from scoring.facts import Facts
    from scoring.switches import Variants


@pattern(
    zh="門前清", en="Concealed hand", jyutping="mun4 cin4 cing1", group=Group.WINNING, source="guide, Hand patterns"
)
def concealed_hand(facts: Facts, variants: Variants) -> int:
    """No exposed meld at the win. Whether a concealed kong breaks it, and on which wins it counts, the table says."""
    if facts.exposed or (facts.concealed_kong and not variants.concealed_kong_keeps_concealed):
        return 0
    return variants.concealed_hand_on in {"any", "self_draw" if facts.self_draw else "discard"}


@pattern(zh="自摸", en="Self-drawn", jyutping="zi6 mo2", group=Group.WINNING, source="guide, How you won")
def self_drawn(facts: Facts, _: Variants) -> int:
    """The winning tile was drawn from the wall."""
    return facts.self_draw


@pattern(zh="搶槓", en="Robbing the kong", jyutping="coeng2 gong3", group=Group.WINNING, source="guide, How you won")
def robbing_kong(facts: Facts, _: Variants) -> int:
    """The winning tile is one that another player was adding to a pung; only 十三幺 may rob a concealed kong."""
    return Event.ROBBING_KONG in facts.events


@pattern(
    zh="海底撈月",
    en="Last tile of the wall",
    jyutping="hoi2 dai2 lau4 jyut6",
    group=Group.WINNING,
    source="guide, How you won",
)
def last_tile(facts: Facts, _: Variants) -> int:
    """Self-drawn on the final tile of the wall."""
    return Event.LAST_TILE in facts.events


@pattern(
    zh="河底撈魚",
    en="Last discard",
    jyutping="ho4 dai2 lau4 jyu4",
    group=Group.WINNING,
    source="card, How the win arrives",
)
def last_discard(facts: Facts, _: Variants) -> int:
    """On the hand's final discard."""
    return Event.LAST_DISCARD in facts.events


@pattern(
    zh="槓上開花",
    en="After a kong",
    jyutping="gong3 soeng5 hoi1 faa1",
    group=Group.WINNING,
    source="guide, How you won",
)
def after_kong(facts: Facts, _: Variants) -> int:
    """On the replacement tile of a kong. The self-draw is a separate faan."""
    return Event.AFTER_KONG in facts.events or Event.KONG_ON_KONG in facts.events


@pattern(
    zh="花上自摸",
    en="After a flower",
    jyutping="faa1 soeng5 zi6 mo2",
    group=Group.WINNING,
    source="guide, How you won",
)
def after_flower(facts: Facts, _: Variants) -> int:
    """On the replacement tile of a flower or season, at tables that award it."""
    return Event.AFTER_FLOWER in facts.events


@pattern(
    zh="槓上槓",
    en="Kong on kong",
    jyutping="gong3 soeng5 gong3",
    group=Group.WINNING,
    source="guide, Patterns & limit hands",
)
def kong_on_kong(facts: Facts, _: Variants) -> int:
    """On the replacement tile of a second kong in one turn; a flower between the kongs voids it."""
    return Event.KONG_ON_KONG in facts.events


@pattern(
    zh="全求人",
    en="All melded",
    jyutping="cyun4 kau4 jan4",
    group=Group.SHAPE,
    source="guide, after Patterns & limit hands",
)
def all_melded(facts: Facts, variants: Variants) -> int:
    """All four melds called, won on a discard that completes the eyes."""
    with_kongs = variants.all_melded_kongs and facts.melded is Melded.WITH_KONGS
    return facts.melded is Melded.CLAIMED or with_kongs


@pattern(
    zh="一筒海底撈月",
    en="Moon from the bottom of the sea",
    jyutping="jat1 tung4 hoi2 dai2 lau4 jyut6",
    group=Group.WINNING,
    source="guide, after Patterns & limit hands",
)
def moon_from_the_sea(facts: Facts, _: Variants) -> int:
    """Self-drawn on the final tile of the wall, which is the 1 of dots."""
    return facts.moon


@pattern(
    zh="天糊", en="Heavenly hand", jyutping="tin1 wu4", group=Group.SPECIAL, source="guide, Patterns & limit hands"
)
def heavenly_hand(facts: Facts, _: Variants) -> int:
    """The dealer's opening hand is complete, after flower replacement."""
    return Event.HEAVENLY in facts.events and facts.form is not Form.FLOWERS


@pattern(zh="地糊", en="Earthly hand", jyutping="dei6 wu4", group=Group.SPECIAL, source="guide, Patterns & limit hands")
def earthly_hand(facts: Facts, _: Variants) -> int:
    """A non-dealer wins on the dealer's first discard, or, by the other definition, draws it in the first go-around."""
    return Event.EARTHLY in facts.events and facts.form is not Form.FLOWERS


@pattern(zh="人糊", en="Human hand", jyutping="jan4 wu4", group=Group.SPECIAL, source="guide, Patterns & limit hands")
def human_hand(facts: Facts, _: Variants) -> int:
    """A non-dealer wins on a discard of the first go-around, or, by the other definition, draws the win in it."""
    return Event.HUMAN in facts.events and facts.form is not Form.FLOWERS
