"""Weights of what tells a blank dragon from a back."""

from pathlib import Path

import numpy as np
import pytest

from models.blank_weights import fit, main
from vision.blanks import WEIGHTS


def test_a_reason_that_tells_dragons_from_backs_gets_the_weight() -> None:
    rng = np.random.default_rng(0)
    dragons = rng.random(500) < 0.3
    rows = np.stack([np.ones(500), rng.normal(size=500), rng.normal(size=500), np.zeros(500), 1.0 - dragons], axis=1)
    weights = fit(rows, dragons)
    assert weights[4] < -2
    assert np.abs(weights[1:4]).max() < 0.5
    assert ((rows @ weights > 0) == dragons).all()


def test_the_weights_in_use_point_the_way_that_reason_says() -> None:
    """Faces beside it, its surroundings, another colour than backs have and brightness speak for a dragon; a large
    group and another tint than faces have, against."""
    _, faces, too_many, around, unlike_backs, _, brighter, tint = WEIGHTS
    assert min(faces, around, unlike_backs, brighter) > 0 > max(too_many, tint)


def test_a_folder_that_is_not_there_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
