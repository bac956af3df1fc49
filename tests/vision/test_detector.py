"""The detector: its raw output becomes tiles, and a network that is not ours is refused."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from scoring.tiles import CODES
from tests.vision import tiny_networks
from tests.vision.tiny_networks import raw_output
from vision.detections import Detections
from vision.detector import CONFIDENCE, MAX_TILES, Detector, chance_of_tile, decode
from vision.errors import WeightsError
from vision.letterbox import Letterbox

SQUARE = Letterbox.fit(640, 640, 640)


def scores(*faces: dict[str, float]) -> NDArray[np.float64]:
    table = np.zeros((len(faces), len(CODES)))
    for line, face in zip(table, faces, strict=True):
        for code, score in face.items():
            line[CODES.index(code)] = score
    return table


def test_boxes_and_faces_come_out_as_they_went_in() -> None:
    boxes = np.array([[100, 200, 130, 240], [130, 200, 160, 240]], np.float64)
    found = decode(raw_output(boxes, scores({"5m": 0.6, "6m": 0.2}, {"E": 0.9}), 50), SQUARE)
    assert found.codes == ["E", "5m"]
    assert np.allclose(found.boxes, boxes[::-1])
    assert np.allclose(found.confidence, chance_of_tile(np.array([0.9, 0.8])))
    assert np.allclose(found.probabilities.sum(axis=1), 1)
    assert found.probabilities[1, CODES.index("5m")] == pytest.approx(0.75)
    assert found.probabilities[1, CODES.index("6m")] == pytest.approx(0.25)


def test_confidence_is_that_of_a_tile_summed_over_faces() -> None:
    """A tile of which the class head does not know the face is still a tile."""
    unsure = dict.fromkeys(CODES[:9], 0.08)
    found = decode(raw_output(np.array([[0, 0, 30, 40]]), scores(unsure)), SQUARE)
    assert np.allclose(found.confidence, chance_of_tile(np.array([0.72])))


def test_confidence_is_at_most_one() -> None:
    found = decode(raw_output(np.array([[0, 0, 30, 40]]), scores({"5m": 0.9, "6m": 0.7})), SQUARE)
    assert found.confidence.tolist() == pytest.approx([1])
    assert found.confidence.max() <= 1


@pytest.mark.parametrize(("score", "count"), [(CONFIDENCE, 1), (CONFIDENCE - 0.001, 0)])
def test_a_tile_at_the_threshold_and_one_below(score: float, count: int) -> None:
    assert len(decode(raw_output(np.array([[0, 0, 30, 40]]), scores({"5m": score})), SQUARE)) == count


def test_two_faces_on_one_place_are_one_tile() -> None:
    boxes = np.array([[100, 200, 130, 240], [101, 200, 131, 241]], np.float64)
    found = decode(raw_output(boxes, scores({"5m": 0.6}, {"6m": 0.7})), SQUARE)
    assert found.codes == ["6m"]


def test_boxes_are_in_pixels_of_the_picture_and_cut_at_its_border() -> None:
    letterbox = Letterbox.fit(2016, 1512, 640)  # 80 pixels of padding above
    boxes = np.array([[0, 80, 64, 160], [-20, 60, 44, 100], [600, 500, 700, 600]], np.float64)
    found = decode(raw_output(boxes, scores({"5m": 0.9}, {"6m": 0.8}, {"7m": 0.7})), letterbox)
    assert found.codes == ["5m", "6m", "7m"]
    scale = 2016 / 640
    assert found.boxes[0] == pytest.approx(np.array([0, 0, 64, 80]) * scale, abs=0.01)
    assert found.boxes[1] == pytest.approx(np.array([0, 0, 44, 20]) * scale, abs=0.01)
    assert found.boxes[2] == pytest.approx([600 * scale, 420 * scale, 2016, 1512], abs=0.01)


def test_what_lies_in_the_padding_alone_is_no_tile() -> None:
    letterbox = Letterbox.fit(2016, 1512, 640)
    assert len(decode(raw_output(np.array([[100, 10, 130, 50]]), scores({"5m": 0.9})), letterbox)) == 0


def test_nothing_found_is_empty() -> None:
    found = decode(np.zeros((47, 8400), np.float32), SQUARE)
    assert len(found) == 0
    assert found.boxes.shape == (0, 4)
    assert found.probabilities.shape == (0, 43)


def test_more_boxes_than_any_table_has_are_bounded() -> None:
    places = np.stack(np.meshgrid(np.arange(30), np.arange(30)), axis=-1).reshape(-1, 2) * 20.0
    boxes = np.concatenate([places, places + 18], axis=1)
    found = decode(raw_output(boxes, np.full((900, 43), 0.02)), SQUARE)
    assert len(found) == MAX_TILES


def test_many_boxes_of_each_tile_leave_every_tile() -> None:
    """A trained network gives some nine boxes a tile; the bound is on tiles, not on boxes."""
    rng = np.random.default_rng(0)
    places = np.stack(np.meshgrid(np.arange(10), np.arange(6)), axis=-1).reshape(-1, 2) * 60.0
    tiles = np.concatenate([places, places + np.array([40, 54])], axis=1)
    boxes = np.repeat(tiles, 10, axis=0) + rng.uniform(-2, 2, (600, 4))
    found = decode(raw_output(boxes, np.full((600, 43), 0.02)), SQUARE)
    assert len(found) == 60


def test_a_network_runs_on_pixels() -> None:
    boxes = np.array([[100, 200, 130, 240]], np.float64)
    detector = Detector(tiny_networks.detector(raw_output(boxes, scores({"5m": 0.9}))), threads=1)
    found = detector.detect(np.zeros((1280, 1280, 3), np.uint8))
    assert found.codes == ["5m"]
    assert np.allclose(found.boxes, boxes * 2)


OUTPUT = raw_output(np.array([[0, 0, 30, 40]]), np.full((1, 43), 0.01))
SWAPPED = [CODES[1], CODES[0], *CODES[2:]]


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        (b"", "not a network"),
        (b"no network at all", "not a network"),
        (tiny_networks.detector(OUTPUT, names=None), "does not state the names"),
        (tiny_networks.detector(OUTPUT, names="{0: 1"), "does not state the names"),
        (tiny_networks.detector(OUTPUT, names=str(dict(enumerate(SWAPPED)))), "calls class 0 “2m”, expected “1m”"),
        (tiny_networks.detector(OUTPUT, names=str(dict(enumerate(CODES[:34])))), "has 34 classes, expected 43"),
        (tiny_networks.detector(OUTPUT, side=416), "input of “detector.onnx” is 1 × 3 × 416 × 416"),
        (tiny_networks.detector(OUTPUT[:40]), "output of “detector.onnx” is 1 × 40 × 1, expected 1 × 47 × n"),
    ],
)
def test_a_network_that_is_not_ours_is_refused(weights: bytes, message: str) -> None:
    with pytest.raises(WeightsError, match=r"detector\.onnx") as caught:
        Detector(weights)
    assert message in caught.value.message
    assert caught.value.code == "weights_unfit"
    assert "\n" not in caught.value.message


@pytest.mark.parametrize("names", [json.dumps(CODES), json.dumps(dict(enumerate(CODES))), repr(CODES)])
def test_names_may_be_written_as_a_list_or_a_mapping(names: str) -> None:
    Detector(tiny_networks.detector(OUTPUT, names=names), threads=1)


def test_detections_are_validated() -> None:
    good = Detections.of(np.zeros((2, 4)), np.ones(2), np.full((2, 43), 1 / 43))
    with pytest.raises(ValueError, match="confidence"):
        replace(good, confidence=np.ones(3, np.float32))
    with pytest.raises(ValueError, match="class_id"):
        replace(good, class_id=good.class_id.astype(np.float64))


def test_detections_are_selected_by_mask_indexes_and_slice() -> None:
    table = np.eye(43)[:5]
    found = Detections.of(np.arange(20.0).reshape(5, 4), np.linspace(1, 0, 5), table)
    assert found.codes == ["1m", "2m", "3m", "4m", "5m"]
    assert found[found.confidence > 0.6].codes == ["1m", "2m"]
    assert found[[4, 0]].codes == ["5m", "1m"]
    assert found[1:3].boxes.tolist() == [[4, 5, 6, 7], [8, 9, 10, 11]]
    assert len(found[[]]) == len(Detections.empty()) == 0


@given(st.lists(st.floats(0, 1), min_size=2, max_size=20))
def test_a_higher_score_is_never_a_lower_chance(scores_given: list[float]) -> None:
    chances = chance_of_tile(np.sort(np.array(scores_given)))
    assert ((chances >= 0) & (chances <= 1)).all()
    assert (np.diff(chances) >= 0).all()


def _row(scores_of: list[float], step: int = 30) -> NDArray[np.float32]:
    """Detector output of touching tiles of 30 × 40 pixels, each with its own sum of scores."""
    boxes = np.array([[step * place, 100, step * place + 30, 140] for place in range(len(scores_of))], np.float64)
    return raw_output(boxes, scores(*({"5m": score} for score in scores_of)))


@pytest.mark.parametrize(
    ("output", "count"),
    [
        (_row([0.9, 0.15, 0.9]), 3),
        (_row([0.9, 0.149, 0.9]), 2),  # weaker still
        (_row([0.9, 0.9, 0.15]), 2),  # at the end of a row
        (_row([0.9, 0.15, 0.9], step=60), 2),  # too far apart to be neighbours
        (_row([0.9, 0.15, 0.2, 0.9]), 2),  # two unsure ones are no witnesses for each other
    ],
)
def test_a_weak_box_between_two_tiles_of_a_row_is_a_tile(output: NDArray[np.float32], count: int) -> None:
    assert len(decode(output, SQUARE)) == count


def test_backs_are_no_witnesses_for_a_tile_between_them() -> None:
    boxes = np.array([[30 * place, 100, 30 * place + 30, 140] for place in range(3)], np.float64)
    assert len(decode(raw_output(boxes, scores({"back": 0.9}, {"5m": 0.2}, {"back": 0.9})), SQUARE)) == 2


def test_lying_between_two_tiles_makes_a_tile_likelier() -> None:
    score = np.array([0.2, 0.2])
    alone, between = chance_of_tile(score, np.array([False, True]))
    assert alone < 0.5 < between
