"""Names the tiles of a hand together: the likeliest faces that the rules allow.

Each tile comes with a distribution over the faces. What a photo shows is weighed by Bayes' rule: the product of the
tiles' chances, times how often hands of that kind are photographed, times how well they go with the rest of the table.

**The prior.** A photo claims a win: `WON` of the hands laid out whole do win. The others are not anything, they are
hands that someone took for a win, and whoever does so has overlooked one tile: that there are two is as rare again. So
hands that win are one kind, hands that are one tile away from it the next, the rest the last, and each kind is
(1 − `WON`) to `WON` times as likely as the one before. The kinds are not equally large: of 14 tiles each can be spoilt
in 33 ways, and a hand with a spoilt tile can be mended in `MENDED` ways on average, one with two spoilt tiles in
`HALF_MENDED` ways to one with a single one (`tests/vision/test_decoding.py` counts them). So one winning hand is as
likely as `WON` / (1 − `WON`) · 14 · 33 / `MENDED` of those beside it: `WIN`, some 1,000; and one of those as likely as
`WON` / (1 − `WON`) · 14 · 33 / `HALF_MENDED` of the rest: `NEAR`, some 200. A tile of which the networks say 0.60 to
0.02 is therefore read as the second face where that alone wins, or alone brings the hand within a tile of it. A tile
too few is a win of which one is hidden, or not yet drawn, so such a hand waits for a tile; a tile too many is one that
lies beside a win: such hands are weighed by the same reasoning (`ONE_FEWER`, `ONE_MORE`).

**The table.** There are four tiles of each face and one of each bonus tile, so what lies elsewhere on the table is not
in the hand. Where ``s`` tiles of a face are seen outside a hand that has ``n`` of it, they can have been picked from
4 − n in C(4 − n, s) ways: a face that lies about is the less likely in the hand.

**The row.** Whoever lays a hand out sorts it, or puts equal tiles and those of a suit side by side, and lays a chow in
the order of its ranks. So faces that leave a row sorted are much likelier than others that break its order
(`vision.neighbours`): ``python -m models.neighbours`` counts how often rows lie so.

**What is never done.** A tile of which the networks are sure (`SURE`) keeps its face, however nice the hand would be
with another: it is asked about instead. So an almost-winning hand of clear tiles stays what it is.

**The search** is exact: ways to read the tiles are listed in the order of the product of their chances, and the list
ends where even a winning hand could not make up for it, or after `MOST_WAYS`.
"""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.layout import Layout, Role
from vision.melds import BACK, FIRST_BONUS, HAND_TILES, is_bonus, is_meld
from vision.neighbours import meld_order, row_order
from vision.wins import nearly_wins, wins

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from vision.detections import Detections

WON: Final = 0.9
"""Share of the hands laid out whole that win."""

MENDED: Final = 3.5
"""In how many ways a hand that is one tile away from a win can be mended by another face of one tile, on average."""

HALF_MENDED: Final = 26
"""In how many ways a hand that is two tiles away from a win comes within one of it so."""

WAITS: Final = 1.8
"""How many faces a win waits for that lacks a tile."""

REDUNDANT: Final = 1.4
"""How many faces can be taken out of a win and one tile more so that a win is left."""

SPOILT: Final = math.log(WON / (1 - WON) * 14 * 33)
"""Logarithm of how much likelier it is that a hand is right than that one certain tile of it is a certain other one."""

WIN: Final = SPOILT - math.log(MENDED)
"""Logarithm of how much likelier a winning hand is than one of its spoilt neighbours."""

NEAR: Final = SPOILT - math.log(HALF_MENDED)
"""Logarithm of how much likelier a hand one tile away from a win is than one of its neighbours further away."""

INCOMPLETE: Final = -math.log(20)
"""Logarithm of how likely it is that a hand is photographed that has a tile too few or too many."""

ONE_FEWER: Final = WIN + INCOMPLETE - math.log(14 / WAITS)
"""Logarithm of how likely a hand is that waits for its last tile: any of a win's 14 tiles may lack."""

