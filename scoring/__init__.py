"""Hong Kong mahjong: tiles, hands, faan, rule sets and payments. Pure Python, standard library only."""

from scoring.advice import Wait, advise
from scoring.circumstances import Circumstances, Event, Wind
from scoring.errors import CircumstanceError, HandError, RulesError, SikwuError
from scoring.explanation import Explanation, compare, explain
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
    "Explanation",
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
    "Wait",
    "Wind",
    "advise",
    "compare",
    "explain",
    "format_hand",
    "load_rules",
    "parse",
    "score",
    "tile",
    "to_json",
]
