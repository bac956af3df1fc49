"""Blank white tiles: dragons or backs, told by what else the photo shows."""

import numpy as np
import pytest

from scoring.tiles import CODES
from tests.vision.test_layout import Table
from vision.blanks import DRAGON, settle_blanks, surface_colours
from vision.detections import Detections
from vision.melds import BACK


def seen(*rows: str, dragon: float = 0.04) -> Detections:
    """Rows of tiles; `?` is a blank white one, which the networks call a back, `back` a coloured back."""
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
    return Detections.of(boxes, np.ones(len(boxes)), chances / chances.sum(axis=1, keepdims=True))


HAND = "1m 2m 3m 4p 5p 6p 7s 7s 7s E E"


@pytest.mark.parametrize(
    ("rows", "named"),
    [
        ((f"{HAND} ? ? ?",), "P"),
        ((f"{HAND} ? ?", "back back back back back"), "P"),
        (("1m 2m ? 4p 5p 6p 7s 7s 7s ? E E",), "P"),
        ((f"{HAND} ? 9m 9m ?",), "back"),
        ((HAND, "? ? ? ? ? ? ? ?"), "back"),
        ((f"{HAND} P P", "? ? ? ?"), "back"),
    ],
)
def test_blanks_are_all_dragons_or_all_backs(rows: tuple[str, ...], named: str) -> None:
    found = seen(*rows)
    settled = settle_blanks(found)
    blank = (found.probabilities[:, DRAGON] > 0.01) & (found.probabilities[:, BACK] > 0.5)
    assert {CODES[face] for face in settled.class_id[blank]} == {named}
    assert np.array_equal(settled.probabilities[~blank], found.probabilities[~blank])
    assert np.allclose(settled.probabilities.sum(axis=1), 1)


def test_what_is_not_blank_is_left_alone() -> None:
    found = seen(HAND, "back back back")
    assert settle_blanks(found) is found
    assert settle_blanks(Detections.empty()) is not None


def test_a_saturated_surface_is_no_blank_tile() -> None:
    found = seen(f"{HAND} ?")
    colours = np.full((len(found), 3), 230.0)
    assert settle_blanks(found, colours).codes[-1] == "P"
    colours[-1] = (40, 120, 60)
    assert settle_blanks(found, colours).codes[-1] == "back"


def test_colours_of_surfaces_also_at_the_border() -> None:
    pixels = np.zeros((50, 60, 3), np.uint8)
    pixels[:, 30:] = (10, 200, 30)
    colours = surface_colours(pixels, np.array([[0.0, 0, 20, 20], [35, 30, 75, 70], [-30, -30, 2, 2]]))
    assert np.allclose(colours, [[0, 0, 0], [10, 200, 30], [0, 0, 0]])
