"""Turns checkpoints into the ONNX files that ship, with the class names inside, and checks that they say the same."""

from __future__ import annotations

import hashlib
import json
import shutil
from typing import TYPE_CHECKING, Final

import numpy as np
import onnx
import torch
from torch import nn
from ultralytics import YOLO

from scoring.errors import SikwuError
from scoring.tiles import CODES
from vision.boxes import iou
from vision.corners import CORNER_SIDE, CornerFinder
from vision.cutouts import CUT_SIDE
from vision.detector import SIDE, Detector, decode
from vision.faces import FaceClassifier
from vision.letterbox import Letterbox
from vision.surroundings import SURROUNDINGS_SIDE, Surroundings
from vision.weights import CHECKSUMS, CLASSIFIER, CORNERS, DETECTOR, SURROUNDINGS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import numpy.typing as npt

LICENCE: Final = "AGPL-3.0-or-later"
OPSET: Final = 17


class ParityError(SikwuError):
    """An exported network that does not say what its checkpoint says."""

    default_code = "export_differs"


def export_detector(checkpoint: Path, folder: Path) -> Path:
    """Write ``detector.onnx``: ``(1, 3, 640, 640)`` RGB 0–1 → ``(1, 47, 8400)``.

    Args:
        checkpoint: a checkpoint of our own making.
        folder: where to.

    """
    model = YOLO(str(checkpoint))
    written = model.export(format="onnx", imgsz=SIDE, batch=1, opset=OPSET, simplify=True, nms=None, device="cpu")
    target = folder / DETECTOR
    folder.mkdir(parents=True, exist_ok=True)
    shutil.move(written, target)
    _describe(target)
    return target


def export_classifier(network: nn.Sequential, folder: Path) -> Path:
    """Write ``classifier.onnx``: ``(n, 3, 64, 64)`` RGB 0–1 → ``(n, 43)`` logits, for any ``n``."""
    return _export(network, folder / CLASSIFIER, CUT_SIDE, "logits")


def export_corners(network: nn.Sequential, folder: Path) -> Path:
    """Write ``corners.onnx``: ``(n, 3, 48, 48)`` RGB 0–1 → ``(n, 8)`` corners, for any ``n``."""
    return _export(network, folder / CORNERS, CORNER_SIDE, "corners")


def export_surroundings(network: nn.Sequential, folder: Path) -> Path:
    """Write ``surroundings.onnx``: ``(n, 3, 48, 48)`` RGB 0–1 → ``(n, 3)`` logits, for any ``n``."""
    return _export(network, folder / SURROUNDINGS, SURROUNDINGS_SIDE, "kinds")


def _export(network: nn.Sequential, target: Path, side: int, output: str) -> Path:
    target.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        network.to("cpu").eval(),
        (torch.zeros(2, 3, side, side),),
        str(target),
        input_names=["tiles"],
        output_names=[output],
        dynamic_axes={"tiles": {0: "n"}, output: {0: "n"}},
        opset_version=OPSET,
        dynamo=False,
    )
    _describe(target)
    return target


def _describe(path: Path) -> None:
    """Put class names and licence into the file's metadata, and nothing of the machine that made it."""
    model = onnx.load(str(path))
    del model.metadata_props[:]
    for key, value in (
        ("names", json.dumps(dict(enumerate(CODES)))),
        ("licence", LICENCE),
        ("author", "sikwu"),
    ):
        entry = model.metadata_props.add()
        entry.key, entry.value = key, value
    onnx.save(model, str(path))


def write_checksums(folder: Path) -> None:
    """Write ``SHA256SUMS`` of the networks in ``folder``."""
    lines = [
        f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n"
        for name in (CLASSIFIER, CORNERS, DETECTOR, SURROUNDINGS)
        if (folder / name).is_file()
    ]
    (folder / CHECKSUMS).write_text("".join(lines), encoding="ascii")


def check_detector(checkpoint: Path, folder: Path, blobs: list[npt.NDArray[np.float32]]) -> float:
    """Compare the checkpoint with the exported detector on pictures.

    Args:
        checkpoint: what was exported.
        folder: where ``detector.onnx`` and its checksum lie.
        blobs: ``(1, 3, 640, 640)`` inputs.

    Returns:
        The least IoU of two corresponding boxes.

    Raises:
        ParityError: when tiles differ in number or face, or boxes by more than IoU 0.98.

    """
    exported = Detector.load(folder)
    torch_model = YOLO(str(checkpoint)).model.float().eval()
    whole = Letterbox.fit(SIDE, SIDE, SIDE)
    least = 1.0
    for blob in blobs:
        with torch.no_grad():
            raw = torch_model(torch.from_numpy(blob))[0][0].numpy()
        expected, got = decode(raw, whole), decode(exported.run(blob), whole)
        if expected.codes != got.codes:
            raise ParityError(f"The checkpoint finds {expected.codes}, the export {got.codes}.")
        if len(got):
            least = min(least, float(np.diag(iou(expected.boxes.astype(float), got.boxes.astype(float))).min()))
    if least < 0.98:
        raise ParityError(f"Boxes of the export overlap those of the checkpoint by only {least:.3f}.")
    return least


def check_classifier(network: nn.Sequential, folder: Path, tiles: npt.NDArray[np.float32]) -> None:
    """Compare a face network with the exported one on ``(n, 3, 64, 64)`` cut-outs.

    Raises:
        ParityError: when a logit differs by more than 0.01.

    """
    difference = _difference(network, FaceClassifier.load(folder).logits, tiles)
    if difference > 0.01:
        raise ParityError(f"Logits of the exported classifier differ by {difference:.3f}.")


def check_corners(network: nn.Sequential, folder: Path, tiles: npt.NDArray[np.float32]) -> None:
    """Compare a corner network with the exported one on ``(n, 3, 48, 48)`` cut-outs.

    Raises:
        ParityError: when a corner differs by more than a thousandth of the cut-out.

    """
    difference = _difference(network, CornerFinder.load(folder).run, tiles)
    if difference > 0.001:
        raise ParityError(f"Corners of the exported network differ by {difference:.4f} of a cut-out.")


def check_surroundings(network: nn.Sequential, folder: Path, cuts: npt.NDArray[np.float32]) -> None:
    """Compare a network of surroundings with the exported one on ``(n, 3, 48, 48)`` cut-outs.

    Raises:
        ParityError: when a logit differs by more than 0.01.

    """
    difference = _difference(network, Surroundings.load(folder).run, cuts)
    if difference > 0.01:
        raise ParityError(f"Logits of the exported network of surroundings differ by {difference:.3f}.")


def _difference(
    network: nn.Sequential,
    exported: Callable[[npt.NDArray[np.float32]], npt.NDArray[np.float32]],
    cuts: npt.NDArray[np.float32],
) -> float:
    """Give the largest difference between what a network and its export say of cut-outs ``(n, 3, side, side)``."""
    with torch.no_grad():
        expected = network.to("cpu").eval()(torch.from_numpy(cuts)).numpy()
    return float(np.abs(expected - exported(cuts)).max())
