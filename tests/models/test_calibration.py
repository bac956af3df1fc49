"""How sure a reading is: fitted chances, fitted weights, and the diagram."""

import re
from pathlib import Path

import numpy as np
import pytest

from models.calibration import Evidence, fit_chance, fit_weights, main, score_of
from models.reliability import reliability_svg
from scoring.tiles import CODES
from vision.detector import chance_of_tile


def distributions(named: np.ndarray, sure: float) -> np.ndarray:
    table = np.full((len(named), len(CODES)), (1 - sure) / (len(CODES) - 1))
    table[np.arange(len(named)), named] = sure
    return table


def test_offset_and_slope_are_found_again() -> None:
    """Scores drawn with a known law of chances give that law back."""
    rng = np.random.default_rng(0)
    score = rng.uniform(0.05, 0.95, 20_000)
    there = rng.random(20_000) < 1 / (1 + np.exp(-(1.5 + 2.0 * np.log(score / (1 - score)))))
    offset, slope = fit_chance(score, there)
    assert (offset, slope) == pytest.approx((1.5, 2.0), abs=0.1)


def test_a_second_reason_gets_the_weight_that_it_has() -> None:
    rng = np.random.default_rng(2)
    score, around = rng.uniform(0.02, 0.98, 20_000), rng.normal(0, 2, 20_000)
    there = rng.random(20_000) < 1 / (1 + np.exp(-(0.5 + 0.7 * np.log(score / (1 - score)) + 0.6 * around)))
    assert fit_chance(score, there, around) == pytest.approx((0.5, 0.7, 0.6), abs=0.1)


def test_a_score_is_the_chance_turned_back() -> None:
    score = np.linspace(0.05, 0.95, 19)
    assert np.allclose(score_of(chance_of_tile(score)), score)


def test_an_opinion_that_is_noise_gets_no_weight() -> None:
    rng = np.random.default_rng(1)
    truth = rng.integers(0, len(CODES), 3_000)
    noise = rng.integers(0, len(CODES), 3_000)
    mostly_right = np.where(rng.random(3_000) < 0.9, truth, rng.integers(0, len(CODES), 3_000))
    evidence = Evidence(
        np.ones(3_000), np.zeros(3_000), distributions(noise, 0.9), distributions(mostly_right, 0.9), truth
    )
    assert fit_weights(evidence)[0] <= 0.1


def test_the_diagram_has_a_bar_for_every_tenth_that_occurs() -> None:
    drawn = reliability_svg([(0.95, True), (0.91, False), (0.05, False)])
    bars = re.findall(r'height="([\d.]+)" fill="#1f6f54"', drawn)
    assert [float(tall) for tall in bars] == [0, 150]
    assert {"1", "2", "confidence", "share right"} <= set(re.findall(r">([^<>]+)</text>", drawn))


def test_a_folder_that_is_not_there_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none")]) == 2
    said = capsys.readouterr().err
    assert "none" in said
    assert said.count("\n") == 1
