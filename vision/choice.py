"""Which groups of tiles are the winner's: the likeliest of all ways to choose among those near the hand's row.

Each way is weighed in natural logarithms of odds, by how the groups lie and by what they add up to. The weights say how
people lay hands and leave tables. They were first written down by reasoning, and then revised, more than once, against
random tables: those of ``tests/vision/scenes.py`` and synthesised scenes. So they are fitted by hand to such tables,
and how well they hold for real ones is for photos to show.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from vision.melds import BACK, HAND_TILES, is_backed_kong, is_bonus, melds_in_order
from vision.wins import wins

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_GROUPS: Final = 10
"""So many groups, the likeliest and nearest, are weighed against each other: a thousand ways at most."""

MELD: Final = 2.0
"""A group that can be cut into melds: three tiles that happen to lie together are one in thirty times."""

KONG: Final = 2.5
"""Four tiles of which some show their back, the others one face."""

FOUR_BACKS: Final = -0.5
"""Four backs: a kong, or a piece of the wall."""

SINGLE: Final = -1.0
"""One tile, as a winning tile lies; so do discards."""

LOOSE: Final = -1.5
"""Tiles that are no melds."""

IN_LINE: Final = 1.2
"""A group on the line of the row."""

STRAIGHT: Final = 2.4
"""Tiles that lie like the row's or turned by a quarter; what speaks against that is taken off, see `vision.extents`."""

BY: Final = 0.7
NEARBY: Final = 1.0
"""Less free space than this to another likely group, and no other tile that touches it: other tiles lie off."""

FAR: Final = 0.8
"""Taken off for each tile width between a group and the nearest other of the hand."""

BESIDE: Final = 2.5
"""A bonus tile that touches the hand."""

ON_A_RACK: Final = 4.5
"""No more is taken off for tiles on the row's line that seem to lie otherwise, or for two that stand beside each other:
some stand on a rack."""

PUSHED_ASIDE: Final = 3.0
NOBODY_ELSE: Final = 1.0
"""No more is taken off for bonus tiles that lie aslant beside the hand, where other tiles are further off than it is by
so many tile widths: they are somebody's, and nobody else is there."""

FURTHER: Final = 1.4
"""Taken off for each tile width between a bonus tile and the hand."""

CONTACT: Final = 1.6
"""Taken off for each tile outside the hand that touches one of it, as in a heap, a wall or rows of discards."""

HELD: Final = 8.0
"""The same for bonus tiles: nobody lays his own against the tiles of others."""

OTHERS: Final = 1.4
"""Taken off for each tile width that a bonus tile lies nearer to tiles outside the hand than to the hand."""

MOST_CONTACTS: Final = 5
"""More than these are no worse."""

WIN: Final = 6.0
"""Tiles that win: those of which a photo is taken do, and tiles that lie together by chance do not."""

FULL: Final = 1.5
"""As many tiles as a hand has."""

WAITING: Final = -1.0
"""A tile less."""

ASTRAY: Final = 2.5
"""Taken off for each further tile too many or too few."""

APART: Final = 1.7
"""Groups on the row's line with less free space than this, in widths, are doubtful where they are left out."""

CLOSE: Final = 1.5
"""Where the second way is behind by less than this, odds of some one to four, a person is asked."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A group of touching tiles.

    Args:
        tiles: their indexes, in order.
        in_line: whether they lie on the line of the hand's row.
        aslant: how unlikely it is, in natural logarithms, that tiles of a hand lie turned as they do.
        standing: whether they are two tiles that stand beside each other, as on a rack, see `vision.racks`.

    """

    tiles: tuple[int, ...]
    in_line: bool
    aslant: float = 0.0
    standing: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """What belongs to the hand.

    Args:
        groups: indexes of the chosen candidates.
        score: how likely that is, in natural logarithms of odds.
        placed: the same by how the groups lie alone, and not by what their tiles add up to.
        doubtful: indexes of those that belong to it in one of the two best ways alone, if the second is close.
        wins: whether its tiles win.

    """

    groups: tuple[int, ...]
    score: float
    placed: float
    doubtful: tuple[int, ...] = ()
    wins: bool = False

    def weighed(self, more: float) -> Choice:
        """Return the same choice, likelier by so much."""
        return replace(self, score=self.score + more, placed=self.placed + more)


@dataclass(frozen=True, slots=True)
class Nearness:
    """How groups lie to each other.

    Args:
        free: ``(m, m)`` free space between groups, in tile widths.
        contacts: ``(m, m)`` how many pairs of tiles of two groups lie against each other.
        strangers: ``(m,)`` how many tiles that are in no group lie against one of a group.

    """

    free: list[list[float]]
    contacts: list[list[int]]
    strangers: list[int]


