"""The letterbox: as large as it goes, centred, and an exact inverse."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.letterbox import PADDING, Letterbox

SIDES = st.integers(1, 20_000)
PLACES = st.floats(0, 1)


@given(SIDES, SIDES, st.sampled_from([32, 640, 1280]), st.lists(st.tuples(PLACES, PLACES, PLACES, PLACES), max_size=5))
def test_outside_is_the_inverse_of_inside(
    width: int, height: int, side: int, places: list[tuple[float, float, float, float]]
) -> None:
    letterbox = Letterbox.fit(width, height, side)
    boxes = np.array(places).reshape(-1, 4) * [width, height, width, height]
    assert np.allclose(letterbox.outside(letterbox.inside(boxes)), boxes, atol=1e-6 * max(width, height))


@given(SIDES, SIDES, st.sampled_from([32, 640]))
def test_the_picture_fills_one_side_and_stays_inside(width: int, height: int, side: int) -> None:
    letterbox = Letterbox.fit(width, height, side)
    x1, y1, x2, y2 = letterbox.inside(np.array([[0, 0, width, height]]))[0]
    assert min(x1, y1) >= 0
    assert max(x2, y2) <= side + 1e-6
    assert abs(max(x2 - x1, y2 - y1) - side) < 1e-6
    assert abs((x1 + x2) - side) < 1.001
    assert abs((y1 + y2) - side) < 1.001


def test_the_blob_holds_the_picture_where_the_letterbox_says() -> None:
    pixels = np.zeros((300, 400, 3), np.uint8)
    pixels[..., 0] = 255
    letterbox = Letterbox.fit(400, 300, 640)
    blob = letterbox.blob(pixels)
    assert blob.shape == (1, 3, 640, 640)
    assert blob.dtype == np.float32
    assert blob[0, :, 320, 320].tolist() == [1, 0, 0]
    assert np.allclose(blob[0, :, 79, 320], PADDING / 255)
    assert blob[0, 0, 80, 0] == 1
    assert blob[0, 0, 559, 639] == 1
    assert np.allclose(blob[0, :, 560, 320], PADDING / 255)


def test_a_fine_pattern_becomes_its_mean_when_shrunk() -> None:
    """Shrinking averages; it picks no single pixels."""
    pixels = np.zeros((2560, 2560, 3), np.uint8)
    pixels[::2] = 200
    assert np.abs(Letterbox.fit(2560, 2560, 640).blob(pixels) * 255 - 100).max() <= 1


def test_a_blob_keeps_a_mark_where_its_box_says() -> None:
    pixels = np.zeros((1512, 2016, 3), np.uint8)
    pixels[300:330, 900:960] = 255
    letterbox = Letterbox.fit(2016, 1512, 640)
    ys, xs = np.nonzero(letterbox.blob(pixels)[0, 0] > 0.9)
    marked = letterbox.outside(np.array([[xs.min(), ys.min(), xs.max() + 1, ys.max() + 1]], np.float64))
    assert np.abs(marked[0] - [900, 300, 960, 330]).max() < 2016 / 640


@given(SIDES, SIDES)
def test_any_proportions_give_a_blob(width: int, height: int) -> None:
    width, height = max(1, width // 20), max(1, height // 20)
    assert Letterbox.fit(width, height, 64).blob(np.zeros((height, width, 3), np.uint8)).shape == (1, 3, 64, 64)
