"""Trains the network that finds the corners of a face, on synthesised scenes, which know every corner exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn import functional

from models.training.loop import train_epochs
from vision.corners import CORNER_MARGIN, CORNER_SIDE
from vision.cutouts import cut_out

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

_WIDTHS: Final = ((16, 2), (32, 2), (48, 1), (64, 2), (96, 2))
"""Channels and stride of each 3 × 3 layer: 48 px come down to 3, some 4 million multiplications a tile."""

_FAR: Final = 0.9
"""A corner further than this from the middle of its cut-out, in shares of its side, teaches nothing."""


def corner_network() -> nn.Sequential:
    """The network: ``(n, 3, 48, 48)`` RGB 0–1 → ``(n, 8)`` x and y of four corners as shares of the cut-out."""
    layers: list[nn.Module] = []
    channels = 3
    for width, stride in _WIDTHS:
        layers += [nn.Conv2d(channels, width, 3, stride, 1, bias=False), nn.BatchNorm2d(width), nn.ReLU(inplace=True)]
        channels = width
    layers += [nn.Flatten(), nn.Linear(channels * 9, 128), nn.ReLU(inplace=True), nn.Linear(128, 8)]
    return nn.Sequential(*layers)


def cut_training_corners(
    pictures: Sequence[Path], rng: np.random.Generator, *, jitter: float = 0.05
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32]]:
    """Cut the tiles of synthesised scenes out by their upright boxes, shaken as a detector's boxes are.

    Args:
        pictures: of a training set, whose ``corners/`` lie beside its ``images/``; those without corners are left out.
        rng: shakes the boxes.
        jitter: deviation of each edge in shares of the box's width and height.

    Returns:
        Cut-outs ``(n, 3, 48, 48)`` uint8 RGB, and the corners ``(n, 4, 2)`` in shares of each cut-out.

    """
    cuts: list[npt.NDArray[np.uint8]] = []
    targets: list[npt.NDArray[np.float32]] = []
    for path in pictures:
        file = path.parent.parent / "corners" / f"{path.stem}.npz"
        if not file.is_file():
            continue
        with np.load(file) as known:
            corners = known["corners"].astype(np.float64).reshape(-1, 4, 2)
        pixels = cv2.imread(str(path))
        if pixels is None or not len(corners):
            continue
        rgb = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB), dtype=np.uint8)
        boxes = np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1).clip(0, max(rgb.shape[:2]))
        extent = boxes[:, 2:] - boxes[:, :2]
        shaken = boxes + rng.normal(0, jitter, boxes.shape) * np.concatenate([extent, extent], axis=1)
        reach = (shaken[:, 2:] - shaken[:, :2]) * CORNER_MARGIN
        low, high = shaken[:, :2] - reach, shaken[:, 2:] + reach
        target = (corners - low[:, None]) / np.maximum(high - low, 1)[:, None]
        near = (np.abs(target - 0.5) < _FAR).all(axis=(1, 2))
        cut = cut_out(rgb, shaken[near], side=CORNER_SIDE, margin=CORNER_MARGIN)
        cuts.append(np.round(cut * 255).astype(np.uint8))
        targets.append(target[near].astype(np.float32))
    if not cuts:
        return np.zeros((0, 3, CORNER_SIDE, CORNER_SIDE), np.uint8), np.zeros((0, 4, 2), np.float32)
    return np.concatenate(cuts), np.concatenate(targets)


def corner_distance(given: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """How far corners ``(n, 8)`` are from ``(n, 4, 2)``, whichever of them is called the first: ``(n,)``."""
    turned = torch.stack([wanted.roll(first, 1) for first in range(4)], 1)
    apart = functional.smooth_l1_loss(given.view(-1, 1, 4, 2).expand_as(turned), turned, beta=0.03, reduction="none")
    return apart.mean((2, 3)).min(1).values


def _augmented(
    tiles: torch.Tensor, corners: torch.Tensor, generator: torch.Generator
) -> tuple[torch.Tensor, torch.Tensor]:
    """Light and colour for each tile, a quarter turn or a mirror for all of a step: an outline may be mirrored."""
    count = len(tiles)
    gain = 1 + (torch.rand(count, 3, 1, 1, generator=generator) - 0.5) * 0.2
    gain = gain + (torch.rand(count, 1, 1, 1, generator=generator) - 0.5) * 0.5
    tiles = (tiles * gain + (torch.rand(count, 1, 1, 1, generator=generator) - 0.5) * 0.15).clamp(0, 1)
    quarters = int(torch.randint(0, 4, (1,), generator=generator))
    tiles = torch.rot90(tiles, quarters, (2, 3))
    for _ in range(quarters):
        corners = torch.stack([corners[..., 1], 1 - corners[..., 0]], -1)
    if torch.rand(1, generator=generator) < 0.5:
        tiles = tiles.flip(3)
        corners = torch.stack([1 - corners[..., 0], corners[..., 1]], -1).flip(1)
    return tiles, corners


def train_corners(
    tiles: npt.NDArray[np.uint8],
    corners: npt.NDArray[np.float32],
    *,
    epochs: int,
    batch: int = 256,
    learning_rate: float = 0.004,
    seed: int = 0,
) -> Iterator[tuple[int, float, nn.Sequential]]:
    """Train a corner network.

    Args:
        tiles: ``(n, 3, 48, 48)`` uint8 RGB.
        corners: ``(n, 4, 2)`` shares of each cut-out, clockwise.
        epochs: passes over the tiles.
        batch: tiles a step.
        learning_rate: peak of a one-cycle schedule.
        seed: of weights, order and augmentation.

    Returns:
        After each epoch its number, its mean loss and the network.

    """
    torch.manual_seed(seed)
    pool, answers = torch.from_numpy(tiles), torch.from_numpy(corners)

    def loss_of(network: nn.Sequential, chosen: torch.Tensor, generator: torch.Generator, device: str) -> torch.Tensor:
        inputs, wanted = _augmented(pool[chosen].float() / 255, answers[chosen], generator)
        given = network(inputs.to(device, memory_format=torch.channels_last))
        return corner_distance(given, wanted.to(device)).mean()

    return train_epochs(
        corner_network(), len(tiles), loss_of, epochs=epochs, batch=batch, learning_rate=learning_rate, seed=seed
    )
