"""Which questions a photo that is mirrored, blurred or dark raises, beside those about its tiles."""

from dataclasses import replace

import numpy as np
import pytest

from scoring.tiles import CODES
from service.console import question_text
from tests.vision.test_reading import FOUR_BONUS, WON, found, kinds
from vision.detections import Detections
from vision.layout import Role
from vision.overlay import _sentence
from vision.questions import MOST_QUESTIONS, WRONG_IN, Question, ReadTile, _parts
from vision.reading import interpret

FOUR_UNSURE = {"t0": ("2f", 0.8), "t1": ("4f", 0.6), "t2": ("1g", 0.7), "t3": ("3g", 0.89)}


def asked(text: str, *picture: str, **unsure: tuple[str, float]) -> list[str]:
    return kinds(interpret(found(text, 1.0, **unsure), "a.jpg", 2000, 1500, picture=picture))


@pytest.mark.parametrize("kind", WRONG_IN)
def test_a_spoilt_photo_of_sure_tiles_asks_for_another_and_nothing_else(kind: str) -> None:
    assert asked(WON) == []
    assert asked(WON, kind) == [kind]
    reading = interpret(found(WON), "a.jpg", 2000, 1500, picture=(kind,))
    assert reading.questions == (Question(kind),)
    assert reading.problems == ()


def test_all_that_is_the_matter_is_said_the_worst_first() -> None:
    assert asked(FOUR_BONUS, "mirrored", "blurred", "dark", **FOUR_UNSURE) == ["mirrored", "blurred", "dark"]


def test_a_blurred_photo_leaves_two_questions_for_the_least_sure_tiles() -> None:
    """Where several tiles are in doubt the hand is likelier misread somewhere than any one of them is."""
    questions = interpret(found(FOUR_BONUS, 1.0, **FOUR_UNSURE), "a.jpg", 2000, 1500, picture=("blurred",)).questions
    assert [(question.kind, question.tiles) for question in questions] == [
        ("blurred", ()),
        ("uncertain_tile", (15,)),
        ("uncertain_tile", (16,)),
    ]


def test_a_tile_that_lacks_comes_before_blur_and_blur_is_said_last_at_least() -> None:
    one_short = "1m 2m 3m 4p 5p 6p 7s 7s 7s E E C _ C"
    assert asked(one_short, "blurred")[1:] == ["blurred"]
    four_backs = "back back back back _ 4p 5p 6p 7s 7s 7s E E E N C C"
    plain = asked(four_backs)
    spoilt = asked(four_backs, "dark")
    assert len(spoilt) <= MOST_QUESTIONS
    assert "dark" in spoilt
    assert [kind for kind in spoilt if kind != "dark"] == plain[: len(spoilt) - 1]


def test_all_but_the_confidence_is_the_same_whatever_is_the_matter_with_the_photo() -> None:
    tiles = found(FOUR_BONUS, 1.0, **FOUR_UNSURE)
    plain = interpret(tiles, "a.jpg", 2000, 1500)
    spoilt = interpret(tiles, "a.jpg", 2000, 1500, picture=("blurred", "dark"))
    assert spoilt.confidence < plain.confidence / 2
    one, two = (replace(reading, questions=(), confidence=0.0, doubts=()) for reading in (plain, spoilt))
    assert one == two


@pytest.mark.parametrize(("room", "cut"), [(7, ["cut"]), (9, [])])
def test_a_whole_hand_at_the_edge_may_be_cut_and_one_with_room_is_not(room: int, cut: list[str]) -> None:
    """`vision.questions.EDGE` of 2,000 pixels is 8. Lost tiles need not show: a kong becomes a pung, a flower lacks."""
    tiles = found(WON)
    whole = tiles.moved(tiles.boxes + np.array([room - tiles.boxes[:, 0].min(), 0, room - tiles.boxes[:, 0].min(), 0]))
    reading = interpret(whole, "a.jpg", 2000, 1500)
    assert kinds(reading) == cut
    assert [question.tiles for question in reading.questions] == [(0,)] * len(cut)


