"""The fast check of a win agrees with the rules' own search."""

import numpy as np
import pytest

from datasets.synthesis.deals import draw_deal
from scoring.readings import readings
from vision.wins import wins


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
