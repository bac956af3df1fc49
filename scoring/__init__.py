"""Hong Kong mahjong: tiles, hands, faan, rule sets and payments. Pure Python, standard library only."""

from scoring.circumstances import Circumstances, Event, Wind, circumstances
from scoring.errors import CircumstanceError, HandError, RulesError, SikwuError
from scoring.hand import Hand, Meld, MeldKind
from scoring.notation import format_hand, parse
from scoring.tiles import TILES, Suit, Tile, tile

__all__ = [
    "TILES",
    "CircumstanceError",
    "Circumstances",
    "Event",
    "Hand",
    "HandError",
    "Meld",
    "MeldKind",
    "RulesError",
    "SikwuError",
    "Suit",
    "Tile",
    "Wind",
    "circumstances",
    "format_hand",
    "parse",
    "tile",
]
