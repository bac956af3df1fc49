"""A photo read from end to end by networks made for the test, and the reading's outside."""

import json
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from scoring import notation
from scoring.tiles import CODES
from tests.vision import tiny_networks
from tests.vision.pictures import BLUE, GREEN, RED, WHITE, encoded
from tests.vision.test_layout import Table
from vision.detections import Detections
from vision.detector import Detector
from vision.faces import FaceClassifier
from vision.layout import Layout, Role, lay_out
from vision.photo import open_photo
from vision.reading import MOST_QUESTIONS, SURE, Reading, interpret, read_photo
from vision.understanding import worth_a_look
from vision.views import Views

BARE = "1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C _ C"
"""The same hand with nothing exposed."""

EITHER = "5p 5p 6p 6p 7p 7p 8p 8p 8p 9p 9p E E _ E"
"""A sorted hand of which the fourth tile, 6p, may as well be 7p: it wins either way, and lies sorted."""

FOUR_BONUS = f"1f 3f 2g 4g _ {BARE}"
"""Bonus tiles lie in any order, so that nothing but its looks tells one from another."""

WON = "1m 2m 3m _ 4p 5p 6p __ 7s 7s 7s E E E C _ C"


def found(text: str, there: float = 1.0, **unsure: tuple[str, float]) -> Detections:
    """Tiles laid in a row, each sure of its face but those named: `unsure={"t3": ("2p", 0.6)}` says tile 3 has
    probability 0.6 and the rest goes to 2p. `there` is how sure it is that there are tiles at all.
    """
    table = Table().row(text)
    boxes = np.array([[*quad.min(axis=0), *quad.max(axis=0)] for quad in table.tiles])
    chances = np.zeros((len(boxes), len(CODES)))
    for index, face in enumerate(table.faces):
        other, chance = unsure.get(f"t{index}", ("1m" if face != "1m" else "2m", 0.99))
        chances[index, CODES.index(face)] = chance
        chances[index, CODES.index(other)] = 1 - chance
    return Detections.of(boxes, np.full(len(boxes), there), chances)


def read(text: str, **unsure: tuple[str, float]) -> Reading:
    return interpret(found(text, 1.0, **unsure), "a.jpg", 2000, 1500)


def test_a_face_is_no_surer_than_that_there_is_a_tile() -> None:
    """Confidence is that of a tile times that of its face, so that the hand's is that of the whole reading."""
    sure = interpret(found(WON, there=0.95), "a.jpg", 2000, 1500)
    assert sure.tiles[0].confidence == pytest.approx(0.95, abs=1e-3)
    assert kinds(sure) == []
    assert kinds(interpret(found(WON, there=0.55), "a.jpg", 2000, 1500)) == ["uncertain_tile"] * MOST_QUESTIONS


def kinds(reading: Reading) -> list[str]:
    return [question.kind for question in reading.questions]


@pytest.mark.parametrize(
    ("text", "hand"),
    [
        (WON, "(123m) (456p) 777s EEE C +C"),
        ("1f 3g _ 1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C _ C", "123m 456p 777s EEE C +C |1f3g"),
        ("back 9m 9m back _ 4p 5p 6p 7s 7s 7s E E E C _ C", "[9999m] 456p 777s EEE C +C"),
        ("back back 9m back _ 4p 5p 6p 7s 7s 7s E E E C _ C", "[9999m] 456p 777s EEE C +C"),
        ("9m 9m 9m 9m _ 4p 5p 6p 7s 7s 7s E E E C _ C", "(9999m) 456p 777s EEE C +C"),
    ],
)
def test_a_hand_in_notation(text: str, hand: str) -> None:
    reading = read(text)
    assert reading.notation == hand
    assert notation.parse(reading.notation) == reading.hand
    assert reading.questions == ()
    assert reading.problems == ()
    assert 0.96 < reading.confidence <= 1


