"""What a hand is worth, and the JSON of it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from scoring.notation import format_hand
from scoring.patterns import BY_ID
from scoring.problems import Severity
from scoring.readings import Reading, Way, reading_of

if TYPE_CHECKING:
    from scoring.circumstances import Circumstances
    from scoring.hand import Hand
    from scoring.liability import Liable
    from scoring.patterns import Pattern
    from scoring.payments import Payments
    from scoring.problems import Problem
    from scoring.switches import RuleSet


@dataclass(frozen=True, slots=True)
class Line:
    """A pattern that counts.

    Attributes:
        id: the pattern.
        faan: what the line adds to the sum: all of its ``count`` together.
        count: how often it is there.

    """

    id: str
    faan: int
    count: int = 1

    @property
    def pattern(self) -> Pattern:
        """The pattern with its names, rule and source."""
        return BY_ID[self.id]


@dataclass(frozen=True, slots=True)
class Suppressed:
    """A pattern that the hand has and that does not count beside another.

    Attributes:
        id: the pattern.
        by: the pattern that suppresses it.
        why: ``contained`` in its quoted value, ``absorbed`` because a rule forbids it, ``limit`` because a limit hand
            takes no such add-on, ``flowers`` because a flower win does not look at the hand, or ``dearer`` because
            the hand is dearer without it.
        count: how often the hand has it.

    """

    id: str
    by: str
    why: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Value:
    """What one reading is worth under some rules.

    Attributes:
        lines: the patterns that count, in the order of the table.
        suppressed: those that do not.
        faan: the sum before the cap.
        counted: the part of it that counts toward the minimum.
        paid_faan: the sum after the cap.
        points: the ladder's value at ``paid_faan``.
        limit: whether a limit hand (例牌) counts.
        reaches_minimum: whether the hand may be declared.

    """

    lines: tuple[Line, ...] = ()
    suppressed: tuple[Suppressed, ...] = ()
    faan: int = 0
    counted: int = 0
    paid_faan: int = 0
    points: Fraction = Fraction(0)
    limit: bool = False
    reaches_minimum: bool = False

    @property
    def rank(self) -> tuple[bool, int, int]:
        """What readings are compared by: reaches the minimum, faan, faan toward the minimum."""
        return self.reaches_minimum, self.faan, self.counted

    @property
    def present(self) -> frozenset[str]:
        """Every pattern that the hand has, counted or not."""
        return frozenset([line.id for line in self.lines] + [item.id for item in self.suppressed])


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to one hand.

    Attributes:
        hand, circumstances, rules: the question.
        way: the dearest way to read it, in the terms of the suit table; None where the hand is not complete.
        value: what it is worth; zero where nothing is priced.
        problems: everything that is wrong or not known.
        liable: who is liable (包牌), and why.
        payments: what each seat wins or pays; None where there is no legal win or nobody can be billed.

    """

    hand: Hand
    circumstances: Circumstances
    rules: RuleSet
    way: Way | None
    value: Value
    problems: tuple[Problem, ...]
    liable: Liable | None
    payments: Payments | None

    @property
    def complete(self) -> bool:
        """Whether the tiles are a winning hand (or enough flowers to win at once)."""
        return self.way is not None

    @property
    def legal(self) -> bool:
        """Whether the win may be declared: complete, nothing contradicts itself, the minimum is reached."""
        return self.complete and all(problem.severity is Severity.NOTICE for problem in self.problems)

    @property
    def reading(self) -> Reading | None:
        """The dearest reading, set by set."""
        return None if self.way is None else reading_of(self.hand, self.way)

    @property
    def patterns(self) -> tuple[Line, ...]:
        """The patterns that count."""
        return self.value.lines

    @property
    def suppressed(self) -> tuple[Suppressed, ...]:
        """The patterns that the hand has and that do not count."""
        return self.value.suppressed

    @property
    def faan(self) -> int:
        """The sum before the cap."""
        return self.value.faan

    @property
    def paid_faan(self) -> int:
        """The sum after the cap."""
        return self.value.paid_faan

    @property
    def limit(self) -> bool:
        """Whether a limit hand (例牌) counts."""
        return self.value.limit

    @property
    def points(self) -> Fraction:
        """The ladder's value, without the base."""
        return self.value.points


def number(amount: Fraction) -> int | float:
    """Write an exact amount as a JSON number: whole numbers as such, halves and quarters exactly.

    From 2⁵³ on, where floats have no halves either, the whole number toward zero is given.

    >>> number(Fraction(12)), number(Fraction(1, 2))
    (12, 0.5)

    """
    return int(amount) if amount.denominator == 1 or abs(amount) >= _NO_HALVES else float(amount)


_NO_HALVES = 1 << 53


def to_json(result: Result) -> dict[str, Any]:
    """Give the object that ``sikwu score --json`` prints.

    ``payments`` is null where there is no legal win or nobody can be billed (the problems say why). Beside the
    contract's keys stand ``reading``, the sets of the dearest reading, and ``liable``.

    >>> from scoring.faan import score
    >>> from scoring.notation import parse
    >>> answer = to_json(score(parse("111m 999m 777m 88m CCC +8m")))
    >>> answer["faan"], answer["points"], answer["payments"]
    (0, 0, None)

    """
    value, reading = result.value, result.reading
    return {
        "hand": format_hand(result.hand),
        "rules": result.rules.name,
        "complete": result.complete,
        "legal": result.legal,
        "problems": [
            {"code": problem.code.value, "severity": problem.severity.value, "message": problem.message}
            for problem in result.problems
        ],
        "patterns": [
            {
                "id": line.id,
                "zh": line.pattern.zh,
                "en": line.pattern.en,
                "jyutping": line.pattern.jyutping,
                "faan": line.faan,
                "count": line.count,
            }
            for line in value.lines
        ],
        "suppressed": [{"id": item.id, "by": item.by, "why": item.why} for item in value.suppressed],
        "faan": value.faan,
        "paid_faan": value.paid_faan,
        "limit": value.limit,
        "points": number(value.points),
        "payments": None
        if result.payments is None
        else {seat.value: number(amount) for seat, amount in result.payments.items()},
        "reading": None
        if reading is None
        else [
            {
                "kind": item.kind,
                "tiles": [face.code for face in item.tiles],
                "exposed": item.exposed,
                "won": item.won,
            }
            for item in reading.sets
        ],
        "liable": None
        if result.liable is None
        else {"seat": result.liable.seat.value, "pao": result.liable.pao, "reason": result.liable.reason},
    }
