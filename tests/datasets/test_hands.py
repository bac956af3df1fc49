from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from datasets import corrections, hands
from datasets.hands import HEADER, HandLabelError, hand_labels, parse
from datasets.snapshots import labelled_photos
from scoring import notation
from scoring.suits import decompositions
from tests.shared import PHOTOS, needs

FILES = sorted(Path(hands.__file__).parent.glob("*.csv"))


def test_a_file_of_hands_is_read_by_image_without_its_extension() -> None:
    read = parse(f"{HEADER}\na,(CCC) 123m 45s 66s +3s |1f\n\nb.jpg,11m 123p 456p 789p EEE\n")
    assert {name: notation.format(hand) for name, hand in read.items()} == {
        "a": "(CCC) 123m 45s 66s +3s |1f",
        "b": "11m 123p 456p 789p EEE",
    }


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("a", "no 'image,hand'"),
        (",123m", "no 'image,hand'"),
        ("a, ", "no 'image,hand'"),
        ("a,123x", "“123x” is no group of tiles"),
        ("a,(CCC", "lacks “)”"),
        ("z,11m", "'z' has a hand already"),
        ("z.jpg,11m", "'z' has a hand already"),
    ],
)
def test_a_line_that_is_none_is_quoted(line: str, said: str) -> None:
    with pytest.raises(HandLabelError) as refused:
        parse(f"{HEADER}\nz,11m\n{line}\n", name="some.csv")
    assert said in refused.value.message
    assert f"line 3 of some.csv, {line!r}" in refused.value.message


def test_a_file_begins_with_its_header() -> None:
    with pytest.raises(HandLabelError, match="begins with 'a,11m'"):
        parse("a,11m\n")
    with pytest.raises(HandLabelError, match="begins with ''"):
        parse("")


def test_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(HandLabelError, match=r"'none.csv' cannot be read"):
        hands.read(tmp_path / "none.csv")


def test_a_folder_without_hands_says_so(tmp_path: Path) -> None:
    with pytest.raises(HandLabelError, match="no labelled hands") as refused:
        hand_labels(tmp_path)
    assert refused.value.code == "hands_missing"


def test_hands_of_its_own_come_before_ours(tmp_path: Path) -> None:
    folder = tmp_path / "val"
    folder.mkdir()
    (folder / "hands.csv").write_text(f"{HEADER}\na,11m\n")
    assert set(hand_labels(folder)) == {"a"}


def test_ours_are_those_of_the_photos_that_the_folder_holds(tmp_path: Path) -> None:
    name = next(iter(hands.of_folder("val")))
    images = tmp_path / "val" / "images"
    images.mkdir(parents=True)
    (images / f"{name}.jpg").touch()
    (images / "another.jpg").touch()
    assert set(hand_labels(tmp_path / "val")) == {name}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_our_hands_are_written_canonically_in_name_order(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()[1:]
    for line in lines:
        written = line.partition(",")[2]
        assert notation.format(notation.parse(written)) == written
    assert lines == sorted(lines)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_our_hands_are_complete(path: Path) -> None:
    """Fourteen tiles and one more for each kong, bonus tiles aside, that can be read as melds and a pair."""
    for image, hand in hands.read(path).items():
        kongs = sum(len(meld.tiles) == 4 for meld in hand.melds)
        assert len(hand.tiles) - len(hand.bonus) == 14 + kongs, image
        assert all(meld.kind for meld in hand.melds), image
        assert list(decompositions(hand.weights)), image


LABELLED_DISCARDS = {
    "phone-382645002_1008823510368523_1436380457729058904",
    "phone-387328136_252973981072647_7654047833789061582",
    "phone-394497921_713610487289095_3009443070908408719",
}
"""Photos in which some discards were labelled from the start."""


@pytest.mark.shared
@needs("photos")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_our_hands_are_the_labelled_tiles_of_their_photos(path: Path) -> None:
    """Corrections add discards, so a hand is part of the corrected labels; but it is all that was labelled at first."""
    photos = {photo.path.stem: photo for photo in labelled_photos(PHOTOS / path.stem)}
    for image, hand in hand_labels(PHOTOS / path.stem).items():
        faces = Counter(tile.code for tile in hand.tiles)
        changes = corrections.of_folder(path.stem).get(image, ())
        added = Counter(str(change.code) for change in changes if change.change is corrections.Change.ADD)
        assert not faces - Counter(photos[image].labels.codes), image
        if image not in LABELLED_DISCARDS:
            assert not Counter(photos[image].labels.codes) - added - faces, image