ONE_MORE: Final = WIN + INCOMPLETE - math.log(34 / REDUNDANT)
"""Logarithm of how likely a win with one tile more is: that may be of any face."""

UNLAWFUL: Final = -math.log(1000)
"""Logarithm of how likely it is that tiles read right break the rules: boxes without a tile, tiles grouped wrongly."""

CROWDED: Final = -math.log(100)
"""The same where more tiles of a face are seen than there are, but not in the hand: one elsewhere was misread."""

SURE: Final = 0.9
"""A tile whose face the networks are as sure of as this keeps it."""

SURELY: Final = 0.4
"""Tiles of which the networks are so sure are wrong this much less often than they say: eight of 6,900 tiles of
synthesised and real photos of tile sets that they had not learnt from, where they expected 21.
"""

LEAST: Final = 3e-3
"""Faces less likely than this are not tried. Of 400 synthesised photos, the networks gave eight tiles of the hand's to
faces this unlikely, all added up, and two showed them."""

MOST_WAYS: Final = 300
"""So many ways to read the tiles are compared at most."""

ENOUGH: Final = 4.0
"""Ways that are less likely than the best by this power of e after the prior change no chance that is asked for."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """The faces of a hand.

    Args:
        faces: of every tile found, those of the hand as they are read together.
        chances: of every tile of the hand by index, how likely its face is, and the others' chances, likeliest first.
        chance: how likely it is that all of the hand's faces are right.
        wins: whether the tiles win.
        complete: whether there are as many tiles as in a whole hand.
        near: whether they win, or would but for one tile.
        score: logarithm of how likely these faces, or others that they might be, are with the prior, beside the
            likeliest of each tile alone.

    """

    faces: tuple[int, ...]
    chances: dict[int, tuple[tuple[int, float], ...]]
    chance: float
    wins: bool
    complete: bool
    near: bool
    score: float


@dataclass(frozen=True, slots=True)
class _Way:
    """Other faces for some tiles: how likely with the prior (logarithm), and whether they contradict the networks."""

    score: float
    change: dict[int, int]
    bold: bool


def decode_hand(found: Detections, layout: Layout, faces: Sequence[int] | None = None) -> Decoded:
    """Choose the faces of a hand.

    Args:
        found: the tiles; probabilities are those of the networks.
        layout: how they make a hand.
        faces: the faces by which it was laid out, if not the likeliest.

    """
    start = [int(face) for face in (found.class_id if faces is None else faces)]
    hand = [index for group in layout.groups for index in group.tiles]
    probabilities = np.asarray(found.probabilities, np.float64)
    rules = _Rules.of(layout, _elsewhere(probabilities, hand))
    ways = _weighed(probabilities, hand, start, rules)
    likeliest = max(way.score for way in ways)
    weights = [math.exp(way.score - likeliest) for way in ways]
    total = sum(weights)
    mild = [(way, weight) for way, weight in zip(ways, weights, strict=True) if not way.bold]
    chosen, right = max(mild, key=lambda pair: pair[1])
    named = list(start)
    for index, face in chosen.change.items():
        named[index] = face
    mass: dict[int, dict[int, float]] = {index: {} for index in hand}
    for way, weight in zip(ways, weights, strict=True):
        for index, face in way.change.items():
            mass[index][face] = mass[index].get(face, 0.0) + weight / total
    chances = {}
    for index in hand:
        others = mass[index]
        others[start[index]] = max(0.0, 1.0 - sum(others.values()))
        rest = sorted(((face, chance) for face, chance in others.items() if face != named[index]), key=lambda p: -p[1])
        chances[index] = ((named[index], others.get(named[index], 0.0)), *rest)
    unlisted = math.prod(float(probabilities[index, BACK]) for index in hand if named[index] == BACK)
    read = {index: named[index] for index in hand}
    changed = [index for index, face in enumerate(start) if face != found.class_id[index]]
    taken = np.maximum(probabilities[changed, [start[index] for index in changed]], LEAST)
    score = likeliest + math.log(sum(weight for _, weight in mild))
    if changed:
        score += float(np.log(taken / probabilities[changed].max(axis=1)).sum())
    return Decoded(
        tuple(named),
        chances,
        right / total * unlisted,
        rules.won(read),
        rules.complete(read),
        rules.near(read),
        score,
    )


def _elsewhere(probabilities: NDArray[np.float64], hand: Sequence[int]) -> dict[int, int]:
    """Count the faces that surely lie outside the hand."""
    outside = np.ones(len(probabilities), bool)
    outside[hand] = False
    outside &= probabilities.max(axis=1, initial=0.0) >= SURE
    faces, counts = np.unique(probabilities[outside].argmax(axis=1), return_counts=True)
    return {face: count for face, count in zip(faces.tolist(), counts.tolist(), strict=True) if face != BACK}


def _weighed(
    probabilities: NDArray[np.float64], hand: Sequence[int], named: Sequence[int], rules: _Rules
) -> list[_Way]:
    """List the ways to read the tiles that may be worth it, as they are named first."""
    changes = []
    for index in hand:
        believed = probabilities[index] * np.where(probabilities[index, named[index]] >= SURE, SURELY, 1.0)
        for face in np.flatnonzero(probabilities[index] >= LEAST).tolist():
            # A back or a bonus tile for another face is another layout, and weighed as one.
            if face != named[index] and BACK not in {face, named[index]} and is_bonus(face) == is_bonus(named[index]):
                cost = math.log(max(probabilities[index, named[index]], LEAST) / believed[face])
                changes.append((cost, index, face))
    changes.sort()
    read = {index: named[index] for index in hand}
    likeliest = -math.inf
    ways: list[_Way] = []
    orderly = rules.together(read)
    for cost, change in _ways(changes):
        if likeliest > WIN - cost + ENOUGH:
            break
        bold = any(probabilities[index, named[index]] >= SURE for index in change)
        ways.append(_Way(rules.weigh(read | change) - orderly - cost, change, bold))
        likeliest = max(likeliest, ways[-1].score)
    return ways


def _ways(changes: Sequence[tuple[float, int, int]]) -> Iterator[tuple[float, dict[int, int]]]:
    """List ways to change tiles, none at all first, by rising cost; ``changes`` are cost, tile and face, sorted."""
    yield 0.0, {}
    if not changes:
        return
    heap: list[tuple[float, tuple[int, ...]]] = [(changes[0][0], (0,))]
    listed = 1
    while heap and listed < MOST_WAYS:
        cost, chosen = heapq.heappop(heap)
        tiles = [changes[place][1] for place in chosen]
        if len(set(tiles)) == len(tiles):
            listed += 1
            yield cost, {changes[place][1]: changes[place][2] for place in chosen}
        following = chosen[-1] + 1
        if following < len(changes):
            longer = cost + changes[following][0]
            heapq.heappush(heap, (longer - changes[chosen[-1]][0], (*chosen[:-1], following)))
            if len(chosen) < 4:
                heapq.heappush(heap, (longer, (*chosen, following)))


@dataclass(frozen=True, slots=True)
class _Rules:
    """What the rules say of a hand laid out in a certain way."""

    melds: tuple[tuple[int, ...], ...]
    kongs: tuple[tuple[int, ...], ...]
    row: tuple[int, ...]
    loose: tuple[int, ...]
    bonus: tuple[int, ...]
    elsewhere: dict[int, int]

    @classmethod
    def of(cls, layout: Layout, elsewhere: dict[int, int]) -> _Rules:
        tiles: dict[Role, list[tuple[int, ...]]] = {role: [] for role in Role}
        for group in layout.groups:
            tiles[group.role].append(group.tiles)
        row = tuple(index for group in tiles[Role.CONCEALED] for index in group)
        return cls(
            tuple(tiles[Role.EXPOSED]),
            tuple(tiles[Role.CONCEALED_KONG]),
            row,
            (*row, *(index for group in tiles[Role.WINNING] for index in group)),
            tuple(index for group in tiles[Role.BONUS] for index in group),
            elsewhere,
        )

    def weigh(self, faces: dict[int, int]) -> float:
        """Give the prior's logarithm for these faces."""
        counts = self._counted(faces)
        weighed = self.together(faces) + self._beside(counts)
        return weighed + (self._claimed(self.in_hand(faces)) if self._is_lawful(faces, counts) else UNLAWFUL)

    def together(self, faces: dict[int, int]) -> float:
        """Weigh in which order the tiles lie, those of the row and those of melds laid open."""
        melds = sum(meld_order([faces[index] for index in meld]) for meld in self.melds)
        return row_order(faces[index] for index in self.row) + melds

    def _claimed(self, loose: list[int]) -> float:
        """Weigh what is photographed as a win."""
        laid = len(self.melds) + len(self.kongs)
        over = len(loose) + 3 * laid - HAND_TILES
        if over == 0:
            return WIN if wins(loose, laid) else 0.0 if nearly_wins(loose, laid) else -NEAR
        if not nearly_wins(loose, laid):
            return INCOMPLETE
        return ONE_FEWER if over < 0 else ONE_MORE

    def _beside(self, counts: dict[int, int]) -> float:
        """Weigh what lies elsewhere on the table, for a hand with so many of each face."""
        return sum(
            _picked(1 if is_bonus(face) else 4, counts.get(face, 0), seen) for face, seen in self.elsewhere.items()
        )

    def in_hand(self, faces: dict[int, int]) -> list[int]:
        """List the loose tiles' faces, with those of bonus tiles that may be none."""
        return [face for index in (*self.loose, *self.bonus) if (face := faces[index]) < FIRST_BONUS]

    def complete(self, faces: dict[int, int]) -> bool:
        """Tell whether there are as many tiles as in a whole hand."""
        return len(self.in_hand(faces)) + 3 * (len(self.melds) + len(self.kongs)) == HAND_TILES

    def won(self, faces: dict[int, int]) -> bool:
        """Tell whether the tiles win."""
        return self.complete(faces) and wins(self.in_hand(faces), len(self.melds) + len(self.kongs))

    def near(self, faces: dict[int, int]) -> bool:
        """Tell whether the tiles win, or would but for one."""
        return nearly_wins(self.in_hand(faces), len(self.melds) + len(self.kongs))

    def _counted(self, faces: dict[int, int]) -> dict[int, int]:
        """Count each face, those of kongs as four."""
        counts: dict[int, int] = {}
        for kong in self.kongs:
            for face in {faces[index] for index in kong} - {BACK}:
                counts[face] = counts.get(face, 0) + 4
        for index in (*chain.from_iterable(self.melds), *self.loose, *self.bonus):
            counts[faces[index]] = counts.get(faces[index], 0) + 1
        return counts

    def _is_lawful(self, faces: dict[int, int], counts: dict[int, int]) -> bool:
        """Tell whether melds are melds, kongs kongs, and there are no more tiles of a face than a set has."""
        if not all(is_meld([faces[index] for index in meld]) for meld in self.melds):
            return False
        for kong in self.kongs:
            shown = [faces[index] for index in kong if faces[index] != BACK]
            if any(one != two or is_bonus(one) for one, two in pairwise([*shown, *shown[-1:]])):
                return False
        if max(counts.values(), default=0) > 4:
            return False
        return not any(counts[face] > 1 for index in self.bonus if is_bonus(face := faces[index]))


@lru_cache(maxsize=256)
def _picked(there_are: int, in_hand: int, seen: int) -> float:
    """Weigh that so many tiles of a face are seen elsewhere, beside a hand that has none of it."""
    seen = min(seen, there_are)
    ways = math.comb(max(0, there_are - in_hand), seen)
    return math.log(ways / math.comb(there_are, seen)) if ways else CROWDED
