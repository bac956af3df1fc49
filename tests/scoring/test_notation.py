"""Notation: parse and format are exact inverses; only `HandError` escapes any text, and it quotes the piece."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import notation
from scoring.errors import HandError
from scoring.hand import Hand, Meld
from scoring.notation import LIMIT, format_hand, format_tiles, parse
from scoring.tiles import TILES, tile

if TYPE_CHECKING:
    from scoring.tiles import Tile


@pytest.mark.parametrize(
    "text",
    [
        "(234p) (CCC) [9999m] 45s 66s +3s |1f3g",
        "(CCC) 123m 45s 66s +3s |1f",
        "123p 456p 789p 78s EE +9s",
        "(135m) 11111p",
        "|12f3g",
        "",
    ],
)
def test_canonical_text_comes_back(text: str) -> None:
    assert format_hand(parse(text)) == text


def test_format_is_there_by_its_own_name() -> None:
    assert notation.format(parse("E E E")) == "EEE"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("1m2m3m", "123m"),
        ("  E E\tE ", "EEE"),
        ("( 2 3 4 p )", "(234p)"),
        ("(4p 3p 2p)", "(234p)"),
        ("+ 3 s | 1f 3g", "+3s |1f3g"),
        ("9s1s", "19s"),
    ],
)
def test_spaces_and_order_are_free(text: str, canonical: str) -> None:
    assert format_hand(parse(text)) == canonical


def test_the_order_of_the_melds_is_kept() -> None:
    assert format_hand(parse("(CCC) (123m)")) == "(CCC) (123m)"


def test_a_winning_tile_is_not_among_the_concealed() -> None:
    hand = parse("12m +3m")
    assert (hand.concealed, hand.winning) == ((tile("1m"), tile("2m")), tile("3m"))
    assert hand.in_hand == (tile("1m"), tile("2m"), tile("3m"))


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("123x", "“123x” is no group"),
        ("123", "“123” is no group"),
        ("0m", "“0m” is no tile"),
        ("5f", "“5f” is no tile"),
        ("123m ? 4s", "“?” is no part"),
        ("back", "“back” is no part"),
        ("(123m", "lacks “)” at the end"),
        ("[1111m", "lacks “]” at the end"),
        ("123m)", "“)” closes a meld that “123m” does not open"),
        ("(123m]", "“]” closes a meld"),
        ("()", "“()” is a meld without tiles"),
        ("((123m)", "“(123m)” opens a meld inside"),
        ("+3s (123m)", "“(123m)” opens a meld inside"),
        ("(12m +3m)", "comes before the meld is closed with “)”"),
        ("[12m |1f]", "comes before the meld is closed with “]”"),
        ("+3m +4m", "“+4m” comes a second time"),
        ("|1f |2f", "“|2f” comes a second time"),
        ("|1f +2m", "“+2m” comes a second time, or after the bonus tiles"),
        ("+34m", "“34m” after “+” is more than one winning tile"),
        ("123m +", "has “+” without a winning tile"),
    ],
)
def test_text_that_is_no_notation_is_quoted(text: str, quoted: str) -> None:
    with pytest.raises(HandError) as caught:
        parse(text)
    assert quoted in caught.value.message
    assert caught.value.code == "bad_hand"


def test_the_longest_text_passes_and_one_more_fails() -> None:
    assert parse(" " * LIMIT) == Hand()
    with pytest.raises(HandError, match="too long"):
        parse(" " * (LIMIT + 1))


@given(st.text(alphabet="123456789mpsfgESWNCFP()[]+| 0x", max_size=60))
def test_any_text_is_a_hand_or_a_hand_error_and_what_is_a_hand_is_a_fixed_point(text: str) -> None:
    try:
        hand = parse(text)
    except HandError:
        return
    canonical = format_hand(hand)
    assert parse(canonical) == hand
    assert format_hand(parse(canonical)) == canonical


@given(st.text(max_size=40))
def test_only_hand_errors_escape_any_text_at_all(text: str) -> None:
    with suppress(HandError):
        parse(text)


FACE = st.sampled_from(TILES)


@given(
    st.lists(FACE, max_size=14),
    st.lists(st.tuples(st.lists(FACE, min_size=1, max_size=4), st.booleans()), max_size=4),
    st.none() | FACE,
    st.lists(FACE, max_size=8),
)
def test_parse_after_format_is_the_identity_on_any_hand(
    concealed: list[Tile], melds: list[tuple[list[Tile], bool]], winning: Tile | None, bonus: list[Tile]
) -> None:
    laid = tuple(Meld(tuple(tiles), exposed) for tiles, exposed in melds)
    hand = Hand(tuple(concealed), laid, winning, tuple(bonus))
    assert parse(format_hand(hand)) == hand


def test_format_tiles_shares_the_suit_letter_of_neighbours() -> None:
    assert format_tiles([tile("1m"), tile("2m"), tile("E"), tile("C"), tile("9s")]) == "12mEC9s"
