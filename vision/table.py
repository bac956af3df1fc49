"""The table as it was found: which tiles are the winner's, line by line, told by how they lie.

Lengths along the hand's row are counted in steps of touching tiles, lengths aside of it in tile heights.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.choice import WIN, Candidate, Nearness, choose
from vision.clusters import GAP, Extents, components, touching
from vision.melds import BACK, HAND_TILES, is_backed_kong, is_bonus, melds_in_order
from vision.rows import Frame, Tiles, find_rows, fit_line, steps_along, touching_step

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

REACH_ALONG: Final = 5.0
"""How much free space, in tile widths, there may be between a group and the next one of the hand."""

REACH_ASIDE: Final = 2.2
"""The same aside of the row."""

NEAR: Final = 2.6
"""How far a tile may lie behind the row's last one, middle to middle and in steps, to lengthen the row at once."""

STRAIGHT: Final = 0.35
"""How far aside of the row's line such a tile may lie, in tile heights."""

TRIED_ROWS: Final = 6
"""So many rows are lengthened to see which is the hand's."""

EVEN_ENOUGH: Final = 10.0
"""A row that weighs as much as this many large, straight tiles is the hand's without a look at the others."""

TRIED_HANDS: Final = 3
"""With so many of them a hand is put together, to see which makes the likeliest."""

CHANCE: Final = 0.4
"""Rows that weigh less than this part of the best are none of them."""

VERY_NEAR: Final = 1.9
"""How far, measured so, a tile may lie to be of the hand whatever the hand lacks."""

SAME_SIZE: Final = (0.72, 1.4)
"""How much smaller or larger the hand's other tiles may be than its row makes one expect at their place."""

SAME_WIDTH: Final = (0.5, 2.0)
"""How much less or more they may reach along the row; a turned tile reaches 1.34 times as far."""

OTHER_SIZE: Final = (0.5, 2.2)
"""How much smaller or larger tiles that lie may be than those that stand on their edge, seen from above or aside."""

STRAY: Final = (2.8, 0.95)
"""A winning or bonus tile lies no further along and aside of its neighbour than this, in widths of free space."""

STRAYED: Final = 12.0
"""Each width further counts this much more."""

FAR_ASIDE: Final = 0.6
"""One tile that lies further aside than this may be a discard."""

HARDLY: Final = 0.25
"""Less free space than this is no gap, whatever the boxes' shapes made of it."""

AGAINST: Final = 0.25
"""Tiles with less free space between them than this part of a width lie against each other."""

ONE_TILE: Final = 0.5
"""A box whose middle is nearer than this to that of a tile of the row, in widths, shows the same tile."""


