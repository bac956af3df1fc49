"""The table as it was found: which tiles are the winner's, told by how they lie around the hand's row."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.choice import ON_A_RACK, WIN, Candidate, Choice, Nearness, choose
from vision.clusters import among, components, touching
from vision.main_rows import STRAIGHT, main_rows
from vision.melds import BACK, FIRST_BONUS, is_backed_kong, is_bonus, melds_in_order
from vision.racks import stand_apart, standing_pairs
from vision.rows import median
from vision.views import SAME_SIZE, View

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from vision.extents import Extents
    from vision.rows import Frame
    from vision.views import Views

REACH_ALONG: Final = 5.0
"""How much free space, in tile widths, there may be between a group and the next one of the hand."""

REACH_ASIDE: Final = 2.2
"""The same aside of the row."""

ASIDE: Final = 6.0
ASIDE_OF_A_MELD: Final = 13.0
"""So many heights aside of its row a hand reaches at most: the second where the row is no longer than a meld."""

MELD_TILES: Final = 4

STRAY: Final = (2.8, 0.95)
"""A winning or bonus tile lies no further along and aside of its neighbour than this, in widths of free space."""

STRAYED: Final = 12.0
"""Each width further counts this much more."""

FAR_ASIDE: Final = 0.6
"""One tile that lies further aside than this may be a discard."""

FAR_OFF: Final = 0.9
"""So may one that lies further aside than this, or so much more than a gap along, of every other tile of the hand."""

HARDLY: Final = 0.25
"""Less free space than this is no gap, whatever the boxes' shapes made of it."""

REACHES: Final = 1.06
"""So many widths and more lies a tile that lies across away from its neighbour, middle to middle."""

ACROSS_STEP: Final = (1.1, 1.26)
ACROSS_SHIFT: Final = (0.08, 0.2)
ASKEW: Final = 3.0
"""A tile that does not look turned lies across where it does so by about half of what such tiles are longer, as many
heights aside, and so much speaks against its lying like the row's."""

EVENNESS: Final = 3.0
"""How much a row's weight beside the best row's counts, see `vision.main_rows`."""

AGAINST: Final = 0.25
"""Tiles with less free space between them than this part of a width lie against each other."""

ASTRAY: Final = 0.4
"""A tile of a meld lies no further, in steps of its tiles, from where the others make one expect it."""

MOST_UNSURE: Final = 4
"""So many tiles of a group are read otherwise at most, the least sure ones, to see whether they make melds."""

ONE_TILE: Final = 0.5
"""A box whose middle is nearer than this to that of a tile of the row, in widths, shows the same tile."""


