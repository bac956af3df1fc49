"""What is wrong with a hand or with how it is said to be won: named reasons, as many as there are.

A hand read from a photo may be short of a tile or show five of a face. That is no error of the program: the caller
shows the sentences, and nothing that is illegal or incomplete is ever priced.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from scoring.circumstances import Event
from scoring.hand import MeldKind
from scoring.notation import format_tiles
from scoring.suits import BITS
from scoring.tiles import TILES

if TYPE_CHECKING:
    from scoring.circumstances import Circumstances, Wind
    from scoring.hand import Hand
    from scoring.switches import RuleSet


class Severity(StrEnum):
    """What a problem means for the answer."""

    NOTICE = "notice"
    """Something is not known; the faan stand."""
    BELOW = "below"
    """A win that may not be declared."""
    INCOMPLETE = "incomplete"
    """Not a win."""
    ILLEGAL = "illegal"
    """Cannot be: tiles or circumstances contradict each other or the game."""


class Code(StrEnum):
    """Every problem that can be found, by its stable name."""

    # the tiles
    TOO_FEW_TILES = "too_few_tiles"
    TOO_MANY_TILES = "too_many_tiles"
    FIVE_OF_A_FACE = "five_of_a_face"
    DUPLICATE_BONUS = "duplicate_bonus"
    BONUS_IN_HAND = "bonus_in_hand"
    NOT_A_BONUS = "not_a_bonus"
    NOT_A_MELD = "not_a_meld"
    CONCEALED_NOT_KONG = "concealed_not_kong"
    TOO_MANY_MELDS = "too_many_melds"
    WINNING_TILE_MISSING = "winning_tile_missing"
    WINNING_TILE_UNKNOWN = "winning_tile_unknown"
    NOT_COMPLETE = "not_complete"
    BELOW_MINIMUM = "below_minimum"
    FLOWERS_NOT_IN_PLAY = "flowers_not_in_play"
    # who
    SEAT_UNKNOWN = "seat_unknown"
    DISCARDER_UNKNOWN = "discarder_unknown"
    DISCARDER_ON_SELF_DRAW = "discarder_on_self_draw"
    DISCARDER_IS_WINNER = "discarder_is_winner"
    LIABLE_IS_WINNER = "liable_is_winner"
    FED_BY_WINNER = "fed_by_winner"
    TOO_MANY_FEEDS = "too_many_feeds"
    CONCEALED_KONG_FED = "concealed_kong_fed"
    # how
    ROBBING_KONG_SELF_DRAWN = "robbing_kong_self_drawn"
    ROBBED_TILE_HELD = "robbed_tile_held"
    ROBBED_CONCEALED_KONG = "robbed_concealed_kong"
    ROBBING_KONG_LAST_DISCARD = "robbing_kong_last_discard"
    LAST_TILE_ON_DISCARD = "last_tile_on_discard"
    LAST_DISCARD_SELF_DRAWN = "last_discard_self_drawn"
    AFTER_KONG_ON_DISCARD = "after_kong_on_discard"
    AFTER_KONG_WITHOUT_KONG = "after_kong_without_kong"
    KONG_ON_KONG_ON_DISCARD = "kong_on_kong_on_discard"
    KONG_ON_KONG_WITHOUT_KONGS = "kong_on_kong_without_kongs"
    AFTER_FLOWER_ON_DISCARD = "after_flower_on_discard"
    AFTER_FLOWER_WITHOUT_FLOWER = "after_flower_without_flower"
    HEAVENLY_NOT_DEALER = "heavenly_not_dealer"
    HEAVENLY_ON_DISCARD = "heavenly_on_discard"
    HEAVENLY_CONCEALED_KONG = "heavenly_concealed_kong"
    EARTHLY_BY_DEALER = "earthly_by_dealer"
    EARTHLY_ON_DISCARD = "earthly_on_discard"
    EARTHLY_SELF_DRAWN = "earthly_self_drawn"
    EARTHLY_NOT_FROM_DEALER = "earthly_not_from_dealer"
    HUMAN_BY_DEALER = "human_by_dealer"
    HUMAN_ON_DISCARD = "human_on_discard"
    HUMAN_SELF_DRAWN = "human_self_drawn"
    OPENING_WITH_EXPOSED_MELD = "opening_with_exposed_meld"
    OPENING_WITH_OTHER_EVENT = "opening_with_other_event"
    OPENINGS_TOGETHER = "openings_together"


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason.

    Attributes:
        code: the stable name.
        severity: what it means for the answer.
        message: one sentence that quotes what is wrong.

    """

    code: Code
    severity: Severity
    message: str


_FIELDS: Final = sum(1 << BITS * index for index in range(34))


