"""Blank white tiles: dragons or backs, told by what else the photo shows."""

import numpy as np
import pytest
from numpy.typing import NDArray

from scoring.tiles import CODES
from tests.vision.test_layout import Table
from vision.blanks import (
    BACK,
    DRAGON,
    LEAST_BLANK,
    NO_FACES,
    WEIGHTS,
    evidence,
    settle_blanks,
    surface_colours,
    tell_blanks,
)
from vision.detections import Detections

IVORY, BLUE = (0.85, 0.83, 0.75), (0.1, 0.25, 0.6)
HAND = "1m 2m 3m 4p 5p 6p 7s 7s 7s E E"


def seen(*rows: str, dragon: float = 0.04) -> tuple[Detections, NDArray[np.float64]]:
    """Rows of tiles and their colours; `?` is a blank ivory one, which the networks call a back, `back` a blue back."""
    table = Table()
    for place, text in enumerate(rows):
        table.row(text, 200, 1000 - 120 * place)
    boxes = np.array([[*quad.min(axis=0), *quad.max(axis=0)] for quad in table.tiles])
    chances = np.full((len(boxes), len(CODES)), 1e-5)
    for index, face in enumerate(table.faces):
        if face == "?":
            chances[index, DRAGON], chances[index, BACK] = dragon, 1 - dragon
        else:
            chances[index, CODES.index(face)] = 1
    colours = np.array([BLUE if face == "back" else IVORY for face in table.faces])
    return Detections.of(boxes, np.ones(len(boxes)), chances / chances.sum(axis=1, keepdims=True)), colours


@pytest.mark.parametrize(
    ("rows", "named"),
    [
        ((f"{HAND} ? ? ?",), "P"),
        ((f"{HAND} ? ?", "back back back back back"), "P"),
        (("1m 2m ? 4p 5p 6p 7s 7s 7s ? E E",), "P"),
        ((f"{HAND} ? 9m 9m ?",), "back"),  # a concealed kong
        ((f"{HAND} 9m ? ? 9m",), "back"),
        ((HAND, "? 9m ? ?"), "back"),
        ((HAND, "? ? ? ?"), "back"),  # so is one of four backs, much more often than one of dragons
        ((f"{HAND} 9m ? ? 8m",), "P"),
        ((HAND, "9m ? ? ?"), "P"),
        ((HAND, "? ? ? ? ? ? ? ?"), "back"),  # a wall
    ],
)
def test_a_blank_among_faces_is_a_dragon_and_a_wall_of_them_is_a_wall(rows: tuple[str, ...], named: str) -> None:
    found, colours = seen(*rows)
    told = tell_blanks(found.boxes, found.probabilities, colours, found.face_up)
    blank = (found.probabilities[:, DRAGON] > 0.01) & (found.probabilities[:, BACK] > 0.5)
    assert {CODES[face] for face in told[blank].argmax(axis=1)} == {named}
    assert np.allclose(told.sum(axis=1), 1)


def test_a_tile_of_another_colour_than_the_faces_is_a_back() -> None:
    found, colours = seen(f"{HAND} ?")
    assert tell_blanks(found.boxes, found.probabilities, colours, found.face_up)[-1].argmax() == DRAGON
    colours[-1] = BLUE
    assert tell_blanks(found.boxes, found.probabilities, colours, found.face_up)[-1].argmax() == BACK


def test_dragons_between_two_backs_are_a_kong_of_dragons() -> None:
    found, colours = seen(HAND, "? ? ? ?", dragon=0.5)
    assert (tell_blanks(found.boxes, found.probabilities, colours, found.face_up)[-4:].argmax(axis=1) == BACK).all()
    colours[[-4, -1]] = BLUE
    told = tell_blanks(found.boxes, found.probabilities, colours, found.face_up)[-4:].argmax(axis=1)
    assert told.tolist() == [BACK, DRAGON, DRAGON, BACK]


@pytest.mark.parametrize(("both", "touched"), [(LEAST_BLANK + 0.01, True), (LEAST_BLANK - 0.01, False)])
def test_only_a_tile_that_probably_shows_nothing_is_touched(both: float, touched: bool) -> None:
    found, colours = seen(f"{HAND} ?")
    probabilities = found.probabilities.copy()
    probabilities[-1] = 0
    probabilities[-1, [DRAGON, BACK, 0]] = 0.1, both - 0.1, 1 - both
    told = tell_blanks(found.boxes, probabilities, colours, found.face_up)
    assert (told[-1, DRAGON] != probabilities[-1, DRAGON]) == touched
    assert told[-1, 0] == probabilities[-1, 0]
    assert np.array_equal(told[:-1], probabilities[:-1])


def test_what_is_not_blank_is_left_alone() -> None:
    found, _ = seen(HAND)
    picture = np.zeros((1200, 1200, 3), np.uint8)
    assert settle_blanks(found, picture) is found
    assert len(settle_blanks(Detections.empty(), picture)) == 0


def test_colours_of_surfaces_also_at_the_border() -> None:
    pixels = np.zeros((50, 60, 3), np.uint8)
    pixels[:, 30:] = (10, 200, 30)
    colours = surface_colours(pixels, np.array([[0.0, 0, 20, 20], [35, 30, 75, 70], [-30, -30, 2, 2]]))
    assert np.allclose(colours * 255, [[0, 0, 0], [10, 200, 30], [0, 0, 0]])


def test_a_blank_that_looks_like_the_backs_of_the_photo_is_a_back() -> None:
    """Ivory backs and an ivory dragon: a shade tells, once a wall has shown what colour the backs have."""
    found, colours = seen(f"{HAND} ?", "? ? ? ? ? ?")
    shaded = np.array(IVORY) * 0.93
    colours[-6:] = shaded
    told = tell_blanks(found.boxes, found.probabilities, colours, found.face_up)
    assert told[11, DRAGON] > 0.8
    colours[11] = shaded
    assert tell_blanks(found.boxes, found.probabilities, colours, found.face_up)[11, DRAGON] < told[11, DRAGON] - 0.1


@pytest.mark.parametrize("faces", ["", "E", "E S"])
def test_a_blank_beside_few_faces_or_none_is_weighed_too(faces: str) -> None:
    found, colours = seen(f"{faces} ?".strip())
    weighed = evidence(found.boxes, found.probabilities, colours, found.face_up)
    assert weighed.shape == (len(found), len(WEIGHTS))
    assert np.isfinite(weighed).all()
    assert weighed[-1, 5] == (0 if faces else NO_FACES)
