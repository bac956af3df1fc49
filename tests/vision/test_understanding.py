"""Tiles that may be of another kind are laid out either way, and both ways are weighed."""

import numpy as np
import pytest

from scoring.tiles import CODES
from tests.vision.test_layout import Table
from tests.vision.test_reading import found
from vision.detections import Detections
from vision.layout import Role
from vision.reading import Reading, interpret

HAND = "1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C _ C"


def table(chances: dict[int, dict[str, float]], *more: tuple[str, float, float]) -> Reading:
    """The hand, and tiles beside it at x and y; some of them by index with other chances."""
    laid = Table().row(HAND)
    for code, x, y in more:
        laid.row(code, x, y)
    boxes = np.array([[*quad.min(axis=0), *quad.max(axis=0)] for quad in laid.tiles])
    named = np.eye(len(CODES))[[CODES.index(face) for face in laid.faces]]
    for index, faces in chances.items():
        named[index] = 0
        for code, chance in faces.items():
            named[index, CODES.index(code)] = chance
    return interpret(Detections.of(boxes, np.ones(len(boxes)), named), "a.jpg", 2000, 1500)


def test_a_winning_tile_that_may_be_a_flower_is_none_where_the_hand_needs_it() -> None:
    reading = table({13: {"1f": 0.6, "C": 0.4}})
    assert reading.notation == "123m 456p 777s EEE C +C"
    assert reading.questions == ()


def test_the_chance_of_the_other_kind_is_not_lost() -> None:
    """A tile that is N, and wins nothing, or a flower beside a hand that waits is asked about, with both to choose."""
    reading = table({13: {"1f": 0.1, "N": 0.85, "E": 0.05}})
    tile = next(tile for tile in reading.tiles if tile.code in {"1f", "N"})
    assert 0.5 < tile.confidence < 0.9
    (question,) = [question for question in reading.questions if question.kind == "uncertain_tile"]
    assert set(question.options) >= {"1f", "N"}


@pytest.mark.parametrize(("chances", "kept"), [({"1s": 0.5, "2g": 0.45}, True), ({"1s": 0.95, "2g": 0.05}, False)])
def test_a_tile_beside_the_hand_that_may_be_a_flower_is_taken_for_one(chances: dict[str, float], *, kept: bool) -> None:
    reading = table({14: chances}, ("1s", 900, 1140))
    assert (reading.notation == "123m 456p 777s EEE C +C |2g") == kept
    beside = next(tile for tile in reading.tiles if tile.box[1] > 1060)
    assert beside.role is (Role.BONUS if kept else Role.IGNORED)


def test_two_tiles_of_other_kinds_are_seen_together() -> None:
    """Neither makes the hand on its own: two flowers at its end are none."""
    reading = table({13: {"1f": 0.55, "C": 0.45}, 12: {"2f": 0.55, "C": 0.45}})
    assert reading.notation == "123m 456p 777s EEE C +C"


def test_a_tile_of_the_row_and_a_bonus_tile_that_are_each_the_other_kind_are_seen_together() -> None:
    """Either alone leaves a tile too few or too many: 1m is taken for a flower before it, and a flower for F."""
    tiles = found("4f 2m 3m 4p 5p 6p 7s 7s 7s E E E C F _ C", t0=("1m", 0.55), t13=("2g", 0.65))
    reading = interpret(tiles, "a.jpg", 2000, 1500)
    assert reading.notation == "123m 456p 777s EEE C +C |2g"


def test_a_bonus_tile_at_a_pung_may_make_it_a_kong_though_the_hand_wins_either_way() -> None:
    """Few people put a bonus tile to an open meld; that it may still be one is not lost."""
    tiles = found("N N N 2g _ 1m 2m 3m 4p 5p 6p E E E C _ C", t3=("N", 0.6))
    reading = interpret(tiles, "a.jpg", 2000, 1500)
    assert reading.notation == "(NNNN) 123m 456p EEE C +C"
    assert [code for code, _ in reading.tiles[3].alternatives] == ["2g"]


