"""How a hand was won: seats, winds, who discarded, what was special about the winning tile. No rules of the house."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from scoring.errors import CircumstanceError
from scoring.tiles import TILES, Tile

if TYPE_CHECKING:
    from collections.abc import Iterable


class Wind(StrEnum):
    """A seat at the table or a round, in the order of play."""

    EAST = "E"
    SOUTH = "S"
    WEST = "W"
    NORTH = "N"

    @property
    def number(self) -> int:
        """1–4; flowers and seasons with this number belong to the seat."""
        return "ESWN".index(self.value) + 1

    @property
    def tile(self) -> Tile:
        """The wind's own tile.

        >>> Wind.WEST.tile
        tile('W')
        """
        return TILES[26 + self.number]


WINDS = tuple(Wind)
"""The four seats in the order of play."""


class Event(StrEnum):
    """What was special about the winning tile. The names are those of the command line's ``--event``."""

    ROBBING_KONG = "robbing_kong"
    """搶槓: the tile that another player was adding to a pung."""
    LAST_TILE = "last_tile"
    """海底撈月: self-drawn, the last tile of the wall."""
    LAST_DISCARD = "last_discard"
    """河底撈魚: the discard after the last tile was drawn."""
    AFTER_KONG = "after_kong"
    """槓上開花: the replacement tile of a kong."""
    KONG_ON_KONG = "kong_on_kong"
    """槓上槓: the replacement tile of a second kong in one turn."""
    AFTER_FLOWER = "after_flower"
    """花上自摸: the replacement tile of a flower or season."""
    HEAVENLY = "heavenly"
    """天糊: the dealer's opening hand is complete."""
    EARTHLY = "earthly"
    """地糊: on the dealer's first discard, or as the rule set defines it."""
    HUMAN = "human"
    """人糊: on a discard of the first go-around, or as the rule set defines it."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """The facts of one win, apart from the tiles and apart from the rules of the house.

    Attributes:
        seat: the winner's seat wind; None where nobody said (no seat wind, no own flower, no payments by seat).
        round: the prevailing wind; None where nobody said.
        dealer: the dealer's seat. In Hong Kong this is East.
        self_draw: whether the winning tile came from the wall.
        discarder: who discarded (or whose kong was robbed); None on a self-draw, or where nobody said.
        events: what was special about the winning tile.
        feeds: for each meld of the hand, in the same order, who discarded the tile that completed it; None for a
            meld that nobody fed. May be shorter than the melds.
        liable: the seat that the table agreed is liable, whatever ``feeds`` says.
        robbed_concealed_kong: with ``robbing_kong``, whether the kong was a concealed one.

    >>> Circumstances(seat=Wind.SOUTH, discarder=Wind.EAST, events=frozenset({Event.LAST_DISCARD})).self_draw
    False

    """

    seat: Wind | None = Wind.EAST
    round: Wind | None = Wind.EAST
    dealer: Wind = Wind.EAST
    self_draw: bool = False
    discarder: Wind | None = None
    events: frozenset[Event] = frozenset()
    feeds: tuple[Wind | None, ...] = ()
    liable: Wind | None = None
    robbed_concealed_kong: bool = False

    @classmethod
    def from_text(
        cls,
        *,
        seat: str | None = "E",
        round: str | None = "E",  # noqa: A002  what a player calls it
        dealer: str = "E",
        self_draw: bool = False,
        discarder: str | None = None,
        events: Iterable[str] = (),
        feeds: Iterable[str | None] = (),
        liable: str | None = None,
        robbed_concealed_kong: bool = False,
    ) -> Circumstances:
        """Make circumstances from the plain text that a command line or JSON brings.

        Raises:
            CircumstanceError: a seat or an event that does not exist, quoted.

        >>> Circumstances.from_text(seat="S", self_draw=True, events=["after_kong"]).seat
        <Wind.SOUTH: 'S'>

        """
        return cls(
            seat=_wind(seat),
            round=_wind(round),
            dealer=_named(Wind, dealer, "seat"),
            self_draw=self_draw,
            discarder=_wind(discarder),
            events=frozenset(_named(Event, name, "event") for name in events),
            feeds=tuple(_wind(feeder) for feeder in feeds),
            liable=_wind(liable),
            robbed_concealed_kong=robbed_concealed_kong,
        )


_Named = TypeVar("_Named", Wind, Event)


def _named(kind: type[_Named], text: str, what: str) -> _Named:
    try:
        return kind(text)
    except ValueError:
        raise CircumstanceError(f"“{text}” is no {what}: use one of {', '.join(kind)}", code=f"bad_{what}") from None


def _wind(text: str | None) -> Wind | None:
    return None if text is None else _named(Wind, text, "seat")
