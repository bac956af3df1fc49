"""Places, payments and totals of a game: exact sums, and nothing that depends on how the game came to be as it is."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.circumstances import Wind
from scoring.errors import CircumstanceError
from scoring.faan import score
from scoring.notation import parse
from scoring.payments import several_winners
from scoring.rules import load_rules
from service.games.ledger import Entry, LaterHandError, Played, lay, next_place, totals
from service.games.outcomes import Draw, FalseWin, Win, Winner
from service.games.settle import NotAWinError, Settlement, circumstances, settle
from service.games.turns import Dealing, Given, Position, next_position
from tests.service.games.strategies import HANDS, dealings, outcomes, rule_sets, told

if TYPE_CHECKING:
    from scoring.switches import RuleSet
    from service.games.outcomes import Outcome

FEW = settings(max_examples=25)
"""Whole games: each example scores up to eight hands, some of three winners."""

WEST_PUNG = "(WWW) 123m 456m 99p 78s +9s"
"""Worth its one faan in the seat or round of West alone."""


@FEW
@given(told(), dealings(), rule_sets())
def test_payments_and_totals_sum_to_zero_exactly(entries: tuple[Entry, ...], dealing: Dealing, rules: RuleSet) -> None:
    played = lay(entries, dealing, rules)
    assert all(sum(one.settlement.payments) == 0 for one in played)
    assert all(sum(row) == 0 for row in totals(played))
    assert len(totals(played)) == len(entries)


@FEW
@given(told(), dealings(), rule_sets())
def test_each_place_follows_from_the_one_before(entries: tuple[Entry, ...], dealing: Dealing, rules: RuleSet) -> None:
    played = lay(entries, dealing, rules)
    expected = Position()
    for one in played:
        assert one.position == (expected if one.entry.given is None else one.entry.given.position(expected))
        expected = next_position(one.position, one.entry.outcome, dealing)
    assert next_place(played, dealing) == expected


@FEW
@given(told(), dealings(), rule_sets(), st.data())
def test_adding_hand_by_hand_gives_what_counting_all_at_once_gives(
    entries: tuple[Entry, ...], dealing: Dealing, rules: RuleSet, data: st.DataObject
) -> None:
    cut = data.draw(st.integers(0, len(entries)))
    first = lay(entries[:cut], dealing, rules)
    before = {one.entry.id: one for one in first}
    assert lay(entries, dealing, rules, before=before) == lay(entries, dealing, rules)


@FEW
@given(told(), dealings(), rule_sets())
def test_what_is_kept_as_json_comes_back_the_same(entries: tuple[Entry, ...], dealing: Dealing, rules: RuleSet) -> None:
    for one in lay(entries, dealing, rules):
        again = Played(
            Entry.from_json(json.loads(json.dumps(one.entry.to_json()))),
            Position.from_json(json.loads(json.dumps(one.position.to_json()))),
            Settlement.from_json(json.loads(json.dumps(one.settlement.to_json()))),
        )
        assert again == one


@given(outcomes(), st.integers(0, 15), rule_sets())
def test_who_won_gains_and_who_only_watched_a_discarder_pay_all_loses_nothing(
    outcome: Outcome, turn: int, rules: RuleSet
) -> None:
    payments = settle(outcome, Position(turn), rules).payments
    if isinstance(outcome, Win) and len(outcome.winners) == 1:
        winner = outcome.winners[0].player
        assert payments[winner] >= 0
        assert all(amount <= 0 for player, amount in enumerate(payments) if player != winner)
    if isinstance(outcome, FalseWin):
        assert payments[outcome.offender] <= 0


@pytest.mark.parametrize("hand", HANDS)
def test_tiles_are_scored_by_the_engine_where_the_hand_stands(hand: str) -> None:
    rules = load_rules("hkma", {"minimum": 0, "faan.seven_pairs": 4})
    position = Position(6)
    winner = Winner(3, hand)
    settled = settle(Win((winner,), 1), position, rules)
    result = score(parse(hand), circumstances(winner, 1, position), rules)
    assert result.payments is not None
    assert [settled.payments[position.player(seat)] for seat in Wind] == [result.payments[seat] for seat in Wind]
    assert settled.worths[0].points == result.points


def test_several_winners_are_settled_by_the_engine() -> None:
    rules = load_rules("casual")
    position = Position(1)
    winners = (Winner(2, HANDS[0]), Winner(3, HANDS[2]))
    settled = settle(Win(winners, 0), position, rules)
    shares = several_winners([score(parse(w.hand or ""), circumstances(w, 0, position), rules) for w in winners])
    assert [settled.payments[position.player(seat)] for seat in Wind] == [shares[seat] for seat in Wind]


def test_of_several_winners_only_the_next_in_turn_is_paid_where_the_table_says_so() -> None:
    rules = load_rules("hkma", {"winners.several": "head_bump"})
    win = Win((Winner(3, faan=5), Winner(1, faan=3)), 0)
    assert [int(amount) for amount in settle(win, Position(), rules).payments] == [-32, 32, 0, 0]


def test_agreed_faan_are_capped_and_need_no_minimum() -> None:
    rules = load_rules("hkma")
    at, over, low = (settle(Win((Winner(1, faan=faan),), 0), Position(), rules) for faan in (10, 11, 0))
    assert [int(amount) for amount in at.payments] == [-512, 512, 0, 0]
    assert over.payments == at.payments
    assert (over.worths[0].faan, over.worths[0].paid_faan) == (11, 10)
    assert low.payments[1] > 0


def test_agreed_faan_stand_above_what_the_tiles_are_worth() -> None:
    settled = settle(Win((Winner(1, HANDS[0], faan=3),), 0), Position(), load_rules("hkma"))
    assert [int(amount) for amount in settled.payments] == [-32, 32, 0, 0]
    assert settled.worths[0].faan == 3
    assert settled.worths[0].answer is not None
    assert settled.worths[0].answer["faan"] > 3


def test_who_is_liable_pays_for_agreed_faan() -> None:
    settled = settle(Win((Winner(1, faan=3, liable=2),)), Position(), load_rules("casual"))
    assert settled.payments[2] == -settled.payments[1]
    assert settled.payments[0] == settled.payments[3] == 0


def test_a_false_win_pays_the_three_others() -> None:
    payments = settle(FalseWin(2), Position(3), load_rules("hkma")).payments
    assert payments[2] == -3 * payments[0] < 0
    assert payments[0] == payments[1] == payments[3]


@pytest.mark.parametrize(
    ("winner", "code"),
    [
        (Winner(1, "(CCC) 123m 456m 99p 78s +9s"), "below_minimum"),
        (Winner(1, "123m 456m 789m 234p 5s +6s"), "not_complete"),
        (Winner(1, "11111m 22p"), "five_of_a_face"),
        (Winner(1, HANDS[0], events=("last_tile",)), "last_tile_on_discard"),
    ],
)
def test_what_is_no_win_is_refused_with_every_reason(winner: Winner, code: str) -> None:
    with pytest.raises(NotAWinError, match="“S” is no win") as refusal:
        settle(Win((winner,), 0), Position(), load_rules("hkma"))
    assert code in {problem["code"] for problem in refusal.value.details["problems"]}


def test_a_flower_win_is_no_win_on_a_discard_beside_another() -> None:
    win = Win((Winner(1, "123m |1234f123g"), Winner(2, HANDS[2])), 0)
    with pytest.raises(CircumstanceError):
        settle(win, Position(), load_rules("guide"))


def test_moving_the_deal_moves_the_seats_of_later_hands() -> None:
    """A correction of hand 1 makes its dealer deal again: the winner of hand 2 then sits elsewhere and is paid less."""
    rules = load_rules("hkma", {"minimum": 0})
    later = Entry(2, Win((Winner(3, WEST_PUNG),), 1))
    passed = lay((Entry(1, Win((Winner(1, faan=3),), 0)), later), Dealing(), rules)
    stayed = lay((Entry(1, Win((Winner(0, faan=3),), 1)), later), Dealing(), rules)
    assert [played[1].position.seat(3).value for played in (passed, stayed)] == ["W", "N"]
    assert [played[1].settlement.worths[0].faan for played in (passed, stayed)] == [2, 1]


def test_a_change_that_leaves_a_later_hand_without_its_minimum_names_it() -> None:
    rules = load_rules("hkma", {"minimum": 2})
    later = Entry(7, Win((Winner(3, WEST_PUNG),), 1))
    lay((Entry(1, Win((Winner(1, faan=3),), 0)), later), Dealing(), rules)
    told_why = r"hand 2 could not stand as it does: .* below the minimum of 2"
    with pytest.raises(LaterHandError, match=told_why) as refusal:
        lay((Entry(1, Win((Winner(0, faan=3),), 1)), later), Dealing(), rules, changed=1)
    assert refusal.value.details == {"number": 2, "hand": 7}
    with pytest.raises(NotAWinError):
        lay((Entry(1, Draw()), later), Dealing(), rules, changed=7)


def test_a_hand_that_stands_where_it_stood_keeps_what_it_paid() -> None:
    """Also where a later version of the engine would count otherwise."""
    rules = load_rules("hkma")
    old = lay((Entry(1, Win((Winner(1, faan=3),), 0)),), Dealing(), rules)[0]
    as_then = replace(old, settlement=Settlement((Fraction(-1), Fraction(1), Fraction(0), Fraction(0))))
    told_again = (replace(old.entry, papers={"note": "paid"}), Entry(2, Draw()))
    again = lay(told_again, Dealing(), rules, before={1: as_then})
    assert again[0].settlement == as_then.settlement
    assert again[0].entry.papers == {"note": "paid"}
    elsewhere = lay((replace(old.entry, given=Given(Wind.SOUTH, 1)),), Dealing(), rules, before={1: as_then})
    assert elsewhere[0].settlement != as_then.settlement