def test_json_is_that_of_the_contract() -> None:
    reading = read(EITHER, t3=("7p", 0.7))
    data = json.loads(json.dumps(reading.to_json()))
    assert list(data) == [
        "photo", "width", "height", "seconds", "tiles", "hand", "confidence", "questions", "problems",
    ]  # fmt: skip
    assert (data["photo"], data["width"], data["height"]) == ("a.jpg", 2000, 1500)
    assert data["hand"] == "567p 567p 888p 99p EE +E"
    assert len(data["tiles"]) == 14
    tile = data["tiles"][3]
    assert list(tile) == ["code", "confidence", "box", "role", "group", "alternatives"]
    assert tile["code"] == "6p"
    assert tile["confidence"] == pytest.approx(0.7, abs=0.15)
    assert tile["role"] == "concealed"
    assert tile["group"] == 0
    assert tile["alternatives"] == [["7p", pytest.approx(1 - tile["confidence"], abs=1e-3)]]
    assert data["questions"] == [{"kind": "uncertain_tile", "tiles": [3], "options": ["6p", "7p"]}]
    assert data["problems"] == []


def test_tiles_come_group_by_group_and_ignored_ones_last() -> None:
    table = Table().row("1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C C").row("9s", 600, 300).row("8s", 900, 300)
    boxes = np.array([[*quad.min(axis=0), *quad.max(axis=0)] for quad in table.tiles])
    tiles = Detections.of(boxes, np.ones(16), np.eye(43)[[CODES.index(face) for face in table.faces]])
    reading = interpret(tiles[np.arange(15, -1, -1)], "a.jpg", 2000, 1500)
    assert [tile.code for tile in reading.tiles[:14]] == table.faces[:14]
    assert {tile.code for tile in reading.tiles[14:]} == {"8s", "9s"}
    assert [tile.group for tile in reading.tiles] == [0] * 14 + [None] * 2
    assert [tile.role for tile in reading.tiles[14:]] == [Role.IGNORED] * 2


@pytest.mark.parametrize(("chance", "asked"), [(SURE + 0.001, []), (SURE - 0.001, ["uncertain_tile"])])
def test_a_tile_at_the_limit_of_sureness_and_one_below(chance: float, asked: list[str]) -> None:
    assert kinds(read(f"1f _ {BARE}", t0=("3f", chance))) == asked


def test_a_tile_that_is_ignored_raises_no_question() -> None:
    tiles = found("1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C _ C")
    far = Detections.of(np.array([[600.0, 200, 660, 280]]), np.ones(1), np.full((1, 43), 1 / 43))
    both = Detections.of(
        np.concatenate([tiles.boxes, far.boxes]),
        np.ones(15),
        np.concatenate([tiles.probabilities, far.probabilities]),
    )
    reading = interpret(both, "a.jpg", 2000, 1500)
    assert reading.tiles[-1].role is Role.IGNORED
    assert reading.questions == ()


def test_questions_are_at_most_three_the_least_sure_first() -> None:
    unsure = {"t0": ("2f", 0.8), "t1": ("4f", 0.6), "t2": ("1g", 0.7), "t3": ("3g", 0.89)}
    reading = read(FOUR_BONUS, **unsure)
    assert len(reading.questions) == MOST_QUESTIONS
    assert [reading.tiles[question.tiles[0]].code for question in reading.questions] == ["3f", "2g", "1f"]


def test_an_unknown_winning_tile_is_asked_first_with_the_faces_to_choose_from() -> None:
    reading = read("1f _ 1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C C", t0=("3f", 0.6))
    assert kinds(reading) == ["winning_tile", "uncertain_tile"]
    question = reading.questions[0]
    assert question.options == ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "E", "C")
    assert len(question.tiles) == 14
    assert reading.notation == "123m 456p 777s EEE CC |1f"
    assert reading.problems == ()


@pytest.mark.parametrize(
    ("text", "code", "quoted"),
    [
        ("1m 2m 3m 4p 5p 6p 7s 7s 7s E E C _ C", "too_few_tiles", "13 tiles"),
        ("1m 2m 3m 4p 5p 6p 7s 7s 7s E E E N C C", "too_many_tiles", "15 tiles"),
        ("7s 7s 7s 7s 7s 6s 8s E E E C C F _ N", "five_of_a_face", "7s"),
        ("1f 1f _ 1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C _ C", "duplicate_bonus", "1f"),
    ],
)
def test_what_cannot_be_a_hand_is_a_problem_in_one_sentence(text: str, code: str, quoted: str) -> None:
    reading = read(text)
    assert [problem.code for problem in reading.problems] == [code]
    assert quoted in reading.problems[0].message
    assert "\n" not in reading.problems[0].message
    assert reading.to_json()["problems"][0]["code"] == code


