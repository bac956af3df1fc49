"""Finding tiles: what the detector proposes, and what the look around makes of it."""

import numpy as np
import pytest

from scoring.tiles import CODES
from tests.vision import tiny_networks
from tests.vision.test_surroundings import COLOURS, boxes, picture
from vision.corners import CornerFinder
from vision.detector import CONFIDENCE, Detector
from vision.faces import FaceClassifier
from vision.finding import find_tiles
from vision.surroundings import CANDIDATE, Surroundings

SHARES = np.array([0.2, 0.2, 0.8, 0.2, 0.8, 0.8, 0.2, 0.8])


def detector(score: float) -> Detector:
    """A detector that proposes the box in each field of the picture, which fills the upper half of its square."""
    scores = np.zeros((3, len(CODES)), np.float32)
    scores[:, 0] = score
    places = boxes(0.5).boxes * (640 / 300) + np.array([0, (640 - 640 / 3) / 2] * 2)
    return Detector(tiny_networks.detector(tiny_networks.raw_output(places, scores)), threads=1)


def classifier(*, looks_around: bool = True) -> FaceClassifier:
    around = Surroundings(tiny_networks.surroundings(COLOURS), threads=1) if looks_around else None
    corners = CornerFinder(tiny_networks.corner_finder(SHARES), threads=1)
    return FaceClassifier(tiny_networks.classifier({"1m": (255, 255, 255)}), corners, around, threads=1)


def test_of_doubtful_boxes_those_around_which_lies_a_tile_stay() -> None:
    found = find_tiles(picture(), detector(0.3), classifier())
    assert sorted(found.boxes[:, 0].round().tolist()) == [135, 235]


def test_a_box_that_the_detector_alone_would_not_take_stays_if_a_tile_lies_there() -> None:
    weak = (CANDIDATE + CONFIDENCE) / 2
    assert len(find_tiles(picture(), detector(weak))) == 0
    assert len(find_tiles(picture(), detector(weak), classifier())) == 2


@pytest.mark.parametrize(("score", "kept"), [(CANDIDATE + 0.001, 2), (CANDIDATE - 0.001, 0)])
def test_weaker_than_a_candidate_is_never_a_tile(score: float, kept: int) -> None:
    assert len(find_tiles(picture(), detector(score), classifier(), least=0.01)) == kept


def test_without_a_look_around_the_word_of_the_detector_stands() -> None:
    assert len(find_tiles(picture(), detector(0.3), classifier(looks_around=False))) == 3


def test_corners_are_found_with_the_tiles() -> None:
    found = find_tiles(picture(), detector(0.9), classifier())
    low, high = found.boxes[:, :2], found.boxes[:, 2:]
    assert not np.allclose(found.corners[:, 0], low)
    assert (found.corners >= low[:, None] - 1).all()
    assert (found.corners <= high[:, None] + 1).all()
