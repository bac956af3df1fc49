"""Makes a hand of the tiles found: lays them out and names them together, each with regard to the other."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from scoring.tiles import CODES
from vision.decoding import Decoded, decode_hand
from vision.layout import Doubt, Group, Layout, Role, lay_out
from vision.melds import BACK, FIRST_BONUS
from vision.questions import PERHAPS_NO_TILE, SURE
from vision.rows import Tiles

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.detections import Detections
    from vision.views import Views

LEAST_OTHER: Final = 0.1
"""A back, or a bonus tile, that is less likely than this is not tried for a face."""

KONG_FACE: Final = -math.log(34)
"""Logarithm of how likely it is that a concealed kong that shows a face shows a certain one. One of four backs may be
of any: so a white dragon among three backs is likely to be another back.
"""

OWN: Final = 3.0
"""How much likelier a bonus tile beside a hand is one of it than another tile there, as a logarithm: nobody discards
bonus tiles. A layout's score has that; but it does not tell whether a tile is a bonus tile.
"""

MOST_OTHERS: Final = 4
"""So many tiles are tried so."""

BESIDE: Final = 2.0
"""Tiles of which the middle lies this near to that of a tile of the hand, in tile lengths, get a second look."""

MOST_BESIDE: Final = 12
"""So many of them at most, the nearest first."""

LENGTH: Final = 0.57
"""A tile's longer side as a part of its box's width plus height."""

MOST_WEAK: Final = 3
"""So many boxes, the least sure ones, are left out in turn where a hand has a tile too many."""


def worth_a_look(layout: Layout, boxes: NDArray[np.floating]) -> NDArray[np.int64]:
    """List the tiles that deserve a second look: those of the hand as the detector alone sees it, and some beside it.

    What lies beside a hand may be a bonus tile or a meld that the detector misread; so the nearest `MOST_BESIDE` within
    `BESIDE` of one of its tiles are looked at too. A table may show three times as many others, which are ignored
    whatever their faces. Where there is no hand, all are looked at.

    Args:
        layout: the hand by the detector's faces.
        boxes: ``(n, 4)`` xyxy of all tiles found, in any unit of length.

    """
    hand = np.array(sorted(index for group in layout.groups for index in group.tiles), dtype=np.int64)
    if not len(hand):
        return np.arange(len(boxes), dtype=np.int64)
    tiles = Tiles.of(boxes)
    length = LENGTH * float(np.median(tiles.sizes[hand]))
    distance = np.hypot(*np.moveaxis(tiles.centres[:, None] - tiles.centres[hand][None], 2, 0)).min(axis=1)
    beside = np.setdiff1d(np.flatnonzero(distance <= BESIDE * length), hand)
    beside = beside[np.argsort(distance[beside], kind="stable")][:MOST_BESIDE]
    return np.sort(np.concatenate([hand, beside]))


@dataclass(frozen=True, slots=True)
class _Sight:
    """One way to take the tiles found: faces that the layout depends on, the layout, the faces read together."""

    faces: tuple[int, ...]
    layout: Layout
    decoded: Decoded

    @property
    def score(self) -> float:
        """How likely it is, as a logarithm."""
        kongs = self.layout.only(Role.CONCEALED_KONG)
        shown = sum(any(self.layout.faces[index] != BACK for index in kong.tiles) for kong in kongs)
        own = len(self.layout.only(Role.BONUS))
        return self.layout.score - OWN * own + self.decoded.score + KONG_FACE * shown

    def chances(self, index: int) -> tuple[tuple[int, float], ...]:
        """List the faces that a tile may have, with their chances."""
        return self.decoded.chances.get(index, ((self.faces[index], 1.0),))


def understand(found: Detections, views: Views) -> tuple[Layout, Decoded]:
    """Name the tiles of a hand together, and lay them out once more where that changes a face.

    Where a tile may be of another kind, such as a bonus tile, the hand that this makes is weighed against the others.

    Where the hand has a tile too many, one box that may show none is left out if a win remains: a scrap at the photo's
    edge, one tile found twice.
    """
    others = _second_faces(found)
    plain = tuple(found.class_id.tolist())
    first = _sight(found, views, plain, others)
    # Nothing else is tried where the likeliest faces win.
    plainly = first.decoded.wins and first.decoded.faces == plain
    sights = [first]
    changes = _other_kinds(found, first.layout, only_left_out=plainly)
    while changes:
        # Each on its own, then each of the rest beside the best, as long as that is better than without.
        before = max(sights, key=lambda sight: sight.score)
        tried = [_sight(found, views, _changed(before.faces, change), others) for change in changes]
        sights += tried
        best = max(range(len(tried)), key=lambda place: tried[place].score)
        changes = [*changes[:best], *changes[best + 1 :]] if tried[best].score > before.score else []
    layout, decoded = _weighed(sights)
    surplus = [about for doubt, about in layout.doubts if doubt is Doubt.TILE_COUNT and about]
    if surplus:
        weak = sorted((float(found.confidence[index]), index) for index in surplus[0])[:MOST_WEAK]
        for there, index in weak:
            if there >= PERHAPS_NO_TILE:
                break
            kept = np.array([other for other in range(len(found)) if other != index])
            less = found[kept]
            without = _renumbered(lay_out(less.boxes, less.class_id, less.corners), kept)
            again = decode_hand(found, without)
            if again.complete and again.wins:
                doubts = (*without.doubts, (Doubt.EXTRA_TILE, (index,)))
                return replace(without, doubts=doubts), again
    if decoded.faces != layout.faces:
        layout = lay_out(found.boxes, decoded.faces, views=views)
        decoded = decode_hand(found, layout, layout.faces)
    return layout, decoded


def _changed(faces: tuple[int, ...], change: tuple[int, int]) -> tuple[int, ...]:
    index, face = change
    return (*faces[:index], face, *faces[index + 1 :])


def _sight(found: Detections, views: Views, faces: tuple[int, ...], others: dict[int, tuple[int, float]]) -> _Sight:
    layout = lay_out(found.boxes, faces, views=views, others=others)
    return _Sight(faces, layout, decode_hand(found, layout, layout.faces))


def _weighed(sights: list[_Sight]) -> tuple[Layout, Decoded]:
    """Take the likeliest way, and lend the faces of the tiles that the ways differ in the chances of the others."""
    best = max(sights, key=lambda sight: sight.score)
    if len(sights) == 1:
        return best.layout, best.decoded
    weights = np.exp([sight.score - best.score for sight in sights])
    weights /= weights.sum()
    chances = dict(best.decoded.chances)
    for index in best.decoded.chances:
        if len({sight.faces[index] for sight in sights}) == 1:
            continue
        mixed: dict[int, float] = {}
        for sight, weight in zip(sights, weights, strict=True):
            for face, chance in sight.chances(index):
                mixed[face] = mixed.get(face, 0.0) + float(weight) * chance
        named = best.decoded.faces[index]
        rest = sorted(((face, chance) for face, chance in mixed.items() if face != named), key=lambda pair: -pair[1])
        chances[index] = ((named, mixed.get(named, 0.0)), *rest)
    share = float(weights[sights.index(best)])
    return best.layout, replace(best.decoded, chances=chances, chance=best.decoded.chance * share)


def _second_faces(found: Detections) -> dict[int, tuple[int, float]]:
    """List, for each tile that is not sure, the second face and how much less likely it is, as a logarithm."""
    unsure = np.flatnonzero(found.probabilities.max(axis=1, initial=0.0) < SURE)
    ranked = np.argsort(-found.probabilities[unsure], axis=1, kind="stable")[:, :2]
    return {
        int(index): (int(second), float(np.log(found.probabilities[index, first] / found.probabilities[index, second])))
        for index, (first, second) in zip(unsure, ranked, strict=True)
        if found.probabilities[index, second] >= LEAST_OTHER
    }


def _other_kinds(found: Detections, layout: Layout, *, only_left_out: bool) -> list[tuple[int, int]]:
    """List tiles with other faces that may change the layout: a back for a face, a bonus tile for none, or the reverse.

    Of the hand's tiles, of those that may be of it, and of those near it that may be bonus tiles, the least certain are
    tried, one at a time; with ``only_left_out`` no others of the hand's than those of concealed kongs.
    """
    kinds = np.zeros(len(CODES), np.int64)
    kinds[FIRST_BONUS:BACK], kinds[BACK] = 1, 2
    first = kinds[found.class_id]
    hand = np.zeros(len(found), bool)
    hand[[index for group in layout.groups for index in group.tiles]] = True
    doubted = np.zeros(len(found), bool)
    doubted[[index for doubt, about in layout.doubts if doubt is Doubt.EXTRA_TILE for index in about]] = True
    kongs = np.zeros(len(found), bool)
    kongs[[index for group in layout.only(Role.CONCEALED_KONG) for index in group.tiles]] = True
    unsure = found.probabilities.max(axis=1, initial=0.0) < SURE
    near = np.zeros(len(found), bool)
    if unsure.any():
        near[worth_a_look(layout, found.boxes)] = True
    tried: list[tuple[float, int, int]] = []
    for kind in range(3):
        chances = np.where(kinds == kind, found.probabilities, 0.0)
        chance = chances.sum(axis=1)
        placed = doubted | kongs | ((hand | (first == 2)) & (not only_left_out)) | (near & ~hand & (kind == 1))
        some = np.flatnonzero(unsure & placed & (first != kind) & (chance >= LEAST_OTHER))
        tried += [(-float(chance[index]), int(index), int(chances[index].argmax())) for index in some]
    return [(index, face) for _, index, face in sorted(tried)[:MOST_OTHERS]]


def _renumbered(layout: Layout, indexes: NDArray[np.int64]) -> Layout:
    """Give a layout of some tiles the indexes that they have among all."""
    groups = tuple(Group(group.role, tuple(int(indexes[place]) for place in group.tiles)) for group in layout.groups)
    doubts = tuple((doubt, tuple(int(indexes[place]) for place in about)) for doubt, about in layout.doubts)
    return replace(layout, groups=groups, doubts=doubts)