def test_a_wrong_number_of_tiles_is_asked_about_and_not_the_winning_tile() -> None:
    reading = read("1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C")
    assert kinds(reading) == ["hidden_tile"]
    assert reading.questions[0].options == ("C",)
    assert reading.confidence < 0.9


def test_a_hole_in_the_row_shows_between_which_tiles_one_is_hidden() -> None:
    reading = read("1m 2m 3m 4p 5p 6p 7s _ _ 7s E E E C C")
    assert [(question.kind, question.tiles, question.options) for question in reading.questions] == [
        ("hidden_tile", (6, 7), ("7s", "C"))
    ]


def test_an_almost_winning_hand_of_clear_tiles_stays_one() -> None:
    """However little is wanting to a win, no tile that the networks are sure of is read as another."""
    reading = read("1m 2m 3m 4p 5p 6p 7s 7s 7s E E S C _ C", t11=("E", 0.95))
    assert reading.notation == "123m 456p 777s EES C +C"
    assert [(question.kind, question.tiles) for question in reading.questions] == [("uncertain_tile", (11,))]


def test_rules_name_a_tile_that_the_networks_are_unsure_of() -> None:
    reading = read("1m 2m 3m 4p 5p 6p 7s 7s 7s E E S C _ C", t11=("E", 0.6))
    assert reading.notation == "123m 456p 777s EEE C +C"
    assert reading.tiles[11].confidence > SURE
    assert reading.questions == ()


def test_a_tile_too_many_beside_a_whole_row_is_asked_about() -> None:
    reading = read("1m 2m 3m 4p 5p 6p 7s 7s 7s E E E N C _ C")
    assert "extra_tile" in kinds(reading)


def test_a_kong_of_four_backs_is_asked_for() -> None:
    reading = read("back back back back _ 4p 5p 6p 7s 7s 7s E E E C _ C")
    assert kinds(reading) == ["kong_tile"]
    assert [problem.code for problem in reading.problems] == ["too_few_tiles"]


def test_a_photo_without_tiles_is_an_empty_reading_with_one_sentence() -> None:
    reading = interpret(Detections.empty(), "a.jpg", 2000, 1500)
    assert reading.tiles == ()
    assert reading.notation == ""
    assert reading.confidence == 0
    assert [problem.code for problem in reading.problems] == ["no_tiles"]
    assert reading.problems[0].message == "No mahjong tile was found in “a.jpg”"


def test_a_photo_of_backs_shows_no_hand() -> None:
    assert [problem.code for problem in read("back back back back back").problems] == ["no_hand"]


COLOURS = {"C": RED, "1p": BLUE, "F": GREEN, "P": WHITE}


def coloured_photo() -> tuple[bytes, NDArray[np.float64], list[str]]:
    """A 12-megapixel table with fourteen plain tiles of four colours, and where they lie in it."""
    pixels = np.full((3024, 4032, 3), 90, np.uint8)
    codes = ["C", "C", "C", "1p", "1p", "1p", "F", "F", "F", "P", "P", "1p", "C", "F"]
    boxes = []
    for index, code in enumerate(codes):
        x = 400 + 220 * index + (110 if index == 13 else 0)
        pixels[1500:1800, x : x + 212] = COLOURS[code]
        boxes.append((x, 1500, x + 212, 1800))
    return encoded(pixels, "JPEG", quality=92), np.array(boxes, np.float64), codes


def test_a_photo_from_its_bytes_to_a_hand() -> None:
    data, boxes, codes = coloured_photo()
    square = boxes * (640 / 4032) + [0, 80, 0, 80]
    output = tiny_networks.raw_output(square, np.full((14, 43), 0.9 / 43), 8400)
    detector = Detector(tiny_networks.detector(output), threads=1)
    classifier = FaceClassifier(tiny_networks.classifier(COLOURS), threads=1)
    photo = open_photo(data, "a.jpg")
    reading = read_photo(photo, detector, classifier)
    assert (reading.width, reading.height) == (4032, 3024)
    assert [tile.code for tile in reading.tiles] == codes
    assert np.abs(np.array([tile.box for tile in reading.tiles]) - boxes).max() < 4032 / 640
    assert [tile.role for tile in reading.tiles] == [Role.CONCEALED] * 13 + [Role.WINNING]
    assert reading.hand.winning is not None
    assert reading.hand.winning.code == "F"
    assert reading.seconds >= photo.seconds > 0
    again = read_photo(photo, detector, classifier)
    assert replace(again, seconds=0) == replace(reading, seconds=0)


