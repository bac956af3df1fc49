"""The look around doubtful boxes."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from scoring.tiles import CODES
from tests.vision import tiny_networks
from vision.detections import Detections
from vision.errors import WeightsError
from vision.surroundings import (
    KINDS,
    LEAST,
    LEAST_OF_BLANKS,
    MOST,
    SURE,
    Surroundings,
    both_opinions,
    doubtful,
    likely,
    verified,
)

COLOURS = {"nothing": (0, 160, 0), "back": (0, 0, 255), "face": (255, 255, 255)}
"""Cloth is green, backs are blue and faces white: so tells the network of these tests."""


@pytest.fixture(scope="module")
def surroundings() -> Surroundings:
    return Surroundings(tiny_networks.surroundings(COLOURS), threads=1)


def picture() -> NDArray[np.uint8]:
    """Three fields side by side, 100 pixels wide: cloth, a back, a face."""
    return np.repeat(np.array([COLOURS[kind] for kind in KINDS], np.uint8)[None], 100, axis=1).repeat(100, axis=0)


def boxes(confidence: float, code: str = "1m") -> Detections:
    """A box in the middle of each field, whose surroundings lie in it, too."""
    places = np.array([[100 * field + 35, 35, 100 * field + 65, 65] for field in range(3)], np.float32)
    return Detections.of(places, np.full(3, confidence), np.eye(len(CODES))[[CODES.index(code)] * 3])


def test_cloth_is_no_tile_and_a_back_is_one_face_down(surroundings: Surroundings) -> None:
    tile, face = surroundings.look(picture(), boxes(0.5).boxes)
    assert tile.tolist() == [-MOST, MOST, MOST]
    assert face[1:].tolist() == [-MOST, MOST]


def test_no_box_is_no_look(surroundings: Surroundings) -> None:
    assert [len(part) for part in surroundings.look(picture(), np.zeros((0, 4)))] == [0, 0]
    assert len(verified(Detections.empty(), picture(), surroundings)) == 0


def test_doubtful_boxes_are_weighed_anew_and_come_surest_first(surroundings: Surroundings) -> None:
    found = verified(boxes(0.5), picture(), surroundings)
    assert found.confidence[0] > 0.9
    assert found.confidence[2] < 0.1
    assert found.boxes[2].tolist() == [35, 35, 65, 65]
    assert (np.diff(found.confidence) <= 0).all()


def test_a_sure_face_is_not_looked_at_and_a_sure_blank_is(surroundings: Surroundings) -> None:
    """A cut-out cannot tell a blank white dragon from a back, so these are looked at however sure a tile is."""
    assert verified(boxes(0.99), picture(), surroundings).face_up.tolist() == [0, 0, 0]
    assert (verified(boxes(0.99, "back"), picture(), surroundings).face_up != 0).any()


def test_just_below_sure_is_doubtful() -> None:
    least = np.float32(SURE)
    confidence = np.array([np.nextafter(least, np.float32(0)), np.nextafter(least, np.float32(1)), 1], np.float32)
    assert doubtful(replace(boxes(1.0), confidence=confidence)).tolist() == [True, False, False]


@given(chance=st.floats(0, 1), tile=st.floats(-MOST, MOST), more=st.floats(0.1, 3))
def test_more_of_either_opinion_never_makes_a_tile_less_likely(chance: float, tile: float, more: float) -> None:
    before = both_opinions(np.array([chance]), np.array([tile]))
    assert 0 <= before[0] <= 1
    assert both_opinions(np.array([chance]), np.array([tile + more]))[0] >= before[0]
    assert both_opinions(np.array([min(1.0, chance + more)]), np.array([tile]))[0] >= before[0]


@pytest.mark.parametrize(("code", "times"), [("1m", 1.0), ("P", LEAST_OF_BLANKS), ("back", LEAST_OF_BLANKS)])
def test_a_blank_box_needs_more_to_be_a_tile(code: str, times: float) -> None:
    """A middling chance of one is seldom right: sides of tiles and bare table are blank too."""
    shown = np.zeros((2, len(CODES)))
    shown[:, CODES.index(code)] = 0.9
    chances = np.array([LEAST * times - 0.01, LEAST * times + 0.01])
    found = Detections.of(np.array([[0, 0, 30, 40], [50, 0, 80, 40]], float), chances, shown)
    assert likely(found).tolist() == [False, True]
    assert likely(found, least=0.0).all()


def test_a_network_of_another_form_is_refused() -> None:
    with pytest.raises(WeightsError, match="48"):
        Surroundings(tiny_networks.surroundings(COLOURS, side=64))
