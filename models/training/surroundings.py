"""Trains the network that looks around doubtful boxes, on what the detector proposes in synthesised scenes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn import functional

from datasets.snapshots import labelled_photos
from models.training.loop import train_epochs
from scoring.tiles import CODES
from vision.boxes import iou
from vision.cutouts import cut_out
from vision.surroundings import CANDIDATE, KINDS, SURROUNDINGS_MARGIN, SURROUNDINGS_SIDE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from vision.detector import Detector

_WIDTHS: Final = ((16, 2), (32, 1), (48, 2), (64, 1), (96, 2), (128, 2))
"""Channels and stride of each 3 × 3 layer: 48 px come down to 3, some 12 million multiplications a box."""

_TILE: Final = 0.5
_NOTHING: Final = 0.35
"""A box that overlaps a label by at least the former (IoU) is its tile's; by less than the latter, no tile's."""

_MASKED: Final = 0.3
"""A box of which more than this part is masked teaches nothing."""

_WEAK: Final = 0.5
"""A tile of which the detector is less sure than this is a rare one, and worth more."""

_OFTEN: Final = {"nothing": 8, "weak": 6, "dragon": 6, "back": 3}
"""How often a rare box is shown in an epoch."""

_DRAGON: Final = CODES.index("P")
_BACK: Final = CODES.index("back")


def surroundings_network() -> nn.Sequential:
    """The network: ``(n, 3, 48, 48)`` RGB 0–1 → ``(n, 3)`` logits of `vision.surroundings.KINDS`."""
    layers: list[nn.Module] = []
    channels = 3
    for width, stride in _WIDTHS:
        layers += [nn.Conv2d(channels, width, 3, stride, 1, bias=False), nn.BatchNorm2d(width), nn.ReLU(inplace=True)]
        channels = width
    layers += [nn.Flatten(), nn.Dropout(0.3), nn.Linear(channels * 9, 96), nn.ReLU(inplace=True)]
    return nn.Sequential(*layers, nn.Linear(96, len(KINDS)))


@dataclass(frozen=True, slots=True)
class Boxes:
    """Boxes to learn from.

    Attributes:
        cuts: ``(n, 3, 48, 48)`` uint8 RGB.
        kinds: ``(n,)`` places in `vision.surroundings.KINDS`.
        often: ``(n,)`` how often each is shown in an epoch.

    """

    cuts: npt.NDArray[np.uint8]
    kinds: npt.NDArray[np.int64]
    often: npt.NDArray[np.int64]

    @classmethod
    def joined(cls, parts: Sequence[Boxes]) -> Boxes:
        """Put boxes of several pictures or sets together."""
        return cls(
            np.concatenate([part.cuts for part in parts]),
            np.concatenate([part.kinds for part in parts]),
            np.concatenate([part.often for part in parts]),
        )


def cut_training_surroundings(
    folder: Path, rng: np.random.Generator, detector: Detector, *, most: int | None = None
) -> Boxes:
    """Cut out what the detector proposes in a training set, however weakly, and every labelled tile.

    Args:
        folder: with ``images/``, ``labels/`` and, where tiles are seen that nobody could name, ``masks/``.
        rng: shakes the labelled boxes.
        detector: proposes boxes.
        most: stop after this many pictures.

    """
    nothing = np.zeros(0, np.int64)
    parts = [Boxes(np.zeros((0, 3, SURROUNDINGS_SIDE, SURROUNDINGS_SIDE), np.uint8), nothing, nothing)]
    for photo in labelled_photos(folder)[:most]:
        pixels = cv2.imread(str(photo.path))
        if pixels is None or not len(photo.labels):
            continue
        rgb = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB), dtype=np.uint8)
        scale = np.array([rgb.shape[1], rgb.shape[0]] * 2, np.float64)
        labels, masks = photo.labels.boxes * scale, photo.masks * scale
        found = detector.detect(rgb, confidence=CANDIDATE)
        extent = np.tile(labels[:, 2:] - labels[:, :2], 2)
        shaken = labels + rng.normal(0, 0.05, labels.shape) * extent
        boxes = np.concatenate([found.boxes.astype(np.float64), shaken])
        overlap = iou(boxes, labels)
        best, sure = overlap.max(axis=1), np.concatenate([found.confidence, np.ones(len(shaken))])
        face = photo.labels.class_id[overlap.argmax(axis=1)]
        kinds = np.where(best < _NOTHING, 0, np.where(face == _BACK, 1, 2))
        often = np.select(
            [kinds == 0, sure < _WEAK, face == _DRAGON, kinds == 1],
            [_OFTEN["nothing"], _OFTEN["weak"], _OFTEN["dragon"], _OFTEN["back"]],
            1,
        )
        chosen = (best >= _TILE) | ((best < _NOTHING) & (_masked_part(boxes, masks) < _MASKED))
        cuts = cut_out(rgb, boxes[chosen], side=SURROUNDINGS_SIDE, margin=SURROUNDINGS_MARGIN)
        parts.append(Boxes(np.round(cuts * 255).astype(np.uint8), kinds[chosen], often[chosen]))
    return Boxes.joined(parts)


def _masked_part(boxes: npt.NDArray[np.float64], masks: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Give the part ``(n,)`` of each box that lies in the mask that covers most of it."""
    low = np.maximum(boxes[:, None, :2], masks[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], masks[None, :, 2:])
    shared = (high - low).clip(0).prod(axis=2).max(axis=1, initial=0)
    return np.asarray(shared / np.maximum((boxes[:, 2:] - boxes[:, :2]).prod(axis=1), 1e-6))


