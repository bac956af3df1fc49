"""The table as it was found: which tiles are the winner's, line by line, told by how they lie.

Lengths along the hand's row are counted in steps of touching tiles, lengths aside of it in tile heights.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.melds import BACK, HAND_TILES, is_backed_kong, is_bonus, melds_in_order
from vision.rows import Frame, Tiles, find_rows, fit_line, steps_along, touching_step

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

GAP: Final = 0.35
"""Free space that sets a tile or a group apart, in steps of touching tiles."""

REACH_ALONG: Final = 5.0
"""How far along its line the hand may go on behind a gap, in steps."""

NEAR: Final = 2.6
"""How far a tile may lie behind the row's last one, middle to middle and in steps, to lengthen the row at once."""

STRAIGHT: Final = 0.35
"""How far aside of the row's line such a tile may lie, in tile heights."""

TRIED_ROWS: Final = 6
"""So many rows are lengthened to see which is the hand's."""

EVEN_ENOUGH: Final = 10.0
"""A row that weighs as much as this many large, straight tiles is the hand's without a look at the others."""

VERY_NEAR: Final = 1.9
"""How far, measured so, a tile may lie to be of the hand whatever the hand lacks."""

REACH_ASIDE: Final = 2.6
"""How far from the hand's row, middle to middle, another row of the hand may lie, in tile heights."""

ALIGNED: Final = 25.0
"""Degrees by which another row may differ from the hand's direction, or from a right angle to it."""

