"""Turns tiles found into the groups of a hand: pure functions on boxes, corners and faces, no picture needed.

The conventions, in the order in which they are applied:

1. **The hand's row** is the longest straight row of evenly touching tiles, large tiles counting for more, the lowest
   one of equals. It may be tilted, bend a little and converge: the corners of its tiles show the plane that it lies in
   (`vision.rows.Frame`), and all else is measured in that plane (`vision.extents`). A row of backs is a wall, not a
   hand. Where a whole hand cannot be made around it, the next best rows are tried too.
2. **Groups** are tiles that touch along their long sides (`vision.clusters`), so that melds turned by a quarter are
   told from each other. A gap of more than `vision.clusters.GAP` of a tile's width parts two groups.
3. **What else belongs to the hand** is chosen among the groups near the row, all together (`vision.choice`): by how
   far apart they lie, whether they lie like the row or turned by a quarter, whether other tiles touch them, whether
   they are melds, and what they add up to. A tile that is not surely what it shows may be what makes a meld of its
   group. Bonus tiles near the hand belong to it, but not those that touch other tiles or lie nearer to them. Two tiles
   that stand side by side beside a row of but one meld are taken for a pair on a rack (`vision.racks`). Where a second
   choice is nearly as good, or one tile lies further off than winning tiles do, that is a question.
4. **Reading order** runs from left to right, or the other way where the rest of the table lies below the hand, for
   then the photo is upside down.
5. **A concealed kong** is four tiles in a group of their own of which some show their back, or two faces between two
   backs. Four backs are a kong of an unknown face: a question. Any other back is none of the hand's, but a gap in it.
6. **The winning tile** is the one tile set apart, of two the one that alone lies off the row or turned, or else the
   one lying across at an end; it is unknown, a question, if there is none or more than one. Of two equal tiles apart
   from four melds, either has won; of two that differ the one on the right, a question. One tile beside four melds
   that has no like waits for it.
7. **An exposed meld** is a chow, pung or kong set apart by a gap or in a row of its own, beside the group or groups
   that hold the pair. Where nothing but the winning tile is set apart, all tiles are concealed; so they are where four
   melds and a pair lie apart in one line, for few hands have all melds exposed: a question. Four melds pushed together
   beside their pair, or nearer to each other than to it, are exposed. Three melds beside a row of a meld and the pair,
   none marked as the winning tile, are exposed, and a question too.
8. **Four equal tiles in a row of more** are a kong only where the number of tiles says so (a hand has fourteen and one
   more for each kong); whether it is concealed is then a question.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.melds import HAND_TILES, is_meld, melds_in_order
from vision.table import Table
from vision.views import Views
from vision.wins import wins

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


FURTHER: Final = 1.4
"""Melds in one line with a pair that lies so many times as far from them as they from each other were put aside."""


class Role(StrEnum):
    """What a tile is in the hand."""

    CONCEALED = "concealed"
    EXPOSED = "exposed"
    CONCEALED_KONG = "concealed_kong"
    WINNING = "winning"
    BONUS = "bonus"
    IGNORED = "ignored"


class Doubt(StrEnum):
    """What the layout alone cannot know."""

    TILE_COUNT = "tile_count"
    """The number of tiles is not that of a hand."""
    WINNING_TILE = "winning_tile"
    """No tile, or more than one, is set apart."""
    KONG_TILE = "kong_tile"
    """A kong shows nothing but backs."""
    KONG = "kong"
    """Four equal tiles are a kong by the number of tiles; it may be concealed."""
    EXPOSED_MELDS = "exposed_melds"
    """Every meld is set apart: exposed ones, or a concealed hand sorted for the photo."""
    EXTRA_TILE = "extra_tile"
    """Tiles lie so that they may belong to the hand, or to the rest of the table."""


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles that belong together.

    Args:
        role: of all of them.
        tiles: their indexes, in reading order.

    """

    role: Role
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """How the tiles found make a hand.

    Args:
        groups: in reading order, each tile of the hand in exactly one; what is in none is ignored.
        doubts: what the layout cannot know, with the tiles it is about.
        tilt: degrees by which the hand's row is turned, clockwise as seen, −180 to 180.
        faces: of all tiles, as the hand was laid out by.
        score: how likely it is by how the groups lie, in natural logarithms of odds.
        row: the tiles of the hand's row, in reading order.

    """

    groups: tuple[Group, ...] = ()
    doubts: tuple[tuple[Doubt, tuple[int, ...]], ...] = ()
    tilt: float = 0.0
    faces: tuple[int, ...] = ()
    score: float = 0.0
    row: tuple[int, ...] = ()

    def roles(self, count: int) -> list[Role]:
        """List the role of each of ``count`` tiles."""
        roles = [Role.IGNORED] * count
        for group in self.groups:
            for index in group.tiles:
                roles[index] = group.role
        return roles

    def numbers(self, count: int) -> list[int | None]:
        """List the number of the group of each of ``count`` tiles; None if it is ignored."""
        numbers: list[int | None] = [None] * count
        for number, group in enumerate(self.groups):
            for index in group.tiles:
                numbers[index] = number
        return numbers

    def only(self, role: Role) -> list[Group]:
        """List the groups of one role."""
        return [group for group in self.groups if group.role is role]