def _augmented(cuts: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Light and colour for each box; a quarter turn, a mirror and exchanged colours for all of a step."""
    count = len(cuts)
    gain = 1 + (torch.rand(count, 3, 1, 1, generator=generator) - 0.5) * 0.3
    gain = gain + (torch.rand(count, 1, 1, 1, generator=generator) - 0.5) * 0.6
    cuts = (cuts * gain + (torch.rand(count, 1, 1, 1, generator=generator) - 0.5) * 0.2).clamp(0, 1)
    cuts = torch.rot90(cuts, int(torch.randint(0, 4, (1,), generator=generator)), (2, 3))
    if torch.rand(1, generator=generator) < 0.5:
        cuts = cuts.flip(3)
    if torch.rand(1, generator=generator) < 0.3:
        cuts = cuts[:, torch.randperm(3, generator=generator)]
    return cuts


def train_surroundings(
    boxes: Boxes,
    *,
    epochs: int,
    batch: int = 256,
    learning_rate: float = 0.004,
    seed: int = 0,
    start: nn.Sequential | None = None,
) -> Iterator[tuple[int, float, nn.Sequential]]:
    """Train a network of surroundings.

    Args:
        boxes: to learn from.
        epochs: passes over them.
        batch: boxes a step.
        learning_rate: peak of a one-cycle schedule.
        seed: of weights, order and augmentation.
        start: a network to go on with.

    Returns:
        After each epoch its number, its mean loss and the network.

    """
    torch.manual_seed(seed)
    pool, answers = torch.from_numpy(boxes.cuts), torch.from_numpy(boxes.kinds)
    places = torch.from_numpy(np.repeat(np.arange(len(boxes.kinds)), boxes.often))

    def loss_of(network: nn.Sequential, chosen: torch.Tensor, generator: torch.Generator, device: str) -> torch.Tensor:
        shown = places[chosen]
        inputs = _augmented(pool[shown].float() / 255, generator).to(device, memory_format=torch.channels_last)
        return functional.cross_entropy(network(inputs), answers[shown].to(device), label_smoothing=0.02)

    return train_epochs(
        start or surroundings_network(),
        len(places),
        loss_of,
        epochs=epochs,
        batch=batch,
        learning_rate=learning_rate,
        seed=seed,
    )
