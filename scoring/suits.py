"""The table behind the speed: every way to read the tiles of one suit as melds, with or without eyes.

Tiles are counted in one integer, five bits a face (`Tile.weight`), so that adding weights counts them and a shift and
a mask cut out one suit. `table` holds every complete suit by that count with all of its readings.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, product
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from scoring.hand import MeldKind
from scoring.tiles import TILES, Tile

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

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

    """

    melds: tuple[tuple[MeldKind, Tile], ...]
    eyes: Tile | None
    chows: int
    pungs: int


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


def parts(suit: int, weights: int) -> tuple[Part, ...]:
    """Look up every way to read the tiles of one suit as melds, with eyes if the number of tiles asks for them.

    Args:
        suit: 0 characters, 1 dots, 2 bamboo, 3 honours.
        weights: the counts of the suit, shifted down to its first face; at most 14 tiles.

    Returns:
        Each way once; readings with more pungs come first. Empty where there is none.

    >>> from scoring.tiles import tile
    >>> two_ways = parts(0, weigh(tile(code) for code in ["1m", "2m", "3m"] * 3))
    >>> [(part.pungs, part.chows) for part in two_ways]
    [(3, 0), (0, 3)]

    """
    if not weights:
        return _NOTHING
    # Counts are digits to the base 32, so that the remainder by 31 is their sum: how many tiles there are.
    return table(suit, weights % 31).get(weights, ())


@cache
def table(suit: int, tiles: int) -> Mapping[int, tuple[Part, ...]]:
    """Read every complete suit of so many tiles, once and for all; built when the first such suit is looked up.

    The ways to choose melds (and eyes) are few, 35,000 for 14 tiles, and each of them is a reading of what it adds up
    to: nothing needs to be searched.

    >>> len(table(3, 2)), len(table(0, 3)), len(table(0, 4))
    (7, 16, 0)

    """
    if tiles % 3 == 1 or tiles > 14:
        return {}
    length = 7 if suit == 3 else 9
    melds = [(MeldKind.PUNG, first) for first in range(length)]
    if suit < 3:
        melds += [(MeldKind.CHOW, first) for first in range(length - 2)]
    found: dict[int, list[Part]] = {}
    for chosen in combinations_with_replacement(melds, tiles // 3):
        weights = sum(_WEIGHTS[meld] for meld in chosen)
        for eyes in range(length) if tiles % 3 else (None,):
            total = weights if eyes is None else weights + 2 * TILES[eyes].weight
            if not total & _FOUR_OR_MORE or max(counts(total)) <= 4:
                found.setdefault(total, []).append(_part(9 * suit, eyes, chosen))
    for ways in found.values():
        ways.sort(key=lambda part: -part.pungs)
    return {total: tuple(ways) for total, ways in found.items()}


def _part(offset: int, eyes: int | None, melds: tuple[tuple[MeldKind, int], ...]) -> Part:
    kinds = [kind for kind, _ in melds]
    return Part(
        melds=tuple((kind, TILES[offset + first]) for kind, first in sorted(melds, key=itemgetter(1))),
        eyes=None if eyes is None else TILES[offset + eyes],
        chows=kinds.count(MeldKind.CHOW),
        pungs=kinds.count(MeldKind.PUNG),
    )


_NOTHING: Final = (_part(0, None, ()),)
_WEIGHTS: Final = {
    **{(MeldKind.PUNG, first): 3 * TILES[first].weight for first in range(9)},
    **{(MeldKind.CHOW, first): weigh(TILES[first : first + 3]) for first in range(7)},
}
_FOUR_OR_MORE: Final = sum(0b11100 << BITS * index for index in range(9))
"""The bits that only a count of 4 or more has: without them no face can be there five times."""


def decompositions(weights: int) -> Iterable[tuple[Part, Part, Part, Part]]:
    """Every way to read all of these tiles as melds and one pair of eyes: characters, dots, bamboo, honours.

    >>> from scoring.tiles import tile
    >>> len(list(decompositions(weigh(tile(code) for code in ["1m", "2m", "3m"] * 3 + ["E"] * 2))))
    2
    """
    # What `parts` does, spelled out: four calls would cost a tenth of pricing a hand.
    suit = weights & SUIT_MASK
    characters = table(0, suit % 31).get(suit, ()) if suit else _NOTHING
    suit = weights >> SUIT_BITS & SUIT_MASK
    dots = table(1, suit % 31).get(suit, ()) if suit else _NOTHING
    suit = weights >> 2 * SUIT_BITS & SUIT_MASK
    bamboo = table(2, suit % 31).get(suit, ()) if suit else _NOTHING
    suit = weights >> HONOURS_SHIFT
    honours = table(3, suit % 31).get(suit, ()) if suit else _NOTHING
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
    if len(characters) == len(dots) == len(bamboo) == len(honours) == 1:
        return ((characters[0], dots[0], bamboo[0], honours[0]),)
    return product(characters, dots, bamboo, honours)
