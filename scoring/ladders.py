"""How faan become points. Exact: integers and fractions, no floats."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.switches import Ladder


def full_spicy(faan: int) -> Fraction:
    """辣辣上: every faan doubles. Guide, table (a); chart, the whole table.

    >>> [int(full_spicy(faan)) for faan in (0, 3, 13)]
    [1, 8, 8192]

    """
    return Fraction(1 << faan)


def half_spicy(faan: int) -> Fraction:
    """半辣: from 4 faan on every two faan double, odd steps ×1.5. Guide, table (b); also TileBuddy and the card.

    >>> [int(half_spicy(faan)) for faan in (0, 3, 4, 5, 6, 13)]
    [1, 8, 16, 24, 32, 384]

    """
    if faan <= 4:
        return full_spicy(faan)
    pairs, odd = divmod(faan - 4, 2)
    return Fraction((24 if odd else 16) << pairs)


def points(ladder: Ladder, faan: int, *, self_draw: bool) -> Fraction:
    """Give the ladder's value at a number of faan, which the cap has already been applied to.

    >>> from scoring.rules import load_rules
    >>> points(load_rules("hkma").ladder, 10, self_draw=False)
    Fraction(512, 1)

    """
    match ladder.name:
        case "full_spicy":
            return full_spicy(faan)
        case "half_spicy":
            return half_spicy(faan)
        case "hundred_base":
            return 4 * half_spicy(faan)
        case "points":
            return ladder.points[min(faan, len(ladder.points) - 1)]
    buckets = ladder.self_draw_buckets if self_draw and ladder.self_draw_buckets else ladder.buckets
    reached = [value for least, value in buckets if least <= faan]
    return reached[-1] if reached else Fraction(0)
