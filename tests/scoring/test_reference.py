"""The table-driven engine agrees with a brute-force reference that shares no code with it."""

from __future__ import annotations

import random
from itertools import product

from scoring.circumstances import Circumstances, Wind
from scoring.faan import score
from scoring.hand import Hand
from scoring.notation import format_hand
from scoring.rules import load_rules
from scoring.suits import counts, table
from scoring.tiles import TILES
from tests.bench.scoring_speed import mixed_hands
from tests.scoring import reference

RANDOM_HANDS = 100_000
RULES = load_rules("guide", {"minimum": 0})


def disagreement(hand: Hand, win: Circumstances) -> str:
    result = score(hand, win, RULES)
    expected = reference.faan(hand, win)
    got = result.faan if result.complete else None
    return "" if got == expected else f"{format_hand(hand)} {win}: expected {expected}, got {got}"


def test_random_complete_hands_of_every_kind() -> None:
    faults = []
    for hand, win in mixed_hands(RANDOM_HANDS, seed=2026):
        plain = Circumstances(seat=win.seat, round=win.round, self_draw=win.self_draw, discarder=win.discarder)
        faults.append(disagreement(hand, plain))
    assert [fault for fault in faults if fault] == []


def test_complete_hands_of_one_suit() -> None:
    """All 14-tile hands of characters that are complete, each with every winning tile, drawn and on a discard."""
    faults = []
    for weights in sorted(table(0, 14)):
        tiles = [TILES[index] for index, count in enumerate(counts(weights)) for _ in range(count)]
        for winning, drawn in product(sorted(set(tiles)), (True, False)):
            rest = list(tiles)
            rest.remove(winning)
            win = Circumstances(self_draw=drawn, discarder=None if drawn else Wind.SOUTH)
            faults.append(disagreement(Hand(tuple(rest), (), winning), win))
    assert [fault for fault in faults if fault] == []


def test_hands_of_one_suit_that_the_table_lacks_are_not_complete() -> None:
    rng = random.Random(3)
    known = table(0, 14)
    for _ in range(200):
        tiles = sorted(rng.sample([face for face in TILES[:9] for _ in range(4)], 14))
        complete = bool(reference.splits(tuple(face.code for face in tiles)))
        assert (sum(face.weight for face in tiles) in known) is complete