@dataclass(slots=True)
class Table:
    """All tiles found, and what is known of the hand's row.

    Attributes:
        tiles: where they are.
        faces: what they show.
        frame: the axes of the hand's row.
        row: its tiles, in reading order.
        places: all tiles in steps along that row and heights aside of it.
        touching: the row's step from tile to touching tile, as a part of a box's width plus height.
        size: mean width plus height of the row's boxes.
        extents: how far tiles reach along and aside.
        doubtful: tiles of which it is not clear whether they belong to the hand.

    """

    tiles: Tiles
    faces: list[int]
    frame: Frame = field(init=False)
    row: list[int] = field(init=False)
    places: NDArray[np.float64] = field(init=False)
    touching: float = field(init=False, default=0.43)
    size: float = field(init=False)
    extents: Extents = field(init=False)
    doubtful: tuple[int, ...] = field(init=False, default=())

    def is_back(self, index: int) -> bool:
        """Tell whether a tile lies face down."""
        return self.faces[index] == BACK

    def is_bonus(self, index: int) -> bool:
        """Tell whether a tile is a flower or a season."""
        return is_bonus(self.faces[index])

    def plain(self, tiles: Iterable[int]) -> list[int]:
        """Pick what counts towards the fourteen: all but bonus tiles."""
        return [index for index in tiles if not self.is_bonus(index)]

    def segments(self) -> list[list[int]]:
        """Find the hand: its groups of touching tiles, from the far side to the near one, in reading order."""
        best: tuple[float, list[int], list[list[int]], tuple[int, ...]] | None = None
        for main in self._main_rows(find_rows(self.tiles)):
            self._look_along(main)
            self.extents = Extents.of(self.tiles, self.frame, self.row)
            score, groups, doubtful = self._choose()
            if best is None or score > best[0] + 1.0:
                best = score, main, groups, doubtful
            if score > WIN:
                break
        if best is None:
            return []
        _, main, groups, self.doubtful = best
        if self.row is not main:
            self._look_along(main)
            self.extents = Extents.of(self.tiles, self.frame, self.row)
        if self._is_upside_down({index for group in groups for index in group}):
            self._look_along(self.row[::-1])
        return sorted((self._along(group) for group in groups), key=self._order)

    def _look_along(self, row: list[int]) -> None:
        """Take a row, in reading order, as the hand's."""
        self.row = row
        self.frame = Frame.fit(self.tiles, row)
        self.touching = touching_step(self.tiles, row) if len(row) > 3 else self._expected_touching()
        self.places = self.frame.places(self.tiles.centres)
        self.size = float(self.tiles.sizes[row].mean())

    def _extend(self) -> None:
        """Lengthen the hand's row over small gaps while it lacks tiles: a longer row shows its direction better.

        A tile set apart by less than another would take is of the hand even where that makes it one too many: then
        something was misread, and to leave it out would hide that. The same goes for a tile between two of the row.
        """
        low, high = self._ends()
        forward, aside = self.places[:, 0], self.places[:, 1]
        between = np.flatnonzero(self._others() & (np.abs(aside) < STRAIGHT) & (forward > low) & (forward < high))
        if len(between):
            self._look_along(self._along([*self.row, *between.tolist()]))
        while True:
            low, high = self._ends()
            forward, aside = self.places[:, 0], self.places[:, 1]
            behind = np.maximum(forward - high, low - forward)
            on_line = np.flatnonzero(self._others() & (np.abs(aside) < STRAIGHT) & (behind > 0) & (behind <= NEAR))
            if not len(on_line):
                return
            nearest = int(on_line[np.argmin(behind[on_line])])
            longer = [*self.row, nearest]
            fits = len(self.plain(longer)) <= HAND_TILES + self._kongs(longer)
            if not fits and behind[nearest] > VERY_NEAR:
                return
            self._look_along(self._along(longer))

    def _main_rows(self, rows: list[list[int]]) -> list[list[int]]:
        """List the rows that, lengthened over their gaps, show most tiles lying straight and alike, best first."""
        chances = [row for row in rows if 2 * sum(self.is_back(index) for index in row) <= len(row)]
        chances = [row for row in chances if len(row) > 1] or chances[:1]
        found: list[tuple[float, list[int]]] = []
        for row in sorted(chances[: 2 * TRIED_ROWS], key=self._evenness, reverse=True)[:TRIED_ROWS]:
            if any(set(row) <= set(other) for _, other in found):
                continue
            self._look_along(row if self._leans_right(row) else row[::-1])
            self._extend()
            found.append((self._evenness(self.row), self.row))
            if found[-1][0] > EVEN_ENOUGH:
                return [self.row]
        found.sort(key=lambda pair: -pair[0])
        return [row for weight, row in found if weight > CHANCE * found[0][0]][:TRIED_HANDS]

    def _evenness(self, row: list[int]) -> float:
        """Weigh a row by its tiles that are no backs: each counts by its size, straightness and likeness to the others.

        In a heap, tiles that happen to follow each other lie aside of a line, and turned each its own way, which their
        boxes' proportions show.
        """
        spans, sizes = self.tiles.spans[row], self.tiles.sizes[row]
        shape = (spans[:, 0] - spans[:, 1]) / sizes
        alike = np.exp(-(((shape - np.median(shape)) / 0.08) ** 2))
        straight = np.ones(len(row))
        if len(row) > 2:
            straight = np.exp(-((Frame.fit(self.tiles, row).places(self.tiles.centres[row])[:, 1] / 0.2) ** 2))
        shown = [not self.is_back(index) for index in row]
        weights = alike * straight * sizes / self.tiles.sizes.max()
        lowness = self.tiles.centres[row, 1].mean() / self.tiles.centres[:, 1].max()
        return float(weights[shown].sum() * (1 + 0.1 * lowness))

    def _leans_right(self, row: list[int]) -> bool:
        """Tell whether a row runs from left to right, or downwards where it stands upright."""
        x, y = self.tiles.centres[row[-1]] - self.tiles.centres[row[0]]
        return bool(x > 0 if abs(x) > 0.2 * abs(y) else y > 0)

    def _expected_touching(self) -> float:
        spread = float(np.abs(self.frame.along).sum())
        return float(min(max(self.frame.step * spread / self.tiles.sizes[self.row].mean(), 0.36), 0.5)) / spread

    def _is_upside_down(self, hand: set[int]) -> bool:
        """Tell whether the rest of the table lies on the near side: then the winner sat at the photo's upper edge."""
        rest = [index for index in range(len(self.faces)) if index not in hand]
        return len(rest) >= 3 and float(np.median(self.places[rest, 1])) > 1.5

    def _others(self) -> NDArray[np.bool_]:
        """Mark the tiles outside the row that are about as large as its own at their place."""
        expected = self.size * self.frame.scale(self.places[:, 0] * self.frame.step)
        ratio = self.tiles.sizes / expected
        others: NDArray[np.bool_] = (ratio >= SAME_SIZE[0]) & (ratio <= SAME_SIZE[1])
        others[self.row] = False
        return others

    def _ends(self) -> tuple[float, float]:
        forward = self.places[self.row, 0]
        return float(forward.min()), float(forward.max())

    def _choose(self) -> tuple[float, list[list[int]], tuple[int, ...]]:
        """Part the tiles near the row into groups, and choose those of the hand: how likely, they, what is in doubt."""
        near = self._near()
        joined = touching(self.tiles, self.frame, self.extents, self.touching)
        joined[~near] = False
        joined[:, ~near] = False
        joined[np.ix_(self.row, self.row)] = False
        for segment in self._cut(self.row):
            joined[segment[:-1], segment[1:]] = joined[segment[1:], segment[:-1]] = True
        parts = self._regrouped([part for part in components(joined) if near[part[0]]])
        core = max(parts, key=lambda part: (len(set(part) & set(self.row)), -part[0]))
        free = self._free()
        reach = self._reachable(parts, core, free)
        groups = [core, *(part for part in parts if part is not core and part[0] in reach)]
        candidates = [self._candidate(part) for part in groups]
        chosen = choose(candidates, self.faces, self._nearness(groups, free))
        doubtful = {index for place in chosen.doubtful for index in candidates[place].tiles}
        for place in chosen.groups:
            if len(groups[place]) == 1:
                gap = free[
                    np.ix_(
                        groups[place],
                        [index for other in (0, *chosen.groups) if other != place for index in groups[other]],
                    )
                ]
                if np.where(gap[..., 0] < 0.5, gap[..., 1], gap[..., 0] - 1.0).min() > FAR_ASIDE:
                    doubtful.update(groups[place])
        groups = self._merged([list(candidates[place].tiles) for place in (0, *chosen.groups)], free)
        return chosen.score, groups, tuple(sorted(doubtful))

    def _regrouped(self, parts: list[list[int]]) -> list[list[int]]:
        """Take tiles beside the row the other way, upright for turned ones, where that alone makes melds of them."""
        odd = [part for part in parts if not set(part) & set(self.row) and not self._is_melded(part)]
        pool = [index for part in odd for index in part if self.extents.turned[index]]
        if len(pool) < 3:
            return parts
        upright = replace(self.extents, turned=np.zeros(len(self.faces), bool))
        joined = touching(self.tiles, self.frame, upright, self.touching)
        outside = np.ones(len(self.faces), bool)
        outside[pool] = False
        joined[outside] = False
        joined[:, outside] = False
        found = [part for part in components(joined) if len(part) > 2 and self._is_melded(part)]
        taken = {index for part in found for index in part}
        rest = [[index for index in part if index not in taken] for part in parts]
        self.extents.turned[sorted(taken)] = False
        return [*(part for part in rest if part), *found]

    def _is_melded(self, part: list[int]) -> bool:
        plain = self.plain(part)
        if not plain:
            return False
        plain = self._along(plain)
        return self.backed_kong(plain) or melds_in_order(plain, self.faces) is not None

    def _merged(self, groups: list[list[int]], free: NDArray[np.float64]) -> list[list[int]]:
        """Put a tile beside others of its line with hardly a gap between them to those: it is not set apart."""
        whole = [group for group in groups if len(group) > 1]
        alone: list[list[int]] = []
        for group in groups:
            if len(group) > 1:
                continue
            index = group[0]
            for other in whole if index not in self.row else []:
                near = other[int(np.argmin(free[index, other].sum(axis=1)))]
                shift = abs(float(self.places[index, 1] - self.places[near, 1]))
                if free[index, near, 0] < HARDLY and shift < 0.25:
                    other.append(index)
                    break
            else:
                alone.append(group)
        return [*(self._along(group) for group in whole), *alone]

    def _near(self) -> NDArray[np.bool_]:
        """Mark what may be of the hand: whole tiles about as large as those of the row, each found once."""
        low, high = self._ends()
        forward, aside = self.places[:, 0], self.places[:, 1]
        near = (np.abs(aside) < 6) & (forward > low - 24) & (forward < high + 24)
        expected = self.size * self.frame.scale(forward * self.frame.step)
        ratio = self.tiles.sizes / expected
        if self.extents.shown:
            wide = self.extents.along / (float(np.median(self.extents.along[self.row])) * expected / self.size)
            near &= (
                (wide >= SAME_WIDTH[0]) & (wide <= SAME_WIDTH[1]) & (ratio >= OTHER_SIZE[0]) & (ratio <= OTHER_SIZE[1])
            )
        else:
            near &= (ratio >= SAME_SIZE[0]) & (ratio <= SAME_SIZE[1])
        near[self.row] = True
        others = np.flatnonzero(near)
        others = others[~np.isin(others, self.row)]
        offsets = self.tiles.centres[others][:, None] - self.tiles.centres[self.row][None]
        doubled = np.hypot(offsets[..., 0], offsets[..., 1]).min(axis=1, initial=np.inf) < ONE_TILE * self.frame.step
        near[others[doubled]] = False
        return np.asarray(near)

    def _free(self) -> NDArray[np.float64]:
        """Tell the free space ``(n, n, 2)`` between tiles along the row and aside of it, in widths of a tile."""
        offsets = self.tiles.centres[None] - self.tiles.centres[:, None]
        along = np.abs(offsets @ self.frame.along) - (self.extents.along[None] + self.extents.along[:, None]) / 2
        aside = np.abs(offsets @ self.frame.across) - (self.extents.aside[None] + self.extents.aside[:, None]) / 2
        width = self.frame.step * (self.tiles.sizes[None] + self.tiles.sizes[:, None]) / (2 * self.size)
        # Aside, a tile that lies shows how much the slant shortens lengths; one that stands on its edge looks shorter.
        depth = self.extents.aside / np.where(self.extents.turned, 1.0, 1.34)
        return np.stack([along / width, aside / np.maximum(depth[None], depth[:, None])], axis=2).clip(0)

    def _reachable(self, parts: list[list[int]], core: list[int], free: NDArray[np.float64]) -> set[int]:
        """List the first tiles of the groups that lie near enough to the row, or to another near group."""
        reached, left = {core[0]}, [part for part in parts if part is not core]
        edge = [core]
        while edge:
            start = edge.pop()
            for part in list(left):
                gap = free[np.ix_(start, part)]
                if ((gap[..., 0] < REACH_ALONG) & (gap[..., 1] < REACH_ASIDE)).any() and self._is_placed(part, core):
                    reached.add(part[0])
                    edge.append(part)
                    left.remove(part)
        return reached

    def _is_placed(self, part: list[int], core: list[int]) -> bool:
        """Tell whether a group may be the hand's at all: no row of backs, not far from the row's ends or aside."""
        backs = sum(self.is_back(index) for index in part)
        if backs == len(part) and backs != 4:
            return False
        forward, aside = self.places[:, 0], self.places[:, 1]
        outside = max(0.0, forward[core].min() - forward[part].max(), forward[part].min() - forward[core].max())
        return bool(outside < 5 * REACH_ALONG and np.abs(aside[part]).min() < 1 + 2 * REACH_ASIDE)

    def _candidate(self, part: list[int]) -> Candidate:
        in_line = self._in_line(part)
        aslant = 0.0 if in_line or len(self.plain(part)) not in {1, 2} else float(self.extents.aslant[part].mean())
        return Candidate(tuple(self._along(part)), in_line, aslant)

    def _in_line(self, part: list[int]) -> bool:
        straight = np.abs(self.places[part, 1]).max() < STRAIGHT + 0.15
        return bool(straight and (part[0] in self.row or not self.extents.turned[part].all()))

    def _nearness(self, groups: list[list[int]], free: NDArray[np.float64]) -> Nearness:
        distance = np.hypot(free[..., 0], free[..., 1])
        stray = (free - STRAY).clip(0)
        bonus = np.array([self.is_bonus(index) for index in range(len(self.faces))])
        stray[bonus[None] | bonus[:, None], 0] = 0  # nobody discards bonus tiles, and they are kept at one side
        stray = stray.sum(axis=2)
        against = distance < AGAINST
        strangers = np.ones(len(self.faces), bool)
        strangers[[index for group in groups for index in group]] = False
        strangers &= self._is_whole()
        small = [len(self.plain(group)) < 3 for group in groups]
        further = distance + STRAYED * stray
        between = [
            [
                float((further if lone or other else distance)[np.ix_(one, two)].min())
                for two, other in zip(groups, small, strict=True)
            ]
            for one, lone in zip(groups, small, strict=True)
        ]
        contacts = [[int(against[np.ix_(one, two)].sum()) for two in groups] for one in groups]
        return Nearness(between, contacts, [int(against[one][:, strangers].sum()) for one in groups])

    def _is_whole(self) -> NDArray[np.bool_]:
        """Mark what is as large as a tile, and so no scrap of a box at the photo's edge."""
        return np.asarray(self.tiles.sizes > SAME_SIZE[0] * self.size)

    def backed_kong(self, tiles: Iterable[int]) -> bool:
        """Tell whether these tiles are a concealed kong of which some show their back."""
        return is_backed_kong(self.faces[index] for index in tiles)

    def _along(self, row: Iterable[int]) -> list[int]:
        """Order tiles in reading direction, or from the far side to the near one where they run across it."""
        indexes = np.sort(np.fromiter(row, np.int64))
        places = self.places[indexes]
        across, down = places.max(axis=0) - places.min(axis=0)
        axis = 0 if across * self.frame.step >= down * self.frame.height else 1
        ordered: list[int] = indexes[np.argsort(places[:, axis], kind="stable")].tolist()
        return ordered

    def _order(self, segment: list[int]) -> tuple[float, float]:
        """Sort key of groups: from the far side to the near one, then in reading direction."""
        return round(float(np.median(self.places[segment, 1])) / 0.6), float(self.places[segment, 0].min())

    def reaches_further(self, index: int, neighbour: int) -> bool:
        """Tell whether a tile keeps its neighbour as far away as one that lies across does, by half its extra length.

        Its box alone may be wide for another reason: it took in a part of the next tile.
        """
        offset = self.tiles.centres[index] - self.tiles.centres[neighbour]
        step = self.touching * float(self.tiles.sizes[[index, neighbour]].mean())
        extra = 0.5 * (self.frame.height / self.frame.step - 1)
        return float(np.hypot(*offset)) > (1 + 0.5 * extra) * step

    def _kongs(self, tiles: list[int]) -> int:
        """Count the kongs that there may be: faces shown four times, and backs by the pair or four."""
        shown = np.bincount([self.faces[index] for index in tiles if not self.is_back(index)], minlength=1)
        backs = sum(self.is_back(index) for index in tiles)
        return int((shown >= 4).sum()) + -(-backs // 4)

    def _cut(self, row: list[int]) -> list[list[int]]:
        """Cut a row where its gaps are."""
        segments = [[row[0]]]
        for (one, two), close in zip(pairwise(row), self._touching_along(row), strict=True):
            offset = self.tiles.centres[two] - self.tiles.centres[one]
            size = float(self.tiles.sizes[[one, two]].mean())
            step = close * size
            for index in (one, two):  # a tile lying across reaches further
                step += (
                    0.5
                    * (self.frame.height - self.frame.step)
                    * (size / self.size)
                    * self.extents.lies_across(index, row)
                )
            if float(np.hypot(*offset)) - step > GAP * close * size:
                segments.append([])
            segments[-1].append(two)
        return segments

    def _touching_along(self, row: list[int]) -> NDArray[np.float64]:
        """Tell the touching step between each two tiles of a row, as a part of their size: it changes in perspective.

        A straight line through the steps that are not gaps; one value for all in a short row.
        """
        flat = np.full(len(row) - 1, self.touching)
        if len(row) < 9:
            return flat
        steps = steps_along(self.tiles, row)
        line = flat
        for _ in range(2):
            close = np.flatnonzero(np.abs(steps / line - 1) < 0.25)
            if len(close) < 6:
                return flat
            slope, height = fit_line(close.astype(np.float64), steps[close])
            line = slope * np.arange(len(steps)) + height
        return np.asarray(line.clip(0.75 * self.touching, 1.33 * self.touching))
