"""Spoiling photos in steps: what is done to the pixels is what is said, and what is measured follows it."""

from pathlib import Path

import numpy as np
import pytest

from datasets.hand_set import HandRecipe, write_hand_set
from models import picture_limits
from models.picture_limits import STEPS, Outcome, blurred, darker, moved, outcomes, steps_of
from vision.detector import Detector
from vision.faces import FaceClassifier
from vision.picture_quality import Quality


def spread(pixels: np.ndarray) -> np.ndarray:
    """Deviation of a point's light, down and across."""
    light = pixels[..., 0].astype(np.float64)
    places = np.indices(light.shape) - 50.0
    return np.asarray(np.sqrt((light * places**2).sum(axis=(1, 2)) / light.sum()))


def test_a_blur_has_the_deviation_that_is_said() -> None:
    spot = np.zeros((101, 101, 3), np.uint8)
    spot[48:53, 48:53] = 255
    before = spread(spot)
    down, across = np.sqrt(spread(blurred(0.06)(spot, 50, np.random.default_rng(0))) ** 2 - before**2)
    assert down == pytest.approx(3, rel=0.1)
    assert across == pytest.approx(3, rel=0.1)


def test_a_moved_point_is_a_line_of_the_length_that_is_said() -> None:
    spot = np.zeros((101, 101, 3), np.uint8)
    spot[48:53, 48:53] = 255
    before = spread(spot)
    after = spread(moved(0.4)(spot, 50, np.random.default_rng(3)))
    # A line of length 20 has a variance of 20²/12, all of it in the direction of the move.
    assert float((after**2 - before**2).sum()) == pytest.approx(20**2 / 12, rel=0.15)


def test_less_light_is_darker_and_noisier_beside_what_is_left() -> None:
    grey = np.full((200, 200, 3), 180, np.uint8)
    half, little = (darker(share)(grey, 50, np.random.default_rng(0)).astype(np.float64) for share in (0.5, 0.02))
    assert half.mean() == pytest.approx(180 * 0.5 ** (1 / 2.2), rel=0.03)
    assert little.mean() == pytest.approx(180 * 0.02 ** (1 / 2.2), rel=0.06)
    assert little.std() / little.mean() > 3 * half.std() / half.mean()


def test_steps_count_every_value_once() -> None:
    items = [Outcome(share, share == 1, Quality(0.0, value, 1.0), frozenset()) for value, share in
             ((0.05, 0.5), (0.06, 1.0), (0.07, 0.0), (0.4, 1.0))]  # fmt: skip
    lines = list(steps_of(((item.quality.contrast, item) for item in items if item.quality), (0, 0.06, 0.08, 1)))
    assert [line.split() for line in lines] == [
        ["0", "to", "0.06", "1", "0.500", "0.000"],
        ["0.06", "to", "0.08", "2", "0.500", "0.500"],
        ["0.08", "to", "1", "1", "1.000", "1.000"],
    ]


def test_a_folder_is_measured_at_every_step_and_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a synthesised photo: its tiles are found, and mirrored ones where mirrored boxes lie; blur is measured."""
    list(write_hand_set(tmp_path, HandRecipe(1, size=640, seed=6)))
    detector, classifier = Detector.load(), FaceClassifier.load()
    plain, mirror, soft = (
        next(outcomes(tmp_path, STEPS[name], detector, classifier, photos=1))
        for name in ("as it is", "mirrored", "blurred by 8 %")
    )
    assert plain.right > 0.5
    assert mirror.right > 0.25
    assert plain.quality is not None
    assert soft.quality is not None
    assert soft.quality.sharpness < plain.quality.sharpness
    chosen = {name: STEPS[name] for name in ("as it is", "light left 10 %")}
    monkeypatch.setattr(picture_limits, "STEPS", {**chosen, "mirrored": STEPS["mirrored"]})
    assert picture_limits.main([str(tmp_path), "--photos", "1"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert [line[:16].strip() for line in printed[2:5]] == ["as it is", "light left 10 %", "mirrored"]
    assert printed[5].split() == ["sharpness", "photos", "right", "whole"]


def test_a_folder_that_is_not_there_is_one_line_and_status_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert picture_limits.main([str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
