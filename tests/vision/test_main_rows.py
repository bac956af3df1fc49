"""Which row among those on a table may be the hand's."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.tiles import CODES
from tests.vision.rows import HEIGHT, WIDTH, corners
from vision.main_rows import main_rows
from vision.rows import median
from vision.views import Views


def best_row(rows: dict[float, str]) -> list[str]:
    """The faces of the row that is tried first, of rows that lie at these heights."""
    quads, faces = [], []
    for y, text in rows.items():
        for place, code in enumerate(text.split()):
            quads.append(corners(200 + WIDTH * place, y))
            faces.append(CODES.index(code))
    seen = np.array(quads)
    views = Views(np.concatenate([seen.min(axis=1), seen.max(axis=1)], axis=1), seen)
    (first, view), *_ = main_rows(views, faces)
    assert first == 0.0
    return sorted(CODES[faces[index]] for index in view.row)


@pytest.mark.parametrize("below", [True, False], ids=["hand below", "hand above"])
def test_a_small_hand_in_order_is_tried_before_a_longer_row_of_discards(below: bool) -> None:
    hand, discards = "6s 6s 7s 8s 8s 8s", "4m 8p 6p 2m 7p 9s E 1m"
    upper, lower = 800.0, 800.0 + 4 * HEIGHT
    rows = {lower: hand, upper: discards} if below else {upper: hand, lower: discards}
    assert best_row(rows) == sorted(hand.split())


def test_a_much_longer_row_is_tried_first_though_it_is_in_no_order() -> None:
    hand, discards = "W 3p 5s 3s 7s 6s 5s 7s W 5s 4s 6s 4p", "4m 5m 6m 4s E"
    assert best_row({1000: hand, 1000 - 4 * HEIGHT: discards}) == sorted(hand.split())


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=20))
def test_the_median_is_that_of_numpy(values: list[float]) -> None:
    assert median(np.array(values)) == float(np.median(values))
