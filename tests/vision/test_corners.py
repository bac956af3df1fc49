"""Corners of faces, and faces cut out straight by them."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.vision import tiny_networks
from vision.boxes import of_boxes
from vision.corners import CORNER_MARGIN, LEAST_PART, CornerFinder, in_order, trusted
from vision.cutouts import CUT_SIDE, MARGIN, ground_colour, straighten
from vision.errors import WeightsError

BOX = np.array([[100.0, 100.0, 160.0, 180.0]])
BLACK = np.zeros((300, 300, 3), np.uint8)


def turned(degrees: float, width: float = 60, height: float = 80) -> NDArray[np.float64]:
    """The corners of a tile around (150, 150), its own top left first, turned clockwise."""
    angle = np.deg2rad(degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    return np.asarray(corners @ turn.T + 150)


def test_the_corners_of_a_box_run_clockwise_from_its_top_left() -> None:
    assert of_boxes(BOX).tolist() == [[[100, 100], [160, 100], [160, 180], [100, 180]]]


@given(st.floats(-44, 44), st.integers(0, 3))
def test_the_upper_edge_comes_first_whichever_corner_was_named_first(degrees: float, first: int) -> None:
    corners = turned(degrees)
    assert np.allclose(in_order(np.roll(corners, first, axis=0)[None])[0], corners)


@given(st.floats(0, 360))
def test_order_never_changes_the_corners_themselves(degrees: float) -> None:
    corners = turned(degrees)
    ordered = in_order(corners[None])[0]
    assert sorted(map(tuple, ordered.round(6))) == sorted(map(tuple, corners.round(6)))
    assert ordered[1, 0] > ordered[0, 0]


@pytest.mark.parametrize(
    ("quad", "right"),
    [
        ([[0, 0], [10, 0], [10, 10], [0, 10]], True),
        ([[0, 0], [0, 10], [10, 10], [10, 0]], False),  # counter-clockwise: a mirror image
        ([[0, 0], [10, 10], [10, 0], [0, 10]], False),  # crossed
        ([[5, 0], [10, 5], [5, 10], [0, 5]], True),  # half the box: a tile turned by 45 degrees
        ([[0, 0], [10, 0], [10, 10 * LEAST_PART + 0.1], [0, 10 * LEAST_PART + 0.1]], True),
        ([[0, 0], [10, 0], [10, 10 * LEAST_PART - 0.1], [0, 10 * LEAST_PART - 0.1]], False),  # too small a part
    ],
)
def test_corners_are_trusted_if_they_can_be_those_of_a_face(quad: list[list[float]], right: bool) -> None:
    assert trusted(np.array([quad], np.float64), np.array([[0, 0, 10, 10]])).tolist() == [right]


def test_what_the_network_says_is_in_shares_of_the_widened_box() -> None:
    low, high = CORNER_MARGIN / (1 + 2 * CORNER_MARGIN), (1 + CORNER_MARGIN) / (1 + 2 * CORNER_MARGIN)
    finder = CornerFinder(tiny_networks.corner_finder(np.array([low, low, high, low, high, high, low, high])))
    assert np.allclose(finder.find(BLACK, BOX), of_boxes(BOX), atol=1e-3)


def test_a_network_that_talks_nonsense_leaves_the_box() -> None:
    finder = CornerFinder(tiny_networks.corner_finder(np.full(8, 0.5)))
    assert np.array_equal(finder.find(BLACK, BOX), of_boxes(BOX))


def test_no_box_has_no_corners() -> None:
    finder = CornerFinder(tiny_networks.corner_finder(np.full(8, 0.5)))
    assert finder.find(BLACK, np.zeros((0, 4))).shape == (0, 4, 2)


def test_a_network_of_another_form_is_refused() -> None:
    with pytest.raises(WeightsError, match="48"):
        CornerFinder(tiny_networks.corner_finder(np.full(8, 0.5), side=64))


def test_the_weights_that_ship_find_a_turned_tile() -> None:
    """A plain ivory tile on green cloth, turned by 30 degrees: its corners are found to a tenth of its width."""
    corners = turned(30, 90, 120)
    picture = np.full((300, 300, 3), (30, 110, 60), np.uint8)
    cv2.fillConvexPoly(picture, np.rint(corners).astype(np.int32), (245, 240, 228), cv2.LINE_AA)
    box = np.concatenate([corners.min(axis=0), corners.max(axis=0)])[None]
    found = CornerFinder.load(threads=1).find(picture, box)[0]
    assert np.abs(found - in_order(corners[None])[0]).max() < 9


@pytest.mark.parametrize("degrees", [0, 25, -40])
def test_a_turned_face_is_cut_out_straight(degrees: float) -> None:
    """A tile whose upper half is red and lower half blue shows both halves straight, and a margin of cloth."""
    corners = turned(degrees)
    picture = BLACK.copy()
    middle_left, middle_right = (corners[0] + corners[3]) / 2, (corners[1] + corners[2]) / 2
    upper = np.stack([corners[0], corners[1], middle_right, middle_left])
    lower = np.stack([middle_left, middle_right, corners[2], corners[3]])
    cv2.fillConvexPoly(picture, np.rint(upper).astype(np.int32), (255, 0, 0))
    cv2.fillConvexPoly(picture, np.rint(lower).astype(np.int32), (0, 0, 255))
    cut = straighten(picture, corners[None])[0]
    edge = round(CUT_SIDE * (MARGIN + 0.06))
    assert cut.shape == (3, CUT_SIDE, CUT_SIDE)
    assert cut[0, edge : CUT_SIDE // 2 - 3, edge:-edge].min() > 0.9
    assert cut[2, CUT_SIDE // 2 + 3 : -edge, edge:-edge].min() > 0.9
    assert cut[:, :2].max() < 0.2


def test_a_large_face_is_averaged_and_not_sampled() -> None:
    """Stripes of one pixel on a tile of 1,000 become grey, not a pattern."""
    picture = np.zeros((1100, 1100, 3), np.uint8)
    picture[:, ::2] = 255
    cut = straighten(picture, of_boxes(np.array([[50.0, 50.0, 1050.0, 1050.0]])))
    assert np.abs(cut - 0.5).max() < 0.1


def test_the_ground_of_a_face_is_the_colour_around_what_is_drawn_on_it() -> None:
    faces = np.full((1, 3, CUT_SIDE, CUT_SIDE), 0.8, np.float32)
    faces[:, 0, 20:44, 20:44] = 0.1
    assert np.allclose(ground_colour(faces), 0.8)
