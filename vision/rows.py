"""Finds straight rows of tiles at any tilt, from their upright boxes alone.

A box says where a tile is and how large, not how it is turned. What makes a row is that each tile is followed by the
next at an even step: so a row is grown from two neighbours, step by step, and may bend or converge a little on its
way. Nothing here knows what the tiles show.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

STEP_RANGE: Final = (0.28, 0.66)
"""Least and most distance of two touching tiles, across plus down, as a part of a box's width plus height.

A tile is some 0.75 as wide as high, so side by side its step is 0.43 of the sum; a tilt makes both grow alike. A tile
lying across beside one that stands makes 0.5. The rest is perspective and photos that were squeezed. Two steps at once
are too many, or a row would leave out every other tile to get over its gaps.
"""

SIZE_RANGE: Final = (0.75, 1.33)
"""How much smaller or larger (width plus height of the box) the next tile of a row may be."""

STEP_CHANGE: Final = (0.62, 1.7)
"""How much shorter or longer than the last steps the next may be: a tile lying across makes it 1.17 times as long."""

SWERVE: Final = 0.3
"""How far aside of the straight continuation the next tile may lie, as a part of the step."""


@dataclass(frozen=True, slots=True, eq=False)
class Tiles:
    """Boxes as the geometry needs them.

    Args:
        centres: ``(n, 2)`` in pixels.
        spans: ``(n, 2)`` widths and heights in pixels.
        sizes: ``(n,)`` width plus height: the same for a tile that stands and one that lies across, at every tilt.

    """

    centres: NDArray[np.float64]
    spans: NDArray[np.float64]
    sizes: NDArray[np.float64]

    @classmethod
    def of(cls, boxes: NDArray[np.floating]) -> Tiles:
        """Take boxes ``(n, 4)`` xyxy in pixels; one without area is taken for a very small one."""
        boxes = boxes.astype(np.float64).reshape(-1, 4)
        spans = np.maximum(boxes[:, 2:] - boxes[:, :2], 1e-6)
        return cls((boxes[:, :2] + boxes[:, 2:]) / 2, spans, spans.sum(axis=1))


def find_rows(tiles: Tiles, among: NDArray[np.integer] | None = None) -> list[list[int]]:
    """Part tiles into rows of touching tiles.

    Args:
        tiles: all of them.
        among: indexes of those to part; all if omitted.

    Returns:
        Disjoint rows of indexes, each in order along the row, the one with most and largest tiles first. A tile that
        touches none is a row of its own.

    """
    chosen = np.arange(len(tiles.centres)) if among is None else np.asarray(among, np.int64)
    rows: list[list[int]] = []
    free = set(chosen.tolist())
    sizes: list[float] = (tiles.sizes / tiles.sizes[chosen].max(initial=1.0)).tolist()
    places: list[list[float]] = tiles.centres.tolist()
    chains = [(_weight(chain, places, sizes), chain) for chain in _chains(tiles, chosen)]
    while chains:
        best = max(chains)[1]
        rows.append(best)
        free.difference_update(best)
        left = []
        for weight, chain in chains:
            if free.issuperset(chain):
                left.append((weight, chain))
            else:
                left.extend((_weight(piece, places, sizes), piece) for piece in _without(chain, free))
        chains = left
    rows.extend([index] for index in sorted(free))
    return rows


def _weight(chain: list[int], places: list[list[float]], sizes: list[float]) -> tuple[float, float, float]:
    """Weigh a row: many, large tiles first; then a short step (side by side, not stacked); then the lowest."""
    total = sum(sizes[index] for index in chain)
    step = math.dist(places[chain[-1]], places[chain[0]]) / (len(chain) - 1) / (total / len(chain))
    return round(total, 1), -round(step, 1), sum(places[index][1] for index in chain)


def _without(chain: list[int], free: set[int]) -> list[list[int]]:
    """Leave of a chain, when some of its tiles are taken, the runs of two or more in between."""
    runs: list[list[int]] = [[]]
    for index in chain:
        if index in free:
            runs[-1].append(index)
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if len(run) > 1]


def _chains(tiles: Tiles, chosen: NDArray[np.int64]) -> list[list[int]]:
    """Grow every pair of neighbours that no chain contains yet as far as it goes, both ways."""
    centres, sizes = tiles.centres[chosen], tiles.sizes[chosen]
    if len(chosen) < 2:
        return []
    offsets = centres[None] - centres[:, None]
    distance = np.hypot(offsets[..., 0], offsets[..., 1])
    mean = (sizes[None] + sizes[:, None]) / 2
    ratio = sizes[None] / sizes[:, None]
    apart = np.abs(offsets).sum(axis=2) / mean
    near = (apart >= STEP_RANGE[0]) & (apart <= STEP_RANGE[1])
    near &= (ratio >= SIZE_RANGE[0]) & (ratio <= SIZE_RANGE[1])
    neighbours = [np.flatnonzero(line).tolist() for line in near]
    places: list[tuple[float, float]] = [(float(x), float(y)) for x, y in centres]
    first, second = np.nonzero(np.triu(near))
    order = np.argsort(distance[first, second] / mean[first, second], kind="stable")
    used: set[tuple[int, int]] = set()
    chains = []
    for one, two in zip(first[order].tolist(), second[order].tolist(), strict=True):
        if (one, two) in used:
            continue
        forth = _grow([one, two], neighbours, places)
        chain = _grow(forth[::-1], neighbours, places)
        for pair in pairwise(chain):
            used.update((pair, pair[::-1]))
        chains.append([int(chosen[index]) for index in chain])
    return chains


def _grow(chain: list[int], neighbours: list[list[int]], places: list[tuple[float, float]]) -> list[int]:
    """Add, at the end of a chain, the nearest tile that continues it, until none does."""
    chain = list(chain)
    taken = set(chain)
    while True:
        back = chain[max(-4, -len(chain))]
        end = places[chain[-1]]
        direction = (end[0] - places[back][0], end[1] - places[back][1])
        length = math.hypot(*direction) or 1.0
        along_x, along_y = direction[0] / length, direction[1] / length
        step = min(_distance(places, one, two) for one, two in pairwise(chain[-3:]))
        best, fault = -1, math.inf
        for index in neighbours[chain[-1]]:
            if index in taken:
                continue
            x, y = places[index][0] - end[0], places[index][1] - end[1]
            forward, aside = x * along_x + y * along_y, abs(y * along_x - x * along_y)
            fits = STEP_CHANGE[0] * step <= forward <= STEP_CHANGE[1] * step and aside <= SWERVE * step
            if fits and (badness := forward + aside) < fault:
                best, fault = index, badness
        if best < 0:
            return chain
        chain.append(best)
        taken.add(best)


def _distance(places: list[tuple[float, float]], one: int, two: int) -> float:
    return math.hypot(places[one][0] - places[two][0], places[one][1] - places[two][1])


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A row's own axes: how far along it and how far aside of it a point lies, whatever its tilt or bend.

    Args:
        origin: ``(2,)`` pixels, the middle of the row.
        along: ``(2,)`` unit vector in reading direction.
        across: ``(2,)`` unit vector at a right angle, towards the lower edge of a row read from left to right.
        bend: coefficients of the row's middle line aside of the axis, for `numpy.polyval`.
        ends: the row's first and last place along the axis, in pixels.
        step: pixels from tile to touching tile.
        height: pixels of a tile at a right angle to the row.
        growth: how the size of tiles changes, in parts of the size for each pixel along.

    """

    origin: NDArray[np.float64]
    along: NDArray[np.float64]
    across: NDArray[np.float64]
    bend: NDArray[np.float64]
    ends: tuple[float, float]
    step: float
    height: float
    growth: float

    @classmethod
    def fit(cls, tiles: Tiles, row: list[int]) -> Frame:
        """Fit a line, and where there are tiles enough a parabola, through a row of at least one tile."""
        centres, sizes = tiles.centres[row], tiles.sizes[row]
        origin = centres.mean(axis=0)
        if len(row) > 1:
            x, y = (centres - origin).T
            angle = 0.5 * math.atan2(2 * float(x @ y), float(x @ x - y @ y))  # of the longer axis of their spread
            along = np.array([math.cos(angle), math.sin(angle)])
            along = along if (centres[-1] - centres[0]) @ along >= 0 else -along
        else:
            along = np.array([1.0, 0.0])
        across = np.array([-along[1], along[0]])
        places, aside = (centres - origin) @ along, (centres - origin) @ across
        bend = np.polyfit(places, aside, 2) if len(row) >= 8 else np.zeros(3)
        growth = fit_line(places, sizes / sizes.mean())[0] if len(row) >= 4 else 0.0
        size = float(sizes.mean())
        spread = float(np.abs(along).sum())  # how much a box grows by the row's tilt
        step = touching_step(tiles, row) * size if len(row) > 1 else 0.43 * size / spread
        height = max(size / spread - step, 0.8 * step)
        return cls(origin, along, across, bend, (float(places.min()), float(places.max())), step, height, growth)

    def places(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Turn points ``(n, 2)`` in pixels into steps along and heights aside ``(n, 2)``; 0, 0 is the row's middle."""
        forward = (points - self.origin) @ self.along
        aside = (points - self.origin) @ self.across
        inside = forward.clip(*self.ends)
        square, slope, height = self.bend.tolist()
        aside -= (square * inside + slope) * inside + height + (2 * square * inside + slope) * (forward - inside)
        scale = self.scale(forward)
        return np.stack([forward / self.step / scale, aside / self.height / scale], axis=1)

    def scale(self, forward: NDArray[np.float64]) -> NDArray[np.float64]:
        """Tell how large tiles are at a place (pixels along), with its middle as 1; beyond its ends as there."""
        return np.asarray((1 + self.growth * forward.clip(*self.ends)).clip(0.5, 2.0))


def touching_step(tiles: Tiles, row: list[int]) -> float:
    """Tell the step from tile to touching tile in a row of two or more, as a part of a box's width plus height.

    It is measured, not assumed, since tilt, perspective and squeezing change it. A row may have gaps between melds, so
    the lower steps speak for the touching ones: their 40th percentile.
    """
    steps = np.sort(steps_along(tiles, row))
    place = 0.4 * (len(steps) - 1)
    low = int(place)
    return float(steps[low] + (place - low) * (steps[min(low + 1, len(steps) - 1)] - steps[low]))


def steps_along(tiles: Tiles, row: list[int]) -> NDArray[np.float64]:
    """List the steps ``(n - 1,)`` from tile to tile of a row, as parts of their boxes' width plus height."""
    centres, sizes = tiles.centres[row], tiles.sizes[row]
    offsets = centres[1:] - centres[:-1]
    return np.asarray(2 * np.hypot(offsets[:, 0], offsets[:, 1]) / (sizes[1:] + sizes[:-1]))


def fit_line(x: NDArray[np.floating], y: NDArray[np.floating]) -> tuple[float, float]:
    """Fit a line by least squares: slope, and height at x = 0."""
    middle_x, middle_y = float(x.mean()), float(y.mean())
    aside = x - middle_x
    slope = float(aside @ (y - middle_y) / (aside @ aside))
    return slope, middle_y - slope * middle_x
