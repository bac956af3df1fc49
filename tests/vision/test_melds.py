"""Melds among tiles that lie together."""

import pytest

from scoring.tiles import CODES
from vision.melds import melds_in_order


@pytest.mark.parametrize(
    ("faces", "expected"),
    [
        ("1m 2m 3m", [3]),
        ("3m 1m 2m", [3]),
        ("1m 1m 1m 1m 2m 3m 4m", [4, 3]),
        ("1m 1m 1m 1m 2m 3m", [3, 3]),
        ("E E E C C C C", [3, 4]),
        ("1m 2m 4m", None),
        ("8m 9m 1p", None),
        ("E S W", None),
        ("1f 2f 3f", None),
        ("1m 2m 3m 4m", None),
        ("back 5p 5p back", [4]),
        ("5p back back 5p", [4]),
        ("5p back back back", [4]),
        ("back back 5p back 1m 2m 3m", [4, 3]),
        ("5p 5p 5p back", None),
        ("back 5p back 5p", None),
        ("back back 5p 5p", None),
        ("5p back back 6p", None),
    ],
)
def test_melds_in_a_row(faces: str, expected: list[int] | None) -> None:
    shown = [CODES.index(code) for code in faces.split()]
    melds = melds_in_order(range(len(shown)), shown)
    assert (melds if melds is None else [len(meld) for meld in melds]) == expected
