"""Every way to read a hand: four melds and eyes, seven pairs, thirteen orphans."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from scoring.circumstances import Event, Wind
from scoring.facts import Bonus, Facts, Form, Gates, Melded, SuitDragon
from scoring.hand import MeldKind
from scoring.suits import BITS, HONOURS_SHIFT, SUIT_BITS, SUIT_MASK, Part, decompositions, weigh
from scoring.tiles import TILES, Suit, Tile, tile

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scoring.circumstances import Circumstances
    from scoring.hand import Hand

_FIELD: Final = (1 << BITS) - 1
_CHARACTERS: Final = SUIT_MASK
_DOTS: Final = SUIT_MASK << SUIT_BITS
_BAMBOO: Final = SUIT_MASK << 2 * SUIT_BITS
_SIMPLES: Final = sum(_FIELD * face.weight for face in TILES[:27] if not face.is_terminal)
_NOT_GREEN: Final = sum(
    _FIELD * face.weight for face in TILES[:34] if face.code not in {"2s", "3s", "4s", "6s", "8s", "F"}
)
_ODD: Final = weigh(TILES[:34])
_FOUR: Final = 4 * _ODD
_ORPHANS: Final = weigh(face for face in TILES[:34] if face.is_terminal or face.is_honour)
_ORPHAN_HANDS: Final = {_ORPHANS + face.weight: face for face in TILES[:34] if face.is_terminal or face.is_honour}
_GATES: Final = {
    weigh(TILES[first + rank] for rank in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8)) + TILES[first + more].weight: TILES[
        first + more
    ]
    for first in (0, 9, 18)
    for more in range(9)
}
_ONE_DOT, _RED, _GREEN, _WHITE = (tile(code) for code in ("1p", "C", "F", "P"))


class Way(NamedTuple):
    """How the tiles in hand are read, in the terms of the suit table: the form, and the parts of a standard hand."""

    form: Form
    parts: tuple[Part, ...] = ()


_THIRTEEN_ORPHANS: Final = Way(Form.THIRTEEN_ORPHANS)
_SEVEN_PAIRS: Final = Way(Form.SEVEN_PAIRS)


@dataclass(frozen=True, slots=True)
class Set:
    """Some tiles of a reading that belong together.

    Attributes:
        kind: ``chow``, ``pung``, ``kong``, ``eyes``, ``pair`` (of seven) or ``orphans``.
        tiles: in order.
        exposed: whether the set lies open; a pung that a discard completes at the end still stands in hand.
        won: whether the winning tile completes it.

    """

    kind: str
    tiles: tuple[Tile, ...]
    exposed: bool = False
    won: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a complete hand.

    Attributes:
        form: standard, seven pairs, thirteen orphans, or flowers (then there are no sets).
        sets: the melds as laid down, then those in hand, then the eyes. The winning tile completes one of them: where
            several have its face, the eyes, else a chow, else a pung, which is never cheaper.

    """

    form: Form
    sets: tuple[Set, ...]


def ways(hand: Hand) -> list[Way]:
    """Find every way to read the tiles of a hand with the right number of them, in a fixed order.

    >>> from scoring.notation import parse
    >>> [way.form.value for way in ways(parse("112233m 112233p 5s +5s"))]
    ['seven_pairs', 'standard']

    """
    found: list[Way] = []
    weights = hand.weights
    if not hand.melds:
        if weights in _ORPHAN_HANDS:
            found.append(_THIRTEEN_ORPHANS)
        elif not weights & _ODD:
            found.append(_SEVEN_PAIRS)
    for parts in decompositions(weights):
        found.append(Way(Form.STANDARD, parts))  # noqa: PERF401  most hands have one way; a comprehension costs more
    return found


class _Honours(NamedTuple):
    """What the honours of a standard hand come to."""

    present: bool
    dragon_pungs: int
    wind_pungs: int
    winds: int
    """Bits of the winds of which there is a pung: 1, 2, 4, 8."""
    only: Tile | None
    """The one honour of which there is a pung, if there is no other honour."""


@lru_cache(maxsize=1 << 14)
def _honours(weights: int) -> _Honours:
    held = [weights >> BITS * index & _FIELD for index in range(7)]
    pungs = [TILES[27 + index] for index, count in enumerate(held) if count >= 3]
    return _Honours(
        present=weights > 0,
        dragon_pungs=sum(face.suit is Suit.DRAGONS for face in pungs),
        wind_pungs=winds if (winds := sum(face.suit is Suit.WINDS for face in pungs)) >= 3 else 0,
        winds=sum(1 << (face.number - 1) for face in pungs if face.suit is Suit.WINDS),
        only=pungs[0] if len(pungs) == 1 and sum(held) == held[pungs[0].index - 27] else None,
    )


