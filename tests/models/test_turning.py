"""Photos turned for measuring: where their tiles come to lie."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from models.turning import turned_boxes, turned_photo
from vision.boxes import of_boxes
from vision.photo import Photo

BOX = np.array([[30.0, 20.0, 50.0, 60.0]])


def photo() -> Photo:
    pixels = np.zeros((100, 160, 3), np.uint8)
    pixels[20:60, 30:50] = 255
    return Photo("a.jpg", 160, 100, pixels)


@pytest.mark.parametrize(
    ("degrees", "size", "box"),
    [
        (90, (100, 160), [40, 30, 80, 50]),
        (180, (160, 100), [110, 40, 130, 80]),
        (270, (100, 160), [20, 110, 60, 130]),
        (360, (160, 100), [30, 20, 50, 60]),
    ],
)
def test_quarter_turns_are_exact(degrees: float, size: tuple[int, int], box: list[int]) -> None:
    turned, matrix = turned_photo(photo(), degrees)
    assert (turned.width, turned.height) == size
    assert np.allclose(turned_boxes(of_boxes(BOX), matrix), [box])
    left, top, right, bottom = box
    assert turned.pixels[top:bottom, left:right].min() == 255
    assert turned.pixels.sum() == photo().pixels.sum()


@given(st.floats(-180, 180))
@example(1e-6)  # hardly turned: the picture must not grow by a pixel, nor the tile lie between two
def test_whatever_the_angle_the_box_holds_the_tile_and_nothing_is_cut(degrees: float) -> None:
    turned, matrix = turned_photo(photo(), degrees)
    left, top, right, bottom = turned_boxes(of_boxes(BOX), matrix)[0]
    rows, columns = np.nonzero(turned.pixels[..., 0] > 200)
    assert columns.min() >= left - 1
    assert columns.max() <= right
    assert rows.min() >= top - 1
    assert rows.max() <= bottom
    assert (turned.pixels[..., 0] > 127).sum() == pytest.approx(800, rel=0.05)


def test_labels_are_in_the_whole_photo_pixels_and_turned_ones_in_the_decoded() -> None:
    """A photo decoded at half its size: labels are given in whole pixels, and come out in those that are left."""
    small = Photo("a.jpg", 320, 200, photo().pixels, 0.5)
    _, matrix = turned_photo(small, 90)
    assert np.allclose(turned_boxes(of_boxes(BOX * 2), matrix), [[40, 30, 80, 50]])
