"""Every pattern of the game, one clearly named function each, and the table of all of them."""

from __future__ import annotations

from typing import Final

from scoring.patterns import bonus, honours, rare, shapes, winning
from scoring.patterns.pattern import Group, Pattern

PATTERNS: Final[tuple[Pattern, ...]] = (
    shapes.all_chows,
    winning.concealed_hand,
    shapes.half_flush,
    shapes.all_pungs,
    shapes.mixed_orphans,
    shapes.full_flush,
    honours.small_three_dragons,
    honours.great_three_dragons,
    honours.small_four_winds,
    honours.dragon_pung,
    honours.seat_wind,
    honours.round_wind,
    bonus.own_flower,
    bonus.flower_set,
    bonus.no_flowers,
    bonus.seven_flowers,
    bonus.eight_flowers,
    winning.self_drawn,
    winning.robbing_kong,
    winning.last_tile,
    winning.last_discard,
    winning.after_kong,
    winning.after_flower,
    winning.kong_on_kong,
    rare.four_concealed_pungs,
    honours.all_honours,
    rare.pure_terminals,
    rare.nine_gates,
    rare.thirteen_orphans,
    honours.great_four_winds,
    rare.four_kongs,
    winning.heavenly_hand,
    winning.earthly_hand,
    winning.human_hand,
    winning.all_melded,
    shapes.seven_pairs,
    rare.jade_dragon,
    rare.pearl_dragon,
    rare.ruby_dragon,
    winning.moon_from_the_sea,
)
"""The explicit table, in the order in which a score lists them."""

BY_ID: Final[dict[str, Pattern]] = {pattern.id: pattern for pattern in PATTERNS}

MEMBERS: Final[dict[str, frozenset[str]]] = {
    **{pattern.id: frozenset({pattern.id}) for pattern in PATTERNS},
    **{group.value: frozenset(pattern.id for pattern in PATTERNS if pattern.group is group) for group in Group},
}
"""What a name in a rule set's list stands for: a pattern itself, or all patterns of a group."""

__all__ = ["BY_ID", "MEMBERS", "PATTERNS", "Group", "Pattern"]
