"""Measures what scoring a photo costs beside the bare network: ``python -m models.bench``.

A 12-megapixel JPEG of a synthesised table is scored again and again, from the file's bytes to the answer. In between,
in the same process and on the same threads, the bare detector runs on the same picture, and so do the first look at
the whole picture alone, and both looks, each from the file's bytes on. The detector of this product is both looks: the
first finds the tiles, the second names those of the hand, and neither alone is how a tile is read. So the time of the
whole is judged beside that of both; beside the first alone it is printed too. Medians and ratios are printed, with
what each step takes. All take turns, so that other work on the machine slows all.

All use as many threads as the product does, unless ``--threads`` says otherwise: with more than one the network
gains and the decoding of a JPEG, half of the rest, cannot.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.faces import face_image
from datasets.synthesis import arrangements, bodies, scene, tables
from datasets.synthesis.camera import look_at_table
from datasets.synthesis.textures import IVORY_OF_DRAWINGS, FaceSet, as_texture
from scoring.circumstances import Circumstances
from scoring.errors import SikwuError
from scoring.faan import score
from scoring.result import to_json
from scoring.rules import load_rules
from scoring.tiles import FACES
from vision.blanks import settle_blanks
from vision.detector import SIDE, Detector, decode
from vision.faces import FaceClassifier
from vision.finding import find_tiles
from vision.layout import lay_out
from vision.letterbox import Letterbox
from vision.networks import default_threads
from vision.photo import open_photo
from vision.reading import interpret, read_photo
from vision.surroundings import CANDIDATE, likely, verified
from vision.understanding import worth_a_look
from vision.views import Views

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from vision.detections import Detections
    from vision.photo import Photo

WIDTH, HEIGHT = 4032, 3024
"""Pixels of the photo: what a phone of 12 megapixels takes."""

QUALITY: Final = 90
GRAIN: Final = 6.5
"""Of the JPEG, and of the sensor in grey levels: together some three megabytes, as phones write of a table; at
times they write four. A JPEG takes the longer to decode the more bytes it has.
"""

BAR: Final = 1.6
"""Scoring may cost this many times the bare network."""

READING_BAR: Final = 2.5
"""Detection may cost this many times the bare network: from the file's bytes to tiles named by both looks. Where
scoring holds its bar, this holds too; so the exit status does not ask for it."""

DETECTION_BAR: Final = 1.15
"""Scoring may cost this many times what detection costs."""

MEMORY_BAR: Final = 600
"""Megabytes that a process which reads a photo may hold."""

HAND: Final = ["2m", "3m", "4m", "5p", "6p", "7p", "3s", "4s", "5s", "E", "E", "E", "C", "C"]


def bench_photo(seed: int = 7) -> bytes:
    """Draw the photo: a hand in a row, discards behind it, and a wall; as a JPEG file's bytes."""
    rng = np.random.default_rng(seed)
    camera = look_at_table(
        elevation=1.2, roll=0.03, field_of_view=0.8, tile_pixels=185, size=WIDTH, centre=(WIDTH / 2, WIDTH * 0.62)
    )
    tile = arrangements.Proportions((1.0, bodies.TILE_HEIGHT, bodies.TILE_THICKNESS))
    laid = [bodies.lying(code, place - (len(HAND) - 1) / 2, 0.0, size=tile.size) for place, code in enumerate(HAND)]
    faces = [code for code in FACES if code not in HAND and len(code) > 1 and code[1] not in "fg"]
    laid += arrangements.heap(rng, lambda: str(rng.choice(faces)), tile, count=16, x=0.0, y=6.5, spread=2.2)
    laid += arrangements.wall(rng, tile, count=9, x=-5.5, y=9.0, turn=0.2)
    drawn = FaceSet("own", {code: (as_texture(face_image(code, 640)),) for code in FACES}, IVORY_OF_DRAWINGS)
    drawing = scene.compose(
        rng, laid, camera, scene.dress(rng, (drawn,), blank_dragons=0), tables.background(rng, WIDTH)
    )
    picture = drawing.picture[(WIDTH - HEIGHT) // 2 :][:HEIGHT].astype(np.float32)
    picture += rng.standard_normal(picture.shape, dtype=np.float32) * GRAIN
    picture = picture.clip(0, 255).astype(np.uint8)
    done, data = cv2.imencode(".jpg", picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not done:
        raise RuntimeError("OpenCV could not write a JPEG")
    return data.tobytes()


def measure(tasks: dict[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    """Run tasks in turn and give the seconds of each run, after two rounds that do not count."""
    seconds: dict[str, list[float]] = {name: [] for name in tasks}
    for turn in range(rounds + 2):
        for name, task in tasks.items():
            start = time.perf_counter()
            task()
            if turn >= 2:
                seconds[name].append(time.perf_counter() - start)
    return seconds


def both_looks(photo: Photo, detector: Detector, classifier: FaceClassifier, chosen: NDArray[np.int64]) -> Detections:
    """Detect as the product does: find every tile and its corners, and look once more at those that are ``chosen``."""
    return classifier.examine(photo.pixels, find_tiles(photo.pixels, detector, classifier), chosen).found


def scored(photo: Photo, detector: Detector, classifier: FaceClassifier) -> str:
    """Do all that ``sikwu score PHOTO --json`` does once the networks are loaded: the answer as text."""
    reading = read_photo(photo, detector, classifier)
    result = score(reading.hand, Circumstances(), load_rules("guide"))
    return json.dumps({**to_json(result), "read": reading.to_json()}, ensure_ascii=False)


def bench(data: bytes, detector: Detector, classifier: FaceClassifier, rounds: int) -> dict[str, float]:
    """Measure the bare network, detection, the whole and its steps on one photo: median milliseconds by name."""
    photo = open_photo(data, "bench.jpg")
    letterbox = Letterbox.fit(photo.pixels.shape[1], photo.pixels.shape[0], SIDE)
    blob = letterbox.blob(photo.pixels)
    output = detector.run(blob)
    assert classifier.surroundings is not None
    around = classifier.surroundings
    candidates = decode(output, letterbox, confidence=CANDIDATE)
    found = verified(candidates, photo.pixels, around)
    found = found[likely(found)]
    every = np.arange(len(found))
    cornered = classifier.cornered(photo.pixels, found, every)
    settled = settle_blanks(cornered, photo.pixels)
    views = Views(settled.boxes, settled.corners)
    chosen = worth_a_look(lay_out(settled.boxes, settled.class_id, views=views), views)
    looked = classifier.examine(photo.pixels, cornered, chosen).found
    hand = read_photo(photo, detector, classifier).hand
    tasks: dict[str, Callable[[], object]] = {
        "bare network": lambda: detector.run(blob),
        "first look": lambda: detector.detect(open_photo(data, "bench.jpg").pixels),
        "both looks": lambda: both_looks(open_photo(data, "bench.jpg"), detector, classifier, chosen),
        "whole": lambda: scored(open_photo(data, "bench.jpg"), detector, classifier),
    }
    steps: dict[str, Callable[[], object]] = {
        "open": lambda: open_photo(data, "bench.jpg"),
        "letterbox": lambda: letterbox.blob(photo.pixels),
        "network": lambda: detector.run(blob),
        "boxes": lambda: decode(output, letterbox, confidence=CANDIDATE),
        "surroundings": lambda: verified(candidates, photo.pixels, around),
        "corners": lambda: classifier.cornered(photo.pixels, found, every),
        "layout": lambda: lay_out(settled.boxes, settled.class_id, settled.corners),
        "second look": lambda: classifier.examine(photo.pixels, cornered, chosen),
        "hand": lambda: interpret(looked.moved(photo.whole(looked.boxes)), photo.name, photo.width, photo.height),
        "faan": lambda: to_json(score(hand, Circumstances(), load_rules("guide"))),
    }
    seconds = measure(tasks, rounds) | measure(steps, max(5, rounds // 3))
    return {name: 1000 * statistics.median(runs) for name, runs in seconds.items()} | {"tiles": len(found)}


_READ_ONCE: Final = """
import sys
from pathlib import Path
from vision.detector import Detector
from vision.faces import FaceClassifier
from vision.finding import find_tiles
from vision.photo import open_photo
from vision.reading import read_photo
read_photo(open_photo(sys.argv[1]), Detector.load(), FaceClassifier.load())
lines = Path("/proc/self/status").read_text().splitlines()
print(next(line.split()[1] for line in lines if line.startswith("VmHWM")))
"""


def peak_memory(data: bytes) -> float:
    """Read a photo in a process of its own and give the most memory that it held, in megabytes.

    Linux tells it (a process made by a large one inherits that one's peak in ``ru_maxrss``, but not in ``VmHWM``);
    elsewhere nothing is measured, and the answer is 0.
    """
    if sys.platform != "linux":
        return 0.0
    with tempfile.TemporaryDirectory() as folder:
        photo = Path(folder) / "bench.jpg"
        photo.write_bytes(data)
        done = subprocess.run(  # noqa: S603 - our own interpreter and our own words
            [sys.executable, "-c", _READ_ONCE, str(photo)], check=True, capture_output=True, text=True
        )
    return int(done.stdout) * 1024 / 1e6


def positive(text: str) -> int:
    """Read a whole number of 1 or more from the command line.

    Raises:
        argparse.ArgumentTypeError: it is less.

    """
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is less than 1")
    return number


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmark; 0 if scoring stays within the bars, 1 if not, 2 on bad input."""
    parser = argparse.ArgumentParser(prog="python -m models.bench", description=__doc__.splitlines()[0])
    parser.add_argument("--photo", type=Path, help="a JPEG to score instead of the synthesised one")
    parser.add_argument("--weights", type=Path, help="folder of other weights than those that ship")
    parser.add_argument(
        "--threads", type=positive, default=default_threads(), help="threads of both sides; the product's if omitted"
    )
    parser.add_argument("--rounds", type=positive, default=30, help="how often each side runs")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(options.threads)
    try:
        detector = Detector.load(options.weights, threads=options.threads)
        classifier = FaceClassifier.load(options.weights, threads=options.threads)
        data = options.photo.read_bytes() if options.photo else bench_photo()
        medians = bench(data, detector, classifier, options.rounds)
        memory = peak_memory(data)
    except (SikwuError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write("\n".join(report(medians, len(data), options.threads)) + "\n")
    sys.stdout.write(f"a process that reads it holds {memory:.0f} MB at most; the bar is {MEMORY_BAR}\n")
    held = (
        medians["whole"] <= BAR * medians["bare network"]
        and medians["whole"] <= DETECTION_BAR * medians["both looks"]
        and memory <= MEMORY_BAR
    )
    return 0 if held else 1


def report(medians: dict[str, float], size: int, threads: int) -> list[str]:
    """Write what `bench` measured on a file of ``size`` bytes as lines of text."""
    counted = f"{threads} thread" if threads == 1 else f"{threads} threads"
    lines = [f"photo of {size / 1e6:.1f} MB, {medians['tiles']:.0f} tiles found, {counted}, medians"]
    lines += [f"  {name:<15}{milliseconds:8.1f} ms" for name, milliseconds in medians.items() if name != "tiles"]
    whole = medians["whole"]
    reading = medians["both looks"] / medians["bare network"]
    return [
        *lines,
        f"detection, both looks, costs {reading:.2f} times the bare network; the bar is {READING_BAR}",
        f"scoring costs {whole / medians['bare network']:.2f} times the bare network; the bar is {BAR}",
        f"scoring costs {whole / medians['both looks']:.2f} times detection, both looks; the bar is {DETECTION_BAR}",
        f"scoring costs {whole / medians['first look']:.2f} times the first look alone",
    ]


if __name__ == "__main__":
    sys.exit(main())
