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

_WIDTHS: Final = ((16, 2), (32, 1), (48, 2), (64, 1), (96, 2), (128, 2))
"""Channels and stride of each 3 × 3 layer: 48 px come down to 3, some 12 million multiplications a tile."""

_STRAIGHT: Final = 8.0
"""Degrees up to which only the answer for upright tiles is asked for."""

_CHOICE: Final = 0.01
"""Weight of the choice between the answers, whose loss is counted in other units."""

_SLANTED: Final = 37.0
"""Degrees from which on only the answer for slanted ones is."""

_FAR: Final = 0.9
"""A corner further than this from the middle of its cut-out, in shares of its side, teaches nothing."""


class _Answer(nn.Module):  # type: ignore[misc]  # torch is not there where types are checked
    """Of two answers ``(n, 8)`` and a doubt between them, ``(n, 17)`` in all, give the better one: ``(n, 8)``.

    Where a tile is turned by a full quarter its corners have changed places, though the outline is the same. So no
    continuous answer can name a first corner for tiles at every angle: one that is right for upright tiles has to leap
    near 45 degrees, and there a network that learns it falls between two. The other answer leaps where tiles are
    upright. In training both are learnt, each where it is smooth.
    """

    def forward(self, answers: torch.Tensor) -> torch.Tensor:
        if self.training:
            return answers
        return torch.where(answers[:, 16:] > 0, answers[:, 8:16], answers[:, :8])


def corner_network() -> nn.Sequential:
    """The network: ``(n, 3, 48, 48)`` RGB 0–1 → ``(n, 8)`` x and y of four corners as shares of the cut-out.

    In training mode it gives ``(n, 17)``: the corners from the upper edge on, those from the uppermost corner on, and a
    logit, how much rather the latter.
    """
    layers: list[nn.Module] = []
    channels = 3
    for width, stride in _WIDTHS:
        layers += [nn.Conv2d(channels, width, 3, stride, 1, bias=False), nn.BatchNorm2d(width), nn.ReLU(inplace=True)]
        channels = width
    layers += [nn.Flatten(), nn.Linear(channels * 9, 192), nn.ReLU(inplace=True), nn.Linear(192, 17), _Answer()]
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


def corner_loss(given: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """Judge both answers, each where it is smooth, and the choice between them.

    Args:
        given: ``(n, 17)`` of the network in training mode.
        wanted: ``(n, 4, 2)`` true corners, clockwise, any of them first.

    Returns:
        ``(n,)``.

    """
    upright, degrees = _upper_edge_first(wanted)
    uppermost = torch.where((degrees < 0)[:, None, None], upright.roll(-1, 1), upright)
    slant = degrees.abs()
    share = ((slant - _STRAIGHT) / (_SLANTED - _STRAIGHT)).clamp(0, 1)
    # Within the band both answers count whole, so that either is good where the choice may fall on it.
    losses = [
        functional.smooth_l1_loss(answer.view(-1, 4, 2), corners, beta=0.03, reduction="none").mean((1, 2))
        for answer, corners in ((given[:, :8], upright), (given[:, 8:16], uppermost))
    ]
    choice = functional.binary_cross_entropy_with_logits(given[:, 16], (share > 0.5).float(), reduction="none")
    return (share < 1) * losses[0] + (share > 0) * losses[1] + _CHOICE * choice


def _upper_edge_first(corners: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Turn corners ``(n, 4, 2)`` as `vision.corners.in_order` does; and by how many degrees that edge slants down."""
    edges = corners.roll(-1, 1) - corners
    along = edges - edges.roll(-2, 1)
    rightward = along[..., 0] / along.norm(dim=2).clamp(min=1e-6)
    start = rightward.argmax(1)
    places = (start[:, None] + torch.arange(4, device=corners.device)) % 4
    ordered = torch.gather(corners, 1, places[..., None].expand(-1, -1, 2))
    chosen = torch.gather(along, 1, start[:, None, None].expand(-1, 1, 2))[:, 0]
    return ordered, torch.rad2deg(torch.atan2(chosen[:, 1], chosen[:, 0]))


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
    start: nn.Sequential | None = None,
) -> Iterator[tuple[int, float, nn.Sequential]]:
    """Train a corner network.

    Args:
        tiles: ``(n, 3, 48, 48)`` uint8 RGB.
        corners: ``(n, 4, 2)`` shares of each cut-out, clockwise.
        epochs: passes over the tiles.
        batch: tiles a step.
        learning_rate: peak of a one-cycle schedule.
        seed: of weights, order and augmentation.
        start: a network to go on with.

    Returns:
        After each epoch its number, its mean loss and the network.

    """
    torch.manual_seed(seed)
    pool, answers = torch.from_numpy(tiles), torch.from_numpy(corners)

    def loss_of(network: nn.Sequential, chosen: torch.Tensor, generator: torch.Generator, device: str) -> torch.Tensor:
        inputs, wanted = _augmented(pool[chosen].float() / 255, answers[chosen], generator)
        given = network(inputs.to(device, memory_format=torch.channels_last))
        return corner_loss(given, wanted.to(device)).mean()

    return train_epochs(
        start or corner_network(),
        len(tiles),
        loss_of,
        epochs=epochs,
        batch=batch,
        learning_rate=learning_rate,
        seed=seed,
    )