def lay_out(
    boxes: NDArray[np.floating],
    faces: Sequence[int] | NDArray[np.integer],
    corners: NDArray[np.floating] | None = None,
    views: Views | None = None,
    others: dict[int, tuple[int, float]] | None = None,
) -> Layout:
    """Find the hand among tiles, by the conventions at the head of this module.

    Args:
        boxes: ``(n, 4)`` xyxy in pixels.
        faces: the class of each, an index of `scoring.tiles.CODES`.
        corners: ``(n, 4, 2)`` pixels of the faces, clockwise, from any of them; those of the boxes if omitted.
        views: of these boxes and corners, where they are laid out more than once.
        others: for tiles that are not surely what they show, another face and how much less likely it is, as a
            logarithm: one that makes a meld of a group is taken.

    """
    shown = [int(face) for face in faces]
    if not shown:
        return Layout()
    table = Table(views or Views(boxes, corners), shown, others or {})
    segments = table.segments()
    if not segments:
        return Layout()
    return _interpret(table, segments)


@dataclass(slots=True)
class _Parts:
    """The hand as it is being put together."""

    kongs: list[Group] = field(default_factory=list)
    exposed: list[Group] = field(default_factory=list)
    concealed: list[int] = field(default_factory=list)
    winning: list[int] = field(default_factory=list)
    bonus: list[Group] = field(default_factory=list)
    doubts: list[tuple[Doubt, tuple[int, ...]]] = field(default_factory=list)


def _interpret(table: Table, found: list[list[int]]) -> Layout:
    """Give every segment its role."""
    parts = _Parts()
    segments: list[list[int]] = []
    for segment in found:
        bonus = tuple(index for index in segment if table.is_bonus(index))
        if bonus:
            parts.bonus.append(Group(Role.BONUS, bonus))
        rest = _take_kongs(table, table.plain(segment), parts)
        if rest:
            segments += _parted_by_backs(table.plain(segment), rest, parts.kongs)
    singles = [segment for segment in segments if len(segment) == 1]
    groups = [segment for segment in segments if len(segment) > 1]
    _take_winning(table, singles, groups, parts)
    _take_exposed(table, [group for group in groups if group], parts)
    _take_quads(table, parts)
    _count(parts)
    if table.doubtful:
        parts.doubts.append((Doubt.EXTRA_TILE, table.doubtful))
    if not parts.winning:
        parts.doubts.append((Doubt.WINNING_TILE, tuple(parts.concealed)))
    order: list[Group] = [*parts.exposed, *parts.kongs]
    if parts.concealed:
        order.append(Group(Role.CONCEALED, tuple(parts.concealed)))
    order.extend(Group(Role.WINNING, (index,)) for index in parts.winning)
    order.extend(parts.bonus)
    tilt = float(np.degrees(np.arctan2(table.frame.along[1], table.frame.along[0])))
    return Layout(tuple(order), tuple(parts.doubts), tilt, tuple(table.faces), table.score, tuple(table.view.row))


def _take_kongs(table: Table, segment: list[int], parts: _Parts) -> list[int]:
    """Take concealed kongs out of a segment; backs that are part of none are dropped."""
    at = 0
    rest: list[int] = []
    melds = melds_in_order(segment, table.faces) or []
    kongs = {meld[0] for meld in melds if any(table.is_back(index) for index in meld)}
    while at < len(segment):
        four = segment[at : at + 4]
        backs = [table.is_back(index) for index in four]
        outer = backs == [True, False, False, True]
        if segment[at] in kongs or ((outer or all(backs)) and table.backed_kong(four)):
            group = Group(Role.CONCEALED_KONG, tuple(four))
            parts.kongs.append(group)
            if all(backs) or len({table.faces[index] for index in four}) > 2:
                parts.doubts.append((Doubt.KONG_TILE, group.tiles))
            at += 4
        else:
            if not backs[0]:
                rest.append(segment[at])
            at += 1
    return rest


