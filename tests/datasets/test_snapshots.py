from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from datasets import snapshots
from scoring.tiles import FACES
from tests.shared import PHOTOS, needs

if TYPE_CHECKING:
    from pathlib import Path


def test_the_snapshot_lies_where_the_environment_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SIKWU_SHARED", str(tmp_path))
    assert snapshots.shared_folder() == tmp_path


def test_a_folder_without_photos_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(snapshots.SnapshotError, match="no folder of labelled photos"):
        snapshots.labelled_photos(tmp_path)
    with pytest.raises(snapshots.SnapshotError, match="no list of tiles"):
        snapshots.tile_lists(tmp_path / "tiles.json")


@pytest.mark.shared
@needs("photos")
def test_every_labelled_photo_has_tiles_of_ours() -> None:
    photos = snapshots.labelled_photos(PHOTOS / "val", corrected=False)
    assert len(photos) == 89
    assert sum(len(photo.labels) for photo in photos) == 1366
    assert {photo.series for photo in photos} == {"hand", "phone"}


@pytest.mark.shared
@needs("photos")
def test_photos_without_boxes_list_their_faces() -> None:
    lists = snapshots.tile_lists(PHOTOS / "natural" / "tiles.json")
    assert sum(map(len, lists.values())) == 150
    assert {code for codes in lists.values() for code in codes} <= set(FACES)


@pytest.mark.shared
@needs("faces")
def test_sets_kept_for_validation_exist_and_hold_every_suit() -> None:
    held_out = [face for face in snapshots.real_faces() if face.set_name in snapshots.HELD_OUT_SETS]
    assert {face.set_name for face in held_out} == snapshots.HELD_OUT_SETS
    assert {face.code for face in held_out} == set(FACES)
