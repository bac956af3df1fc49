"""The second look: a small network names each tile from its straightened face, and both opinions become one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from scoring.tiles import CODES
from vision.blanks import tell_blanks
from vision.boxes import of_boxes
from vision.corners import CornerFinder
from vision.cutouts import CUT_SIDE, ground_colour, straighten
from vision.networks import check_shape, open_network
from vision.opinions import from_every_side, softmax
from vision.surroundings import Surroundings
from vision.weights import CLASSIFIER, load_weights

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from vision.detections import Detections

DETECTOR_WEIGHT: Final = 0.36
"""Trust in the detector's distribution. It sees a tile in some 40 pixels, and its class head learns slowly."""

CLASSIFIER_WEIGHT: Final = 1.20
"""Trust in the second look, which sees nothing but the tile, at full resolution.

Both weights, which hold the temperature too, are those under which synthesised scenes of tile sets kept for validation
are the least surprising (``python -m models.calibration``).
"""

FLOOR: Final = 1e-4
"""Least probability of a face in either opinion, so that one of them alone cannot rule a face out."""


def combine(
    detected: NDArray[np.floating],
    looked: NDArray[np.floating],
    *,
    detector_weight: float = DETECTOR_WEIGHT,
    classifier_weight: float = CLASSIFIER_WEIGHT,
) -> NDArray[np.float32]:
    """Mix two distributions ``(n, 43)`` log-linearly: p ∝ detected^w₁ · looked^w₂ (a product of experts).

    Args:
        detected: the detector's distributions.
        looked: the second look's distributions.
        detector_weight: w₁.
        classifier_weight: w₂.

    """
    mixed = detector_weight * np.log(np.maximum(detected, FLOOR)) + classifier_weight * np.log(
        np.maximum(looked, FLOOR)
    )
    return softmax(mixed).astype(np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What the second look saw.

    Attributes:
        found: all tiles with both opinions combined, where there are two.
        faces: ``float32 (n, 3, 64, 64)``, 0 to 1: the tiles looked at, straightened.
        named: ``float64 (n, 43)``: the second look's own opinion of each.

    """

    found: Detections
    faces: NDArray[np.float32]
    named: NDArray[np.float64]


class FaceClassifier:
    """A network that names tiles from cut-outs.

    Args:
        weights: an ONNX file's bytes: one input ``float32 (n, 3, 64, 64)`` RGB 0 to 1, one output of logits
            ``(n, 43)``, ``n`` of any size, the class names in its metadata.
        corners: finds the corners of the faces; without it every face is taken to fill its upright box.
        surroundings: looks around boxes of which the detector is not sure; without it its word stands.
        threads: threads of one run; all processors, at most four, if omitted.

    Raises:
        WeightsError: the network is not of that form.

    """

    def __init__(
        self,
        weights: bytes,
        corners: CornerFinder | None = None,
        surroundings: Surroundings | None = None,
        *,
        threads: int | None = None,
    ) -> None:
        self._corners = corners
        self.surroundings = surroundings
        self._session = open_network(weights, CLASSIFIER, threads)
        inputs, outputs = self._session.get_inputs()[0], self._session.get_outputs()[0]
        check_shape(inputs.shape, (None, 3, CUT_SIDE, CUT_SIDE), CLASSIFIER, "input")
        check_shape(outputs.shape, (None, len(CODES)), CLASSIFIER, "output")
        self._input = inputs.name

    @classmethod
    def load(cls, folder: Path | None = None, *, threads: int | None = None, straight: bool = True) -> FaceClassifier:
        """Load the weights that ship, or those of a folder, checked by their checksum; ``straight`` finds corners."""
        corners = CornerFinder.load(folder, threads=threads) if straight else None
        surroundings = Surroundings.load(folder, threads=threads)
        return cls(load_weights(CLASSIFIER, folder), corners, surroundings, threads=threads)

    def logits(self, tiles: NDArray[np.float32]) -> NDArray[np.float32]:
        """Name cut-outs ``(n, 3, 64, 64)``: logits ``(n, 43)``."""
        if not len(tiles):
            return np.zeros((0, len(CODES)), np.float32)
        result: NDArray[np.float32] = self._session.run(None, {self._input: tiles})[0]
        return result

    def straightened(self, pixels: NDArray[np.uint8], boxes: NDArray[np.floating]) -> NDArray[np.float32]:
        """Cut the tiles in upright boxes ``(n, 4)`` of ``pixels`` out, each straight: ``(n, 3, 64, 64)``."""
        return straighten(pixels, self._corners.find(pixels, boxes) if self._corners else of_boxes(boxes))

    def name(self, faces: NDArray[np.float32]) -> NDArray[np.float64]:
        """Name straightened faces ``(n, 3, 64, 64)``: distributions ``(n, 43)``."""
        return softmax(from_every_side(self.logits, faces))

    def look(
        self, pixels: NDArray[np.uint8], found: Detections, among: NDArray[np.integer] | None = None
    ) -> Detections:
        """Look at tiles found in ``pixels`` once more: the same boxes with both opinions combined.

        Args:
            pixels: ``uint8 (h, w, 3)`` RGB.
            found: boxes in its pixels.
            among: indexes of the tiles to look at; all if omitted. The others keep the detector's opinion.

        """
        chosen = np.arange(len(found)) if among is None else among
        return self.examine(pixels, self.cornered(pixels, found, chosen), chosen).found

    def cornered(self, pixels: NDArray[np.uint8], found: Detections, among: NDArray[np.integer]) -> Detections:
        """Find the corners of some tiles' faces; the others keep theirs."""
        if self._corners is None:
            return found
        corners = found.corners.copy()
        corners[among] = self._corners.find(pixels, found.boxes[among])
        return found.cornered(corners)

    def examine(self, pixels: NDArray[np.uint8], found: Detections, among: NDArray[np.integer]) -> Look:
        """Look at tiles whose corners are known; give the faces, and this look's own opinion, besides."""
        probabilities = found.probabilities.copy()
        boxes = found.boxes[among]
        faces = straighten(pixels, found.corners[among])
        looked = self.name(faces)
        if len(among):
            named = combine(probabilities[among], looked)
            probabilities[among] = tell_blanks(boxes, named, ground_colour(faces), found.face_up[among])
        return Look(found.renamed(probabilities), faces, looked)