def choose(candidates: Sequence[Candidate], faces: Sequence[int], near: Nearness) -> Choice:
    """Choose the groups of the hand.

    Args:
        candidates: all groups; the first is that of the row and always chosen.
        faces: of each tile.
        near: how they lie to each other.

    """
    shown = [[faces[index] for index in candidate.tiles] for candidate in candidates]
    parts = [_part(group) for group in shown]
    values = [
        _value(part) + IN_LINE * candidate.in_line + STRAIGHT - _aslant(candidate)
        for part, candidate in zip(parts, candidates, strict=True)
    ]
    plain = [place for place in range(1, len(candidates)) if parts[place].size]
    likely = [0, *(place for place in plain if values[place] > 0 or candidates[place].in_line)]
    for place in range(1, len(candidates)):
        apart = min(near.free[place][other] for other in likely if other != place)
        if apart < BY and not near.strangers[place]:
            values[place] += NEARBY
    closest = {place: min(near.free[place][other] for other in likely if other != place) for place in plain}
    plain.sort(key=lambda place: values[place] - FAR * closest[place] - CONTACT * near.strangers[place] / 2)
    plain = sorted(plain[-MOST_GROUPS:])
    bonus = [place for place in range(1, len(candidates)) if not parts[place].size]
    found: list[tuple[float, tuple[int, ...]]] = []
    best = second = -math.inf
    own = [
        place
        for place in bonus
        if BACK not in shown[place] and _as_bonus(values[place], near.free[place][0], near.strangers[place]) > 0
    ]
    others = [place for place in (*plain, *bonus) if place not in own]
    across = _across(near, own)
    for bound, chosen in _ways(plain, candidates, parts, values, across):
        if bound <= second:
            break
        whole = (0, *chosen)
        score = sum(values[place] for place in chosen) - _apartness(whole, across, others)
        if score + WIN <= second:
            continue
        score += _fit(tuple(parts[place] for place in whole))
        if score > second:
            found.append((score, chosen))
            best, second = (score, best) if score > best else (best, score)
    found.sort(key=lambda pair: (-pair[0], len(pair[1]), pair[1]))
    groups = set(found[0][1])
    fit = _fit(tuple(parts[place] for place in (0, *found[0][1])))
    doubtful = set(found[1][1]) ^ groups if len(found) > 1 and found[0][0] - found[1][0] < CLOSE else set()
    # A tile that lies as winning tiles do, and is one too many, shows that something was misread.
    doubtful |= {
        place
        for place in plain
        if place not in groups and candidates[place].in_line and min(near.free[place][o] for o in (0, *groups)) < APART
    }
    # Nobody discards bonus tiles: among those left out a tile that is none was misread, or all are the hand's.
    doubtful |= {place for place in plain if place not in groups and any(map(is_bonus, shown[place]))}
    extra = 0.0
    left = [place for place in plain if place not in groups]
    for place in sorted(bonus, key=lambda place: near.free[place][0]):
        distance = min(near.free[place][other] for other in (0, *groups))
        # Backs in the same group are, as likely as not, the wall at whose end it lies.
        crowd = near.strangers[place] + shown[place].count(BACK)
        crowd += sum(near.contacts[place][other] for other in left)
        score = _as_bonus(values[place], distance, crowd)
        others_off = min((near.free[place][other] for other in left), default=math.inf)
        score -= OTHERS * max(0.0, distance - others_off)
        lonely = others_off > distance + NOBODY_ELSE
        if not crowd and distance < BY and lonely:
            score += max(0.0, _aslant(candidates[place]) - PUSHED_ASIDE)
        if score > 0:
            groups.add(place)
            extra += score
        if -CLOSE < score < CLOSE / 2 or (score <= 0 and not crowd):
            doubtful.add(place)
    score = found[0][0] + values[0] + extra
    return Choice(tuple(sorted(groups)), score, score - fit, tuple(sorted(doubtful)), fit == WIN)


def _aslant(candidate: Candidate) -> float:
    """Weigh how a group is turned: less where it may stand on a rack, for then it looks unlike the others."""
    return min(candidate.aslant, ON_A_RACK) if candidate.in_line or candidate.standing else candidate.aslant


def _as_bonus(value: float, distance: float, crowd: int) -> float:
    """Weigh whether bonus tiles are the hand's that lie so far from it, in tile widths, and touch so many others."""
    return value + BESIDE - FURTHER * distance - HELD * crowd


def _across(near: Nearness, own: Sequence[int]) -> Nearness:
    """Measure free space also across bonus tiles that are the hand's: a winning tile may lie beyond them."""
    free = near.free
    for bonus in own:
        free = [[min(far, row[bonus] + free[bonus][other]) for other, far in enumerate(row)] for row in free]
    return replace(near, free=free)


def _ways(
    plain: Sequence[int],
    candidates: Sequence[Candidate],
    parts: Sequence[_Part],
    values: Sequence[float],
    near: Nearness,
) -> list[tuple[float, tuple[int, ...]]]:
    """List the ways to choose, but for those with far too many tiles, each with more than it can weigh, best first."""
    start = parts[0]
    ways: list[tuple[tuple[int, ...], int, int, int, float]] = [((), start.size, start.kongs, start.quads, 0.0)]
    listed: list[tuple[float, tuple[int, ...]]] = [(_most(start.size, start.kongs, start.quads), ())]
    for place in plain:
        part = parts[place]
        # Whatever else is chosen: a group lies no nearer than to its nearest, and touches the strangers beside it.
        nearest = min(near.free[place][other] for other in range(len(candidates)) if other != place)
        value = values[place] - FAR * nearest - CONTACT * min(near.strangers[place], MOST_CONTACTS)
        longer = []
        for chosen, size, kongs, quads, sum_ in ways:
            way = ((*chosen, place), size + part.size, kongs + part.kongs, quads + part.quads, sum_ + value)
            if way[1] <= HAND_TILES + min(way[2] + way[3], 4):
                longer.append(way)
                listed.append((way[4] + _most(*way[1:4]), way[0]))
        ways += longer
    listed.sort(key=lambda way: -way[0])
    return listed


