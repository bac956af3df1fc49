"""What ``sikwu evaluate --hands`` does."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from models.hand_sheet import hand_sheet
from models.hands import calibration_table, evaluate_boxes, evaluate_photos, kind_table, summary
from vision.detector import Detector
from vision.faces import FaceClassifier

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def measure_hands(
    folder: Path, weights: Path | None, *, worst: Path | None, detector_only: bool, true_boxes: bool
) -> Iterator[str]:
    """Measure whole hands and tell it in lines.

    Args:
        folder: of photos whose hands are known.
        weights: folder of other weights than those that ship.
        worst: where to write a picture of the worst readings.
        detector_only: without the second look.
        true_boxes: true tiles, some misread, instead of photos: no network, all processors.

    Raises:
        SikwuError: no hand is known there, the weights or a photo cannot be read, or the picture cannot be written.

    """
    if true_boxes:
        outcomes = list(evaluate_boxes(folder, processes=os.cpu_count() or 1))
    else:
        classifier = None if detector_only else FaceClassifier.load(weights)
        outcomes = list(evaluate_photos(folder, Detector.load(weights), classifier))
    yield from summary(outcomes)
    yield ""
    yield from calibration_table(outcomes)
    yield ""
    yield from kind_table(outcomes)
    if worst is not None:
        hand_sheet(outcomes, worst)
