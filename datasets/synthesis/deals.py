"""Hands as they are dealt and won: what lies on the table before anyone lays it out or photographs it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from scoring.hand import Hand, Meld
from scoring.readings import readings
from scoring.tiles import TILES, Tile

if TYPE_CHECKING:
    import numpy as np

KINDS: Final = {
    "standard": 0.72,
    "almost winning": 0.09,
    "thirteen tiles": 0.07,
    "seven pairs": 0.07,
    "thirteen orphans": 0.05,
}
"""How often each kind of hand is dealt. Almost winning: a win is claimed, and one tile is wrong. Thirteen tiles: a hand
that waits, or one whose winning tile still lies among the discards."""

ONE_SUIT: Final = 0.22
ALL_PUNGS: Final = 0.14
ALL_CHOWS: Final = 0.14
"""Hands that players go for; the others are mixed."""

CALLED: Final = (0.42, 0.22, 0.18, 0.12, 0.06)
"""How often no, one, two, three and four of the melds were called, and lie open."""

EXPOSED_KONG: Final = 0.2
CONCEALED_KONG: Final = 0.13
"""Shares of the open and of the hidden pungs that are kongs."""

BONUS: Final = (0.42, 0.24, 0.18, 0.1, 0.04, 0.01, 0.01)
"""How often a player holds no, one, two … bonus tiles."""

_ORPHANS: Final = tuple(face for face in TILES[:34] if face.is_terminal or face.is_honour)


@dataclass(frozen=True, slots=True)
class Deal:
    """A hand, its winning tile known.

    Attributes:
        kind: one of `KINDS`.
        hand: everything about it; ``winning`` is None where nobody claims a win.

    """

    kind: str
    hand: Hand


def draw_deal(rng: np.random.Generator, kind: str | None = None) -> Deal:
    """Deal a hand.

    Args:
        rng: draws it.
        kind: one of `KINDS`; drawn if omitted.

    """
    chosen = kind or str(rng.choice(list(KINDS), p=list(KINDS.values())))
    hand = {"seven pairs": _seven_pairs, "thirteen orphans": _thirteen_orphans}.get(chosen, _standard)(rng)
    if chosen == "almost winning":
        hand = _spoilt(rng, hand)
    elif chosen == "thirteen tiles":
        hand = replace(hand, winning=None)
    count = int(rng.choice(len(BONUS), p=BONUS))
    bonus = tuple(TILES[34 + int(index)] for index in rng.permutation(8)[:count])
    return Deal(chosen, replace(hand, bonus=bonus))


def _counts(hand: Hand) -> Counter[Tile]:
    return Counter(hand.tiles)


def _meld(rng: np.random.Generator, chows: float, suits: tuple[int, ...], *, honours: bool) -> tuple[Tile, ...]:
    if rng.random() < chows:
        first = 9 * int(rng.choice(suits)) + int(rng.integers(7))
        return TILES[first : first + 3]
    return (_face(rng, suits, honours=honours),) * 3


def _face(rng: np.random.Generator, suits: tuple[int, ...], *, honours: bool) -> Tile:
    faces = [*(9 * suit + rank for suit in suits for rank in range(9)), *(range(27, 34) if honours else ())]
    return TILES[int(rng.choice(faces))]


def _standard(rng: np.random.Generator) -> Hand:
    """Four melds and eyes, no face more than four times; some melds called, some kongs."""
    style = rng.random()
    chows = 0.0 if style < ALL_PUNGS else 1.0 if style < ALL_PUNGS + ALL_CHOWS else 0.58
    suits = (int(rng.integers(3)),) if rng.random() < ONE_SUIT else (0, 1, 2)
    honours = len(suits) == 3 or rng.random() < 0.7
    while True:
        melds = [_meld(rng, chows, suits, honours=honours) for _ in range(4)]
        eyes = _face(rng, suits, honours=honours)
        called = int(rng.choice(len(CALLED), p=CALLED))
        laid: list[Meld] = []
        concealed: list[Tile] = [eyes, eyes]
        for place, meld in enumerate(melds):
            is_pung = meld[0] is meld[1]
            if place < called:
                kong = is_pung and rng.random() < EXPOSED_KONG
                laid.append(Meld((*meld, meld[0]) if kong else meld))
            elif is_pung and rng.random() < CONCEALED_KONG:
                laid.append(Meld((*meld, meld[0]), exposed=False))
            else:
                concealed.extend(meld)
        order = rng.permutation(len(laid))
        winning = concealed.pop(int(rng.integers(len(concealed))))
        hand = Hand(tuple(concealed), tuple(laid[index] for index in order), winning)
        if max(_counts(hand).values()) <= 4:
            return hand


def _seven_pairs(rng: np.random.Generator) -> Hand:
    faces = [TILES[int(index)] for index in rng.permutation(34)[:7]]
    tiles = [face for face in faces for _ in range(2)]
    winning = tiles.pop(int(rng.integers(14)))
    return Hand(tuple(tiles), (), winning)


def _thirteen_orphans(rng: np.random.Generator) -> Hand:
    tiles = [*_ORPHANS, _ORPHANS[int(rng.integers(len(_ORPHANS)))]]
    winning = tiles.pop(int(rng.integers(14)))
    return Hand(tuple(tiles), (), winning)


def _spoilt(rng: np.random.Generator, hand: Hand) -> Hand:
    """Put one wrong tile among the concealed ones, often a near one: a person took it for the right one."""
    while True:
        tiles = list(hand.in_hand)
        place = int(rng.integers(len(tiles)))
        near = tiles[place].index + int(rng.choice([-3, -2, -1, 1, 2, 3]))
        tiles[place] = TILES[near if 0 <= near < 34 and rng.random() < 0.7 else int(rng.integers(34))]
        winning = tiles.pop(int(rng.integers(len(tiles))))
        spoilt = replace(hand, concealed=tuple(tiles), winning=winning)
        if max(_counts(spoilt).values()) <= 4 and not readings(spoilt):
            return spoilt


def rest_of_the_set(hand: Hand) -> list[str]:
    """List the codes of all tiles of a full set, four of each face and one of each bonus tile, that a hand leaves.

    >>> from scoring.notation import parse
    >>> len(rest_of_the_set(parse("[9999m] 123p 456p 789p E +E |1f")))
    128

    """
    left = Counter({face: 1 if face.is_bonus else 4 for face in TILES})
    left.subtract(hand.tiles)
    return [face.code for face in TILES for _ in range(max(0, left[face]))]
