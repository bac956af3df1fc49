"""How much a row of faces looks laid in order."""

import math

from hypothesis import given
from hypothesis import strategies as st

from scoring.tiles import CODES
from vision.neighbours import beside, orderliness

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
