"""Measures when a picture is too blurred, dark or mirrored to be read: ``python -m models.picture_limits FOLDER …``.

The labelled photos of each folder, real ones or those of ``sikwu data hands``, are spoilt in steps: blurred, moved
while they are taken, taken with less and less light, mirrored. For each step it prints how many tiles are still read
right, what `vision.picture_quality` measures on the tiles of the hand, and in how many photos a person is asked for
another one; then how many tiles are right at each sharpness and each contrast, which is where the limits come from.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.hand_set import TRUTHS, read_truths
from datasets.snapshots import labelled_photos
from models.evaluate import in_pixels, labelled_tiles
from models.metrics import Tally, Tiles
from scoring.errors import SikwuError
from scoring.tiles import CODES
from vision.detector import Detector
from vision.faces import FaceClassifier
from vision.layout import Role
from vision.photo import Photo, open_photo
from vision.picture_quality import LEAST_TILES, Quality
from vision.questions import WRONG_IN
from vision.reading import read_photo

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import numpy.typing as npt

    Pixels = npt.NDArray[np.uint8]
    Spoil = Callable[[Pixels, float, np.random.Generator], Pixels]

GAMMA: Final = 2.2
SHOT_NOISE: Final = 0.0004
READ_NOISE: Final = 0.0015
"""Of a phone's sensor, full well 1: variance for each unit of light, and deviation without any."""

QUALITY: Final = 88
"""Of the JPEG that a dark photo is saved as: it smooths what noise leaves."""

SHARPNESS_STEPS: Final = (-np.inf, -8, -7, -6.5, -6, -5.5, -5, -4.5, -4, -3.5, -3, np.inf)
CONTRAST_STEPS: Final = (0, 0.06, 0.08, 0.1, 0.12, 0.15, 0.2, 0.3, 0.5, 1)


def blurred(part: float) -> Spoil:
    """Blur by a Gaussian whose deviation is this part of a tile's width."""
    return lambda pixels, width, _: np.asarray(cv2.GaussianBlur(pixels, (0, 0), part * width), np.uint8)


def moved(part: float) -> Spoil:
    """Move the camera by this part of a tile's width, in any direction, while the picture is taken."""

    def spoil(pixels: Pixels, width: float, rng: np.random.Generator) -> Pixels:
        angle, length = rng.uniform(0, np.pi), part * width
        way = length * np.array([np.cos(angle), np.sin(angle)])
        total = np.zeros(pixels.shape, np.float32)
        places = np.linspace(-0.5, 0.5, max(3, round(2 * length)))
        for place in places:
            shift = np.array([[1, 0, place * way[0]], [0, 1, place * way[1]]])
            total += cv2.warpAffine(pixels, shift, pixels.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(total / len(places) + 0.5, np.uint8)

    return spoil


def darker(share: float) -> Spoil:
    """Leave this share of the light, with the noise of a sensor that is not made more sensitive, saved as a JPEG."""

    def spoil(pixels: Pixels, _: float, rng: np.random.Generator) -> Pixels:
        light = (pixels.astype(np.float32) / 255) ** GAMMA * share
        light += rng.standard_normal(light.shape, np.float32) * np.sqrt(SHOT_NOISE * light + READ_NOISE**2)
        seen = (light.clip(0, 1) ** (1 / GAMMA) * 255 + 0.5).astype(np.uint8)
        done, data = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        assert done
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)

    return spoil


STEPS: Final[dict[str, Spoil]] = {
    "as it is": lambda pixels, _, __: pixels,
    **{f"blurred by {percent} %": blurred(percent / 100) for percent in (2, 3, 4, 5, 6, 8)},
    **{f"moved by {percent} %": moved(percent / 100) for percent in (8, 12, 16, 24)},
    **{f"light left {percent} %": darker(percent / 100) for percent in (10, 5, 2.5, 1.2, 0.6, 0.3)},
    "mirrored": lambda pixels, _, __: np.ascontiguousarray(pixels[:, ::-1]),
}
"""What is done to photos; percents of a tile's width."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A photo, spoilt and read.

    Attributes:
        right: share of the labelled tiles that are read right.
        whole: whether all are, and none is invented among them.
        quality: of the tiles that were taken for the hand; None where these are too few.
        asked: the questions about the photo.

    """

    right: float
    whole: bool
    quality: Quality | None
    asked: frozenset[str]


def outcomes(
    folder: Path, spoil: Spoil, detector: Detector, classifier: FaceClassifier, *, photos: int
) -> Iterator[Outcome]:
    """Spoil and read at most so many labelled photos of a folder, spread over it.

    Of synthesised tables only the tiles of the hand are counted: the others are ignored, and so hardly looked at.

    Raises:
        datasets.snapshots.SnapshotError: there is no such folder.

    """
    truths = read_truths(folder) if (folder / TRUTHS).is_file() else {}
    every = [labelled for labelled in labelled_photos(folder) if len(labelled.labels)]
    for number in np.unique(np.linspace(0, len(every) - 1, min(photos, len(every))).astype(int)).tolist():
        labelled = every[number]
        photo = open_photo(labelled.path)
        tiles = labelled_tiles(labelled, photo.width, photo.height)
        if truths:
            truth = truths[labelled.path.name]
            in_hand = np.array([role != Role.IGNORED.value for role in truth.role])
            tiles = Tiles(truth.boxes, truth.class_id, np.ones(len(truth.boxes)))[in_hand]
        masks = in_pixels(labelled.masks, photo.width, photo.height)
        decoded = photo.pixels.shape[1] / photo.width
        width = float(np.median((tiles.boxes[:, 2:] - tiles.boxes[:, :2]).min(axis=1))) * decoded
        worse = replace(photo, pixels=spoil(photo.pixels, width, np.random.default_rng(number)))
        if spoil is STEPS["mirrored"]:
            tiles, masks = replace(tiles, boxes=_flipped(tiles.boxes, photo)), _flipped(masks, photo)
        yield _judge(worse, tiles, masks, detector, classifier)


