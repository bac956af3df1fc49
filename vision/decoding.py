"""Names the tiles of a hand together: the likeliest faces that the rules allow.

Each tile comes with a distribution over the faces. What a photo shows is weighed by Bayes' rule: the product of the
tiles' chances, times how often hands of that kind are photographed.

**The prior.** A photo claims a win: `WON` of the hands laid out whole do win. The others are not anything, they are
hands that someone took for a win, and the hardest case for a reader is that all of them are one tile away from one: so
that is assumed, every such hand as likely as another. Of 14 tiles each can be spoilt in 33 ways, and a spoilt hand can
be mended in `MENDED` ways on average (`tests/vision/test_decoding.py` counts them), so that one winning hand is as
likely as `WON` / (1 − `WON`) · 14 · 33 / `MENDED` of its spoilt neighbours: `WIN`, some 1,000. A tile of which the
networks say 0.60 to 0.02 is therefore read as the second face where that alone wins.

**What is never done.** A tile of which the networks are sure (`SURE`) keeps its face, however nice the hand would be
with another: it is asked about instead. So an almost-winning hand of clear tiles stays what it is.

**The search** is exact: ways to read the tiles are listed in the order of the product of their chances, and the list
ends where even a winning hand could not make up for it, or after `MOST_WAYS`.
"""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.layout import Layout, Role
from vision.melds import BACK, FIRST_BONUS, HAND_TILES, is_bonus, is_meld
from vision.wins import wins

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.detections import Detections

WON: Final = 0.9
"""Share of the hands laid out whole that win."""

MENDED: Final = 3.5
"""In how many ways a hand that is one tile away from a win can be mended by another face of one tile, on average."""

WIN: Final = math.log(WON / (1 - WON) * 14 * 33 / MENDED)
"""Logarithm of how much likelier a winning hand is than one of its spoilt neighbours."""

INCOMPLETE: Final = -math.log(20)
"""Logarithm of how likely it is that a hand is photographed that has a tile too few or too many."""

UNLAWFUL: Final = -math.log(1000)
"""Logarithm of how likely it is that tiles read right break the rules: boxes without a tile, tiles grouped wrongly."""

SURE: Final = 0.9
"""A tile whose face the networks are as sure of as this keeps it."""

LEAST: Final = 1e-3
"""Faces less likely than this are not tried."""

