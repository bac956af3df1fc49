"""What tiles that lie together can be: melds, and the concealed kongs that show their backs."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from scoring.hand import meld_kind
from scoring.tiles import CODES, TILES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

HAND_TILES: Final = 14
"""Tiles of a winning hand without kongs and bonus tiles."""

BACK: Final = CODES.index("back")
"""The class of a tile that lies face down."""

FIRST_BONUS: Final = CODES.index("1f")
"""The first class that is no tile of the game's suits and honours: a bonus tile; after those follows `BACK`."""


def is_bonus(face: int) -> bool:
    """Tell whether a class is a flower or a season."""
    return FIRST_BONUS <= face < BACK


def is_meld(faces: Iterable[int]) -> bool:
    """Tell whether these faces, in any order, are a chow, a pung or a kong."""
    return _is_meld(tuple(sorted(faces)))


@lru_cache(maxsize=1 << 13)
def _is_meld(shown: tuple[int, ...]) -> bool:
    if len(shown) not in {3, 4} or shown[-1] >= FIRST_BONUS:
        return False
    return meld_kind(tuple(TILES[face] for face in shown)) is not None


def melds_in_order(tiles: Sequence[int], faces: Sequence[int]) -> list[tuple[int, ...]] | None:
    """Cut tiles that lie in a row, from one end to the other, into melds of three or four; None if that is impossible.

    Concealed kongs that show their backs are melds too.

    >>> melds_in_order([7, 8, 9, 4, 5, 6, 3], {7: 0, 8: 1, 9: 2, 4: 5, 5: 5, 6: 5, 3: 5})
    [(7, 8, 9), (4, 5, 6, 3)]
    """
    lengths = _lengths(tuple(faces[index] for index in tiles))
    if lengths is None:
        return None
    melds, at = [], 0
    for length in lengths:
        melds.append(tuple(tiles[at : at + length]))
        at += length
    return melds


@lru_cache(maxsize=1 << 13)
def _lengths(shown: tuple[int, ...]) -> tuple[int, ...] | None:
    """Tell how long the melds are into which faces can be cut, from one end to the other."""
    if not shown:
        return ()
    for length in (4, 3):
        first = shown[:length]
        if len(first) == length and (is_meld(first) or is_backed_kong(first)):
            rest = _lengths(shown[length:])
            if rest is not None:
                return (length, *rest)
    return None


def is_backed_kong(faces: Iterable[int]) -> bool:
    """Tell whether four tiles are a concealed kong, as tables show them: the outer two, the inner two or all but one
    lie face down, or all.

    Two faces between two backs are one even if they differ, for nothing else lies so: one of them was misread. Three
    equal faces beside one back are a pung beside a tile of the wall.

    >>> is_backed_kong([42, 5, 5, 42]), is_backed_kong([42, 42, 5, 6]), is_backed_kong([42, 5, 5, 5])
    (True, False, False)
    """
    shown = list(faces)
    if len(shown) != 4 or shown.count(BACK) < 2:
        return False
    one, two, three, four = shown
    return shown.count(BACK) > 2 or one == four == BACK or (two == three == BACK and one == four)
