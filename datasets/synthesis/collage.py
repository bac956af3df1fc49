"""Real labelled photos as training pictures, although their labels are incomplete.

Outside the labelled tiles a photo may hold tiles that nobody labelled. A collage keeps of each photo what is labelled
and a little around it, and blurs the rest beyond recognition or leaves it out, so that no unlabelled tile counts as
background.
Several photos share one picture: more labelled tiles for each second of training.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt

from datasets.synthesis import lens, tables
from datasets.synthesis.scene import LEAST_VISIBLE, Scene

if TYPE_CHECKING:
    from datasets.snapshots import LabelledPhoto

_MARGIN: Final = 0.4
"""How far around a labelled box its photo is kept, in shares of the box's width and height."""


@dataclass(frozen=True, slots=True)
class Cutting:
    """A photo ready to be cut from: pixels, the mask of what is kept, the boxes in pixels."""

    pixels: npt.NDArray[np.uint8]
    blurred: npt.NDArray[np.uint8]
    mask: npt.NDArray[np.uint8]
    boxes: npt.NDArray[np.float64]
    class_id: npt.NDArray[np.int64]


def cutting(photo: LabelledPhoto) -> Cutting | None:
    """Load a photo for collages; None when it has no label or cannot be read."""
    pixels = cv2.imread(str(photo.path))
    if pixels is None or not len(photo.labels):
        return None
    pixels = cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB)
    height, width = pixels.shape[:2]
    boxes = photo.labels.boxes.astype(np.float64) * [width, height, width, height]
    mask = np.zeros((height, width), np.uint8)
    for x1, y1, x2, y2 in boxes:
        reach_x, reach_y = (x2 - x1) * _MARGIN, (y2 - y1) * _MARGIN
        cv2.rectangle(
            mask, (round(x1 - reach_x), round(y1 - reach_y)), (round(x2 + reach_x), round(y2 + reach_y)), 255, -1
        )
    _hide(mask, photo.masks.astype(np.float64) * [width, height, width, height], boxes)
    blurred = cv2.GaussianBlur(pixels, (0, 0), float(np.median(boxes[:, 2] - boxes[:, 0])) * 0.3)
    return Cutting(pixels.astype(np.uint8), blurred.astype(np.uint8), mask, boxes, photo.labels.class_id)


def _hide(mask: npt.NDArray[np.uint8], masked: npt.NDArray[np.float64], boxes: npt.NDArray[np.float64]) -> None:
    """Take regions whose tiles nobody could name out of what is kept, but never a labelled tile reaching into one."""
    for x1, y1, x2, y2 in masked:
        cv2.rectangle(mask, (floor(x1), floor(y1)), (ceil(x2), ceil(y2)), 0, -1)
    if len(masked):
        for x1, y1, x2, y2 in boxes:
            cv2.rectangle(mask, (round(x1), round(y1)), (round(x2), round(y2)), 255, -1)


def _placement(rng: np.random.Generator, piece: Cutting, size: int) -> npt.NDArray[np.float64]:
    """``(2, 3)`` affine map from the photo to the collage: scaled, stretched, turned a little or by quarters."""
    middle = int(rng.integers(len(piece.boxes)))
    x1, y1, x2, y2 = piece.boxes[middle]
    tile_width = float(
        np.median(np.minimum(piece.boxes[:, 2] - piece.boxes[:, 0], piece.boxes[:, 3] - piece.boxes[:, 1]))
    )
    scale = float(np.exp(rng.uniform(np.log(24), np.log(72)))) / tile_width
    scale = float(np.clip(scale, 0.35, 2.0))
    stretch = float(np.exp(rng.uniform(-0.2, 0.2)))
    angle = float(rng.normal(0, 0.08)) if rng.random() < 0.8 else float(rng.normal(0, 0.3))
    if rng.random() < 0.2:
        angle += float(rng.choice([np.pi / 2, np.pi, -np.pi / 2]))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    linear = turn @ np.diag([scale * stretch, scale / stretch])
    target = rng.uniform(0.15, 0.85, 2) * size
    return np.hstack([linear, (target - linear @ [(x1 + x2) / 2, (y1 + y2) / 2])[:, None]])


