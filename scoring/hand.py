"""A hand as it lies on the table: concealed tiles, melds, winning tile, bonus tiles. It may be incomplete."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from scoring.tiles import Tile

_BY_INDEX = attrgetter("index")


class MeldKind(StrEnum):
    """The three melds of the game."""

    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"


def meld_kind(tiles: tuple[Tile, ...]) -> MeldKind | None:
    """Tell what these tiles (in order) form, or None.

    >>> from scoring.tiles import tile
    >>> meld_kind((tile("2p"), tile("3p"), tile("4p")))
    <MeldKind.CHOW: 'chow'>
    >>> meld_kind((tile("8p"), tile("9p"), tile("1s"))) is None
    True
    """
    if len(tiles) not in {3, 4} or tiles[0].is_bonus:
        return None
    first, second, third = tiles[:3]
    if all(face is first for face in tiles):
        return MeldKind.PUNG if len(tiles) == 3 else MeldKind.KONG
    in_a_row = second.index - first.index == third.index - second.index == 1
    if len(tiles) == 3 and in_a_row and first.is_suited and first.suit is third.suit:
        return MeldKind.CHOW
    return None


@dataclass(frozen=True, slots=True)
class Meld:
    """Tiles laid down together: an exposed meld, or a concealed kong.

    Attributes:
        tiles: sorted when the meld is made.
        exposed: False for a concealed kong. Any other concealed meld simply stays among the concealed tiles.
        kind: what the tiles form; None where they form no meld (a photo may be misread), a problem of the hand.
        weights: the sum of the tiles' weights (`scoring.suits`).

    """

    tiles: tuple[Tile, ...]
    exposed: bool = True
    kind: MeldKind | None = field(init=False, compare=False, repr=False)
    weights: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tiles", tuple(sorted(self.tiles, key=_BY_INDEX)))
        object.__setattr__(self, "kind", meld_kind(self.tiles))
        object.__setattr__(self, "weights", sum([face.weight for face in self.tiles]))


class Laid(NamedTuple):
    """What the melds of a hand come to.

    Attributes:
        weights: the sum of their tiles' weights (`scoring.suits`).
        chows, kongs, exposed: how many of them are.
        sound: whether each is a meld, and each concealed one a kong.

    """

    weights: int = 0
    chows: int = 0
    kongs: int = 0
    exposed: int = 0
    sound: bool = True


_NO_MELDS: Final = Laid()


def _laid(melds: tuple[Meld, ...]) -> Laid:
    if not melds:
        return _NO_MELDS
    kinds = [meld.kind for meld in melds]
    return Laid(
        weights=sum([meld.weights for meld in melds]),
        chows=kinds.count(MeldKind.CHOW),
        kongs=kinds.count(MeldKind.KONG),
        exposed=sum([meld.exposed for meld in melds]),
        sound=all(meld.kind is MeldKind.KONG or (meld.exposed and meld.kind) for meld in melds),
    )


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand of one player.

    Tiles are sorted when the hand is made; the order of the melds is that in which they were laid down.

    Attributes:
        concealed: the tiles in hand, WITHOUT the winning tile.
        melds: exposed melds and concealed kongs, first laid down first (liability depends on the order).
        winning: the tile that completed the hand, or None where it is not known.
        bonus: flowers and seasons.

    """

    concealed: tuple[Tile, ...] = ()
    melds: tuple[Meld, ...] = ()
    winning: Tile | None = None
    bonus: tuple[Tile, ...] = ()
    weights: int = field(init=False, compare=False, repr=False)
    laid: Laid = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "concealed", tuple(sorted(self.concealed, key=_BY_INDEX)))
        object.__setattr__(self, "melds", tuple(self.melds))
        object.__setattr__(self, "bonus", tuple(sorted(self.bonus, key=_BY_INDEX)))
        winning = 0 if self.winning is None else self.winning.weight
        object.__setattr__(self, "weights", sum([face.weight for face in self.concealed]) + winning)
        object.__setattr__(self, "laid", _laid(self.melds))

    @property
    def in_hand(self) -> tuple[Tile, ...]:
        """The concealed tiles with the winning tile, sorted."""
        return self.concealed if self.winning is None else tuple(sorted((*self.concealed, self.winning), key=_BY_INDEX))

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile of the hand, bonus tiles too, in the order hand, melds, bonus."""
        return (*self.in_hand, *(face for meld in self.melds for face in meld.tiles), *self.bonus)
