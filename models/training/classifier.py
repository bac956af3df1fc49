"""Trains the second look: a small net that names one tile from its cut-out, whatever way it is turned."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn import functional

from datasets.formats import yolo
from models.training.loop import train_epochs
from scoring.tiles import CODES
from vision.cutouts import CUT_SIDE, straighten

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vision.corners import CornerFinder

_WIDTHS: Final = ((24, 2), (40, 2), (48, 1), (80, 2), (112, 1), (144, 2), (160, 1))
"""Channels and stride of each 3 × 3 layer: 64 px come down to 4."""

_RESIDUALS: Final = {2: 1, 4: 1, 6: 2}
"""After which layers how many residual blocks follow; with them a tile takes some 60 million multiplications."""

TURNED: Final = 0.75
"""Share of the tiles that training turns by some quarters, none to three alike: the first corner is not always the
right one, and what is unclear is looked at from every side (`vision.opinions`)."""


class _Residual(nn.Module):  # type: ignore[misc]  # torch is not there where types are checked
    """Two 3 × 3 convolutions beside a way around them (He et al. 2015). It begins as if it were not there."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.beside = nn.Sequential(
            nn.Conv2d(channels, channels, 3, 1, 1, bias=False),
            nn.BatchNorm2d(channels),
            nn.ReLU(inplace=True),
            nn.Conv2d(channels, channels, 3, 1, 1, bias=False),
            nn.BatchNorm2d(channels),
        )
        nn.init.zeros_(self.beside[4].weight)

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        return functional.relu(features + self.beside(features))


def face_network() -> nn.Sequential:
    """The classifier: ``(n, 3, 64, 64)`` RGB 0–1 → ``(n, 43)`` logits."""
    layers: list[nn.Module] = []
    channels = 3
    for number, (width, stride) in enumerate(_WIDTHS):
        layers += [nn.Conv2d(channels, width, 3, stride, 1, bias=False), nn.BatchNorm2d(width), nn.ReLU(inplace=True)]
        layers += [_Residual(width) for _ in range(_RESIDUALS.get(number, 0))]
        channels = width
    layers += [nn.AdaptiveAvgPool2d(2), nn.Flatten(), nn.Dropout(0.2), nn.Linear(channels * 4, len(CODES))]
    return nn.Sequential(*layers)


def cut_training_tiles(
    folder: Path,
    rng: np.random.Generator,
    corners: CornerFinder,
    *,
    copies: int = 1,
    jitter: float = 0.05,
    most: int | None = None,
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """Cut every labelled tile out of a training set as the second look does: straightened, from a shaken box.

    Args:
        folder: with ``images/`` and ``labels/``.
        rng: shakes the boxes.
        corners: finds the corners in them.
        copies: cut-outs of each tile.
        jitter: deviation of each edge in shares of the box's width and height.
        most: stop after this many pictures.

    Returns:
        Cut-outs ``(n, 3, 64, 64)`` uint8 RGB and their ``(n,)`` classes.

    """
    cuts: list[npt.NDArray[np.uint8]] = []
    class_ids: list[npt.NDArray[np.int64]] = []
    for path in sorted((folder / "images").iterdir())[:most]:
        labels = yolo.read(folder / "labels" / f"{path.stem}.txt")
        pixels = cv2.imread(str(path))
        if pixels is None or not len(labels):
            continue
        height, width = pixels.shape[:2]
        rgb = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB), dtype=np.uint8)
        boxes = labels.boxes * np.array([width, height, width, height], np.float32)
        extent = boxes[:, 2:] - boxes[:, :2]
        for _ in range(copies):
            shaken = boxes + rng.normal(0, jitter, boxes.shape) * np.concatenate([extent, extent], axis=1)
            cuts.append(np.round(straighten(rgb, corners.find(rgb, shaken)) * 255).astype(np.uint8))
            class_ids.append(labels.class_id)
    return np.concatenate(cuts), np.concatenate(class_ids)


def _augmented(tiles: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Light, colour, quarter turns and covered corners, drawn for each tile: ``(n, 3, 64, 64)`` 0–1 in and out."""
    count = len(tiles)

    def drawn(*shape: int) -> torch.Tensor:
        return torch.rand(shape, generator=generator)

    gain = 1 + (drawn(count, 3, 1, 1) - 0.5) * 0.2 + (drawn(count, 1, 1, 1) - 0.5) * 0.5
    tiles = (tiles * gain + (drawn(count, 1, 1, 1) - 0.5) * 0.15).clamp(0, 1)
    quarter = torch.randint(0, 4, (count,), generator=generator) * (drawn(count) < TURNED)
    for turns in (1, 2, 3):
        turned = quarter == turns
        tiles[turned] = torch.rot90(tiles[turned], turns, (2, 3))
    grey = (drawn(count) < 0.05)[:, None, None, None]
    tiles = torch.where(grey, tiles.mean(1, keepdim=True).expand_as(tiles), tiles)
    covered = drawn(count) < 0.2
    for index in torch.nonzero(covered).flatten().tolist():
        x, y = (int(v) for v in torch.randint(0, CUT_SIDE, (2,), generator=generator))
        reach = int(torch.randint(4, 18, (1,), generator=generator))
        tiles[index, :, max(0, y - reach) : y + reach, max(0, x - reach) : x + reach] = float(drawn(1))
    return tiles


def train_classifier(
    tiles: npt.NDArray[np.uint8],
    class_id: npt.NDArray[np.int64],
    *,
    epochs: int,
    batch: int = 256,
    learning_rate: float = 0.003,
    seed: int = 0,
    start: nn.Sequential | None = None,
) -> Iterator[tuple[int, float, nn.Sequential]]:
    """Train a face network.

    Args:
        tiles: ``(n, 3, 64, 64)`` uint8 RGB.
        class_id: ``(n,)`` classes.
        epochs: passes over the tiles.
        batch: tiles a step.
        learning_rate: peak of a one-cycle schedule.
        seed: of order and augmentation.
        start: a network to go on with.

    Returns:
        After each epoch its number, its mean loss and the network.

    """
    torch.manual_seed(seed)
    pool, answers = torch.from_numpy(tiles), torch.from_numpy(class_id)

    def loss_of(network: nn.Sequential, chosen: torch.Tensor, generator: torch.Generator, device: str) -> torch.Tensor:
        inputs = _augmented(pool[chosen].float() / 255, generator).to(device, memory_format=torch.channels_last)
        return functional.cross_entropy(network(inputs), answers[chosen].to(device), label_smoothing=0.03)

    return train_epochs(
        start or face_network(), len(tiles), loss_of, epochs=epochs, batch=batch, learning_rate=learning_rate, seed=seed
    )
