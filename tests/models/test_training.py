"""The training side at the scale of a test. It needs the training environment, which `make test` does not install."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("torch", reason="needs the training environment: make train-environment")
pytest.importorskip("ultralytics", reason="needs the training environment: make train-environment")

pytestmark = pytest.mark.filterwarnings("ignore")
"""The older exporter, asked for on purpose by us and by ultralytics, warns in ways that are not ours to mend."""


def test_from_nothing_to_onnx_and_on_from_where_it_stopped(tmp_path: Path) -> None:
    from models.training.pipeline import MINIATURE, run_plan  # noqa: PLC0415
    from vision.detector import Detector  # noqa: PLC0415
    from vision.faces import FaceClassifier  # noqa: PLC0415

    said: list[str] = []
    weights = run_plan(tmp_path, MINIATURE, say=said.append)
    assert any("random start" in line for line in said)
    Detector.load(weights).detect(np.zeros((64, 64, 3), np.uint8))
    assert FaceClassifier.load(weights).logits(np.zeros((3, 3, 64, 64), np.float32)).shape == (3, 43)
    checkpoint = (tmp_path / "detector-0" / "weights" / "last.pt").read_bytes()
    again: list[str] = []
    run_plan(tmp_path, MINIATURE, say=again.append)
    assert not any("drawing" in line or "epoch" in line for line in again)
    assert (tmp_path / "detector-0" / "weights" / "last.pt").read_bytes() == checkpoint


def test_unfolded_batch_norms_leave_the_output_as_it_was() -> None:
    import torch  # noqa: PLC0415
    from torch import nn  # noqa: PLC0415
    from ultralytics.nn.tasks import DetectionModel  # noqa: PLC0415

    from models.training.warm_start import load_convolutions, unfold_batch_norms  # noqa: PLC0415

    torch.manual_seed(0)
    model = DetectionModel("yolo11n.yaml", nc=43, verbose=False)
    weights: dict[str, np.ndarray] = {}
    for name, module in model.named_modules():
        if isinstance(module, nn.Conv2d):
            shape = module.weight.shape
            rows = 34 if shape[0] == 43 else shape[0]
            weights[f"{name}.weight"] = (torch.randn(rows, *shape[1:]) / shape[1:].numel() ** 0.5).numpy()
            weights[f"{name}.bias"] = (torch.randn(rows) * 0.1).numpy()
    assert load_convolutions(model, weights) == 87
    pictures = torch.rand(2, 3, 128, 128)
    model.eval()
    with torch.no_grad():
        before = model(pictures)[0]
        unfold_batch_norms(model, [pictures])
        after = model(pictures)[0]
    torch.testing.assert_close(after, before, atol=1e-2, rtol=1e-3)


def test_corners_are_judged_whichever_comes_first_and_at_every_angle() -> None:
    import torch  # noqa: PLC0415

    from models.training.corners import corner_loss, corner_network  # noqa: PLC0415

    square = torch.tensor([[-0.3, -0.4], [0.3, -0.4], [0.3, 0.4], [-0.3, 0.4]])
    for degrees in (-44, -20, -5, 0, 5, 20, 30, 44):
        angle = torch.deg2rad(torch.tensor(float(degrees)))
        turn = torch.stack([torch.stack([angle.cos(), angle.sin()]), torch.stack([-angle.sin(), angle.cos()])])
        wanted = (square @ turn + 0.5)[None]
        # From the upper edge on, and from the uppermost corner on.
        uppermost = wanted.roll(-1, 1) if degrees < 0 else wanted
        slanted = torch.tensor([[20.0 if abs(degrees) > 22.5 else -20.0]])
        right = torch.cat([wanted.reshape(1, 8), uppermost.reshape(1, 8), slanted], 1)
        for first in range(4):
            assert float(corner_loss(right, wanted.roll(first, 1))) < 1e-3
        assert float(corner_loss(torch.cat([right[:, :16] + 0.1, slanted], 1), wanted)) > 0.05
        assert float(corner_loss(torch.cat([right[:, :16], -slanted], 1), wanted)) > 0.05
    network = corner_network()
    assert network(torch.rand(2, 3, 48, 48)).shape == (2, 17)
    assert network.eval()(torch.rand(2, 3, 48, 48)).shape == (2, 8)
