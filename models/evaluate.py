"""Measures the shipped reading of tiles on labelled photos, as a user gets it: file in, tiles out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

import cv2
import numpy as np

from datasets.snapshots import LabelledPhoto, labelled_photos, tile_lists
from models.metrics import BACK, Tally, Tiles, average_precisions, expected_calibration_error, judged, match
from models.turning import turned_boxes, turned_photo
from scoring.errors import SikwuError
from scoring.tiles import CODES
from vision.boxes import of_boxes
from vision.corners import CornerFinder
from vision.detector import CONFIDENCE, Detector
from vision.finding import find_tiles
from vision.overlaps import without_overlaps
from vision.photo import Photo, open_photo

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import numpy.typing as npt

    from vision.faces import FaceClassifier

LOW_CONFIDENCE = 0.01
"""How far down detections are kept for average precision: sums of the detector's scores."""


class SheetError(SikwuError):
    """A contact sheet that cannot be written."""

    default_code = "bad_output"


@dataclass(frozen=True, slots=True)
class PhotoOutcome:
    """One photo, labelled and read.

    Attributes:
        photo: what was labelled.
        found: what was read.
        labelled: the labels in the photo's pixels.
        masks: ``(n, 4)`` its masked regions, x1 y1 x2 y2 in pixels.
        right: whether every labelled tile is right and none was invented.

    """

    photo: LabelledPhoto
    found: Tiles
    labelled: Tiles
    masks: npt.NDArray[np.float64]
    right: bool


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What was measured on a folder of labelled photos.

    Attributes:
        tally: counts at the confidence that the product uses.
        map50: mean average precision at IoU 0.5.
        map50_95: the same, averaged over IoU 0.50 to 0.95.
        seconds: median time to read one photo.
        outcomes: the photos one by one.

    """

    tally: Tally
    map50: float
    map50_95: float
    seconds: float
    outcomes: tuple[PhotoOutcome, ...]

    @property
    def calibration_error(self) -> float:
        """Expected calibration error of the tiles' confidences."""
        return expected_calibration_error(self.tally.outcomes)


def tiles_of(photo: Photo, detector: Detector, classifier: FaceClassifier | None, *, weak: bool = False) -> Tiles:
    """Every tile of a photo, in its own pixels; its confidence is that of a tile there times that of its face.

    With ``weak`` those that are hardly any are kept, too, for average precision.
    """
    if classifier is None:
        found = detector.detect(photo.pixels, confidence=LOW_CONFIDENCE if weak else CONFIDENCE)
    else:
        lowest = {"candidate": LOW_CONFIDENCE, "least": 0.0} if weak else {}
        found = find_tiles(photo.pixels, detector, classifier, **lowest)
        found = classifier.examine(photo.pixels, found, np.arange(len(found))).found
        found = found[without_overlaps(found)]
    sure = found.confidence * found.probabilities.max(axis=1, initial=0)
    return Tiles(photo.whole(found.boxes).astype(np.float64), found.class_id, sure.astype(np.float64))


def labelled_tiles(photo: LabelledPhoto, width: int, height: int) -> Tiles:
    """The labels of a photo in its pixels."""
    boxes = in_pixels(photo.labels.boxes, width, height)
    return Tiles(boxes, photo.labels.class_id, np.ones(len(boxes)))


def in_pixels(boxes: npt.NDArray[np.float32], width: int, height: int) -> npt.NDArray[np.float64]:
    """Turn relative boxes ``(n, 4)`` into pixels."""
    return boxes.astype(np.float64) * [width, height, width, height]


def evaluate(
    folder: Path,
    detector: Detector,
    classifier: FaceClassifier | None,
    *,
    corrected: bool = True,
    turn: float = 0.0,
) -> Evaluation:
    """Read every photo of a folder with ``images/`` and ``labels/`` and compare.

    Args:
        folder: of photos and labels.
        detector: the first look.
        classifier: the second look, or None.
        corrected: apply our corrections of the labels (`datasets.corrections`).
        turn: degrees by which every photo is turned first, clockwise.

    Raises:
        datasets.snapshots.SnapshotError: when there is no such folder.

    """
    tally = Tally()
    corner_finder = CornerFinder.load()
    outcomes: list[PhotoOutcome] = []
    everything: list[Tiles] = []
    times: list[float] = []
    for photo in labelled_photos(folder, corrected=corrected):
        started = perf_counter()
        opened = open_photo(photo.path)
        opening = perf_counter() - started
        labelled = labelled_tiles(photo, opened.width, opened.height)
        masks = in_pixels(photo.masks, opened.width, opened.height)
        if turn:
            # Where the labels' boxes hold tilted tiles, the corner network tells how: it names nothing.
            decoded = (labelled.boxes / (opened.width / opened.pixels.shape[1])).astype(np.float32)
            corners = corner_finder.find(opened.pixels, decoded) * (opened.width / opened.pixels.shape[1])
            opened, matrix = turned_photo(opened, turn)
            labelled = replace(labelled, boxes=turned_boxes(corners, matrix))
            masks = turned_boxes(of_boxes(masks), matrix)
        started = perf_counter()
        found = tiles_of(opened, detector, classifier)
        times.append(opening + perf_counter() - started)
        low = tiles_of(opened, detector, classifier, weak=True)
        right = tally.add(found, labelled, masks)
        everything.append(low)
        outcomes.append(PhotoOutcome(photo, found, labelled, masks, right))
    map50, map50_95 = average_precisions(
        everything, [outcome.labelled for outcome in outcomes], [outcome.masks for outcome in outcomes]
    )
    return Evaluation(tally, map50, map50_95, median(times) if times else 0.0, tuple(outcomes))


