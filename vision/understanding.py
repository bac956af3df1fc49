"""Makes a hand of the tiles found: lays them out and names them together, each with regard to the other."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from scoring.tiles import CODES
from vision.blanks import DRAGON, MOST_DRAGONS, blanks
from vision.clusters import components
from vision.decoding import Decoded, decode_hand
from vision.layout import Doubt, Group, Layout, Role, lay_out
from vision.main_rows import STRAIGHT
from vision.melds import BACK, FIRST_BONUS, is_bonus
from vision.questions import SURE

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

LEAST_DRAGON: Final = 0.02
"""A blank that is less likely a white dragon than this is not tried for one, even beside others."""

OWN: Final = 3.0
"""How much likelier a bonus tile beside a hand is one of it than another tile there, as a logarithm: nobody discards
bonus tiles. A layout's score has that; but where no tile beside it is sure to be one, it does not tell that any is.
"""

SURELY_BONUS: Final = 0.9
"""From this chance of some bonus tile on, it is one."""

MOST_OTHERS: Final = 4
"""So many tiles are tried so."""

BESIDE: Final = 2.0
"""Tiles of which the middle lies this near to that of a tile of the hand, in tile lengths, get a second look."""

MOST_BESIDE: Final = 12
"""So many of them at most, the nearest first."""

ON_THE_LINE: Final = 8.0
"""Tiles on the line of the row, within so many steps of its ends, get one too: there lie bonus tiles that are apart."""

LENGTH: Final = 0.57
"""A tile's longer side as a part of its box's width plus height."""

PERHAPS_NONE: Final = 0.9
"""A box that is less surely a tile than this may be none."""

MOST_WEAK: Final = 3
"""So many of them, the least sure ones, are left out in turn where a hand does not win."""

BY_THE_ROW: Final = 1.5
"""Blank boxes on the line of the hand's row, within so many steps of its ends, may all show the table in its gaps."""

SUREST: Final = 0.99
"""No box is taken for surer than this to be a tile where it may show the table."""

_Change = tuple[tuple[int, int], ...]
"""Tiles and other faces for them."""

NEARLY_AS_LIKELY: Final = 2.2
"""Where boxes are left out, or kept, and the other is behind by less than this, odds of one to nine, a person is asked.
"""


def worth_a_look(layout: Layout, views: Views) -> NDArray[np.int64]:
    """List the tiles that deserve a second look: those of the hand as the detector alone sees it, and some beside it.

    What lies beside a hand may be a bonus tile or a meld that the detector misread; so the nearest `MOST_BESIDE` within
    `BESIDE` of one of its tiles are looked at too, and those of its size on the line of its row. A table may show three
    times as many others, which are ignored whatever their faces. Where there is no hand, all are looked at.

    Args:
        layout: the hand by the detector's faces.
        views: all tiles found, in any unit of length.

    """
    tiles = views.tiles
    hand = np.array(sorted(index for group in layout.groups for index in group.tiles), dtype=np.int64)
    if not len(hand):
        return np.arange(len(tiles.centres), dtype=np.int64)
    length = LENGTH * float(np.median(tiles.sizes[hand]))
    distance = np.hypot(*np.moveaxis(tiles.centres[:, None] - tiles.centres[hand][None], 2, 0)).min(axis=1)
    beside = np.setdiff1d(np.flatnonzero(distance <= BESIDE * length), hand)
    beside = beside[np.argsort(distance[beside], kind="stable")][:MOST_BESIDE]
    return np.union1d(np.concatenate([hand, beside]), _on_the_line(layout, views))


def _on_the_line(layout: Layout, views: Views) -> NDArray[np.int64]:
    """List the tiles on the line of the hand's row, as large as its own, not far from its ends."""
    if not layout.row:
        return np.zeros(0, np.int64)
    view = views.of(layout.row)
    low, high = view.ends
    forward, aside = view.places[:, 0], view.places[:, 1]
    near = (forward > low - ON_THE_LINE) & (forward < high + ON_THE_LINE)
    return np.flatnonzero(view.sized & near & (np.abs(aside) < STRAIGHT))


@dataclass(frozen=True, slots=True, eq=False)
class _Sight:
    """One way to take the tiles found: faces that the layout depends on, the tiles that are surely bonus tiles, the
    layout, the faces read together, and boxes taken for none with how much less likely that is.
    """

    faces: tuple[int, ...]
    surely_bonus: NDArray[np.bool_]
    layout: Layout
    decoded: Decoded
    left_out: tuple[int, ...] = ()
    price: float = 0.0

    @property
    def score(self) -> float:
        """How likely it is, as a logarithm."""
        kongs = self.layout.only(Role.CONCEALED_KONG)
        shown = sum(any(self.layout.faces[index] != BACK for index in kong.tiles) for kong in kongs)
        own = sum(not self.surely_bonus[list(group.tiles)].any() for group in self.layout.only(Role.BONUS))
        return self.layout.score - OWN * own + self.decoded.score + KONG_FACE * shown - self.price

    def chances(self, index: int) -> tuple[tuple[int, float], ...]:
        """List the faces that a tile may have, with their chances."""
        return self.decoded.chances.get(index, ((self.faces[index], 1.0),))


