"""A YOLO11n that already knows tiles: the convolutions of the package ``mahjong-detector`` 0.0.6 (see the model card).

Its ONNX file carries every convolution under the name that ultralytics gives it, with batch norm folded in. Here they
are unfolded: each batch norm gets the mean and variance that its input shows on some pictures, and a scale and shift
that leave the output as it was. Of the class head, the rows of the 34 faces that both know are taken over by name; the
rest start new.
"""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn
from ultralytics import YOLO
from ultralytics.nn.tasks import DetectionModel

from scoring.errors import SikwuError
from scoring.tiles import CODES

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

THEIR_NAMES: Final = (
    *(f"{rank}{suit}" for rank in range(1, 10) for suit in "mps"),
    *("C", "P", "F", "S", "N", "W", "E"),
)
"""The package's 34 classes in its order, in our codes (its own names: 1m 1p 1s 2m … chun haku hatsu nan pe sha tou)."""


class WarmStartError(SikwuError):
    """A package file that is not the detector it is taken for."""

    default_code = "warm_start_unusable"


def package_weights(wheel: Path) -> dict[str, np.ndarray[Any, np.dtype[np.float32]]]:
    """The weights by name out of the package's wheel.

    Raises:
        WarmStartError: when the wheel is missing or holds no such model.

    """
    try:
        with zipfile.ZipFile(wheel) as archive:
            model = onnx.load_model_from_string(archive.read("mahjong_detector/model.onnx"))
    except (OSError, KeyError, zipfile.BadZipFile):
        raise WarmStartError(f"{str(wheel)!r} is not the wheel of mahjong-detector 0.0.6.") from None
    return {item.name: numpy_helper.to_array(item).astype(np.float32) for item in model.graph.initializer}


def load_convolutions(model: DetectionModel, weights: dict[str, np.ndarray[Any, np.dtype[np.float32]]]) -> int:
    """Copy every convolution by name; class rows by face. Batch norms become the identity plus the folded bias.

    Returns:
        How many convolutions were loaded.

    Raises:
        WarmStartError: when a convolution of the model has no counterpart of its shape.

    """
    loaded = 0
    for name, module in model.named_modules():
        if not isinstance(module, nn.Conv2d) or name.endswith("dfl.conv"):
            continue
        kernel, bias = weights.get(f"{name}.weight"), weights.get(f"{name}.bias")
        if kernel is None or bias is None:
            raise WarmStartError(f"The package's model has no convolution named {name!r}.")
        if module.weight.shape[0] == len(CODES) != kernel.shape[0]:
            rows = [CODES.index(code) for code in THEIR_NAMES]
            module.weight.data.normal_(0, 0.01)
            module.weight.data[rows] = torch.from_numpy(kernel)
            assert module.bias is not None
            module.bias.data.fill_(float(np.median(bias)) - 1.0)
            module.bias.data[rows] = torch.from_numpy(bias)
        elif module.weight.shape == kernel.shape:
            module.weight.data.copy_(torch.from_numpy(kernel))
            if module.bias is not None:
                module.bias.data.copy_(torch.from_numpy(bias))
            else:
                _pass_through(model.get_submodule(name.rsplit(".", 1)[0]).bn, torch.from_numpy(bias))
        else:
            raise WarmStartError(
                f"The convolution {name!r} is {kernel.shape} in the package and {module.weight.shape} here."
            )
        loaded += 1
    return loaded


def _pass_through(norm: nn.BatchNorm2d, bias: torch.Tensor) -> None:
    norm.running_mean.zero_()
    norm.running_var.fill_(1.0 - norm.eps)
    norm.weight.data.fill_(1.0)
    norm.bias.data.copy_(bias)


@torch.no_grad()  # type: ignore[untyped-decorator]
def unfold_batch_norms(model: DetectionModel, pictures: Iterable[torch.Tensor]) -> None:
    """Give each batch norm the statistics of its input without changing its output.

    Args:
        model: with batch norms that pass their input through (`load_convolutions`).
        pictures: batches ``(n, 3, h, w)`` float32 RGB 0–1.

    """
    norms = [module for module in model.modules() if isinstance(module, nn.BatchNorm2d)]
    sums: dict[nn.BatchNorm2d, list[torch.Tensor]] = {norm: [] for norm in norms}

    def record(norm: nn.Module, inputs: tuple[torch.Tensor, ...]) -> None:
        assert isinstance(norm, nn.BatchNorm2d)
        values = inputs[0].double()
        sums[norm].append(torch.stack([values.mean((0, 2, 3)), (values**2).mean((0, 2, 3))]))

    hooks = [norm.register_forward_pre_hook(record) for norm in norms]
    model.eval()
    for batch in pictures:
        model(batch)
    for hook in hooks:
        hook.remove()
    for norm in norms:
        mean, square = torch.stack(sums[norm]).mean(0)
        variance = torch.clamp(square - mean**2, min=1e-6)
        norm.running_mean.copy_(mean.float())
        norm.running_var.copy_(variance.float())
        norm.weight.data.copy_(torch.sqrt(variance + norm.eps).float())
        norm.bias.data.add_(mean.float())


def warm_start(wheel: Path, pictures: list[torch.Tensor], *, configuration: str = "yolo11n.yaml") -> YOLO:
    """A YOLO11n of our 43 classes that starts from the package's weights.

    Args:
        wheel: the file ``mahjong_detector-0.0.6-py3-none-any.whl``.
        pictures: batches ``(n, 3, h, w)`` float32 RGB 0–1, a few dozen pictures in all.
        configuration: ultralytics' name of the architecture.

    """
    model = DetectionModel(configuration, nc=len(CODES), verbose=False)
    load_convolutions(model, package_weights(wheel))
    unfold_batch_norms(model, pictures)
    model.names = dict(enumerate(CODES))
    yolo = YOLO(configuration)
    yolo.model = model
    return yolo
