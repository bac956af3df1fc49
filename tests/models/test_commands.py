from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import typer
from typer.testing import CliRunner

from datasets.formats.yolo import LabelError
from models import commands
from scoring.errors import SikwuError
from tests.shared import PHOTOS, needs

if TYPE_CHECKING:
    from pathlib import Path

runner = CliRunner()


def test_synth_writes_a_set_that_stats_counts(tmp_path: Path) -> None:
    drawn = runner.invoke(
        commands.data_app,
        ["synth", str(tmp_path), "--pictures", "2", "--size", "96", "--held-out", "--processes", "1", "--seed", "3"],
    )
    assert drawn.exit_code == 0, drawn.output
    counted = runner.invoke(commands.data_app, ["stats", str(tmp_path)])
    assert counted.exit_code == 0
    said = drawn.output.splitlines()[-1].split()
    assert counted.output.splitlines()[0] == f"2 pictures, {said[3]} tiles"
    assert len(counted.output.splitlines()) == 1 + 43


def test_stats_of_a_folder_without_labels_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(LabelError, match="no label files"):
        commands.stats(tmp_path)


def test_training_without_its_libraries_says_how_to_get_them(tmp_path: Path) -> None:
    try:
        import torch  # noqa: F401, PLC0415
    except ModuleNotFoundError:
        with pytest.raises(SikwuError, match="make train-environment"):
            commands.train(tmp_path, miniature=True)
    else:
        pytest.skip("torch is installed here, so nothing is missing")


@pytest.mark.shared
@needs("photos")
def test_evaluate_prints_every_number_and_a_line_a_face(tmp_path: Path) -> None:
    """On a folder of two photos, so that it is quick."""
    for part in ("images", "labels"):
        (tmp_path / part).mkdir()
        for path in sorted((PHOTOS / "val" / part).iterdir())[:2]:
            (tmp_path / part / path.name).symlink_to(path)
    app = typer.Typer()
    app.command()(commands.evaluate)
    shown = runner.invoke(app, [str(tmp_path), "--classes", "--worst", str(tmp_path / "worst.png")])
    assert shown.exit_code == 0, shown.output
    for name in ("mAP50", "mAP50-95", "tile precision", "tile recall", "tile F1", "photos wholly right", "seconds"):
        assert name in shown.output
    assert "taken for" in shown.output
    as_labelled = runner.invoke(app, [str(tmp_path), "--as-labelled"])
    assert as_labelled.exit_code == 0, as_labelled.output
    assert (tmp_path / "worst.png").stat().st_size > 1000
