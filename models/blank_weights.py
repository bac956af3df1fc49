"""Fits what tells a blank white dragon from a back (`vision.blanks`): ``python -m models.blank_weights FOLDER …``.

The folders hold labelled pictures in which both occur, such as synthesised scenes of tile sets kept for validation.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from datasets.snapshots import labelled_photos
from models.evaluate import labelled_tiles
from models.metrics import Tiles, match
from scoring.errors import SikwuError
from vision.blanks import BACK, DRAGON, WEIGHTS, blanks, evidence
from vision.cutouts import ground_colour, straighten
from vision.detector import Detector
from vision.faces import FaceClassifier, combine
from vision.finding import find_tiles
from vision.photo import open_photo

if TYPE_CHECKING:
    import numpy.typing as npt

RIDGE = 0.3
"""What a squared weight costs, but for the constant's: blanks are few, and none of the reasons is beyond doubt."""

DRAGONS = 3.0
"""A white dragon counts as much as so many backs: in pictures of whole walls these are ten times as many, and it is the
dragons that hands are made of.
"""


def gather(
    folder: Path, detector: Detector, classifier: FaceClassifier
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
    """Collect the evidence ``(n, 8)`` of every blank tile that is labelled, and whether it is a dragon ``(n,)``."""
    rows, dragons = [np.zeros((0, len(WEIGHTS)))], [np.zeros(0, bool)]
    for labelled in labelled_photos(folder):
        photo = open_photo(labelled.path)
        found = find_tiles(photo.pixels, detector, classifier)
        labels = labelled_tiles(labelled, photo.width, photo.height)
        if not len(found) or not len(labels):
            continue
        faces = straighten(photo.pixels, found.corners)
        named = combine(found.probabilities, classifier.name(faces))
        boxes = photo.whole(found.boxes).astype(np.float64)
        partner = match(Tiles(boxes, found.class_id, found.confidence.astype(np.float64)), labels)
        truth = np.where(partner >= 0, labels.class_id[partner], -1)
        chosen = blanks(named) & np.isin(truth, (DRAGON, BACK))
        rows.append(evidence(found.boxes, named, ground_colour(faces), found.face_up)[chosen])
        dragons.append(truth[chosen] == DRAGON)
    return np.concatenate(rows), np.concatenate(dragons)


def fit(rows: npt.NDArray[np.float64], dragons: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
    """Fit the weights ``(8,)`` by logistic regression with a ridge, by Newton's method."""
    weights = np.zeros(rows.shape[1])
    counts = np.where(dragons, DRAGONS, 1.0)
    ridge = np.diag([1e-3] + [RIDGE] * (rows.shape[1] - 1))
    for _ in range(60):
        chance = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (counts * (chance - dragons)) + ridge @ weights
        curvature = (rows * (counts * chance * (1 - chance))[:, None]).T @ rows + ridge
        weights = weights - np.linalg.solve(curvature, slope)
    return np.asarray(weights)


def main(arguments: list[str] | None = None) -> int:
    """Fit and print; 0 if that could be done, 2 on bad input."""
    parser = argparse.ArgumentParser(prog="python -m models.blank_weights", description=__doc__.splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="+", help="labelled pictures with white dragons and backs")
    parser.add_argument("--weights", type=Path, help="folder of other weights than those that ship")
    options = parser.parse_args(arguments)
    try:
        detector, classifier = Detector.load(options.weights), FaceClassifier.load(options.weights)
        parts = [gather(folder, detector, classifier) for folder in options.folders]
    except (SikwuError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    rows, dragons = (np.concatenate(column) for column in zip(*parts, strict=True))
    weights = fit(rows, dragons)
    right = ((rows @ weights > 0) == dragons).mean()
    sys.stdout.write(f"{len(rows)} blank tiles, {int(dragons.sum())} of them dragons; {right:.3f} told right\n")
    sys.stdout.write(f"WEIGHTS = ({', '.join(f'{weight:.2f}' for weight in weights)}) (now {WEIGHTS})\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