_WIND_BIT: Final = {None: 0, Wind.EAST: 1, Wind.SOUTH: 2, Wind.WEST: 4, Wind.NORTH: 8}


class _Flowers(NamedTuple):
    """What the bonus tiles come to."""

    bonus: Bonus
    own: int
    own_in_sets: int
    sets: int


@lru_cache(maxsize=1 << 12)
def _flowers(faces: tuple[Tile, ...], seat: Wind | None) -> _Flowers:
    count = len(faces)
    bonus = {7: Bonus.SEVEN, 8: Bonus.EIGHT}.get(count, Bonus.SOME if count else Bonus.NONE)
    suits = Counter(face.suit for face in faces)
    complete = {suit for suit, there in suits.items() if there == 4}
    own = [face.suit in complete for face in faces if seat is not None and face.number == seat.number]
    return _Flowers(bonus, own.count(False), own.count(True), len(complete))


_NO_FLOWERS: Final = _flowers((), None)


def four_alike(weights: int) -> bool:
    """Tell whether some face is counted four times.

    >>> four_alike(4 * tile("E").weight), four_alike(3 * tile("E").weight)
    (True, False)

    """
    return weights & _FOUR != 0


def _suit_dragon(weights: int, only: Tile | None) -> SuitDragon:
    """Name the dragon that goes with the hand's suit; the only honour and one suit are given."""
    if only is _RED and not weights & (_DOTS | _BAMBOO):
        return SuitDragon.RUBY
    if only is _WHITE and not weights & (_CHARACTERS | _BAMBOO):
        return SuitDragon.PEARL
    if only is _GREEN and not weights & _NOT_GREEN:
        return SuitDragon.JADE
    return SuitDragon.NO


def facts_of(hand: Hand, win: Circumstances, found: Iterable[Way]) -> list[Facts]:
    """State the facts of each of the ways to read a hand that `ways` found.

    >>> from scoring.circumstances import Circumstances
    >>> from scoring.notation import parse
    >>> hand = parse("(CCC) 123m 456m 789m 9m +9m")
    >>> (facts,) = facts_of(hand, Circumstances(self_draw=True), ways(hand))
    >>> facts.exposed, facts.suits, facts.dragon_pungs, facts.self_draw
    (True, 1, 1, True)

    """
    in_hand, (laid, laid_chows, kongs, exposed, _), melds = hand.weights, hand.laid, len(hand.melds)
    weights, winning, events = in_hand + laid, hand.winning, win.events
    seat, round_ = win.seat, win.round
    honours = _honours(weights >> HONOURS_SHIFT)
    flowers = _flowers(hand.bonus, seat) if hand.bonus else _NO_FLOWERS
    suits = min((weights & _CHARACTERS != 0) + (weights & _DOTS != 0) + (weights & _BAMBOO != 0), 2)
    gates = Gates.NO
    if suits == 1 and not laid and weights in _GATES:
        gates = Gates.TRUE_WAIT if _GATES[weights] is winning else Gates.ANY_WAIT
    moon = winning is _ONE_DOT and Event.LAST_TILE in events
    melded = Melded.NO
    if melds == 4 and exposed and not win.self_draw:
        melded = Melded.CLAIMED if exposed == 4 else Melded.WITH_KONGS
    records = []
    for form, parts in found:
        if form is Form.STANDARD:
            characters, dots, bamboo, others = parts
            in_chows = laid_chows + characters.chows + dots.chows + bamboo.chows
            eyes = others.eyes
            dragon_eyes = wind_eyes = own_wind_eyes = False
            if eyes is None:
                eyes = characters.eyes or dots.eyes or bamboo.eyes
            elif eyes.suit is Suit.DRAGONS:
                dragon_eyes = in_chows == 4 or honours.dragon_pungs == 2
            elif in_chows == 4:
                wind_eyes = True
                own_wind_eyes = eyes.code in {seat, round_}
            else:
                wind_eyes = honours.wind_pungs == 3
            # By position, in the order of the class: keywords would cost a tenth of the whole.
            records.append(
                Facts(
                    form,
                    in_chows > 0,  # chows
                    in_chows == 4,  # all_chows
                    in_chows == 0,  # all_pungs
                    kongs == 4,  # all_kongs
                    exposed > 0,  # exposed
                    melds > exposed == 0,  # concealed_kong
                    melded,
                    suits,
                    honours.present,  # honours
                    not in_chows and weights & _SIMPLES != 0,  # simples
                    honours.dragon_pungs,
                    honours.wind_pungs,
                    dragon_eyes,
                    wind_eyes,
                    own_wind_eyes,
                    honours.winds & _WIND_BIT[seat] != 0,  # seat_wind
                    honours.winds & _WIND_BIT[round_] != 0,  # round_wind
                    _suit_dragon(weights, honours.only) if suits == 1 and honours.only else SuitDragon.NO,
                    gates,
                    False,  # four_alike
                    eyes is winning and not (in_chows or exposed or win.self_draw),  # eyes_won
                    flowers.bonus,  # bonus
                    flowers.own,  # own_flowers
                    flowers.own_in_sets,  # own_flowers_in_sets
                    flowers.sets,  # flower_sets
                    moon,
                    win.self_draw,  # self_draw
                    events,
                )
            )
        else:
            records.append(
                Facts(
                    form,
                    suits=suits,
                    honours=honours.present,
                    simples=weights & _SIMPLES != 0,
                    four_alike=four_alike(in_hand),
                    bonus=flowers.bonus,
                    own_flowers=flowers.own,
                    own_flowers_in_sets=flowers.own_in_sets,
                    flower_sets=flowers.sets,
                    moon=moon,
                    self_draw=win.self_draw,
                    events=events,
                )
            )
    return records


