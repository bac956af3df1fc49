"""Which groups of tiles are the hand: how they lie is weighed against what they make."""

import pytest

from scoring.tiles import CODES
from vision.choice import Candidate, Nearness, choose

HAND = "1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C C"
FACES = [CODES.index(code) for code in HAND.split()]
NEAR = Nearness(free=[[0.0, 1.0], [1.0, 0.0]], contacts=[[0, 0], [0, 0]], strangers=[0, 0])


def chosen(*, in_line: bool, aslant: float) -> bool:
    """Tell whether the tile that wins is taken beside thirteen that wait for it."""
    row = Candidate(tuple(range(13)), in_line=True)
    return choose([row, Candidate((13,), in_line=in_line, aslant=aslant)], FACES, NEAR).groups == (1,)


@pytest.mark.parametrize("in_line", [True, False])
def test_a_tile_that_lies_like_the_row_and_wins_is_the_hand_s(*, in_line: bool) -> None:
    assert chosen(in_line=in_line, aslant=0.0)


@pytest.mark.parametrize(("in_line", "taken"), [(True, True), (False, False)])
def test_a_tile_that_lies_otherwise_is_the_hand_s_on_the_row_s_line_alone(*, in_line: bool, taken: bool) -> None:
    """On a rack tiles stand beside others that lie: all are on one line. Off it a tile askew is a discard."""
    assert chosen(in_line=in_line, aslant=12.0) == taken
