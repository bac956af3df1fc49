"""Finds what each face is taken for most readily: ``python -m models.confusions FOLDER …``.

The shipped networks look at every labelled tile of folders with ``images/`` and ``labels/`` that they find, whatever
face they name. What they give the other faces is averaged by the true face: so each face has a likeliest confusion,
even one that is hardly ever misread. ``--write`` puts the table where `models.true_boxes` looks for it. A face is
misread in a few pictures of a hundred, so that some hundreds of pictures are needed to tell what for.
"""

from __future__ import annotations

import argparse
import json
import sys
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from datasets.snapshots import labelled_photos
from models.evaluate import labelled_tiles
from models.metrics import Tiles, match
from models.true_boxes import TABLE
from scoring.errors import SikwuError
from scoring.tiles import CODES
from vision.detector import Detector
from vision.faces import FaceClassifier
from vision.finding import find_tiles
from vision.photo import open_photo

if TYPE_CHECKING:
    from collections.abc import Sequence


def measure(folders: Sequence[Path], detector: Detector, classifier: FaceClassifier) -> tuple[np.ndarray, np.ndarray]:
    """Average what is believed of the tiles of each face.

    Returns:
        ``(43, 43)`` mean probability of each class by true class, and ``(43,)`` the number of tiles.

    """
    belief = np.zeros((len(CODES), len(CODES)))
    count = np.zeros(len(CODES), dtype=np.int64)
    for photo in chain.from_iterable(map(labelled_photos, folders)):
        opened = open_photo(photo.path)
        found = find_tiles(opened.pixels, detector, classifier)
        found = classifier.examine(opened.pixels, found, np.arange(len(found))).found
        tiles = Tiles(opened.whole(found.boxes).astype(np.float64), found.class_id, found.confidence.astype(np.float64))
        labelled = labelled_tiles(photo, opened.width, opened.height)
        for index, place in enumerate(match(tiles, labelled)):
            if place >= 0:
                belief[labelled.class_id[place]] += found.probabilities[index]
                count[labelled.class_id[place]] += 1
    return belief / np.maximum(count, 1)[:, None], count


def main(arguments: list[str] | None = None) -> int:
    """Print the table; 2 on bad input."""
    parser = argparse.ArgumentParser(prog="python -m models.confusions", description=__doc__.splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="+", help="labelled photos, such as sikwu data synth writes")
    parser.add_argument("--weights", type=Path, help="folder of other weights than those that ship")
    parser.add_argument("--write", action="store_true", help=f"write {TABLE.name}")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    try:
        networks = Detector.load(options.weights), FaceClassifier.load(options.weights)
        belief, count = measure(options.folders, *networks)
    except SikwuError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    unseen = [code for code, tiles in zip(CODES, count, strict=True) if not tiles]
    if unseen:
        shown = ", ".join(repr(str(folder)) for folder in options.folders)
        sys.stderr.write(f"No {' '.join(unseen)} is found in {shown}: more photos are needed\n")
        return 2
    sys.stdout.write("face   tiles  right  taken for\n")
    table = {}
    for index, code in enumerate(CODES):
        others = belief[index].copy()
        others[index] = 0
        other = int(others.argmax())
        table[code] = CODES[other]
        sys.stdout.write(f"{code:<5}{count[index]:7} {belief[index, index]:6.3f}  {CODES[other]} {others[other]:.3f}\n")
    if options.write:
        lines = ",\n".join(f"  {json.dumps(code)}: {json.dumps(other)}" for code, other in table.items())
        TABLE.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
