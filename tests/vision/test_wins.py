"""The fast check of a win agrees with the rules' own search."""

import numpy as np
import pytest

from datasets.synthesis.deals import draw_deal
from scoring.readings import readings
from vision.wins import nearly_wins, wins


@pytest.mark.parametrize("seed", range(5))
def test_every_kind_of_hand_wins_exactly_where_the_rules_find_a_reading(seed: int) -> None:
    random = np.random.default_rng(seed)
    for _ in range(80):
        hand = draw_deal(random).hand
        faces = [face.index for face in hand.in_hand]
        assert wins(faces, len(hand.melds)) == bool(readings(hand))


@pytest.mark.parametrize(
    ("faces", "laid", "won"),
    [
        ([0, 0, 0, 0, 1, 2, 3, 4, 5, 9, 10, 11, 27, 27], 0, True),
        ([0, 0, 0, 0, 1, 2, 3, 4, 5, 9, 10, 11, 27, 28], 0, False),
        ([27] * 2, 4, True),
        ([27] * 2, 3, False),
        ([34] * 2, 4, False),
    ],
)
def test_limits(faces: list[int], laid: int, *, won: bool) -> None:
    assert wins(faces, laid) is won


def brute(faces: list[int], laid: int) -> bool:
    """Try every tile in the place of, beside, or without every tile."""
    each = range(len(faces))
    match len(faces) + 3 * laid:
        case 14:
            return any(wins([*faces[:at], other, *faces[at + 1 :]], laid) for at in each for other in range(34))
        case 13:
            return any(wins([*faces, other], laid) for other in range(34))
        case 15:
            return any(wins([*faces[:at], *faces[at + 1 :]], laid) for at in each)
    return False


@pytest.mark.parametrize("seed", range(3))
def test_hands_nearly_win_where_a_single_tile_makes_the_difference(seed: int) -> None:
    random = np.random.default_rng(seed)
    near = 0
    for _ in range(60):
        hand = draw_deal(random).hand
        faces, laid = [face.index for face in hand.in_hand], len(hand.melds)
        for _ in range(random.integers(3)):
            faces[random.integers(len(faces))] = int(random.integers(34))
        faces = [faces, faces[1:], [*faces, int(random.integers(34))]][random.integers(3)]
        assert nearly_wins(faces, laid) == brute(faces, laid)
        near += nearly_wins(faces, laid)
    assert 10 < near < 55


@pytest.mark.parametrize(
    ("faces", "laid", "near"),
    [
        ([0, 0, 9, 9, 18, 18, 27, 27, 28, 28, 29, 29, 30, 31], 0, True),  # six pairs and two tiles
        ([0, 0, 9, 9, 18, 18, 27, 27, 28, 28, 29, 12, 30, 31], 0, False),
        ([0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33], 0, True),  # thirteen orphans wait for any of them
        ([0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 32], 0, True),
        ([0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 5], 0, False),
        ([0], 4, True),
        ([0, 1], 4, True),
        ([0, 1, 2], 4, False),
        ([0, 1, 1], 4, True),
        ([], 4, False),
        ([34], 4, False),
    ],
)
def test_limits_of_nearly_winning(faces: list[int], laid: int, *, near: bool) -> None:
    assert nearly_wins(faces, laid) is near
