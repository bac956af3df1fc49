"""Finds the four corners of a tile's face inside its upright box, so that the second look sees it straight.

A tile that is turned by 45 degrees fills half of its upright box; the rest is neighbours. The network gives the corners
in order around the face, from any of them, for a tile has no top that its outline could tell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from vision.boxes import of_boxes
from vision.cutouts import cut_out
from vision.networks import check_shape, open_network
from vision.weights import CORNERS, load_weights

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

CORNER_SIDE: Final = 48
"""Pixels of the network's square input."""

CORNER_MARGIN: Final = 0.12
"""Part of a box's width and height that is added at each of its sides, for a box may cut a corner off."""

LEAST_PART: Final = 0.3
"""A face fills at least this part of its upright box; where the corners say less, they are wrong."""


def in_order(quads: NDArray[np.floating]) -> NDArray[np.float64]:
    """Turn corners ``(n, 4, 2)``, clockwise as seen, so that the first two are the upper edge, from left to right."""
    quads = np.asarray(quads, np.float64)
    edges = np.roll(quads, -1, axis=1) - quads
    along = edges - np.roll(edges, -2, axis=1)
    rightward = along[..., 0] / np.maximum(np.sqrt((along**2).sum(axis=2)), 1e-9)
    start = rightward.argmax(axis=1)
    places = (start[:, None] + np.arange(4)) % 4
    return np.asarray(np.take_along_axis(quads, places[..., None], axis=1))


def trusted(quads: NDArray[np.float64], boxes: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Tell which quads ``(n, 4, 2)`` can be a face in their boxes ``(n, 4)``: convex, clockwise, and large enough."""
    edges = np.roll(quads, -1, axis=1) - quads
    following = np.roll(edges, -1, axis=1)
    turns = edges[..., 0] * following[..., 1] - edges[..., 1] * following[..., 0]
    diagonals = quads[:, 2:] - quads[:, :2]
    area = (diagonals[:, 0, 0] * diagonals[:, 1, 1] - diagonals[:, 0, 1] * diagonals[:, 1, 0]) / 2
    sides = boxes[:, 2:] - boxes[:, :2]
    return np.asarray((turns > 0).all(axis=1) & (area > LEAST_PART * sides.prod(axis=1)))


class CornerFinder:
    """A network that finds the corners of faces.

    Args:
        weights: an ONNX file's bytes: one input ``float32 (n, 3, 48, 48)`` RGB 0 to 1, one output ``(n, 8)``: x and y
            of four corners as shares of the cut-out, clockwise; ``n`` of any size.
        threads: threads of one run; all processors, at most four, if omitted.

    Raises:
        WeightsError: the network is not of that form.

    """

    def __init__(self, weights: bytes, *, threads: int | None = None) -> None:
        self._session = open_network(weights, CORNERS, threads)
        inputs, outputs = self._session.get_inputs()[0], self._session.get_outputs()[0]
        check_shape(inputs.shape, (None, 3, CORNER_SIDE, CORNER_SIDE), CORNERS, "input")
        check_shape(outputs.shape, (None, 8), CORNERS, "output")
        self._input = inputs.name

    @classmethod
    def load(cls, folder: Path | None = None, *, threads: int | None = None) -> CornerFinder:
        """Load the weights that ship, or those of a folder, checked by their checksum."""
        return cls(load_weights(CORNERS, folder), threads=threads)

    def run(self, tiles: NDArray[np.float32]) -> NDArray[np.float32]:
        """Run the bare network: cut-outs ``(n, 3, 48, 48)`` to ``(n, 8)``."""
        result: NDArray[np.float32] = self._session.run(None, {self._input: tiles})[0]
        return result

    def find(self, pixels: NDArray[np.uint8], boxes: NDArray[np.floating]) -> NDArray[np.float64]:
        """Find the corners of the faces in upright boxes.

        Args:
            pixels: ``uint8 (h, w, 3)`` RGB.
            boxes: ``(n, 4)`` xyxy in its pixels.

        Returns:
            ``(n, 4, 2)`` pixels, clockwise, the upper edge first; a box's own corners where the network is not
            trusted.

        """
        corners = of_boxes(boxes)
        if not len(boxes):
            return corners
        shares = self.run(cut_out(pixels, boxes, side=CORNER_SIDE, margin=CORNER_MARGIN)).astype(np.float64)
        low = corners[:, 0] - (corners[:, 2] - corners[:, 0]) * CORNER_MARGIN
        extent = (corners[:, 2] - corners[:, 0]) * (1 + 2 * CORNER_MARGIN)
        found = in_order(shares.reshape(-1, 4, 2) * extent[:, None] + low[:, None])
        right = trusted(found, boxes)
        corners[right] = found[right]
        return corners
