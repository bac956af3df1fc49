"""The weights that ship: they are the published ones, name what they say, and read photos as the model card tells."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from datasets.synthesis.hands import hand_scene
from datasets.synthesis.textures import own_set
from models.evaluate import evaluate, evaluate_lists
from models.showcase import SHOWN_HAND, shown_photo
from scoring.tiles import CODES
from tests.shared import PHOTOS, needs
from vision.boxes import iou
from vision.detector import Detector
from vision.faces import FaceClassifier
from vision.photo import Photo
from vision.reading import read_photo
from vision.surroundings import Surroundings
from vision.weights import shipped


@pytest.fixture(scope="module")
def detector() -> Detector:
    return Detector.load()


@pytest.fixture(scope="module")
def classifier() -> FaceClassifier:
    return FaceClassifier.load()


def test_the_shown_photo_is_read_as_it_was_laid(detector: Detector, classifier: FaceClassifier) -> None:
    """The picture in the README: two exposed melds, seven concealed tiles, the winning tile, two bonus tiles."""
    reading = read_photo(shown_photo(), detector, classifier)
    assert reading.to_json()["hand"] == "(CCC) (345p) 123p 777p 9p +9p |1f3g"
    codes = [tile.code for tile in reading.tiles if tile.role != "ignored"]
    assert sorted(codes) == sorted(code for group in SHOWN_HAND for code in group)


@pytest.mark.parametrize("tilt", [0.0, 12.0, -20.0])
def test_a_hand_in_our_own_faces_is_found_at_a_tilt(
    detector: Detector, classifier: FaceClassifier, tilt: float
) -> None:
    hand = (("1m", "2m", "3m", "5s", "6s", "7s", "E", "E", "E", "9p", "9p", "9p", "P"), ("P",))
    scene = hand_scene(np.random.default_rng(5), (own_set(),), hand, size=960, tilt=tilt)
    reading = read_photo(Photo("tilted", 960, 960, scene.picture), detector, classifier)
    found = sorted(tile.code for tile in reading.tiles if tile.role != "ignored")
    assert found == sorted(code for group in hand for code in group)


def test_tiles_are_told_from_the_cloth_beside_them() -> None:
    """Our own faces and backs in a row, and boxes of their size wherever in the picture none of them lies."""
    hand = (("1m", "2m", "3m", "back", "6s", "7s", "E", "back", "9p", "9p", "P"),)
    scene = hand_scene(np.random.default_rng(7), (own_set(),), hand, size=960)
    boxes = scene.boxes.astype(np.float64)
    width, height = (boxes[:, 2:] - boxes[:, :2]).mean(axis=0)
    places = [(x, y, x + width, y + height) for x in range(50, 850, 90) for y in range(50, 850, 90)]
    around = np.concatenate([boxes[:, :2] - [width, height], boxes[:, 2:] + [width, height]], axis=1)
    cloth = np.array([place for place in places if not (iou(np.array([place]), around) > 0).any()])
    assert len(cloth) > 10
    surroundings = Surroundings.load()
    tile, face = surroundings.look(scene.picture, boxes)
    assert (tile > 0).mean() > 0.9
    assert ((face > 0) == (scene.class_id != CODES.index("back"))).mean() > 0.8
    assert (surroundings.look(scene.picture, cloth)[0] < 0).mean() > 0.9


def test_the_model_card_lists_the_checksums_of_the_weights() -> None:
    card = (shipped() / "README.md").read_text(encoding="utf-8")
    for line in (shipped() / "SHA256SUMS").read_text(encoding="ascii").splitlines():
        digest, name = line.split()
        assert re.search(rf"{name}.*{digest}", card), f"the card does not name {name} {digest}"
    assert not re.search(r"^[A-Z_]{4,}$", card, re.MULTILINE), "the card is not filled in"


def test_links_of_the_documents_lead_somewhere() -> None:
    root = Path(__file__).resolve().parents[2]
    for document in (root / "README.md", root / "CONTRIBUTING.md", shipped() / "README.md"):
        for target in re.findall(r"\]\(([^)#]+)", document.read_text(encoding="utf-8")):
            assert "://" in target or (document.parent / target).exists(), f"{document.name} leads to {target}"


def test_both_networks_name_all_classes() -> None:
    for name in ("detector.onnx", "classifier.onnx"):
        data = (shipped() / name).read_bytes()
        assert not re.search(rb"/(home|root|tmp|Users)/", data), f"{name} tells where it was made"
        for code in CODES:
            assert f'"{code}"'.encode() in data


@pytest.mark.shared
@needs("photos")
@pytest.mark.parametrize(("folder", "least"), [("val", 0.90), ("newset", 0.75)])
def test_tiles_of_real_photos_are_right(
    detector: Detector, classifier: FaceClassifier, folder: str, least: float
) -> None:
    """Floors of the first weights: photos never trained on, and a tile set never trained on."""
    assert evaluate(PHOTOS / folder, detector, classifier).tally.f1 >= least


@pytest.mark.shared
@needs("photos")
def test_photos_turned_any_way_are_read(detector: Detector, classifier: FaceClassifier) -> None:
    tally = evaluate_lists(PHOTOS / "natural", detector, classifier)
    assert tally.labelled == 150
    assert tally.f1 >= 0.75
