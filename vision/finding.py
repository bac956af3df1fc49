"""Finds the tiles of a picture: the detector proposes, a look around settles what it doubts, and corners are found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.surroundings import CANDIDATE, LEAST, likely, verified

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.detections import Detections
    from vision.detector import Detector
    from vision.faces import FaceClassifier


def find_tiles(
    pixels: NDArray[np.uint8],
    detector: Detector,
    classifier: FaceClassifier | None = None,
    *,
    candidate: float = CANDIDATE,
    least: float = LEAST,
) -> Detections:
    """Find every tile of a picture, whatever its face.

    Args:
        pixels: ``uint8 (h, w, 3)`` RGB.
        detector: proposes boxes and names them.
        classifier: looks around the doubtful ones and finds the corners; without one the detector's word stands.
        candidate: sum of the detector's scores from which on a box is proposed.
        least: chance from which on, after the look around, it is a tile; blank boxes need more, see `likely`.

    Returns:
        Boxes in ``pixels``, surest first.

    """
    if classifier is None:
        return detector.detect(pixels)
    if classifier.surroundings is None:
        found = detector.detect(pixels)
    else:
        found = verified(detector.detect(pixels, confidence=candidate), pixels, classifier.surroundings)
        found = found[likely(found, least)]
    return classifier.cornered(pixels, found, np.arange(len(found)))
