"""How far a reading holds when the photo gets worse: ``python -m models.sweeps FOLDER --out docs/sweeps.svg``.

The photos of a folder whose hands are known (``sikwu data hands``) are turned, cut at one side, blurred and mirrored,
more and more, and read anew each time. Where a tile of the hand is cut off no reading can be exact: what counts there,
and in a mirrored photo, is that somebody is asked.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.hand_set import read_truths
from models.hand_truth import TrueHand
from models.hands import Counts, HandOutcome, judge
from models.sweep_chart import sweep_svg
from models.turning import turned_boxes, turned_photo
from scoring.errors import SikwuError
from vision.detector import Detector
from vision.faces import FaceClassifier
from vision.photo import Photo, open_photo
from vision.reading import read_photo

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

STILL_SEEN: Final = 0.5
"""A tile of which the border leaves less than this share is none of the photo any more."""

Change = tuple[Photo, "NDArray[np.float64]"]
"""A photo changed, and the true boxes in its pixels; a box without area is of a tile that was cut off."""


def turned(photo: Photo, boxes: NDArray[np.float64], degrees: float) -> Change:
    """Turn a photo clockwise."""
    if not degrees:
        return photo, boxes
    result, matrix = turned_photo(photo, degrees)
    return result, turned_boxes(boxes, matrix)


def mirrored(photo: Photo, boxes: NDArray[np.float64], yes: float) -> Change:
    """Mirror a photo left to right, as front cameras do; not at all where ``yes`` is 0."""
    if not yes:
        return photo, boxes
    flipped = np.stack([photo.width - boxes[:, 2], boxes[:, 1], photo.width - boxes[:, 0], boxes[:, 3]], axis=1)
    return replace(photo, pixels=np.ascontiguousarray(photo.pixels[:, ::-1])), flipped


def cut(photo: Photo, boxes: NDArray[np.float64], tiles: float, hand: NDArray[np.bool_]) -> Change:
    """Cut a photo's right side off so that ``tiles`` widths of tiles of the hand are lost; its left border stays.

    Args:
        photo: not scaled down when it was opened.
        boxes: the true tiles.
        tiles: how much of the hand's right end is lost, in tile widths; negative leaves so much room.
        hand: which boxes are of the hand.

    """
    if not np.isfinite(tiles):
        return photo, boxes
    width = float(np.median(boxes[hand, 2] - boxes[hand, 0]))
    edge = int(np.clip(boxes[hand, 2].max() - tiles * width, 1, photo.width))
    short = replace(photo, pixels=np.ascontiguousarray(photo.pixels[:, :edge]), width=edge)
    left = boxes.copy()
    left[:, [0, 2]] = left[:, [0, 2]].clip(0, edge)
    lost = (left[:, 2] - left[:, 0]) < STILL_SEEN * (boxes[:, 2] - boxes[:, 0])
    left[lost] = 0
    return short, left


def blurred(photo: Photo, boxes: NDArray[np.float64], deviation: float) -> Change:
    """Blur a photo: ``deviation`` is a Gaussian's, in hundredths of the width of a tile."""
    if not deviation:
        return photo, boxes
    sigma = deviation / 100 * float(np.median(boxes[:, 2] - boxes[:, 0]))
    pixels = cv2.GaussianBlur(photo.pixels, (0, 0), sigma)
    return replace(photo, pixels=np.asarray(pixels, np.uint8)), boxes


@dataclass(frozen=True, slots=True)
class Sweep:
    """One way to make photos worse.

    Attributes:
        name: what is done.
        unit: of its steps.
        steps: from none to much.

    """

    name: str
    unit: str
    steps: tuple[float, ...]


SWEEPS: Final = (
    Sweep("tilt", "degrees", (0, 7.5, 15, 22.5, 30, 37.5, 45)),
    Sweep("cut", "tiles lost", (-1, 0, 0.3, 0.6, 1, 2)),
    Sweep("blur", "% of a tile's width", (0, 2, 4, 6, 9, 12)),
    Sweep("mirror", "mirrored", (0, 1)),
)


