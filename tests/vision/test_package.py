"""What `vision` offers, and what importing it costs."""

import subprocess
import sys

import pytest

import vision


def loaded(statement: str) -> set[str]:
    code = f"import sys; {statement}; print(*{{name.split('.')[0] for name in sys.modules}})"
    return set(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split())


def test_every_name_offered_is_there() -> None:
    for name in vision.__all__:
        assert getattr(vision, name).__name__ == name
    with pytest.raises(AttributeError, match="nothing_of_that_name"):
        vision.nothing_of_that_name  # noqa: B018


def test_reading_loads_no_training_library() -> None:
    names = loaded("from vision import *; from vision import overlay, reading")
    assert not names & {"torch", "ultralytics", "torchvision", "onnx"}
    assert "onnxruntime" in names


def test_the_cut_outs_alone_need_neither_decoders_nor_onnxruntime() -> None:
    assert not loaded("import vision.cutouts") & {"onnxruntime", "pi_heif", "PIL"}
