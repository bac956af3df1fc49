"""The table behind the speed: every way to read the tiles of one suit as melds, with or without eyes.

Tiles are counted in one integer, five bits a face (`Tile.weight`), so that adding weights counts them and a shift and
a mask cut out one suit. `parts` remembers the answer for each such count: looking up costs a hundredth.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

from scoring.hand import MeldKind
from scoring.tiles import TILES, Tile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

BITS: Final = 5
"""Bits per face: 31 of a face can be counted, more than any hand that is looked at further holds."""

SUIT_BITS: Final = 9 * BITS
SUIT_MASK: Final = (1 << SUIT_BITS) - 1
HONOURS_SHIFT: Final = 3 * SUIT_BITS


class Part(NamedTuple):
    """One way to read some tiles of one suit (or the honours).

    Attributes:
        melds: (kind, first tile) of each meld, in order.
        eyes: the pair's face, or None.
        chows: how many of the melds are chows.
        pungs: how many are pungs.
        chow_weights: the sum of the weights of the tiles in chows.
        pung_weights: the sum of the weights of one tile of each pung.

    """

    melds: tuple[tuple[MeldKind, Tile], ...]
    eyes: Tile | None
    chows: int
    pungs: int
    chow_weights: int
    pung_weights: int


def weigh(tiles: Iterable[Tile]) -> int:
    """Count these tiles in one integer.

    >>> from scoring.tiles import tile
    >>> weigh([tile("1m"), tile("1m"), tile("2m")]) == 2 + (1 << 5)
    True
    """
    return sum([face.weight for face in tiles])


def counts(weights: int) -> list[int]:
    """How many of each of the 34 faces `weigh` counted.

    >>> from scoring.tiles import tile
    >>> counts(weigh([tile("3m"), tile("3m")]))[:4]
    [0, 0, 2, 0]
    """
    return [weights >> BITS * index & 31 for index in range(34)]


def _melds(left: list[int], first: int) -> Iterator[tuple[tuple[MeldKind, int], ...]]:
    """Every way to cut all of these counts into pungs and chows (none for honours); pungs first."""
    while first < len(left) and not left[first]:
        first += 1
    if first == len(left):
        yield ()
        return
    if left[first] >= 3:
        left[first] -= 3
        for rest in _melds(left, first):
            yield (MeldKind.PUNG, first), *rest
        left[first] += 3
    if len(left) == 9 and first < 7 and left[first + 1] and left[first + 2]:
        for index in (first, first + 1, first + 2):
            left[index] -= 1
        for rest in _melds(left, first):
            yield (MeldKind.CHOW, first), *rest
        for index in (first, first + 1, first + 2):
            left[index] += 1


@lru_cache(maxsize=1 << 16)
def parts(suit: int, weights: int) -> tuple[Part, ...]:
    """Every way to read the tiles of one suit as melds, with eyes if the number of tiles asks for them.

    Args:
        suit: 0 characters, 1 dots, 2 bamboo, 3 honours.
        weights: the counts of the suit, shifted down to its first face.

    Returns:
        Each way once; readings with more pungs come first. Empty where there is none.

    >>> from scoring.tiles import tile
    >>> three_ways = parts(0, weigh(tile(code) for code in ["1m", "2m", "3m"] * 3))
    >>> [(part.pungs, part.chows) for part in three_ways]
    [(3, 0), (0, 3)]

    """
    length = 7 if suit == 3 else 9
    left = [weights >> BITS * index & 31 for index in range(length)]
    ways: list[tuple[int | None, tuple[tuple[MeldKind, int], ...]]] = []
    if sum(left) % 3 == 0:
        ways += [(None, melds) for melds in _melds(left, 0)]
    elif sum(left) % 3 == 2:
        for eyes in range(length):
            if left[eyes] >= 2:
                left[eyes] -= 2
                ways += [(eyes, melds) for melds in _melds(left, 0)]
                left[eyes] += 2
    return tuple(_part(9 * suit, eyes, melds) for eyes, melds in dict.fromkeys(ways))


def _part(offset: int, eyes: int | None, melds: tuple[tuple[MeldKind, int], ...]) -> Part:
    chows = [offset + first for kind, first in melds if kind is MeldKind.CHOW]
    pungs = [offset + first for kind, first in melds if kind is MeldKind.PUNG]
    return Part(
        melds=tuple((kind, TILES[offset + first]) for kind, first in melds),
        eyes=None if eyes is None else TILES[offset + eyes],
        chows=len(chows),
        pungs=len(pungs),
        chow_weights=sum(TILES[first + step].weight for first in chows for step in range(3)),
        pung_weights=sum(TILES[first].weight for first in pungs),
    )


def decompositions(weights: int) -> Iterable[tuple[Part, Part, Part, Part]]:
    """Every way to read all of these tiles as melds and one pair of eyes: characters, dots, bamboo, honours.

    >>> from scoring.tiles import tile
    >>> len(list(decompositions(weigh(tile(code) for code in ["1m", "2m", "3m"] * 3 + ["E"] * 2))))
    2
    """
    characters = parts(0, weights & SUIT_MASK)
    dots = parts(1, weights >> SUIT_BITS & SUIT_MASK)
    bamboo = parts(2, weights >> 2 * SUIT_BITS & SUIT_MASK)
    honours = parts(3, weights >> HONOURS_SHIFT)
    if not (characters and dots and bamboo and honours):
        return ()
    # Every way of one suit has eyes, or none of them has: looking at the first is enough.
    eyes = (
        (characters[0].eyes is not None)
        + (dots[0].eyes is not None)
        + (bamboo[0].eyes is not None)
        + (honours[0].eyes is not None)
    )
    if eyes != 1:
        return ()
    return product(characters, dots, bamboo, honours)
