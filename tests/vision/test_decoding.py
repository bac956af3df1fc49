"""Reading a hand's tiles together: the prior's numbers hold, rules decide between doubtful faces, clear ones stay."""

import time

import numpy as np
import pytest

from datasets.synthesis.deals import draw_deal
from scoring.tiles import CODES
from tests.vision.test_reading import BARE, WON, found
from vision.decoding import MENDED, MOST_WAYS, decode_hand
from vision.detections import Detections
from vision.layout import lay_out
from vision.wins import wins


def decoded(tiles: Detections) -> tuple[list[str], float]:
    result = decode_hand(tiles, lay_out(tiles.boxes, tiles.class_id))
    return [CODES[face] for face in result.faces], result.chance


def test_a_spoilt_hand_can_be_mended_in_as_many_ways_as_the_prior_says() -> None:
    random = np.random.default_rng(5)
    ways: list[int] = []
    while len(ways) < 60:
        hand = draw_deal(random, "standard").hand
        tiles, laid = [face.index for face in hand.in_hand], len(hand.melds)
        place, face = int(random.integers(len(tiles))), int(random.integers(34))
        spoilt = [*tiles[:place], face, *tiles[place + 1 :]]
        if wins(spoilt, laid):
            continue
        ways.append(
            sum(
                wins([*spoilt[:at], other, *spoilt[at + 1 :]], laid)
                for at in range(len(spoilt))
                for other in range(34)
                if other != spoilt[at]
            )
        )
    assert np.mean(ways) == pytest.approx(MENDED, rel=0.25)


@pytest.mark.parametrize(
    ("text", "unsure", "place", "named"),
    [
        (WON, {"t4": ("6p", 0.3)}, 4, "5p"),  # a meld laid apart is one
        (BARE, {"t11": ("S", 0.4)}, 11, "E"),  # a win is claimed
        (BARE, {"t0": ("4m", 0.7)}, 0, "1m"),  # either wins: the networks decide
        ("back 9m 9m back _ 4p 5p 6p 7s 7s 7s E E E C _ C", {"t2": ("8m", 0.3)}, 2, "9m"),
        ("7s 7s 7s 7s 8s 9s 1s 2s 3s E E E C _ C", {"t4": ("7s", 0.45)}, 4, "8s"),  # there are four of a face
        ("1f 3f _ 1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C _ C", {"t1": ("1f", 0.4)}, 1, "3f"),  # and one of each flower
    ],
)
def test_rules_choose_between_doubtful_faces(
    text: str, unsure: dict[str, tuple[str, float]], place: int, named: str
) -> None:
    assert decoded(found(text, 1.0, **unsure))[0][place] == named


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
