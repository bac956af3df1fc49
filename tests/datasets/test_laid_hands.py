from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from datasets.synthesis.deals import Deal, draw_deal
from datasets.synthesis.hand_styles import BONUS, KONGS, MELDS, WINNING, Style, draw_style
from datasets.synthesis.laid_hands import LaidHand, Piece, lay_hand
from datasets.synthesis.table_scenes import plain_tile
from scoring import notation

TILE = plain_tile()
WIDTH, HEIGHT, _ = TILE.size


def laid(text: str, seed: int = 0, **style: str | bool) -> LaidHand:
    deal = Deal("standard", notation.parse(text))
    return lay_hand(np.random.default_rng(seed), deal, TILE, Style(**style))  # type: ignore[arg-type]  # of one dict


def of_role(hand: LaidHand, role: str) -> list[Piece]:
    return [piece for piece in hand.pieces if piece.role == role]


def ends(pieces: list[Piece]) -> tuple[float, float]:
    x = [piece.x for piece in pieces]
    return min(x), max(x)


@settings(deadline=None)
@given(st.integers(0, 10**6))
def test_what_lies_there_is_the_hand(seed: int) -> None:
    """Every tile of the hand lies there once, in its role; of a concealed kong some show their back."""
    rng = np.random.default_rng(seed)
    deal = draw_deal(rng)
    hand = lay_hand(rng, deal, TILE)
    roles = Counter((piece.role, piece.code) for piece in hand.pieces if piece.role != "concealed_kong")
    shown = hand.shown
    expected = Counter(("concealed", face.code) for face in shown.concealed)
    expected.update(("exposed", face.code) for meld in shown.melds if meld.exposed for face in meld.tiles)
    expected.update(("bonus", face.code) for face in shown.bonus)
    if shown.winning is not None:
        expected["winning", shown.winning.code] += 1
    assert roles == expected
    kongs = [meld.tiles[0].code for meld in shown.melds if not meld.exposed]
    by_group: dict[int, set[str]] = {}
    for piece in of_role(hand, "concealed_kong"):
        by_group.setdefault(piece.group, set()).add(piece.code)
    assert len(by_group) == len(kongs)
    assert set().union(*by_group.values(), {"back"}) - {"back"} <= set(kongs)


@settings(deadline=None)
@given(st.integers(0, 10**6))
def test_no_tile_lies_on_another(seed: int) -> None:
    rng = np.random.default_rng(seed)
    pieces = lay_hand(rng, draw_deal(rng), TILE).pieces
    flat = [piece for piece in pieces if not piece.stands]
    for place, one in enumerate(flat):
        for two in flat[:place]:
            assert np.hypot(one.x - two.x, one.y - two.y) > 0.85 * WIDTH


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("melds", [how for how in MELDS if how != "turned"])
def test_exposed_melds_lie_apart(melds: str, seed: int) -> None:
    """Between the concealed tiles and a meld a person sees a gap, or they are different rows."""
    hand = laid("(123m) (CCC) 456p 78s 99s +6s", seed, melds=melds, winning="unmarked")
    concealed, exposed = of_role(hand, "concealed"), of_role(hand, "exposed")
    for one in concealed:
        for two in exposed:
            beside = abs(one.y - two.y) < HEIGHT / 2
            assert (abs(one.x - two.x) if beside else abs(one.y - two.y)) > (WIDTH * 1.4 if beside else HEIGHT * 0.95)


@pytest.mark.parametrize(("melds", "side"), [("above", 1), ("below", -1)])
def test_melds_in_a_row_of_their_own(melds: str, side: int) -> None:
    hand = laid("(123m) (CCC) 456p 78s 99s +6s", melds=melds, winning="unmarked")
    assert all(side * piece.y > HEIGHT * 0.95 for piece in of_role(hand, "exposed"))


def test_melds_turned_run_away_from_the_player() -> None:
    hand = laid("(123m) 456p 789p 78s 99s +6s", melds="turned", winning="unmarked")
    pieces = of_role(hand, "exposed")
    assert all(abs(np.sin(piece.turn)) > 0.9 for piece in pieces)
    low, high = ends(pieces)
    assert high - low < 0.2
    assert np.ptp([piece.y for piece in pieces]) == pytest.approx(2, abs=0.3)


@pytest.mark.parametrize("seed", range(4))
def test_the_forms_of_a_concealed_kong(seed: int) -> None:
    """back X X back, X back back X, one face among three backs, four backs."""
    forms = {}
    for how in KONGS:
        hand = laid("[9999m] 123p 456p 78s 99s +6s", seed, melds="gap", kongs=how, winning="apart")
        forms[how] = [piece.code for piece in sorted(of_role(hand, "concealed_kong"), key=lambda piece: piece.x)]
        assert ("kong_tile" in hand.unknown) == (how == "four backs")
    assert forms["outer backs"] == ["back", "9m", "9m", "back"]
    assert forms["inner backs"] == ["9m", "back", "back", "9m"]
    assert sorted(forms["one face"]) == ["9m", "back", "back", "back"]
    assert forms["four backs"] == ["back"] * 4


@pytest.mark.parametrize("seed", range(6))
def test_the_winning_tile_is_shown_as_said(seed: int) -> None:
    found = {how: laid("123p 456p 789p 78s 99s +6s", seed, winning=how) for how in WINNING}
    low, high = ends(of_role(found["apart"], "concealed"))
    (apart,) = of_role(found["apart"], "winning")
    assert min(abs(apart.x - low), abs(apart.x - high)) > 1.4 * WIDTH
    (turned,) = of_role(found["turned"], "winning")
    assert abs(np.sin(turned.turn)) > 0.9
    assert abs(turned.y) < HEIGHT / 2
    for how, across in (("above", False), ("across", True)):
        (piece,) = of_role(found[how], "winning")
        assert piece.y > HEIGHT * 0.8
        assert (abs(np.sin(piece.turn)) > 0.9) == across
    assert not of_role(found["unmarked"], "winning")
    assert found["unmarked"].shown.winning is None
    assert found["unmarked"].unknown == {"winning_tile"}


def test_melds_sorted_for_the_photo_may_be_exposed_for_all_that_one_sees() -> None:
    hand = laid("123m 456p 789p 78s 99s +6s", melds="sorted", winning="unmarked")
    assert hand.unknown == {"winning_tile", "exposed_melds"}
    assert all(piece.role == "concealed" for piece in hand.pieces)
    x = np.sort([piece.x for piece in hand.pieces])
    assert (np.diff(x) > 1.4 * WIDTH).sum() == 4


def test_on_a_rack_only_what_is_concealed_stands() -> None:
    hand = laid("(123m) 456p 789p 78s 99s +6s |1f", melds="below", winning="apart", bonus="own row", rack=True)
    assert {piece.role for piece in hand.pieces if piece.stands} == {"concealed", "winning"}


def test_every_way_to_lay_a_hand_occurs() -> None:
    rng = np.random.default_rng(1)
    styles = [draw_style(rng, draw_deal(rng)) for _ in range(1500)]
    assert {style.melds for style in styles} == {*MELDS, "sorted", "none"}
    assert {style.kongs for style in styles} == {*KONGS, "none"}
    assert {style.winning for style in styles} == {*WINNING, "none"}
    assert {style.bonus for style in styles} == {*BONUS, "none"}
    assert {style.rack for style in styles} == {False, True}
