"""Finds straight rows of tiles at any tilt, from their upright boxes alone.

A box says where a tile is and how large, not how it is turned. What makes a row is that each tile is followed by the
next at an even step: so a row is grown from two neighbours, step by step, and may bend or converge a little on its
way. Nothing here knows what the tiles show.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.boxes import of_boxes

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

NEXT: Final = 0.45
"""How much more or less than its own side the middle of the next tile may be away, as a part of that side."""

SHIFTED: Final = 0.4
"""How far aside it may lie, as a part of the other side."""

ASKEW: Final = 0.4
"""How much the sides of touching tiles may be askew, as a part of them: some 20 degrees, or corners that err."""

FAN: Final = 0.25
"""Sides that lean further than this from where the others of a row make one expect are those of misled corners."""

LIKELY_GROWTH: Final = 0.03
"""How much tiles are likely to grow in perspective from one to the next."""

SIZE_NOISE: Final = 0.02
LEAN_NOISE: Final = 0.04
"""Deviation of the size of boxes of equal tiles, as a part of it, and of how much their sides lean."""


@dataclass(frozen=True, slots=True, eq=False)
class Tiles:
    """Boxes and corners as the geometry needs them.

    Args:
        centres: ``(n, 2)`` in pixels.
        spans: ``(n, 2)`` widths and heights in pixels.
        sizes: ``(n,)`` width plus height: the same for a tile that stands and one that lies across, at every tilt.
        sides: ``(n, 2, 2)`` x and y in pixels of two neighbouring sides of each face.
        seen: ``(n,)`` whether the corners were looked for; if not, the sides are those of the box.

    """

    centres: NDArray[np.float64]
    spans: NDArray[np.float64]
    sizes: NDArray[np.float64]
    sides: NDArray[np.float64]
    seen: NDArray[np.bool_]

    @classmethod
    def of(cls, boxes: NDArray[np.floating], corners: NDArray[np.floating] | None = None) -> Tiles:
        """Take tiles as they were found.

        The boxes are more exact than the corners, which are therefore shifted and stretched into them.

        Args:
            boxes: ``(n, 4)`` xyxy in pixels; one without area is taken for a very small one.
            corners: ``(n, 4, 2)`` pixels of the faces, clockwise, from any of them; those of the boxes if omitted.

        """
        boxes = boxes.astype(np.float64).reshape(-1, 4)
        spans = np.maximum(boxes[:, 2:] - boxes[:, :2], 1e-6)
        square = of_boxes(boxes)
        quads = square if corners is None else np.asarray(corners, np.float64).reshape(-1, 4, 2)
        seen = np.abs(quads - square).max(axis=(1, 2), initial=0.0) > 0.01 * spans.max(axis=1)
        reach = np.maximum(np.ptp(quads, axis=1), 1e-6)
        opposite = np.roll(quads, -1, axis=1) - quads
        sides = (opposite[:, :2] - opposite[:, 2:]) / 2 * (spans / reach)[:, None]
        return cls((boxes[:, :2] + boxes[:, 2:]) / 2, spans, spans.sum(axis=1), sides, seen)

    def __getitem__(self, some: NDArray[np.integer]) -> Tiles:
        """Select tiles by indexes."""
        return Tiles(self.centres[some], self.spans[some], self.sizes[some], self.sides[some], self.seen[some])


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
    near &= _side_by_side(tiles, chosen)
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


def _side_by_side(tiles: Tiles, chosen: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Tell which tiles lie turned alike and next to each other ``(n, n)``; any may where corners were not sought."""
    sides = tiles.sides[chosen]
    det = sides[:, 0, 0] * sides[:, 1, 1] - sides[:, 0, 1] * sides[:, 1, 0]
    det = np.where(np.abs(det) < 1e-9, 1e-9, det)
    inverse = np.stack([sides[:, 1, 1], -sides[:, 1, 0], -sides[:, 0, 1], sides[:, 0, 0]], axis=1).reshape(-1, 2, 2)
    inverse = inverse / det[:, None, None]
    x, y = np.moveaxis(tiles.centres[chosen][None] - tiles.centres[chosen][:, None], 2, 0)
    one, two = (np.abs(inverse[:, place, :1] * x + inverse[:, place, 1:] * y) for place in (0, 1))
    beside = (np.abs(np.maximum(one, two) - 1) < NEXT) & (np.minimum(one, two) < SHIFTED)
    # The sides of the one in those of the other: two of them are long, and the others short.
    turn = np.abs(inverse.reshape(-1, 2) @ sides.reshape(-1, 2).T).reshape(len(chosen), 2, len(chosen), 2)
    straight = np.minimum(
        np.maximum(turn[:, 0, :, 0], turn[:, 1, :, 1]), np.maximum(turn[:, 0, :, 1], turn[:, 1, :, 0])
    )
    alike = beside & (straight < ASKEW)
    seen = tiles.seen[chosen]
    return np.asarray((alike & alike.T) | ~(seen[:, None] & seen))


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
    """The plane that a row's tiles lie in, as the row itself shows it, whatever tilt or perspective.

    A point a pixels along the row's axis and b aside of it lies, in pixels of the row's middle, at a / w and b / w,
    where w = 1 + ``growth`` · (a, b). Tiles that grow along the row show the first number; that their other sides
    spread like a fan shows the second.

    Args:
        origin: ``(2,)`` pixels, the middle of the row.
        along: ``(2,)`` unit vector in reading direction.
        across: ``(2,)`` unit vector at a right angle, towards the lower edge of a row read from left to right.
        bend: coefficients of the row's middle line aside of the axis, for `numpy.polyval`.
        ends: the row's first and last place along the axis, in pixels.
        step: pixels from tile to touching tile.
        height: pixels of a tile along its other side.
        lean: radians by which the other side of the middle tile leans forward against ``across``.
        growth: ``(2,)`` for each pixel along and aside, see above.

    """

    origin: NDArray[np.float64]
    along: NDArray[np.float64]
    across: NDArray[np.float64]
    bend: NDArray[np.float64]
    ends: tuple[float, float]
    step: float
    height: float
    lean: float
    growth: NDArray[np.float64]

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
        spread = float(np.abs(along).sum())  # how much a box grows by the row's tilt
        step = touching_step(centres) if len(row) > 1 else 0.43 * float(sizes.mean()) / spread
        lean, fan = _lean(tiles, row, along, across, places / step)
        ends = (float(places.min()), float(places.max()))
        growth = np.array([0.0, fan / step])
        frame = cls(origin, along, across, bend, ends, step, 0.75 * step, lean, growth)
        for _ in range(2):
            # Widths grow by the square of w along the row, the other sides as w does.
            wide, high = (np.abs(side).sum(axis=1) for side in frame.sides(centres))
            height = max(frame.height * median((sizes - wide) / high), 0.5 * frame.step)
            high *= height / frame.height
            further = np.log(sizes / (wide + high))
            grown = _slope(places / step, further, SIZE_NOISE / LIKELY_GROWTH)
            part = float(wide.sum() / (wide + high).sum())
            growth = frame.growth + np.array([grown / (1 + part) / step, 0.0])
            frame = replace(frame, height=height, growth=growth)
            if len(row) > 1:
                frame = replace(frame, step=touching_step(frame.flat(centres)))
        return frame

    def places(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Turn points ``(n, 2)`` in pixels into steps along and heights aside ``(n, 2)``; 0, 0 is the row's middle."""
        forward, aside, grown = self._seen_flat(points)
        aside = aside / grown / math.cos(self.lean)
        return np.stack([(forward / grown - math.sin(self.lean) * aside) / self.step, aside / self.height], axis=1)

    def sides(self, points: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Give the two sides ``(n, 2)``, along and aside, of tiles that would lie like the row's at these points."""
        forward, aside, grown = self._seen_flat(points)
        # A step by x, y in the row's plane is one of w (x, y) + (a, b) growth · w (x, y) in the picture.
        place = np.stack([forward, aside], axis=1)
        slope = 2 * self.bend[0] * forward.clip(*self.ends) + self.bend[1]
        result = []
        for side in (
            np.array([self.step, 0.0]),
            np.array([math.sin(self.lean), math.cos(self.lean)]) * self.height,
        ):
            moved = grown[:, None] * (side + place * float(self.growth @ side))
            moved[:, 1] += slope * moved[:, 0]
            result.append(moved[:, :1] * self.along + moved[:, 1:] * self.across)
        return result[0], result[1]

    def flat(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Turn points ``(n, 2)`` in pixels into such as if all lay as near as the row's middle ``(n, 2)``."""
        forward, aside, grown = self._seen_flat(points)
        return np.stack([forward / grown, aside / grown], axis=1)

    def _seen_flat(
        self, points: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """Give pixels along and aside of a row without its bend, and how much points are nearer than its middle."""
        offsets = points - self.origin
        forward, aside = offsets @ self.along, offsets @ self.across
        inside = forward.clip(*self.ends)
        square, slope, height = self.bend.tolist()
        aside = aside - (square * inside + slope) * inside - height
        aside = aside - (2 * square * inside + slope) * (forward - inside)
        grown = 1 + self.growth[0] * forward + self.growth[1] * aside
        return forward, aside, grown.clip(0.4, 2.5)


def _lean(
    tiles: Tiles,
    row: list[int],
    along: NDArray[np.float64],
    across: NDArray[np.float64],
    places: NDArray[np.float64],
) -> tuple[float, float]:
    """Tell how the other sides of a row's tiles lean forward in its middle, and how much more at each step along."""
    seen = tiles.seen[row]
    if not seen.any():
        return 0.0, 0.0
    sides = tiles.sides[row][seen]
    forward, aside = sides @ along, sides @ across
    other = np.abs(aside / np.hypot(forward, aside)).argmax(axis=1)
    each = np.arange(len(other))
    leans = forward[each, other] / aside[each, other]
    middle, slope = median(leans), 0.0
    for _ in range(2):
        close = np.abs(leans - middle - slope * places[seen]) < FAN
        if not close.any():
            return 0.0, 0.0
        slope = _slope(places[seen][close], leans[close] - middle, LEAN_NOISE / LIKELY_GROWTH)
        middle = median(leans[close] - slope * places[seen][close])
    return math.atan(middle), slope


def median(values: NDArray[np.float64]) -> float:
    """Give the median of one value or more, as `numpy.median` does, but of few values in a tenth of its time."""
    ordered = np.sort(values)
    return float(ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2


def _slope(x: NDArray[np.float64], y: NDArray[np.float64], doubt: float) -> float:
    """Fit a slope by least squares, drawn towards 0; ``doubt`` is the deviation of y beside that of likely slopes."""
    x, y = x - x.mean(), y - y.mean()
    return float(x @ y / (x @ x + doubt**2))


def touching_step(centres: NDArray[np.float64]) -> float:
    """Tell the step from tile to touching tile in a row of two or more, by their middles ``(n, 2)`` in order.

    It is measured, not assumed, since photos may be squeezed. A row may have gaps between melds, so the lower steps
    speak for the touching ones: their 40th percentile.
    """
    steps = np.sort(np.hypot(*(centres[1:] - centres[:-1]).T))
    place = 0.4 * (len(steps) - 1)
    low = int(place)
    return float(steps[low] + (place - low) * (steps[min(low + 1, len(steps) - 1)] - steps[low]))
