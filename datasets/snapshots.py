"""The labelled photos and tile faces that may lie beside the checkout.

They belong to others (CC BY 4.0 photos, MIT and other faces) and are read where they lie: nothing of them is copied
into the project. Everything here works, and says so, where they are absent.
"""

from __future__ import annotations

import csv
import json
import os
import warnings
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets import corrections
from datasets.formats import yolo
from scoring.errors import SikwuError
from scoring.tiles import FACES

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

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
    """One photo with its labelled tiles. The labels may be incomplete: what lies outside them is unknown, not empty.

    Attributes:
        path: the picture.
        labels: its labelled tiles.
        series: the first part of its name: photos that were taken alike.
        masks: ``(n, 4)`` float32, x1 y1 x2 y2 relative: regions whose tiles nobody could name. What is found there is
            neither right nor wrong, and what is not labelled there is no background.

    """

    path: Path
    labels: yolo.Labels
    series: str
    masks: npt.NDArray[np.float32]


def labelled_photos(folder: Path, *, corrected: bool = True) -> list[LabelledPhoto]:
    """Every photo of a folder with ``images/`` and ``labels/``, in name order.

    Args:
        folder: where they lie. Our corrections belong to the shared photos; they are also applied to photos of the same
            names in a folder of the same name elsewhere, such as a part of them or a download of one's own.
        corrected: apply our corrections; otherwise the labels are as they stand, and nothing is masked.

    Raises:
        SnapshotError: when the folder has no ``images``.
        yolo.LabelError: when a label file is missing or unreadable.
        corrections.CorrectionError: when a correction does not fit the labels, or is about no photo of the shared ones.

    """
    images = folder / "images"
    if not images.is_dir():
        raise SnapshotError(f"There is no folder of labelled photos at {str(folder)!r}.")
    paths = sorted(images.iterdir())
    changes = corrections.of_folder(folder.resolve().name) if corrected else {}
    absent = sorted(set(changes) - {path.stem for path in paths})
    if absent and _is_shared(folder):
        raise corrections.CorrectionError(f"There is no photo {absent[0]!r} for {changes[absent[0]][0].line}.")
    return [_labelled(path, folder, changes.get(path.stem, ())) for path in paths]


def _labelled(path: Path, folder: Path, changes: tuple[corrections.Correction, ...]) -> LabelledPhoto:
    written = yolo.read(folder / "labels" / f"{path.stem}.txt")
    now = corrections.apply(written, changes)
    masks = now.masks
    if (file := folder / "masks" / f"{path.stem}.txt").is_file():  # as synthesised pictures have them
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # NumPy's, of an empty file: nothing is masked
            masks = np.concatenate([masks, np.loadtxt(file, np.float32, ndmin=2).reshape(-1, 4)])
    return LabelledPhoto(path, now.labels, path.stem.split("-")[0], masks)


def _is_shared(folder: Path) -> bool:
    return folder.resolve().parent == (shared_folder() / "photos").resolve()


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
