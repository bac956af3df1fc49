"""A labelled photo turned, as a person turns the phone: pixels, labels and masks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from vision.photo import Photo


def turned_photo(photo: Photo, degrees: float) -> tuple[Photo, npt.NDArray[np.float64]]:
    """Turn a photo clockwise about its middle; the picture grows so that nothing is cut off.

    What the turned photo does not cover has its middle colour.

    Args:
        photo: decoded at any scale.
        degrees: clockwise as seen.

    Returns:
        The photo at its decoded size, and the map ``(2, 3)`` from the whole photo's pixels to those of the turned one.

    """
    height, width = photo.pixels.shape[:2]
    radians = np.deg2rad(degrees)
    cos, sin = np.cos(radians), np.sin(radians)
    turn = np.array([[cos, -sin], [sin, cos]])
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64) @ turn.T
    # A thousandth of a pixel shows nothing, and a picture grown by one would blur all others.
    extent = np.ceil(corners.max(axis=0) - corners.min(axis=0) - 1e-3).astype(int)
    shift = extent / 2 - turn @ [width / 2, height / 2]
    # Pixel centres lie at whole numbers for OpenCV, and at halves for boxes.
    inner = np.hstack([turn, (shift + turn @ [0.5, 0.5] - 0.5)[:, None]])
    colour = tuple(float(value) for value in np.median(photo.pixels.reshape(-1, 3), axis=0))
    pixels = cv2.warpAffine(
        photo.pixels,
        inner,
        (int(extent[0]), int(extent[1])),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=colour,
    )
    scale = np.diag([width / photo.width, height / photo.height])
    result = replace(photo, pixels=np.asarray(pixels, np.uint8), width=int(extent[0]), height=int(extent[1]), scale=1.0)
    return result, np.hstack([turn @ scale, shift[:, None]])


def turned_boxes(corners: npt.NDArray[np.float64], matrix: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Give the upright boxes ``(n, 4)`` around corners ``(n, 4, 2)`` turned by the map ``(2, 3)``.

    The upright box around a turned upright box is too large where a tile was not upright before, so labels are turned
    by the corners of their tiles.
    """
    moved = corners @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(np.concatenate([moved.min(axis=1), moved.max(axis=1)], axis=1))
