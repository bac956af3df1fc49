"""What faces lie side by side: whoever lays a hand out sorts it, while discards lie in any order."""

from __future__ import annotations

import math
from enum import Enum
from functools import cache, lru_cache
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from scoring.tiles import CODES
from vision.melds import FIRST_BONUS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

FIRST_HONOUR: Final = CODES.index("E")
"""The first class that is of no suit."""

SORTED: Final = 0.35
"""Share of the rows of winning hands that lie sorted, see `is_sorted`, counted on the labelled photos to train with."""

ORDERLY: Final = 0.7
"""This part of `Beside` is taken: what lies on both sides of a tile is not independent."""

IN_ORDER: Final = 0.95
"""Share of the chows laid open whose tiles follow each other in rank: all 48 on those photos do, yet they need not."""


class Beside(Enum):
    """What two neighbours of the concealed tiles have in common.

    The values are the logarithms of how much more often that is so than if the tiles of the hand lay in any order,
    counted on the labelled photos to train with.
    """

    ALIKE = 1.3
    NEXT = 0.8
    """Of a suit, and one rank apart."""
    SAME_SUIT = -0.9
    """Of a suit, and two ranks or more apart: a chow's tiles lie in the order of their ranks."""
    HONOURS = -0.3
    OTHERS = -0.6


def orderliness(faces: Iterable[int]) -> float:
    """Weigh how much faces that lie in a row look laid in order: the sum of `Beside` of neighbours.

    Backs and bonus tiles count as if they did not lie there.
    """
    shown = [face for face in faces if face < FIRST_BONUS]
    table = _neighbours()
    return sum(table[one][two] for one, two in pairwise(shown))


def row_order(faces: Iterable[int]) -> float:
    """Tell how likely it is that concealed tiles of these faces lie in a row as they do, as a logarithm.

    Some rows lie sorted, any of their suits first; in the others what lies side by side is as likely as `Beside` says.
    Backs and bonus tiles count as if they did not lie there.
    """
    return _row_order(tuple(face for face in faces if face < FIRST_BONUS))


@lru_cache(maxsize=1 << 12)
def _row_order(shown: tuple[int, ...]) -> float:
    other = math.log(1 - SORTED) + ORDERLY * orderliness(shown) - _orders(len(shown))
    other += sum(_orders(shown.count(face)) for face in set(shown))
    if not is_sorted(shown):
        return other
    honours = len({face for face in shown if face >= FIRST_HONOUR})
    ways = _orders(len({_suit(face) for face in shown})) + _orders(honours)
    return float(np.logaddexp(other, math.log(SORTED / 2) - ways))


def _orders(count: int) -> float:
    """Tell in how many orders so many things can lie, as a logarithm."""
    return math.lgamma(count + 1)


def is_sorted(faces: Sequence[int]) -> bool:
    """Tell whether tiles lie sorted: suits and honours each together, ranks all rising or all falling, equal honours
    together.

    >>> is_sorted([0, 1, 1, 27, 27, 9, 11]), is_sorted([0, 2, 1]), is_sorted([0, 9, 1]), is_sorted([27, 28, 27])
    (True, False, False, False)
    """
    for key in (_suit, _block):
        blocks = [block for block, _ in groupby(faces, key)]
        if len(set(blocks)) < len(blocks):
            return False
    steps = [two - one for one, two in pairwise(faces) if _block(one) == _block(two)]
    return min(steps, default=0) >= 0 or max(steps) <= 0


def _suit(face: int) -> int:
    """Number the suits 0 to 2, and the honours 3."""
    return face // 9


def _block(face: int) -> int:
    """Number the suits, and give each honour a number of its own."""
    return face // 9 if face < FIRST_HONOUR else face


def meld_order(faces: Sequence[int]) -> float:
    """Tell how likely it is that the tiles of a meld laid open lie in this order, as a logarithm."""
    if len(set(faces)) < 3:
        return 0.0
    return math.log(
        IN_ORDER / 2 if faces[0] < faces[1] < faces[2] or faces[0] > faces[1] > faces[2] else (1 - IN_ORDER) / 4
    )


@cache
def _neighbours() -> list[list[float]]:
    """Weigh each two faces as neighbours."""
    return [[beside(one, two).value for two in range(FIRST_BONUS)] for one in range(FIRST_BONUS)]


def beside(one: int, two: int) -> Beside:
    """Tell what two faces that lie side by side, neither of them a bonus tile, have in common."""
    if one == two:
        return Beside.ALIKE
    low, high = sorted((one, two))
    if low >= FIRST_HONOUR:
        return Beside.HONOURS
    if high >= FIRST_HONOUR or low // 9 != high // 9:
        return Beside.OTHERS
    return Beside.NEXT if high - low == 1 else Beside.SAME_SUIT
