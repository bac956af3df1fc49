"""Overlap and suppression."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.vision.rows import row
from vision.boxes import iou, suppress
from vision.detector import OVERLAP

BOX = st.tuples(*[st.floats(0, 100)] * 2, *[st.floats(1, 60)] * 2).map(lambda b: (b[0], b[1], b[0] + b[2], b[1] + b[3]))
BOXES = st.lists(st.tuples(BOX, st.floats(0.0625, 1, width=32)), max_size=25)


def arrays(pairs: list[tuple[tuple[float, ...], float]]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    return np.array([box for box, _ in pairs]).reshape(-1, 4), np.array([sure for _, sure in pairs])


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ((0, 0, 10, 10), 1.0),
        ((0, 0, 5, 10), 0.5),
        ((5, 0, 15, 10), 1 / 3),
        ((10, 0, 20, 10), 0.0),
        ((3, 3, 3, 9), 0.0),
        ((50, 50, 60, 60), 0.0),
    ],
)
def test_iou(other: tuple[float, ...], expected: float) -> None:
    found = iou(np.array([[0.0, 0, 10, 10]]), np.array([other]))
    assert found.shape == (1, 1)
    assert found[0, 0] == pytest.approx(expected)


def test_boxes_without_area_overlap_nothing() -> None:
    point = np.zeros((1, 4))
    assert iou(point, point)[0, 0] == 0


@given(BOXES, st.floats(0.1, 0.9))
def test_what_stays_does_not_overlap_and_what_goes_does(
    pairs: list[tuple[tuple[float, ...], float]], threshold: float
) -> None:
    boxes, confidence = arrays(pairs)
    stays = suppress(boxes, confidence, threshold)
    assert np.all(np.diff(confidence[stays]) <= 0)
    overlap = iou(boxes, boxes)
    for index in range(len(boxes)):
        others = [other for other in stays if other != index]
        if index in stays:
            assert all(overlap[index, other] < threshold + 1e-6 for other in others)
        else:
            surer = [other for other in others if confidence[other] >= confidence[index]]
            assert any(overlap[index, other] > threshold - 1e-6 for other in surer)


@given(BOXES)
def test_suppressing_twice_changes_nothing(pairs: list[tuple[tuple[float, ...], float]]) -> None:
    boxes, confidence = arrays(pairs)
    stays = suppress(boxes, confidence, 0.5)
    again = suppress(boxes[stays], confidence[stays], 0.5)
    assert again.tolist() == list(range(len(stays)))


@pytest.mark.parametrize("tilt", range(0, 91, 5))
def test_touching_neighbours_survive_at_any_tilt(tilt: int) -> None:
    boxes = row(14, tilt=tilt)
    stays = suppress(boxes, np.linspace(1, 0.5, 14), OVERLAP)
    assert len(stays) == 14
    overlap = iou(boxes, boxes)
    np.fill_diagonal(overlap, 0)
    assert overlap.max() <= 0.2


def test_of_two_boxes_on_one_tile_the_surer_stays() -> None:
    boxes = np.array([[0, 0, 30, 40], [1, 1, 31, 41], [30, 0, 60, 40]], np.float64)
    assert suppress(boxes, np.array([0.6, 0.9, 0.7]), OVERLAP).tolist() == [1, 2]
