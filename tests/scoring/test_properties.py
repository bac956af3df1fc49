"""Properties that hold for every hand under every rule set that ships."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.circumstances import WINDS, Circumstances, Event, Wind
from scoring.errors import SikwuError
from scoring.faan import score
from scoring.hand import Hand, Meld
from scoring.notation import format_hand, parse
from scoring.rules import NAMES, load_rules
from scoring.tiles import TILES, Suit, Tile
from tests.bench.scoring_speed import mixed_hands

if TYPE_CHECKING:
    import random

    from scoring.switches import RuleSet

HANDS = mixed_hands(400, seed=7)
QUESTION = st.sampled_from(HANDS)
RULES = st.sampled_from([load_rules(name) for name in NAMES])


def renamed(hand: Hand, order: tuple[int, int, int]) -> Hand:
    def other(face: Tile) -> Tile:
        return TILES[9 * order[face.index // 9] + face.index % 9] if face.is_suited else face

    return Hand(
        tuple(map(other, hand.concealed)),
        tuple(Meld(tuple(map(other, meld.tiles)), meld.exposed) for meld in hand.melds),
        other(hand.winning) if hand.winning else None,
        hand.bonus,
    )


@given(QUESTION, RULES, st.permutations(range(3)))
def test_renaming_the_suits_never_changes_faan(
    question: tuple[Hand, Circumstances], rules: RuleSet, order: list[int]
) -> None:
    hand, win = question
    assert score(renamed(hand, (order[0], order[1], order[2])), win, rules).faan == score(hand, win, rules).faan


@given(QUESTION, RULES, st.randoms(use_true_random=False))
def test_the_order_of_tiles_and_melds_never_changes_faan(
    question: tuple[Hand, Circumstances], rules: RuleSet, rng: random.Random
) -> None:
    hand, win = question
    concealed, melds = list(hand.concealed), list(hand.melds)
    rng.shuffle(concealed)
    rng.shuffle(melds)
    shuffled = Hand(tuple(concealed), tuple(melds), hand.winning, hand.bonus)
    assert score(shuffled, win, rules).value == score(hand, win, rules).value


@given(QUESTION, RULES)
def test_self_draw_never_lowers_what_is_paid_for(question: tuple[Hand, Circumstances], rules: RuleSet) -> None:
    """Beyond the cap a limit hand keeps its name, so that it is the paid faan that never fall."""
    hand, win = question
    drawn = replace(win, self_draw=True, discarder=None, events=frozenset())
    claimed = replace(drawn, self_draw=False, discarder=next(seat for seat in WINDS if seat is not win.seat))
    assert score(hand, drawn, rules).paid_faan >= score(hand, claimed, rules).paid_faan


@given(QUESTION)
def test_self_draw_never_lowers_faan_under_the_guide(question: tuple[Hand, Circumstances]) -> None:
    hand, win = question
    drawn = replace(win, self_draw=True, discarder=None, events=frozenset())
    claimed = replace(drawn, self_draw=False, discarder=next(seat for seat in WINDS if seat is not win.seat))
    assert score(hand, drawn).faan >= score(hand, claimed).faan


@given(QUESTION, RULES, st.none() | st.sampled_from(WINDS))
def test_payments_sum_to_zero_and_the_winner_never_pays(
    question: tuple[Hand, Circumstances], rules: RuleSet, liable: Wind | None
) -> None:
    hand, win = question
    result = score(hand, replace(win, liable=liable), rules)
    if result.payments is not None and win.seat is not None:
        assert sum(result.payments.values()) == 0
        assert result.payments[win.seat] > 0
    assert (result.payments is not None) is result.legal


@given(QUESTION, RULES)
def test_the_lines_add_up(question: tuple[Hand, Circumstances], rules: RuleSet) -> None:
    result = score(*question, rules)
    assert result.faan == sum(line.faan for line in result.patterns)
    assert not {line.id for line in result.patterns} & {item.id for item in result.suppressed}
    assert result.complete


@given(QUESTION)
def test_a_complete_hand_is_read_again_from_its_text(question: tuple[Hand, Circumstances]) -> None:
    hand, win = question
    assert score(parse(format_hand(hand)), win) == score(hand, win)


@settings(max_examples=300)
@given(
    st.text(alphabet="123456789mpsfgESWNCFP()[]+| ", max_size=40),
    st.sets(st.sampled_from(list(Event)), max_size=3),
    st.booleans(),
    st.none() | st.sampled_from(WINDS),
    st.none() | st.sampled_from(WINDS),
    RULES,
)
def test_any_text_under_any_circumstances_is_answered_or_refused_by_name(  # noqa: PLR0917  drawn by hypothesis
    text: str, events: set[Event], drawn: bool, seat: Wind | None, discarder: Wind | None, rules: RuleSet
) -> None:
    try:
        hand = parse(text)
    except SikwuError:
        return
    win = Circumstances(seat=seat, self_draw=drawn, discarder=discarder, events=frozenset(events))
    result = score(hand, win, rules)
    assert result.legal or result.problems


@pytest.mark.parametrize("suit", [Suit.CHARACTERS, Suit.DOTS, Suit.BAMBOO])
def test_suits_are_renamed_by_the_helper(suit: Suit) -> None:
    place = [Suit.CHARACTERS, Suit.DOTS, Suit.BAMBOO].index(suit)
    assert renamed(parse("1m"), (place, 0, 0)).concealed[0].suit is suit
