"""Who pays whom. Every payment is taken from one seat and given to another, so that the sum is zero by construction."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from scoring.circumstances import WINDS, Wind
from scoring.errors import CircumstanceError
from scoring.facts import Form
from scoring.ladders import points
from scoring.switches import DISCARD_SCHEMES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scoring.result import Result
    from scoring.switches import Payment, RuleSet

Payments: TypeAlias = "Mapping[Wind, Fraction]"
"""What each seat wins (positive) or pays (negative)."""

SCHEMES: Final = {name: (Fraction(own), Fraction(other)) for name, (own, other) in DISCARD_SCHEMES.items()}


def rounded(payment: Payment, amount: Fraction) -> Fraction:
    """Round one payment as the table says; a half goes up where it says nearest.

    >>> from scoring.rules import load_rules
    >>> rounded(load_rules("guide", {"payment.rounding": "up"}).payment, Fraction(1, 2))
    Fraction(1, 1)

    """
    if payment.rounding == "exact":
        return amount
    steps = amount / payment.rounding_unit
    if payment.rounding == "up":
        return ceil(steps) * payment.rounding_unit
    if payment.rounding == "down":
        return floor(steps) * payment.rounding_unit
    return floor(steps + Fraction(1, 2)) * payment.rounding_unit


def payments(
    rules: RuleSet,
    value: Fraction,
    *,
    winner: Wind,
    dealer: Wind = Wind.EAST,
    discarder: Wind | None = None,
    liable: Wind | None = None,
    spared: frozenset[Wind] = frozenset(),
) -> Payments:
    """Share out the price of one win.

    Args:
        rules: the table's rules.
        value: the ladder's points, without the base.
        winner: who is paid.
        dealer: whose payments the table may multiply.
        discarder: who discarded; None for a self-draw.
        liable: who is liable (包牌): pays a self-draw alone, and a discard win where the table says so.
        spared: who does not pay although not the winner: others who won on the same discard.

    Returns:
        All four seats; the sum is zero.

    >>> from scoring.rules import load_rules
    >>> shares = payments(load_rules("casual"), Fraction(128), winner=Wind.WEST, discarder=Wind.EAST)
    >>> {seat.value: int(amount) for seat, amount in shares.items()}
    {'E': -256, 'S': -128, 'W': 512, 'N': -128}

    """
    payment = rules.payment
    if discarder is None:
        units = dict.fromkeys(WINDS, payment.self_draw)
    else:
        own, other = SCHEMES.get(payment.discard, (payment.discarder, payment.others))
        units = dict.fromkeys(WINDS, other)
        units[discarder] = own
    balance = dict.fromkeys(WINDS, Fraction(0))
    alone = liable if discarder is None or rules.liability.discard == "liable" else None
    for payer in WINDS:
        if payer is not winner and payer not in spared:
            factor = payment.dealer if dealer in {payer, winner} else 1
            amount = rounded(payment, value * rules.base * units[payer] * factor)
            balance[alone or payer] -= amount
            balance[winner] += amount
    return MappingProxyType(balance)


def several_winners(results: Sequence[Result]) -> Payments:
    """Settle several wins on one discard: each is paid, or only the next in turn after the discarder (截糊).

    A player who wins too pays nothing to another winner. With head-bump, a hand that cannot be bumped (十三幺) is paid
    beside the one that is next in turn.

    Raises:
        CircumstanceError: the results are not legal wins of different seats on one discard.

    >>> from scoring.circumstances import Circumstances
    >>> from scoring.faan import score
    >>> from scoring.notation import parse
    >>> orphans = parse("19m 19p 19s ESWNCFP +P")
    >>> wins = [score(orphans, Circumstances.from_text(seat=seat, discarder="E")) for seat in "SW"]
    >>> {seat.value: int(amount) for seat, amount in several_winners(wins).items()}
    {'E': -768, 'S': 384, 'W': 384, 'N': 0}

    """
    discarders = {result.circumstances.discarder for result in results}
    seats = [result.circumstances.seat for result in results]
    discarder = next(iter(discarders), None)
    if discarder is None or len(discarders) > 1 or len(set(seats)) < len(seats) or None in seats:
        raise CircumstanceError(
            f"“{', '.join(str(seat) for seat in seats)}” off “{', '.join(str(seat) for seat in discarders)}”"
            " are not several winners on one discard",
            code="not_one_discard",
        )
    if any(result.way is not None and result.way.form is Form.FLOWERS for result in results):
        raise CircumstanceError("a flower win is drawn, it is not won on the discard", code="not_one_discard")
    if not all(result.legal for result in results):
        raise CircumstanceError("one of the winners has no legal win, so that nothing can be settled", code="not_legal")
    paid = list(results)
    if results[0].rules.winners.several == "head_bump":
        turns = [WINDS[(WINDS.index(discarder) + step) % 4] for step in (1, 2, 3)]
        first = min(results, key=lambda result: turns.index(result.circumstances.seat or discarder))
        paid = [result for result in results if result is first or _cannot_be_bumped(result)]
    winners = frozenset(result.circumstances.seat for result in paid if result.circumstances.seat is not None)
    balance = dict.fromkeys(WINDS, Fraction(0))
    for result in paid:
        winner = result.circumstances.seat or discarder
        shares = payments(
            result.rules,
            result.points,
            winner=winner,
            dealer=result.circumstances.dealer,
            discarder=discarder,
            liable=result.liable.seat if result.liable else None,
            spared=winners - {winner},
        )
        for seat, amount in shares.items():
            balance[seat] += amount
    return MappingProxyType(balance)


def _cannot_be_bumped(result: Result) -> bool:
    return any(line.id in result.rules.winners.never_bumped for line in result.patterns)


def false_win(rules: RuleSet, *, offender: Wind, dealer: Wind = Wind.EAST) -> Payments:
    """Price a false win (詐糊): the offender pays each of the three others.

    >>> from scoring.rules import load_rules
    >>> {seat.value: int(amount) for seat, amount in false_win(load_rules("casual"), offender=Wind.SOUTH).items()}
    {'E': 8192, 'S': -24576, 'W': 8192, 'N': 8192}

    """
    limit, faan = limit_faan(rules), rules.false_win.faan
    faan = limit if isinstance(faan, str) else faan
    value = points(rules.ladder, faan if rules.cap is None else min(faan, limit), self_draw=True)
    balance = dict.fromkeys(WINDS, Fraction(0))
    for receiver in WINDS:
        if receiver is not offender:
            factor = rules.payment.dealer if dealer in {receiver, offender} else 1
            amount = rounded(rules.payment, value * rules.base * rules.false_win.units * factor)
            balance[offender] -= amount
            balance[receiver] += amount
    return MappingProxyType(balance)


def limit_faan(rules: RuleSet) -> int:
    """Tell what “limit” stands for: the cap, or the traditional 13 where there is none.

    >>> from scoring.rules import load_rules
    >>> limit_faan(load_rules("hkma")), limit_faan(load_rules("wikipedia"))
    (10, 13)

    """
    return 13 if rules.cap is None else rules.cap
