"""The ways to lay a hand out, and how often people choose each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scoring.readings import readings

if TYPE_CHECKING:
    import numpy as np

    from datasets.synthesis.deals import Deal
    from scoring.hand import Hand

MELDS: Final = {"gap": 0.3, "above": 0.2, "below": 0.1, "aside": 0.15, "beside": 0.1, "turned": 0.15}
"""Where melds lie: each behind a gap of the row; in a row of their own above or below it; pushed together at one end of
it behind a wide gap; one above the other beside its end; turned by a quarter beside its end."""

SORTED: Final = 0.05
"""How often the melds of a concealed hand lie apart, sorted for the photo: nobody can tell them from exposed ones."""

KONGS: Final = {"outer backs": 0.5, "inner backs": 0.15, "one face": 0.25, "four backs": 0.1}
"""How a concealed kong lies: back X X back; X back back X; three backs and one face; four backs, its face unknown."""

WINNING: Final = {"apart": 0.34, "turned": 0.12, "across": 0.07, "above": 0.15, "unmarked": 0.32}
"""How the winning tile is shown: behind a gap; turned by a quarter at the row's end; turned and above the row; above
the row; not at all."""

BONUS: Final = {"in the row": 0.3, "apart": 0.4, "own row": 0.3}
"""Where bonus tiles lie: touching the row, behind a gap of it, or in a row of their own."""

RACK: Final = 0.22
"""How often the concealed tiles stand on their edge, as on a rack; all else lies flat in front of it or beside it."""


@dataclass(frozen=True, slots=True)
class Style:
    """How one hand is laid out; each part is a key of the table of its name, or ``none`` where there is nothing to lay.

    Attributes:
        melds: of `MELDS`, or ``sorted``.
        kongs: of `KONGS`.
        winning: of `WINNING`.
        bonus: of `BONUS`.
        rack: whether the concealed tiles stand.

    """

    melds: str = "none"
    kongs: str = "none"
    winning: str = "none"
    bonus: str = "none"
    rack: bool = False

    @property
    def kinds(self) -> tuple[str, ...]:
        """Names of what is laid how, such as ``winning apart``."""
        parts = [("melds", self.melds), ("kong", self.kongs), ("winning", self.winning), ("bonus", self.bonus)]
        return (*(f"{name} {how}" for name, how in parts if how != "none"), "on a rack" if self.rack else "lying flat")


def _choice(rng: np.random.Generator, table: dict[str, float]) -> str:
    return str(rng.choice(list(table), p=list(table.values())))


def draw_style(rng: np.random.Generator, deal: Deal) -> Style:
    """Draw how a hand is laid out, among the ways that it allows."""
    hand = deal.hand
    rack = rng.random() < RACK
    melds = _choice(rng, MELDS) if hand.melds else "none"
    if rack and melds in {"gap", "above"}:
        melds = "below"  # behind a rack nothing would be seen, and on it nothing lies open
    winning = _choice(rng, WINNING) if hand.winning is not None else "none"
    if not hand.melds and hand.winning is not None and rng.random() < SORTED and can_be_sorted(hand):
        melds, winning = "sorted", "unmarked"
    if rack and (winning in {"turned", "across"} or (winning == "above" and melds == "below")):
        winning = "apart"
    kongs = _choice(rng, KONGS) if any(not meld.exposed for meld in hand.melds) else "none"
    bonus = _choice(rng, BONUS) if hand.bonus else "none"
    return Style(melds, kongs, winning, bonus, rack=rack)


def can_be_sorted(hand: Hand) -> bool:
    """Tell whether a concealed hand can be cut into four melds and eyes, or into pairs."""
    return any(len(reading.sets) in {5, 7} for reading in readings(hand))
