"""Every way to read a hand: four melds and eyes, seven pairs, thirteen orphans."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from scoring.facts import Facts, Form, Gates
from scoring.hand import MeldKind
from scoring.suits import BITS, HONOURS_SHIFT, SUIT_BITS, SUIT_MASK, Part, decompositions, weigh
from scoring.tiles import TILES, Tile, tile

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
_ONE_DOT: Final = tile("1p")


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


def ways(hand: Hand, weights: int) -> list[Way]:
    """Find every way to read the tiles in hand, in a fixed order.

    Args:
        hand: a hand with the right number of tiles.
        weights: the weights of its tiles in hand, the winning tile with them.

    """
    found: list[Way] = []
    if not hand.melds:
        if weights in _ORPHAN_HANDS:
            found.append(_THIRTEEN_ORPHANS)
        elif not weights & _ODD:
            found.append(_SEVEN_PAIRS)
    found += [Way(Form.STANDARD, parts) for parts in decompositions(weights)]
    return found


@lru_cache(maxsize=1 << 14)
def _honours(weights: int) -> tuple[int, int]:
    """Bits of the honours that are present, and of those of which there are three or four."""
    present = pungs = 0
    for index in range(7):
        count = weights >> BITS * index & _FIELD
        present |= (count > 0) << index
        pungs |= (count > 2) << index
    return present, pungs


@lru_cache(maxsize=256)
def _bonus(faces: tuple[Tile, ...]) -> int:
    return sum({1 << (face.index - 34) for face in faces})


def four_alike(weights: int) -> bool:
    """Tell whether some face is counted four times."""
    return weights & _FOUR != 0


def facts_of(hand: Hand, win: Circumstances, found: Iterable[Way], in_hand: int, laid: int) -> list[Facts]:
    """State the facts of each way to read a hand.

    Args:
        hand: the hand.
        win: how it was won.
        found: what `ways` gave.
        in_hand: the weights of the tiles in hand, the winning tile with them.
        laid: the weights of the melds laid down.

    """
    chows = pungs = kongs = concealed_kongs = 0
    for meld in hand.melds:
        if meld.kind is MeldKind.CHOW:
            chows += 1
        elif meld.kind is MeldKind.PUNG:
            pungs += 1
        else:
            kongs += 1
            concealed_kongs += not meld.exposed
    weights = in_hand + laid
    winning = hand.winning
    present, honour_pungs = _honours(weights >> HONOURS_SHIFT)
    suits = (1 if weights & _CHARACTERS else 0) | (2 if weights & _DOTS else 0) | (4 if weights & _BAMBOO else 0)
    exposed = len(hand.melds) - concealed_kongs
    simples = weights & _SIMPLES != 0
    green = weights & _NOT_GREEN == 0
    gates = Gates.NO
    if not laid and weights in _GATES:
        gates = Gates.TRUE_WAIT if _GATES[weights] is winning else Gates.ANY_WAIT
    bonus = _bonus(hand.bonus) if hand.bonus else 0
    one_dot = winning is _ONE_DOT
    seat = win.seat.number if win.seat else 0
    round_ = win.round.number if win.round else 0
    self_draw, events = win.self_draw, win.events
    records = []
    for form, parts in found:
        if form is Form.STANDARD:
            characters, dots, bamboo, honours = parts
            eyes = characters.eyes or dots.eyes or bamboo.eyes or honours.eyes
            records.append(
                Facts(
                    form,
                    chows + characters.chows + dots.chows + bamboo.chows,
                    pungs + characters.pungs + dots.pungs + bamboo.pungs + honours.pungs,
                    kongs,
                    concealed_kongs,
                    exposed,
                    suits,
                    present,
                    honour_pungs,
                    0 if honours.eyes is None else 1 << (honours.eyes.index - 27),
                    eyes is winning,
                    simples,
                    green,
                    False,
                    gates,
                    bonus,
                    one_dot,
                    seat,
                    round_,
                    self_draw,
                    events,
                )
            )
        else:
            records.append(
                Facts(
                    form, 0, 0, 0, 0, 0, suits, present, 0, 0, False, simples, green, four_alike(in_hand), Gates.NO,
                    bonus, one_dot, seat, round_, self_draw, events,
                )
            )  # fmt: skip
    return records


def flower_facts(hand: Hand, win: Circumstances) -> Facts:
    """State the facts of a flower win, for which the tiles in hand do not matter."""
    return Facts(
        Form.FLOWERS, 0, 0, 0, 0, 0, 0, 0, 0, 0, False, False, False, False, Gates.NO, _bonus(hand.bonus), False,
        win.seat.number if win.seat else 0, win.round.number if win.round else 0, win.self_draw, win.events,
    )  # fmt: skip


def reading_of(hand: Hand, way: Way) -> Reading:
    """Spell out one way to read a hand, set by set."""
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
    """Find every way to read a complete hand; empty where it is not complete.

    >>> from scoring.notation import parse
    >>> [[item.kind for item in reading.sets] for reading in readings(parse("111222333m EE 44s +E"))]
    [['pung', 'pung', 'pung', 'pung', 'eyes'], ['chow', 'chow', 'chow', 'pung', 'eyes']]

    """
    return tuple(reading_of(hand, way) for way in ways(hand, weigh(hand.in_hand)))
