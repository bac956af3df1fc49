"""The speed comparison runs, and asks about hands that are complete, distinct and of all kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring import score
from tests.bench.scoring_speed import KINDS, main, mixed_hands

if TYPE_CHECKING:
    import pytest


def test_the_hands_are_complete_distinct_and_mixed() -> None:
    hands = mixed_hands(8 * len(KINDS), seed=5)
    assert len({hand for hand, _ in hands}) == len(hands)
    results = [score(hand, win) for hand, win in hands]
    assert all(result.complete for result in results)
    found = {line.id for result in results for line in result.patterns}
    assert {"all_chows", "all_pungs", "half_flush", "full_flush", "all_honours"} <= found


def test_the_comparison_runs_without_the_other_packages(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(40) in {0, 1}
    assert "sikwu" in capsys.readouterr().out
