"""Which rows may be the hand's: those that show most tiles lying straight and alike, lengthened over their gaps."""

from __future__ import annotations

import math
from heapq import heappop, heappush
from itertools import islice
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.melds import BACK, HAND_TILES, is_bonus
from vision.neighbours import orderliness

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.views import View, Views

NEAR: Final = 4.4
"""How far a tile may lie behind the row's last one, middle to middle and in steps, to lengthen the row at once."""

STRIDE: Final = 4
"""So many tiles are added before it is looked anew along the longer row."""

STRAIGHT: Final = 0.35
"""How far aside of the row's line such a tile may lie, in tile heights."""

IN_LINE: Final = 0.15
"""So near to it lies any tile between two of the row that is of it."""

TRIED_ROWS: Final = 6
"""So many rows are lengthened to see which is the hand's."""

EVEN_ENOUGH: Final = 10.0
"""A row that weighs as much as this many large, straight tiles is the hand's without a look at the others."""

TRIED_HANDS: Final = 3
"""With so many of them a hand is put together, to see which makes the likeliest."""

CHANCE: Final = 0.4
"""Rows that weigh less than this part of the best are none of them."""

ORDERLY: Final = 0.3
"""How much it counts against a row that its faces follow each other in no order, see `vision.neighbours`."""

LEAST_ORDER: Final = -3.0
"""As discards lie. A long row that is less in order may be the hand of someone who does not sort tiles."""

LOW: Final = 0.1
"""So much more counts a row at the picture's lower edge, where the photographer's own hand lies."""

VERY_NEAR: Final = 1.9
"""How far, measured so, a tile may lie to be of the hand whatever the hand lacks."""


def main_rows(views: Views, faces: Sequence[int]) -> list[tuple[float, View]]:
    """List the rows, from which a hand may be seen, best first, with the logarithm of their weight beside the best.

    Args:
        views: of all tiles.
        faces: what each shows.

    """
    chances = [row for row in views.rows if 2 * sum(faces[index] == BACK for index in row) <= len(row)]
    chances = [row for row in chances if len(row) > 1] or chances[:1]
    found: list[tuple[float, View]] = []
    for view in islice(_best_first(views, chances[: 2 * TRIED_ROWS], faces), TRIED_ROWS):
        if any(set(view.row) <= set(other.row) for _, other in found):
            continue
        longer = _extend(views, view if view.leans_right() else views.of(view.row[::-1]), faces)
        found.append((_weight(longer, faces), longer))
        if _evenness(longer, faces) > EVEN_ENOUGH:
            return [(0.0, longer)]
    found.sort(key=lambda pair: -pair[0])
    kept = [(weight, view) for weight, view in found if weight > CHANCE * found[0][0]][:TRIED_HANDS]
    return [(math.log(weight / found[0][0]), view) for weight, view in kept]


def _best_first(views: Views, rows: Sequence[Sequence[int]], faces: Sequence[int]) -> Iterator[View]:
    """List rows by falling weight. None is looked at closely before those that must weigh less."""
    sizes = views.tiles.sizes / views.tiles.sizes.max()
    most = []
    for place, row in enumerate(rows):
        shown = [index for index in row if faces[index] != BACK]
        most.append((-float(sizes[shown].sum()) * (1 + LOW) * _order(row, faces), place))
    most.sort(reverse=True)
    known: list[tuple[float, int]] = []
    while most or known:
        while most and (not known or most[-1][0] <= known[0][0]):
            _, place = most.pop()
            heappush(known, (-_weight(views.of(rows[place]), faces), place))
        yield views.of(rows[heappop(known)[1]])


def _weight(view: View, faces: Sequence[int]) -> float:
    """Weigh a row by its evenness, less where its faces lie in no order."""
    return _evenness(view, faces) * _order(view.row, faces)


def _order(row: Sequence[int], faces: Sequence[int]) -> float:
    """Weigh a row by whether its faces lie in order, 1, or in none, as discards do."""
    order = orderliness(faces[index] for index in row)
    return math.exp(ORDERLY * min(0.0, max(order, LEAST_ORDER)))


def _evenness(view: View, faces: Sequence[int]) -> float:
    """Weigh a row by its tiles that are no backs, those lower in the picture a little more."""
    shown = [faces[index] != BACK for index in view.row]
    return float(view.likeness[shown].sum() * (1 + LOW * view.lowness))


def _extend(views: Views, view: View, faces: Sequence[int]) -> View:
    """Lengthen the hand's row over small gaps while it lacks tiles: a longer row shows its direction better.

    A tile set apart by less than another would take is of the hand even where that makes it one too many: then
    something was misread, and to leave it out would hide that. The same goes for a tile between two of the row.
    """
    while True:
        longer = _filled(view)
        if len(longer) == len(view.row):
            longer = _longer(view, faces)
        if len(longer) == len(view.row):
            return view
        view = views.of(view.along(longer))


def _filled(view: View) -> list[int]:
    """Fill a row's holes with what lies there on its line, however its corners were misled."""
    low, high = view.ends
    forward, aside = view.places[:, 0], view.places[:, 1]
    between = (forward > low) & (forward < high) & (np.abs(aside) < STRAIGHT)
    between[view.row] = False
    if not between.any():  # what lies how need not be known then
        return view.row
    between &= view.sized & (view.others | (np.abs(aside) < IN_LINE))
    return [*view.row, *np.flatnonzero(between).tolist()]


def _longer(view: View, faces: Sequence[int]) -> list[int]:
    """Lengthen a row by what lies on its line as the row itself shows it, the nearest first."""
    low, high = view.ends
    forward, aside = view.places[:, 0], view.places[:, 1]
    longer = list(view.row)
    behind = np.maximum(forward - high, low - forward)
    if not ((np.abs(aside) < STRAIGHT) & (behind > 0) & (behind <= NEAR)).any():
        return longer
    on_line = set(np.flatnonzero(view.others & (np.abs(aside) < STRAIGHT)).tolist())
    for _ in range(STRIDE):
        away = {index: max(forward[index] - high, low - forward[index]) for index in on_line}
        nearest = min((index for index in away if 0 < away[index] <= NEAR), key=lambda i: away[i], default=None)
        if nearest is None:
            break
        fits = sum(not is_bonus(faces[index]) for index in (*longer, nearest)) <= HAND_TILES + _kongs(
            [*longer, nearest], faces
        )
        if not fits and away[nearest] > VERY_NEAR:
            break
        longer.append(nearest)
        low, high = min(low, forward[nearest]), max(high, forward[nearest])
    return longer


def _kongs(tiles: list[int], faces: Sequence[int]) -> int:
    """Count the kongs that there may be: faces shown four times, and backs by the pair or four."""
    shown = [faces[index] for index in tiles]
    backs = shown.count(BACK)
    return sum(shown.count(face) >= 4 for face in set(shown) - {BACK}) + -(-backs // 4)