def _flipped(boxes: npt.NDArray[np.float64], photo: Photo) -> npt.NDArray[np.float64]:
    return np.stack([photo.width - boxes[:, 2], boxes[:, 1], photo.width - boxes[:, 0], boxes[:, 3]], axis=1)


def _judge(
    photo: Photo, tiles: Tiles, masks: npt.NDArray[np.float64], detector: Detector, classifier: FaceClassifier
) -> Outcome:
    reading = read_photo(photo, detector, classifier)
    boxes = np.array([tile.box for tile in reading.tiles], np.float64).reshape(-1, 4)
    classes = np.array([CODES.index(tile.code) for tile in reading.tiles], np.int64)
    sure = np.array([tile.confidence for tile in reading.tiles], np.float64)
    tally = Tally()
    whole = tally.add(Tiles(boxes, classes, sure), tiles, masks)
    hand = boxes[[tile.role is not Role.IGNORED for tile in reading.tiles]]
    quality = None
    if len(hand) >= LEAST_TILES:
        quality = Quality.of(classifier.straightened(photo.pixels, hand * (photo.pixels.shape[1] / photo.width)))
    asked = frozenset(question.kind for question in reading.questions if question.kind in WRONG_IN)
    return Outcome(tally.recall, whole, quality, asked)


def step_line(name: str, step: list[Outcome]) -> str:
    """What was measured at one step."""
    measured = [outcome.quality for outcome in step if outcome.quality]
    sharp = [quality.sharpness for quality in measured] or [np.nan]
    contrast = [quality.contrast for quality in measured] or [np.nan]
    shares = "".join(f"{np.mean([kind in outcome.asked for outcome in step]):9.3f}" for kind in WRONG_IN)
    return (
        f"{name:<16} {len(step):6} {np.mean([outcome.right for outcome in step]):6.3f} "
        f"{np.mean([outcome.whole for outcome in step]):6.3f} {np.median(sharp):9.2f} {min(sharp):7.2f} "
        f"{np.median(contrast):9.3f} {min(contrast):7.3f}{shares}"
    )


def steps_of(values: Iterable[tuple[float, Outcome]], limits: tuple[float, ...]) -> Iterator[str]:
    """How many tiles are right at each value, a line for each step between limits."""
    pairs = list(values)
    for low, high in itertools.pairwise(limits):
        inside = [outcome for value, outcome in pairs if low <= value < high]
        if inside:
            right, whole = (np.mean([getattr(outcome, name) for outcome in inside]) for name in ("right", "whole"))
            yield f"{low:6g} to {high:<6g} {len(inside):6} {right:6.3f} {whole:6.3f}"


def report(folder: Path, detector: Detector, classifier: FaceClassifier, *, photos: int) -> Iterator[str]:
    """Measure a folder and write it as lines of text."""
    yield folder.name
    yield f"{'':<16} photos  right  whole sharpness  (least)  contrast (least) {'  '.join(WRONG_IN)}"
    everything: dict[str, list[Outcome]] = {}
    for name, spoil in STEPS.items():
        everything[name] = list(outcomes(folder, spoil, detector, classifier, photos=photos))
        if everything[name]:
            yield step_line(name, everything[name])
    focus = [
        outcome for name, step in everything.items() if not name.startswith(("light", "mirror")) for outcome in step
    ]
    light = [outcome for name, step in everything.items() if name.startswith(("as", "light")) for outcome in step]
    yield "sharpness        photos  right  whole"
    yield from steps_of(((item.quality.sharpness, item) for item in focus if item.quality), SHARPNESS_STEPS)
    yield "contrast         photos  right  whole"
    yield from steps_of(((item.quality.contrast, item) for item in light if item.quality), CONTRAST_STEPS)


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; 0 if that could be done, 2 on bad input."""
    parser = argparse.ArgumentParser(prog="python -m models.picture_limits", description=__doc__.splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="+", help="labelled photos")
    parser.add_argument("--photos", type=int, default=60, help="how many of each folder")
    parser.add_argument("--weights", type=Path, help="folder of other weights than those that ship")
    options = parser.parse_args(arguments)
    try:
        detector, classifier = Detector.load(options.weights), FaceClassifier.load(options.weights)
        for folder in options.folders:
            for line in report(folder, detector, classifier, photos=options.photos):
                sys.stdout.write(line + "\n")
                sys.stdout.flush()
    except SikwuError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
