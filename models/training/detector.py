"""Trains the detector with ultralytics, on a CPU in the background or on a GPU, and goes on where it was cut off."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Final

os.environ.setdefault("YOLO_OFFLINE", "1")
os.environ.setdefault("YOLO_AUTOINSTALL", "False")
os.environ.setdefault("ULTRALYTICS_SKIP_REQUIREMENTS_CHECKS", "1")

import torch  # after the settings that keep ultralytics off the network
from ultralytics import YOLO

if TYPE_CHECKING:
    from pathlib import Path

AUGMENTATION: Final[dict[str, Any]] = {
    # Mirrored tiles do not exist. Scenes come turned, scaled and lit already, so little is left to do here; and shifted
    # or scaled they would keep the labels of tiles of which the border leaves but a sliver.
    "fliplr": 0.0,
    "flipud": 0.0,
    "mosaic": 0.0,
    "degrees": 0.0,
    "translate": 0.0,
    "scale": 0.0,
    "hsv_h": 0.01,
    "hsv_s": 0.3,
    "hsv_v": 0.25,
}


def fast_on_a_processor(trainer: Any) -> None:
    """Convolutions run twice as fast with channels last, and ultralytics leaves one core of a CPU idle: half of two."""
    trainer.model.to(memory_format=torch.channels_last)
    torch.set_num_threads(os.cpu_count() or 1)
    torch.set_flush_denormal(True)


def train_detector(
    start: Path,
    data: Path,
    run: Path,
    *,
    epochs: int,
    image_size: int = 640,
    batch: int = 8,
    learning_rate: float = 0.0015,
    final_share: float = 0.03,
    class_gain: float = 0.5,
    warmup_epochs: float = 0.1,
    workers: int = 0,
    save_every: int = 1,
) -> Path:
    """Train from ``start`` on ``data`` and return the checkpoint.

    A run whose folder holds an unfinished checkpoint is resumed from its last epoch; a finished one is left alone.

    Args:
        start: a checkpoint of our own making (never a stranger's: loading one executes it).
        data: ``data.yaml`` of `datasets.training_set.write_training_set`.
        run: folder of this run; checkpoints lie in its ``weights``.
        epochs: passes over the data.
        image_size: pixels of the square input.
        batch: pictures a step.
        learning_rate: AdamW's, falling along a cosine.
        final_share: share of the learning rate that is left at the end.
        class_gain: weight of naming against placing.
        warmup_epochs: part of the run with a rising learning rate.
        workers: processes that load pictures beside the training.
        save_every: epochs between kept checkpoints.

    Returns:
        Path of the last checkpoint.

    """
    last = run / "weights" / "last.pt"
    if last.is_file() and _finished(last):
        return last
    device: str | int = 0 if torch.cuda.is_available() else "cpu"
    model = YOLO(str(last if last.is_file() else start))
    model.add_callback("on_train_start", fast_on_a_processor)
    if last.is_file():
        model.train(resume=True)
        return last
    model.train(
        data=str(data),
        epochs=epochs,
        imgsz=image_size,
        batch=batch,
        device=device,
        workers=workers,
        project=str(run.resolve().parent),
        name=run.name,
        exist_ok=True,
        optimizer="AdamW",
        lr0=learning_rate,
        lrf=final_share,
        cos_lr=True,
        weight_decay=0.0005,
        warmup_epochs=warmup_epochs,
        warmup_bias_lr=learning_rate,
        cls=class_gain,
        nbs=batch,
        amp=torch.cuda.is_available(),
        val=False,
        plots=False,
        save_period=save_every,
        close_mosaic=0,
        deterministic=False,
        **AUGMENTATION,
    )
    return last


def average_checkpoints(first: Path, second: Path, out: Path) -> Path:
    """Write a checkpoint whose weights are the mean of two from one run, which errs less than either (model soup).

    Args:
        first: a finished checkpoint of our own making.
        second: another, trained on from the first.
        out: where to.

    """
    trained, further = YOLO(str(first)), YOLO(str(second))
    before = trained.model.float().state_dict()
    after = further.model.float().state_dict()
    mean = {name: (before[name] + value) / 2 if value.is_floating_point() else value for name, value in after.items()}
    further.model.load_state_dict(mean)
    out.parent.mkdir(parents=True, exist_ok=True)
    further.save(str(out))
    return out


def _finished(checkpoint: Path) -> bool:
    """A finished run's checkpoint has been stripped of its optimiser (epoch -1)."""
    return int(torch.load(checkpoint, map_location="cpu", weights_only=False)["epoch"]) < 0
