"""Finds the tiles: a YOLO network in onnxruntime, its raw output turned into detections by plain array arithmetic."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from scoring.tiles import CODES
from vision.boxes import suppress
from vision.detections import Detections
from vision.letterbox import Letterbox
from vision.networks import check_shape, open_network
from vision.weights import DETECTOR, load_weights

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

BACK: Final = CODES.index("back")

SIDE: Final = 640
"""Pixels of the network's square input."""

CONFIDENCE: Final = 0.25
"""Below this a box is not taken for a tile."""

WEAK: Final = 0.15
"""Down to this a box is taken for a tile where one lies on both sides of it, in line and of its size."""

BETWEEN: Final = 1.4
"""What that adds to the log odds of a tile: of such boxes in synthesised scenes of tile sets kept for validation, two
in three are tiles, where their scores alone say one in three."""

NEAR: Final = 1.6
ALIKE: Final = 0.6
OPPOSITE: Final = -0.7
"""Neighbours: how far apart, in roots of a box's area; how much smaller one may be; the cosine of their directions."""

OVERLAP: Final = 0.5
"""Boxes that overlap by more than this (IoU) show one tile."""

CHANCE_OFFSET: Final = 2.25
CHANCE_SLOPE: Final = 2.13
"""How a sum of scores becomes the chance that a tile lies there: see `chance_of_tile`."""

MAX_BOXES: Final = 2_000
"""Raw boxes, the surest, that are compared with each other: a network gives some nine of each tile."""

MAX_TILES: Final = 300
"""A full set has 144 tiles; tiles beyond this many, the least sure ones, are not looked at."""


