"""What the tests of scoring share: a hand scored from plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scoring import Circumstances, Result, load_rules, parse, score

if TYPE_CHECKING:
    from collections.abc import Mapping


def scored(hand: str, rules: str = "guide", settings: Mapping[str, object] | None = None, **win: Any) -> Result:
    """Score a hand in notation; `win` is what `Circumstances.from_text` takes."""
    return score(parse(hand), Circumstances.from_text(**win), load_rules(rules, settings))


def faan_by_pattern(result: Result) -> dict[str, int]:
    return {line.id: line.faan for line in result.patterns}


def paid(result: Result) -> dict[str, float]:
    assert result.payments is not None, result.problems
    return {seat.value: float(amount) for seat, amount in result.payments.items()}
