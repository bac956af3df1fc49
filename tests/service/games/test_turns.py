"""Who deals next: the usual way in Hong Kong, and a table's choices."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.circumstances import WINDS, Wind
from service.games.outcomes import Draw, FalseWin, Win, Winner
from service.games.turns import PLAYERS, Dealing, Given, Position, next_position
from tests.service.games.strategies import dealings, outcomes

POSITIONS = st.builds(Position, st.integers(0, 64), st.integers(0, 5))


@given(POSITIONS)
def test_every_player_has_a_seat_of_their_own_and_the_dealer_sits_east(position: Position) -> None:
    seats = [position.seat(player) for player in PLAYERS]
    assert set(seats) == set(WINDS)
    assert position.seat(position.dealer) is Wind.EAST
    assert [position.player(seat) for seat in seats] == list(PLAYERS)


def test_a_game_of_sixteen_hands_that_no_dealer_wins_goes_round_the_winds() -> None:
    position, seen = Position(), []
    for _ in range(16):
        seen.append((position.round.value, position.dealer))
        position = next_position(position, Win((Winner((position.dealer + 1) % 4, faan=3),)), Dealing())
    assert seen == [(wind, dealer) for wind in "ESWN" for dealer in range(4)]
    assert not Position(15).over(Dealing())
    assert Position(16).over(Dealing())


def test_the_deal_passes_to_who_sits_south() -> None:
    assert Position(1).player("E") == Position(0).player("S")


@pytest.mark.parametrize(
    ("outcome", "dealing", "after"),
    [
        (Win((Winner(1, faan=3),), 0), Dealing(), Position(5, 3)),
        (Win((Winner(0, faan=3), Winner(1, faan=3)), 2), Dealing(), Position(5, 3)),
        (Win((Winner(0, faan=3),), 1), Dealing(), Position(6, 0)),
        (Draw(), Dealing(), Position(5, 3)),
        (Draw(), Dealing(draw="pass"), Position(6, 0)),
        (FalseWin(1), Dealing(), Position(5, 2)),
        (FalseWin(1), Dealing(false_win="pass"), Position(6, 0)),
    ],
)
def test_after_each_outcome_the_deal_stays_or_passes(
    outcome: Win | Draw | FalseWin, dealing: Dealing, after: Position
) -> None:
    """Player 1 deals for the third time in a row in the second round."""
    assert next_position(Position(5, 2), outcome, dealing) == after


@given(POSITIONS, outcomes(), dealings())
def test_the_deal_never_goes_back_and_a_new_dealer_has_no_repeats(
    position: Position, outcome: Win | Draw | FalseWin, dealing: Dealing
) -> None:
    after = next_position(position, outcome, dealing)
    assert after.turn - position.turn in {0, 1}
    assert after.repeats == 0 if after.turn > position.turn else after.repeats - position.repeats in {0, 1}


@given(POSITIONS, st.sampled_from(WINDS), st.integers(0, 3))
def test_a_given_place_is_taken_as_given_and_lies_near_the_expected_one(
    expected: Position, wind: Wind, dealer: int
) -> None:
    position = Given(wind, dealer).position(expected)
    assert (position.round, position.dealer, position.repeats) == (wind, dealer, 0)
    assert position.turn >= 0
    assert abs(position.turn - expected.turn) <= 8 or position.turn < 16


@given(POSITIONS)
def test_a_given_place_that_is_the_expected_one_changes_nothing(expected: Position) -> None:
    assert Given(expected.round, expected.dealer, expected.repeats).position(expected) == expected
