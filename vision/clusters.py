"""Tiles that touch along their long sides, and so belong together: a row's pieces between gaps, melds beside it.

A tile's box shows, once the direction of the hand's row is known, how far it reaches along the row and aside of it. One
that lies like the row's tiles is touched left and right, one that is turned by a quarter above and below: that tells
two melds beside each other from each other, whichever way they lie.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from vision.rows import fit_line, steps_along

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.rows import Frame, Tiles

GAP: Final = 0.35
"""Free space that sets a tile or a group apart, in widths of a tile."""

ASIDE: Final = 0.36
"""How far two touching tiles may be shifted against each other along the side that they share, as a part of it."""

SAME_WIDTH: Final = (0.72, 1.38)
"""How much narrower or wider than its neighbour a touching tile may be."""

STEEP: Final = 0.4
"""Least cos 2θ at which boxes of a row tilted by θ show their two extents: 33° from upright."""

PLAIN: Final = 0.66
"""Above this, 24° from upright, they show whether one tile of a row lies across."""

EXACT: Final = 0.85
"""Above this, 16° from upright, they show them well enough to tell gaps by."""

RATIO: Final = 1.34
"""Height to width of a tile: turned, it reaches so much further along, and its proportions change by the square."""

WIDTH_NOISE: Final = 0.08
SHAPE_NOISE: Final = 0.12
"""How much the logarithms of the width and of the proportions of tiles differ that lie alike: boxes, perspective."""

PERSPECTIVE: Final = 0.015
"""So much less certain is what width to expect, for each width beyond the row's ends and half a height aside of it."""

MOST_ASLANT: Final = 6.0
"""Proportions tell at most so much against a tile, for it may lie where the row stands."""

ON_EDGE: Final = 0.2
"""How often a row stands on its edge while other tiles of the hand lie: then proportions tell nothing."""


