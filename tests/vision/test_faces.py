"""The second look: cut-outs, the classifier, and two opinions made one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from scoring.tiles import CODES
from tests.vision import tiny_networks
from tests.vision.pictures import BLUE, GREEN, RED, WHITE, quarters
from vision.cutouts import CUT_SIDE, MARGIN, cut_out
from vision.detections import Detections
from vision.errors import WeightsError
from vision.faces import FaceClassifier, combine

COLOURS = {"C": RED, "1p": BLUE, "F": GREEN, "P": WHITE}
QUARTERS = np.array([[0, 0, 80, 48], [80, 0, 160, 48], [0, 48, 80, 96], [80, 48, 160, 96]], np.float32)


def distribution(**faces: float) -> NDArray[np.float64]:
    line = np.zeros((1, 43))
    for code, chance in faces.items():
        line[0, CODES.index(code.lstrip("_"))] = chance
    return line


def test_a_cut_shows_its_box_and_a_margin() -> None:
    pixels = np.zeros((400, 400, 3), np.uint8)
    pixels[100:200, 100:200] = 255
    cut = cut_out(pixels, np.array([[100, 100, 200, 200]]))
    assert cut.shape == (1, 3, CUT_SIDE, CUT_SIDE)
    assert cut.dtype == np.float32
    white = cut[0, 0, CUT_SIDE // 2] > 0.5
    assert abs(white.sum() - CUT_SIDE / (1 + 2 * MARGIN)) <= 1
    assert not white[0]
    assert not white[-1]
    assert cut.max() == 1


def test_channels_keep_their_order() -> None:
    pixels = np.zeros((50, 50, 3), np.uint8)
    pixels[..., 0] = 255
    assert cut_out(pixels, np.array([[10, 10, 30, 40]]))[0].mean(axis=(1, 2)).tolist() == [1, 0, 0]


@given(
    st.tuples(st.floats(-50, 150), st.floats(-50, 150)),
    st.tuples(st.floats(0, 120), st.floats(0, 120)),
)
def test_any_box_gives_a_cut_and_beyond_the_border_it_repeats(
    corner: tuple[float, float], size: tuple[float, float]
) -> None:
    grey = np.full((90, 120, 3), 51, np.uint8)
    box = np.array([[corner[0], corner[1], corner[0] + size[0], corner[1] + size[1]]])
    assert np.allclose(cut_out(grey, box), 0.2)


def test_no_box_gives_no_cut() -> None:
    assert cut_out(np.zeros((9, 9, 3), np.uint8), np.zeros((0, 4))).shape == (0, 3, CUT_SIDE, CUT_SIDE)


def test_a_fine_pattern_is_averaged_when_shrunk() -> None:
    pixels = np.zeros((640, 640, 3), np.uint8)
    pixels[::2] = 255
    cut = cut_out(pixels, np.array([[0, 0, 640, 640]]), margin=0)
    assert np.abs(cut - 0.5).max() < 0.01


def test_two_opinions_that_agree_are_surer_than_either() -> None:
    one, two = distribution(_5m=0.7, _6m=0.3), distribution(_5m=0.8, _6m=0.2)
    both = combine(one, two)
    assert both.sum() == pytest.approx(1, abs=1e-6)
    assert both[0, CODES.index("5m")] > 0.8


def test_the_second_look_outweighs_the_detector() -> None:
    both = combine(distribution(_5m=0.9, _6m=0.1), distribution(_5m=0.1, _6m=0.9))
    assert CODES[int(both.argmax())] == "6m"


def test_an_opinion_of_zero_is_no_veto() -> None:
    both = combine(distribution(_5m=1), distribution(_6m=1))
    assert 0 < both[0, CODES.index("5m")] < both[0, CODES.index("6m")]


def test_a_classifier_names_cut_outs() -> None:
    classifier = FaceClassifier(tiny_networks.classifier(COLOURS), threads=1)
    logits = classifier.logits(cut_out(quarters(), QUARTERS, margin=0))
    assert [CODES[index] for index in logits.argmax(axis=1)] == list(COLOURS)
    assert classifier.logits(np.zeros((0, 3, 64, 64), np.float32)).shape == (0, 43)


def test_a_look_changes_faces_and_keeps_boxes() -> None:
    found = Detections.of(QUARTERS, np.array([0.9, 0.8, 0.7, 0.6]), np.full((4, 43), 1 / 43))
    looked = FaceClassifier(tiny_networks.classifier(COLOURS), threads=1).look(quarters(), found)
    assert looked.codes == list(COLOURS)
    assert np.array_equal(looked.boxes, found.boxes)
    assert np.array_equal(looked.confidence, found.confidence)


def test_a_look_at_nothing_is_nothing() -> None:
    classifier = FaceClassifier(tiny_networks.classifier(COLOURS), threads=1)
    assert len(classifier.look(quarters(), Detections.empty())) == 0


def test_a_classifier_of_another_form_is_refused() -> None:
    with pytest.raises(WeightsError, match="n × 3 × 64 × 64"):
        FaceClassifier(tiny_networks.classifier(COLOURS, side=32))
    with pytest.raises(WeightsError, match=r"classifier\.onnx"):
        FaceClassifier(tiny_networks.classifier(COLOURS, names="[]"))
