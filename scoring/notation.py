"""The notation of a hand: ``(234p) (CCC) [9999m] 45s 66s +3s |1f3g``.

``( )`` an exposed meld, ``[ ]`` a concealed kong, bare groups are concealed tiles, ``+`` the winning tile, ``|`` bonus
tiles. Digits before a suit letter share it; spaces are free. The notation can express a hand that is incomplete or
illegal: five of a face, a group that is no meld, a missing winning tile are problems of the hand (`scoring.problems`),
not errors of the text.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Final

from scoring.errors import HandError
from scoring.hand import Hand, Meld, MeldKind
from scoring.suits import decompositions
from scoring.tiles import TILES, Tile, tile

if TYPE_CHECKING:
    from collections.abc import Iterable

LIMIT: Final = 1000
"""The longest text that is looked at, in characters; a hand needs some sixty."""

_PIECE: Final = re.compile(
    r"""\s*(?:
        (?P<open>[(\[]) | (?P<close>[)\]]) | (?P<winning>\+) | (?P<bonus>\|)
        | (?P<digits>[0-9][0-9\s]*)(?P<suit>[A-Za-z]?) | (?P<honour>[ESWNCFP])
    )\s*""",
    re.VERBOSE,
)


def parse(text: str) -> Hand:
    """Read a hand from its notation.

    Raises:
        HandError: the text is no notation; quotes the offending piece.

    >>> hand = parse("(234p) (CCC) [9999m] 45s 66s +3s |1f3g")
    >>> hand.winning, [meld.exposed for meld in hand.melds], len(hand.concealed)
    (tile('3s'), [True, True, False], 4)
    >>> parse("123x")
    Traceback (most recent call last):
        ...
    scoring.errors.HandError: “123x” is no group of tiles: digits need one of m p s f g after them

    """
    if len(text) > LIMIT:
        raise HandError(f"“{text[:20]}…” is too long for a hand: {len(text)} characters, at most {LIMIT} are read")
    concealed: list[Tile] = []
    melds: list[Meld] = []
    winning: list[Tile] = []
    bonus: list[Tile] = []
    bracket: str | None = None
    target = concealed
    position = 0
    text = text.strip()
    while position < len(text):
        piece = _PIECE.match(text, position)
        if piece is None:
            raise HandError(f"“{_quoted(text, position)}” is no part of a hand")
        if piece["open"]:
            if bracket or target is not concealed:
                raise HandError(f"“{_quoted(text, position)}” opens a meld inside another part of the hand")
            bracket, target = piece["open"], []
        elif piece["close"]:
            if bracket is None or bracket + piece["close"] not in {"()", "[]"}:
                raise HandError(f"“{piece['close']}” closes a meld that “{text[:position].strip()}” does not open")
            if not target:
                raise HandError(f"“{bracket}{piece['close']}” is a meld without tiles")
            melds.append(Meld(tuple(target), exposed=bracket == "("))
            bracket, target = None, concealed
        elif piece["winning"] or piece["bonus"]:
            if bracket:
                raise HandError(
                    f"“{text[position:].strip()}” comes before the meld is closed with “{_closing(bracket)}”"
                )
            if target is bonus or (piece["winning"] and target is winning):
                raise HandError(f"“{_quoted(text, position)}” comes a second time, or after the bonus tiles")
            target = winning if piece["winning"] else bonus
        elif piece["digits"]:
            target.extend(_group(piece["digits"], piece["suit"]))
        else:
            target.append(tile(piece["honour"]))
        position = piece.end()
        if len(winning) > 1:
            raise HandError(f"“{format_tiles(winning)}” after “+” is more than one winning tile")
    if bracket:
        raise HandError(f"“{text}” lacks “{_closing(bracket)}” at the end")
    if "+" in text and not winning:
        raise HandError(f"“{text}” has “+” without a winning tile")
    return Hand(tuple(concealed), tuple(melds), winning[0] if winning else None, tuple(bonus))


def _closing(bracket: str) -> str:
    return ")" if bracket == "(" else "]"


def _quoted(text: str, position: int) -> str:
    return text[position:].split(maxsplit=1)[0][:20]


def _group(digits: str, suit: str) -> Iterable[Tile]:
    digits = "".join(digits.split())
    if suit not in {"m", "p", "s", "f", "g"}:
        raise HandError(f"“{digits}{suit}” is no group of tiles: digits need one of m p s f g after them")
    return [tile(digit + suit) for digit in digits]


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Tiles in the given order, digits sharing their suit letter.

    >>> format_tiles(parse("1m 2m 3m E S 9p").concealed)
    '123m9pES'
    """
    return "".join(
        "".join(face.code[0] for face in group) + suit for suit, group in groupby(tiles, key=lambda face: face.code[1:])
    )


def format_hand(hand: Hand) -> str:
    """Write a hand as its canonical text: `parse` gives the same hand back.

    Melds come first, in the order in which they were laid down. The concealed tiles of a complete hand are grouped
    as it is read, so that a person sees the melds; otherwise they are grouped by suit.

    >>> format_hand(parse("6s6s 5s4s(C C C) 123 m +3s|3g1f"))
    '(CCC) 123m 45s 66s +3s |1f3g'
    >>> format_hand(parse("4566s 11p E"))
    '11p 4566s E'
    """
    pieces = [
        f"({format_tiles(meld.tiles)})" if meld.exposed else f"[{format_tiles(meld.tiles)}]" for meld in hand.melds
    ]
    pieces += [format_tiles(group) for group in _groups(hand)]
    if hand.winning is not None:
        pieces.append(f"+{hand.winning.code}")
    if hand.bonus:
        pieces.append(f"|{format_tiles(hand.bonus)}")
    return " ".join(pieces)


def _groups(hand: Hand) -> list[list[Tile]]:
    in_hand = hand.in_hand
    if len(in_hand) <= 14 and not any(face.is_bonus for face in in_hand):
        for way in decompositions(hand.weights):
            groups = [_meld(kind, first) for part in way for kind, first in part.melds]
            groups += [[part.eyes, part.eyes] for part in way if part.eyes is not None]
            if hand.winning is not None:
                next(group for group in groups if hand.winning in group).remove(hand.winning)
            return sorted((group for group in groups if group), key=_place)
    return [list(group) for _, group in groupby(hand.concealed, key=lambda face: face.suit)]


def _place(group: list[Tile]) -> list[int]:
    return [face.index for face in group]


def _meld(kind: MeldKind, first: Tile) -> list[Tile]:
    return [first] * 3 if kind is MeldKind.PUNG else list(TILES[first.index : first.index + 3])


format = format_hand  # noqa: A001
"""The name that stands beside `parse`: ``notation.format(hand)``."""
