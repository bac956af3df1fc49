"""Geometry of upright boxes: overlap, and of several boxes on one tile the best."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def iou(first: NDArray[np.floating], second: NDArray[np.floating]) -> NDArray[np.float64]:
    """Intersection over union of boxes ``(n, 4)`` and ``(m, 4)`` xyxy, as ``(n, m)``; 0 for boxes without area."""
    one, two = first.astype(np.float64).T, second.astype(np.float64).T
    shared = _shared(one, two, 0) * _shared(one, two, 1)
    whole = _area(one)[:, None] + _area(two)[None] - shared
    return np.asarray(np.divide(shared, whole, out=np.zeros_like(shared), where=whole > 0))


def _shared(one: NDArray[np.float64], two: NDArray[np.float64], axis: int) -> NDArray[np.float64]:
    """Length ``(n, m)`` that boxes, given by columns, share along an axis."""
    lengths = np.minimum.outer(one[axis + 2], two[axis + 2])
    lengths -= np.maximum.outer(one[axis], two[axis])
    return np.asarray(np.maximum(lengths, 0, out=lengths))


def _area(boxes: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray((boxes[2] - boxes[0]).clip(0) * (boxes[3] - boxes[1]).clip(0))


def suppress(boxes: NDArray[np.floating], confidence: NDArray[np.floating], threshold: float) -> NDArray[np.int64]:
    """Class-agnostic non-maximum suppression: the indexes that stay, surest first.

    A box goes when it overlaps a surer one that stays by more than ``threshold`` (IoU). Two tiles that touch share no
    area when they lie straight, and an IoU of at most 0.2 when their row runs at a slant, so a neighbour stays at any
    threshold above that.

    Args:
        boxes: ``(n, 4)`` xyxy, each with an area.
        confidence: ``(n,)`` above 0.
        threshold: largest IoU of two boxes that stay, within a millionth.

    """
    sizes = boxes[:, 2:] - boxes[:, :2]
    lines: list[list[float]] = np.concatenate([boxes[:, :2], sizes], axis=1).tolist()
    scores: list[float] = confidence.tolist()
    return np.asarray(cv2.dnn.NMSBoxes(lines, scores, 0.0, threshold), np.int64)


def of_boxes(boxes: NDArray[np.floating]) -> NDArray[np.float64]:
    """Give the corners ``(n, 4, 2)`` of upright boxes ``(n, 4)``, clockwise from the top left."""
    return np.asarray(boxes[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 4, 2), np.float64)
