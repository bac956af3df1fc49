from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasets import corrections
from datasets.corrections import HEADER, Change, CorrectionError, apply, parse
from datasets.formats import yolo
from datasets.snapshots import labelled_photos
from datasets.synthesis.collage import cutting
from scoring.tiles import CODES
from tests.shared import PHOTOS, needs

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LABELS = "0 0.10 0.5 0.10 0.2\n1 0.20 0.5 0.10 0.2\n2 0.30 0.5 0.10 0.2\n"
"""1m 2m 3m in a row."""


def changed(*lines: str) -> corrections.Corrected:
    return apply(yolo.parse(LABELS), parse("\n".join([HEADER, *lines])))


def test_a_tile_is_added_after_those_that_were_labelled() -> None:
    now = changed("a,add,E,0.4000,0.5000,0.1000,0.2000")
    assert now.labels.codes == ["1m", "2m", "3m", "E"]
    assert now.labels.boxes[3] == pytest.approx([0.35, 0.4, 0.45, 0.6])


def test_a_label_is_removed() -> None:
    assert changed("a,remove,,0.2000,0.5000,0.1000,0.2000").labels.codes == ["1m", "3m"]


def test_a_label_is_renamed_where_it_lies() -> None:
    now = changed("a,rename,9m,0.2000,0.5000,0.1000,0.2000")
    assert now.labels.codes == ["1m", "9m", "3m"]
    assert (now.labels.boxes == yolo.parse(LABELS).boxes).all()


def test_a_label_may_be_removed_and_drawn_anew() -> None:
    now = changed("a,add,2m,0.2000,0.5200,0.1000,0.2000", "a,remove,,0.2000,0.5000,0.1000,0.2000")
    assert now.labels.codes == ["1m", "3m", "2m"]


def test_a_mask_changes_no_label() -> None:
    now = changed("a,mask,,0.5000,0.1000,1.0000,0.2000")
    assert now.labels.codes == ["1m", "2m", "3m"]
    assert now.masks == pytest.approx(np.array([[0, 0, 1, 0.2]]))
    assert changed().masks.shape == (0, 4)


@pytest.mark.parametrize(("x", "fits"), [("0.2333", True), ("0.2335", False)])
def test_a_box_points_at_a_label_from_half_overlap_on(x: str, fits: bool) -> None:
    """Boxes of width 0.1 that lie 0.0333 apart share 0.0667 of 0.1333: just one half. 3m lies farther off."""
    line = f"a,remove,,{x},0.5000,0.1000,0.2000"
    if fits:
        assert changed(line).labels.codes == ["1m", "3m"]
    else:
        with pytest.raises(CorrectionError, match=f"no label to remove.*{line}"):
            changed(line)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["a,remove,,0.9000,0.5000,0.1000,0.2000"], "no label to remove"),
        (["a,rename,2m,0.2000,0.5000,0.1000,0.2000"], "'2m' already"),
        (["a,add,5p,0.2000,0.5000,0.1000,0.2000"], "a label already"),
        (["a,remove,,0.2000,0.5000,0.1000,0.2000"] * 2, "a second time"),
        (["a,add,5p,0.8000,0.5000,0.1000,0.2000"] * 2, "a label already"),
    ],
)
def test_a_correction_that_does_not_fit_quotes_its_line(lines: list[str], said: str) -> None:
    with pytest.raises(CorrectionError, match=f"{said}.*line {len(lines) + 1} of corrections.*{lines[-1]}"):
        changed(*lines)


@pytest.mark.parametrize(
    ("line", "piece"),
    [
        ("a,add,E,0.5,0.5,0.1", "6 pieces"),
        (",add,E,0.5,0.5,0.1,0.1", "No image"),
        ("a,move,E,0.5,0.5,0.1,0.1", "'move'"),
        ("a,add,0m,0.5,0.5,0.1,0.1", "'0m'"),
        ("a,add,,0.5,0.5,0.1,0.1", "''"),
        ("a,rename,x,0.5,0.5,0.1,0.1", "'x'"),
        ("a,remove,E,0.5,0.5,0.1,0.1", "'E'"),
        ("a,mask,E,0.5,0.5,0.1,0.1", "'E'"),
        ("a,add,E,0.5,0.5,0.1,1.1", "'1.1'"),
        ("a,add,E,-0.1,0.5,0.1,0.1", "'-0.1'"),
        ("a,add,E,nan,0.5,0.1,0.1", "'nan'"),
        ("a,add,E,wide,0.5,0.1,0.1", "'wide'"),
        ("a,add,E,0.5,0.5,0,0.1", "no area"),
    ],
)
def test_a_line_that_is_none_is_quoted_with_its_piece(line: str, piece: str) -> None:
    with pytest.raises(CorrectionError) as refused:
        parse(f"{HEADER}\n{line}\n")
    assert piece in refused.value.message
    assert f"line 2 of corrections, {line!r}" in refused.value.message


