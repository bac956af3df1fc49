from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from datasets.hand_set import HandRecipe, read_truths, write_hand_set
from models import sweeps
from models.hand_truth import TrueHand
from models.sweep_chart import sweep_svg
from models.sweeps import SWEEPS, Sweep, changed
from vision.photo import Photo, open_photo

if TYPE_CHECKING:
    from pathlib import Path

PHOTO = Photo("a.jpg", 400, 300, np.random.default_rng(0).integers(0, 255, (300, 400, 3), dtype=np.uint8))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("hands")
    list(write_hand_set(path, HandRecipe(1, size=480, seed=5, held_out=True)))
    return path


@pytest.fixture
def photo_and_truth(folder: Path) -> tuple[Photo, TrueHand]:
    ((name, truth),) = read_truths(folder).items()
    return open_photo(folder / "images" / name), TrueHand.of_scene(truth)


@pytest.mark.parametrize("sweep", SWEEPS, ids=[sweep.name for sweep in SWEEPS])
def test_the_first_step_changes_no_tile(sweep: Sweep, photo_and_truth: tuple[Photo, TrueHand]) -> None:
    photo, truth = photo_and_truth
    _, kept = changed(sweep, sweep.steps[0], photo, truth)
    hand = [box for box, role in zip(truth.boxes, truth.roles, strict=True) if role != "ignored"]
    np.testing.assert_allclose(
        [box for box, role in zip(kept.boxes, kept.roles, strict=True) if role != "ignored"], hand
    )


@pytest.mark.parametrize("sweep", SWEEPS, ids=[sweep.name for sweep in SWEEPS])
def test_the_last_step_changes_the_picture(sweep: Sweep, photo_and_truth: tuple[Photo, TrueHand]) -> None:
    photo, truth = photo_and_truth
    worse, kept = changed(sweep, sweep.steps[-1], photo, truth)
    assert worse.pixels.shape != photo.pixels.shape or not np.array_equal(worse.pixels, photo.pixels)
    assert len(kept.boxes) == len(kept.codes) == len(kept.roles)


def test_what_is_mirrored_lies_on_the_other_side() -> None:
    boxes = np.array([[10.0, 20.0, 50.0, 70.0]])
    photo, flipped = sweeps.mirrored(PHOTO, boxes, 1)
    np.testing.assert_array_equal(flipped, [[350, 20, 390, 70]])
    np.testing.assert_array_equal(photo.pixels[20:70, 350:390], PHOTO.pixels[20:70, 10:50][:, ::-1])


@pytest.mark.parametrize(("tiles", "lost"), [(0.0, 0), (0.4, 0), (0.6, 1), (1.6, 2)])
def test_a_tile_is_cut_off_when_more_than_half_of_it_is(tiles: float, lost: int) -> None:
    boxes = np.array([[100.0 + 40 * place, 100, 140 + 40 * place, 150] for place in range(4)])
    photo, left = sweeps.cut(PHOTO, boxes, tiles, np.ones(4, dtype=bool))
    assert photo.width == photo.pixels.shape[1] == round(260 - 40 * tiles)
    assert int((left[:, 2] == 0).sum()) == lost


def test_a_blur_is_as_wide_as_said_in_parts_of_a_tile() -> None:
    spot = np.zeros((200, 200, 3), np.uint8)
    spot[100, 100] = 255
    photo, _ = sweeps.blurred(Photo("a", 200, 200, spot), np.array([[0.0, 0, 100, 130]]), 2)
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
    assert sweeps.main([str(folder), "--photos", "1", "--out", str(tmp_path / "sweeps.svg")]) == 0
    printed = capsys.readouterr().out
    assert len([line for line in printed.splitlines() if line.startswith(" ")]) == 4
    assert "<svg" in (tmp_path / "sweeps.svg").read_text("utf-8")


def test_a_folder_without_hands_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert sweeps.main([str(tmp_path)]) == 2
    assert "scenes.jsonl" in capsys.readouterr().err