def flower_facts(hand: Hand, win: Circumstances) -> Facts:
    """State the facts of a flower win, for which the tiles in hand do not matter: the last flower was drawn.

    >>> from scoring.circumstances import Circumstances
    >>> from scoring.notation import parse
    >>> flower_facts(parse("|1f2f3f4f1g2g3g"), Circumstances()).bonus.value
    'seven'

    """
    flowers, exposed = _flowers(hand.bonus, win.seat), hand.laid.exposed > 0
    return Facts(
        Form.FLOWERS,
        exposed=exposed,
        concealed_kong=bool(hand.melds) and not exposed,
        bonus=flowers.bonus,
        own_flowers=flowers.own,
        own_flowers_in_sets=flowers.own_in_sets,
        flower_sets=flowers.sets,
        self_draw=True,
        events=win.events,
    )


def reading_of(hand: Hand, way: Way) -> Reading:
    """Spell out one way to read a hand, set by set.

    >>> from scoring.notation import parse
    >>> hand = parse("(CCC) 123m 456m 789m 9m +9m")
    >>> [(item.kind, item.won) for item in reading_of(hand, ways(hand)[0]).sets]
    [('pung', False), ('chow', False), ('chow', False), ('chow', False), ('eyes', True)]

    """
    sets = [Set(str(meld.kind), meld.tiles, exposed=meld.exposed) for meld in hand.melds]
    if way.form is Form.FLOWERS:
        return Reading(way.form, ())
    if way.form is Form.THIRTEEN_ORPHANS:
        return Reading(way.form, (Set("orphans", hand.in_hand, won=hand.winning is not None),))
    if way.form is Form.SEVEN_PAIRS:
        own = [Set("pair", hand.in_hand[place : place + 2]) for place in range(0, 14, 2)]
    else:
        own = [Set(str(kind), _tiles(kind, first)) for part in way.parts for kind, first in part.melds]
        own += [Set("eyes", (part.eyes, part.eyes)) for part in way.parts if part.eyes is not None]
    won = [place for place, item in enumerate(own) if hand.winning in item.tiles]
    if won:
        order = ("eyes", "pair", "chow", "pung")
        best = min(won, key=lambda place: order.index(own[place].kind))
        own[best] = Set(own[best].kind, own[best].tiles, won=True)
    return Reading(way.form, (*sets, *own))


def _tiles(kind: MeldKind, first: Tile) -> tuple[Tile, ...]:
    return (first,) * 3 if kind is MeldKind.PUNG else TILES[first.index : first.index + 3]


def readings(hand: Hand) -> tuple[Reading, ...]:
    """Find every way to read a complete hand, whatever the rules; empty where it is not complete.

    >>> from scoring.notation import parse
    >>> [[item.kind for item in reading.sets] for reading in readings(parse("111222333m EE 44s +E"))]
    [['pung', 'pung', 'pung', 'pung', 'eyes'], ['chow', 'chow', 'chow', 'pung', 'eyes']]

    """
    if len(hand.in_hand) + 3 * len(hand.melds) != 14 or any(face.is_bonus for face in hand.in_hand):
        return ()
    return tuple(reading_of(hand, way) for way in ways(hand))