def changed(sweep: Sweep, step: float, photo: Photo, truth: TrueHand) -> tuple[Photo, TrueHand]:
    """Make a photo worse by one step of a sweep, and give the truth in its new pixels."""
    hand = np.array([role != "ignored" for role in truth.roles], dtype=bool)
    changes: dict[str, Callable[[], Change]] = {
        "tilt": lambda: turned(photo, truth.boxes, step),
        "cut": lambda: cut(photo, truth.boxes, step, hand),
        "blur": lambda: blurred(photo, truth.boxes, step),
        "mirror": lambda: mirrored(photo, truth.boxes, step),
    }
    result, boxes = changes[sweep.name]()
    left = (boxes[:, 2] - boxes[:, 0] > 0) & (boxes[:, 3] - boxes[:, 1] > 0)
    kept = np.flatnonzero(left).tolist()
    return result, replace(
        truth,
        boxes=boxes[left],
        codes=tuple(truth.codes[index] for index in kept),
        roles=tuple(truth.roles[index] for index in kept),
    )


def measure(
    folder: Path, sweep: Sweep, detector: Detector, classifier: FaceClassifier, *, photos: int
) -> Iterator[tuple[float, Counts]]:
    """Read the first ``photos`` photos of a folder at every step of a sweep.

    Raises:
        SikwuError: the folder has no hands, or a photo cannot be read.

    """
    scenes = list(read_truths(folder).items())[:photos]
    for step in sweep.steps:
        outcomes: list[HandOutcome] = []
        for name, scene in scenes:
            photo, truth = changed(sweep, step, open_photo(folder / "images" / name), TrueHand.of_scene(scene))
            outcomes.append(judge(None, read_photo(photo, detector, classifier), truth))
        yield step, Counts.of(outcomes)


def main(arguments: list[str] | None = None) -> int:
    """Measure every sweep, print it and draw it; 2 on bad input."""
    parser = argparse.ArgumentParser(prog="python -m models.sweeps", description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="photos and hands that sikwu data hands wrote")
    parser.add_argument("--weights", type=Path, help="folder of other weights than those that ship")
    parser.add_argument("--photos", type=int, default=60, help="how many of the photos")
    parser.add_argument("--out", type=Path, help="the SVG to write")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    measured: list[tuple[Sweep, list[tuple[float, Counts]]]] = []
    try:
        networks = Detector.load(options.weights), FaceClassifier.load(options.weights)
        for sweep in SWEEPS:
            sys.stdout.write(f"{sweep.name:<8} {sweep.unit:<20} photos  exact  settled  silent  partly  questions\n")
            points = []
            for step, counts in measure(options.folder, sweep, *networks, photos=options.photos):
                points.append((step, counts))
                sys.stdout.write(
                    f"{'':<8} {step:<20g} {counts.photos:6} {counts.share(counts.exact):6.3f} "
                    f"{counts.share(counts.settled):8.3f} {counts.share(counts.silent):7.3f} "
                    f"{counts.share(counts.partly):7.3f} {counts.share(counts.questions):10.2f}\n"
                )
                sys.stdout.flush()
            measured.append((sweep, points))
    except SikwuError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    if options.out is not None:
        panels = [
            (
                f"{sweep.name}, {sweep.unit}",
                [step for step, _ in points],
                {
                    "exact": [counts.share(counts.exact) for _, counts in points],
                    "after the answers": [counts.share(counts.settled) for _, counts in points],
                    "silent errors": [counts.share(counts.silent) for _, counts in points],
                },
            )
            for sweep, points in measured
        ]
        try:
            options.out.write_text(sweep_svg(panels), encoding="utf-8")
        except OSError:
            sys.stderr.write(f"The picture {str(options.out)!r} cannot be written.\n")
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
