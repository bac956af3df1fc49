from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasets.synthesis.deals import KINDS, Deal, draw_deal, rest_of_the_set
from scoring.readings import readings
from scoring.tiles import FACES

SEEDS = st.integers(0, 10**6)


def deal(seed: int, kind: str | None = None) -> Deal:
    return draw_deal(np.random.default_rng(seed), kind)


@given(SEEDS)
def test_no_face_is_dealt_more_often_than_a_set_has_it(seed: int) -> None:
    counts = Counter(face.code for face in deal(seed).hand.tiles)
    assert all(count <= (1 if code[-1] in "fg" else 4) for code, count in counts.items())


@given(SEEDS)
def test_hand_and_rest_are_a_whole_set(seed: int) -> None:
    hand = deal(seed).hand
    whole = Counter([*rest_of_the_set(hand), *(face.code for face in hand.tiles)])
    assert whole == Counter({code: 1 if code[-1] in "fg" else 4 for code in FACES})


@pytest.mark.parametrize("kind", ["standard", "seven pairs", "thirteen orphans"])
@given(seed=SEEDS)
def test_a_hand_said_to_win_does(kind: str, seed: int) -> None:
    hand = deal(seed, kind).hand
    assert hand.winning is not None
    assert readings(hand)


@given(SEEDS)
def test_an_almost_winning_hand_claims_a_win_and_has_none(seed: int) -> None:
    hand = deal(seed, "almost winning").hand
    assert hand.winning is not None
    assert len(hand.in_hand) + 3 * len(hand.melds) == 14
    assert not readings(hand)


@given(SEEDS)
def test_a_hand_of_thirteen_claims_nothing(seed: int) -> None:
    hand = deal(seed, "thirteen tiles").hand
    assert hand.winning is None
    assert len(hand.concealed) + 3 * len(hand.melds) == 13


def test_every_kind_of_hand_and_of_meld_is_dealt() -> None:
    rng = np.random.default_rng(0)
    deals = [draw_deal(rng) for _ in range(400)]
    assert {item.kind for item in deals} == set(KINDS)
    melds = {(meld.kind, meld.exposed) for item in deals for meld in item.hand.melds}
    assert len(melds) == 4  # chow, pung and kong exposed; kong concealed
    assert {len(item.hand.melds) for item in deals} == {0, 1, 2, 3, 4}
    assert {len(item.hand.bonus) for item in deals} >= {0, 1, 2, 3, 4}