def _parted_by_backs(segment: list[int], rest: list[int], kongs: list[Group]) -> list[list[int]]:
    """Cut what is left of a segment where backs lie in it that are part of no kong.

    Nobody lays one tile of a row face down: so look a gap as wide as a tile, and the bar of a rack that bears none.
    """
    hidden = {index for kong in kongs for index in kong.tiles}
    places = [segment.index(index) for index in rest]
    cut = [rest[:1]]
    for index, (one, two) in zip(rest[1:], pairwise(places), strict=True):
        if two > one + 1 and hidden.isdisjoint(segment[one + 1 : two]):
            cut.append([])
        cut[-1].append(index)
    return cut


def _take_winning(table: Table, singles: list[list[int]], groups: list[list[int]], parts: _Parts) -> None:
    """Take the winning tile: the one set apart, or else the one that lies across."""
    if len(singles) == 2 and groups:
        # Of two tiles apart, the one that alone lies off the row, or turned, has won.
        off = [single for single in singles if table.is_off_line(single[0])]
        if len(off) == 1:
            parts.winning.append(off[0][0])
            parts.concealed.extend(single[0] for single in singles if single is not off[0])
            return
    if len(singles) == 1 and groups:
        single = singles[0][0]
        melds = [melds_in_order(group, table.faces) for group in groups]
        waits = None not in melds and len(parts.kongs) + sum(len(cut or ()) for cut in melds) == 4
        if waits:  # where it does not win with four equal tiles that are a pung and a part of a chow
            tiles = [single, *(index for group in groups for index in group)]
            waits = not wins([table.faces[index] for index in tiles], len(parts.kongs))
        (parts.concealed if waits else parts.winning).append(single)  # beside four melds it waits for its like
        return
    parts.concealed.extend(single[0] for single in singles)
    if len(singles) == 2 and _all_melded(table, groups):
        # Of a pair of which one tile lies apart either has won, it makes no difference which.
        if table.faces[singles[0][0]] != table.faces[singles[1][0]]:
            parts.doubts.append((Doubt.WINNING_TILE, tuple(parts.concealed)))
        parts.winning.append(parts.concealed.pop())
    if singles:
        return
    across = [
        (group, end)
        for group in groups
        if (len(group) == 2 or len(group) > 3 or len(groups) == 1) and not table.extents.turned[group].all()
        for end, neighbour in ((group[0], group[1]), (group[-1], group[-2]))
        if not table.extents.turned[neighbour] and table.lies_across(end, neighbour)
    ]
    if len(across) == 1:
        group, index = across[0]
        group.remove(index)
        parts.winning.append(index)


def _all_melded(table: Table, groups: list[list[int]]) -> bool:
    """Tell whether groups hold four melds beside the concealed kongs, and nothing else."""
    return all(melds_in_order(group, table.faces) is not None for group in groups)


