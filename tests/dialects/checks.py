"""What a row asserts, by its ``check``: each gives what was expected and what sikwu says, as comparable texts."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from scoring.circumstances import WINDS, Wind
from scoring.ladders import points
from scoring.patterns import BY_ID, Group
from scoring.payments import false_win, limit_faan, payments
from scoring.problems import Code
from scoring.rules import with_settings
from tests.dialects.asking import Answer, NotUsableError, WinningTileMissingError, answer_to, rules_of
from tests.dialects.names import ids_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from scoring.result import Value
    from scoring.switches import RuleSet
    from tests.dialects.dialect import Dialect

    Row = Mapping[str, Any]


class Outcome(NamedTuple):
    """What the row expects, and what sikwu says; equal where it is right."""

    expected: str
    got: str


def check(row: Row, dialect: Dialect) -> Outcome:
    """Compare one row.

    Raises:
        NotUsableError: the row asserts nothing that can be asked.

    """
    if row["check"] == "other_dialect":
        raise NotUsableError("marked as another dialect: to be read, not asserted")
    if row["check"] not in _CHECKS:
        raise NotUsableError(f"nothing can be asked by the check “{row['check']}”")
    return _CHECKS[row["check"]](row, dialect)


def _listed(row: Row) -> list[tuple[list[str], Any, bool]]:
    found = []
    for item in row["expected_patterns"] or ():
        ids = ids_of(item["name"])
        if ids is None:
            raise NotUsableError(f"the pattern “{item['name']}” is no pattern of Hong Kong tables that sikwu knows")
        present = item.get("present", item.get("faan"))
        found.append((ids, item.get("faan"), present is not False))
    return found


def _text(found: Counter[str]) -> str:
    return " ".join(f"{name}:{faan}" for name, faan in sorted(found.items()))


def _by_id(worth: Value) -> Counter[str]:
    return Counter({line.id: line.faan for line in worth.lines})


def _exact(row: Row, dialect: Dialect) -> Outcome:
    """Patterns, raw sum, total, validity and, where given, the payment."""
    answer = answer_to(row, dialect)
    if answer.worth is None or answer.result is None:
        if not row["expected_valid"] and row["expected_raw"] is None:
            return Outcome("no hand", "no hand")
        return Outcome(f"raw {row['expected_raw']}, total {row['expected_total']}", f"no hand: {answer.refusal}")
    worth, rules = answer.worth, rules_of(row, dialect)
    expected, got = [], []
    if row["expected_patterns"] is not None and (row["expected_patterns"] or row["expected_raw"] == 0):
        listed: Counter[str] = Counter()
        ours = _by_id(worth)
        for ids, faan, _ in _listed(row):
            if not ids:
                continue
            if isinstance(faan, int) and len(ids) == 1:
                listed[ids[0]] += faan
            elif isinstance(faan, int):
                listed[ids[0]] += faan - sum(ours[name] for name in ids[1:])
                listed.update({name: ours[name] for name in ids[1:]})
            else:
                listed.update({name: ours[name] or 1 for name in ids})
        expected.append(_text(listed))
        got.append(_text(ours))
    if row["expected_raw"] is not None:
        expected.append(f"raw {row['expected_raw']}")
        got.append(f"raw {worth.faan}")
    _total(row, dialect, worth, rules, expected, got)
    expected.append("valid" if row["expected_valid"] else "not valid")
    got.append("valid" if worth.reaches_minimum else "not valid")
    if row["expected_payment"] and worth.reaches_minimum:
        wanted, paid = _hand_payment(row, answer)
        expected.append(wanted)
        got.append(paid)
    return Outcome("; ".join(expected), "; ".join(got))


def _total(  # noqa: PLR0917  two lists to fill
    row: Row, dialect: Dialect, worth: Value, rules: RuleSet, expected: list[str], got: list[str]
) -> None:
    total = row["expected_total"]
    if total is None or not row["expected_valid"]:
        return
    suits = {letter for letter in row["hand"] if letter in "mps"}
    if worth.faan < dialect.lifts:
        raise NotUsableError(
            f"the source lifts every hand that is worth less to {dialect.lifts} faan, which no Hong Kong table in the"
            " documents does"
        )
    if dialect.two_suits and len(suits) == 2 and isinstance(total, int):
        raise NotUsableError(dialect.two_suits)
    expected.append(f"total {total}")
    if isinstance(total, int):
        got.append(f"total {_capped(worth, rules)}")
    elif total.startswith(">="):
        got.append(f"total {total if worth.faan >= int(total[2:]) else worth.faan}")
    else:
        at_limit = worth.limit or worth.faan >= limit_faan(rules)
        number = re.search(r"\d+", total)
        right = at_limit and (number is None or _capped(worth, rules) == int(number[0]))
        got.append(f"total {total if right else worth.faan}")


def _capped(worth: Value, rules: RuleSet) -> int:
    return worth.faan if rules.cap is None else min(worth.faan, rules.cap)


def _hand_payment(row: Row, answer: Answer) -> tuple[str, str]:
    pay = row["expected_payment"]
    result = answer.result
    if result is None or result.payments is None:
        return str(pay), "no payment"
    winner = result.circumstances.seat
    losses = sorted((-amount for seat, amount in result.payments.items() if seat is not winner), reverse=True)
    if "pao" in row["conditions"] and losses[-1]:
        raise NotUsableError("somebody is liable, and the row does not say how that changes who pays how much")
    wanted, paid = [], []
    for key, amount in (
        ("discarder_pays", losses[0]),
        ("each_other_pays", losses[-1]),
        ("winner_total", sum(losses)),
    ):
        if key in pay:
            wanted.append(f"{key} {Fraction(str(pay[key]))}")
            paid.append(f"{key} {amount}")
    return ", ".join(wanted), ", ".join(paid)


def _present(row: Row, dialect: Dialect) -> Outcome:
    answer = answer_to(row, dialect)
    if answer.worth is None:
        return Outcome("a hand", f"no hand: {answer.refusal}")
    ours = _by_id(answer.worth)
    expected, got = [], []
    for ids, faan, there in _listed(row):
        for name in ids:
            expected.append(f"{name} {'counts' if there else 'does not count'}")
            got.append(f"{name} {'counts' if ours[name] else 'does not count'}")
        if there and isinstance(faan, int) and not isinstance(faan, bool):
            expected.append(f"{'+'.join(ids)} {faan}")
            got.append(f"{'+'.join(ids)} {sum(ours[name] for name in ids)}")
    if row["expected_raw"] is not None:
        named = {name for ids, _, _ in _listed(row) for name in ids}
        expected.append(f"sum of these {row['expected_raw']}")
        got.append(f"sum of these {sum(ours[name] for name in named)}")
    _total(row, dialect, answer.worth, rules_of(row, dialect), expected, got)
    return Outcome("; ".join(expected), "; ".join(got))


def _pattern_total(row: Row, dialect: Dialect) -> Outcome:
    """The sum, to which the listed patterns and no others add."""
    answer = answer_to(row, dialect)
    if answer.worth is None:
        return Outcome(f"total {row['expected_total']}", f"no hand: {answer.refusal}")
    expected: list[str] = []
    got: list[str] = []
    _total(row, dialect, answer.worth, rules_of(row, dialect), expected, got)
    for ids, _, _ in _listed(row):
        for name in ids:
            expected.append(name)
            got.append(name if name in answer.worth.present else f"no {name}")
    return Outcome("; ".join(expected), "; ".join(got))


_SHAPES = frozenset(name for name, pattern in BY_ID.items() if pattern.group in {Group.SHAPE, Group.SPECIAL})


def _shapes(row: Row, dialect: Dialect) -> Outcome:
    """Patterns of the shape alone, without winds, dragons, flowers and circumstances."""
    answer = answer_to(row, dialect)
    listed = [name for ids, _, _ in _listed(row) for name in ids]
    expected = " ".join(sorted(listed)) or "nothing"
    if answer.worth is None:
        return Outcome(expected, "no_hand")
    ours = sorted(line.id for line in answer.worth.lines if line.id in _SHAPES)
    return Outcome(expected, " ".join(ours) or "nothing")


def _total_only(row: Row, dialect: Dialect) -> Outcome:
    answer = answer_to(row, dialect)
    if answer.worth is None:
        return Outcome(f"total {row['expected_total']}", f"no hand: {answer.refusal}")
    expected: list[str] = []
    got: list[str] = []
    _total(row, dialect, answer.worth, rules_of(row, dialect), expected, got)
    return Outcome("; ".join(expected), "; ".join(got))


def _winning(row: Row, dialect: Dialect) -> Outcome:
    answer = answer_to(row, dialect)
    text = {True: "a win", False: "no win"}
    return Outcome(text[bool(row["expected_valid"])], text[answer.worth is not None])


def _rejected(row: Row, dialect: Dialect) -> Outcome:
    notes = row["notes"] or ""
    if "bonus" in notes and row["flowers"] is None:
        raise NotUsableError("the fault is in the bonus tiles, which the row does not give")
    if "winning tile" in notes and row["winning_tile"] is None:
        raise NotUsableError("the fault is in the winning tile, which the row does not give")
    try:
        answer = answer_to(row, dialect)
    except WinningTileMissingError:
        return Outcome("rejected", "rejected")
    return Outcome("rejected", "rejected" if answer.worth is None else "a hand")


def _below(row: Row, dialect: Dialect) -> Outcome:
    answer = answer_to(row, dialect)
    if answer.result is None:
        return Outcome("below the minimum", f"no hand: {answer.refusal}")
    below = any(problem.code is Code.BELOW_MINIMUM for problem in answer.result.problems)
    return Outcome("below the minimum", "below the minimum" if below else f"{answer.result.faan} faan")


def _payment(row: Row, dialect: Dialect) -> Outcome:
    """Who pays what for a number of faan, or for the hand where one is given."""
    rules, pay = rules_of(row, dialect), row["expected_payment"]
    if row["concealed"]:
        return _exact(row, dialect)
    if "deltas" in pay:
        return _deltas(row, rules)
    faan = row["expected_total"]
    if not isinstance(faan, int):
        raise NotUsableError("the row gives no number of faan")
    faan = faan if rules.cap is None else min(faan, rules.cap)
    if pay.get("base") not in {None, 1} and "portion" in pay:
        rules = with_settings(rules, {"base": pay["base"]})
    value = {drawn: points(rules.ladder, faan, self_draw=drawn) for drawn in (True, False)}
    drawn = payments(rules, value[True], winner=Wind.SOUTH, dealer=Wind.SOUTH)
    discard = payments(rules, value[False], winner=Wind.SOUTH, dealer=Wind.SOUTH, discarder=Wind.WEST)
    says = {
        "portion": value[True] * rules.base * rules.payment.self_draw,
        "base": value[False],
        "on_discard_discarder_pays": -discard[Wind.WEST],
        "discard_discarder_pays": -discard[Wind.WEST],
        "discarder_pays": -discard[Wind.WEST],
        "on_self_draw_each_pays": -drawn[Wind.WEST],
        "self_draw_each": -drawn[Wind.WEST],
        "self_draw_total": drawn[Wind.SOUTH],
        "self_draw": f"+{drawn[Wind.SOUTH]}/{drawn[Wind.WEST]}x3",
        "discard": f"+{discard[Wind.SOUTH]}/{discard[Wind.WEST]}/{discard[Wind.NORTH]}/{discard[Wind.EAST]}",
    }
    asked = [key for key in pay if key in says and not (key == "base" and "portion" in pay)]
    if not asked:
        raise NotUsableError("the row's payment names nothing that is known")
    expected = "; ".join(f"{key} {pay[key]}" for key in asked)
    return Outcome(expected, "; ".join(f"{key} {says[key]}" for key in asked))


_SEATS = {"A": Wind.EAST, "B": Wind.SOUTH, "C": Wind.WEST, "D": Wind.NORTH}
_WON = re.compile(r"(\w+) wins off (\w+)")
_DRAWN = re.compile(r"(\w+) self-draws?(?: guaranteed by (\w+))?(?:;|,|$)")
_GUARANTEED = re.compile(r"(\w+) wins, (\w+) guaranteed the discard")
_FALSE = re.compile(r"false win by (\w+), cap (\d+)")


def _deltas(row: Row, rules: RuleSet) -> Outcome:
    """Payments by seat; how the hand was won stands in the notes."""
    notes, wanted = row["notes"], row["expected_payment"]["deltas"]
    names = _SEATS if set(wanted) == set(_SEATS) else {wind.name.capitalize(): wind for wind in Wind}
    seats = {key: _SEATS[key] if key in _SEATS and names is _SEATS else Wind(key) for key in wanted}
    base = re.search(r"base (\d+), \w+ wins", notes)
    faan = row["expected_total"]
    if base:
        value = Fraction(int(base[1]))
    elif faan is not None:
        value = points(rules.ladder, faan if rules.cap is None else min(faan, rules.cap), self_draw=False)
    else:
        value = Fraction(0)
    if "washout" in notes:
        got = dict.fromkeys(WINDS, Fraction(0))
    elif match := _FALSE.search(notes):
        rules = with_settings(rules, {"cap": int(match[2])})
        got = dict(false_win(rules, offender=names[match[1]]))
    elif match := _GUARANTEED.search(notes):
        others = [seat for seat in WINDS if seat not in {names[match[1]], names[match[2]]}]
        got = dict(payments(rules, value, winner=names[match[1]], discarder=others[0], liable=names[match[2]]))
    elif match := _WON.search(notes):
        got = dict(payments(rules, value, winner=names[match[1]], discarder=names[match[2]]))
    elif match := _DRAWN.search(notes):
        guarantor = names[match[2]] if match[2] else None
        got = dict(payments(rules, value, winner=names[match[1]], liable=guarantor))
    else:
        raise NotUsableError("the notes do not say who won off whom")
    return Outcome(
        " ".join(f"{key} {wanted[key]}" for key in sorted(wanted)),
        " ".join(f"{key} {got[seats[key]]}" for key in sorted(wanted)),
    )


_CHECKS: dict[str, Callable[[Row, Dialect], Outcome]] = {
    "exact": _exact,
    "pattern_present": _present,
    "pattern_absent": _present,
    "shape_patterns_exact": _shapes,
    "total_pattern_only": _pattern_total,
    "total": _total_only,
    "is_winning": _winning,
    "rejected": _rejected,
    "below_minimum": _below,
    "payment": _payment,
}
