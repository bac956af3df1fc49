"""Tiles: one object per face, in the class order that labels, weights and the API share."""

from __future__ import annotations

import pickle

import pytest

from scoring.errors import HandError
from scoring.tiles import CODES, FACES, TILES, Suit, tile


def test_the_class_order_is_that_of_the_contract() -> None:
    assert CODES[0] == "1m"
    assert CODES[9:27] == (*(f"{rank}p" for rank in range(1, 10)), *(f"{rank}s" for rank in range(1, 10)))
    assert "".join(CODES[27:34]) == "ESWNCFP"
    assert CODES[34:] == ("1f", "2f", "3f", "4f", "1g", "2g", "3g", "4g", "back")
    assert [face.code for face in TILES] == list(FACES)
    assert [face.index for face in TILES] == list(range(42))


def test_there_is_one_object_per_face_even_after_pickling() -> None:
    assert all(pickle.loads(pickle.dumps(face)) is face for face in TILES)  # noqa: S301  our own pickle


@pytest.mark.parametrize(
    ("code", "zh", "en", "jyutping", "suit"),
    [
        ("1m", "一萬", "1 of characters", "jat1 maan6", Suit.CHARACTERS),
        ("9p", "九筒", "9 of dots", "gau2 tung4", Suit.DOTS),
        ("5s", "五索", "5 of bamboo", "ng5 sok3", Suit.BAMBOO),
        ("N", "北", "North wind", "bak1", Suit.WINDS),
        ("C", "紅中", "Red dragon", "hung4 zung1", Suit.DRAGONS),
        ("2f", "蘭", "Orchid", "laan4", Suit.FLOWERS),
        ("4g", "冬", "Winter", "dung1", Suit.SEASONS),
    ],
)
def test_names(code: str, zh: str, en: str, jyutping: str, suit: Suit) -> None:
    face = tile(code)
    assert (face.zh, face.en, face.jyutping, face.suit) == (zh, en, jyutping, suit)


def test_kinds_of_faces() -> None:
    assert [face.code for face in TILES if face.is_terminal] == ["1m", "9m", "1p", "9p", "1s", "9s"]
    assert [face.code for face in TILES if face.is_honour] == list("ESWNCFP")
    assert [face.index for face in TILES if face.is_bonus] == list(range(34, 42))
    assert [face.index for face in TILES if face.is_suited] == list(range(27))


def test_tiles_sort_by_index() -> None:
    assert sorted([tile("1g"), tile("E"), tile("2m")]) == [tile("2m"), tile("E"), tile("1g")]


@pytest.mark.parametrize("code", ["0m", "10m", "e", "back", "", "5f", "1"])
def test_a_code_that_no_face_has_is_quoted(code: str) -> None:
    with pytest.raises(HandError, match=f"“{code}” is no tile"):
        tile(code)
