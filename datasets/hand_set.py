"""Writes photos of whole tables with their true hands: pictures, labels, ``hands.csv``, ``scenes.jsonl``."""

from __future__ import annotations

import csv
import json
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from multiprocessing import get_context
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.formats import yolo
from datasets.snapshots import SnapshotError
from datasets.synthesis.table_scenes import Table, Truth, draw_table
from datasets.synthesis.textures import FaceSet, face_sets
from scoring import notation
from scoring.errors import SikwuError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TRUTHS: Final = "scenes.jsonl"
"""One line a photo: its name, and all that `datasets.synthesis.table_scenes.Truth` says."""

QUALITY: Final = (75, 96)
"""Of the JPEGs: a phone saves with little loss."""


@dataclass(frozen=True, slots=True)
class HandRecipe:
    """What a set of tables is made of.

    Attributes:
        scenes: how many.
        size: pixels of each square picture's side.
        seed: same seed, same tables, where the same faces are at hand.
        held_out: draw from the tile sets kept for validation.
        pictures: whether photos are drawn; without, a set is its truth alone, in a fiftieth of the time.

    """

    scenes: int
    size: int = 1280
    seed: int = 0
    held_out: bool = False
    pictures: bool = True


def table_of(recipe: HandRecipe, index: int) -> tuple[Table, np.random.Generator]:
    """The ``index``-th table of a recipe, the same each time, and the random numbers that go on to photograph it."""
    rng = np.random.default_rng([recipe.seed, index, int(recipe.held_out), 14])
    return draw_table(rng, size=recipe.size), rng


@cache
def _sets(*, held_out: bool) -> tuple[FaceSet, ...]:
    # Each process loads the faces once.
    return face_sets(held_out=held_out)


def name_of(recipe: HandRecipe, index: int) -> str:
    """The name of a photo without its ending."""
    return f"table-{recipe.seed}-{index:06d}"


def _write(index: int, *, recipe: HandRecipe, folder: Path) -> Truth:
    table, rng = table_of(recipe, index)
    if not recipe.pictures:
        return table.truth()
    scene, truth = table.photograph(rng, _sets(held_out=recipe.held_out))
    name = name_of(recipe, index)
    bgr = cv2.cvtColor(scene.picture, cv2.COLOR_RGB2BGR)
    _, jpeg = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(*QUALITY))])
    (folder / "images" / f"{name}.jpg").write_bytes(jpeg.tobytes())
    (folder / "labels" / f"{name}.txt").write_text(yolo.format_labels(scene.labels), encoding="utf-8")
    np.savetxt(folder / "masks" / f"{name}.txt", scene.masks / len(scene.picture), "%.6f")
    np.savez(folder / "corners" / f"{name}.npz", class_id=scene.class_id, corners=scene.corners.astype(np.float32))
    return truth


def write_hand_set(folder: Path, recipe: HandRecipe, *, processes: int = 1) -> Iterator[Truth]:
    """Write the photos of a recipe under ``folder``, and what is true of them.

    ``images/``, ``labels/``, ``masks/`` and ``corners/`` are those of a training set. ``hands.csv`` has the columns
    ``image`` and ``hand``: what the photo shows, so without a winning tile where nothing marks it, but with the face of
    a concealed kong of which only backs are seen. ``scenes.jsonl`` says all: the winning tile, each tile's box, role
    and group, how the hand lies, and what nobody can know from the photo.

    Args:
        folder: where to; made if missing.
        recipe: what to write.
        processes: how many work side by side; the result does not depend on it.

    Yields:
        What is true of each photo, as it is finished.

    """
    for part in ("images", "labels", "masks", "corners") if recipe.pictures else (".",):
        (folder / part).mkdir(parents=True, exist_ok=True)
    with (
        (folder / "hands.csv").open("w", encoding="utf-8", newline="") as hands,
        (folder / TRUTHS).open("w", encoding="utf-8") as scenes,
    ):
        table = csv.writer(hands, lineterminator="\n")
        table.writerow(["image", "hand"])
        for index, truth in enumerate(_truths(folder, recipe, processes)):
            name = f"{name_of(recipe, index)}.jpg"
            table.writerow([name, notation.format(truth.shown)])
            scenes.write(json.dumps({"image": name, **truth.to_json()}, ensure_ascii=False) + "\n")
            # What was drawn can be measured while the rest is being drawn.
            hands.flush()
            scenes.flush()
            yield truth


def _truths(folder: Path, recipe: HandRecipe, processes: int) -> Iterator[Truth]:
    work = partial(_write, recipe=recipe, folder=folder)
    if processes == 1:
        yield from map(work, range(recipe.scenes))
        return
    with ProcessPoolExecutor(processes, get_context("spawn"), initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        yield from pool.map(work, range(recipe.scenes), chunksize=4)


class TruthError(SikwuError):
    """A list of truths that cannot be read."""

    default_code = "hands_unreadable"


def read_truths(folder: Path) -> dict[str, Truth]:
    """What `write_hand_set` wrote into ``scenes.jsonl``, by the photo's file name.

    Raises:
        SnapshotError: there is no such file.
        TruthError: a line of it is not as written.

    """
    path = folder / TRUTHS
    if not path.is_file():
        raise SnapshotError(f"There is no {TRUTHS} in {str(folder)!r}.")
    truths: dict[str, Truth] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            found = json.loads(line)
            truths[found["image"]] = Truth.from_json(found)
        except (ValueError, KeyError, TypeError):
            raise TruthError(f"Line {number} of {TRUTHS} in {str(folder)!r} is no scene: {line[:60]!r}.") from None
    return truths
