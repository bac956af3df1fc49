from __future__ import annotations

import csv
from typing import TYPE_CHECKING

import cv2
import pytest

from datasets.formats import yolo
from datasets.hand_set import TRUTHS, HandRecipe, TruthError, read_truths, write_hand_set
from datasets.snapshots import SnapshotError
from scoring import notation
from scoring.tiles import CODES

if TYPE_CHECKING:
    from pathlib import Path


def test_pictures_labels_and_hands_are_written(tmp_path: Path) -> None:
    list(write_hand_set(tmp_path, HandRecipe(2, size=320, seed=3, held_out=True)))
    truths = read_truths(tmp_path)
    assert list(truths) == ["table-3-000000.jpg", "table-3-000001.jpg"]
    with (tmp_path / "hands.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row, (name, truth) in zip(rows, truths.items(), strict=True):
        assert row["image"] == name
        assert notation.parse(row["hand"]) == truth.shown
        picture = cv2.imread(str(tmp_path / "images" / name))
        assert picture is not None
        assert picture.shape == (320, 320, 3)
        labels = yolo.read(tmp_path / "labels" / f"{name[:-4]}.txt")
        assert labels.codes == [CODES[index] for index in truth.class_id]
        assert (tmp_path / "corners" / f"{name[:-4]}.npz").is_file()
        masks = (tmp_path / "masks" / f"{name[:-4]}.txt").read_text(encoding="utf-8").split()
        assert len(masks) % 4 == 0


def test_how_many_work_side_by_side_changes_nothing(tmp_path: Path) -> None:
    for name, processes in (("one", 1), ("two", 2)):
        list(write_hand_set(tmp_path / name, HandRecipe(8, pictures=False), processes=processes))
    one, two = ((tmp_path / name / TRUTHS).read_text("utf-8") for name in ("one", "two"))
    assert one == two
    assert len(one.splitlines()) == 8


def test_without_pictures_nothing_else_is_written(tmp_path: Path) -> None:
    list(write_hand_set(tmp_path, HandRecipe(1, pictures=False)))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hands.csv", TRUTHS]


def test_a_folder_without_truths_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SnapshotError, match=r"no scenes\.jsonl"):
        read_truths(tmp_path)


@pytest.mark.parametrize("line", ["{", "{}", "[]", '{"image": "a.jpg", "tiles": [{"code": "10m"}]}'])
def test_a_line_that_is_no_scene_is_quoted(tmp_path: Path, line: str) -> None:
    (tmp_path / TRUTHS).write_text(line + "\n", encoding="utf-8")
    with pytest.raises(TruthError, match="Line 1"):
        read_truths(tmp_path)
