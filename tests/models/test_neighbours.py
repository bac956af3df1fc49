"""Which faces lie side by side, beside any order of the same tiles."""

from __future__ import annotations

import math
from itertools import pairwise, permutations
from typing import TYPE_CHECKING

import pytest

from models.neighbours import LaidRow, main, shares, weights
from vision.neighbours import Beside, beside

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("one", "two", "kind"),
    [
        (4, 4, Beside.ALIKE),
        (31, 31, Beside.ALIKE),
        (0, 1, Beside.NEXT),
        (0, 2, Beside.SAME_SUIT),
        (0, 3, Beside.SAME_SUIT),
        (8, 9, Beside.OTHERS),  # 9m and 1p are no neighbours in rank
        (26, 27, Beside.OTHERS),
        (27, 33, Beside.HONOURS),
    ],
)
def test_what_two_faces_have_in_common(one: int, two: int, kind: Beside) -> None:
    assert beside(one, two) is beside(two, one) is kind


def test_the_order_of_a_row_is_compared_with_every_order() -> None:
    row = [0, 0, 1, 9, 27]
    found = weights([row])
    orders = [list(order) for order in permutations(row)]
    for kind in found:
        usual = sum(beside(one, two) is kind for order in orders for one, two in pairwise(order)) / len(orders)
        seen = sum(beside(one, two) is kind for one, two in pairwise(row))
        assert found[kind] == pytest.approx(math.log(max(seen, 0.5) / usual))
    assert Beside.HONOURS not in found  # one honour has no other beside it in any order


def test_rows_of_winning_hands_are_sorted_or_not_and_chows_in_order_or_not() -> None:
    some = [
        LaidRow([0, 1, 2, 9, 9], wins=True, chows=[[3, 4, 5], [5, 4, 3]]),
        LaidRow([9, 9, 0, 1, 2], wins=True, chows=[]),
        LaidRow([0, 1, 9, 9, 2], wins=True, chows=[[4, 3, 5]]),
        LaidRow([0, 5, 9, 9, 2], wins=False, chows=[[3, 4, 5]]),
    ]
    assert shares(some) == pytest.approx((2 / 3, 3 / 4))


def test_a_folder_without_photos_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none")]) == 2
    assert "none" in capsys.readouterr().err
