"""Ask sikwu what a row asks: hand, circumstances and rules of a row, and the answer to compare."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scoring.circumstances import WINDS, Circumstances, Event, Wind
from scoring.errors import HandError
from scoring.faan import score, value
from scoring.hand import Hand, Meld
from scoring.notation import parse
from scoring.problems import Code, Severity
from scoring.readings import facts_of, ways
from scoring.rules import load_rules
from scoring.tiles import tile

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.result import Result, Value
    from scoring.switches import RuleSet
    from tests.dialects.dialect import Dialect

EVENTS = {
    "kong_replacement": Event.AFTER_KONG,
    "after_kong": Event.AFTER_KONG,
    "flower_replacement": Event.AFTER_FLOWER,
    "after_flower": Event.AFTER_FLOWER,
    "kong_on_kong": Event.KONG_ON_KONG,
    "robbing_kong": Event.ROBBING_KONG,
    "last_tile": Event.LAST_TILE,
    "last_discard": Event.LAST_DISCARD,
    "heavenly": Event.HEAVENLY,
    "earthly": Event.EARTHLY,
    "humanly": Event.HUMAN,
    "human": Event.HUMAN,
}
KNOWN_FLAGS = frozenset({"pao", "no_flowers", "concealed"})
OPENINGS = frozenset({Event.HEAVENLY, Event.EARTHLY, Event.HUMAN})
ABOUT_EVENTS = {
    "robbing_kong": {Event.ROBBING_KONG},
    "robbed": {Event.ROBBING_KONG},
    "last_tile": {Event.LAST_TILE},
    "last_discard": {Event.LAST_DISCARD},
    "after_kong": {Event.AFTER_KONG},
    "kong_on_kong": {Event.KONG_ON_KONG},
    "after_flower": {Event.AFTER_FLOWER},
    "heavenly": {Event.HEAVENLY},
    "earthly": {Event.EARTHLY},
    "human": {Event.HUMAN},
    "opening": OPENINGS,
}


class NotUsableError(Exception):
    """The row cannot be asked; the text says why."""


class WinningTileMissingError(NotUsableError):
    """The winning tile is not among the tiles in hand: such a row can only be rejected."""


@dataclass(frozen=True)
class Answer:
    """What sikwu says about a row's hand.

    Attributes:
        result: the result; None where the text is no hand at all.
        worth: what the hand is worth, claims of the source taken as they are.
        refusal: why the hand is no hand, empty if it is one.
    """

    result: Result | None
    worth: Value | None
    refusal: str = ""


def hand_of(row: Mapping[str, Any]) -> Hand:
    """The hand of a row. Where its two ways of writing it disagree, the one with the right number of tiles is meant."""
    melds = tuple(
        Meld(tuple(face for face in parse(meld["tiles"]).concealed), exposed=bool(meld["exposed"]))
        for meld in row["melds"]
    )
    bonus = tuple(tile(code) for code in row["flowers"] or ())
    concealed = parse(row["concealed"]).concealed
    wanted = 14 - 3 * len(melds)
    if len(concealed) != wanted:
        try:
            whole = parse(row["hand"])
        except HandError:
            whole = Hand()
        if len(whole.melds) == len(melds) and len(whole.in_hand) == wanted:
            concealed = whole.in_hand
    winning = tile(row["winning_tile"]) if row["winning_tile"] else None
    if winning is not None:
        if winning not in concealed:
            raise WinningTileMissingError(f"the winning tile {winning.code} is not among the tiles in hand")
        left = list(concealed)
        left.remove(winning)
        concealed = tuple(left)
    return Hand(concealed, melds, winning, bonus)


def rules_of(row: Mapping[str, Any], dialect: Dialect) -> RuleSet:
    """The rules that a row is to be scored by."""
    settings = dict(dialect.rules)
    says = dict(row["rules"])
    preset, cap, least = says.pop("preset", None), says.pop("cap", None), says.pop("min", None)
    if preset is not None:
        settings |= _known(dialect.presets, preset, "preset")
    system = (row["expected_payment"] or {}).get("system")
    if system:
        named = [switches for name, switches in dialect.payments.items() if name in system]
        if not named:
            raise NotUsableError(f"the payment system “{system}” is not known")
        for switches in named:
            settings |= switches
    for phrase, switches in dialect.noted.items():
        if phrase in (row["notes"] or ""):
            settings |= switches
    for option, said in says.items():
        settings |= _known(_known(dialect.options, option, "rule"), str(said).lower(), f"value of {option}")
    settings |= {key: said for key, said in (("cap", cap), ("minimum", least)) if said is not None}
    if row["flowers"] is None:
        settings["variants.flowers_in_play"] = False
    for flag, patterns in dialect.flagged.items():
        if flag not in row["conditions"]:
            settings |= {f"faan.{pattern}": 0 for pattern in patterns}
    return load_rules("guide", settings)


def _known(table: Mapping[str, dict[str, Any]], name: object, what: str) -> dict[str, Any]:
    if name not in table:
        raise NotUsableError(f"the {what} “{name}” is not known")
    return table[str(name)]


def win_of(row: Mapping[str, Any]) -> Circumstances:
    """How the hand of a row was won. On a discard that nobody is named for, the next seat discarded."""
    unknown = [name for name in row["conditions"] if name not in EVENTS and name not in KNOWN_FLAGS]
    if unknown:
        raise NotUsableError(f"the condition “{unknown[0]}” is not known")
    drawn = bool(row["self_draw"])
    events = {EVENTS[name] for name in row["conditions"] if name in EVENTS}
    if Event.LAST_TILE in events and not drawn:
        events = events - {Event.LAST_TILE} | {Event.LAST_DISCARD}
    seat = Wind(row["seat"]) if row["seat"] else None
    discarder = None
    if not drawn and seat is not None:
        dealer_discards = Event.EARTHLY in events and seat is not Wind.EAST
        discarder = Wind.EAST if dealer_discards else WINDS[(WINDS.index(seat) + 1) % 4]
    return Circumstances(
        seat=seat,
        round=Wind(row["round"]) if row["round"] else None,
        self_draw=drawn,
        discarder=discarder,
        events=frozenset(events),
    )


def answer_to(row: Mapping[str, Any], dialect: Dialect) -> Answer:
    """Score the hand of a row.

    Raises:
        NotUsableError: the row cannot be asked.

    """
    try:
        hand = hand_of(row)
    except HandError as fault:
        return Answer(None, None, fault.message)
    rules, win = rules_of(row, dialect), win_of(row)
    result = score(hand, win, rules)
    about = [
        (problem, events & win.events)
        for problem in result.problems
        if problem.severity is Severity.ILLEGAL
        for prefix, events in ABOUT_EVENTS.items()
        if problem.code.value.startswith(prefix)
    ]
    contradicted = {event for _, events in about for event in events}
    dropped = {event for problem, events in about if problem.code.value in dialect.drops for event in events}
    for problem, events in about:
        if dialect.claims == "checked" or (dialect.claims == "dropped" and events - dropped):
            raise NotUsableError(f"sikwu refuses a contradiction that the source accepts: {problem.message}")
    if contradicted and dialect.claims == "taken":
        records = facts_of(hand, win, ways(hand))
        return Answer(result, max((value(record, rules) for record in records), key=lambda worth: worth.rank))
    if contradicted:
        kept = Circumstances(
            seat=win.seat,
            round=win.round,
            self_draw=win.self_draw,
            discarder=win.discarder,
            events=win.events - contradicted,
        )
        result = score(hand, kept, rules)
    broken = [
        problem
        for problem in result.problems
        if problem.severity in {Severity.ILLEGAL, Severity.INCOMPLETE} and problem.code is not Code.BELOW_MINIMUM
    ]
    return Answer(result, None if broken else result.value, broken[0].message if broken else "")