def test_faces_add_up_to_the_tile() -> None:
    tiles = found(HAND, 1.0, t4=("8p", 0.5), t13=("3f", 0.7))
    for tile in interpret(tiles, "a.jpg", 2000, 1500).tiles:
        assert tile.confidence + sum(chance for _, chance in tile.alternatives) == pytest.approx(1, abs=0.02)


def beside(row: str, *more: tuple[str, float, float], weak: str = "", there: float = 1.0) -> Reading:
    """A row, and others at x and y; ``there`` says how surely what shows the face ``weak`` is a tile."""
    laid = Table().row(row)
    for text, x, y in more:
        laid.row(text, x, y)
    boxes = np.array([[*quad.min(axis=0), *quad.max(axis=0)] for quad in laid.tiles])
    named = np.full((len(boxes), len(CODES)), 1e-5)
    named[np.arange(len(boxes)), [CODES.index(face) for face in laid.faces]] = 0.995
    sure = [there if face == weak else 0.97 for face in laid.faces]
    return interpret(Detections.of(boxes, np.array(sure), named), "a.jpg", 2000, 1500)


def test_the_bar_of_a_rack_between_pairs_makes_no_kongs_of_them() -> None:
    reading = beside("3m 3m _ 5m 5m back 9m 9m back 6s 6s back 7s 7s back 8s 8s _ S S")
    assert reading.notation == "335599m 667788s SS"


@pytest.mark.parametrize(("there", "won"), [(0.89, True), (0.91, False)])
def test_a_box_that_may_be_none_is_left_out_where_a_tile_beside_it_wins(there: float, *, won: bool) -> None:
    """Scraps of the table look like tiles at times; such boxes are found less surely than tiles."""
    reading = beside("1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C 1p", ("C", 500, 880), weak="1p", there=there)
    assert (reading.notation == "123m 456p 777s EEE C +C") == won


def test_a_blank_box_between_a_kong_and_a_meld_is_the_table() -> None:
    reading = beside("S S 6p 7p 8p 7m 8m 9m", ("back 7s 7s back P 3m 4m 5m", 200, 880), weak="P", there=0.55)
    assert reading.notation == "(345m) [7777s] 789m 678p SS"


def test_no_box_is_left_out_where_too_few_are_left() -> None:
    """A hand one tile away from a win stays one, though without that tile it would wait for one."""
    reading = beside("1m 2m 3m 4p 5p 6p 7s 7s 7s 1s 4s 5s C _ C", weak="1s", there=0.7)
    assert reading.notation == "123m 456p 145777s C +C"


@pytest.mark.parametrize(("doubt", "kept"), [(0.4, True), (0.0, False)])
def test_a_group_with_a_flower_in_it_is_of_bonus_tiles_alone_unless_its_others_are_sure(
    doubt: float, *, kept: bool
) -> None:
    """Nobody lays a bonus tile and others together. Each of two misread ones alone would leave the group mixed."""
    wind = {"E": 1 - doubt, "1g": doubt * 0.7, "3g": doubt * 0.3}
    bamboo = {"1s": 1 - doubt, "2g": doubt * 0.7, "4f": doubt * 0.3}
    reading = table({15: wind, 16: bamboo}, ("3f E 1s", 900, 1140))
    assert reading.notation == "123m 456p 777s EEE C +C" + (" |3f12g" if kept else "")


@pytest.mark.parametrize(("dragon", "kept"), [(0.3, True), (0.01, False)])
def test_blanks_that_touch_are_taken_for_dragons_together_where_they_win(dragon: float, *, kept: bool) -> None:
    """Any one or two of them would leave a hand that wins no more than without."""
    blank = {"back": 1 - dragon, "P": dragon}
    hand = Table().row("1m 2m 3m 4p 5p 6p 7s 7s 7s C _ C").row("P P P", 900, 860)
    boxes = np.array([[*quad.min(axis=0), *quad.max(axis=0)] for quad in hand.tiles])
    named = np.eye(len(CODES))[[CODES.index(face) for face in hand.faces]]
    for index in (11, 12, 13):
        named[index] = 0
        for code, chance in blank.items():
            named[index, CODES.index(code)] = chance
    reading = interpret(Detections.of(boxes, np.ones(len(boxes)), named), "a.jpg", 2000, 1500)
    assert ("PPP" in reading.notation) == kept
