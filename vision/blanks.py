"""Blank white tiles: white dragons, or tiles that lie face down?

Many sets have a blank white dragon, and in a picture it is the same as a white back: no cut-out tells them apart. The
rest of the photo does, for no set has both. Either all blank white tiles of a photo are dragons or all are backs, and
the odds of that are weighed by Bayes' rule from what is seen around them. Every number is a share written down from the
rules of the game and the tile sets on sale, none was fitted to photos.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import numpy as np

from scoring.tiles import CODES
from vision.melds import BACK

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.detections import Detections

DRAGON: Final = CODES.index("P")

BLANK: Final = 0.5
"""A tile is blank where white dragon and back together are as likely as this."""

CLEAR: Final = 0.003
"""A back of which no more than this says dragon is a coloured one: the networks see its colour."""

COLOURED: Final = 0.22
"""So is one whose colour is as saturated as this, (largest − least channel) / largest; ivory in warm light has less."""

FRAMED: Final = 0.95
"""A white dragon that is as certain as this has its frame: nobody takes a blank tile for one so surely."""

PRIOR: Final = math.log(0.25 / (0.75 * 0.15))
"""One set in four has a blank dragon; of the others one in seven has white backs: the shares of the synthesiser."""

RULED_OUT: Final = 4.0
"""A framed dragon rules out blank ones, a coloured back white ones, but for one misread tile in fifty."""

TOO_MANY: Final = 6.0
"""There are four white dragons: a fifth blank tile is no dragon, but for a tile found twice."""

AMONG_FACES: Final = math.log(5)
"""A tile whose neighbours show their faces does so itself; of those lying so one in five or less is face down."""

MOST_AMONG_FACES: Final = 3
"""More blank tiles than this among faces tell no more, for they lie together."""

KONG: Final = 3.0
"""Two equal faces between two blanks: so lies a concealed kong, and hardly ever two dragons."""

OPINION: Final = 0.4
"""Trust in what the networks say of blank tiles, which they cannot know: their mean, not their sum."""

TOUCHING: Final = 0.6
"""Tiles nearer than this to each other, in parts of their boxes' width plus height, are neighbours."""

LIMIT: Final = 0.01
"""Neither is ever taken to be less likely than this."""


def settle_blanks(found: Detections, colours: NDArray[np.floating] | None = None) -> Detections:
    """Decide for the blank white tiles of a photo whether they are white dragons or backs.

    Args:
        found: all tiles of the photo.
        colours: ``(n, 3)`` mean RGB of each tile's surface, 0 to 255, if known.

    Returns:
        The same tiles; of the blank ones the chances of dragon and back are dealt out anew, all else is as it was.

    """
    dragon, back = found.probabilities[:, DRAGON], found.probabilities[:, BACK]
    coloured = (back > BLANK) & (dragon <= CLEAR)
    if colours is not None and len(found):
        largest = np.maximum(colours.max(axis=1), 1)
        coloured |= (back > BLANK) & ((largest - colours.min(axis=1)) / largest >= COLOURED)
    framed = dragon >= FRAMED
    blank = (dragon + back >= BLANK) & ~coloured & ~framed
    if not blank.any():
        return found
    odds = PRIOR - RULED_OUT * framed.any() + RULED_OUT * coloured.any() - TOO_MANY * (blank.sum() > 4)
    opinions = np.log(np.maximum(dragon[blank], CLEAR)) - np.log(np.maximum(back[blank], CLEAR))
    odds += OPINION * float(opinions.mean())
    near = _neighbours(found)
    faces = ~blank & ~coloured
    seen = np.array([near[index] & faces for index in np.flatnonzero(blank)])
    bare = np.array([near[index] & ~faces for index in np.flatnonzero(blank)])
    odds += AMONG_FACES * min(
        int(((seen.sum(axis=1) > 0) & (seen.sum(axis=1) >= bare.sum(axis=1))).sum()), MOST_AMONG_FACES
    )
    odds -= KONG * _kongs(found, blank, near)
    chance = min(max(1 / (1 + math.exp(-odds)), LIMIT), 1 - LIMIT)
    probabilities = found.probabilities.copy()
    both = dragon[blank] + back[blank]
    probabilities[blank, DRAGON] = chance * both
    probabilities[blank, BACK] = (1 - chance) * both
    return found.renamed(probabilities)


def surface_colours(pixels: NDArray[np.uint8], boxes: NDArray[np.floating]) -> NDArray[np.float64]:
    """Give the mean colour ``(n, 3)`` of the middle of each box.

    Args:
        pixels: ``uint8 (h, w, 3)`` RGB.
        boxes: ``(n, 4)`` xyxy in its pixels.

    """
    height, width = pixels.shape[:2]
    colours = np.empty((len(boxes), 3))
    for colour, (x1, y1, x2, y2) in zip(colours, boxes.astype(np.float64), strict=True):
        left, right = int(min(max(x1 + 0.3 * (x2 - x1), 0), width - 1)), int(x1 + 0.7 * (x2 - x1))
        top, bottom = int(min(max(y1 + 0.3 * (y2 - y1), 0), height - 1)), int(y1 + 0.7 * (y2 - y1))
        colour[:] = pixels[top : max(bottom, top + 1), left : max(right, left + 1)].mean(axis=(0, 1))
    return colours


def _neighbours(found: Detections) -> NDArray[np.bool_]:
    """Tell which tiles ``(n, n)`` lie beside each other."""
    boxes = found.boxes.astype(np.float64)
    middles, sizes = (boxes[:, :2] + boxes[:, 2:]) / 2, (boxes[:, 2:] - boxes[:, :2]).sum(axis=1)
    offsets = middles[None] - middles[:, None]
    near = np.hypot(offsets[..., 0], offsets[..., 1]) < TOUCHING * (sizes[None] + sizes[:, None]) / 2
    np.fill_diagonal(near, val=False)
    return np.asarray(near)


def _kongs(found: Detections, blank: NDArray[np.bool_], near: NDArray[np.bool_]) -> int:
    """Count the places where two equal faces lie between two blank tiles, in a line."""
    boxes = found.boxes.astype(np.float64)
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    count = 0
    for one in np.flatnonzero(~blank):
        for two in np.flatnonzero(near[one] & ~blank):
            if two <= one or found.class_id[one] != found.class_id[two]:
                continue
            step = middles[two] - middles[one]
            ends = middles[one] - step, middles[two] + step
            reach = 0.35 * float(np.hypot(*step))
            lies = [bool((np.hypot(*(middles[blank] - end).T) < reach).any()) for end in ends]
            count += all(lies)
    return count
