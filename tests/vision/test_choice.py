"""Which groups of tiles are the hand: how they lie is weighed against what they make."""

import pytest

from scoring.tiles import CODES
from vision.choice import Candidate, Nearness, choose

HAND = "1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C C"
FACES = [CODES.index(code) for code in HAND.split()]
ROW = Candidate(tuple(range(13)), in_line=True)
NEAR = Nearness(free=[[0.0, 1.0], [1.0, 0.0]], contacts=[[0, 0], [0, 0]], strangers=[0, 0])


def chosen(*, in_line: bool, aslant: float) -> bool:
    """Tell whether the tile that wins is taken beside thirteen that wait for it."""
    return choose([ROW, Candidate((13,), in_line=in_line, aslant=aslant)], FACES, NEAR).groups == (1,)


@pytest.mark.parametrize("in_line", [True, False])
def test_a_tile_that_lies_like_the_row_and_wins_is_the_hand_s(*, in_line: bool) -> None:
    assert chosen(in_line=in_line, aslant=0.0)


@pytest.mark.parametrize(("in_line", "taken"), [(True, True), (False, False)])
def test_a_tile_that_lies_otherwise_is_the_hand_s_on_the_row_s_line_alone(*, in_line: bool, taken: bool) -> None:
    """On a rack tiles stand beside others that lie: all are on one line. Off it a tile askew is a discard."""
    assert chosen(in_line=in_line, aslant=12.0) == taken


def beside(free: list[list[float]], *contacts: tuple[int, int]) -> Nearness:
    """Groups by the free space between them, some of which touch."""
    touching = [
        [int((one, other) in contacts or (other, one) in contacts) for other in range(len(free))]
        for one in range(len(free))
    ]
    return Nearness(free, touching, [0] * len(free))


@pytest.mark.parametrize("bonus", ["1f 2g", "8p 2p"])
def test_a_winning_tile_may_lie_beyond_the_hand_s_bonus_tiles_but_not_beyond_others(bonus: str) -> None:
    """It touches bonus tiles laid above the row, and lies far from the row itself."""
    faces = [*FACES, *(CODES.index(code) for code in bonus.split())]
    groups = [ROW, Candidate((13,), in_line=False), Candidate((14, 15), in_line=False)]
    near = beside([[0, 14, 0.9], [14, 0, 0.2], [0.9, 0.2, 0]], (1, 2))
    assert (1 in choose(groups, faces, near).groups) == (bonus == "1f 2g")


@pytest.mark.parametrize(("beside_it", "taken"), [("2g", True), ("2g back back back", False)])
def test_a_bonus_tile_at_the_end_of_a_wall_a_little_off_is_nobody_s(beside_it: str, *, taken: bool) -> None:
    faces = [*FACES, *(CODES.index(code) for code in beside_it.split())]
    groups = [ROW, Candidate((13,), in_line=True), Candidate(tuple(range(14, len(faces))), in_line=False)]
    assert (2 in choose(groups, faces, beside([[0, 1, 1.6], [1, 0, 2.5], [1.6, 2.5, 0]])).groups) == taken


@pytest.mark.parametrize(
    ("away", "other_away", "taken"),
    [(0.6, 1.7, True), (0.8, 1.9, False), (0.6, 1.5, False)],
    ids=["beside the hand", "apart", "beside others too"],
)
def test_bonus_tiles_pushed_aside_are_the_hand_s_where_they_touch_it_and_nothing_else(
    away: float, other_away: float, *, taken: bool
) -> None:
    """However they are turned: they are somebody's."""
    faces = [*FACES, CODES.index("2g"), CODES.index("8s")]
    groups = [ROW, Candidate((13,), in_line=True)]
    groups += [Candidate((14,), in_line=False, aslant=9.0), Candidate((15,), in_line=False, aslant=12.0)]
    near = beside([[0, 1, away, 5], [1, 0, 3, 5], [away, 3, 0, other_away], [5, 5, other_away, 0]])
    assert (2 in choose(groups, faces, near).groups) == taken


@pytest.mark.parametrize("contacts", [(), ((2, 3),)])
def test_a_bonus_tile_that_lies_against_another_s_tile_is_not_the_hand_s(contacts: tuple[tuple[int, int], ...]) -> None:
    """However near: nobody lays his own against what others threw."""
    faces = [*FACES, CODES.index("2g"), CODES.index("8s")]
    groups = [ROW, Candidate((13,), in_line=True), Candidate((14,), in_line=False), Candidate((15,), in_line=False)]
    near = beside([[0, 1, 0.5, 3], [1, 0, 3, 5], [0.5, 3, 0, 0.6], [3, 5, 0.6, 0]], *contacts)
    assert (2 in choose(groups, faces, near).groups) == (not contacts)


@pytest.mark.parametrize(("others", "taken"), [(2.5, True), (0.4, False)])
def test_a_bonus_tile_that_lies_nearer_to_others_is_theirs(others: float, *, taken: bool) -> None:
    faces = [*FACES, CODES.index("2g"), CODES.index("8s")]
    groups = [ROW, Candidate((13,), in_line=True)]
    groups += [Candidate((14,), in_line=False, aslant=2.0), Candidate((15,), in_line=False, aslant=12.0)]
    near = beside([[0, 1, 2.4, 5], [1, 0, 3, 5], [2.4, 3, 0, others], [5, 5, others, 0]])
    assert (2 in choose(groups, faces, near).groups) == taken


@pytest.mark.parametrize("standing", [True, False])
def test_two_tiles_seen_otherwise_than_melds_that_lie_are_the_hand_s_where_they_stand(*, standing: bool) -> None:
    """On a rack both tiles look alike, and unlike the melds that lie on the table beside them, and win or not."""
    groups = [Candidate(tuple(range(first, first + 3)), in_line=first == 0) for first in (0, 3, 6, 9)]
    groups.append(Candidate((12, 13), in_line=False, aslant=10.0, standing=standing))
    apart = [[0.5 * abs(one - two) for two in range(5)] for one in range(5)]
    faces = [*FACES[:13], CODES.index("F")]
    assert (4 in choose(groups, faces, beside(apart)).groups) == standing