def five_of_a_face(weights: int) -> bool:
    """Tell whether some face is counted five times or more.

    >>> from scoring.tiles import tile
    >>> five_of_a_face(4 * tile("E").weight), five_of_a_face(5 * tile("E").weight)
    (False, True)

    """
    ones, twos = weights & _FIELDS, weights >> 1 & _FIELDS
    fours, more = weights >> 2 & _FIELDS, (weights >> 3 | weights >> 4) & _FIELDS
    return bool(fours & (ones | twos) | more)


def hand_problems(hand: Hand) -> list[Problem]:
    """Find what is wrong with the tiles, whatever the rules.

    >>> from scoring.notation import parse
    >>> [problem.message for problem in hand_problems(parse("(135m) 11111p 22s 33s +3s"))][:1]
    ['“(135m)” is no chow, pung or kong']

    """
    found: list[Problem] = []

    def illegal(code: Code, message: str) -> None:
        found.append(Problem(code, Severity.ILLEGAL, message))

    for meld in hand.melds:
        if meld.kind is None:
            open_, close = "()" if meld.exposed else "[]"
            illegal(Code.NOT_A_MELD, f"“{open_}{format_tiles(meld.tiles)}{close}” is no chow, pung or kong")
        elif not meld.exposed and meld.kind is not MeldKind.KONG:
            text = format_tiles(meld.tiles)
            illegal(Code.CONCEALED_NOT_KONG, f"“[{text}]” is no kong: only a kong is laid down concealed")
    if len(hand.melds) > 4:
        illegal(Code.TOO_MANY_MELDS, f"{len(hand.melds)} melds are laid down; a hand has four")
    astray = [face for face in hand.in_hand if face.is_bonus]
    if astray:
        illegal(Code.BONUS_IN_HAND, f"“{format_tiles(astray)}” among the tiles of the hand: bonus tiles lie beside it")
    wrong = [face for face in hand.bonus if not face.is_bonus]
    if wrong:
        illegal(Code.NOT_A_BONUS, f"“{format_tiles(wrong)}” after “|” is neither flower nor season")
    twice = sorted({face for face in hand.bonus if face.is_bonus and hand.bonus.count(face) > 1})
    if twice:
        illegal(Code.DUPLICATE_BONUS, f"“{format_tiles(twice)}” is there twice; of each flower and season there is one")
    faces = [face for face in hand.tiles if not face.is_bonus]
    for face in TILES[:34]:
        if faces.count(face) > 4:
            illegal(
                Code.FIVE_OF_A_FACE, f"“{face.code}” is there {faces.count(face)} times; of each face there are four"
            )
    found += _count_problems(hand)
    return found


def _count_problems(hand: Hand) -> list[Problem]:
    wanted = 13 - 3 * len(hand.melds)
    have, winning = len(hand.concealed), hand.winning is not None
    if len(hand.melds) > 4:
        return []
    if have > wanted + (not winning):
        text = f"{have + winning} tiles beside {len(hand.melds)} melds are too many; {wanted + 1} make a hand"
        return [Problem(Code.TOO_MANY_TILES, Severity.ILLEGAL, text)]
    if have < wanted:
        text = f"{have + winning} tiles beside {len(hand.melds)} melds are too few; {wanted + 1} make a hand"
        return [Problem(Code.TOO_FEW_TILES, Severity.INCOMPLETE, text)]
    if winning:
        return []
    if have == wanted:
        text = "the winning tile is missing; write it after “+”"
        return [Problem(Code.WINNING_TILE_MISSING, Severity.INCOMPLETE, text)]
    text = "which tile won is not known; what depends on it is not counted"
    return [Problem(Code.WINNING_TILE_UNKNOWN, Severity.NOTICE, text)]


def circumstance_problems(hand: Hand, win: Circumstances, rules: RuleSet) -> list[Problem]:
    """Find what contradicts itself in how the hand is said to be won.

    >>> from scoring.circumstances import Circumstances
    >>> from scoring.notation import parse
    >>> from scoring.rules import load_rules
    >>> win = Circumstances.from_text(self_draw=True, events=["robbing_kong"])
    >>> [problem.code.value for problem in circumstance_problems(parse("19m +1p"), win, load_rules())]
    ['robbing_kong_self_drawn']

    """
    found: list[Problem] = []
    if win.events:
        found += _event_problems(hand, win)
        found += _opening_problems(hand, win, rules)
    found += _seat_problems(hand, win)
    if hand.bonus and not rules.variants.flowers_in_play:
        text = f"“{format_tiles(hand.bonus)}”: this table plays without flowers, they count nothing"
        found.append(Problem(Code.FLOWERS_NOT_IN_PLAY, Severity.NOTICE, text))
    return found


