"""The detector's loss, which says nothing of tiles that are seen but that nobody could name."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import torch
from ultralytics.utils.loss import v8DetectionLoss
from ultralytics.utils.tal import make_anchors


class MaskedLoss(v8DetectionLoss):  # type: ignore[misc]  # ultralytics is not there where types are checked
    """The loss of ultralytics, but where a mask lies and no label, naming is neither right nor wrong.

    A tile of which a neighbour leaves a third to be seen carries no label. Taken for background, it would teach that
    such tiles are nothing, and with them those that show a little more. The masks of a picture are read from
    ``masks/NAME.txt`` beside its folder ``images/``; a picture without that file has none. Pictures must be square and
    must not be shifted, scaled or mirrored on their way (`models.training.detector.AUGMENTATION`).

    Args:
        model: the network in training.

    """

    def __init__(self, model: torch.nn.Module) -> None:
        super().__init__(model)
        self._plain = torch.nn.BCEWithLogitsLoss(reduction="none")  # as the inherited one
        self._counted: torch.Tensor | None = None
        self.bce = self._naming_loss

    def loss(self, preds: dict[str, Any], batch: dict[str, Any]) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
        """The losses of box, class and distribution of one batch, times its size."""
        points, strides = make_anchors(preds["feats"], self.stride, 0.5)
        side = preds["feats"][0].shape[2] * float(self.stride[0])
        places = points * strides / side
        self._counted = torch.stack([~covered(places, masks_of(Path(name))) for name in batch["im_file"]])
        result: tuple[torch.Tensor, dict[str, torch.Tensor]] = super().loss(preds, batch)
        return result

    def _naming_loss(self, scores: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        """Binary cross-entropies ``(batch, anchors, classes)``, 0 where an anchor lies in a mask and on no tile."""
        counted = self._counted
        if counted is None:  # pragma: no cover - `loss` always comes first
            raise RuntimeError
        counts = counted | (targets.sum(dim=2) > 0)
        losses: torch.Tensor = self._plain(scores, targets) * counts[..., None]
        return losses


def masks_of(picture: Path) -> torch.Tensor:
    """Read the masks ``(n, 4)`` x1 y1 x2 y2, relative, of a training picture."""
    path = picture.parent.parent / "masks" / f"{picture.stem}.txt"
    if not path.is_file():
        return torch.zeros(0, 4)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # an empty file is a picture without masks
        return torch.from_numpy(np.loadtxt(path, np.float32, ndmin=2).reshape(-1, 4))


def covered(places: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
    """Tell which of some places ``(n, 2)`` lie in a mask of ``(m, 4)``: ``bool (n,)``."""
    masks = masks.to(places)
    inside = (places[:, None] > masks[None, :, :2]) & (places[:, None] < masks[None, :, 2:])
    return inside.all(dim=2).any(dim=1)
