"""How far a reading holds when the photo gets worse: ``python -m models.sweeps FOLDER --out docs``.

The photos of a folder whose hands are known (``sikwu data hands``) are turned, cut at one side, blurred and mirrored,
more and more, and read anew each time. Where a tile of the hand is cut off no reading can be exact, and mirrored tiles
do not exist: what counts there is that somebody is asked.
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
from models.turning import turned_photo
from scoring.errors import SikwuError
from vision.detector import Detector
from vision.faces import FaceClassifier
from vision.photo import Photo, open_photo
from vision.reading import read_photo

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

STILL_SEEN: Final = 0.5
"""A tile of which the border leaves less than this share is none of the photo any more."""

Change = tuple[Photo, "NDArray[np.float64]"]
"""A photo changed, and the corners ``(n, 4, 2)`` of the true tiles in its pixels."""


def turned(photo: Photo, corners: NDArray[np.float64], degrees: float) -> Change:
    """Turn a photo clockwise."""
    if not degrees:
        return photo, corners
    result, matrix = turned_photo(photo, degrees)
    return result, corners @ matrix[:, :2].T + matrix[:, 2]


def mirrored(photo: Photo, corners: NDArray[np.float64], yes: float) -> Change:
    """Mirror a photo left to right, as front cameras do; not at all where ``yes`` is 0."""
    if not yes:
        return photo, corners
    flipped = corners * [-1, 1] + [photo.width, 0]
    return replace(photo, pixels=np.ascontiguousarray(photo.pixels[:, ::-1])), flipped


def cut(photo: Photo, corners: NDArray[np.float64], tiles: float, hand: NDArray[np.bool_]) -> Change:
    """Cut a photo's right side off so that ``tiles`` widths of tiles of the hand are lost; its left border stays.

    Args:
        photo: not scaled down when it was opened.
        corners: of the true tiles.
        tiles: how much of the hand's right end is lost, in tile widths; negative leaves so much room.
        hand: which tiles are of the hand.

    """
    width = float(np.median(np.ptp(corners[hand, :, 0], axis=1)))
    edge = int(np.clip(corners[hand, :, 0].max() - tiles * width, 1, photo.width))
    return replace(photo, pixels=np.ascontiguousarray(photo.pixels[:, :edge]), width=edge), corners


def blurred(photo: Photo, corners: NDArray[np.float64], deviation: float) -> Change:
    """Blur a photo: ``deviation`` is a Gaussian's, in hundredths of the width of a tile."""
    if not deviation:
        return photo, corners
    sigma = deviation / 100 * float(np.median(np.ptp(corners[..., 0], axis=1)))
    pixels = cv2.GaussianBlur(photo.pixels, (0, 0), sigma)
    return replace(photo, pixels=np.asarray(pixels, np.uint8)), corners


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


def changed(
    sweep: Sweep, step: float, photo: Photo, corners: NDArray[np.float64], truth: TrueHand
) -> tuple[Photo, TrueHand]:
    """Make a photo worse by one step of a sweep, and give the truth in its new pixels.

    Args:
        sweep: what is done.
        step: how much of it.
        photo: as it was taken.
        corners: ``(n, 4, 2)`` of the true tiles, in its pixels.
        truth: of the photo.

    """
    hand = np.array([role != "ignored" for role in truth.roles], dtype=bool)
    changes: dict[str, Callable[[], Change]] = {
        "tilt": lambda: turned(photo, corners, step),
        "cut": lambda: cut(photo, corners, step, hand),
        "blur": lambda: blurred(photo, corners, step),
        "mirror": lambda: mirrored(photo, corners, step),
    }
    result, moved = changes[sweep.name]()
    whole = np.concatenate([moved.min(axis=1), moved.max(axis=1)], axis=1)
    boxes = whole.clip(0, [result.width, result.height] * 2)
    kept = np.flatnonzero(_areas(boxes) > STILL_SEEN * _areas(whole))
    return result, replace(
        truth,
        boxes=boxes[kept],
        codes=tuple(truth.codes[index] for index in kept),
        roles=tuple(truth.roles[index] for index in kept),
    )


def _areas(boxes: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray((boxes[:, 2:] - boxes[:, :2]).prod(axis=1))


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
            with np.load(folder / "corners" / f"{Path(name).stem}.npz") as stored:
                corners = stored["corners"].astype(np.float64)
            photo = open_photo(folder / "images" / name)
            worse, truth = changed(sweep, step, photo, corners, TrueHand.of_scene(scene))
            outcomes.append(judge(None, read_photo(worse, detector, classifier), truth))
        yield step, Counts.of(outcomes)


def table(sweep: Sweep, points: Iterable[tuple[float, Counts]]) -> Iterator[str]:
    """What was measured at each step, a line each, under a line of names."""
    yield f"{sweep.name + ', ' + sweep.unit:<28} photos  exact  settled  silent  partly  questions"
    for step, counts in points:
        yield (
            f"{step:<28g} {counts.photos:6} {counts.share(counts.exact):6.3f} {counts.share(counts.settled):8.3f} "
            f"{counts.share(counts.silent):7.3f} {counts.share(counts.partly):7.3f} "
            f"{counts.share(counts.questions):10.2f}"
        )


PAGE: Final = """# How far a reading holds

Photos of synthesised tables (`sikwu data hands`), turned, cut at the end of the hand, blurred and mirrored, more and
more, and read anew each time with the weights that ship. Where a tile of the hand is cut off no reading can be exact,
and mirrored tiles do not exist: there it counts that somebody is asked, so that no error is silent.

![Shares of photos that are read exactly, that are right after the answers, and that are silently wrong](sweeps.svg)

Exact: the hand as the photo shows it. Settled: all of the truth after a person answered every question truthfully.
Silent: wrong, and no question touches a wrong part. Partly: wrong in some part that no question touches.

```
{numbers}
```

Drawn and printed by `{command}`.
"""


def write_page(folder: Path, measured: Sequence[tuple[Sweep, Sequence[tuple[float, Counts]]]], command: str) -> None:
    """Write ``sweeps.svg`` and ``sweeps.md`` into a folder."""
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
    (folder / "sweeps.svg").write_text(sweep_svg(panels), encoding="utf-8")
    numbers = "\n\n".join("\n".join(table(sweep, points)) for sweep, points in measured)
    (folder / "sweeps.md").write_text(PAGE.format(numbers=numbers, command=command), encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    """Measure every sweep, print it and draw it; 2 on bad input."""
    parser = argparse.ArgumentParser(prog="python -m models.sweeps", description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="photos and hands that sikwu data hands wrote")
    parser.add_argument("--weights", type=Path, help="folder of other weights than those that ship")
    parser.add_argument("--photos", type=int, default=60, help="how many of the photos")
    parser.add_argument("--out", type=Path, help="folder for sweeps.svg and sweeps.md")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    measured: list[tuple[Sweep, list[tuple[float, Counts]]]] = []
    try:
        networks = Detector.load(options.weights), FaceClassifier.load(options.weights)
        for sweep in SWEEPS:
            points = list(measure(options.folder, sweep, *networks, photos=options.photos))
            sys.stdout.write("\n".join(table(sweep, points)) + "\n")
            sys.stdout.flush()
            measured.append((sweep, points))
    except SikwuError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    if options.out is not None:
        try:
            write_page(options.out, measured, f"python -m models.sweeps FOLDER --photos {options.photos} --out docs")
        except OSError:
            sys.stderr.write(f"Nothing can be written into {str(options.out)!r}.\n")
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
