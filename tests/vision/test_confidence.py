"""A whole reading is as sure as its tiles, less what is in doubt about it."""

import pytest

from tests.vision.test_reading import WON, found
from vision.confidence import FAR, LACK, SURE_OF, confidence_of
from vision.layout import Doubt
from vision.questions import WRONG_IN
from vision.reading import Reading, interpret

WAITING = "1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C"
ALMOST = "1m 2m 3m 4p 5p 6p 7s 7s 7s E E S C _ C"
ANYHOW = "1m 9m 3m 4p 2s 6p 7s 4s 7s E F S C _ N"


def read(text: str, there: float = 1.0, *picture: str) -> Reading:
    return interpret(found(text, there), "a.jpg", 2000, 1500, picture=picture)


@pytest.mark.parametrize(
    ("text", "doubts"),
    [
        (WON, ()),
        (ALMOST, ()),
        ("1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C C", (Doubt.WINNING_TILE,)),
        (WAITING, (Doubt.TILE_COUNT, Doubt.WINNING_TILE)),
        (ANYHOW, (FAR,)),
    ],
)
def test_each_doubt_lowers_the_confidence_by_its_factor(text: str, doubts: tuple[str, ...]) -> None:
    reading = read(text)
    assert reading.doubts == tuple(sorted(doubts))
    expected = reading.chance
    for doubt in doubts:
        expected *= SURE_OF[doubt]
    assert reading.confidence == pytest.approx(expected)


@pytest.mark.parametrize("kind", WRONG_IN)
def test_a_spoilt_photo_is_a_doubt(kind: str) -> None:
    spoilt, plain = read(WON, 1.0, kind), read(WON)
    assert spoilt.doubts == (kind,)
    assert spoilt.confidence == pytest.approx(plain.confidence * SURE_OF[kind])


def test_every_doubt_of_a_layout_has_its_factor() -> None:
    assert {doubt.value for doubt in Doubt} <= set(SURE_OF)
    assert confidence_of(0.8, [doubt.value for doubt in Doubt]) < 0.8
    assert all(0 < factor <= 1 for factor in SURE_OF.values())


@pytest.mark.parametrize(("text", "lack"), [(WON, LACK), (ALMOST, LACK), (WAITING, LACK), (ANYHOW, 1.0)])
def test_a_box_that_may_show_no_tile_matters_less_where_the_hand_nearly_wins(text: str, lack: float) -> None:
    """A box too many beside a tile too few would be needed."""
    tiles = len(read(text).tiles)
    assert read(text, 0.9).chance / read(text).chance == pytest.approx((1 - 0.1 * lack) ** tiles)
