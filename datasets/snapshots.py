"""The labelled photos and tile faces that may lie beside the checkout.

They belong to others (CC BY 4.0 photos, MIT and other faces) and are read where they lie: nothing of them is copied
into the project. Everything here works, and says so, where they are absent.
"""

from __future__ import annotations

import csv
import json
import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from datasets.formats import yolo
from scoring.errors import SikwuError
from scoring.tiles import FACES

if TYPE_CHECKING:
    from collections.abc import Iterator

HELD_OUT_SETS: Final = frozenset({"t03", "t12", "u08", "art-ffalt-uni", "art-font-imahjong-jp"})
"""Tile sets that only ever appear in synthetic validation, never in training."""


class SnapshotError(SikwuError):
    """A folder of photos or faces that is not there or not as described."""

    default_code = "snapshot_missing"


def shared_folder() -> Path:
    """Where labelled photos and real faces lie: ``$SIKWU_SHARED``, or the folder ``shared`` beside the checkout."""
    configured = os.environ.get("SIKWU_SHARED")
    return Path(configured) if configured else Path(__file__).resolve().parents[2] / "shared"


@dataclass(frozen=True, slots=True)
class LabelledPhoto:
    """One photo with its labelled tiles. The labels may be incomplete: what lies outside them is unknown, not empty."""

    path: Path
    labels: yolo.Labels
    series: str


def labelled_photos(folder: Path) -> list[LabelledPhoto]:
    """Every photo of a folder with ``images/`` and ``labels/``, in name order.

    Raises:
        SnapshotError: when the folder has no ``images``.
        yolo.LabelError: when a label file is missing or unreadable.

    """
    images = folder / "images"
    if not images.is_dir():
        raise SnapshotError(f"There is no folder of labelled photos at {str(folder)!r}.")
    return [
        LabelledPhoto(path, yolo.read(folder / "labels" / f"{path.stem}.txt"), path.stem.split("-")[0])
        for path in sorted(images.iterdir())
    ]


def tile_lists(path: Path) -> dict[str, list[str]]:
    """Photos of which only the faces are known, without boxes: name → tile codes, from a ``tiles.json`` of rows.

    Raises:
        SnapshotError: when the file is missing.

    """
    if not path.is_file():
        raise SnapshotError(f"There is no list of tiles at {str(path)!r}.")
    rows: dict[str, list[list[str]]] = json.loads(path.read_text(encoding="utf-8"))
    return {name: [code for row in photo for code in row] for name, photo in rows.items()}


@dataclass(frozen=True, slots=True)
class FaceFile:
    """The picture of one tile face, upright and cropped to the tile."""

    path: Path
    set_name: str
    code: str
    kind: str


@cache
def real_faces() -> tuple[FaceFile, ...]:
    """Every real or drawn face of the snapshot; empty where it is absent."""
    folder = shared_folder() / "faces"
    return tuple(_face_files(folder)) if (folder / "manifest.csv").is_file() else ()


def _face_files(folder: Path) -> Iterator[FaceFile]:
    with (folder / "manifest.csv").open(encoding="utf-8", newline="") as manifest:
        for row in csv.DictReader(manifest):
            if row["code"] in FACES:
                yield FaceFile(folder / row["file"], row["set"], row["code"], row["kind"])