MOST_WAYS: Final = 600
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
        score: logarithm of how likely these faces are, with the prior, beside the likeliest of each tile alone.

    """

    faces: tuple[int, ...]
    chances: dict[int, tuple[tuple[int, float], ...]]
    chance: float
    wins: bool
    complete: bool
    score: float


def decode_hand(found: Detections, layout: Layout, faces: Sequence[int] | None = None) -> Decoded:
    """Choose the faces of a hand.

    Args:
        found: the tiles; probabilities are those of the networks.
        layout: how they make a hand.
        faces: the faces by which it was laid out, if not the likeliest.

    """
    start = [int(face) for face in (found.class_id if faces is None else faces)]
    named = list(start)
    hand = [index for group in layout.groups for index in group.tiles]
    probabilities = np.asarray(found.probabilities, np.float64)
    changes = []
    for index in hand:
        for face in np.flatnonzero(probabilities[index] >= LEAST).tolist():
            # A back or a bonus tile for another face is another layout, and weighed as one.
            if face != named[index] and BACK not in {face, named[index]} and is_bonus(face) == is_bonus(named[index]):
                cost = math.log(max(probabilities[index, named[index]], LEAST) / probabilities[index, face])
                changes.append((cost, index, face))
    changes.sort()
    rules = _Rules.of(layout)
    total = 0.0
    best: tuple[float, dict[int, int]] = (-math.inf, {})
    likeliest = -math.inf
    mass: dict[int, dict[int, float]] = {index: {} for index in hand}
    ways: list[tuple[float, dict[int, int]]] = []
    read = {index: named[index] for index in hand}
    for cost, change in _ways(changes):
        if likeliest > WIN - cost + ENOUGH:
            break
        score = rules.weigh(read | change) - cost
        ways.append((score, change))
        likeliest = max(likeliest, score)
        bold = any(probabilities[index, named[index]] >= SURE for index in change)
        if not bold and score > best[0]:
            best = (score, change)
    for score, change in ways:
        weight = math.exp(score - likeliest)
        total += weight
        for index, face in change.items():
            mass[index][face] = mass[index].get(face, 0.0) + weight
    chosen = best[1]
    for index, face in chosen.items():
        named[index] = face
    chances = {}
    for index in hand:
        original = start[index]
        others = {face: weight / total for face, weight in mass[index].items()}
        others[original] = max(0.0, 1.0 - sum(others.values()))
        rest = sorted(((face, chance) for face, chance in others.items() if face != named[index]), key=lambda p: -p[1])
        chances[index] = ((named[index], others.get(named[index], 0.0)), *rest)
    right = sum(math.exp(score - likeliest) for score, change in ways if change == chosen) / total
    unlisted = math.prod(float(probabilities[index, BACK]) for index in hand if named[index] == BACK)
    read = {index: named[index] for index in hand}
    changed = [index for index, face in enumerate(start) if face != found.class_id[index]]
    taken = np.maximum(probabilities[changed, [start[index] for index in changed]], LEAST)
    score_of = best[0] + float(np.log(taken / probabilities[changed].max(axis=1)).sum()) if changed else best[0]
    return Decoded(tuple(named), chances, right * unlisted, rules.won(read), rules.complete(read), score_of)


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
    loose: tuple[int, ...]
    bonus: tuple[int, ...]

    @classmethod
    def of(cls, layout: Layout) -> _Rules:
        tiles: dict[Role, list[tuple[int, ...]]] = {role: [] for role in Role}
        for group in layout.groups:
            tiles[group.role].append(group.tiles)
        loose = [index for role in (Role.CONCEALED, Role.WINNING) for group in tiles[role] for index in group]
        return cls(
            tuple(tiles[Role.EXPOSED]),
            tuple(tiles[Role.CONCEALED_KONG]),
            tuple(loose),
            tuple(index for group in tiles[Role.BONUS] for index in group),
        )

    def weigh(self, faces: dict[int, int]) -> float:
        """Give the prior's logarithm for these faces."""
        loose = self.in_hand(faces)
        if not self._lawful(faces, loose):
            return UNLAWFUL
        laid = len(self.melds) + len(self.kongs)
        if len(loose) + 3 * laid != HAND_TILES:
            return INCOMPLETE
        return WIN if wins(loose, laid) else 0.0

    def in_hand(self, faces: dict[int, int]) -> list[int]:
        """List the loose tiles' faces, with those of bonus tiles that may be none."""
        return [face for index in (*self.loose, *self.bonus) if (face := faces[index]) < FIRST_BONUS]

    def complete(self, faces: dict[int, int]) -> bool:
        """Tell whether there are as many tiles as in a whole hand."""
        return len(self.in_hand(faces)) + 3 * (len(self.melds) + len(self.kongs)) == HAND_TILES

    def won(self, faces: dict[int, int]) -> bool:
        """Tell whether the tiles win."""
        return self.complete(faces) and wins(self.in_hand(faces), len(self.melds) + len(self.kongs))

    def _lawful(self, faces: dict[int, int], loose: list[int]) -> bool:
        counts: dict[int, int] = {}
        for meld in self.melds:
            shown = [faces[index] for index in meld]
            if not is_meld(shown):
                return False
            for face in shown:
                counts[face] = counts.get(face, 0) + 1
        for kong in self.kongs:
            shown = [faces[index] for index in kong if faces[index] != BACK]
            if any(one != two or is_bonus(one) for one, two in pairwise([*shown, *shown[-1:]])):
                return False
            for face in set(shown):
                counts[face] = counts.get(face, 0) + 4
        for face in loose:
            counts[face] = counts.get(face, 0) + 1
        extra = [faces[index] for index in (*self.loose, *self.bonus) if is_bonus(faces[index])]
        return len(set(extra)) == len(extra) and max(counts.values(), default=0) <= 4