def _illegal(*rows: tuple[bool, Code, str]) -> list[Problem]:
    return [Problem(code, Severity.ILLEGAL, message) for there, code, message in rows if there]


def _seat_problems(hand: Hand, win: Circumstances) -> list[Problem]:
    found: list[Problem] = []
    if win.seat is None:
        found.append(
            Problem(Code.SEAT_UNKNOWN, Severity.NOTICE, "the winner's seat is not known; nobody can be billed")
        )
    elif win.discarder is win.seat:
        found += _illegal(
            (True, Code.DISCARDER_IS_WINNER, f"“{win.seat}” cannot win on the discard of the same seat"),
        )
    if win.discarder is None and not win.self_draw:
        text = "who discarded the winning tile is not known; nobody can be billed"
        found.append(Problem(Code.DISCARDER_UNKNOWN, Severity.NOTICE, text))
    fed: list[tuple[Wind, bool]] = [
        (seat, meld.exposed) for seat, meld in zip(win.feeds, hand.melds, strict=False) if seat is not None
    ]
    return found + _illegal(
        (
            win.self_draw and win.discarder is not None,
            Code.DISCARDER_ON_SELF_DRAW,
            f"a self-drawn tile was discarded by nobody, not by “{win.discarder}”",
        ),
        (
            win.liable is not None and win.liable is win.seat,
            Code.LIABLE_IS_WINNER,
            f"“{win.liable}” cannot be liable for the own hand",
        ),
        (
            any(seat is win.seat for seat, _ in fed),
            Code.FED_BY_WINNER,
            f"“{win.seat}” cannot have fed the own melds",
        ),
        (
            len(win.feeds) > len(hand.melds),
            Code.TOO_MANY_FEEDS,
            f"{len(win.feeds)} melds are said to be fed; there are {len(hand.melds)}",
        ),
        (
            any(not exposed for _, exposed in fed),
            Code.CONCEALED_KONG_FED,
            "a concealed kong is self-drawn; nobody fed it",
        ),
    )


def _event_problems(hand: Hand, win: Circumstances) -> list[Problem]:
    events, drawn = win.events, win.self_draw
    kongs = sum(meld.kind is MeldKind.KONG for meld in hand.melds)
    robbing = Event.ROBBING_KONG in events
    last_discard = Event.LAST_DISCARD in events
    held = 0 if hand.winning is None else hand.tiles.count(hand.winning) - 1
    return _illegal(
        (
            robbing and drawn,
            Code.ROBBING_KONG_SELF_DRAWN,
            "“robbing_kong”: a robbed tile is another player's, it is not self-drawn",
        ),
        (
            robbing and held > 0,
            Code.ROBBED_TILE_HELD,
            f"“robbing_kong”: the hand holds {held} more of the robbed tile, of which the kong has all four",
        ),
        (
            robbing and last_discard,
            Code.ROBBING_KONG_LAST_DISCARD,
            "“robbing_kong” and “last_discard”: a robbed tile is not a discard",
        ),
        (
            Event.LAST_TILE in events and not drawn,
            Code.LAST_TILE_ON_DISCARD,
            "“last_tile”: the last tile of the wall is self-drawn; a discard after it is “last_discard”",
        ),
        (
            last_discard and drawn,
            Code.LAST_DISCARD_SELF_DRAWN,
            "“last_discard”: a self-drawn tile is no discard; the last of the wall is “last_tile”",
        ),
        (
            Event.AFTER_KONG in events and not drawn,
            Code.AFTER_KONG_ON_DISCARD,
            "“after_kong”: the replacement tile of a kong is self-drawn",
        ),
        (
            Event.AFTER_KONG in events and not kongs,
            Code.AFTER_KONG_WITHOUT_KONG,
            "“after_kong”: the hand has no kong",
        ),
        (
            Event.KONG_ON_KONG in events and not drawn,
            Code.KONG_ON_KONG_ON_DISCARD,
            "“kong_on_kong”: the replacement tile of a kong is self-drawn",
        ),
        (
            Event.KONG_ON_KONG in events and kongs < 2,
            Code.KONG_ON_KONG_WITHOUT_KONGS,
            f"“kong_on_kong”: the hand has {kongs} of the two kongs",
        ),
        (
            Event.AFTER_FLOWER in events and not drawn,
            Code.AFTER_FLOWER_ON_DISCARD,
            "“after_flower”: the replacement tile of a flower is self-drawn",
        ),
        (
            Event.AFTER_FLOWER in events and not hand.bonus,
            Code.AFTER_FLOWER_WITHOUT_FLOWER,
            "“after_flower”: the hand has neither flower nor season",
        ),
    )


