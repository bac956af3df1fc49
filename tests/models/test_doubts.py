"""How sure a reading is in spite of each doubt, fitted to readings that were judged."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from datasets.hand_set import HandRecipe, write_hand_set
from models.doubts import FEW, LEAST, fit, main, table
from tests.models.test_hands import HAND, case, changed, laid

if TYPE_CHECKING:
    from pathlib import Path

    from models.hands import HandOutcome


def readings(count: int, right: int, chance: float, *doubts: str) -> list[HandOutcome]:
    """So many readings, of which some are right."""
    good, bad = case(laid(HAND), HAND), case(changed(laid(HAND), 0, "7p"), HAND)
    chosen = [good if place < right else bad for place in range(count)]
    return [replace(one, reading=replace(one.reading, chance=chance, doubts=doubts)) for one in chosen]


def test_each_factor_makes_what_was_said_true() -> None:
    """Of hands with both doubts a half of three quarters are right."""
    outcomes = [
        *readings(100, 100, 1.0),
        *readings(100, 50, 1.0, "kong"),
        *readings(80, 54, 0.9, "extra_tile"),
        *readings(80, 30, 1.0, "extra_tile", "kong"),
    ]
    factors = fit(outcomes)
    assert factors == {"kong": pytest.approx(0.5, abs=0.02), "extra_tile": pytest.approx(0.75, abs=0.02)}


@pytest.mark.parametrize(("count", "fitted"), [(FEW, True), (FEW - 1, False)])
def test_few_hands_tell_nothing(count: int, *, fitted: bool) -> None:
    assert ("far" in fit(readings(count, 0, 1.0, "far"))) == fitted


@pytest.mark.parametrize(("right", "factor"), [(0, LEAST), (20, 1.0)])
def test_factors_stay_within_their_limits(right: int, factor: float) -> None:
    assert fit(readings(20, right, 0.8, "far"))["far"] == factor


def test_the_table_tells_what_was_counted() -> None:
    lines = list(table([*readings(10, 9, 0.95), *readings(20, 10, 0.8, "extra_tile")]))
    assert lines[1].split() == ["none", "10", "0.950", "0.900"]
    assert next(line for line in lines if line.startswith("extra_tile")).split()[:5] == [
        "extra_tile", "20", "0.800", "0.500", "0.62",
    ]  # fmt: skip
    assert lines[-1].startswith("calibration error  0.017 with these factors")


def test_scenes_are_read_and_a_folder_without_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    list(write_hand_set(tmp_path / "hands", HandRecipe(10, seed=3, pictures=False)))
    assert main([str(tmp_path / "hands")]) == 0
    told = capsys.readouterr().out
    hands = np.array([int(line.split()[1]) for line in told.splitlines()[1:-1]])
    assert 10 <= hands.sum() <= 40
    assert main([str(tmp_path / "none")]) == 2
    assert "none" in capsys.readouterr().err
