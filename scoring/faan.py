"""The price of a hand: patterns of each reading, what suppresses what, the dearest reading, minimum, cap and points.

Two hands with equal facts are worth the same, so each record of facts is valued once (`value`) and remembered.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from scoring.circumstances import Circumstances
from scoring.facts import Facts, Form
from scoring.ladders import points
from scoring.liability import find_liable
from scoring.patterns import MEMBERS, PATTERNS, Group
from scoring.payments import limit_faan, payments
from scoring.problems import Code, Problem, Severity, circumstance_problems, hand_problems, sound, unremarkable
from scoring.readings import Way, facts_of, flower_facts, four_alike, ways
from scoring.result import Line, Result, Suppressed, Value
from scoring.rules import load_rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scoring.hand import Hand
    from scoring.liability import Liable
    from scoring.payments import Payments
    from scoring.switches import RuleSet

_ANY_WIN: Final = Circumstances()
_NOTHING: Final = Value()


def score(hand: Hand, win: Circumstances = _ANY_WIN, rules: RuleSet | None = None) -> Result:
    """Price a hand.

    Args:
        hand: the tiles; may be incomplete or illegal, which the result then says.
        win: how it was won.
        rules: the table's rules; ``guide`` if omitted.

    Returns:
        The dearest reading with its patterns, faan, points and payments, and every problem. Ties between readings
        are broken in this order: a reading that reaches the minimum; more faan before the cap; more faan that count
        toward the minimum; the order seven pairs, standard hands with more pungs first, flower win.

    >>> from scoring.notation import parse
    >>> result = score(parse("123m 456m 789m 234p 5s +5s"), Circumstances.from_text(seat="S", self_draw=True))
    >>> [(line.id, line.faan) for line in result.patterns]
    [('all_chows', 1), ('concealed_hand', 1), ('no_flowers', 1), ('self_drawn', 1)]
    >>> result.faan, result.points, {seat.value: int(won) for seat, won in (result.payments or {}).items()}
    (4, Fraction(16, 1), {'E': -8, 'S': 24, 'W': -8, 'N': -8})

    """
    rules = rules or load_rules()
    in_hand, laid = sum([face.weight for face in hand.concealed]), 0
    for meld in hand.melds:
        laid += meld.weights
    if hand.winning is not None:
        in_hand += hand.winning.weight
    problems: list[Problem] = [] if sound(hand, in_hand + laid) else hand_problems(hand)
    if not unremarkable(hand, win):
        problems += circumstance_problems(hand, win, rules)
    illegal = incomplete = False
    for problem in problems:
        illegal |= problem.severity is Severity.ILLEGAL
        incomplete |= problem.severity is Severity.INCOMPLETE
    found: list[Way] = []
    if not (illegal or incomplete):
        found = [way for way in ways(hand, in_hand) if way.form is Form.STANDARD or _plays(way, in_hand, rules)]
    records = facts_of(hand, win, found, in_hand, laid)
    if len(hand.bonus) >= 7 and not illegal and _is_flower_win(hand, rules):
        # Seven or eight flowers win whatever the hand, so that what it lacks is no problem.
        problems = [problem for problem in problems if problem.severity is not Severity.INCOMPLETE]
        if rules.flower_win.replaces_hand:
            found, records = [], []
        found.append(Way(Form.FLOWERS))
        records.append(flower_facts(hand, win))
    if not found:
        if not (illegal or incomplete):
            problems.append(_NOT_COMPLETE)
        return Result(hand, win, rules, (), None, _NOTHING, tuple(problems), None, None)
    best, way = value(records[0], rules), found[0]
    for other, record in zip(found[1:], records[1:], strict=True):
        worth = value(record, rules)
        if worth.rank > best.rank:
            best, way = worth, other
    liable = shares = None
    if win.robbed_concealed_kong and way.form is not Form.THIRTEEN_ORPHANS:
        problems.append(_ROBBED_CONCEALED_KONG)
        best = _NOTHING
    elif not best.reaches_minimum:
        problems.append(_below_minimum(best, rules))
    else:
        if win.liable or win.feeds or win.discarder:
            liable = find_liable(hand, win, rules, best.present)
        shares = _shares(win, way, best, rules, liable)
    return Result(hand, win, rules, tuple(found), way, best, tuple(problems), liable, shares)


def _shares(win: Circumstances, way: Way, worth: Value, rules: RuleSet, liable: Liable | None) -> Payments | None:
    self_draw = win.self_draw or way.form is Form.FLOWERS
    if win.seat is None or (win.discarder is None and not self_draw):
        return None
    return payments(
        rules,
        worth.points,
        winner=win.seat,
        dealer=win.dealer,
        discarder=None if self_draw else win.discarder,
        liable=liable.seat if liable else None,
    )


_NOT_COMPLETE: Final = Problem(
    Code.NOT_COMPLETE,
    Severity.INCOMPLETE,
    "the tiles are neither four melds and eyes nor another winning hand of this table",
)
_ROBBED_CONCEALED_KONG: Final = Problem(
    Code.ROBBED_CONCEALED_KONG,
    Severity.ILLEGAL,
    "“robbing_kong”: only 十三幺 may rob a concealed kong",
)


def _below_minimum(worth: Value, rules: RuleSet) -> Problem:
    text = f"{worth.counted} faan are below the minimum of {rules.minimum}"
    if worth.counted < worth.faan:
        text = f"{worth.faan} faan, of which {worth.counted} count, are below the minimum of {rules.minimum}"
    return Problem(Code.BELOW_MINIMUM, Severity.BELOW, text)


def _plays(way: Way, in_hand: int, rules: RuleSet) -> bool:
    if way.form is Form.THIRTEEN_ORPHANS:
        return bool(rules.faan.get("thirteen_orphans"))
    allowed = rules.variants.seven_pairs_four_alike or not four_alike(in_hand)
    return allowed and bool(rules.faan.get("seven_pairs"))


def _flower_pattern(facts_or_count: int, rules: RuleSet) -> str | None:
    if not rules.variants.flowers_in_play:
        return None
    name = "eight_flowers" if facts_or_count == 8 else "seven_flowers"
    return name if rules.faan.get(name) else None


def _is_flower_win(hand: Hand, rules: RuleSet) -> bool:
    return _flower_pattern(len(hand.bonus), rules) is not None


@lru_cache(maxsize=1 << 16)
def value(facts: Facts, rules: RuleSet) -> Value:
    """Value one record of facts: which patterns count, which do not and why, the sum, the cap and the points."""
    counts = {}
    for pattern in PATTERNS:
        if rules.faan.get(pattern.id):
            count = int(pattern.counts(facts, rules.variants))
            if count:
                counts[pattern.id] = count
    options = list(_options(facts, counts, rules))
    # What lies beyond the cap pays nothing more, and must not hide a limit hand from the list.
    best = max(options, key=lambda option: min(sum(line.faan for line in option.lines), limit_faan(rules)))
    faan = sum(line.faan for line in best.lines)
    counted = faan
    if not rules.bonus_counts_to_minimum:
        counted -= sum(line.faan for line in best.lines if line.pattern.group is Group.BONUS)
    paid = faan if rules.cap is None else min(faan, rules.cap)
    flowers = facts.form is Form.FLOWERS
    return Value(
        lines=best.lines,
        suppressed=best.suppressed,
        faan=faan,
        counted=counted,
        paid_faan=paid,
        points=points(rules.ladder, paid, self_draw=facts.self_draw or flowers),
        limit=any(line.id in rules.limit.hands for line in best.lines),
        reaches_minimum=flowers or counted >= rules.minimum,
    )


def _members(names: Iterable[str]) -> set[str]:
    return {member for name in names for member in MEMBERS[name]}


class _Option(NamedTuple):
    lines: tuple[Line, ...]
    suppressed: tuple[Suppressed, ...]


def _options(facts: Facts, counts: dict[str, int], rules: RuleSet) -> Iterator[_Option]:
    """Every way in which the table lets these patterns be added up; the first of equals is preferred."""
    if facts.form is Form.FLOWERS:
        name = _flower_pattern(facts.bonus.bit_count(), rules)
        if name is not None:
            yield _added_up(counts, {name} | _members(rules.flower_win.add_ons), name, "flowers", rules)
        return
    hands = _members(rules.limit.hands)
    flower_wins = {"seven_flowers", "eight_flowers"}
    counts = {name: count for name, count in counts.items() if name not in flower_wins}
    limits = [name for name in counts if name in hands]
    add_ons = _members(rules.limit.add_ons) - hands
    if limits and rules.limit.combine == "sum":
        takes = _members(taken for name in limits for taken in rules.limit.takes.get(name, ()))
        yield _added_up(counts, {*limits} | add_ons | takes, limits[0], "limit", rules)
    else:
        for name in sorted(limits, key=lambda name: -_worth(name, rules)):
            takes = _members(rules.limit.takes.get(name, ()))
            yield _added_up(counts, {name} | add_ons | takes, name, "limit", rules)
    if not limits or rules.limit.never_lowers:
        ordinary = set(counts) - set(limits)
        dearest = max(ordinary, key=lambda name: _worth(name, rules), default="")
        yield _added_up(counts, ordinary, dearest, "dearer", rules)


def _worth(name: str, rules: RuleSet) -> int:
    faan = rules.faan[name]
    return limit_faan(rules) if isinstance(faan, str) else faan


def _added_up(counts: dict[str, int], allowed: set[str], by: str, why: str, rules: RuleSet) -> _Option:
    """Add up the allowed patterns; what one of them contains or absorbs does not count beside it, the dearest first."""
    gone = {name: Suppressed(name, by, why, counts[name]) for name in counts if name not in allowed}
    kept = [name for name in counts if name not in gone]
    deductions = dict.fromkeys(kept, 0)
    for name in sorted(kept, key=lambda name: -_worth(name, rules)):
        if name in gone:
            continue
        for table, reason in ((rules.contains, "contained"), (rules.absorbs, "absorbed")):
            for part in _members(table.get(name, ())) & set(kept) - {name}:
                if part not in gone:
                    gone[part] = Suppressed(part, name, reason, counts[part])
                elif reason == "contained":
                    # Another pattern that counts has this part's faan, or forbids them: they come off the composite.
                    deductions[name] += _worth(part, rules) * counts[part]
    lines = tuple(
        Line(name, _worth(name, rules) * counts[name] - deductions[name], counts[name])
        for name in kept
        if name not in gone
    )
    return _Option(lines, tuple(gone[name] for name in counts if name in gone))
