"""How far corners are from the true ones, whichever comes first."""

from pathlib import Path

import numpy as np
import pytest

from models.corner_noise import corner_errors, main

SQUARE = np.array([[[0.0, 0], [40, 0], [40, 40], [0, 40]]])


@pytest.mark.parametrize("turn", range(4))
def test_any_corner_may_come_first(turn: int) -> None:
    assert corner_errors(np.roll(SQUARE, turn, axis=1), SQUARE) == pytest.approx(0)


def test_an_error_is_a_part_of_the_side() -> None:
    assert corner_errors(SQUARE + np.array([4.0, -4.0]), SQUARE) == pytest.approx(0.1)


def test_a_folder_without_hands_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 2
    assert str(tmp_path) in capsys.readouterr().err