@dataclass(slots=True)
class Table:
    """All tiles found, and what is known of the hand's row.

    Attributes:
        views: the tiles as seen from rows among them.
        faces: what they show; changed where another face makes a meld of a group.
        others: for tiles that are not surely what they show, another face and how much less likely it is (logarithm).
        view: the tiles as seen from the hand's row.
        extents: how far tiles reach along and aside, by what was found about the groups around that row.
        doubtful: tiles of which it is not clear whether they belong to the hand.
        score: how likely the hand is by how its groups lie, in natural logarithms of odds.

    """

    views: Views
    faces: list[int]
    others: dict[int, tuple[int, float]] = field(default_factory=dict)
    view: View = field(init=False)
    extents: Extents = field(init=False)
    doubtful: tuple[int, ...] = field(init=False, default=())
    score: float = field(init=False, default=0.0)

    @property
    def places(self) -> NDArray[np.float64]:
        """All tiles ``(n, 2)`` in steps along the hand's row and heights aside of it."""
        return self.view.places

    @property
    def frame(self) -> Frame:
        """The axes of the hand's row."""
        return self.view.frame

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
        best: tuple[Choice, View, list[list[int]], tuple[int, ...], list[int]] | None = None
        shown = list(self.faces)
        for weight, view in main_rows(self.views, shown):
            self.faces = list(shown)
            self._look_from(view)
            chosen, groups, doubtful = self._choose()
            chosen = chosen.weighed(EVENNESS * weight)
            if best is None or chosen.score > best[0].score + 1.0:
                best = chosen, view, groups, doubtful, self.faces
            if chosen.wins and chosen.score > WIN:
                break
        if best is None:
            return []
        chosen, view, groups, self.doubtful, self.faces = best
        self.score = chosen.placed
        self._look_from(view)
        if self._is_upside_down({index for group in groups for index in group}):
            self._look_from(self.views.of(view.row[::-1]))
        return sorted((self.view.along(group) for group in groups), key=self._order)

    def _look_from(self, view: View) -> None:
        """Take a view's row as the hand's."""
        self.view = view
        self.extents = view.extents

    def _is_upside_down(self, hand: set[int]) -> bool:
        """Tell whether the rest of the table lies on the near side: then the winner sat at the photo's upper edge."""
        rest = [index for index in range(len(self.faces)) if index not in hand]
        return len(rest) >= 3 and median(self.places[rest, 1]) > 1.5

    def _choose(self) -> tuple[Choice, list[list[int]], tuple[int, ...]]:
        """Part the tiles near the row into groups, and choose those of the hand: how likely, they, what is in doubt."""
        near = self._near()
        joined = self.view.joined.copy()
        joined[~near] = False
        joined[:, ~near] = False
        joined[np.ix_(self.view.row, self.view.row)] = False
        for segment in self.view.segments:
            joined[segment[:-1], segment[1:]] = joined[segment[1:], segment[:-1]] = True
        parts = self._rejoined(self._regrouped([part for part in components(joined) if near[part[0]]]))
        row = set(self.view.row)
        core = max(parts, key=lambda part: (len(row.intersection(part)), -part[0]))
        free = self.extents.free().clip(0)
        groups, pairs = self._paired(self._reachable(parts, core, free))
        candidates = [
            self._candidate(core, 0.0),
            *(self._candidate(part, self._settle(part)) for part in groups),
            *(self._candidate(pair, 0.0, standing=True) for pair in pairs),
        ]
        groups = [core, *groups, *pairs]
        nearness = self._nearness(groups, free)
        chosen, shown = choose(candidates, self.faces, nearness), list(self.faces)
        cost = self._settle(core)
        if self.faces != shown:
            # The row itself may be melds, or hold what makes them of the whole hand.
            other = choose([self._candidate(core, cost), *candidates[1:]], self.faces, nearness)
            chosen, self.faces = (other, self.faces) if other.score > chosen.score else (chosen, shown)
        doubtful = {index for place in chosen.doubtful for index in candidates[place].tiles}
        for place in chosen.groups:
            if len(groups[place]) == 1:
                rest = [index for other in (0, *chosen.groups) if other != place for index in groups[other]]
                along, aside = free[groups[place][0], rest].T
                off = np.where(along < 0.5, aside, along - 1.0)
                if off.min() > FAR_ASIDE or np.maximum(off, aside).min() > FAR_OFF:
                    doubtful.update(groups[place])
        groups = self._merged(self._parted(candidates[place] for place in (0, *chosen.groups)), free)
        return chosen, groups, tuple(sorted(doubtful))

    def _parted(self, chosen: Iterable[Candidate]) -> list[list[int]]:
        """List the groups' tiles; those of a pair on a rack are two groups where there is a gap between them."""
        groups: list[list[int]] = []
        for candidate in chosen:
            apart = candidate.standing and stand_apart(self.views.tiles, candidate.tiles)
            groups += [[index] for index in candidate.tiles] if apart else [list(candidate.tiles)]
        return groups

    def _regrouped(self, parts: list[list[int]]) -> list[list[int]]:
        """Take tiles beside the row the other way, upright for turned ones, where that alone makes melds of them."""
        odd = [part for part in parts if not set(part) & set(self.view.row) and not self.is_melded(part)]
        pool = [index for part in odd for index in part if self.extents.turned[index]]
        if len(pool) < 3:
            return parts
        joined = touching(self.extents.taken(pool, turned=False))
        outside = np.ones(len(self.faces), bool)
        outside[pool] = False
        joined[outside] = False
        joined[:, outside] = False
        found = [part for part in components(joined) if len(part) > 2 and self.is_melded(part)]
        taken = {index for part in found for index in part}
        rest = [[index for index in part if index not in taken] for part in parts]
        self.extents = self.extents.taken(sorted(taken), turned=False)
        return [*(part for part in rest if part), *found]

    def _rejoined(self, parts: list[list[int]]) -> list[list[int]]:
        """Put melds beside the row together again that misled corners tore apart.

        Where a tile lies, its box says better: in line with the others, and no further off than they are from each
        other.
        """
        row = set(self.view.row)
        parts = list(parts)
        while True:
            torn = [part for part in parts if not row.intersection(part)]
            for pieces in self._pieces(torn):
                together = [index for piece in pieces for index in piece]
                before = list(self.faces)
                self._settle(together)
                if self.is_melded(together):
                    across, down = np.ptp(self.places[together], axis=0)
                    self.extents = self.extents.taken(together, turned=bool(down > across))
                    parts = [*(part for part in parts if part not in pieces), together]
                    break
                self.faces = before
            else:
                return parts

    def _pieces(self, torn: list[list[int]]) -> list[tuple[list[int], ...]]:
        """List what may have been torn apart: a tile beside some, some beside others, three tiles side by side."""
        single = [part for part in torn if len(part) == 1 and not self.is_bonus(part[0])]
        odd = [part for part in torn if len(part) > 1 and not self.is_melded(part)]
        found: list[tuple[list[int], ...]] = [
            (one, other) for one in torn if len(one) in {2, 3} for other in single if self._is_next(one, other[0])
        ]
        found += [
            (one, other) for one, other in combinations(odd, 2) if any(self._is_next(one, index) for index in other)
        ]
        alone = [part[0] for part in single]
        close = self.view.free[np.ix_(alone, alone)].max(axis=2) < HARDLY
        np.fill_diagonal(close, val=False)
        for middle in np.flatnonzero(close.sum(axis=1) > 1).tolist():
            found += [
                (single[one], single[middle], single[three])
                for one, three in combinations(np.flatnonzero(close[middle]).tolist(), 2)
                if self._is_next([alone[one], alone[middle]], alone[three])
            ]
        return found

    def _is_next(self, part: list[int], index: int) -> bool:
        """Tell whether a tile follows those of a part as they follow each other."""
        middles = self.views.tiles.centres[[*self.view.along(part), index]]
        first, last, beside = middles[0], middles[-2], middles[-1]
        steps = (last - first) / (len(part) - 1)
        near = last + steps if np.hypot(*(beside - last)) < np.hypot(*(beside - first)) else first - steps
        return bool(np.hypot(*(beside - near)) < ASTRAY * np.hypot(*steps))

    def is_melded(self, part: list[int]) -> bool:
        """Tell whether tiles that lie together can be cut into melds, bonus tiles apart."""
        plain = self.plain(part)
        if not plain:
            return False
        plain = self.view.along(plain)
        return self.backed_kong(plain) or melds_in_order(plain, self.faces) is not None

    def _merged(self, groups: list[list[int]], free: NDArray[np.float64]) -> list[list[int]]:
        """Put a tile beside others of its line with hardly a gap between them to those: it is not set apart."""
        whole = [group for group in groups if len(group) > 1]
        alone: list[list[int]] = []
        for group in groups:
            if len(group) > 1:
                continue
            index = group[0]
            for other in whole if index not in self.view.row else []:
                near = other[int(free[index, other].sum(axis=1).argmin())]
                shift = abs(float(self.places[index, 1] - self.places[near, 1]))
                if free[index, near, 0] < HARDLY and shift < 0.25 and not self.is_bonus(near):
                    other.append(index)
                    break
            else:
                alone.append(group)
        return [*(self.view.along(group) for group in whole), *alone]

    def _near(self) -> NDArray[np.bool_]:
        """Mark what may be of the hand: whole tiles about as large as those of the row, each found once."""
        low, high = self.view.ends
        forward, aside = self.places[:, 0], self.places[:, 1]
        near = (np.abs(aside) < self._reach_aside()) & (forward > low - 24) & (forward < high + 24)
        near &= (self.extents.sizes >= SAME_SIZE[0]) & (self.extents.sizes <= SAME_SIZE[1])
        near[self.view.row] = True
        others = np.flatnonzero(near)
        others = others[~np.isin(others, self.view.row)]
        offsets = self.views.tiles.centres[others][:, None] - self.views.tiles.centres[self.view.row][None]
        doubled = np.hypot(offsets[..., 0], offsets[..., 1]).min(axis=1, initial=np.inf) < ONE_TILE * self.frame.step
        near[others[doubled]] = False
        return np.asarray(near)

    def _reach_aside(self) -> float:
        """Tell how many heights aside of the row the hand may reach: further where the row is but a meld.

        Four melds that are turned by a quarter lie one above the other for whoever looks along one of them.
        """
        return ASIDE_OF_A_MELD if len(self.view.row) <= MELD_TILES else ASIDE

    def _reachable(self, parts: list[list[int]], core: list[int], free: NDArray[np.float64]) -> list[list[int]]:
        """List the other groups that lie near enough to the row, or to another near group."""
        close = among((free[..., 0] < REACH_ALONG) & (free[..., 1] < REACH_ASIDE), parts, np.logical_or)
        start = parts.index(core)
        placed = np.array([self._is_placed(part, core) for part in parts])
        reached = np.zeros(len(parts), bool)
        reached[start] = True
        edge = [start]
        while edge:
            new = np.flatnonzero(close[edge.pop()] & placed & ~reached).tolist()
            reached[new] = True
            edge.extend(new)
        return [part for number, part in enumerate(parts) if reached[number] and number != start]

    def _is_placed(self, part: list[int], core: list[int]) -> bool:
        """Tell whether a group may be the hand's at all: no row of backs, not far from the row's ends or aside."""
        backs = sum(self.is_back(index) for index in part)
        if backs == len(part) and backs != 4:
            return False
        forward, aside = self.places[:, 0], self.places[:, 1]
        outside = max(0.0, forward[core].min() - forward[part].max(), forward[part].min() - forward[core].max())
        return bool(outside < 5 * REACH_ALONG and np.abs(aside[part]).min() < self._reach_aside() - 0.6)

    def _settle(self, part: list[int]) -> float:
        """Read one or two tiles of a group as what they may be instead, where that alone makes melds of it.

        Gives the logarithm of how much less likely that is.
        """
        unsure = sorted((self.others[index][1], index) for index in part if index in self.others)[:MOST_UNSURE]
        if not unsure or len(self.plain(part)) < 3 or self.is_melded(part):
            return 0.0
        for some in sorted(
            (*combinations(unsure, 1), *combinations(unsure, 2)), key=lambda some: sum(c for c, _ in some)
        ):
            before = [self.faces[index] for _, index in some]
            for _, index in some:
                self.faces[index] = self.others[index][0]
            if self.is_melded(part):
                return sum(cost for cost, _ in some)
            for (_, index), face in zip(some, before, strict=True):
                self.faces[index] = face
        return 0.0

    def _candidate(self, part: list[int], cost: float, *, standing: bool = False) -> Candidate:
        in_line = self._in_line(part)
        aslant = median(self.extents.aslant[part]) + cost
        return Candidate(tuple(self.view.along(part)), in_line, aslant, standing)

    def _paired(self, groups: list[list[int]]) -> tuple[list[list[int]], list[list[int]]]:
        """Take pairs out of the groups beside a row that is but a meld: single tiles that stand on a rack."""
        if len(self.view.row) > MELD_TILES:
            return groups, []
        unlike = [
            index
            for index, *more in groups
            if not more and self.extents.aslant[index] > ON_A_RACK and self.faces[index] < FIRST_BONUS
        ]
        pairs = standing_pairs(self.views.tiles, unlike)
        paired = {index for pair in pairs for index in pair}
        return [group for group in groups if paired.isdisjoint(group)], pairs

    def _in_line(self, part: list[int]) -> bool:
        straight = np.abs(self.places[part, 1]).max() < STRAIGHT + 0.15
        return bool(straight and (part[0] in self.view.row or not self.extents.turned[part].all()))

    def _nearness(self, groups: list[list[int]], free: NDArray[np.float64]) -> Nearness:
        distance = np.hypot(free[..., 0], free[..., 1])
        # Of a row that is but a meld, turned maybe, nobody knows along which of its sides the hand lies.
        stray = (free - (STRAY[0], STRAY[1] if len(self.view.row) > MELD_TILES else STRAY[0])).clip(0)
        bonus = np.array([self.is_bonus(index) for index in range(len(self.faces))])
        stray[bonus[None] | bonus[:, None], 0] = 0  # nobody discards bonus tiles, and they are kept at one side
        stray = stray.sum(axis=2)
        against = distance < AGAINST
        strangers = np.ones(len(self.faces), bool)
        strangers[[index for group in groups for index in group]] = False
        strangers &= self._is_whole()
        small = np.array([len(self.plain(group)) < 3 for group in groups])
        further = among(distance + STRAYED * stray, groups, np.minimum)
        between = np.where(small[None] | small[:, None], further, among(distance, groups, np.minimum))
        contacts = among(against.astype(np.int64), groups, np.add)
        touched = against[:, strangers].sum(axis=1)
        return Nearness(between.tolist(), contacts.tolist(), [int(touched[one].sum()) for one in groups])

    def _is_whole(self) -> NDArray[np.bool_]:
        """Mark what is as large as a tile, and so no scrap of a box at the photo's edge."""
        return np.asarray(self.views.tiles.sizes > SAME_SIZE[0] * self.view.size)

    def backed_kong(self, tiles: Iterable[int]) -> bool:
        """Tell whether these tiles are a concealed kong of which some show their back."""
        return is_backed_kong(self.faces[index] for index in tiles)

    def is_off_line(self, index: int) -> bool:
        """Tell whether a tile lies aside of the row, or turned by a quarter, and touches no other outside the row."""
        off = self.extents.turned[index] or abs(self.places[index, 1]) > STRAIGHT
        outside = np.ones(len(self.faces), bool)
        outside[[index, *self.view.row]] = False
        return bool(off and self.view.free[index, outside].max(axis=1).min(initial=np.inf) > HARDLY)

    def _order(self, segment: list[int]) -> tuple[float, float]:
        """Sort key of groups: from the far side to the near one, then in reading direction."""
        return round(median(self.places[segment, 1]) / 0.6), float(self.places[segment, 0].min())

    def lies_across(self, index: int, neighbour: int) -> bool:
        """Tell whether a row's last tile lies across, and so keeps the one before it away by half its extra length.

        Its box alone may be wide for another reason: it took in a part of the next tile. Its corners may be misled, but
        hardly where it also lies aside, as tiles do that lie across with their lower edge on the row's.
        """
        step, shift = np.abs(self.extents.offsets[index, neighbour]).tolist()
        if self.extents.turned[index]:
            return bool(step > REACHES)
        askew = self.extents.aslant[index] > ASKEW
        return bool(askew and ACROSS_STEP[0] < step < ACROSS_STEP[1] and ACROSS_SHIFT[0] < shift < ACROSS_SHIFT[1])
