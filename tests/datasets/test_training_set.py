from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from datasets.formats import yolo
from datasets.training_set import Recipe, write_training_set
from scoring.tiles import CODES

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[int]]:
    folder = tmp_path_factory.mktemp("set")
    return folder, list(write_training_set(folder, Recipe(pictures=3, size=128, seed=7, held_out=True)))


def test_pictures_labels_and_corners_go_together(written: tuple[Path, list[int]]) -> None:
    folder, tiles = written
    pictures = sorted((folder / "images").iterdir())
    assert len(pictures) == len(tiles) == 3
    for path, count in zip(pictures, tiles, strict=True):
        picture = cv2.imread(str(path))
        assert picture is not None
        assert picture.shape == (128, 128, 3)
        labels = yolo.read(folder / "labels" / f"{path.stem}.txt")
        corners = np.load(folder / "corners" / f"{path.stem}.npz")
        assert len(labels) == len(corners["class_id"]) == count
        np.testing.assert_array_equal(labels.class_id, corners["class_id"])
    assert (folder / "data.yaml").is_file()


def test_the_same_recipe_writes_the_same_pictures_whatever_the_number_of_processes(
    written: tuple[Path, list[int]], tmp_path: Path
) -> None:
    folder, tiles = written
    again = list(write_training_set(tmp_path, Recipe(pictures=3, size=128, seed=7, held_out=True), processes=2))
    assert again == tiles
    for path in (folder / "images").iterdir():
        assert path.read_bytes() == (tmp_path / "images" / path.name).read_bytes()


def test_as_many_pictures_as_asked_for_show_walls(tmp_path: Path) -> None:
    def backs(share: float) -> list[float]:
        folder = tmp_path / str(share)
        recipe = Recipe(pictures=6, size=256, real_share=0.0, seed=5, held_out=True, walls=share)
        list(write_training_set(folder, recipe))
        labels = [yolo.read(path) for path in sorted((folder / "labels").iterdir())]
        return [float((found.class_id == CODES.index("back")).mean()) for found in labels if len(found)]

    assert np.median(backs(1.0)) > 0.5
    assert np.median(backs(0.0)) < 0.5
