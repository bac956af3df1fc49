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
    folder: Path, weights: Path | None, *, worst: Path | None, detector_only: bool, draws: int = 0
) -> Iterator[str]:
    """Measure whole hands and tell it in lines.

    Args:
        folder: of photos whose hands are known.
        weights: folder of other weights than those that ship.
        worst: where to write a picture of the worst readings.
        detector_only: without the second look.
        draws: how often true tiles of each hand, some misread, are read instead of its photo: no network, all
            processors. 0 reads the photos.

    Raises:
        SikwuError: no hand is known there, the weights or a photo cannot be read, or the picture cannot be written.

    """
    if draws:
        processes = os.cpu_count() or 1
        outcomes = [one for seed in range(draws) for one in evaluate_boxes(folder, seed=seed, processes=processes)]
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
