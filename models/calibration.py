"""Fits how sure a reading is to how often it is right: ``python -m models.calibration FOLDER --check FOLDER …``.

Seven numbers are fitted to a folder of labelled pictures, such as synthesised scenes of the tile sets kept for
validation: the offset and the slope that turn a sum of scores into the chance of a tile (Platt's method), three that
combine it with what lies around the box, and the weights of the two opinions about its face, which hold the
temperature. They stand in `vision.detector`, `vision.surroundings` and `vision.faces`. On other folders it prints the
expected calibration error and can draw a reliability diagram.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.snapshots import labelled_photos
from models.evaluate import evaluate, in_pixels, labelled_tiles
from models.metrics import Tiles, expected_calibration_error, judged, match
from models.reliability import reliability_svg
from scoring.errors import SikwuError
from vision.detector import CHANCE_OFFSET, CHANCE_SLOPE, Detector
from vision.faces import CLASSIFIER_WEIGHT, DETECTOR_WEIGHT, FaceClassifier, combine
from vision.photo import open_photo
from vision.surroundings import AROUND, CANDIDATE, OFFSET, SLOPE

if TYPE_CHECKING:
    import numpy.typing as npt

DETECTOR_WEIGHTS: Final = (0.0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.8)
TEMPERATURES: Final = (0.7, 0.85, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.5, 3.0)
"""Where the weights are looked for: that of the detector beside the classifier's, and what both are multiplied by."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the networks said of the detections that labels can judge, weak ones among them.

    Attributes:
        chance: ``(n,)`` of a tile, as the detector now gives it.
        around: ``(n,)`` log odds of a tile by what lies around it.
        detected: ``(n, 43)`` the detector's distributions.
        looked: ``(n, 43)`` the second look's distributions.
        truth: ``(n,)`` labelled classes; -1 where no label lies.

    """

    chance: npt.NDArray[np.float64]
    around: npt.NDArray[np.float64]
    detected: npt.NDArray[np.float64]
    looked: npt.NDArray[np.float64]
    truth: npt.NDArray[np.int64]


def gather(folder: Path, detector: Detector, classifier: FaceClassifier) -> Evidence:
    """Read the photos of a folder with ``images/`` and ``labels/`` and keep both opinions of every tile.

    Raises:
        datasets.snapshots.SnapshotError: when there is no such folder.

    """
    surroundings = classifier.surroundings
    assert surroundings is not None
    parts: list[tuple[npt.NDArray[np.generic], ...]] = []
    for labelled in labelled_photos(folder):
        photo = open_photo(labelled.path)
        found = detector.detect(photo.pixels, confidence=CANDIDATE)
        around, _ = surroundings.look(photo.pixels, found.boxes)
        looked = classifier.name(classifier.straightened(photo.pixels, found.boxes))
        named = combine(found.probabilities, looked).argmax(axis=1)
        boxes = photo.whole(found.boxes).astype(np.float64)
        labels = labelled_tiles(labelled, photo.width, photo.height)
        places = np.arange(len(found))
        # A detection's place rides along as its confidence, to know which of them were judged.
        masks = in_pixels(labelled.masks, photo.width, photo.height)
        kept = judged(Tiles(boxes, named, places.astype(np.float64)), labels, masks)
        chosen = kept.confidence.astype(np.int64)
        partner = match(Tiles(kept.boxes, kept.class_id, found.confidence[chosen].astype(np.float64)), labels)
        truth = np.where(partner >= 0, labels.class_id[partner], -1) if len(labels) else partner
        parts.append((found.confidence[chosen], around[chosen], found.probabilities[chosen], looked[chosen], truth))
    chance, around, detected, second, truth = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Evidence(
        chance.astype(np.float64),
        around.astype(np.float64),
        detected.astype(np.float64),
        second.astype(np.float64),
        truth.astype(np.int64),
    )


def fit_chance(
    score: npt.NDArray[np.float64], there: npt.NDArray[np.bool_], *others: npt.NDArray[np.float64]
) -> tuple[float, ...]:
    """Fit offset, slope and more weights of p = σ(offset + slope · logit(score) + …) by Newton's method (Platt 1999).

    Args:
        score: ``(n,)`` sums of scores, or chances, 0 to 1.
        there: ``(n,)`` whether a tile lies there.
        others: ``(n,)`` each, further reasons.

    """
    score = score.clip(1e-6, 1 - 1e-6)
    design = np.stack([np.ones_like(score), np.log(score / (1 - score)), *others], axis=1)
    weights = np.zeros(design.shape[1])
    weights[1] = 1.0
    for _ in range(50):
        chance = 1 / (1 + np.exp(-design @ weights))
        spread = chance * (1 - chance)
        curvature = design.T @ (design * spread[:, None]) + 1e-6 * np.eye(len(weights))
        weights = weights - np.linalg.solve(curvature, design.T @ (chance - there))
    return tuple(float(weight) for weight in weights)


def fit_weights(evidence: Evidence) -> tuple[float, float]:
    """Choose the weights of detector and classifier under which the labelled faces are the least surprising."""
    on_tile = evidence.truth >= 0
    truth = evidence.truth[on_tile]

    def surprise(weights: tuple[float, float]) -> float:
        mixed = combine(
            evidence.detected[on_tile],
            evidence.looked[on_tile],
            detector_weight=weights[0],
            classifier_weight=weights[1],
        )
        return float(-np.log(mixed[np.arange(len(truth)), truth].clip(1e-9)).mean())

    choices = [(share * sharp, sharp) for share, sharp in itertools.product(DETECTOR_WEIGHTS, TEMPERATURES)]
    return min(choices, key=surprise)


def score_of(chance: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Turn chances of a tile back into the sums of scores they came from: the inverse of `chance_of_tile`."""
    chance = chance.clip(1e-9, 1 - 1e-9)
    return np.asarray(1 / (1 + np.exp((CHANCE_OFFSET - np.log(chance / (1 - chance))) / CHANCE_SLOPE)))


