"""The 42 tile faces and the back of a tile, in the class order that labels, weights and the API share."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from scoring.errors import HandError

CODES: Final[tuple[str, ...]] = (
    *(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)),
    *"ESWN",
    *"CFP",
    *(f"{number}{kind}" for kind in "fg" for number in range(1, 5)),
    "back",
)
"""Every class by index: characters, dots, bamboo, winds, dragons, flowers, seasons, back."""

FACES: Final[tuple[str, ...]] = CODES[:42]
"""Every face that a tile can show, without the back."""


class Suit(StrEnum):
    """What a face belongs to. Characters, dots and bamboo run 1–9; the others cannot form a chow."""

    CHARACTERS = "characters"
    DOTS = "dots"
    BAMBOO = "bamboo"
    WINDS = "winds"
    DRAGONS = "dragons"
    FLOWERS = "flowers"
    SEASONS = "seasons"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Tile:
    """One face. There is exactly one object per face: get it with `tile` or from `TILES`.

    Attributes:
        index: place in the class order, 0–41.
        code: as in the notation, ``"1m"`` … ``"4g"``.
        suit: the family of the face.
        number: 1–9 in a suit; 1–4 for winds, flowers and seasons (E S W N); 1–3 for dragons.
        zh, en, jyutping: what a player calls it.
        weight: ``1 << 5 * index``: the sum of some tiles' weights counts each face in five bits (`scoring.suits`).

    """

    index: int
    code: str
    suit: Suit
    number: int
    zh: str
    en: str
    jyutping: str
    weight: int

    @property
    def is_suited(self) -> bool:
        """Whether the face is of characters, dots or bamboo."""
        return self.index < 27

    @property
    def is_honour(self) -> bool:
        """Whether the face is a wind or a dragon."""
        return 27 <= self.index < 34

    @property
    def is_terminal(self) -> bool:
        """Whether the face is a 1 or a 9 of a suit."""
        return self.index < 27 and self.number in {1, 9}

    @property
    def is_bonus(self) -> bool:
        """Whether the face is a flower or a season, which stand beside the hand."""
        return self.index >= 34

    def __lt__(self, other: Tile) -> bool:
        return self.index < other.index

    def __repr__(self) -> str:
        return f"tile({self.code!r})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return tile, (self.code,)


_DIGITS = tuple(
    zip("一二三四五六七八九", ("jat1", "ji6", "saam1", "sei3", "ng5", "luk6", "cat1", "baat3", "gau2"), strict=True)
)
_SUITED = (
    (Suit.CHARACTERS, "萬", "maan6"),
    (Suit.DOTS, "筒", "tung4"),
    (Suit.BAMBOO, "索", "sok3"),
)
_OTHERS = {
    Suit.WINDS: (
        ("東", "East wind", "dung1"),
        ("南", "South wind", "naam4"),
        ("西", "West wind", "sai1"),
        ("北", "North wind", "bak1"),
    ),
    Suit.DRAGONS: (
        ("紅中", "Red dragon", "hung4 zung1"),
        ("發財", "Green dragon", "faat3 coi4"),
        ("白板", "White dragon", "baak6 baan2"),
    ),
    Suit.FLOWERS: (
        ("梅", "Plum blossom", "mui4"),
        ("蘭", "Orchid", "laan4"),
        ("菊", "Chrysanthemum", "guk1"),
        ("竹", "Bamboo plant", "zuk1"),
    ),
    Suit.SEASONS: (
        ("春", "Spring", "ceon1"),
        ("夏", "Summer", "haa6"),
        ("秋", "Autumn", "cau1"),
        ("冬", "Winter", "dung1"),
    ),
}


def _every_tile() -> tuple[Tile, ...]:
    faces = [
        (suit, number, f"{digit}{name}", f"{number} of {suit}", f"{sound} {suit_sound}")
        for suit, name, suit_sound in _SUITED
        for number, (digit, sound) in enumerate(_DIGITS, start=1)
    ]
    faces += [
        (suit, number, zh, en, jyutping)
        for suit, names in _OTHERS.items()
        for number, (zh, en, jyutping) in enumerate(names, start=1)
    ]
    return tuple(Tile(index, FACES[index], *facts, weight=1 << 5 * index) for index, facts in enumerate(faces))


TILES: Final[tuple[Tile, ...]] = _every_tile()
"""Every face by index."""

_BY_CODE: Final = {face.code: face for face in TILES}


def tile(code: str) -> Tile:
    """Give the tile with this code.

    Raises:
        HandError: no face has this code.

    >>> tile("5s").zh, tile("C").en, tile("1g").jyutping
    ('五索', 'Red dragon', 'ceon1')

    """
    try:
        return _BY_CODE[code]
    except KeyError:
        raise HandError(f"“{code}” is no tile: tiles are 1m–9m, 1p–9p, 1s–9s, E S W N, C F P, 1f–4f, 1g–4g") from None
