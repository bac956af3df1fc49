"""包牌 liability: the player whose discard made a threatening hand possible pays for it.

The engine takes who fed which meld, in the order in which the melds were laid down, and derives who is liable. One
liability is live at a time: the later replaces the earlier (包後不包先). Defined as far as the guide defines them:

- ``fourth_meld`` 十二章包: the discard that gave a player the fourth exposed meld
- ``great_three_dragons`` 大三元包: the discard that completed the third dragon meld
- ``great_four_winds`` 大四喜包: the discard that completed the fourth wind meld
- ``full_flush_landing`` 清一色落地: three exposed melds of one suit, and the discard for the fourth of it
- ``pure_terminals_landing`` 清幺九落地: three exposed melds of terminals, and the discard for the fourth
- ``all_honours_landing`` 字一色落地: three exposed melds of honours, and the discard for the fourth
- ``great_three_dragons_landing`` 大三元落地: the discard for the third exposed dragon meld
- ``great_four_winds_landing`` 大四喜落地: three exposed melds of winds, and the discard for the fourth
- ``four_kongs_landing`` 十八羅漢落地: the discard that made a fourth kong possible
- ``twelfth_tile`` 十二張包自摸: any discard that gave a player the twelfth exposed tile
- ``ninth_tile`` 九張包: the same for the ninth (by analogy: the guide names it and says no more)

五子包生 is named by the guide without a definition, and depends on the wall, which no hand shows: name the player with
``liable`` instead. A liability for a pattern lapses where the hand that wins does not have the pattern after all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scoring.hand import Meld, MeldKind
from scoring.notation import format_tiles
from scoring.tiles import Suit

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from scoring.circumstances import Circumstances, Wind
    from scoring.hand import Hand
    from scoring.switches import RuleSet
    from scoring.tiles import Tile


@dataclass(frozen=True, slots=True)
class Liable:
    """Who is liable.

    Attributes:
        seat: the player.
        pao: which liability, one of `scoring.switches.PAOS`, or ``agreed`` where the table named the player.
        reason: one sentence.

    """

    seat: Wind
    pao: str
    reason: str


_PATTERN: Final = {
    "great_three_dragons": "great_three_dragons",
    "great_four_winds": "great_four_winds",
    "full_flush_landing": "full_flush",
    "pure_terminals_landing": "pure_terminals",
    "all_honours_landing": "all_honours",
    "great_three_dragons_landing": "great_three_dragons",
    "great_four_winds_landing": "great_four_winds",
    "four_kongs_landing": "four_kongs",
}
"""The pattern that the winning hand must have for the liability to hold."""

_BY_THE_WINNING_TILE: Final = {
    Suit.DRAGONS: ("great_three_dragons", "third dragon"),
    Suit.WINDS: ("great_four_winds", "fourth wind"),
}
"""Liabilities that the winning discard itself can bring, by its suit, and the meld that it completes."""

_TWELFTH: Final = "twelfth_tile"
"""Binds for a later self-draw only."""


def find_liable(hand: Hand, win: Circumstances, rules: RuleSet, patterns: Collection[str]) -> Liable | None:
    """Derive who is liable for a win.

    Args:
        hand: the hand, its melds in the order in which they were laid down.
        win: how it was won, with who fed which meld.
        rules: which liabilities the table plays.
        patterns: ids of the patterns that the hand has, counted or suppressed.

    >>> from scoring.circumstances import Circumstances
    >>> from scoring.notation import parse
    >>> from scoring.rules import load_rules
    >>> win = Circumstances.from_text(seat="S", self_draw=True, feeds=["E", "E", "W", "N"])
    >>> hand = parse("(123m) (456p) (789s) (EEE) 5m +5m")
    >>> found = find_liable(hand, win, load_rules("hkma"), patterns=())
    >>> found.reason if found else None
    '“N” fed “EEE”: it gave the fourth exposed meld'

    """
    if win.liable is not None:
        return Liable(win.liable, "agreed", f"the table named “{win.liable}” as liable")
    found: Liable | None = None
    for place, feeder in enumerate(win.feeds):
        if feeder is not None:
            for pao, why in _pinned(hand.melds[: place + 1]):
                if pao in rules.liability.paos and _holds(pao, win, patterns):
                    text = format_tiles(hand.melds[place].tiles)
                    found = Liable(feeder, pao, f"“{feeder}” fed “{text}”: {why}")
    if win.discarder is not None and hand.winning is not None and hand.winning.suit in _BY_THE_WINNING_TILE:
        # The winning discard can itself complete the third dragon meld, as in the guide's example 3.
        pao, which = _BY_THE_WINNING_TILE[hand.winning.suit]
        if pao in rules.liability.paos and pao in patterns and hand.tiles.count(hand.winning) == 3:
            why = f"“{win.discarder}” discarded “{hand.winning.code}”: it completed the {which} meld"
            found = Liable(win.discarder, pao, why)
    return found


def _holds(pao: str, win: Circumstances, patterns: Collection[str]) -> bool:
    if pao == _TWELFTH and not win.self_draw:
        return False
    return pao not in _PATTERN or _PATTERN[pao] in patterns


def _pinned(melds: tuple[Meld, ...]) -> Iterator[tuple[str, str]]:
    """Tell which liabilities the discard that completed the last of these melds brings."""
    exposed = [meld for meld in melds if meld.exposed]
    last, before = melds[-1], exposed[:-1]
    tiles = sum(len(meld.tiles) for meld in exposed)
    for pao, least in (("ninth_tile", 9), ("twelfth_tile", 12)):
        if tiles - len(last.tiles) < least <= tiles:
            yield pao, f"it gave the {least}th exposed tile"
    if len(exposed) == 4:
        yield "fourth_meld", "it gave the fourth exposed meld"
    if sum(meld.kind is MeldKind.KONG for meld in melds) == 4 and last.kind is MeldKind.KONG:
        yield "four_kongs_landing", "it made the fourth kong possible"
    if len(before) >= 3:
        suits = {face.suit for meld in exposed for face in meld.tiles}
        faces = [face for meld in exposed for face in meld.tiles]
        if len(suits) == 1 and faces[0].is_suited:
            yield "full_flush_landing", f"three melds of {faces[0].suit} lay open, it gave the fourth"
        if all(face.is_terminal for face in faces):
            yield "pure_terminals_landing", "three melds of terminals lay open, it gave the fourth"
        if all(face.is_honour for face in faces):
            yield "all_honours_landing", "three melds of honours lay open, it gave the fourth"
        if all(face.suit is Suit.WINDS for face in faces):
            yield "great_four_winds_landing", "three melds of winds lay open, it gave the fourth"
    if _melds_of(melds, Suit.WINDS) == 4:
        yield "great_four_winds", "it completed the fourth wind meld"
    if last.tiles[0].suit is Suit.DRAGONS and _melds_of(melds, Suit.DRAGONS) == 3:
        if _melds_of(exposed, Suit.DRAGONS) == 3:
            yield "great_three_dragons_landing", "it gave the third exposed dragon meld"
        yield "great_three_dragons", "it completed the third dragon meld"


def _melds_of(melds: Collection[Meld], suit: Suit) -> int:
    return sum(_first(meld).suit is suit for meld in melds)


def _first(meld: Meld) -> Tile:
    return meld.tiles[0]