SAME_SIZE: Final = (0.72, 1.4)
"""How much smaller or larger the hand's other tiles may be than its row makes one expect at their place."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    """Tiles that may belong to the hand beside its row.

    Args:
        distance: how far away, in steps or heights; nearest are taken first.
        tiles: in order.
        collinear: whether they lie on the line of the hand's row.

    """

    distance: float
    tiles: list[int]
    collinear: bool


@dataclass(slots=True)
class Table:
    """All tiles found, and what is known of the hand's row."""

    tiles: Tiles
    faces: list[int]
    frame: Frame = field(init=False)
    row: list[int] = field(init=False)
    places: NDArray[np.float64] = field(init=False)
    touching: float = field(init=False, default=0.43)
    size: float = field(init=False)
    across: NDArray[np.bool_] = field(init=False)

    def is_back(self, index: int) -> bool:
        """Tell whether a tile lies face down."""
        return self.faces[index] == BACK

    def is_bonus(self, index: int) -> bool:
        """Tell whether a tile is a flower or a season."""
        return is_bonus(self.faces[index])

    def plain(self, tiles: Iterable[int]) -> list[int]:
        """Pick what counts towards the fourteen: all but bonus tiles."""
        return [index for index in tiles if not self.is_bonus(index)]

    def hand_lines(self) -> list[list[list[int]]]:
        """Find the hand: its lines from the far side to the near one, each cut where it has gaps, in reading order."""
        rows = find_rows(self.tiles)
        main = self._main_row(rows)
        if main is None:
            return []
        self._look_along(main)
        on_line, beside, bonus = self._take(self._candidates())
        if self._is_upside_down({*self.row, *on_line, *(index for row in [*beside, *bonus] for index in row)}):
            self._look_along(self.row[::-1])
        lines = [self._cut(self._along([*self.row, *on_line]))]
        lines += [self._cut(self._along(row)) for row in beside]
        lines += [[self._along(row)] for row in bonus]
        return sorted(lines, key=self._order)

    def _look_along(self, row: list[int]) -> None:
        """Take a row, in reading order, as the hand's."""
        self.row = row
        self.frame = Frame.fit(self.tiles, row)
        self.touching = touching_step(self.tiles, row) if len(row) > 3 else self._expected_touching()
        self.places = self.frame.places(self.tiles.centres)
        self.size = float(self.tiles.sizes[row].mean())
        self.across = self._find_across()

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
            runs = [run for run in self._collinear(self._others(), *self._ends()) if run.distance <= NEAR]
            if not runs:
                return
            nearest = min(runs, key=lambda run: run.distance)
            longer = [*self.row, *nearest.tiles]
            if np.abs(self.places[nearest.tiles, 1]).mean() > STRAIGHT:
                return
            fits = len(self.plain(longer)) <= HAND_TILES + self._kongs(longer)
            if not fits and (len(nearest.tiles) > 1 or nearest.distance > VERY_NEAR):
                return
            self._look_along(self._along(longer))

    def _main_row(self, rows: list[list[int]]) -> list[int] | None:
        """Pick the row that, lengthened over its gaps, shows most tiles lying straight and alike."""
        chances = [row for row in rows if 2 * sum(self.is_back(index) for index in row) <= len(row)]
        chances = [row for row in chances if len(row) > 1] or chances[:1]
        best, most = None, -1.0
        for row in sorted(chances[: 2 * TRIED_ROWS], key=self._evenness, reverse=True)[:TRIED_ROWS]:
            self._look_along(row if self._leans_right(row) else row[::-1])
            self._extend()
            weight = self._evenness(self.row)
            if best is None or weight > most + 0.5:
                best, most = self.row, weight
            if most > EVEN_ENOUGH:
                break
        return best

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

    def _candidates(self) -> list[_Candidate]:
        others = self._others()
        low, high = self._ends()
        collinear = self._collinear(others, low, high)
        others[[index for run in collinear for index in run.tiles]] = False
        return [*collinear, *self._beside(others, low, high)]

    def _collinear(self, others: NDArray[np.bool_], low: float, high: float) -> list[_Candidate]:
        """List what lies further along the line, run by run, both ways, until a gap is too wide."""
        forward, aside = self.places[:, 0], self.places[:, 1]
        on_line = np.flatnonzero(others & (np.abs(aside) < 0.5) & ~self._turned(others))
        found = []
        for sign, start in ((1, high), (-1, low)):
            outward = sorted((sign * (forward[index] - start), int(index)) for index in on_line)
            run: list[int] = []
            last, distance = 0.0, 0.0
            for place, index in outward:
                if place <= 0:
                    continue
                if place - last > REACH_ALONG:
                    break
                if place - last > 1.35 and run:
                    found.append(_Candidate(distance, run, collinear=True))
                    run = []
                if not run:
                    distance = place
                run.append(index)
                last = place
            if run:
                found.append(_Candidate(distance, run, collinear=True))
        return found

    def _turned(self, others: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Mark the tiles of melds that lie at a right angle to the row, of which some tile may be on its line."""
        turned = np.zeros(len(self.faces), bool)
        on_line = others & (np.abs(self.places[:, 1]) < 0.5)
        near = others & (np.abs(self.places[:, 1]) < 4)
        if not on_line.any() or not (near & ~on_line).any():
            return turned
        for row in find_rows(self.tiles, np.flatnonzero(near)):
            spread = np.ptp(self.places[row], axis=0)
            if len(row) > 2 and spread[1] > 2 * spread[0] and melds_in_order(self.plain(row), self.faces) is not None:
                turned[row] = True
        return turned

    def _beside(self, others: NDArray[np.bool_], low: float, high: float) -> list[_Candidate]:
        """List the rows near the hand's row, with their distance."""
        forward, aside = self.places[:, 0], self.places[:, 1]
        near = others & (np.abs(aside) <= REACH_ASIDE + 2) & (forward > low - 8) & (forward < high + 8)
        found = []
        for row in self._joined(find_rows(self.tiles, np.flatnonzero(near))):
            outside = max(0.0, float(low - forward[row].max()), float(forward[row].min() - high))
            distance = max(float(np.abs(aside[row]).min()), outside)
            if np.abs(aside[row]).min() <= REACH_ASIDE and outside <= REACH_ALONG and self._is_aligned(row):
                found.append(_Candidate(distance + 0.5, row, collinear=False))
        return found

    def _joined(self, rows: list[list[int]]) -> list[list[int]]:
        """Join rows that lie behind each other on a line parallel to the hand's: melds in a row of their own."""
        forward, aside = self.places[:, 0], self.places[:, 1]
        joined: list[list[int]] = []
        for row in sorted(rows, key=lambda row: float(forward[row].min())):
            for other in joined:
                gap = float(forward[row].min() - forward[other].max())
                if 0 < gap < 3 and abs(float(aside[row].mean() - aside[other].mean())) < 0.4:
                    other.extend(self._along(row))
                    break
            else:
                joined.append(self._along(row))
        return joined

    def _is_aligned(self, row: list[int]) -> bool:
        if len(row) == 1:
            return True
        offset = self.tiles.centres[row[-1]] - self.tiles.centres[row[0]]
        forward, aside = abs(float(offset @ self.frame.along)), abs(float(offset @ self.frame.across))
        return bool(min(np.degrees(np.arctan2(aside, forward)), np.degrees(np.arctan2(forward, aside))) <= ALIGNED)

    def _take(self, candidates: list[_Candidate]) -> tuple[list[int], list[list[int]], list[list[int]]]:
        """Take what belongs to the hand, nearest first, while it lacks tiles: on its line, in rows beside, bonus."""
        hand = list(self.row)
        on_line: list[int] = []
        beside: list[list[int]] = []
        bonus: list[list[int]] = []
        for candidate in sorted(candidates, key=lambda candidate: candidate.distance):
            plain = self.plain(candidate.tiles)
            extra = [index for index in candidate.tiles if self.is_bonus(index)]
            lacks = HAND_TILES - len(self.plain(hand))
            most = lacks
            if len(plain) > lacks and self._kongs([*hand, *plain]):
                most += self._apart_kongs(on_line, [*beside, candidate.tiles])
            completes = 0 < lacks <= len(plain) <= most
            belongs = 0 < len(plain) <= most and self._is_plausible(candidate, plain, completes=completes)
            if belongs or (not plain and extra and self._stands_free(candidate.tiles, hand)):
                hand.extend(candidate.tiles)
                if candidate.collinear:
                    on_line.extend(candidate.tiles)
                elif plain:
                    beside.append(candidate.tiles)
                else:
                    bonus.append(candidate.tiles)
        return on_line, beside, bonus

    def _is_plausible(self, candidate: _Candidate, plain: list[int], *, completes: bool) -> bool:
        shown = [index for index in plain if not self.is_back(index)]
        if not shown:
            return len(plain) == 4 and (candidate.collinear or self._stands_free(candidate.tiles, self.row))
        if candidate.collinear:
            return True
        if len(plain) >= 3 and melds_in_order(plain, self.faces) is not None:
            return True
        if self.backed_kong(plain):
            return True
        even = len(plain) >= 4 and self._evenness(candidate.tiles) > 0.7 * self._evenness(self.row[: len(plain)])
        return (completes or even) and self._stands_free(candidate.tiles, self.row)

    def _stands_free(self, tiles: list[int], hand: list[int]) -> bool:
        """Tell whether no tile outside the hand touches these, as it would in a heap or a wall; bonus tiles may."""
        others = np.setdiff1d(self.plain(range(len(self.faces))), [*tiles, *hand])
        if not len(others):
            return True
        offsets = self.tiles.centres[others][None] - self.tiles.centres[tiles][:, None]
        reach = 0.62 * self.tiles.sizes[tiles][:, None]
        return bool((np.hypot(offsets[..., 0], offsets[..., 1]) > reach).all())

    def _kongs(self, tiles: list[int]) -> int:
        """Count the kongs that there may be: faces shown four times, and backs by the pair or four."""
        shown = np.bincount([self.faces[index] for index in tiles if not self.is_back(index)], minlength=1)
        backs = sum(self.is_back(index) for index in tiles)
        return int((shown >= 4).sum()) + -(-backs // 4)

    def _apart_kongs(self, on_line: list[int], beside: list[list[int]]) -> int:
        """Count the kongs that lie apart, each of which makes the hand one tile larger."""
        rows = [self._along([*self.row, *on_line]), *(self._along(row) for row in beside)]
        segments = [self.plain(segment) for row in rows for segment in self._cut(row)]
        kongs = 0
        for segment in segments:
            melds = melds_in_order(segment, self.faces)
            kongs += self.backed_kong(segment)
            kongs += sum(len(meld) == 4 for meld in melds or [])
        return kongs

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

    def _order(self, line: list[list[int]]) -> tuple[float, float]:
        """Sort key of lines: from the far side to the near one, then in reading direction."""
        tiles = [index for segment in line for index in segment]
        return round(float(np.median(self.places[tiles, 1])) / 0.6), float(self.places[tiles, 0].min())

    def _find_across(self) -> NDArray[np.bool_]:
        """Mark the tiles turned by a quarter against the row; none at a tilt above some 24°, where boxes hide it."""
        along, across = np.abs(self.frame.along), np.abs(self.frame.across)
        if abs(along[0] - along[1]) < 0.5 or len(self.row) < 4:
            return np.zeros(len(self.faces), bool)
        axis = 0 if along[0] > along[1] else 1
        spans = self.tiles.spans
        shape = (spans[:, axis] - spans[:, 1 - axis]) / self.tiles.sizes / (along[axis] - across[axis])
        return np.asarray(shape - np.median(shape[self.row]) > 0.16)

    def reaches_further(self, index: int, neighbour: int) -> bool:
        """Tell whether a tile keeps its neighbour as far away as one that lies across does, by half its extra length.

        Its box alone may be wide for another reason: it took in a part of the next tile.
        """
        offset = self.tiles.centres[index] - self.tiles.centres[neighbour]
        step = self.touching * float(self.tiles.sizes[[index, neighbour]].mean())
        extra = 0.5 * (self.frame.height / self.frame.step - 1)
        return float(np.hypot(*offset)) > (1 + 0.5 * extra) * step

    def _cut(self, row: list[int]) -> list[list[int]]:
        """Cut a row where its gaps are."""
        segments = [[row[0]]]
        for (one, two), touching in zip(pairwise(row), self._touching_along(row), strict=True):
            offset = self.tiles.centres[two] - self.tiles.centres[one]
            size = float(self.tiles.sizes[[one, two]].mean())
            step = touching * size
            for index in (one, two):  # a tile lying across reaches further
                step += 0.5 * (self.frame.height - self.frame.step) * (size / self.size) * self.across[index]
            if float(np.hypot(*offset)) - step > GAP * touching * size:
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
