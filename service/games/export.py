"""A game as a table for a spreadsheet."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any, Final

from scoring.result import number
from service.games.ledger import totals
from service.games.outcomes import Draw, FalseWin, Win
from service.games.turns import PLAYERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from service.games.ledger import Played

_BEFORE: Final = (
    "hand",
    "played_at",
    "round",
    "dealer",
    "repeats",
    "outcome",
    "winners",
    "discarder",
    "tiles",
    "faan",
    "patterns",
)
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet would take a text that begins so for."""


def to_csv(players: Sequence[str], played: Sequence[Played]) -> str:
    """Write a game as CSV (RFC 4180, with a mark that says UTF-8): a line per hand, and who has what after it.

    Several winners stand in one cell, separated by " / ". A text that a spreadsheet would run as a formula is quoted.

    >>> from scoring.rules import load_rules
    >>> from service.games.ledger import Entry, lay
    >>> from service.games.outcomes import Win, Winner
    >>> from service.games.turns import Dealing
    >>> told = [Entry(1, Win((Winner(1, faan=3),), 0))]
    >>> print(to_csv(["A", "B", "C", "D"], lay(told, Dealing(), load_rules("hkma"))).splitlines()[1])
    1,,E,A,0,win,B,A,,3,,-32,32,0,0,-32,32,0,0,

    """
    out = io.StringIO()
    out.write("\ufeff")
    writer = csv.writer(out)
    names = [_plain(name) for name in players]
    writer.writerow([*_BEFORE, *names, *(f"{name} total" for name in names), "note"])
    for index, (one, total) in enumerate(zip(played, totals(played), strict=True), start=1):
        writer.writerow(_line(index, players, one, total))
    return out.getvalue()


def _line(index: int, players: Sequence[str], one: Played, total: Iterable[Any]) -> list[Any]:
    outcome, papers = one.entry.outcome, one.entry.papers
    winners = discarder = tiles = faan = patterns = ""
    match outcome:
        case Win():
            kind = "win" if outcome.discarder is not None else "self-draw"
            winners = " / ".join(players[winner.player] for winner in outcome.winners)
            discarder = "" if outcome.discarder is None else players[outcome.discarder]
            tiles = " / ".join(winner.hand or "" for winner in outcome.winners).strip(" /")
            faan = " / ".join(str(worth.faan) for worth in one.settlement.worths)
            patterns = " / ".join(_patterns(worth.answer) for worth in one.settlement.worths)
        case Draw():
            kind = "draw"
        case FalseWin():
            kind = f"false win of {players[outcome.offender]}"
    return [
        index,
        papers.get("played_at", ""),
        one.position.round.value,
        _plain(players[one.position.dealer]),
        one.position.repeats,
        kind,
        _plain(winners),
        _plain(discarder),
        _plain(tiles),
        faan,
        patterns,
        *(number(one.settlement.payments[player]) for player in PLAYERS),
        *(number(amount) for amount in total),
        _plain(papers.get("note", "")),
    ]


def _patterns(answer: Any) -> str:
    return "" if answer is None else " ".join(line["zh"] for line in answer["patterns"])


def _plain(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
