"""How exactly the corners of faces are found: ``python -m models.corner_noise FOLDER``.

`models.true_boxes` makes corners as inexact as these.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from datasets.hand_set import read_truths
from scoring.errors import SikwuError
from vision.corners import CornerFinder
from vision.photo import open_photo

if TYPE_CHECKING:
    from numpy.typing import NDArray

PARTS = (0.5, 0.75, 0.9, 0.95, 0.98)
"""Of the tiles, which are printed."""


def corner_errors(found: NDArray[np.float64], true: NDArray[np.float64]) -> NDArray[np.float64]:
    """Tell how far corners ``(n, 4, 2)`` are from the true ones.

    Any of them may come first, for a tile has no top that its outline could tell.

    Returns:
        ``(n,)`` root of the mean square of x and of y, as a part of the face's mean side.

    """
    sides = np.sqrt(((true - np.roll(true, 1, axis=1)) ** 2).sum(axis=2)).mean(axis=1)
    ways = np.stack([((np.roll(found, turn, axis=1) - true) ** 2).mean(axis=(1, 2)) for turn in range(4)])
    return np.asarray(np.sqrt(ways.min(axis=0)) / sides)


def measure(folder: Path, finder: CornerFinder, photos: int) -> NDArray[np.float64]:
    """List the errors of the corners of all tiles of the hands in the first photos of a folder.

    Raises:
        SikwuError: no hand is known there, or a photo cannot be read.

    """
    errors = []
    for name, truth in list(read_truths(folder).items())[:photos]:
        photo = open_photo(folder / "images" / name)
        scale = photo.pixels.shape[1] / photo.width
        hand = [index for index, role in enumerate(truth.role) if role != "ignored"]
        found = finder.find(photo.pixels, truth.boxes[hand] * scale)
        errors.append(corner_errors(found, truth.corners[hand] * scale))
    return np.concatenate(errors)


def main(arguments: list[str] | None = None) -> int:
    """Print the errors; 2 on bad input."""
    parser = argparse.ArgumentParser(prog="python -m models.corner_noise", description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="photos and hands that sikwu data hands wrote")
    parser.add_argument("--weights", type=Path, help="folder of other weights than those that ship")
    parser.add_argument("--photos", type=int, default=60, help="how many of the photos")
    options = parser.parse_args(arguments)
    try:
        errors = measure(options.folder, CornerFinder.load(options.weights), options.photos)
    except SikwuError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write(f"{len(errors)} tiles of hands; of them, this part is off by no more than\n")
    for part, most in zip(PARTS, np.quantile(errors, PARTS), strict=True):
        sys.stdout.write(f"{part:.2f} {most:.3f} of a side\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
