"""How right detections are, on plain arrays: matching, F1, whole photos, average precision, confusions.

Where a photo's labels are incomplete, only the labelled part counts: a detection outside the convex hull of the
labelled boxes, half a tile wider, or in a masked region, is neither right nor wrong.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt

from scoring.tiles import CODES
from vision.boxes import iou

if TYPE_CHECKING:
    from collections.abc import Sequence

BACK: Final = CODES.index("back")
IOU_RIGHT: Final = 0.5
IOU_STEPS: Final = np.arange(0.5, 1.0, 0.05)


@dataclass(frozen=True, slots=True)
class Tiles:
    """Tiles of one photo, labelled or found.

    Attributes:
        boxes: ``(n, 4)`` x1 y1 x2 y2 in pixels.
        class_id: ``(n,)`` indices into ``scoring.tiles.CODES``.
        confidence: ``(n,)`` 0–1; ones for labels.

    """

    boxes: npt.NDArray[np.float64]
    class_id: npt.NDArray[np.int64]
    confidence: npt.NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.class_id)

    def __getitem__(self, chosen: npt.NDArray[np.bool_] | npt.NDArray[np.int64]) -> Tiles:
        return Tiles(self.boxes[chosen], self.class_id[chosen], self.confidence[chosen])


def judged(found: Tiles, labelled: Tiles, masks: npt.NDArray[np.float64] | None = None) -> Tiles:
    """The detections that the labels can judge: middles inside the labelled part of the photo.

    Backs are judged only where backs are labelled. In a masked region nothing is, but a detection on a label that
    reaches into one.

    Args:
        found: detections of one photo.
        labelled: its labels.
        masks: ``(n, 4)`` regions x1 y1 x2 y2 in pixels whose tiles nobody could name.

    """
    if not len(labelled):
        return found[np.zeros(len(found), dtype=bool)]
    width, height = np.median(labelled.boxes[:, 2:] - labelled.boxes[:, :2], axis=0) / 2
    wider = labelled.boxes + np.array([-width, -height, width, height])
    points = np.concatenate([wider[:, [0, 1]], wider[:, [2, 1]], wider[:, [2, 3]], wider[:, [0, 3]]]).astype(np.float32)
    hull = cv2.convexHull(points)
    middles = (found.boxes[:, :2] + found.boxes[:, 2:]) / 2
    inside = np.array([cv2.pointPolygonTest(hull, (float(x), float(y)), False) >= 0 for x, y in middles], dtype=bool)
    if not (labelled.class_id == BACK).any():
        inside &= found.class_id != BACK
    if masks is not None and len(masks):
        within = (middles[:, None] >= masks[None, :, :2]) & (middles[:, None] <= masks[None, :, 2:])
        masked = np.any(np.all(within, axis=2), axis=1)
        inside &= ~masked | (iou(found.boxes, labelled.boxes).max(axis=1) >= IOU_RIGHT)
    return found[inside]


def match(found: Tiles, labelled: Tiles, *, threshold: float = IOU_RIGHT) -> npt.NDArray[np.int64]:
    """For each detection, the surest first, the free label that it overlaps most; -1 where none reaches ``threshold``.

    Returns:
        ``(n,)`` indices into the labels, whatever their face.

    """
    overlap = iou(found.boxes, labelled.boxes)
    partner = np.full(len(found), -1, dtype=np.int64)
    for index in np.argsort(-found.confidence, kind="stable"):
        if len(labelled) and overlap[index].max() >= threshold:
            best = int(overlap[index].argmax())
            partner[index] = best
            overlap[:, best] = -1
    return partner


@dataclass(slots=True)
class Tally:
    """Counts over a set of photos; `add` one photo after another, then read the shares.

    Attributes:
        right: detections with the right face on a labelled tile.
        found: judged detections.
        labelled: labelled tiles.
        located: labelled tiles that a detection lies on, whatever face it names.
        photos: photos added.
        photos_right: photos with every labelled tile right and none invented among them.
        confusions: (labelled code, found code) → count, for located tiles with a wrong face.
        missed: labelled code → tiles that nothing lies on.
        invented: code → detections that lie on no labelled tile.
        by_code: labelled code → labelled tiles.
        outcomes: (confidence, right) of every judged detection.

    """

    right: int = 0
    found: int = 0
    labelled: int = 0
    located: int = 0
    photos: int = 0
    photos_right: int = 0
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    invented: Counter[str] = field(default_factory=Counter)
    by_code: Counter[str] = field(default_factory=Counter)
    outcomes: list[tuple[float, bool]] = field(default_factory=list)

    def add(self, found: Tiles, labelled: Tiles, masks: npt.NDArray[np.float64] | None = None) -> bool:
        """Count one photo; returns whether it is wholly right. See `judged` for ``masks``."""
        found = judged(found, labelled, masks)
        partner = match(found, labelled)
        on_tile = partner >= 0
        right = np.zeros(len(found), dtype=bool)
        right[on_tile] = labelled.class_id[partner[on_tile]] == found.class_id[on_tile]
        for index in np.flatnonzero(on_tile & ~right):
            self.confusions[CODES[labelled.class_id[partner[index]]], CODES[found.class_id[index]]] += 1
        for index in np.flatnonzero(~on_tile):
            self.invented[CODES[found.class_id[index]]] += 1
        for untouched in set(range(len(labelled))) - set(partner[on_tile].tolist()):
            self.missed[CODES[labelled.class_id[untouched]]] += 1
        self.by_code.update(CODES[index] for index in labelled.class_id)
        self.outcomes.extend(zip(found.confidence.tolist(), right.tolist(), strict=True))
        self.right += int(right.sum())
        self.found += len(found)
        self.labelled += len(labelled)
        self.located += int(on_tile.sum())
        self.photos += 1
        whole = int(right.sum()) == len(labelled) == len(found)
        self.photos_right += int(whole)
        return whole

    @property
    def precision(self) -> float:
        """Share of judged detections with the right face in the right place."""
        return self.right / max(1, self.found)

    @property
    def recall(self) -> float:
        """Share of labelled tiles found with the right face."""
        return self.right / max(1, self.labelled)

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        return 2 * self.right / max(1, self.found + self.labelled)

    @property
    def located_share(self) -> float:
        """Share of labelled tiles that some detection lies on."""
        return self.located / max(1, self.labelled)

    def code_f1(self, code: str) -> float:
        """F1 of one face."""
        labelled = self.by_code[code]
        wrong = sum(count for (truth, _), count in self.confusions.items() if truth == code)
        right = labelled - self.missed[code] - wrong
        claimed = (
            right + self.invented[code] + sum(count for (_, claim), count in self.confusions.items() if claim == code)
        )
        return 2 * right / max(1, labelled + claimed)


def average_precisions(
    found: Sequence[Tiles], labelled: Sequence[Tiles], masks: Sequence[npt.NDArray[np.float64] | None] | None = None
) -> tuple[float, float]:
    """mAP at IoU 0.5, and averaged over 0.50, 0.55 … 0.95, of the classes that are labelled (all-point interpolation).

    Args:
        found: detections of each photo down to a low confidence.
        labelled: labels of each photo.
        masks: regions of each photo that are not judged, see `judged`; none if omitted.

    """
    masks = [None] * len(found) if masks is None else masks
    per_threshold: list[list[float]] = [[] for _ in IOU_STEPS]
    kept = [judged(*photo) for photo in zip(found, labelled, masks, strict=True)]
    for class_id in sorted({int(index) for truth in labelled for index in truth.class_id}):
        pairs = [
            (tiles[tiles.class_id == class_id], truth[truth.class_id == class_id])
            for tiles, truth in zip(kept, labelled, strict=True)
        ]
        total = sum(len(truth) for _, truth in pairs)
        confidence = np.concatenate([tiles.confidence for tiles, _ in pairs])
        order = np.argsort(-confidence, kind="stable")
        for column, threshold in zip(per_threshold, IOU_STEPS, strict=True):
            hits = np.concatenate([match(tiles, truth, threshold=float(threshold)) >= 0 for tiles, truth in pairs])[
                order
            ]
            column.append(_area_under(hits, total))
    means = [float(np.mean(column)) if column else 0.0 for column in per_threshold]
    return means[0], float(np.mean(means))


def _area_under(hits: npt.NDArray[np.bool_], total: int) -> float:
    """Area under the precision-recall curve made monotone."""
    if not len(hits):
        return 0.0
    right = np.cumsum(hits)
    recall = np.concatenate([[0.0], right / total])
    precision = right / np.arange(1, len(hits) + 1)
    monotone = np.maximum.accumulate(precision[::-1])[::-1]
    return float(np.sum(np.diff(recall) * monotone))


def expected_calibration_error(outcomes: Sequence[tuple[float, bool]], *, bins: int = 15) -> float:
    """Mean distance between confidence and share right over equal-width bins, weighted by how many fall in each."""
    if not outcomes:
        return 0.0
    confidence, right = (np.array(column, dtype=np.float64) for column in zip(*outcomes, strict=True))
    place = np.minimum((confidence * bins).astype(int), bins - 1)
    error = 0.0
    for index in range(bins):
        chosen = place == index
        if chosen.any():
            error += chosen.mean() * abs(float(confidence[chosen].mean() - right[chosen].mean()))
    return error