def collage(rng: np.random.Generator, pieces: list[Cutting], *, size: int) -> Scene:
    """Compose one picture from labelled photos.

    Args:
        rng: draws everything.
        pieces: photos to choose from.
        size: pixels of the square picture's side.

    Returns:
        A scene; the corners of a tile are those of its labelled box, turned with the photo.

    """
    canvas: npt.NDArray[np.float32] | None = None
    taken = np.zeros((size, size), np.uint8)
    class_id: list[int] = []
    corners: list[npt.NDArray[np.float64]] = []
    for _ in range(int(rng.integers(1, 6))):
        piece = pieces[int(rng.integers(len(pieces)))]
        place = _placement(rng, piece, size)
        if canvas is None:
            in_context = rng.random() < 0.45
            canvas = (
                cv2.warpAffine(
                    piece.blurred, place, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
                ).astype(np.float32)
                if in_context
                else tables.background(rng, size)
            )
        warped = _warp(piece.pixels, place, size)
        mask = cv2.warpAffine(piece.mask, place, (size, size), flags=cv2.INTER_LINEAR)
        mask[taken > 0] = 0
        quads = np.stack(
            [piece.boxes[:, [0, 1]], piece.boxes[:, [2, 1]], piece.boxes[:, [2, 3]], piece.boxes[:, [0, 3]]], axis=1
        )
        quads = quads @ place[:, :2].T + place[:, 2]
        for index, quad in zip(piece.class_id, quads, strict=True):
            visible = np.zeros((size, size), np.uint8) if _outside(quad, size) else _filled(quad, size)
            area = float(cv2.contourArea(quad.astype(np.float32)))
            if area > 60 and cv2.countNonZero(cv2.bitwise_and(visible, mask)) > LEAST_VISIBLE * area:
                class_id.append(int(index))
                corners.append(quad)
        opacity = cv2.GaussianBlur(mask, (0, 0), 1.5).astype(np.float32)[..., None] / 255
        canvas *= 1 - opacity
        canvas += warped.astype(np.float32) * opacity
        taken = np.maximum(taken, cv2.dilate(mask, np.ones((5, 5), np.uint8))).astype(np.uint8)
    assert canvas is not None
    picture = lens.expose(rng, canvas) if rng.random() < 0.35 else np.clip(canvas, 0, 255).astype(np.uint8)
    return Scene(
        picture,
        np.array(class_id, dtype=np.int64),
        np.array(corners, dtype=np.float64).reshape(-1, 4, 2),
        exact=False,
    )


def _warp(pixels: npt.NDArray[np.uint8], place: npt.NDArray[np.float64], size: int) -> npt.NDArray[np.uint8]:
    """Warp a photo to its place; what becomes smaller is averaged first, so that fine lines do not alias."""
    shrink = float(np.sqrt(abs(np.linalg.det(place[:, :2]))))
    if shrink < 0.75:
        small = cv2.resize(pixels, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        back = np.array([pixels.shape[1] / small.shape[1], pixels.shape[0] / small.shape[0]])
        place = np.hstack([place[:, :2] * back, place[:, 2:]])
        pixels = np.asarray(small, dtype=np.uint8)
    return np.asarray(cv2.warpAffine(pixels, place, (size, size), flags=cv2.INTER_LINEAR), dtype=np.uint8)


def _outside(quad: npt.NDArray[np.float64], size: int) -> bool:
    return bool((quad.max(axis=0) < 0).any() or (quad.min(axis=0) > size).any())


def _filled(quad: npt.NDArray[np.float64], size: int) -> npt.NDArray[np.uint8]:
    mask = np.zeros((size, size), np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 255)
    return mask