def understand(found: Detections, views: Views) -> tuple[Layout, Decoded]:
    """Name the tiles of a hand together, and lay them out once more where that changes a face.

    Where a tile may be of another kind, such as a bonus tile, the hand that this makes is weighed against the others.

    Where the hand does not win, boxes that may show no tile are left out: a scrap at the photo's edge, one tile found
    twice, the table or the bar of a rack in the gaps of a row.
    """
    others = _second_faces(found)
    plain = tuple(found.class_id.tolist())
    first = _sight(found, views, plain, others)
    # Nothing else is tried where the likeliest faces win.
    plainly = first.decoded.wins and first.decoded.faces == plain
    changes = _other_kinds(found, views, first.layout, only_left_out=plainly)
    if first.layout.row:
        changes += _wholly_bonus(found, views, first.layout)
        if not plainly:
            changes += _wholly_dragons(found, views, first.layout)
    sights = _changed_sights(found, views, first, changes, others)
    best = max(sights, key=lambda sight: sight.score)
    if not best.decoded.wins:
        # Only where a whole hand is left: one of less has room for any tile.
        ways = _perhaps_none(found, views, best.layout)
        less = [_sight(found, views, best.faces, others, left_out) for left_out in ways]
        sights += [sight for sight in less if sight.decoded.complete]
    layout, decoded = _weighed(sights)
    best = max(sights, key=lambda sight: sight.score)
    if decoded.faces != layout.faces:
        layout = _laid(found, views, decoded.faces, {}, best.left_out)
        decoded = decode_hand(found, layout, layout.faces)
    # Left out or kept: where the other is nearly as likely to make a whole hand, a person is asked.
    hand = {index for group in layout.groups for index in group.tiles}
    if best.left_out:
        close = best.score - max(sight.score for sight in sights if not sight.left_out) < NEARLY_AS_LIKELY
        about = best.left_out
    else:
        rest = [sight for sight in sights if hand & set(sight.left_out)]
        other = max(rest, key=lambda sight: sight.score, default=best)
        close = best.score - other.score < NEARLY_AS_LIKELY
        about = tuple(sorted(hand & set(other.left_out)))
    if close and about:
        layout = replace(layout, doubts=(*layout.doubts, (Doubt.EXTRA_TILE, about)))
    return layout, decoded


def _perhaps_none(found: Detections, views: Views, layout: Layout) -> list[tuple[int, ...]]:
    """List boxes that may show no tile: each of the least sure by the hand, and all blank ones in its row together."""
    if not layout.row:
        return []
    near = worth_a_look(layout, views)
    weak = sorted((float(found.confidence[index]), int(index)) for index in near)[:MOST_WEAK]
    ways = [(index,) for there, index in weak if there < PERHAPS_NONE]
    view = views.of(layout.row)
    low, high = view.ends
    forward, aside = view.places[:, 0], view.places[:, 1]
    in_line = (np.abs(aside) < STRAIGHT) & (forward > low - BY_THE_ROW) & (forward < high + BY_THE_ROW)
    blank = tuple(np.flatnonzero(in_line & blanks(found.probabilities)).tolist())
    return [*ways, *((blank,) if blank and blank not in ways else ())]


def _changed_sights(
    found: Detections,
    views: Views,
    first: _Sight,
    changes: list[_Change],
    others: dict[int, tuple[int, float]],
) -> list[_Sight]:
    """List the first way to take the tiles and those with some of the changes.

    Each on its own, then each of the rest beside the best, as long as that is better than without. Where that makes no
    win, two at a time are tried of which one takes a tile out of the hand and one puts one in.
    """

    def sight(faces: tuple[int, ...]) -> _Sight:
        return _sight(found, views, faces, others)

    sights = [first]
    left = list(changes)
    while left:
        before = max(sights, key=lambda one: one.score)
        tried = [sight(_changed(before.faces, change)) for change in left]
        sights += tried
        place = max(range(len(tried)), key=lambda at: tried[at].score)
        if tried[place].score <= before.score:
            break
        del left[place]
    if not max(sights, key=lambda one: one.score).decoded.wins:
        plain = [change for change in changes if all(face < FIRST_BONUS <= first.faces[at] for at, face in change)]
        none = [change for change in changes if all(first.faces[at] < FIRST_BONUS <= face for at, face in change)]
        sights += [sight(_changed(_changed(first.faces, one), two)) for one in plain for two in none]
    return sights


def _changed(faces: tuple[int, ...], change: _Change) -> tuple[int, ...]:
    other = dict(change)
    return tuple(other.get(index, face) for index, face in enumerate(faces))