def _take_exposed(table: Table, groups: list[list[int]], parts: _Parts) -> None:
    """Tell melds laid apart from what is concealed."""
    cut = [melds_in_order(group, table.faces) for group in groups]
    loose = [group for group, melds in zip(groups, cut, strict=True) if melds is None]
    if parts.concealed:
        loose.append(parts.concealed)
    one_row = (
        len(groups) == 1
        and (not parts.concealed or len(groups[0]) > 8)
        and not _is_beside_its_pair(table, parts, groups[0])
    )
    if one_row or not any(melds for melds in cut):
        cut = [None] * len(groups)
    elif not loose:
        # Nothing but melds: the longest group is the concealed one, of equals the last (the nearest to its player).
        longest = max(range(len(groups)), key=lambda place: (len(groups[place]), place))
        cut[longest] = None
    elif any(len(group) > 4 for group in loose):
        # A group of three or four beside a longer one is a meld by its place, even if its faces were misread.
        cut = [
            [tuple(group)] if melds is None and len(group) in {3, 4} else melds
            for group, melds in zip(groups, cut, strict=True)
        ]
    for group, melds in zip(groups, cut, strict=True):
        if melds is None:
            parts.concealed.extend(group)
        else:
            parts.exposed.extend(Group(Role.EXPOSED, meld) for meld in melds)
    sorted_too = len(parts.exposed) == 3 and len(parts.concealed) == 5 and _is_sorted(table, parts.concealed)
    if sorted_too and not parts.winning and not parts.kongs:
        # Whoever sorts a concealed hand into two rows lays it so.
        parts.doubts.append((Doubt.EXPOSED_MELDS, tuple(i for group in parts.exposed for i in group.tiles)))
    if len(parts.exposed) == 4 and not parts.winning:
        melded = tuple(index for group in parts.exposed for index in group.tiles)
        parts.doubts.append((Doubt.EXPOSED_MELDS, melded))
        rows = table.places[list(melded), 1]
        pair = [group for group in groups if len(group) == 2]
        # Nobody sorts a hand into melds and pushes these together, or apart from the pair.
        # Nor does a concealed hand show a kong's four faces.
        apart = all(len(group) <= 3 for group in groups) and not (pair and _is_off_the_others(table, pair[0], groups))
        if pair and apart and np.abs(rows - np.median(table.places[parts.concealed, 1])).max() < 0.5:
            # Four melds and a pair in one line: few hands have all melds exposed, so it was sorted for the photo.
            parts.concealed = [index for group in groups for index in group]
            parts.exposed = []


def _is_off_the_others(table: Table, pair: list[int], groups: list[list[int]]) -> bool:
    """Tell whether a pair at an end of a line lies clearly further from the next group than those from each other."""
    line = sorted((float(table.places[group, 0].min()), float(table.places[group, 0].max())) for group in groups)
    gaps = [two - one - 1 for (_, one), (two, _) in pairwise(line)]
    at = float(table.places[pair, 0].min())
    if at == line[0][0]:
        return gaps[0] > FURTHER * max(gaps[1:])
    return at == line[-1][0] and gaps[-1] > FURTHER * max(gaps[:-1])


def _is_beside_its_pair(table: Table, parts: _Parts, group: list[int]) -> bool:
    """Tell whether all that is not in a group is two tiles at one side of it, or one tile that waits for its like.

    Of the two, a pair, one has won; if they differ, none is to be expected apart from a row of four melds that is
    concealed. The other case is that of a group of four melds.
    """
    pair = [*parts.concealed, *parts.winning]
    if len(pair) == 1 and not parts.winning:
        return True  # where it did not wait, it would have won
    if len(pair) != 2 or not (table.faces[pair[0]] == table.faces[pair[1]] or table.is_melded(group)):
        return False
    (along, aside), ends = table.places[pair].T, table.places[group, 0]
    off = np.abs(aside - np.median(table.places[group, 1])) > 0.5
    return bool((off | (along < ends.min())).all() or (off | (along > ends.max())).all())


def _is_sorted(table: Table, tiles: list[int]) -> bool:
    """Tell whether five tiles lie as a pair and a meld, or the other way round."""
    faces = [table.faces[index] for index in tiles]
    return (faces[0] == faces[1] and is_meld(faces[2:])) or (faces[3] == faces[4] and is_meld(faces[:3]))


def _take_quads(table: Table, parts: _Parts) -> None:
    """Take four equal tiles out of the concealed ones where the number of tiles says that they are a kong."""
    surplus = _surplus(parts)
    if surplus <= 0:
        return
    by_face: dict[int, list[int]] = {}
    for index in parts.concealed:
        by_face.setdefault(table.faces[index], []).append(index)
    quads = [tuple(tiles) for tiles in by_face.values() if len(tiles) == 4]
    if len(quads) < surplus:
        return
    for quad in quads[:surplus]:
        parts.concealed = [index for index in parts.concealed if index not in quad]
        parts.exposed.append(Group(Role.EXPOSED, quad))
        parts.doubts.append((Doubt.KONG, quad))


def _surplus(parts: _Parts) -> int:
    """Count the tiles beyond those of a whole hand; negative if there are too few."""
    melds = [*parts.exposed, *parts.kongs]
    kongs = sum(len(group.tiles) == 4 for group in melds)
    count = sum(len(group.tiles) for group in melds) + len(parts.concealed) + len(parts.winning)
    return count - HAND_TILES - kongs


def _count(parts: _Parts) -> None:
    surplus = _surplus(parts)
    if surplus:
        tiles = (*parts.concealed, *parts.winning) if surplus > 0 else ()
        parts.doubts.insert(0, (Doubt.TILE_COUNT, tiles))
