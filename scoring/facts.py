"""Everything about a win that a pattern may ask, in one flat, hashable record."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from scoring.circumstances import Event


class Form(StrEnum):
    """The ways in which a hand can be complete."""

    STANDARD = "standard"
    """Four melds and eyes."""
    SEVEN_PAIRS = "seven_pairs"
    THIRTEEN_ORPHANS = "thirteen_orphans"
    FLOWERS = "flowers"
    """Seven or eight bonus tiles, whatever the hand."""


class Gates(StrEnum):
    """Whether the tiles are 1112345678999 of a suit with one more, and what the hand waited for."""

    NO = "no"
    ANY_WAIT = "any_wait"
    TRUE_WAIT = "true_wait"
    """The winning tile is the one more: the hand waited for all nine tiles."""


class Bonus(StrEnum):
    """How many bonus tiles there are, as far as it matters."""

    NONE = "none"
    SOME = "some"
    SEVEN = "seven"
    EIGHT = "eight"


class Melded(StrEnum):
    """Whether a hand won on a discard has all four melds on the table."""

    NO = "no"
    CLAIMED = "claimed"
    """All four are exposed."""
    WITH_KONGS = "with_kongs"
    """Some of the four are concealed kongs."""


class SuitDragon(StrEnum):
    """Whether the hand is one suit with a pung of the dragon of its colour and no other honour."""

    NO = "no"
    JADE = "jade"
    """Green dragon, and of bamboo only 2 3 4 6 8."""
    PEARL = "pearl"
    """White dragon and dots."""
    RUBY = "ruby"
    """Red dragon and characters."""


class Facts(NamedTuple):
    """One reading of a hand, with how it was won.

    Two hands with equal facts are worth the same, so that `scoring.faan` values each record of facts only once. That is
    why there is no more in it than the patterns ask: not which suit, but how many; and a fact that no pattern looks at
    in such a hand keeps its default.

    Attributes:
        form: in which way the hand is complete.
        chows: whether there is any chow.
        all_chows, all_pungs, all_kongs: whether all four melds are chows; pungs or kongs; kongs.
        exposed: whether any meld is exposed.
        concealed_kong: whether there is a concealed kong, and no exposed meld.
        melded: whether all four melds lie on the table, of a hand won on a discard.
        suits: how many of the three suits are present; 2 where all three are.
        honours: whether there is any wind or dragon.
        simples: whether there is any tile of 2–8; False where there are chows.
        dragon_pungs: how many pungs or kongs of dragons.
        wind_pungs: how many of winds, if three or four; else 0.
        dragon_eyes, wind_eyes: whether the eyes are of them.
        own_wind_eyes: whether the eyes are of the seat's or the round's wind, of a hand of chows.
        seat_wind, round_wind: whether there is a pung or kong of it.
        suit_dragon: whether one dragon goes with the hand's suit.
        gates: whether the hand is nine gates.
        four_alike: in seven pairs, whether a face is present four times.
        eyes_won: whether a discard completes the eyes of a hand of concealed pungs and kongs.
        bonus: how many bonus tiles.
        own_flowers: how many flowers and seasons of the winner's seat, outside of complete sets.
        own_flowers_in_sets: how many inside of complete sets.
        flower_sets: how many complete sets of four.
        moon: whether the winning tile is 1p, the last of the wall.
        self_draw: whether the winning tile came from the wall.
        events: what was special about the winning tile.

    """

    form: Form
    chows: bool = False
    all_chows: bool = False
    all_pungs: bool = False
    all_kongs: bool = False
    exposed: bool = False
    concealed_kong: bool = False
    melded: Melded = Melded.NO
    suits: int = 0
    honours: bool = False
    simples: bool = False
    dragon_pungs: int = 0
    wind_pungs: int = 0
    dragon_eyes: bool = False
    wind_eyes: bool = False
    own_wind_eyes: bool = False
    seat_wind: bool = False
    round_wind: bool = False
    suit_dragon: SuitDragon = SuitDragon.NO
    gates: Gates = Gates.NO
    four_alike: bool = False
    eyes_won: bool = False
    bonus: Bonus = Bonus.NONE
    own_flowers: int = 0
    own_flowers_in_sets: int = 0
    flower_sets: int = 0
    moon: bool = False
    self_draw: bool = False
    events: frozenset[Event] = frozenset()
