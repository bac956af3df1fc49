from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from numpy.typing import NDArray

from datasets.hand_set import HandRecipe, read_truths, write_hand_set
from models import sweeps
from models.hand_truth import TrueHand
from models.sweep_chart import sweep_svg
from models.sweeps import SWEEPS, Sweep, changed
from scoring.hand import Hand
from vision.photo import Photo, open_photo

if TYPE_CHECKING:
    from pathlib import Path

PHOTO = Photo("a.jpg", 400, 300, np.random.default_rng(0).integers(0, 255, (300, 400, 3), dtype=np.uint8))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("hands")
    list(write_hand_set(path, HandRecipe(1, size=480, seed=5, held_out=True)))
    return path


Case = tuple[Photo, NDArray[np.float64], TrueHand]


@pytest.fixture
def case(folder: Path) -> Case:
    ((name, truth),) = read_truths(folder).items()
    corners = np.load(folder / "corners" / f"{name[:-4]}.npz")["corners"].astype(np.float64)
    return open_photo(folder / "images" / name), corners, TrueHand.of_scene(truth)


@pytest.mark.parametrize("sweep", SWEEPS, ids=[sweep.name for sweep in SWEEPS])
def test_the_first_step_changes_no_tile(sweep: Sweep, case: Case) -> None:
    """Boxes are written to a tenth of a pixel."""
    truth = case[2]
    _, kept = changed(sweep, sweep.steps[0], *case)
    assert kept.roles == truth.roles
    np.testing.assert_allclose(kept.boxes, truth.boxes, atol=0.1)


@pytest.mark.parametrize("sweep", SWEEPS, ids=[sweep.name for sweep in SWEEPS])
def test_the_last_step_changes_the_picture(sweep: Sweep, case: Case) -> None:
    photo = case[0]
    worse, kept = changed(sweep, sweep.steps[-1], *case)
    assert worse.pixels.shape != photo.pixels.shape or not np.array_equal(worse.pixels, photo.pixels)
    assert len(kept.boxes) == len(kept.codes) == len(kept.roles)


def quads(boxes: list[tuple[float, float, float, float]]) -> NDArray[np.float64]:
    return np.array([[(x1, y1), (x2, y1), (x2, y2), (x1, y2)] for x1, y1, x2, y2 in boxes])


def truth_of(corners: NDArray[np.float64]) -> TrueHand:
    boxes = np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1)
    count = len(corners)
    return TrueHand(Hand(), frozenset(), True, (), boxes, ("1m",) * count, ("concealed",) * count)


def test_what_is_mirrored_lies_on_the_other_side() -> None:
    photo, flipped = sweeps.mirrored(PHOTO, quads([(10, 20, 50, 70)]), 1)
    assert flipped[..., 0].min() == 350
    assert flipped[..., 0].max() == 390
    np.testing.assert_array_equal(photo.pixels[20:70, 350:390], PHOTO.pixels[20:70, 10:50][:, ::-1])


@pytest.mark.parametrize(("tiles", "lost"), [(0.0, 0), (0.4, 0), (0.6, 1), (1.6, 2)])
def test_a_tile_is_cut_off_when_more_than_half_of_it_is(tiles: float, lost: int) -> None:
    corners = quads([(100 + 40 * place, 100, 140 + 40 * place, 150) for place in range(4)])
    photo, left = changed(Sweep("cut", "", (tiles,)), tiles, PHOTO, corners, truth_of(corners))
    assert photo.width == photo.pixels.shape[1] == round(260 - 40 * tiles)
    assert len(left.boxes) == len(left.roles) == 4 - lost


def test_turned_tiles_keep_tight_boxes() -> None:
    """A square tile turned by an eighth has a box 1.41 times as wide, wherever it lies."""
    _, left = changed(
        Sweep("tilt", "", (45,)), 45, PHOTO, quads([(30, 30, 70, 70)]), truth_of(quads([(30, 30, 70, 70)]))
    )
    np.testing.assert_allclose(left.boxes[0, 2:] - left.boxes[0, :2], 40 * 2**0.5, rtol=1e-9)


def test_a_blur_is_as_wide_as_said_in_parts_of_a_tile() -> None:
    spot = np.zeros((200, 200, 3), np.uint8)
    spot[100, 100] = 255
    photo, _ = sweeps.blurred(Photo("a", 200, 200, spot), quads([(0, 0, 100, 130)]), 2)
    row = photo.pixels[100, :, 0].astype(float)
    x = np.arange(200)
    assert np.sqrt((row * (x - 100) ** 2).sum() / row.sum()) == pytest.approx(2, rel=0.15)


def test_the_chart_is_xml_with_a_mark_for_each_number() -> None:
    lines = {"exact": [1.0, 0.5, 0.0], "silent errors": [0.0, 0.1, 0.2]}
    svg = sweep_svg(
        [("tilt, degrees", [0, 22.5, 45], lines), ("mirror", [0, 1], {"exact": [1, 0], "silent errors": [0, 0]})]
    )
    root = ET.fromstring(svg)  # noqa: S314  # our own text
    assert root.tag.endswith("svg")
    assert len(re.findall("<circle", svg)) == 3 + 2 + 1  # a mark each, and one in the legend
    assert "22.5" in svg
    assert "silent errors" in svg


def test_sweeps_are_printed_and_drawn(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sweeps, "SWEEPS", (Sweep("tilt", "degrees", (0, 30)), Sweep("mirror", "mirrored", (0, 1))))
    assert sweeps.main([str(folder), "--photos", "1", "--out", str(tmp_path)]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == 2 * (1 + 2)
    assert "<svg" in (tmp_path / "sweeps.svg").read_text("utf-8")
    page = (tmp_path / "sweeps.md").read_text("utf-8")
    assert all(line in page for line in printed)


def test_a_folder_that_is_not_there_is_refused(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sweeps, "SWEEPS", (Sweep("mirror", "mirrored", (0,)),))
    assert sweeps.main([str(folder), "--photos", "1", "--out", str(tmp_path / "none")]) == 2
    assert "none" in capsys.readouterr().err


def test_a_folder_without_hands_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert sweeps.main([str(tmp_path)]) == 2
    assert "scenes.jsonl" in capsys.readouterr().err
