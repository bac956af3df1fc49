"""Writes a training set that ultralytics takes: pictures, labels, corners, and a ``data.yaml`` of our own."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from multiprocessing import get_context
from typing import TYPE_CHECKING

import cv2
import numpy as np

from datasets.formats import yolo
from datasets.snapshots import SnapshotError, labelled_photos, shared_folder
from datasets.synthesis.collage import Cutting, collage, cutting
from datasets.synthesis.scene import Scene, synthesise
from datasets.synthesis.textures import FaceSet, face_sets

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a training set is made of.

    Attributes:
        pictures: how many.
        size: pixels of each square picture's side.
        real_share: share of pictures made from labelled photos; the rest, or all without photos, are synthesised.
        seed: same seed, same pictures, where the same faces, photos and fonts are at hand.
        held_out: draw from the tile sets kept for validation, and from no real photo.
        detail: pixels of a tile beside those it has in a picture of 640 pixels.
        walls: share of the synthesised pictures that show walls on a crowded table.

    """

    pictures: int
    size: int = 640
    real_share: float = 0.5
    seed: int = 0
    held_out: bool = False
    detail: float = 1.0
    walls: float = 0.0


@dataclass(frozen=True, slots=True)
class Material:
    """What pictures are made from: tile sets and labelled photos."""

    sets: tuple[FaceSet, ...]
    photos: tuple[Cutting, ...]


@cache
def material(*, held_out: bool = False, photos: bool = True) -> Material:
    """Load the material, once a process: real faces and photos where there are any, drawn faces in any case.

    Args:
        held_out: the tile sets kept for validation.
        photos: whether labelled photos are wanted.

    """
    pieces: tuple[Cutting, ...] = ()
    if photos and not held_out:
        with suppress(SnapshotError):
            labelled = labelled_photos(shared_folder() / "photos" / "train")
            pieces = tuple(piece for piece in map(cutting, labelled) if piece is not None)
    return Material(face_sets(held_out=held_out), pieces)


def make_scene(recipe: Recipe, index: int, made_from: Material) -> Scene:
    """The ``index``-th picture of a recipe, the same each time."""
    rng = np.random.default_rng([recipe.seed, index, int(recipe.held_out)])
    if made_from.photos and rng.random() < recipe.real_share:
        return collage(rng, list(made_from.photos), size=recipe.size)
    walls = recipe.walls > 0 and rng.random() < recipe.walls
    return synthesise(rng, made_from.sets, size=recipe.size, detail=recipe.detail, walls=walls)


def _write(index: int, *, recipe: Recipe, folder: Path) -> int:
    # Each process loads the material once: it is large, and to hand it over costs more.
    scene = make_scene(recipe, index, material(held_out=recipe.held_out, photos=recipe.real_share > 0))
    quality = int(np.random.default_rng([recipe.seed, index]).integers(45, 96))
    name = f"{recipe.seed}-{index:06d}"
    bgr = cv2.cvtColor(scene.picture, cv2.COLOR_RGB2BGR)
    _, jpeg = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])
    (folder / "images" / f"{name}.jpg").write_bytes(jpeg.tobytes())
    (folder / "labels" / f"{name}.txt").write_text(yolo.format_labels(scene.labels), encoding="utf-8")
    np.savetxt(folder / "masks" / f"{name}.txt", scene.masks / len(scene.picture), "%.6f")
    if scene.exact:
        np.savez(folder / "corners" / f"{name}.npz", class_id=scene.class_id, corners=scene.corners.astype(np.float32))
    return len(scene.class_id)


def write_training_set(folder: Path, recipe: Recipe, *, processes: int = 1) -> Iterator[int]:
    """Write ``images/``, ``labels/``, ``corners/``, ``masks/`` and a ``data.yaml`` under ``folder``.

    Args:
        folder: where to; made if missing.
        recipe: what to write.
        processes: how many work side by side; the result does not depend on it.

    Yields:
        The number of tiles of each picture, as it is finished.

    """
    for part in ("images", "labels", "corners", "masks"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    (folder / "data.yaml").write_text(
        yolo.data_yaml(folder.resolve(), train=["images"], val="images"), encoding="utf-8"
    )
    work = partial(_write, recipe=recipe, folder=folder)
    if processes == 1:
        yield from map(work, range(recipe.pictures))
        return
    with ProcessPoolExecutor(processes, get_context("spawn"), initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        yield from pool.map(work, range(recipe.pictures), chunksize=8)
