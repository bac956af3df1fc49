"""No two faces cover the same place: of two that do, the surer one stays."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.tiles import CODES
from vision.detections import Detections
from vision.overlaps import MOST_SHARED, without_overlaps


def tiles(corners: list[list[list[float]]], sure: list[float]) -> Detections:
    quads = np.array(corners, np.float32).reshape(-1, 4, 2)
    boxes = np.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1)
    probabilities = np.eye(len(CODES))[: len(quads)]
    return Detections.of(boxes, np.array(sure), probabilities).cornered(quads)


def square(x: float, y: float, side: float = 100.0) -> list[list[float]]:
    return [[x, y], [x + side, y], [x + side, y + side], [x, y + side]]


@pytest.mark.parametrize(("shared", "stays"), [(MOST_SHARED - 0.01, True), (MOST_SHARED + 0.01, False)])
def test_so_much_may_be_shared_and_no_more(shared: float, stays: bool) -> None:
    found = tiles([square(0, 0), square(100 * (1 - shared), 0)], [0.9, 0.8])
    assert without_overlaps(found).tolist() == [True, stays]


def test_the_surer_one_stays_wherever_it_stands_in_the_list() -> None:
    assert without_overlaps(tiles([square(0, 0), square(30, 0)], [0.5, 0.6])).tolist() == [False, True]
    assert without_overlaps(tiles([square(0, 0), square(30, 0)], [0.5, 0.5])).tolist() == [True, False]


def test_a_tile_that_itself_goes_drives_no_other_out() -> None:
    row = tiles([square(0, 0), square(50, 0), square(100, 0)], [0.9, 0.8, 0.7])
    assert without_overlaps(row).tolist() == [True, False, True]


def test_boxes_may_overlap_where_faces_do_not() -> None:
    # Two tiles that lie at 45 degrees beside each other: their boxes share half of each.
    diamond = [[50.0, 0.0], [100.0, 50.0], [50.0, 100.0], [0.0, 50.0]]
    beside = [[x + 50, y + 50] for x, y in diamond]
    assert without_overlaps(tiles([diamond, beside], [0.9, 0.8])).all()


def test_a_small_one_within_a_large_one_goes() -> None:
    assert without_overlaps(tiles([square(0, 0), square(40, 40, 20)], [0.9, 0.8])).tolist() == [True, False]


def test_nothing_found_is_nothing_dropped() -> None:
    assert without_overlaps(Detections.empty()).tolist() == []


@given(st.lists(st.tuples(st.floats(0, 300), st.floats(0, 300), st.floats(0.1, 1)), min_size=1, max_size=12))
def test_what_stays_does_not_overlap_and_the_surest_stays(places: list[tuple[float, float, float]]) -> None:
    found = tiles([square(x, y) for x, y, _ in places], [sure for *_, sure in places])
    kept = without_overlaps(found)
    assert kept[np.argmax(found.confidence)]
    left = np.flatnonzero(kept)
    for one in left:
        for other in left[left > one]:
            reach = np.abs(found.boxes[one, :2] - found.boxes[other, :2])
            assert (100 - reach).clip(0).prod() <= (MOST_SHARED + 0.001) * 100 * 100
