"""How much a row of faces looks laid in order."""

import math
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.tiles import CODES
from vision.neighbours import beside, is_sorted, meld_order, orderliness, row_order

FACES = st.lists(st.integers(0, 33), min_size=2, max_size=14)


def shown(text: str) -> list[int]:
    return [CODES.index(code) for code in text.split()]


def test_a_sorted_hand_lies_in_order_and_discards_do_not() -> None:
    assert orderliness(shown("1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C C")) > 5
    assert orderliness(shown("4m 8p 6p 2m 7p 9s 1m 8s")) < -2


@given(FACES)
def test_it_is_the_same_read_from_either_end(faces: list[int]) -> None:
    assert math.isclose(orderliness(faces), orderliness(faces[::-1]), abs_tol=1e-9)


@given(FACES, st.integers(34, 42), st.integers(0, 14))
def test_backs_and_bonus_tiles_do_not_count(faces: list[int], other: int, place: int) -> None:
    assert orderliness([*faces[:place], other, *faces[place:]]) == orderliness(faces)


def test_faces_that_lie_in_any_order_weigh_nothing_on_the_whole() -> None:
    """The values are logarithms of ratios of frequencies: over all pairs of different tiles their mean ratio is near 1.

    A hand holds few suits, so that its tiles lie beside their suit more often than tiles of the whole set do.
    """
    tiles = [face for face in range(34) for _ in range(4)]
    ratios = [math.exp(beside(one, two).value) for at, one in enumerate(tiles) for two in tiles[:at]]
    assert 0.5 < sum(ratios) / len(ratios) < 1.2


@pytest.mark.parametrize(
    ("row", "yes"),
    [
        ("1m 2m 2m 3m 9p 9p E E C", True),
        ("E E C 9p 9p 3m 2m 2m 1m", True),  # suits in any order, and from the other side
        ("1m 2m 3m 9p 8p 7p", False),  # not both ways in one row
        ("1m 2m 4m 3m", False),
        ("1m 2m 9p 3m", False),
        ("E C E", False),
        ("E 1m 2m C", False),  # honours lie together
    ],
)
def test_a_sorted_row_has_its_suits_together_and_their_ranks_in_order(row: str, yes: bool) -> None:
    assert is_sorted(shown(row)) is yes


def test_a_face_that_breaks_the_order_of_a_row_is_much_less_likely() -> None:
    chow = row_order(shown("E E E 6p 6p 6p 7p 8p 9p"))
    assert chow - row_order(shown("E E E 6p 6p 6p 7p 8p 6p")) > 2
    assert abs(chow - row_order(shown("E E E 6p 6p 6p 7p 8p 8p"))) < 1  # both are sorted


@given(FACES)
def test_a_row_is_as_likely_from_either_end_and_every_order_is_possible(faces: list[int]) -> None:
    assert row_order(faces) == pytest.approx(row_order(faces[::-1]))
    assert row_order(sorted(faces)) > -40


@pytest.mark.parametrize(("meld", "likely"), [("7p 8p 9p", True), ("9p 8p 7p", True), ("7p 8p 6p", False)])
def test_open_chows_mostly_lie_in_order(meld: str, likely: bool) -> None:
    assert (meld_order(shown(meld)) > meld_order(shown("8p 7p 9p")) + 2) is likely


def test_the_chances_of_the_orders_of_a_chow_add_up_to_one() -> None:
    assert sum(math.exp(meld_order(order)) for order in permutations([0, 1, 2])) == pytest.approx(1)
    assert meld_order([3, 3, 3]) == 0