def _sight(
    found: Detections,
    views: Views,
    faces: tuple[int, ...],
    others: dict[int, tuple[int, float]],
    left_out: tuple[int, ...] = (),
) -> _Sight:
    layout = _laid(found, views, faces, others, left_out)
    # Boxes of one look are wrong together, so the surest of them is what speaks against it.
    there = min(max((float(found.confidence[index]) for index in left_out), default=0.5), SUREST)
    price = math.log(there / (1 - there))
    decoded = decode_hand(found, layout, layout.faces or faces)
    bonus = found.probabilities[:, FIRST_BONUS:BACK].sum(axis=1) >= SURELY_BONUS
    return _Sight(faces, bonus, layout, decoded, left_out, price)


def _laid(
    found: Detections,
    views: Views,
    faces: tuple[int, ...],
    others: dict[int, tuple[int, float]],
    left_out: tuple[int, ...],
) -> Layout:
    """Lay out the tiles found but for some boxes."""
    if not left_out:
        return lay_out(found.boxes, faces, views=views, others=others)
    kept = np.setdiff1d(np.arange(len(found)), left_out)
    place = {int(index): at for at, index in enumerate(kept)}
    layout = lay_out(
        found.boxes[kept],
        [faces[index] for index in kept],
        found.corners[kept],
        others={place[index]: other for index, other in others.items() if index in place},
    )
    shown = list(faces)
    for at, face in enumerate(layout.faces):
        shown[kept[at]] = face
    return replace(_renumbered(layout, kept), faces=tuple(shown))


def _wholly_dragons(found: Detections, views: Views, layout: Layout) -> list[_Change]:
    """List groups of what may be white dragons, taken for backs, with the dragons: blanks that touch are alike."""
    near = worth_a_look(layout, views)
    blank = near[(found.class_id[near] == BACK) & (found.probabilities[near, DRAGON] >= LEAST_DRAGON)]
    joined = views.of(layout.row).joined[np.ix_(blank, blank)]
    groups = [[int(blank[place]) for place in places] for places in components(joined)]
    return [tuple((index, DRAGON) for index in group) for group in groups if 1 < len(group) <= MOST_DRAGONS]


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


def _other_kinds(found: Detections, views: Views, layout: Layout, *, only_left_out: bool) -> list[_Change]:
    """List tiles with other faces that may change the layout: a back for a face, a bonus tile for none, or the reverse.

    Of the hand's tiles, then of those that may be of it and of those near it that may be bonus tiles, the least certain
    are tried; with ``only_left_out`` no others of the hand's than bonus tiles and those of concealed kongs.
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
        near[worth_a_look(layout, views)] = True
    tried: list[tuple[bool, float, int, int]] = []
    for kind in range(3):
        chances = np.where(kinds == kind, found.probabilities, 0.0)
        chance = chances.sum(axis=1)
        placed = doubted | kongs | (hand & (first == 1)) | (near & ~hand & (kind == 1))
        placed |= (hand | (first == 2)) & (not only_left_out)
        some = np.flatnonzero(unsure & placed & (first != kind) & (chance >= LEAST_OTHER))
        tried += [(not hand[index], -float(chance[index]), int(index), int(chances[index].argmax())) for index in some]
    return [((index, face),) for *_, index, face in sorted(tried)[:MOST_OTHERS]]


def _wholly_bonus(found: Detections, views: Views, layout: Layout) -> list[_Change]:
    """List groups left out that hold bonus tiles and others, with bonus tiles in place of these: nobody mixes them."""
    hand = {index for group in layout.groups for index in group.tiles}
    about = {index for doubt, tiles in layout.doubts if doubt is Doubt.EXTRA_TILE for index in tiles}
    left = sorted(about - hand)
    joined = views.of(layout.row).joined[np.ix_(left, left)]
    unsure = found.probabilities.max(axis=1, initial=0.0) < SURE
    best = FIRST_BONUS + found.probabilities[:, FIRST_BONUS:BACK].argmax(axis=1)
    changes: list[_Change] = []
    for places in components(joined):
        group = [left[place] for place in places]
        none = [index for index in group if not is_bonus(int(found.class_id[index]))]
        if 0 < len(none) < len(group) and unsure[none].all():
            changes.append(tuple((index, int(best[index])) for index in none))
    return changes


def _renumbered(layout: Layout, indexes: NDArray[np.int64]) -> Layout:
    """Give a layout of some tiles the indexes that they have among all."""
    groups = tuple(Group(group.role, tuple(int(indexes[place]) for place in group.tiles)) for group in layout.groups)
    doubts = tuple((doubt, tuple(int(indexes[place]) for place in about)) for doubt, about in layout.doubts)
    return replace(layout, groups=groups, doubts=doubts, row=tuple(int(indexes[place]) for place in layout.row))
