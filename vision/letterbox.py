"""Fits a picture into the detector's square without changing its proportions, and takes boxes back out of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

PADDING: Final = 114
"""Grey level around the picture, the one the detector is trained with."""


@dataclass(frozen=True, slots=True)
class Letterbox:
    """Where a picture lies inside a square.

    Sides are rounded to whole pixels, so the two scales may differ by a trifle; both are kept, and `inside` and
    `outside` are inverse to each other up to float precision.

    Args:
        width: pixels across of the picture.
        height: pixels down of the picture.
        side: pixels of the square's side.
        inner_width: pixels across that the picture takes in the square.
        inner_height: pixels down that the picture takes in the square.
        left: pixels of padding before the picture.
        top: pixels of padding above the picture.

    """

    width: int
    height: int
    side: int
    inner_width: int
    inner_height: int
    left: int
    top: int

    @classmethod
    def fit(cls, width: int, height: int, side: int) -> Letterbox:
        """Centre a picture of ``width × height`` pixels in a square, as large as it goes."""
        ratio = min(side / width, side / height)
        inner_width = min(side, max(1, round(width * ratio)))
        inner_height = min(side, max(1, round(height * ratio)))
        left, top = (side - inner_width) // 2, (side - inner_height) // 2
        return cls(width, height, side, inner_width, inner_height, left, top)

    def inside(self, boxes: NDArray[np.floating]) -> NDArray[np.float64]:
        """Turn boxes ``(n, 4)`` xyxy from pixels of the picture into pixels of the square."""
        return boxes.astype(np.float64) * self._scale() + self._offset()

    def outside(self, boxes: NDArray[np.floating]) -> NDArray[np.float64]:
        """Turn boxes ``(n, 4)`` xyxy from pixels of the square into pixels of the picture."""
        return (boxes.astype(np.float64) - self._offset()) / self._scale()

    def _scale(self) -> NDArray[np.float64]:
        return np.array([self.inner_width / self.width, self.inner_height / self.height] * 2)

    def _offset(self) -> NDArray[np.float64]:
        return np.array([self.left, self.top] * 2, np.float64)

    def blob(self, pixels: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Make the network's input: ``uint8 (h, w, 3)`` to ``float32 (1, 3, side, side)``, 0 to 1.

        A picture more than twice too large is halved by exact averaging first (fast, no moiré), the rest is bilinear.
        """
        while min(pixels.shape[0] / self.inner_height, pixels.shape[1] / self.inner_width) >= 2:
            half = (pixels.shape[1] // 2, pixels.shape[0] // 2)
            pixels = np.asarray(cv2.resize(pixels, half, interpolation=cv2.INTER_AREA), np.uint8)
        square = np.full((self.side, self.side, 3), PADDING, np.uint8)
        inner = square[self.top : self.top + self.inner_height, self.left : self.left + self.inner_width]
        inner[:] = cv2.resize(pixels, (self.inner_width, self.inner_height), interpolation=cv2.INTER_LINEAR)
        return np.asarray(cv2.dnn.blobFromImage(square, 1 / 255), np.float32)
