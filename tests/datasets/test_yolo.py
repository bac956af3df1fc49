from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasets.formats import yolo
from scoring.tiles import CODES

if TYPE_CHECKING:
    from pathlib import Path


def test_a_line_is_class_and_relative_box() -> None:
    labels = yolo.parse("0 0.5 0.5 0.2 0.4\n\n41 0.25 0.75 0.1 0.1\n")
    assert labels.codes == ["1m", "4g"]
    np.testing.assert_allclose(labels.boxes, [[0.4, 0.3, 0.6, 0.7], [0.2, 0.7, 0.3, 0.8]], atol=1e-6)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("tile 0.5 0.5 0.1 0.1", "not 'class x y width height'"),
        ("1 0.5 0.5 0.1", "not 'class x y width height'"),
        ("1 0.5 0.5 0.1 wide", "not 'class x y width height'"),
        ("43 0.5 0.5 0.1 0.1", "names class 43"),
        ("-1 0.5 0.5 0.1 0.1", "names class -1"),
        ("1 0.5 0.5 0 0.1", "without area"),
        ("1 2.0 0.5 0.1 0.1", "without area in the picture"),
        ("1 0.5 0.5 nan 0.1", "without area"),
    ],
)
def test_a_line_that_is_no_label_is_refused_and_quoted(line: str, said: str) -> None:
    with pytest.raises(yolo.LabelError) as refused:
        yolo.parse(f"0 0.5 0.5 0.2 0.4\n{line}\n", name="a.txt")
    assert said in refused.value.message
    assert repr(line) in refused.value.message
    assert "Line 2 of a.txt" in refused.value.message


def test_the_last_class_is_read_and_one_more_is_refused() -> None:
    assert yolo.parse("42 0.5 0.5 0.1 0.1").codes == ["back"]
    with pytest.raises(yolo.LabelError):
        yolo.parse("43 0.5 0.5 0.1 0.1")


def test_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(yolo.LabelError, match=r"^The label file 'none.txt' cannot be read\.$"):
        yolo.read(tmp_path / "none.txt")


boxes = st.tuples(
    st.integers(0, len(CODES) - 1),
    st.floats(0, 0.8),
    st.floats(0, 0.8),
    st.floats(0.01, 0.2),
    st.floats(0.01, 0.2),
)


@given(st.lists(boxes, max_size=8))
def test_what_is_written_is_read_back(tiles: list[tuple[int, float, float, float, float]]) -> None:
    labels = yolo.Labels(
        np.array([tile[0] for tile in tiles], dtype=np.int64),
        np.array([(x, y, x + w, y + h) for _, x, y, w, h in tiles], dtype=np.float32).reshape(-1, 4),
    )
    again = yolo.parse(yolo.format_labels(labels))
    assert again.codes == labels.codes
    np.testing.assert_allclose(again.boxes, labels.boxes, atol=2e-6)


def test_data_yaml_names_every_class_and_fetches_nothing(tmp_path: Path) -> None:
    text = yolo.data_yaml(tmp_path, train=["images"], val="images")
    names = [line.split(": ")[1] for line in text.splitlines() if line.startswith("  ")]
    assert names == [f'"{code}"' for code in CODES]
    assert "download" not in text
