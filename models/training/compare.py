"""Trains architectures side by side for a short while, to choose one: ``python -m models.training.compare DATA_YAML``.

All start from random weights and see the same pictures in the same order, so that what differs is the architecture.
"""

from __future__ import annotations

import argparse
import csv
import tempfile
import time
from pathlib import Path
from typing import Final

from models.training.detector import AUGMENTATION, fast_on_a_processor

ARCHITECTURES: Final = ("yolo11n.yaml", "yolo26n.yaml")


def short_run(architecture: str, data: Path, *, pictures: int, size: int) -> tuple[float, float, float]:
    """Train one architecture once over ``pictures`` pictures.

    Returns:
        Seconds a picture, the mean class loss of the run, and mAP50 on the validation pictures.

    """
    from ultralytics import YOLO  # noqa: PLC0415  # after the settings that `models.training.detector` makes

    with tempfile.TemporaryDirectory() as folder:
        model = YOLO(architecture)
        model.add_callback("on_train_start", fast_on_a_processor)
        started = time.perf_counter()
        model.train(
            data=str(data), epochs=1, imgsz=size, batch=8, fraction=pictures, workers=0, optimizer="AdamW", lr0=0.0015,
            warmup_epochs=0.1, warmup_bias_lr=0.0015, nbs=8, amp=False, plots=False, device="cpu", seed=0, val=False,
            project=folder, name="run", verbose=False, **AUGMENTATION,
        )  # fmt: skip
        seconds = time.perf_counter() - started
        with (Path(folder) / "run" / "results.csv").open(encoding="utf-8") as results:
            row = {name.strip(): value for name, value in list(csv.DictReader(results))[-1].items()}
    return seconds / pictures, float(row["train/cls_loss"]), float(row["metrics/mAP50(B)"])


def main() -> None:
    """Print a line for each architecture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="data.yaml of a training set with validation pictures")
    parser.add_argument("--pictures", type=int, default=480)
    parser.add_argument("--size", type=int, default=416)
    chosen = parser.parse_args()
    for architecture in ARCHITECTURES:
        seconds, loss, map50 = short_run(architecture, chosen.data, pictures=chosen.pictures, size=chosen.size)
        print(f"{architecture}: {seconds:.3f} s a picture, class loss {loss:.2f}, mAP50 {map50:.4f}")  # noqa: T201


if __name__ == "__main__":
    main()
