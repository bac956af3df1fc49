"""Measures whole hands: photos or true boxes in, hands out, questions answered by a person who tells the truth."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from typing import TYPE_CHECKING

import cv2
import numpy as np

from datasets.hand_set import TRUTHS, read_truths
from datasets.hands import hand_labels
from datasets.snapshots import labelled_photos
from models.answering import answered
from models.evaluate import labelled_tiles
from models.hand_truth import Fault, TrueHand, faults, is_settled, touches
from models.metrics import expected_calibration_error
from models.true_boxes import detections_of
from scoring.tiles import CODES, tile
from vision.photo import open_photo
from vision.reading import Reading, interpret, read_photo

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from datasets.synthesis.table_scenes import Truth
    from scoring.hand import Hand
    from vision.detector import Detector
    from vision.faces import FaceClassifier


@dataclass(frozen=True, slots=True, eq=False)
class HandOutcome:
    """One photo, read and judged.

    Attributes:
        path: the photo; None where there was none.
        reading: what it was read as.
        truth: what is true.
        faults: the wrong parts.
        hand: after the questions were answered.

    """

    path: Path | None
    reading: Reading
    truth: TrueHand
    faults: tuple[Fault, ...]
    hand: Hand

    @property
    def exact(self) -> bool:
        """Whether the hand is read as the photo shows it."""
        return not self.faults

    @property
    def settled(self) -> bool:
        """Whether the hand is all of the truth once the questions were answered."""
        return is_settled(self.hand, self.truth)

    @property
    def misread(self) -> bool:
        """Whether the hand is laid out right, and nothing but faces is wrong."""
        return not self.exact and all(fault.kind == "face" for fault in self.faults)

    @property
    def misread_bonus(self) -> bool:
        """Whether nothing is wrong but bonus tiles that are taken for others, which no rule tells."""
        if not self.misread:
            return False
        partner = self.truth.partners(self.reading)
        wrong = [index for fault in self.faults for index in fault.tiles]
        shown = [code for index in wrong for code in (self.reading.tiles[index].code, self.truth.codes[partner[index]])]
        return all(tile(code).is_bonus for code in shown)

    @property
    def unasked(self) -> int:
        """How many wrong parts no question touches; none where no hand was read at all, which a person is told."""
        if not self.reading.hand.tiles:
            return 0
        return sum(not any(touches(question, fault) for question in self.reading.questions) for fault in self.faults)

    @property
    def silent(self) -> bool:
        """Whether the hand is wrong and no question touches a wrong part.

        So is a hand without a kong of which only backs are seen, if nobody is asked for it. A photo in which no hand
        was found is none: a person is told so.
        """
        if not self.exact:
            return 0 < self.unasked == len(self.faults)
        asked = {question.kind for question in self.reading.questions}
        return "kong_tile" in self.truth.unknown and "kong_tile" not in asked and not self.settled


def judge(path: Path | None, reading: Reading, truth: TrueHand) -> HandOutcome:
    """Compare a reading with the truth, and let a person answer its questions."""
    return HandOutcome(path, reading, truth, tuple(faults(reading, truth)), answered(reading, truth))


def evaluate_photos(folder: Path, detector: Detector, classifier: FaceClassifier | None) -> Iterator[HandOutcome]:
    """Read the photos of a folder whose hands are known: ``scenes.jsonl`` of synthesised tables, or hand labels.

    Of real photos the labelled hand is the hand and everything else is to be ignored. They are opened as a user's.

    Raises:
        HandLabelError: no hand is known there.

    """
    if (folder / TRUTHS).is_file():
        for name, scene in read_truths(folder).items():
            path = folder / "images" / name
            yield judge(path, read_photo(open_photo(path), detector, classifier), TrueHand.of_scene(scene))
        return
    labels = hand_labels(folder)
    for photo in labelled_photos(folder):
        if photo.path.stem not in labels:
            continue
        opened = open_photo(photo.path)
        tiles = labelled_tiles(photo, opened.width, opened.height)
        codes = [CODES[index] for index in tiles.class_id]
        truth = TrueHand.of_label(labels[photo.path.stem], tiles.boxes, codes, (f"series {photo.series}",))
        yield judge(photo.path, read_photo(opened, detector, classifier), truth)


def _from_boxes(item: tuple[int, str, Truth], *, folder: Path, seed: int) -> HandOutcome:
    index, name, truth = item
    found = detections_of(truth, np.random.default_rng([seed, index, 2]))
    side = int(np.ceil(1.05 * truth.boxes.max(initial=1)))  # scenes show whole hands: no tile of them is cut
    path = folder / "images" / name
    reading = interpret(found, name, side, side)
    return judge(path if path.is_file() else None, reading, TrueHand.of_scene(truth))


def evaluate_boxes(folder: Path, *, seed: int = 0, processes: int = 1) -> Iterator[HandOutcome]:
    """Make hands of the true boxes of a folder's ``scenes.jsonl``, no picture needed: see `models.true_boxes`.

    Raises:
        SnapshotError: there is none.

    """
    items = [(index, name, truth) for index, (name, truth) in enumerate(read_truths(folder).items())]
    work = partial(_from_boxes, folder=folder, seed=seed)
    if processes == 1:
        yield from map(work, items)
        return
    with ProcessPoolExecutor(processes, get_context("spawn"), initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        yield from pool.map(work, items, chunksize=32)


@dataclass(frozen=True, slots=True)
class Counts:
    """How many photos came out how.

    Attributes:
        photos: how many there were.
        exact: hands read as the photo shows them.
        settled: hands that are all of the truth after the questions were answered.
        silent: wrong hands with no question that touches a wrong part.
        partly: wrong hands of which some wrong part is touched by no question.
        questions: how many were asked.
        misread: wrong hands in which nothing but faces is wrong.
        misread_bonus: those in which these are bonus tiles taken for others.

    """

    photos: int = 0
    exact: int = 0
    settled: int = 0
    silent: int = 0
    partly: int = 0
    questions: int = 0
    misread: int = 0
    misread_bonus: int = 0

    @classmethod
    def of(cls, outcomes: Iterable[HandOutcome]) -> Counts:
        """Count outcomes."""
        chosen = list(outcomes)
        return cls(
            len(chosen),
            sum(outcome.exact for outcome in chosen),
            sum(outcome.settled for outcome in chosen),
            sum(outcome.silent for outcome in chosen),
            sum(outcome.unasked > 0 or outcome.silent for outcome in chosen),
            sum(len(outcome.reading.questions) for outcome in chosen),
            sum(outcome.misread for outcome in chosen),
            sum(outcome.misread_bonus for outcome in chosen),
        )

    def share(self, number: int) -> float:
        """A number of them as a share of all."""
        return number / max(1, self.photos)


def summary(outcomes: list[HandOutcome]) -> Iterator[str]:
    """What was measured, a line each."""
    all_ = Counts.of(outcomes)
    yield f"photos                          {all_.photos}"
    for name, number in (
        ("exact hands", all_.exact),
        ("exact after the answers", all_.settled),
        ("silent errors", all_.silent),
        ("wrong in a part nobody asks for", all_.partly),
        ("wrong in faces alone", all_.misread),
        ("wrong in bonus faces alone", all_.misread_bonus),
    ):
        yield f"{name:<31} {number}/{all_.photos} = {all_.share(number):.4f}"
    yield f"questions a photo               {all_.share(all_.questions):.2f}"
    sure = [(outcome.reading.confidence, outcome.exact) for outcome in outcomes]
    yield f"calibration error               {expected_calibration_error(sure, bins=10):.3f}"
    kinds = Counter(fault.kind for outcome in outcomes for fault in outcome.faults)
    yield f"wrong parts                     {_listed(kinds)}"
    asked = Counter(question.kind for outcome in outcomes for question in outcome.reading.questions)
    yield f"asked                           {_listed(asked)}"


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.most_common()) or "none"


def kind_table(outcomes: list[HandOutcome]) -> Iterator[str]:
    """One line for each kind of hand, of layout and of surroundings, in the order of their names."""
    yield "kind                          photos   exact  settled  silent  partly  questions"
    for kind in sorted({kind for outcome in outcomes for kind in outcome.truth.kinds}):
        part = Counts.of(outcome for outcome in outcomes if kind in outcome.truth.kinds)
        yield (
            f"{kind:<28} {part.photos:7} {part.share(part.exact):7.3f} {part.share(part.settled):8.3f} "
            f"{part.share(part.silent):7.3f} {part.share(part.partly):7.3f} {part.share(part.questions):10.2f}"
        )


def calibration_table(outcomes: list[HandOutcome], *, bins: int = 10) -> Iterator[str]:
    """One line for each tenth of the confidence: how many hands, how sure, how many right."""
    yield "confidence   photos    mean   exact"
    sure = np.array([outcome.reading.confidence for outcome in outcomes])
    right = np.array([outcome.exact for outcome in outcomes])
    place = np.minimum((sure * bins).astype(int), bins - 1)
    for index in range(bins):
        chosen = place == index
        if chosen.any():
            yield (
                f"{index / bins:.1f} – {(index + 1) / bins:.1f} {chosen.sum():10} "
                f"{sure[chosen].mean():7.3f} {right[chosen].mean():7.3f}"
            )
