"""The price of a hand: patterns of each reading, what suppresses what, the dearest reading, minimum, cap and points.

Two hands with equal facts are worth the same, so each record of facts is valued once (`value`) and remembered.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from scoring.circumstances import Circumstances
from scoring.facts import Bonus, Facts, Form
from scoring.ladders import points
from scoring.liability import find_liable
from scoring.patterns import MEMBERS, PATTERNS, Group
from scoring.payments import limit_faan, payments
from scoring.problems import Code, Problem, Severity, circumstance_problems, hand_problems, sound, unremarkable
from scoring.readings import Way, facts_of, flower_facts, four_alike, ways
from scoring.result import Line, Result, Suppressed, Value
from scoring.rules import load_rules

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from scoring.circumstances import Wind
    from scoring.hand import Hand
    from scoring.liability import Liable
    from scoring.patterns.pattern import Counts
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
    problems: list[Problem] = [] if sound(hand) else hand_problems(hand)
    if not unremarkable(hand, win, rules):
        problems += circumstance_problems(hand, win, rules)
    illegal = incomplete = False
    for problem in problems:
        illegal |= problem.severity is Severity.ILLEGAL
        incomplete |= problem.severity is Severity.INCOMPLETE
    found: list[Way] = []
    if not (illegal or incomplete):
        found = ways(hand)
        if found and found[0].form is not Form.STANDARD and not _plays(found[0], hand, rules):
            del found[0]
    records = facts_of(hand, win, found)
    if len(hand.bonus) >= 7 and not illegal and _flower_pattern(len(hand.bonus), rules):
        # Seven or eight flowers win whatever the hand, so that what it lacks is no problem.
        problems = [problem for problem in problems if problem.severity is not Severity.INCOMPLETE]
        if rules.flower_win.replaces_hand:
            found, records = [], []
        found.append(Way(Form.FLOWERS))
        records.append(flower_facts(hand, win))
    if not found:
        if not (illegal or incomplete):
            problems.append(_NOT_COMPLETE)
        return Result(hand, win, rules, None, _NOTHING, tuple(problems), None, None)
    best, way = value(records[0], rules), found[0]
    if len(found) > 1:
        for other, record in zip(found, records, strict=True):
            worth = value(record, rules)
            if worth.rank > best.rank:
                best, way = worth, other
    if way.form is Form.FLOWERS:
        problems = [problem for problem in problems if problem.code not in _MOOT_FOR_FLOWERS]
    if win.robbed_concealed_kong and way.form is not Form.THIRTEEN_ORPHANS:
        problems.append(_ROBBED_CONCEALED_KONG)
        return Result(hand, win, rules, way, _NOTHING, tuple(problems), None, None)
    if not best.reaches_minimum:
        problems.append(_below_minimum(best, rules))
        return Result(hand, win, rules, way, best, tuple(problems), None, None)
    return Result(hand, win, rules, way, best, tuple(problems), *_bill(hand, win, rules, way, best))


_MOOT_FOR_FLOWERS: Final = frozenset({Code.DISCARDER_UNKNOWN, Code.WINNING_TILE_UNKNOWN})


def _bill(
    hand: Hand, win: Circumstances, rules: RuleSet, way: Way, worth: Value
) -> tuple[Liable | None, Payments | None]:
    """Tell who is liable and who pays whom; a flower win is paid as a self-draw."""
    liable = None
    if win.liable or win.feeds or (win.discarder and hand.winning and hand.winning.is_honour):
        liable = find_liable(hand, win, rules, worth.present)
    self_draw = win.self_draw or way.form is Form.FLOWERS
    if win.seat is None or (win.discarder is None and not self_draw):
        return liable, None
    discarder = None if self_draw else win.discarder
    return liable, _billed(rules, worth.paid_faan, win.seat, win.dealer, discarder, liable.seat if liable else None)


@lru_cache(maxsize=1 << 14)
def _billed(  # noqa: PLR0917  keywords would cost more than the look-up
    rules: RuleSet, faan: int, winner: Wind, dealer: Wind, discarder: Wind | None, liable: Wind | None
) -> Payments:
    price = points(rules.ladder, faan, self_draw=discarder is None)
    return payments(rules, price, winner=winner, dealer=dealer, discarder=discarder, liable=liable)


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


def _plays(way: Way, hand: Hand, rules: RuleSet) -> bool:
    if way.form is Form.THIRTEEN_ORPHANS:
        return bool(rules.faan.get("thirteen_orphans"))
    allowed = rules.variants.seven_pairs_four_alike or not four_alike(hand.weights)
    return allowed and bool(rules.faan.get("seven_pairs"))


def _flower_pattern(count: int, rules: RuleSet) -> str | None:
    """Name the pattern that wins with so many bonus tiles at this table, if there is one."""
    if not rules.variants.flowers_in_play:
        return None
    name = {7: "seven_flowers", 8: "eight_flowers"}.get(count, "")
    return name if rules.faan.get(name) else None


class _Plan(NamedTuple):
    """What a rule set comes to when patterns are counted: names spelled out, looked up once."""

    patterns: tuple[tuple[str, Counts], ...]
    limit: int
    worth: dict[str, int]
    contains: dict[str, frozenset[str]]
    absorbs: dict[str, frozenset[str]]
    limit_hands: frozenset[str]
    limit_add_ons: frozenset[str]
    flower_add_ons: frozenset[str]


@lru_cache(maxsize=256)
def _plan(rules: RuleSet) -> _Plan:
    limit = limit_faan(rules)
    hands = _members(rules.limit.hands)
    worth = {name: limit if isinstance(faan, str) else faan for name, faan in rules.faan.items()}

    def parts_of(name: str, parts: tuple[str, ...]) -> frozenset[str]:
        # What is worth more than the whole cannot be a part of it: 花幺九 of the old style, 1, stands beside 對對糊.
        return frozenset(part for part in _members(parts) - {name} if worth.get(part, 0) <= worth.get(name, 0))

    return _Plan(
        patterns=tuple((pattern.id, pattern.counts) for pattern in PATTERNS if rules.faan.get(pattern.id)),
        limit=limit,
        worth=worth,
        contains={name: parts_of(name, parts) for name, parts in rules.contains.items()},
        absorbs={name: _members(parts) - {name} for name, parts in rules.absorbs.items()},
        limit_hands=hands,
        limit_add_ons=_members(rules.limit.add_ons) - hands,
        flower_add_ons=_members(rules.flower_win.add_ons),
    )


def _members(names: Iterable[str]) -> frozenset[str]:
    return frozenset(member for name in names for member in MEMBERS[name])


@lru_cache(maxsize=1 << 16)
def value(facts: Facts, rules: RuleSet) -> Value:
    """Value one record of facts: which patterns count, which do not and why, the sum, the cap and the points.

    >>> facts = Facts(Form.STANDARD, all_pungs=True, exposed=True, suits=2, simples=True, bonus=Bonus.SOME)
    >>> value(facts, load_rules("guide")).lines
    (Line(id='all_pungs', faan=3, count=1),)

    """
    plan = _plan(rules)
    counts = {}
    for name, counted in plan.patterns:
        count = int(counted(facts, rules.variants))
        if count:
            counts[name] = count
    # What lies beyond the cap pays nothing more, and must not hide a limit hand from the list.
    options = list(_options(facts, counts, rules, plan))
    best = options[0]
    for option in options[1:]:
        if min(option.faan, plan.limit) > min(best.faan, plan.limit):
            best = option
    toward = best.faan
    if not rules.bonus_counts_to_minimum:
        toward -= sum(line.faan for line in best.lines if line.id in MEMBERS[Group.BONUS])
    paid = best.faan if rules.cap is None else min(best.faan, rules.cap)
    flowers = facts.form is Form.FLOWERS
    return Value(
        lines=best.lines,
        suppressed=best.suppressed,
        faan=best.faan,
        counted=toward,
        paid_faan=paid,
        points=points(rules.ladder, paid, self_draw=facts.self_draw or flowers),
        limit=any(line.id in plan.limit_hands for line in best.lines),
        reaches_minimum=flowers or toward >= rules.minimum,
    )


class _Option(NamedTuple):
    lines: tuple[Line, ...]
    suppressed: tuple[Suppressed, ...]
    faan: int


_FLOWER_WINS: Final = frozenset({"seven_flowers", "eight_flowers"})


def _options(facts: Facts, counts: dict[str, int], rules: RuleSet, plan: _Plan) -> Iterator[_Option]:
    """Every way in which the table lets these patterns be added up; the first of equals is preferred."""
    if facts.form is Form.FLOWERS:
        name = next(name for name in counts if name in _FLOWER_WINS)
        yield _added_up(counts, {name} | plan.flower_add_ons, name, "flowers", plan)
        return
    if facts.bonus in {Bonus.SEVEN, Bonus.EIGHT}:
        counts = {name: count for name, count in counts.items() if name not in _FLOWER_WINS}
    limits = sorted((name for name in counts if name in plan.limit_hands), key=lambda name: -plan.worth[name])
    if not limits:
        yield _added_up(counts, counts, "", "", plan)
        return
    if rules.limit.combine == "sum":
        takes = _members(taken for name in limits for taken in rules.limit.takes.get(name, ()))
        yield _added_up(counts, plan.limit_add_ons.union(limits, takes), limits[0], "limit", plan)
    else:
        for name in limits:
            takes = _members(rules.limit.takes.get(name, ()))
            yield _added_up(counts, plan.limit_add_ons | {name} | takes, name, "limit", plan)
    if rules.limit.never_lowers:
        ordinary = set(counts).difference(limits)
        dearest = max(ordinary, key=lambda name: plan.worth[name], default="")
        yield _added_up(counts, ordinary, dearest, "dearer", plan)


def _added_up(counts: dict[str, int], allowed: Container[str], by: str, why: str, plan: _Plan) -> _Option:
    """Add up the allowed patterns; what one of them contains or absorbs does not count beside it, the dearest first."""
    gone = {name: Suppressed(name, by, why, counts[name]) for name in counts if name not in allowed}
    kept = {name: plan.worth[name] * count for name, count in counts.items() if name not in gone}
    for name in sorted(kept, key=lambda name: -plan.worth[name]):
        if name in gone:
            continue
        for part in plan.contains.get(name, _NO_NAMES):
            if part in gone and part in kept:
                # Another pattern that counts has this part's faan, or forbids them: they come off the composite.
                kept[name] = max(kept[name] - plan.worth[part] * counts[part], 0)
            elif part in kept:
                gone[part] = Suppressed(part, name, "contained", counts[part])
        for part in plan.absorbs.get(name, _NO_NAMES):
            if part in kept and part not in gone:
                gone[part] = Suppressed(part, name, "absorbed", counts[part])
    lines = tuple(Line(name, faan, counts[name]) for name, faan in kept.items() if name not in gone)
    suppressed = tuple(gone[name] for name in counts if name in gone)
    return _Option(lines, suppressed, sum(line.faan for line in lines))


_NO_NAMES: Final[frozenset[str]] = frozenset()