def evaluate_lists(folder: Path, detector: Detector, classifier: FaceClassifier | None) -> Tally:
    """Read photos of which only the faces are known (``tiles.json``), and compare them as multisets."""
    tally = Tally()
    for name, codes in tile_lists(folder / "tiles.json").items():
        found = tiles_of(open_photo(folder / "images" / name), detector, classifier)
        named = Counter(CODES[index] for index in found.class_id if index != BACK)
        truth = Counter(codes)
        right = sum((named & truth).values())
        tally.right += right
        tally.found += named.total()
        tally.labelled += truth.total()
        tally.by_code.update(truth)
        tally.missed.update(truth - named)
        tally.invented.update(named - truth)
        tally.photos += 1
        tally.photos_right += int(named == truth)
    return tally


def summary(evaluation: Evaluation) -> Iterator[str]:
    """The measured numbers, a line each."""
    tally = evaluation.tally
    yield f"photos               {tally.photos}"
    yield f"labelled tiles       {tally.labelled}"
    yield f"mAP50                {evaluation.map50:.3f}"
    yield f"mAP50-95             {evaluation.map50_95:.3f}"
    yield from tally_summary(tally)
    yield f"tiles located        {tally.located_share:.3f}"
    yield f"calibration error    {evaluation.calibration_error:.3f}"
    yield f"seconds a photo      {evaluation.seconds:.3f}"


def tally_summary(tally: Tally) -> Iterator[str]:
    """Precision, recall, F1 and whole photos, a line each."""
    yield f"tile precision       {tally.precision:.3f}"
    yield f"tile recall          {tally.recall:.3f}"
    yield f"tile F1              {tally.f1:.3f}"
    yield f"photos wholly right  {tally.photos_right}/{tally.photos} = {tally.photos_right / max(1, tally.photos):.3f}"
    yield from worst_faces(tally)


def worst_faces(tally: Tally, *, most: int = 8) -> Iterator[str]:
    """The faces with most errors, a line."""
    errors: Counter[str] = Counter(tally.missed)
    for (truth, _), count in tally.confusions.items():
        errors[truth] += count
    errors.update(tally.invented)
    named = ", ".join(f"{code} {count}" for code, count in errors.most_common(most))
    yield f"errors by face       {named or 'none'}"


def class_table(tally: Tally) -> Iterator[str]:
    """One line for each labelled face: how many, F1, missed, and what it was taken for."""
    yield "face  labelled     F1  missed  invented  taken for"
    for code in CODES:
        if not tally.by_code[code] and not tally.invented[code]:
            continue
        wrong = [(claim, count) for (truth, claim), count in tally.confusions.most_common() if truth == code]
        taken = ", ".join(f"{claim} × {count}" for claim, count in wrong)
        yield (
            f"{code:<5} {tally.by_code[code]:8} {tally.code_f1(code):6.3f} {tally.missed[code]:7} "
            f"{tally.invented[code]:9}  {taken}"
        ).rstrip()


def contact_sheet(evaluation: Evaluation, path: Path, *, most: int = 12, side: int = 640) -> None:
    """Write a PNG of the photos with most mistakes: right green, wrong face red, invented orange, missed violet.

    Args:
        evaluation: what was measured.
        path: the PNG to write.
        most: how many photos.
        side: pixels of each.

    Raises:
        SheetError: the file cannot be written.

    """
    worst = sorted(evaluation.outcomes, key=lambda outcome: -_mistakes(outcome))[:most]
    cells = []
    for outcome in worst:
        pixels = cv2.imread(str(outcome.photo.path))
        if pixels is None:
            continue
        scale = np.array([side / pixels.shape[1], side / pixels.shape[0]] * 2)
        cell = cv2.resize(pixels, (side, side), interpolation=cv2.INTER_AREA)
        found = judged(outcome.found, outcome.labelled, outcome.masks)
        partner = match(found, outcome.labelled)
        for index, box in enumerate(found.boxes * scale):
            claim, truth = CODES[found.class_id[index]], None
            if partner[index] >= 0:
                truth = CODES[outcome.labelled.class_id[partner[index]]]
            colour = (80, 180, 60) if truth == claim else (0, 140, 255) if truth is None else (40, 40, 230)
            _outline(cell, box, colour, "" if truth == claim else f"{claim} not {truth}" if truth else f"+{claim}")
        for index in set(range(len(outcome.labelled))) - set(partner.tolist()):
            _outline(
                cell,
                outcome.labelled.boxes[index] * scale,
                (230, 40, 200),
                f"-{CODES[outcome.labelled.class_id[index]]}",
            )
        cells.append(cell)
    if not cells:
        return
    columns = min(4, len(cells))
    cells += [np.zeros_like(cells[0])] * (-len(cells) % columns)
    rows = [np.hstack(cells[start : start + columns]) for start in range(0, len(cells), columns)]
    written, data = cv2.imencode(".png", np.vstack(rows))
    assert written
    try:
        path.write_bytes(data.tobytes())
    except OSError:
        raise SheetError(f"The picture {str(path)!r} cannot be written.") from None


def _mistakes(outcome: PhotoOutcome) -> int:
    tally = Tally()
    tally.add(outcome.found, outcome.labelled, outcome.masks)
    return tally.found + tally.labelled - 2 * tally.right


def _outline(cell: cv2.typing.MatLike, box: np.ndarray, colour: tuple[int, int, int], text: str) -> None:
    x1, y1, x2, y2 = (int(value) for value in box)
    cv2.rectangle(cell, (x1, y1), (x2, y2), colour, 1, cv2.LINE_AA)
    if text:
        cv2.putText(cell, text, (x1, max(10, y1 - 3)), cv2.FONT_HERSHEY_SIMPLEX, 0.4, colour, 1, cv2.LINE_AA)
