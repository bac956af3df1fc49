"""Cuts tiles out of a picture for the second look. Training cuts by the same function."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

CUT_SIDE: Final = 64
"""Pixels of a cut-out's side."""

MARGIN: Final = 0.06
"""Part of a box's width and height that is added at each of its sides."""


def cut_out(
    pixels: NDArray[np.uint8], boxes: NDArray[np.floating], *, side: int = CUT_SIDE, margin: float = MARGIN
) -> NDArray[np.float32]:
    """Cut each box with a margin and stretch it to a square.

    Edges are rounded to whole pixels; what lies outside the picture repeats its border. Larger cuts are shrunk by
    averaging, smaller ones enlarged bilinearly.

    Args:
        pixels: ``uint8 (h, w, 3)``.
        boxes: ``(n, 4)`` xyxy in pixels of the picture.
        side: pixels of the square.
        margin: part of the box added at each side.

    Returns:
        ``float32 (n, 3, side, side)``, 0 to 1, channels in the order of ``pixels``.

    """
    height, width = pixels.shape[:2]
    boxes = boxes.astype(np.float64)
    reach = (boxes[:, 2:] - boxes[:, :2]) * margin
    edges = np.rint(np.concatenate([boxes[:, :2] - reach, boxes[:, 2:] + reach], axis=1)).astype(np.int64)
    cuts = np.empty((len(boxes), side, side, 3), np.uint8)
    for cut, (left, top, right, bottom) in zip(cuts, edges, strict=True):
        right, bottom = max(right, left + 1), max(bottom, top + 1)  # noqa: PLW2901
        x1, y1 = min(max(left, 0), width - 1), min(max(top, 0), height - 1)
        x2, y2 = min(max(right, x1 + 1), width), min(max(bottom, y1 + 1), height)
        patch = pixels[y1:y2, x1:x2]
        outside = (max(0, y1 - top), max(0, bottom - y2), max(0, x1 - left), max(0, right - x2))
        if any(outside):
            patch = np.asarray(cv2.copyMakeBorder(patch, *outside, cv2.BORDER_REPLICATE), np.uint8)
        shrinks = patch.shape[0] >= side and patch.shape[1] >= side
        cv2.resize(patch, (side, side), dst=cut, interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR)
    blob = np.empty((len(boxes), 3, side, side), np.float32)
    np.multiply(cuts.transpose(0, 3, 1, 2), np.float32(1 / 255), out=blob)
    return blob


def straighten(
    pixels: NDArray[np.uint8], corners: NDArray[np.floating], *, side: int = CUT_SIDE, margin: float = MARGIN
) -> NDArray[np.float32]:
    """Cut faces out by their corners and stretch each to a square.

    Large faces are taken from the picture shrunk by averaging, so that fine lines do not alias; what lies outside the
    picture repeats its border.

    Args:
        pixels: ``uint8 (h, w, 3)``.
        corners: ``(n, 4, 2)`` pixels of the picture, clockwise, those of the upper edge first.
        side: pixels of the square.
        margin: part of the face added at each side.

    Returns:
        ``float32 (n, 3, side, side)``, 0 to 1, channels in the order of ``pixels``.

    """
    low, high = side * margin / (1 + 2 * margin), side * (1 + margin) / (1 + 2 * margin)
    target = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    shrunk = {1: pixels}
    cuts = np.empty((len(corners), side, side, 3), np.uint8)
    for cut, quad in zip(cuts, np.asarray(corners, np.float64), strict=True):
        longest = np.sqrt(((quad - np.roll(quad, 1, axis=0)) ** 2).sum(axis=1)).max()
        divisor = next((power for power in (1, 2, 4, 8) if longest < 2 * power * side), 16)
        if divisor not in shrunk:
            size = (max(1, pixels.shape[1] // divisor), max(1, pixels.shape[0] // divisor))
            shrunk[divisor] = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
        source = shrunk[divisor]
        scale = np.array([source.shape[1] / pixels.shape[1], source.shape[0] / pixels.shape[0]])
        # Pixel centres lie at whole numbers for OpenCV, and at halves for boxes.
        matrix = cv2.getPerspectiveTransform((quad * scale - 0.5).astype(np.float32), target - np.float32(0.5))
        cv2.warpPerspective(
            source, matrix, (side, side), dst=cut, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
    blob = np.empty((len(corners), 3, side, side), np.float32)
    np.multiply(cuts.transpose(0, 3, 1, 2), np.float32(1 / 255), out=blob)
    return blob


def ground_colour(faces: NDArray[np.float32]) -> NDArray[np.float64]:
    """Give the colour of the surface that each straightened face is drawn on: the median of a ring inside its edge.

    Args:
        faces: ``(n, 3, side, side)``, as `straighten` gives them.

    Returns:
        ``(n, 3)`` in the faces' unit and order of channels.

    """
    side = faces.shape[-1]
    outer, inner = round(side * (MARGIN + 0.05)), round(side * (MARGIN + 0.13))
    ring = np.zeros((side, side), bool)
    ring[outer : side - outer, outer : side - outer] = True
    ring[inner : side - inner, inner : side - inner] = False
    return np.asarray(np.median(faces[:, :, ring], axis=2), np.float64)