def in_line(boxes: NDArray[np.floating], sure: NDArray[np.bool_], face: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Tell which unsure boxes lie between two sure ones that show faces, in line with them and of their size.

    A blank or a shaded tile in a row of others is seen less well than they are, but there is no gap in the row.

    Args:
        boxes: ``(n, 4)`` xyxy.
        sure: ``(n,)`` whether a box is surely a tile.
        face: ``(n,)`` whether it shows a face.

    Returns:
        ``(n,)``, False for those that are sure.

    """
    between = np.zeros(len(boxes), bool)
    witnesses = np.flatnonzero(sure & face)
    if len(witnesses) < 2:
        return between
    middles, extent = (boxes[:, :2] + boxes[:, 2:]) / 2, boxes[:, 2:] - boxes[:, :2]
    area = extent.prod(axis=1)
    for index in np.flatnonzero(~sure):
        away = middles[witnesses] - middles[index]
        distance = np.maximum(np.sqrt((away**2).sum(axis=1)), 1e-6)
        ratio = area[witnesses] / max(float(area[index]), 1e-6)
        beside = (distance < NEAR * np.sqrt(area[index])) & (ratio > ALIKE) & (ratio < 1 / ALIKE)
        direction = away[beside] / distance[beside, None]
        between[index] = bool(len(direction) > 1 and (direction @ direction.T).min() < OPPOSITE)
    return between


def chance_of_tile(score: NDArray[np.floating], between: NDArray[np.bool_] | None = None) -> NDArray[np.float64]:
    """Turn sums of scores ``(n,)``, 0 to 1, into chances that a tile lies there: p = σ(offset + slope · logit(score)).

    Those that lie ``between`` two tiles (`in_line`) are likelier by `BETWEEN`.

    A YOLO is taught to be as sure as its box overlaps well, so it is too modest about tiles. Offset and slope are
    fitted (Platt's method) to synthesised scenes of tile sets kept for validation (``python -m models.calibration``).
    """
    score = np.clip(score, 1e-6, 1 - 1e-6).astype(np.float64)
    odds = np.exp(CHANCE_OFFSET) * (score / (1 - score)) ** CHANCE_SLOPE
    if between is not None:
        odds = odds * np.where(between, np.exp(BETWEEN), 1.0)
    return np.asarray(odds / (1 + odds))


def decode(
    output: NDArray[np.float32], letterbox: Letterbox, *, confidence: float = CONFIDENCE, overlap: float = OVERLAP
) -> Detections:
    """Turn the network's output into detections, in no reading order: surest first.

    How sure it is of a tile is the sum of its scores over all classes, at most 1. The class head learns slower than
    the boxes: of a tile it has not seen it may say half 2m, half 3m, and the question "is this a tile" must not fail
    for that. What the second look needs is every tile, whichever its face.

    Args:
        output: ``float32 (4 + 43, n)``: centre x, centre y, width, height in pixels of the square, then one score a
            class, 0 to 1.
        letterbox: where the picture lies in the square.
        confidence: least sum of scores of a tile; what is given is the chance it stands for.
        overlap: IoU above which two boxes show one tile.

    Returns:
        Boxes in pixels of the picture, cut at its border.

    """
    total = output[4:].sum(axis=0)
    found = np.flatnonzero(total >= min(confidence, WEAK))
    if len(found) > MAX_BOXES:
        found = found[np.argsort(-total[found], kind="stable")[:MAX_BOXES]]
    centre, half = output[:2, found].T, output[2:4, found].T / 2
    boxes = np.concatenate([centre - half, centre + half], axis=1)
    stays = suppress(boxes, total[found], overlap)[:MAX_TILES]
    between = in_line(boxes[stays], total[found[stays]] >= CONFIDENCE, output[4:, found[stays]].argmax(axis=0) != BACK)
    strong = (total[found[stays]] >= confidence) | between
    stays, between = stays[strong], between[strong]
    found, boxes = found[stays], letterbox.outside(boxes[stays])
    limits = np.array([letterbox.width, letterbox.height] * 2, np.float64)
    boxes = boxes.clip(0, limits)
    visible = (boxes[:, 2:] - boxes[:, :2]).min(axis=1, initial=np.inf) > 1
    found, boxes, between = found[visible], boxes[visible], between[visible]
    scores = output[4:, found].T
    return Detections.of(boxes, chance_of_tile(total[found], between), scores / total[found, None])


class Detector:
    """A YOLO network that finds and names tiles.

    Args:
        weights: an ONNX file's bytes: one input ``float32 (1, 3, 640, 640)`` RGB 0 to 1, one output
            ``(1, 4 + 43, n)``, the class names in its metadata.
        threads: threads of one run; all processors, at most four, if omitted.

    Raises:
        WeightsError: the network is not of that form.

    """

    def __init__(self, weights: bytes, *, threads: int | None = None) -> None:
        self._session = open_network(weights, DETECTOR, threads)
        inputs, outputs = self._session.get_inputs()[0], self._session.get_outputs()[0]
        check_shape(inputs.shape, (1, 3, SIDE, SIDE), DETECTOR, "input")
        check_shape(outputs.shape, (1, 4 + len(CODES), None), DETECTOR, "output")
        self._input = inputs.name

    @classmethod
    def load(cls, folder: Path | None = None, *, threads: int | None = None) -> Detector:
        """Load the weights that ship, or those of a folder, checked by their checksum."""
        return cls(load_weights(DETECTOR, folder), threads=threads)

    def run(self, blob: NDArray[np.float32]) -> NDArray[np.float32]:
        """Run the bare network: ``(1, 3, 640, 640)`` to ``(47, n)``."""
        output: NDArray[np.float32] = self._session.run(None, {self._input: blob})[0]
        return np.asarray(output[0])

    def detect(
        self, pixels: NDArray[np.uint8], *, confidence: float = CONFIDENCE, overlap: float = OVERLAP
    ) -> Detections:
        """Find the tiles in ``uint8 (h, w, 3)`` RGB; boxes in its pixels, surest first."""
        letterbox = Letterbox.fit(pixels.shape[1], pixels.shape[0], SIDE)
        return decode(self.run(letterbox.blob(pixels)), letterbox, confidence=confidence, overlap=overlap)
