"""Tells a blank white dragon from a tile lying face down, by what lies around it.

A cut-out cannot: a blank tile is blank. But a set's backs have a colour, and its blank dragon has that of the ivory
around every face; a tile among faces is a face, and tiles in a wall lie face down. Each of these moves the odds, by
weights that were fitted (logistic regression) to synthesised scenes of tile sets kept for validation
(``python -m models.blank_weights``). Blanks that lie as those of a concealed kong do are backs. The chance that a tile
is neither is left as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from scoring.tiles import CODES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.detections import Detections

DRAGON: Final = CODES.index("P")
BACK: Final = CODES.index("back")

LEAST_BLANK: Final = 0.5
"""From this probability of a white dragon or a back on, a tile is asked which of them it is."""

FRAMED: Final = 0.95
"""But not where the networks are as sure as this of a dragon: they see its frame."""

MOST_DRAGONS: Final = 4
"""There are four white dragons, so a larger group of blanks is a wall."""

REACH: Final = 1.7
"""How far neighbours are looked for, in tiles (the root of a box's area)."""

SURELY_DOWN: Final = -2.0
"""A back of which the surroundings say so much, in log odds, shows what colour the photo's backs have."""

LEAST_SPREAD: Final = (0.05, 0.05, 0.03)
UNKNOWN_SPREAD: Final = (0.1, 0.1, 0.1)
"""What is added to how much a photo's faces differ in colour, in brightness and in tint among themselves, and what is
supposed of that where there is but one face."""

NO_FACES: Final = 3.0
"""How much, beside that spread, a blank is supposed to differ from faces in a photo without any."""

WEIGHTS: Final = (1.26, 0.34, -3.05, 0.45, 3.97, -0.67, 0.66, -1.84)
"""Of what `evidence` weighs, in its order."""

KONG: Final = 5.0
"""What the odds of a dragon lose where tiles lie as a concealed kong does: so hardly ever lie dragons. Stated, not
fitted: the synthesiser lays no kongs among its random faces."""

FOUR_BACKS: Final = 3.0
"""What they lose where four blanks lie apart in a line: most blanks are dragons, but of 34 kongs laid open one is."""

ALIKE: Final = 4.0
"""Blanks of a kong whose odds differ by more than this are not of one kind: dragons between two backs."""

ON_LINE: Final = 0.35
"""The next tile of a line lies within this part of a step from where it is expected."""


def blanks(probabilities: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Tell which tiles show nothing by their probabilities ``(n, 43)``: a dragon or a back, but no framed dragon."""
    dragon, back = probabilities[:, DRAGON], probabilities[:, BACK]
    return np.asarray((dragon + back >= LEAST_BLANK) & (dragon < FRAMED))


def _groups(beside: NDArray[np.bool_]) -> list[list[int]]:
    """List the groups of tiles that hang together, by which ``(n, n)`` lie beside each other."""
    left = set(range(len(beside)))
    groups = []
    while left:
        group, edge = [], [left.pop()]
        while edge:
            one = edge.pop()
            group.append(one)
            new = left & set(np.flatnonzero(beside[one]).tolist())
            left -= new
            edge += new
        groups.append(sorted(group))
    return groups


def evidence(
    boxes: NDArray[np.floating],
    probabilities: NDArray[np.floating],
    ground: NDArray[np.floating],
    face_up: NDArray[np.floating],
) -> NDArray[np.float64]:
    """Weigh what speaks for a dragon and for a back, tile by tile.

    Args:
        boxes: ``(n, 4)`` xyxy.
        probabilities: ``(n, 43)``.
        ground: ``(n, 3)`` RGB 0 to 1 of the surface that each face is drawn on.
        face_up: ``(n,)`` log odds that it lies face up, by its surroundings; 0 where they are not known.

    Returns:
        ``(n, 8)``: one; the number of faces beside the group of blanks that it is in, at most two; one if that group
        has more than four; the surroundings' log odds; and of its colour (differences of logarithms) how much it
        differs from the photo's other backs, at most 2, and 0 where none is known; how much from the faces nearest to
        it, how much brighter it is than they are, and how much its tint differs from theirs, each beside how much
        the photo's faces differ in it among themselves.

    """
    blank = blanks(probabilities)
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    size = np.sqrt((boxes[:, 2:] - boxes[:, :2]).clip(1).prod(axis=1))
    apart = np.sqrt(((middles[:, None] - middles[None]) ** 2).sum(axis=2)) / size[:, None]
    beside = (apart < REACH) & ~np.eye(len(boxes), dtype=bool)
    faces_beside, too_many = np.zeros(len(boxes)), np.zeros(len(boxes))
    for group in _groups(beside & blank & blank[:, None]):
        faces_beside[group] = min(int((beside[group] & ~blank).any(axis=0).sum()), 2)
        too_many[group] = len(group) > MOST_DRAGONS
    colour = np.log(np.asarray(ground, np.float64) + 0.02)
    down = (face_up < SURELY_DOWN) & (probabilities[:, BACK] > probabilities[:, DRAGON])
    backs = blank & (down | (too_many > 0))
    return np.column_stack(
        [
            np.ones(len(boxes)),
            faces_beside,
            too_many,
            face_up,
            _unlike_backs(colour, blank, backs),
            _unlike_faces(colour, apart, ~blank),
        ]
    ).astype(np.float64)


def _unlike_backs(
    colour: NDArray[np.float64], blank: NDArray[np.bool_], backs: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Tell how much each blank's colour ``(n, 3)`` differs from that of the other ``backs``; 0 without any."""
    difference = np.zeros(len(colour))
    for index in np.flatnonzero(blank):
        others = backs.copy()
        others[index] = False
        if others.any():
            difference[index] = _length(colour[index] - np.median(colour[others], axis=0))
    return difference.clip(0, 2)


def _unlike_faces(
    colour: NDArray[np.float64], apart: NDArray[np.floating], face: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Tell how each tile's colour ``(n, 3)`` differs from that of the faces nearest to it, beside their usual spread.

    Returns:
        ``(n, 3)``: by how much in all, in brightness (positive where the tile is brighter), and in tint.

    """
    faces = np.flatnonzero(face)
    if not len(faces):
        return np.tile([NO_FACES, 0.0, 0.0], (len(colour), 1))
    between = np.where(np.eye(len(colour), dtype=bool), np.inf, apart)[:, faces]
    if len(faces) == 1:
        between[faces] = apart[faces][:, faces]  # the only face is like itself
    near = faces[np.argsort(between, axis=1, kind="stable")[:, : min(3, max(1, len(faces) - 1))]]
    difference = colour - np.median(colour[near], axis=1)
    brighter = difference.mean(axis=1)
    measures = np.column_stack([_length(difference), brighter, _length(difference - brighter[:, None])])
    usual = np.median(np.abs(measures[faces]), axis=0) if len(faces) > 1 else UNKNOWN_SPREAD
    return np.asarray((measures / np.add(usual, LEAST_SPREAD)).clip((0, -10, 0), (8, 10, 10)))


def _length(difference: NDArray[np.float64]) -> NDArray[np.float64]:
    """Root of the summed squares over the last axis."""
    return np.asarray(np.sqrt((difference**2).sum(axis=-1)))


def tell_blanks(
    boxes: NDArray[np.floating],
    probabilities: NDArray[np.float32],
    ground: NDArray[np.floating],
    face_up: NDArray[np.floating],
) -> NDArray[np.float32]:
    """Share the probability of a dragon and of a back anew between both, for each tile that shows nothing.

    Args:
        boxes: ``(n, 4)`` xyxy of tiles.
        probabilities: ``(n, 43)`` what the networks say.
        ground: ``(n, 3)`` RGB 0 to 1 of the surface that each face is drawn on.
        face_up: ``(n,)`` log odds that it lies face up, by its surroundings; 0 where they are not known.

    Returns:
        ``(n, 43)`` probabilities.

    """
    told = probabilities.copy()
    both = probabilities[:, DRAGON] + probabilities[:, BACK]
    blank = blanks(probabilities)
    if not blank.any():
        return told
    odds = evidence(boxes, probabilities, ground, face_up) @ np.array(WEIGHTS)
    for some, less in _kongs(boxes, probabilities.argmax(axis=1), blank):
        if np.ptp(odds[some]) < ALIKE:
            odds[some] = odds[some].mean() - less
    chance = 1 / (1 + np.exp(-odds[blank]))
    told[blank, DRAGON] = both[blank] * chance
    told[blank, BACK] = both[blank] * (1 - chance)
    return told


def settle_blanks(found: Detections, pixels: NDArray[np.uint8]) -> Detections:
    """Tell the blanks among tiles found from the picture alone, before any second look.

    Args:
        found: boxes in the pixels of the picture.
        pixels: ``uint8 (h, w, 3)`` RGB.

    """
    if not blanks(found.probabilities).any():
        return found
    ground = surface_colours(pixels, found.boxes)
    return found.renamed(tell_blanks(found.boxes, found.probabilities, ground, found.face_up))


def surface_colours(pixels: NDArray[np.uint8], boxes: NDArray[np.floating]) -> NDArray[np.float64]:
    """Give the mean colour ``(n, 3)``, 0 to 1, of the middle of each box: near that of its ground, for ink is thin.

    Args:
        pixels: ``uint8 (h, w, 3)`` RGB.
        boxes: ``(n, 4)`` xyxy in its pixels.

    """
    height, width = pixels.shape[:2]
    colours = np.empty((len(boxes), 3))
    for colour, (x1, y1, x2, y2) in zip(colours, boxes.astype(np.float64), strict=True):
        left, right = int(min(max(x1 + 0.3 * (x2 - x1), 0), width - 1)), int(x1 + 0.7 * (x2 - x1))
        top, bottom = int(min(max(y1 + 0.3 * (y2 - y1), 0), height - 1)), int(y1 + 0.7 * (y2 - y1))
        colour[:] = cv2.mean(pixels[top : max(bottom, top + 1), left : max(right, left + 1)])[:3]
    return colours / 255


def _kongs(
    boxes: NDArray[np.floating], faces: NDArray[np.integer], blank: NDArray[np.bool_]
) -> list[tuple[list[int], float]]:
    """List the blank tiles of each four in a line that lie as a concealed kong, and what their odds lose."""
    middles = (boxes[:, :2] + boxes[:, 2:]).astype(np.float64) / 2
    size = np.sqrt((boxes[:, 2:] - boxes[:, :2]).clip(1).prod(axis=1))
    away = np.hypot(*np.moveaxis(middles[:, None] - middles[None], 2, 0))
    lines = np.argwhere((away > 0) & (away < REACH * size[:, None]))
    for _ in range(2):
        following = _next_in_line(middles, lines)
        lines = np.column_stack([lines, following])[following >= 0]
    ends = (_next_in_line(middles, lines) < 0) & (_next_in_line(middles, lines[:, ::-1]) < 0)
    found: dict[tuple[int, ...], float] = {}
    for line, apart in zip(lines.tolist(), ends.tolist(), strict=True):
        bare = [index for index in line if blank[index]]
        shown = [int(faces[index]) for index in line if not blank[index]]
        pair = len(bare) == 2 and shown[0] == shown[1]
        if (pair and blank[line[0]] == blank[line[3]]) or (len(bare) == 3 and blank[line[0]] and blank[line[3]]):
            found[tuple(sorted(bare))] = KONG
        elif len(bare) == 4 and apart:
            found[tuple(sorted(bare))] = FOUR_BACKS
    return [(list(bare), less) for bare, less in found.items()]


def _next_in_line(middles: NDArray[np.float64], lines: NDArray[np.int64]) -> NDArray[np.int64]:
    """Find the tile ``(k,)`` that follows the last two of each line ``(k, m)`` at an even step; -1 where none does."""
    last = middles[lines[:, -1]]
    step = last - middles[lines[:, -2]]
    away = np.hypot(*np.moveaxis(middles[None] - (last + step)[:, None], 2, 0))
    nearest = away.argmin(axis=1)
    near = away[np.arange(len(lines)), nearest] < ON_LINE * np.hypot(*step.T)
    return np.where(near, nearest, -1)