def test_a_row_of_fourteen_that_is_far_from_a_win_is_asked_about_as_a_whole() -> None:
    """Some other row is the hand, or these are discards: which of them has won is not the question."""
    anyhow = interpret(found("1m 9m 3m 4p 2s 6p 7s 4s 7s E F S C N"), "a.jpg", 2000, 1500)
    assert [(question.kind, len(question.tiles)) for question in anyhow.questions] == [("extra_tile", 14)]
    assert anyhow.questions[0].options == ("keep", "drop")
    almost = interpret(found("1m 2m 3m 4p 5p 6p 7s 7s 7s E E S C C"), "a.jpg", 2000, 1500)
    assert kinds(almost) == ["winning_tile"]


@pytest.mark.parametrize(("pair", "asked"), [("E", []), ("S", [(3,)])])
def test_a_hand_that_does_not_win_asks_about_tiles_that_are_rather_sure(
    pair: str, asked: list[tuple[int, ...]]
) -> None:
    """A tile is 7p by 0.12; one of those lies elsewhere, which halves that: between both limits."""
    hand = found(f"5p 5p 6p 6p 7p 7p 8p 8p 8p 9p 9p E E _ {pair}", 1.0, t3=("7p", 0.88))
    named = np.eye(hand.probabilities.shape[1])[[CODES.index("7p")]]
    away = np.array([[500.0, 2000, 560, 2080]])
    both = Detections.of(
        np.concatenate([hand.boxes, away]), np.ones(len(hand) + 1), np.concatenate([hand.probabilities, named])
    )
    questions = interpret(both, "a.jpg", 2000, 2500).questions
    assert [question.tiles for question in questions] == asked


def read_tile(code: str, x: float, role: Role) -> ReadTile:
    return ReadTile(code, 0.99, (x, 0.0, x + 60, 80.0), role, None)


@pytest.mark.parametrize(
    ("tiles", "parts"),
    [
        ([("1f", 0, "ignored"), ("2f", 60, "ignored")], [(0, 1)]),
        ([("1f", 0, "ignored"), ("2f", 160, "ignored")], [(0,), (1,)]),  # apart
        ([("1f", 0, "ignored"), ("2m", 60, "ignored")], [(0,), (1,)]),  # a bonus tile and none
        ([("1f", 0, "ignored"), ("2f", 60, "bonus")], [(0,), (1,)]),  # left out and of the hand
        ([("1m", 0, "ignored"), ("2m", 60, "ignored"), ("3m", 120, "ignored")], [(0, 1, 2)]),  # through another
    ],
)
def test_tiles_are_asked_about_together_where_one_answer_is_true_of_them(
    tiles: list[tuple[str, float, str]], parts: list[tuple[int, ...]]
) -> None:
    read = [read_tile(code, x, Role(role)) for code, x, role in tiles]
    assert _parts(read, range(len(read))) == parts


@pytest.mark.parametrize(
    ("text", "unsure", "question"),
    [
        ("back back 9m back _ 4p 5p 6p 7s 7s 7s E E E C _ C", {"t2": ("8m", 0.6)}, (2, ("9m", "8m"))),
        # a face that may be a back: then nobody can see of which tile the kong is
        ("back back P back _ 4p 5p 6p 7s 7s 7s E E E C _ C", {"t2": ("back", 0.8)}, (2, ())),
    ],
)
def test_a_concealed_kong_in_doubt_is_named_by_one_answer(
    text: str, unsure: dict[str, tuple[str, float]], question: tuple[int, tuple[str, ...]]
) -> None:
    questions = interpret(found(text, 1.0, **unsure), "a.jpg", 2000, 1500).questions
    assert [one.kind for one in questions] == ["uncertain_tile"]
    assert (questions[0].tiles[0], questions[0].options) == question


def test_a_hand_that_lacks_a_tile_at_the_edge_asks_whether_it_is_cut_off() -> None:
    tiles = found("1m 2m 3m 4p 5p 6p 7s 7s 7s E E C _ C")
    at_edge = tiles.moved(tiles.boxes - np.array([tiles.boxes[:, 0].min(), 0, tiles.boxes[:, 0].min(), 0]))
    assert "cut" in kinds(interpret(at_edge, "a.jpg", 2000, 1500))


def test_every_question_about_the_photo_has_words_in_the_picture_and_on_the_console() -> None:
    """No kind falls back to its bare name."""
    for kind in (*WRONG_IN, "cut"):
        reading = interpret(found(WON), "a.jpg", 2000, 1500)
        question = Question(kind, (0,) if kind == "cut" else ())
        assert _sentence(reading, question) != kind
        assert not question_text(question, reading).startswith("Please check")
