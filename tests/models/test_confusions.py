"""What each face is taken for most readily, counted over pictures of several folders."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from datasets.training_set import Recipe, write_training_set
from models.confusions import main, measure
from models.true_boxes import confusions
from scoring.tiles import CODES
from vision.detector import Detector
from vision.faces import FaceClassifier

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_several_folders_count_as_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    networks = Detector.load(), FaceClassifier.load()
    folders = [tmp_path / "one", tmp_path / "two"]
    for seed, folder in enumerate(folders):
        assert sum(write_training_set(folder, Recipe(2, 480, 0.0, seed))) > 4
    parts = [measure([folder], *networks) for folder in folders]
    belief, count = measure(folders, *networks)
    assert (count == parts[0][1] + parts[1][1]).all()
    together = sum(one * tiles[:, None] for one, tiles in parts) / np.maximum(count, 1)[:, None]
    assert np.allclose(belief, together)
    assert np.allclose(belief[count > 0].sum(axis=1), 1, atol=1e-3)

    assert main([str(folder) for folder in folders]) == 2, "so few pictures do not show every face"
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert all(repr(str(folder)) in error for folder in folders)


def test_a_folder_that_is_not_there_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_each_face_is_taken_for_another() -> None:
    assert set(confusions()) == set(CODES)
    assert all(code != other and other in CODES for code, other in confusions().items())