def _most(size: int, kongs: int, quads: int) -> float:
    """Tell the most that so many tiles can weigh, see `_fit`."""
    over = size - HAND_TILES - kongs
    return WIN if 0 <= over <= quads else _unfit(over, quads)


def _unfit(over: int, quads: int) -> float:
    """Weigh a wrong number of tiles."""
    return WAITING if over == -1 else -ASTRAY * min(abs(over), abs(over - quads))


def _apartness(chosen: tuple[int, ...], near: Nearness, others: Sequence[int]) -> float:
    """Weigh the free space between groups, along the shortest tree that joins them, and what else touches them."""
    lost = 0.0
    left = dict.fromkeys(chosen[1:], math.inf)
    last = chosen[0]
    while left:
        row = near.free[last]
        for place in left:
            left[place] = min(left[place], row[place])
        last = min(left, key=lambda place: left[place])
        lost += FAR * left.pop(last)
    outside = [place for place in others if place not in chosen]
    touched = 0
    for place in chosen[1:]:
        row_of = near.contacts[place]
        touched += min(near.strangers[place] + sum(row_of[other] for other in outside), MOST_CONTACTS)
    return lost + CONTACT * touched


class _Part(NamedTuple):
    """What one group comes to: its tiles that count, its kongs, other faces shown four times, what it is, its faces."""

    size: int
    kongs: int
    quads: int
    melded: bool
    backs: int
    kong_faces: tuple[int, ...]
    loose: tuple[int, ...]


def _part(faces: Sequence[int]) -> _Part:
    plain = [face for face in faces if not is_bonus(face)]
    melds = melds_in_order(range(len(plain)), plain)
    if melds is None:
        kept, kongs = _without_kongs(plain)
        return _Part(
            len(kept) + 4 * len(kongs),
            len(kongs),
            sum(kept.count(face) == 4 for face in set(kept)),
            melded=False,
            backs=0,
            kong_faces=tuple(kongs),
            loose=tuple(sorted(kept)),
        )
    hidden = [meld for meld in melds if any(plain[place] == BACK for place in meld)]
    # Four equal tiles of a long row may be a pung and a part of a chow.
    apart = [meld for meld in melds if len(meld) == 4 and meld not in hidden and len(plain) <= 8]
    whole = {place for meld in (*hidden, *apart) for place in meld}
    rest = [face for place, face in enumerate(plain) if place not in whole]
    shown = [face for meld in (*hidden, *apart) for face in {plain[place] for place in meld} - {BACK}]
    return _Part(
        len(plain),
        len(hidden) + len(apart),
        sum(rest.count(face) == 4 for face in set(rest)),
        melded=bool(plain),
        backs=plain.count(BACK) if len(plain) == 4 else 0,
        kong_faces=tuple(shown),
        loose=tuple(sorted(rest)),
    )


def _without_kongs(plain: list[int]) -> tuple[list[int], list[int]]:
    """Take two faces between two backs out of a longer group; other backs in it count for nothing."""
    kept: list[int] = []
    kongs: list[int] = []
    at = 0
    while at < len(plain):
        four = plain[at : at + 4]
        if is_backed_kong(four) and (four[0] == four[3] == BACK or four[1] == four[2] == BACK):
            kongs.extend({face for face in four if face != BACK})
            at += 4
        else:
            if plain[at] != BACK:
                kept.append(plain[at])
            at += 1
    return kept, kongs


def _value(part: _Part) -> float:
    if not part.size:
        return MELD
    if part.backs == 4:
        return FOUR_BACKS
    if part.melded:
        return KONG if part.backs else MELD
    return SINGLE if part.size == 1 else LOOSE


@lru_cache(maxsize=1 << 12)
def _fit(parts: tuple[_Part, ...]) -> float:
    """Weigh what tiles add up to."""
    count, kongs = sum(part.size for part in parts), sum(part.kongs for part in parts)
    quads = sum(part.quads for part in parts)
    over = count - HAND_TILES - kongs
    if 0 <= over <= quads:
        return WIN if _wins(parts, kongs, over) else FULL
    return _unfit(over, quads)


def _wins(parts: tuple[_Part, ...], kongs: int, quads: int) -> bool:
    loose = [face for part in parts for face in part.loose]
    shown = [face for part in parts for face in part.kong_faces]
    if kongs + quads > 4 or any(loose.count(face) for face in shown):
        return False
    for face in [face for face in sorted(set(loose)) if loose.count(face) == 4][:quads]:
        loose = [other for other in loose if other != face]
    return wins(loose, kongs + quads)