def test_a_photo_in_which_nothing_is_found() -> None:
    detector = Detector(tiny_networks.detector(np.zeros((47, 8400), np.float32)), threads=1)
    reading = read_photo(open_photo(encoded(np.zeros((50, 60, 3), np.uint8)), "a.png"), detector)
    assert [problem.code for problem in reading.problems] == ["no_tiles"]


def test_without_a_second_look_the_detectors_opinion_stands() -> None:
    chances = np.zeros((1, 43))
    chances[0, 4] = 0.9
    output = tiny_networks.raw_output(np.array([[100, 100, 130, 140]]), chances)
    detector = Detector(tiny_networks.detector(output), threads=1)
    reading = read_photo(open_photo(encoded(np.zeros((640, 640, 3), np.uint8))), detector)
    assert [tile.code for tile in reading.tiles] == ["5m"]


def test_the_second_look_takes_in_tiles_beside_the_hand_nearest_first_and_at_most_twelve() -> None:
    """A tile lies 1.33 widths long: two lengths are 2.7 widths. One nearer is looked at, one further is not."""
    hand = found(WON)
    width = float(np.median(hand.boxes[:, 2] - hand.boxes[:, 0]))
    layout = lay_out(hand.boxes, hand.class_id)
    middle = (hand.boxes[3] + [0, 2.4 * width, 0, 2.4 * width])[None]
    far = (hand.boxes[3] + [0, 3.0 * width, 0, 3.0 * width])[None]
    chosen = worth_a_look(layout, Views(np.concatenate([hand.boxes, middle, far])))
    assert chosen.tolist() == [*range(len(hand)), len(hand)]
    crowd = middle - np.arange(15)[:, None] * 0.01 * width * np.array([0, 1, 0, 1])
    chosen = worth_a_look(layout, Views(np.concatenate([hand.boxes, crowd])))
    assert chosen.tolist() == [*range(len(hand)), *range(len(hand) + 3, len(hand) + 15)]


def test_the_second_look_takes_in_tiles_on_the_line_of_the_row_within_eight_steps_of_its_ends() -> None:
    """Bonus tiles laid apart lie there: the last of a group lies further from the hand than the first."""
    hand = found(WON)
    width = float(np.median(hand.boxes[:, 2] - hand.boxes[:, 0]))
    layout = lay_out(hand.boxes, hand.class_id)
    last = hand.boxes[hand.boxes[:, 0].argmax()]
    apart = last + np.array([[4.0], [7.9], [8.1]]) * width * np.array([1, 0, 1, 0])
    chosen = worth_a_look(layout, Views(np.concatenate([hand.boxes, apart])))
    assert chosen.tolist() == [*range(len(hand)), len(hand), len(hand) + 1]


def test_without_a_hand_every_tile_is_looked_at() -> None:
    assert worth_a_look(Layout(), Views(np.zeros((3, 4)))).tolist() == [0, 1, 2]


@pytest.mark.parametrize(
    "text", [WON, "1m 2m 3m _ 4p 5p 6p _ 7s 7s 7s _ E E E _ C C", "1m 2m 3m 4p 5p 6p 7s 7s 7s E E C _ C"]
)
@pytest.mark.parametrize("unit", [0.25, 3.0])
def test_where_tiles_lie_beside_each_other_is_the_same_in_any_unit_of_length(text: str, unit: float) -> None:
    """So what was worked out on the decoded picture serves the whole photo."""
    tiles = found(text)
    elsewhere = tiles.moved(tiles.boxes * unit)
    views = Views(elsewhere.boxes, elsewhere.corners)
    assert interpret(tiles, "a.jpg", 2000, 1500, views=views) == interpret(tiles, "a.jpg", 2000, 1500)