def test_a_file_begins_with_its_header() -> None:
    with pytest.raises(CorrectionError, match="begins with 'image,code'"):
        parse("image,code\n")
    with pytest.raises(CorrectionError, match="begins with ''"):
        parse("")
    assert parse(HEADER) == ()


def test_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(CorrectionError, match=r"'none.csv' cannot be read"):
        corrections.read(tmp_path / "none.csv")


tenths = st.integers(1, 9).map(lambda tenth: tenth / 10)


@given(st.lists(st.tuples(st.sampled_from(CODES), tenths, tenths), unique_by=lambda tile: tile[1:], max_size=9))
def test_tiles_added_and_removed_again_leave_the_labels_as_they_were(tiles: list[tuple[str, float, float]]) -> None:
    boxes = [f"{x:.4f},{y:.4f},0.0500,0.0500" for _, x, y in tiles]
    empty = yolo.parse("")
    adding = [f"a,add,{code},{box}" for (code, _, _), box in zip(tiles, boxes, strict=True)]
    added = apply(empty, parse("\n".join([HEADER, *adding])))
    assert added.labels.codes == [code for code, _, _ in tiles]
    removed = apply(added.labels, parse("\n".join([HEADER, *(f"a,remove,,{box}" for box in boxes)])))
    assert len(removed.labels) == 0


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of two photos named like a shared one, with corrections for one of them and for one that is absent."""
    parts = tmp_path / "photos" / "made_up"
    for part in ("images", "labels"):
        (parts / part).mkdir(parents=True)
    picture = np.random.default_rng(0).integers(0, 255, (100, 100, 3), dtype=np.uint8)
    for name in ("hand-a", "hand-b"):
        cv2.imwrite(str(parts / "images" / f"{name}.jpg"), picture)
        (parts / "labels" / f"{name}.txt").write_text(LABELS)
    lines = "hand-a,mask,,0.5,0.45,1,0.1\nhand-a,rename,9m,0.3,0.5,0.1,0.2\nhand-z,mask,,0.5,0.5,1,1\n"
    (tmp_path / "made_up.csv").write_text(f"{HEADER}\n{lines}")
    monkeypatch.setattr(corrections, "__file__", str(tmp_path / "__init__.py"))
    corrections.of_folder.cache_clear()
    yield parts
    corrections.of_folder.cache_clear()


def test_photos_come_with_corrected_labels_and_masks(folder: Path) -> None:
    first, second = labelled_photos(folder)
    assert first.labels.codes == ["1m", "2m", "9m"]
    assert first.masks == pytest.approx(np.array([[0, 0.4, 1, 0.5]]))
    assert second.labels.codes == ["1m", "2m", "3m"]
    assert second.masks.shape == (0, 4)


def test_corrections_can_be_switched_off(folder: Path) -> None:
    first, _ = labelled_photos(folder, corrected=False)
    assert first.labels.codes == ["1m", "2m", "3m"]
    assert first.masks.shape == (0, 4)


def test_a_folder_of_another_name_has_no_corrections(folder: Path) -> None:
    other = folder.rename(folder.with_name("other"))
    assert [photo.labels.codes for photo in labelled_photos(other)] == [["1m", "2m", "3m"]] * 2


def test_a_correction_for_an_absent_photo_is_an_error_among_the_shared_photos_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(labelled_photos(folder)) == 2
    monkeypatch.setenv("SIKWU_SHARED", str(folder.parents[1]))
    with pytest.raises(CorrectionError, match=r"no photo 'hand-z' for line 4 of made_up.csv"):
        labelled_photos(folder)
    assert len(labelled_photos(folder, corrected=False)) == 2


def test_a_collage_blurs_what_is_masked_but_no_labelled_tile(folder: Path) -> None:
    """The mask covers rows 40 to 50 of the picture, in which the upper half of each label lies."""
    masked, plain = (cutting(photo) for photo in labelled_photos(folder))
    assert masked is not None
    assert plain is not None
    beside = (slice(41, 49), slice(36, 38))  # within the margin round 3m, which ends at x = 35
    assert (plain.mask[beside] == 255).all()
    assert (masked.mask[beside] == 0).all()
    assert (masked.mask[41:59, 6:34] == 255).all()
    assert (masked.mask[55:59] == plain.mask[55:59]).all()


@pytest.mark.shared
@needs("photos")
@pytest.mark.parametrize("name", ["train", "val"])
def test_our_corrections_fit_the_shared_photos(name: str) -> None:
    now, before = (labelled_photos(PHOTOS / name, corrected=corrected) for corrected in (True, False))
    kinds = Counter(change.change for changes in corrections.of_folder(name).values() for change in changes)
    more = sum(len(photo.labels) for photo in now) - sum(len(photo.labels) for photo in before)
    assert more == kinds[Change.ADD] - kinds[Change.REMOVE]
    assert sum(len(photo.masks) for photo in now) == kinds[Change.MASK]
