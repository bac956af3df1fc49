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


class Facts(NamedTuple):
    """One reading of a hand, with how it was won.

    Two hands with equal facts are worth the same, so that `scoring.faan` values each record of facts only once.
    Honours are counted in the order E S W N C F P, as bits: 1, 2, 4, 8 for the winds, 16, 32, 64 for the dragons.

    Attributes:
        form: in which way the hand is complete.
        chows, pungs, kongs: how many; melds of honours count too.
        concealed_kongs: how many of the kongs are concealed.
        exposed: how many melds are exposed.
        suits: bits of the suits present: 1 characters, 2 dots, 4 bamboo.
        honours: bits of the honours present.
        honour_pungs: bits of the honours of which there is a pung or kong.
        honour_eyes: the bit of the eyes' honour; 0 where the eyes are of a suit.
        eyes_won: whether the winning tile completes the eyes.
        simples: whether any tile of 2–8 is present.
        all_green: whether every tile is one of 2 3 4 6 8 bamboo or the green dragon.
        four_alike: in seven pairs, whether a face is present four times.
        gates: whether the hand is nine gates.
        bonus: bits of the bonus tiles: flowers 1, 2, 4, 8, seasons 16, 32, 64, 128.
        won_on_one_dot: whether the winning tile is 1p.
        seat: the winner's seat, 1–4, or 0 where nobody said.
        round: the prevailing wind, 1–4, or 0 where nobody said.
        self_draw: whether the winning tile came from the wall.
        events: what was special about the winning tile.

    """

    form: Form
    chows: int
    pungs: int
    kongs: int
    concealed_kongs: int
    exposed: int
    suits: int
    honours: int
    honour_pungs: int
    honour_eyes: int
    eyes_won: bool
    simples: bool
    all_green: bool
    four_alike: bool
    gates: Gates
    bonus: int
    won_on_one_dot: bool
    seat: int
    round: int
    self_draw: bool
    events: frozenset[Event]


WIND_BITS = 15
DRAGON_BITS = 112
FLOWER_BITS = 15
SEASON_BITS = 240
