"""Variants of the detector at the scale of a test; those that need a library of their own skip where it lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from models.showcase import shown_photo
from models.training import variants
from tests.vision.pictures import encoded
from vision.detector import Detector
from vision.faces import FaceClassifier
from vision.finding import find_tiles
from vision.weights import DETECTOR, load_weights

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two photos of our own faces, labelled as the networks that ship find them."""
    folder = tmp_path_factory.mktemp("pictures")
    photo = shown_photo()
    classifier = FaceClassifier.load()
    found = classifier.look(photo.pixels, find_tiles(photo.pixels, Detector.load(), classifier))
    for name in ("images", "labels"):
        (folder / name).mkdir()
    middles, sides = (found.boxes[:, :2] + found.boxes[:, 2:]) / 2, found.boxes[:, 2:] - found.boxes[:, :2]
    relative = np.concatenate([middles, sides], axis=1) / np.tile(photo.pixels.shape[1::-1], 2)
    lines = [" ".join(map(str, (face, *box))) for face, box in zip(found.class_id, relative.tolist(), strict=True)]
    for name in ("one", "two"):
        (folder / "images" / f"{name}.png").write_bytes(encoded(photo.pixels))
        (folder / "labels" / f"{name}.txt").write_text("\n".join(lines))
    return folder


def test_inputs_are_pictures_of_the_folder_spread_over_it(pictures: Path) -> None:
    inputs = variants.network_inputs(pictures, 9)
    assert len(inputs) == 2
    assert [blob.shape for blob in inputs] == [(1, 3, 640, 640)] * 2
    assert 0 <= min(blob.min() for blob in inputs) <= max(blob.max() for blob in inputs) <= 1
    assert len(variants.network_inputs(pictures, 1)) == 1


def test_another_runtime_finds_what_its_network_says() -> None:
    answer = np.zeros((47, 8400), np.float32)
    answer[:5, 0] = 320, 320, 60, 80, 0.9

    def run(blob: NDArray[np.float32]) -> NDArray[np.float32]:
        assert blob.shape == (1, 3, 640, 640)
        return answer

    found = variants.OtherRuntime(run).detect(np.zeros((640, 640, 3), np.uint8))
    assert found.boxes.tolist() == [[290, 280, 350, 360]]
    assert found.codes == ["1m"]


def test_a_variant_without_its_library_is_named_and_the_others_are_measured(
    pictures: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The shipped one needs nothing: beside itself it takes as long, and it finds what it found."""

    def lacks(*_: object) -> Detector:
        raise ModuleNotFoundError("No module named 'openvino'", name="openvino")

    monkeypatch.setattr(variants, "by_openvino", lacks)
    monkeypatch.setattr(variants, "in_eight_bits", lacks)
    assert variants.main([str(pictures / "images"), "--on", str(pictures), "--rounds", "1"]) == 1
    captured = capsys.readouterr()
    head, _, shipped = captured.out.splitlines()
    assert "F1 on `" in head
    assert shipped.startswith("| onnxruntime, as shipped | 1.00 | 1.0000 (2 of 2 whole) |")
    assert captured.err.count("openvino is not installed (requirements-variants.lock)") == 3


def test_a_folder_without_pictures_is_one_line_and_status_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert variants.main([str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"There are no pictures in {str(tmp_path)!r}.\n"


def overlap_of_scores(one: NDArray[np.float32], two: NDArray[np.float32]) -> float:
    """How alike two networks see tiles: the correlation of their sums of scores."""
    return float(np.corrcoef(one[4:].sum(axis=0), two[4:].sum(axis=0))[0, 1])


def test_eight_bits_see_the_same_tiles_in_a_third_of_the_bytes(pictures: Path) -> None:
    pytest.importorskip("onnx", reason="needs requirements-variants.lock")
    weights = load_weights(DETECTOR)
    inputs = variants.network_inputs(pictures, 2)
    small = variants.in_eight_bits(weights, inputs)
    assert len(small) < 0.5 * len(weights)
    shipped, quantised = Detector(weights, threads=1).run(inputs[0]), Detector(small, threads=1).run(inputs[0])
    assert overlap_of_scores(shipped, quantised) > 0.9


def test_openvino_says_what_onnxruntime_says(pictures: Path) -> None:
    pytest.importorskip("openvino", reason="needs requirements-variants.lock")
    weights = load_weights(DETECTOR)
    (blob,) = variants.network_inputs(pictures, 1)
    shipped, other = Detector(weights, threads=1).run(blob), variants.by_openvino(weights, 1).run(blob)
    assert np.abs(shipped[4:] - other[4:]).max() < 1e-3
    assert np.abs(shipped[:4] - other[:4]).max() < 0.5
