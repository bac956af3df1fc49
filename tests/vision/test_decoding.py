"""Reading a hand's tiles together: the prior's numbers hold, rules decide between doubtful faces, clear ones stay."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np
import pytest

from datasets.synthesis.deals import draw_deal
from scoring.tiles import CODES
from tests.vision.test_reading import BARE, WON, found
from vision.decoding import HALF_MENDED, MENDED, MOST_WAYS, REDUNDANT, WAITS, _Rules, decode_hand
from vision.detections import Detections
from vision.layout import lay_out
from vision.wins import nearly_wins, wins

if TYPE_CHECKING:
    from collections.abc import Callable


def decoded(tiles: Detections) -> tuple[list[str], float]:
    result = decode_hand(tiles, lay_out(tiles.boxes, tiles.class_id))
    return [CODES[face] for face in result.faces], result.chance


def standard(random: np.random.Generator) -> tuple[list[int], int]:
    """The faces in hand of a win, and how many melds are laid down."""
    hand = draw_deal(random, "standard").hand
    return [face.index for face in hand.in_hand], len(hand.melds)


def spoilt(random: np.random.Generator, tiles: list[int]) -> list[int]:
    place = int(random.integers(len(tiles)))
    return [*tiles[:place], int(random.integers(34)), *tiles[place + 1 :]]


def ways(tiles: list[int], laid: int, good: Callable[[list[int], int], bool]) -> int:
    """In how many ways another face of one tile makes a hand good."""
    return sum(
        good([*tiles[:at], other, *tiles[at + 1 :]], laid)
        for at in range(len(tiles))
        for other in range(34)
        if other != tiles[at]
    )


def test_spoilt_hands_can_be_mended_in_as_many_ways_as_the_prior_says() -> None:
    random = np.random.default_rng(5)
    once: list[int] = []
    twice: list[int] = []
    while len(twice) < 80:
        tiles, laid = standard(random)
        one = spoilt(random, tiles)
        if wins(one, laid):
            continue
        once.append(ways(one, laid, wins))
        two = spoilt(random, one)
        if not nearly_wins(two, laid):
            twice.append(ways(two, laid, nearly_wins))
    assert np.mean(once) == pytest.approx(MENDED, rel=0.25)
    assert np.mean(twice) == pytest.approx(HALF_MENDED, rel=0.25)


def test_wins_with_a_tile_too_few_or_too_many_are_as_many_as_the_prior_says() -> None:
    random = np.random.default_rng(6)
    waits: list[int] = []
    redundant: list[int] = []
    for _ in range(150):
        tiles, laid = standard(random)
        fewer = list(random.permutation(tiles)[1:])
        waits.append(sum(wins([*fewer, face], laid) for face in range(34)))
        more = [*tiles, int(random.integers(34))]
        without = [list(np.delete(more, more.index(face))) for face in set(more)]
        redundant.append(sum(wins(rest, laid) for rest in without))
    assert np.mean(waits) == pytest.approx(WAITS, rel=0.25)
    assert np.mean(redundant) == pytest.approx(REDUNDANT, rel=0.25)


@pytest.mark.parametrize(
    ("text", "unsure", "place", "named"),
    [
        (WON, {"t4": ("6p", 0.3)}, 4, "5p"),  # a meld laid apart is one
        (BARE, {"t11": ("S", 0.4)}, 11, "E"),  # a win is claimed
        (BARE, {"t0": ("4m", 0.7)}, 0, "1m"),  # either wins: the networks decide
        ("6p 6p 6p 7p 8p 9p 2s 3s 4s 5s 6s 7s E _ E", {"t5": ("6p", 0.6)}, 5, "9p"),  # whose row is sorted
        ("7m 8m 9m _ 6p 6p 6p 2s 3s 4s E E E C _ C", {"t2": ("6m", 0.6)}, 2, "9m"),  # chows lie in order
        ("back 9m 9m back _ 4p 5p 6p 7s 7s 7s E E E C _ C", {"t2": ("8m", 0.3)}, 2, "9m"),
        ("7s 7s 7s 7s 8s 9s 1s 2s 3s E E E C _ C", {"t4": ("7s", 0.45)}, 4, "8s"),  # there are four of a face
        ("1f 3f _ 1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C _ C", {"t1": ("1f", 0.4)}, 1, "3f"),  # and one of each flower
        ("1m 2m 3m 4p 5p 6p 7s 7s 7s E E S C _ C", {"t1": ("7m", 0.3)}, 1, "2m"),  # who claims a win is one tile off
        ("1m 2m 3m 4p 5p 6p 7s 7s 7s E E C _ C", {"t1": ("7m", 0.3)}, 1, "2m"),  # and who has a tile too few waits
    ],
)
def test_rules_choose_between_doubtful_faces(
    text: str, unsure: dict[str, tuple[str, float]], place: int, named: str
) -> None:
    assert decoded(found(text, 1.0, **unsure))[0][place] == named


def test_a_meld_laid_open_is_one_on_a_full_table_too() -> None:
    """What the rest of the table says against a hand it says against that hand with a broken meld as well."""
    codes = ["4m", "6m", "7m", "7p", "8p", "9p", "E", "E", "E", "6m", "6m", "2p", "4p", "6p"]
    broken = {index: CODES.index(code) for index, code in enumerate(codes)}
    elsewhere = dict.fromkeys(map(CODES.index, ["S", "W", "N", "C", "F", "P", "6p", "4p", "2p"]), 3)
    row = (9, 10, 11, 12, 13)
    rules = _Rules(((0, 1, 2), (3, 4, 5), (6, 7, 8)), (), row, row, (), elsewhere)
    assert rules.weigh(broken | {2: CODES.index("5m")}) > rules.weigh(broken) + 3


@pytest.mark.parametrize(
    ("elsewhere", "named"), [("", "7m"), ("7m", "7m"), ("7m 7m", "2m"), ("7m 7m 7m 7m", "2m"), ("2m 2m 2m", "7m")]
)
def test_what_lies_elsewhere_on_the_table_is_not_in_the_hand(elsewhere: str, named: str) -> None:
    """Of a hand that is no win either way a tile is 7m by 0.6 to 0.4; the more 7m lie about, the less."""
    hand = found("2m E 9m 4m 4p 6p 8p 7s 9s 1s S S C _ C", 1.0, t0=("7m", 0.4))
    about = [CODES.index(code) for code in elsewhere.split()]
    boxes = np.array([[500.0 + 100 * place, 2000, 560 + 100 * place, 2080] for place in range(len(about))])
    both = Detections.of(
        np.concatenate([hand.boxes, boxes.reshape(-1, 4)]),
        np.ones(len(hand) + len(about)),
        np.concatenate([hand.probabilities, np.eye(len(CODES))[about].reshape(-1, len(CODES))]),
    )
    layout = lay_out(hand.boxes, hand.class_id)
    assert CODES[decode_hand(both, layout).faces[0]] == named


@pytest.mark.parametrize("copies", [1, 2])
def test_a_bonus_tile_that_lies_elsewhere_is_another_one(copies: int) -> None:
    hand = found("1f 3f _ 1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C _ C", 1.0, t1=("2f", 0.6))
    assert decoded(hand)[0][1] == "3f"
    boxes = np.array([[500.0 + 100 * place, 2000, 560 + 100 * place, 2080] for place in range(copies)])
    both = Detections.of(
        np.concatenate([hand.boxes, boxes]),
        np.ones(len(hand) + copies),
        np.concatenate([hand.probabilities, np.eye(len(CODES))[[CODES.index("3f")] * copies]]),
    )
    assert CODES[decode_hand(both, lay_out(hand.boxes, hand.class_id)).faces[1]] == "2f"


@pytest.mark.parametrize(("chance", "named"), [(0.91, "S"), (0.89, "E")])
def test_a_sure_tile_keeps_its_face_and_one_below_the_limit_does_not(chance: float, named: str) -> None:
    tiles = found("1m 2m 3m 4p 5p 6p 7s 7s 7s E E S C _ C", t11=("E", chance))
    faces, right = decoded(tiles)
    assert faces[11] == named
    assert (right > 0.5) == (named == "E")


def test_a_hand_of_doubtful_tiles_is_read_in_bounded_time() -> None:
    tiles = found(BARE)
    chances = np.random.default_rng(1).dirichlet(np.full(43, 0.3), size=len(tiles))
    blurred = Detections.of(tiles.boxes, tiles.confidence, chances)
    layout = lay_out(blurred.boxes, tiles.class_id)
    started = time.process_time()
    one, two = decode_hand(blurred, layout), decode_hand(blurred, layout)
    assert (time.process_time() - started) / 2 < 2e-4 * MOST_WAYS
    assert one == two
