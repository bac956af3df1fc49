"""Weights are used only if they are the ones that were published."""

import hashlib
from pathlib import Path

import pytest

from vision.errors import WeightsError
from vision.weights import CHECKSUMS, load_weights, shipped


def publish(folder: Path, data: bytes = b"weights", listed: str | None = None) -> None:
    (folder / "detector.onnx").write_bytes(data)
    text = f"{hashlib.sha256(b'weights').hexdigest()}  detector.onnx\n" if listed is None else listed
    (folder / CHECKSUMS).write_text(text)


def refusal(folder: Path) -> WeightsError:
    with pytest.raises(WeightsError) as caught:
        load_weights("detector.onnx", folder)
    return caught.value


def test_the_right_file_is_loaded(tmp_path: Path) -> None:
    publish(tmp_path)
    assert load_weights("detector.onnx", tmp_path) == b"weights"


def test_a_binary_mark_before_the_name_is_allowed(tmp_path: Path) -> None:
    publish(tmp_path, listed=f"{hashlib.sha256(b'weights').hexdigest()} *detector.onnx\n")
    assert load_weights("detector.onnx", tmp_path) == b"weights"


def test_a_changed_file_is_refused(tmp_path: Path) -> None:
    publish(tmp_path, b"weightz")
    assert refusal(tmp_path).code == "weights_checksum"


def test_a_file_without_checksum_is_refused(tmp_path: Path) -> None:
    publish(tmp_path, listed="00  classifier.onnx\nnonsense\n")
    assert refusal(tmp_path).code == "weights_missing"


def test_missing_files_are_named(tmp_path: Path) -> None:
    error = refusal(tmp_path)
    assert error.code == "weights_missing"
    assert "detector.onnx" in error.message
    (tmp_path / "detector.onnx").write_bytes(b"weights")
    assert CHECKSUMS in refusal(tmp_path).message


def test_the_weights_that_ship_lie_beside_the_package() -> None:
    assert shipped().parts[-2:] == ("models", "weights")
    assert shipped().parent.is_dir()