def _is_turned(wide: NDArray[np.float64], shape: NDArray[np.float64], noise: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Tell, by the logarithms of width and proportions against the row's, whether turned is likelier than not."""
    further = np.log(RATIO)
    by_width = (wide**2 - (wide - further) ** 2) / (2 * noise**2)
    anyhow = ON_EDGE * 0.6  # as likely from ln 0.5 to ln 2.5
    peak = (1 - ON_EDGE) / (SHAPE_NOISE * np.sqrt(2 * np.pi))
    straight = peak * np.exp(-(shape**2) / (2 * SHAPE_NOISE**2)) + anyhow
    turned = peak * np.exp(-((shape + 2 * further) ** 2) / (2 * SHAPE_NOISE**2)) + anyhow
    return np.asarray(by_width + np.log(turned / straight) > 0)


def _aslant(wide: NDArray[np.float64], shape: NDArray[np.float64], noise: NDArray[np.float64]) -> NDArray[np.float64]:
    """Tell how far a tile's width and proportions are from both ways to lie; proportions count to a limit.

    The sum of squares is halved for a logarithm, and counts less than half of that: boxes err together.
    """
    further = np.log(RATIO)
    straight = (wide / noise) ** 2 + np.minimum((shape / SHAPE_NOISE) ** 2, MOST_ASLANT)
    turned = ((wide - further) / noise) ** 2 + np.minimum(((shape + 2 * further) / SHAPE_NOISE) ** 2, MOST_ASLANT)
    return np.asarray(np.minimum(np.minimum(straight, turned), 2 * MOST_ASLANT) / 5)


@dataclass(frozen=True, slots=True, eq=False)
class Extents:
    """How far each of ``n`` tiles reaches, seen from the hand's row.

    Args:
        along: ``(n,)`` pixels along the row.
        aside: ``(n,)`` pixels at a right angle to it.
        turned: ``(n,)`` whether a tile lies turned by a quarter against the row; for one of the row, see `lies_across`.
        aslant: ``(n,)`` how unlikely its box is for one that lies like the row's tiles or turned by a quarter, in
            natural logarithms; tiles of a heap lie otherwise.
        shown: whether boxes at this tilt show it at all; if not, none counts as turned.
        plain: whether they show it so well that one tile can be told from its neighbours.

    """

    along: NDArray[np.float64]
    aside: NDArray[np.float64]
    turned: NDArray[np.bool_]
    aslant: NDArray[np.float64]
    shown: bool
    plain: bool = False

    @classmethod
    def of(cls, tiles: Tiles, frame: Frame, row: list[int], places: NDArray[np.float64]) -> Extents:
        """Take boxes apart: one around a tile of extents a, b at a tilt θ is a cos θ + b sin θ wide.

        Args:
            tiles: all of them.
            frame: that of the hand's row.
            row: the tiles of that row.
            places: of all tiles ``(n, 2)``, by that frame.

        """
        cos, sin = np.abs(frame.along)
        if abs(cos * cos - sin * sin) < STEEP:
            part = frame.step / (frame.step + frame.height)
            total = tiles.sizes / (cos + sin)
            return cls(part * total, (1 - part) * total, np.zeros(len(total), bool), np.zeros(len(total)), shown=False)
        width, height = tiles.spans.T
        along = (width * cos - height * sin) / (cos * cos - sin * sin)
        aside = (height * cos - width * sin) / (cos * cos - sin * sin)
        least = 0.15 * tiles.sizes
        along, aside = np.maximum(along, least), np.maximum(aside, least)
        forward = (tiles.centres - frame.origin) @ frame.along
        wide = along / (float(np.median(along[row] / frame.scale(forward[row]))) * frame.scale(forward))
        shape = (aside / along) / float(np.median(aside[row] / along[row]))
        outside = np.maximum(np.abs(places[:, 0]) - np.abs(places[row, 0]).max(), 0)
        noise = WIDTH_NOISE + PERSPECTIVE * (outside + 2 * np.abs(places[:, 1]))
        turned = _is_turned(np.log(wide), np.log(shape), noise)
        aslant = _aslant(np.log(wide), np.log(shape), noise)
        turned[row] = (wide[row] > 1.07) & (shape[row] < 1 / RATIO)
        if cos * cos - sin * sin < EXACT:
            # The more a row is tilted, the more does an inexact box blur its two extents; their sum stays.
            part = float(np.median(along[row] / (along[row] + aside[row])))
            total = tiles.sizes / (cos + sin)
            lying = part * RATIO / (part * RATIO + (1 - part) / RATIO)
            usual = np.abs(np.log(shape) + np.where(turned, 2 * np.log(RATIO), 0.0)) < 2.5 * SHAPE_NOISE
            along = np.where(usual, np.where(turned, lying, part) * total, along)
            aside = np.where(usual, total - along, aside)
        return cls(along, aside, turned, aslant, shown=True, plain=cos * cos - sin * sin > PLAIN)

    def lies_across(self, index: int, group: list[int]) -> bool:
        """Tell whether one tile of a group lies turned by a quarter against the others."""
        if not self.plain:
            return False
        at = group.index(index)
        others = [*group[max(at - 3, 0) : at], *group[at + 1 : at + 4]]  # further away perspective changes boxes
        along, aside = self.along[others].tolist(), self.aside[others].tolist()
        if float(self.along[index]) / median(along) <= 1.07:
            return False
        shape = median([down / across for across, down in zip(along, aside, strict=True)])
        return bool(float(self.aside[index] / self.along[index]) < shape / RATIO)


def touching(tiles: Tiles, frame: Frame, extents: Extents, step: float) -> NDArray[np.bool_]:
    """Tell which tiles touch along their long sides ``(n, n)``.

    Args:
        tiles: all of them.
        frame: that of the hand's row.
        extents: theirs, by that frame.
        step: of touching tiles of the row, as a part of a box's width plus height.

    """
    offsets = tiles.centres[None] - tiles.centres[:, None]
    along, aside = np.abs(offsets @ frame.along), np.abs(offsets @ frame.across)
    wide = (extents.along[None] + extents.along[:, None]) / 2
    high = (extents.aside[None] + extents.aside[:, None]) / 2
    ratio = extents.along[None] / extents.along[:, None]
    alike = (ratio >= SAME_WIDTH[0]) & (ratio <= SAME_WIDTH[1])
    upright = ~extents.turned
    # Between tiles that lie alike the free space counts in their widths; a turned one's width is its extent aside.
    level = (along < (1 + GAP) * wide) & (along > 0.55 * wide) & (aside < ASIDE * high)
    # The same by the distance alone, which perspective at the picture's edges changes less than it does boxes.
    size = (tiles.sizes[None] + tiles.sizes[:, None]) / 2
    distance = np.hypot(offsets[..., 0], offsets[..., 1]) / size
    evenly = (distance < (1 + GAP) * step) & (distance > 0.6 * step) & (aside < ASIDE * high) & (aside < 0.5 * along)
    stacked = (aside < (1 + GAP) * high) & (aside > 0.55 * high) & (along < ASIDE * wide) & alike
    mixed = (along < (1 + GAP / 1.17) * wide) & (along > 0.55 * wide) & (aside < 0.45 * high)
    both_turned = ~upright[None] & ~upright[:, None]
    both_upright = upright[None] & upright[:, None]
    joined = (both_upright & level & alike) | (both_turned & stacked) | (~both_upright & ~both_turned & mixed)
    joined |= evenly & alike & ~both_turned
    if not extents.shown:
        # Tiles above each other by a width are turned; upright ones need their height: a third more.
        joined |= (along < 0.3 * wide) & (aside > 0.6 * high) & (aside < 0.87 * high) & alike
    np.fill_diagonal(joined, val=False)
    return np.asarray(joined)


def components(joined: NDArray[np.bool_]) -> list[list[int]]:
    """Part tiles into sets that are joined directly or through others, each sorted, in order of their first."""
    left = set(range(len(joined)))
    neighbours = [np.flatnonzero(line).tolist() for line in joined]
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


def cut_row(tiles: Tiles, frame: Frame, extents: Extents, row: list[int], step: float) -> list[list[int]]:
    """Cut a row where its gaps are.

    Args:
        tiles: all of them.
        frame: that of the row.
        extents: theirs, by that frame.
        row: its tiles, in order.
        step: of its touching tiles, as a part of a box's width plus height.

    """
    # A tile lying across reaches further.
    extra = 0.5 * (frame.height - frame.step) / float(tiles.sizes[row].mean())
    across = [extra * extents.lies_across(index, row) for index in row] if len(row) > 1 else [0.0]
    pieces = [[row[0]]]
    steps, close = steps_along(tiles, row).tolist(), _touching_along(tiles, row, step).tolist()
    for place, (_, two) in enumerate(pairwise(row)):
        if steps[place] - close[place] - across[place] - across[place + 1] > GAP * close[place]:
            pieces.append([])
        pieces[-1].append(two)
    return pieces


def _touching_along(tiles: Tiles, row: list[int], step: float) -> NDArray[np.float64]:
    """Tell the touching step between each two tiles of a row, as a part of their size: it changes in perspective.

    A straight line through the steps that are not gaps; one value for all in a short row.
    """
    flat = np.full(len(row) - 1, step)
    if len(row) < 9:
        return flat
    steps = steps_along(tiles, row)
    line = flat
    for _ in range(2):
        close = np.flatnonzero(np.abs(steps / line - 1) < 0.25)
        if len(close) < 6:
            return flat
        slope, height = fit_line(close.astype(np.float64), steps[close])
        line = slope * np.arange(len(steps)) + height
    return np.asarray(line.clip(0.75 * step, 1.33 * step))
