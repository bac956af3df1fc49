"""Tiles that touch along their long sides, and so belong together: a row's pieces between gaps, melds beside it.

A tile that lies like the row's tiles is touched left and right, one that is turned by a quarter above and below: that
tells two melds beside each other from each other, whichever way they lie.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from vision.planes import RATIO

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.extents import Extents

GAP: Final = 0.33
"""Free space that sets a tile or a group apart, in widths of a tile."""

OVERLAP: Final = 0.45
"""Tiles that overlap by more than this part of a width are one tile found twice, or lie on each other."""

ASIDE: Final = 0.36
"""How far two touching tiles may be shifted against each other along the side that they share, as a part of it."""

SAME_SIZE: Final = (0.75, 1.33)
"""How much smaller or larger than its neighbour a touching tile may be."""


def touching(extents: Extents) -> NDArray[np.bool_]:
    """Tell which tiles touch along their long sides ``(n, n)``."""
    along, aside = np.abs(np.moveaxis(extents.offsets, 2, 0))
    free_along, free_aside = np.moveaxis(extents.free(), 2, 0)
    ratio = extents.sizes[None] / extents.sizes[:, None]
    alike = (ratio >= SAME_SIZE[0]) & (ratio <= SAME_SIZE[1])
    turned = extents.turned
    high = (extents.high[None] + extents.high[:, None]) / 2
    level = (free_along < GAP) & (free_along > -OVERLAP) & (aside < ASIDE * high)
    stacked = (free_aside < GAP) & (free_aside > -OVERLAP) & (along < ASIDE * RATIO)
    joined = np.where(turned[None] & turned[:, None], stacked, level) & alike
    np.fill_diagonal(joined, val=False)
    return np.asarray(joined)


def components(joined: NDArray[np.bool_]) -> list[list[int]]:
    """Part tiles into sets that are joined directly or through others, each sorted, in order of their first."""
    left = set(range(len(joined)))
    neighbours: list[list[int]] = [[] for _ in range(len(joined))]
    for one, two in zip(*(places.tolist() for places in np.nonzero(joined)), strict=True):
        neighbours[one].append(two)
    found = []
    while left:
        start = min(left)
        left.remove(start)
        part, edge = [start], [start]
        while edge:
            for index in neighbours[edge.pop()]:
                if index in left:
                    left.remove(index)
                    part.append(index)
                    edge.append(index)
        found.append(sorted(part))
    return found


def among(table: NDArray[Any], groups: list[list[int]], how: np.ufunc) -> NDArray[Any]:
    """Bring what is known of every two tiles ``(n, n)`` down to every two of ``m`` groups ``(m, m)``.

    Args:
        table: of tiles.
        groups: of their indexes; none is empty.
        how: `numpy.minimum`, `numpy.add` or the like, over all pairs of tiles.

    """
    order = [index for group in groups for index in group]
    starts = np.cumsum([0, *(len(group) for group in groups[:-1])])
    return np.asarray(how.reduceat(how.reduceat(table[order][:, order], starts, axis=0), starts, axis=1))


def cut_row(extents: Extents, row: list[int]) -> list[list[int]]:
    """Cut a row, given in order, where its gaps are."""
    free = extents.free()[row[:-1], row[1:], 0]
    pieces = [[row[0]]]
    for two, gap in zip(row[1:], free.tolist(), strict=True):
        if gap > GAP:
            pieces.append([])
        pieces[-1].append(two)
    return pieces
