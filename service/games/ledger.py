"""A game's hands in order: where each stands, what it paid, and the running totals."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

from scoring.errors import SikwuError
from service.games.outcomes import outcome_from_json, outcome_json
from service.games.settle import settle
from service.games.turns import Given, Position, next_position

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scoring.switches import RuleSet
    from service.games.outcomes import Outcome
    from service.games.settle import Settlement
    from service.games.turns import Dealing

START: Final = Position()
"""Where the first hand of a game stands."""


class LaterHandError(SikwuError):
    """A change that would leave a later hand without a win: a pung of a wind that is no longer the seat's."""

    default_code: ClassVar[str] = "later_hand"


@dataclass(frozen=True, slots=True)
class Entry:
    """A hand as it was told.

    Attributes:
        id: its own, never given a second time.
        outcome: how it ended.
        given: where it stands, if a person said so.
        papers: what belongs to it and decides nothing: notes, photos, readings, corrections, by name.

    """

    id: int
    outcome: Outcome
    given: Given | None = None
    papers: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """Read what `to_json` wrote."""
        given = values["given"]
        return cls(
            values["id"],
            outcome_from_json(values["outcome"]),
            None if given is None else Given.from_json(given),
            values["papers"],
        )

    def to_json(self) -> dict[str, Any]:
        """Return it as it is kept."""
        return {
            "id": self.id,
            "outcome": outcome_json(self.outcome),
            "given": None if self.given is None else self.given.to_json(),
            "papers": dict(self.papers),
        }


@dataclass(frozen=True, slots=True)
class Played:
    """A hand in its place.

    Attributes:
        entry: as it was told.
        position: where it stands.
        settlement: what it paid.

    """

    entry: Entry
    position: Position
    settlement: Settlement


def lay(
    entries: Iterable[Entry],
    dealing: Dealing,
    rules: RuleSet,
    *,
    before: Mapping[int, Played] | None = None,
    changed: int | None = None,
) -> tuple[Played, ...]:
    """Put hands in their places and settle each.

    Args:
        entries: in the order of play.
        dealing: who deals after what.
        rules: the game's rules.
        before: hands that were settled by these rules, by id. One that has the same outcome in the same place is taken
            over as it is, so that an old game's payments stay what they were when they were made.
        changed: the hand whose own faults are told as they are; None: a fault of any hand is a `LaterHandError`.

    Raises:
        LaterHandError: a hand other than the changed one cannot stand as it does.
        SikwuError: the changed one cannot.

    """
    played: list[Played] = []
    expected = START
    for number, entry in enumerate(entries, start=1):
        position = expected if entry.given is None else entry.given.position(expected)
        old = (before or {}).get(entry.id)
        if old is not None and (old.position, old.entry.outcome) == (position, entry.outcome):
            settlement = old.settlement
        else:
            try:
                settlement = settle(entry.outcome, position, rules)
            except SikwuError as error:
                if entry.id == changed:
                    raise
                raise LaterHandError(
                    f"hand {number} could not stand as it does: {error.message}", number=number, hand=entry.id
                ) from error
        played.append(Played(entry, position, settlement))
        expected = next_position(position, entry.outcome, dealing)
    return tuple(played)


def next_place(played: Sequence[Played], dealing: Dealing) -> Position:
    """Tell where the next hand stands."""
    return next_position(played[-1].position, played[-1].entry.outcome, dealing) if played else START


def totals(played: Iterable[Played]) -> list[tuple[Fraction, ...]]:
    """Add up what each player has after each hand.

    >>> from scoring.rules import load_rules
    >>> from service.games.outcomes import Draw, Win, Winner
    >>> from service.games.turns import Dealing
    >>> told = [Entry(1, Win((Winner(0, faan=3),), 1)), Entry(2, Draw()), Entry(3, Win((Winner(1, faan=3),), 0))]
    >>> [[int(amount) for amount in row] for row in totals(lay(told, Dealing(), load_rules("hkma")))]
    [[32, -32, 0, 0], [32, -32, 0, 0], [0, 0, 0, 0]]

    """
    nothing: tuple[Fraction, ...] = (Fraction(0),) * 4
    rows = accumulate(
        (one.settlement.payments for one in played),
        lambda so_far, more: tuple(a + b for a, b in zip(so_far, more, strict=True)),
        initial=nothing,
    )
    return list(rows)[1:]
