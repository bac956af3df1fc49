"""Which rows may be the hand's: those that show most tiles lying straight and alike, lengthened over their gaps."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.melds import BACK, HAND_TILES, is_bonus
from vision.neighbours import orderliness

if TYPE_CHECKING:
    from collections.abc import Sequence

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

ORDERLY: Final = 0.2
"""How much it counts how tiles follow each other in a row, see `vision.neighbours`."""

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
    weighed = sorted((views.of(row) for row in chances[: 2 * TRIED_ROWS]), key=lambda view: -_weight(view, faces))
    found: list[tuple[float, View]] = []
    for view in weighed[:TRIED_ROWS]:
        if any(set(view.row) <= set(other.row) for _, other in found):
            continue
        longer = _extend(views, view if view.leans_right() else views.of(view.row[::-1]), faces)
        found.append((_weight(longer, faces), longer))
        if _evenness(longer, faces) > EVEN_ENOUGH:
            return [(0.0, longer)]
    found.sort(key=lambda pair: -pair[0])
    kept = [(weight, view) for weight, view in found if weight > CHANCE * found[0][0]][:TRIED_HANDS]
    return [(math.log(weight / found[0][0]), view) for weight, view in kept]


def _weight(view: View, faces: Sequence[int]) -> float:
    """Weigh a row by its evenness, and by how much its faces look laid in order: discards lie in any."""
    return _evenness(view, faces) * math.exp(ORDERLY * orderliness(faces[index] for index in view.row))


def _evenness(view: View, faces: Sequence[int]) -> float:
    """Weigh a row by its tiles that are no backs, those lower in the picture a little more."""
    shown = [faces[index] != BACK for index in view.row]
    return float(view.likeness[shown].sum() * (1 + 0.1 * view.lowness))


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
    between = (forward > low) & (forward < high) & view.sized
    between &= (np.abs(aside) < STRAIGHT) & (view.others | (np.abs(aside) < IN_LINE))
    return [*view.row, *np.flatnonzero(between).tolist()]


def _longer(view: View, faces: Sequence[int]) -> list[int]:
    """Lengthen a row by what lies on its line as the row itself shows it, the nearest first."""
    low, high = view.ends
    forward, aside = view.places[:, 0], view.places[:, 1]
    longer = list(view.row)
    on_line = set(np.flatnonzero(view.others & (np.abs(aside) < STRAIGHT)).tolist())
    for _ in range(STRIDE):
        behind = {index: max(forward[index] - high, low - forward[index]) for index in on_line}
        nearest = min((index for index in behind if 0 < behind[index] <= NEAR), key=lambda i: behind[i], default=None)
        if nearest is None:
            break
        fits = sum(not is_bonus(faces[index]) for index in (*longer, nearest)) <= HAND_TILES + _kongs(
            [*longer, nearest], faces
        )
        if not fits and behind[nearest] > VERY_NEAR:
            break
        longer.append(nearest)
        low, high = min(low, forward[nearest]), max(high, forward[nearest])
    return longer


def _kongs(tiles: list[int], faces: Sequence[int]) -> int:
    """Count the kongs that there may be: faces shown four times, and backs by the pair or four."""
    shown = [faces[index] for index in tiles]
    backs = shown.count(BACK)
    return sum(shown.count(face) >= 4 for face in set(shown) - {BACK}) + -(-backs // 4)
