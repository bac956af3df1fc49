"""Two tiles that stand beside each other on a rack, as the concealed pair does beside four melds that lie.

A row that is but one of those melds does not show how standing tiles are seen. That two of them are seen alike does.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.clusters import GAP

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.rows import Tiles

ALIKE: Final = 0.25
"""The sides of two such tiles differ by less than this part of a tile's width plus height, all coordinates added up."""

ALONG: Final = 2.6
ASIDE: Final = 0.3
"""So many widths along and heights aside their middles lie apart at most."""

LEAST_AREA: Final = 1e-3
"""Sides that span less than this part of their squares are those of no face."""


def standing_pairs(tiles: Tiles, some: Sequence[int]) -> list[list[int]]:
    """Pair tiles that are seen alike and stand side by side, the nearest first, each once.

    Args:
        tiles: all of them.
        some: indexes of those that may stand.

    """
    near = [(off, one, two) for one, two in combinations(some, 2) if (off := _distance(tiles, one, two)) is not None]
    pairs: list[list[int]] = []
    used: set[int] = set()
    for _, one, two in sorted(near):
        if used.isdisjoint({one, two}):
            pairs.append([one, two])
            used |= {one, two}
    return pairs


def stand_apart(tiles: Tiles, pair: Sequence[int]) -> bool:
    """Tell whether there is a gap between the two tiles of such a pair: one of them has won."""
    off = _distance(tiles, *pair)
    return off is not None and off > 1 + GAP


def _distance(tiles: Tiles, one: int, two: int) -> float | None:
    """Tell how many widths two tiles stand apart; None where they do not stand side by side, or are seen otherwise."""
    first, second = _upright(tiles.sides[one]), _upright(tiles.sides[two])
    if np.abs(first - second).sum() > ALIKE * (tiles.sizes[one] + tiles.sizes[two]) / 2:
        return None
    (width_x, width_y), (height_x, height_y) = ((first + second) / 2).tolist()
    x, y = (tiles.centres[two] - tiles.centres[one]).tolist()
    area = width_x * height_y - width_y * height_x
    if abs(area) < LEAST_AREA * (width_x**2 + height_y**2):
        return None
    along, aside = abs(x * height_y - y * height_x) / abs(area), abs(y * width_x - x * width_y) / abs(area)
    return along if along < ALONG and aside < ASIDE else None


def _upright(sides: NDArray[np.float64]) -> NDArray[np.float64]:
    """Order a face's two sides ``(2, 2)``: the one across the picture, to the right, then the one down it."""
    across, down = sides[np.abs(sides[:, 0]).argsort()[::-1]]
    return np.stack([across * np.sign(across[0] or 1), down * np.sign(down[1] or 1)])