_OPENINGS: Final = frozenset({Event.HEAVENLY, Event.EARTHLY, Event.HUMAN})
_FIRST_TURN: Final = _OPENINGS | {Event.AFTER_FLOWER, Event.AFTER_KONG}


def _opening_problems(hand: Hand, win: Circumstances, rules: RuleSet) -> list[Problem]:
    openings = win.events & _OPENINGS
    if not openings:
        return []
    names = " and ".join(f"“{event}”" for event in Event if event in openings)
    others = " and ".join(f"“{event}”" for event in Event if event in win.events - _FIRST_TURN)
    heavenly, earthly, human = (event in openings for event in (Event.HEAVENLY, Event.EARTHLY, Event.HUMAN))
    drawn, dealer = win.self_draw, win.seat is win.dealer
    variants = rules.variants
    return _illegal(
        (len(openings) > 1, Code.OPENINGS_TOGETHER, f"{names}: only one of them can be"),
        (
            hand.laid.exposed > 0 and not (human and variants.human_with_melds),
            Code.OPENING_WITH_EXPOSED_MELD,
            f"{names}: a hand of the first go-around has no exposed meld",
        ),
        (bool(others), Code.OPENING_WITH_OTHER_EVENT, f"{names} and {others}: the first go-around excludes it"),
        (
            heavenly and win.seat is not None and not dealer,
            Code.HEAVENLY_NOT_DEALER,
            f"“heavenly”: only the dealer can have it, not “{win.seat}”",
        ),
        (heavenly and not drawn, Code.HEAVENLY_ON_DISCARD, "“heavenly”: the opening hand wins without a discard"),
        (
            heavenly and bool(hand.melds) and not variants.heavenly_concealed_kong,
            Code.HEAVENLY_CONCEALED_KONG,
            "“heavenly”: a concealed kong voids it at this table",
        ),
        (earthly and dealer, Code.EARTHLY_BY_DEALER, "“earthly”: the dealer cannot have it"),
        (
            earthly and drawn and variants.earthly_by == "discard",
            Code.EARTHLY_SELF_DRAWN,
            "“earthly”: at this table it is won on the dealer's first discard, not self-drawn",
        ),
        (
            earthly and not drawn and variants.earthly_by == "self_draw",
            Code.EARTHLY_ON_DISCARD,
            "“earthly”: at this table it is self-drawn, not won on a discard",
        ),
        (
            earthly and win.discarder not in {None, win.dealer},
            Code.EARTHLY_NOT_FROM_DEALER,
            f"“earthly”: the discard is the dealer's, not that of “{win.discarder}”",
        ),
        (human and dealer, Code.HUMAN_BY_DEALER, "“human”: the dealer cannot have it"),
        (
            human and drawn and variants.human_by == "discard",
            Code.HUMAN_SELF_DRAWN,
            "“human”: at this table it is won on a discard, not self-drawn",
        ),
        (
            human and not drawn and variants.human_by == "self_draw",
            Code.HUMAN_ON_DISCARD,
            "“human”: at this table it is self-drawn, not won on a discard",
        ),
    )


def sound(hand: Hand) -> bool:
    """Tell quickly whether `hand_problems` has nothing to find; what it costs is paid for every hand.

    >>> from scoring.notation import parse
    >>> sound(parse("(CCC) 123m 456m 789m 9m +9m")), sound(parse("(135m) 123m 456m 789m 9m +9m"))
    (True, False)

    """
    winning, concealed, bonus, laid = hand.winning, hand.concealed, hand.bonus, hand.laid
    if winning is None or len(concealed) + 3 * len(hand.melds) != 13 or not laid.sound:
        return False
    if winning.index >= 34 or (concealed and concealed[-1].index >= 34) or five_of_a_face(hand.weights + laid.weights):
        return False
    return not bonus or (bonus[0].index >= 34 and len(set(bonus)) == len(bonus))


def unremarkable(hand: Hand, win: Circumstances, rules: RuleSet) -> bool:
    """Tell quickly whether `circumstance_problems` has nothing to look at: a plain win, nobody contradicts himself.

    >>> from scoring.circumstances import Circumstances
    >>> from scoring.notation import parse
    >>> from scoring.rules import load_rules
    >>> unremarkable(parse("19m"), Circumstances(self_draw=True), load_rules())
    True

    """
    if win.events or win.feeds or win.liable or win.seat is None:
        return False
    if hand.bonus and not rules.variants.flowers_in_play:
        return False
    discarder = win.discarder
    return discarder is None if win.self_draw else discarder is not None and discarder is not win.seat