def main(arguments: list[str] | None = None) -> int:
    """Fit, check, print; 0 if that could be done, 2 on bad input."""
    parser = argparse.ArgumentParser(prog="python -m models.calibration", description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="labelled pictures to fit to, or none of them with --check alone")
    parser.add_argument("--check", type=Path, nargs="*", default=[], help="labelled photos to measure together")
    parser.add_argument("--diagram", type=Path, help="an SVG of how often the checked tiles are right")
    parser.add_argument("--weights", type=Path, help="folder of other weights than those that ship")
    options = parser.parse_args(arguments)
    say = sys.stdout.write
    try:
        detector, classifier = Detector.load(options.weights), FaceClassifier.load(options.weights)
        evidence = gather(options.folder, detector, classifier)
        there, score = evidence.truth >= 0, score_of(evidence.chance)
        offset, slope = fit_chance(score, there)
        chance = 1 / (1 + np.exp(-offset) * ((1 - score) / score) ** slope)
        beside = fit_chance(chance, there, evidence.around)
        ours, theirs = fit_weights(evidence)
        fitted = (
            ("CHANCE_OFFSET", offset, CHANCE_OFFSET),
            ("CHANCE_SLOPE", slope, CHANCE_SLOPE),
            ("OFFSET", beside[0], OFFSET),
            ("SLOPE", beside[1], SLOPE),
            ("AROUND", beside[2], AROUND),
            ("DETECTOR_WEIGHT", ours, DETECTOR_WEIGHT),
            ("CLASSIFIER_WEIGHT", theirs, CLASSIFIER_WEIGHT),
        )
        for name, value, now in fitted:
            say(f"{name:<18} {value:.2f} (now {now})\n")
        together: list[tuple[float, bool]] = []
        for folder in options.check:
            measured = evaluate(folder, detector, classifier).tally.outcomes
            together += measured
            say(f"calibration error  {expected_calibration_error(measured):.3f} on {folder.name}\n")
        if together:
            say(f"calibration error  {expected_calibration_error(together):.3f} on all that was checked\n")
        if options.diagram and together:
            options.diagram.write_text(reliability_svg(together), encoding="utf-8")
    except (SikwuError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
