"""Why a hand is worth what it is: the arithmetic line by line with sources, what did not count, what would have."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from scoring.circumstances import WINDS, Circumstances, Event
from scoring.faan import score
from scoring.hand import Hand, Meld, MeldKind
from scoring.notation import format_hand
from scoring.patterns import BY_ID
from scoring.result import number
from scoring.rules import NAMES, load_rules
from scoring.tiles import TILES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scoring.result import Line, Result, Suppressed

_WHY: Final = {
    "contained": "contained in the value of",
    "absorbed": "does not count beside",
    "limit": "a limit hand takes no such add-on:",
    "flowers": "a flower win does not look at it:",
    "dearer": "the hand is dearer counted without it, with",
}


@dataclass(frozen=True, slots=True)
class Alternative:
    """One change that would have made the hand dearer.

    Attributes:
        change: the change in words, such as ``self-drawn``.
        result: what the hand would have been worth.

    """

    change: str
    result: Result


@dataclass(frozen=True, slots=True)
class Explanation:
    """The reasons of a result; ``str()`` gives one readable block.

    Attributes:
        result: what is explained.
        lines: one sentence for each pattern that counts, with its rule and source.
        not_counted: one sentence for each pattern that does not count, with the reason.
        arithmetic: sum, cap, points, and who pays, in sentences.
        alternatives: changes that would have made the hand dearer, the dearest first.

    """

    result: Result
    lines: tuple[str, ...]
    not_counted: tuple[str, ...]
    arithmetic: tuple[str, ...]
    alternatives: tuple[Alternative, ...]

    def __str__(self) -> str:
        result = self.result
        block = [f"{format_hand(result.hand)}  ({result.rules.title})"]
        block += [f"  {line}" for line in self.lines]
        block += [f"  not counted: {line}" for line in self.not_counted]
        block += list(self.arithmetic)
        block += [f"! {problem.message}" for problem in result.problems]
        block += [
            f"{alternative.change}: {alternative.result.faan} faan, {number(alternative.result.points):,} points"
            for alternative in self.alternatives
        ]
        return "\n".join(block)


def explain(result: Result) -> Explanation:
    """Give the reasons of a result.

    >>> from scoring.notation import parse
    >>> win = Circumstances.from_text(seat="S", discarder="W")
    >>> print(explain(score(parse("(CCC) (FFF) 123m 99m PP +P |1f"), win)))
    (CCC) (FFF) 123m 99m PP +P |1f  (Guide: the standard modern table)
      混一色 Half flush 3: One suit and honours, nothing else; pungs of honours score as ever. [guide, Hand patterns]
      大三元 Great three dragons 8: Pungs or kongs of all three dragons. [guide, Hand patterns]
      not counted: 三元牌 Dragon pung ×3: contained in the value of 大三元
    3 + 8 = 11 faan
    11 faan are 192 points
    liable: “W” discarded “P”: it completed the third dragon meld
    E 0, S +192, W −192, N 0
    no flowers: 12 faan, 256 points
    nothing claimed: 12 faan, 256 points
    own flower 2f: 12 faan, 256 points
    own season 2g: 12 faan, 256 points
    self-drawn: 12 faan, 256 points

    """
    return Explanation(
        result=result,
        lines=tuple(_line(line) for line in result.patterns),
        not_counted=tuple(_not_counted(item) for item in result.suppressed),
        arithmetic=tuple(_arithmetic(result)),
        alternatives=_alternatives(result),
    )


def _line(line: Line) -> str:
    pattern = line.pattern
    times = f" ×{line.count}" if line.count > 1 else ""
    return f"{pattern.zh} {pattern.en}{times} {line.faan}: {pattern.rule} [{pattern.source}]"


def _not_counted(item: Suppressed) -> str:
    pattern = BY_ID[item.id]
    times = f" ×{item.count}" if item.count > 1 else ""
    return f"{pattern.zh} {pattern.en}{times}: {_WHY[item.why]} {BY_ID[item.by].zh}"


def _arithmetic(result: Result) -> Iterator[str]:
    if not result.complete:
        return
    values = " + ".join(str(line.faan) for line in result.patterns) or "0"
    yield f"{values} = {result.faan} faan" if len(result.patterns) > 1 else f"{result.faan} faan"
    if result.paid_faan < result.faan:
        yield f"the cap makes it {result.paid_faan}"
    yield f"{result.paid_faan} faan are {number(result.points):,} points"
    if result.liable is not None:
        yield f"liable: {result.liable.reason}"
    if result.payments is not None:
        yield ", ".join(f"{seat} {_signed(number(result.payments[seat]))}" for seat in WINDS)


def _signed(amount: float) -> str:
    if not amount:
        return "0"
    return f"+{amount:,}" if amount > 0 else f"−{-amount:,}"


def _alternatives(result: Result) -> tuple[Alternative, ...]:
    if not result.complete:
        return ()
    found = []
    for change, hand, win in _changes(result.hand, result.circumstances):
        other = score(hand, win, result.rules)
        if other.legal and other.faan > result.faan:
            found.append(Alternative(change, other))
    return tuple(sorted(found, key=lambda item: (-item.result.faan, item.change)))


def _changes(hand: Hand, win: Circumstances) -> Iterator[tuple[str, Hand, Circumstances]]:
    """Every single change that a player may have wished for."""
    if not win.self_draw:
        drawn = win.events - {Event.ROBBING_KONG, Event.LAST_DISCARD}
        yield "self-drawn", hand, replace(win, self_draw=True, discarder=None, events=drawn)
    elif hand.winning is not None:
        yield "self-drawn on the last tile", hand, replace(win, events=win.events | {Event.LAST_TILE})
    if any(meld.exposed for meld in hand.melds):
        yield "nothing claimed", _unclaimed(hand), replace(win, feeds=())
    if hand.bonus:
        yield "no flowers", replace(hand, bonus=()), replace(win, events=win.events - {Event.AFTER_FLOWER})
    if win.seat is not None:
        for face, what in ((TILES[33 + win.seat.number], "flower"), (TILES[37 + win.seat.number], "season")):
            if face not in hand.bonus:
                yield f"own {what} {face.code}", replace(hand, bonus=(*hand.bonus, face)), win


def _unclaimed(hand: Hand) -> Hand:
    """The same tiles with every meld concealed: kongs stay down, the others go back into the hand."""
    kongs = tuple(Meld(meld.tiles, exposed=False) for meld in hand.melds if meld.kind is MeldKind.KONG)
    back = [face for meld in hand.melds if meld.kind is not MeldKind.KONG for face in meld.tiles]
    return Hand((*hand.concealed, *back), kongs, hand.winning, hand.bonus)


def compare(hand: Hand, win: Circumstances, names: Iterable[str] = NAMES) -> dict[str, Result]:
    """Price a hand under several rule sets side by side.

    Raises:
        RulesError: no such rule set.

    >>> from scoring.notation import parse
    >>> win = Circumstances.from_text(seat="W", discarder="E")
    >>> prices = compare(parse("(111m) (999m) (777m) (CCC) 8m +8m |1f"), win, ["hkma", "casual"])
    >>> {name: int((result.payments or {})[win.seat]) for name, result in prices.items()}
    {'hkma': 192, 'casual': 512}

    """
    return {name: score(hand, win, load_rules(name)) for name in names}
