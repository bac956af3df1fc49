"""Hong Kong mahjong: tiles, hands, faan, rule sets and payments. Pure Python, standard library only."""

from scoring.circumstances import Circumstances, Event, Wind
from scoring.errors import CircumstanceError, HandError, RulesError, SikwuError
from scoring.faan import score
from scoring.hand import Hand, Meld, MeldKind
from scoring.notation import format_hand, parse
from scoring.result import Result, to_json
from scoring.rules import load_rules
from scoring.switches import RuleSet
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
    "Result",
    "RuleSet",
    "RulesError",
    "SikwuError",
    "Suit",
    "Tile",
    "Wind",
    "format_hand",
    "load_rules",
    "parse",
    "score",
    "tile",
    "to_json",
]
