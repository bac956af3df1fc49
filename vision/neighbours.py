"""What faces lie side by side: whoever lays a hand out sorts it, while discards lie in any order."""

from __future__ import annotations

from enum import Enum
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from scoring.tiles import CODES
from vision.melds import FIRST_BONUS

if TYPE_CHECKING:
    from collections.abc import Iterable

FIRST_HONOUR: Final = CODES.index("E")
"""The first class that is of no suit."""


class Beside(Enum):
    """What two neighbours of the concealed tiles have in common.

    The values are the logarithms of how much more often that is so than if the tiles of the hand lay in any order,
    counted on the labelled photos to train with.
    """

    ALIKE = 1.3
    CLOSE = 0.4
    """Of a suit, and two ranks apart at most."""
    SAME_SUIT = -0.9
    HONOURS = -0.3
    OTHERS = -0.6


def orderliness(faces: Iterable[int]) -> float:
    """Weigh how much faces that lie in a row look laid in order: the sum of `Beside` of neighbours.

    Backs and bonus tiles count as if they did not lie there.
    """
    shown = [face for face in faces if face < FIRST_BONUS]
    table = _neighbours()
    return sum(table[one][two] for one, two in pairwise(shown))


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
    return Beside.CLOSE if high - low <= 2 else Beside.SAME_SUIT
