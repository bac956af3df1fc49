"""Single tiles for the second look, without a scene around them: the quickest way to more variety.

Tile sets differ most in their flowers, seasons, birds and dragons, and real sets are few. Most tiles here have a design
of their own; the others are of the sets for training, their flowers and seasons with other inks or without one of
their marks. All are posed as the second look sees tiles: straightened with small errors, in little light, small,
blurred, beside a neighbour or the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt

from datasets.faces import variant
from datasets.synthesis.scene import MOST_VARIED
from datasets.synthesis.tables import cloth_colour
from datasets.synthesis.textures import (
    IVORY_OF_DRAWINGS,
    Texture,
    as_texture,
    face_sets,
    ink_change,
    repainted,
    with_one_mark,
)
from scoring.tiles import CODES, FACES
from vision.cutouts import CUT_SIDE, MARGIN

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_VARIED_SHARE: Final = 0.75
"""Share of the tiles that show a face of `MOST_VARIED` or 發, often in the grass hand; the others show any."""

OF_A_SET: Final = 0.45
"""Share of the tiles that are of a set for training, and not of random design."""

REPAINTED: Final = 0.4
ONE_MARK: Final = 0.4
"""Shares of the flowers and seasons of sets that have other inks, and that have lost a mark."""

_HEIGHT: Final = 160


def draw_training_tiles(
    rng: np.random.Generator, count: int, *, poses: int = 5
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """Draw ``count`` tiles, of random design or of the sets for training, each in several poses.

    Args:
        rng: draws everything.
        count: designs.
        poses: cut-outs of each.

    Returns:
        Cut-outs ``(count × poses, 3, 64, 64)`` uint8 RGB and their ``(count × poses,)`` classes.

    """
    cuts = np.empty((count * poses, 3, CUT_SIDE, CUT_SIDE), np.uint8)
    class_id = np.empty(count * poses, np.int64)
    for place, (code, cut) in enumerate(_posed(rng, count, poses)):
        cuts[place] = cut.transpose(2, 0, 1)
        class_id[place] = CODES.index(code)
    return cuts, class_id


def _posed(rng: np.random.Generator, count: int, poses: int) -> Iterator[tuple[str, npt.NDArray[np.uint8]]]:
    for _ in range(count):
        code = str(rng.choice((*MOST_VARIED, "F") if rng.random() < MOST_VARIED_SHARE else FACES))
        texture = _of_a_set(rng, code) if rng.random() < OF_A_SET else as_texture(variant(code, rng, _HEIGHT))
        for _ in range(poses):
            yield code, pose(rng, texture)


def _of_a_set(rng: np.random.Generator, code: str) -> Texture:
    """Choose the face of a set for training."""
    lenders = [one for one in face_sets() if code in one.faces]
    copies = lenders[int(rng.integers(len(lenders)))].faces[code]
    texture = copies[int(rng.integers(len(copies)))]
    if code[1:] in {"f", "g"}:
        texture = repainted(rng, texture) if rng.random() < REPAINTED else texture
        texture = with_one_mark(rng, texture) if rng.random() < ONE_MARK else texture
    return texture


def pose(rng: np.random.Generator, texture: Texture) -> npt.NDArray[np.uint8]:
    """Show one face as the second look sees it: ``(64, 64, 3)`` RGB.

    Args:
        rng: draws the conditions.
        texture: ``(160, 120, 4)`` RGBA.

    """
    dressed = ink_change(rng)(texture)
    ivory = ink_change(rng)(np.full((1, 1, 4), [*IVORY_OF_DRAWINGS, 255], np.uint8))[0, 0, :3].astype(np.float32)
    ground = ivory if rng.random() < 0.6 else cloth_colour(rng)
    canvas: npt.NDArray[np.float32] = np.empty((CUT_SIDE, CUT_SIDE, 3), np.float32)
    canvas[:] = ground * rng.uniform(0.5, 1)
    low = CUT_SIDE * MARGIN / (1 + 2 * MARGIN)
    square = np.array([[low, low], [CUT_SIDE - low, low], [CUT_SIDE - low, CUT_SIDE - low], [low, CUT_SIDE - low]])
    middle = np.full(2, CUT_SIDE / 2)
    # The corners are found to some four hundredths of a tile, and the box around them may be a little off.
    quad = (square - middle) * rng.normal(1, 0.05, (1, 2)) + middle + rng.normal(0, 0.03 * CUT_SIDE, 2)
    quad += rng.normal(0, 0.03 * CUT_SIDE, (4, 2))
    quad = np.roll(quad, int(rng.choice([0, 1, 2, 3], p=[0.55, 0.12, 0.21, 0.12])), axis=0)
    height, width = texture.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    shrunk = cv2.resize(dressed, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    warp = cv2.getPerspectiveTransform(corners / 2, quad.astype(np.float32))
    seen = cv2.warpPerspective(shrunk, warp, (CUT_SIDE, CUT_SIDE), flags=cv2.INTER_LINEAR).astype(np.float32)
    opacity = seen[..., 3:] / 255
    canvas = np.asarray(canvas * (1 - opacity) + seen[..., :3] * opacity, np.float32)
    return _photographed(rng, canvas)


def _photographed(rng: np.random.Generator, canvas: npt.NDArray[np.float32]) -> npt.NDArray[np.uint8]:
    """Light, shadow, few pixels, blur and noise."""
    slope = np.linspace(-1, 1, CUT_SIDE, dtype=np.float32)
    shade = rng.uniform(0.5, 1.1) + np.add.outer(slope * rng.normal(0, 0.08), slope * rng.normal(0, 0.08))
    warmth = rng.normal(0, 0.07)
    canvas = canvas * shade[..., None] * np.array([1 + warmth, 1, 1 - warmth], np.float32)
    pixels = int(np.exp(rng.uniform(np.log(20), np.log(90))))
    if pixels < CUT_SIDE:
        small = cv2.resize(canvas, (pixels, pixels), interpolation=cv2.INTER_AREA)
        canvas = cv2.resize(small, (CUT_SIDE, CUT_SIDE), interpolation=cv2.INTER_LINEAR).astype(np.float32)
    if rng.random() < 0.3:
        canvas = cv2.GaussianBlur(canvas, (0, 0), float(rng.uniform(0.4, 1.4))).astype(np.float32)
    canvas = canvas + rng.standard_normal(canvas.shape, dtype=np.float32) * rng.uniform(0, 7)
    return np.clip(canvas, 0, 255).astype(np.uint8)
