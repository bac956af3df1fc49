"""What a blurred, dark or mirrored picture is told by: the tiles themselves, drawn for this project or photographed."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from datasets.faces import tile_image
from datasets.snapshots import labelled_photos
from models.showcase import shown_photo
from scoring.tiles import CODES
from tests.shared import PHOTOS, needs
from vision.boxes import of_boxes
from vision.cutouts import straighten
from vision.detector import Detector
from vision.faces import FaceClassifier
from vision.mirror import BETTER, LEAST_MIRRORED, UNSURE, is_mirrored
from vision.photo import Photo, open_photo
from vision.picture_quality import DARK_PICTURE, LEAST_TILES, Quality, is_dark, picture_doubts
from vision.reading import read_photo

HAND = ("1m", "2m", "3m", "5p", "6p", "7p", "3s", "4s", "5s", "E", "E", "E", "C", "C")
CHIRAL = ("1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "E", "S", "W", "N", "F")


def laid(codes: tuple[str, ...] = HAND, width: int = 90) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Draw tiles in a row on a green table: the picture, and their boxes ``(n, 4)``."""
    height = width * 4 // 3
    pixels = np.full((height * 3, (width + 4) * (len(codes) + 2), 3), (40, 90, 60), np.uint8)
    boxes = []
    for place, code in enumerate(codes):
        tile = tile_image(code, height)
        x, y = (width + 4) * (place + 1), height
        across = tile.shape[1]
        cover = tile[..., 3:] / 255.0
        under = pixels[y : y + height, x : x + across]
        pixels[y : y + height, x : x + across] = under * (1 - cover) + tile[..., :3] * cover
        boxes.append((x, y, x + across, y + height))
    return pixels, np.array(boxes, np.float64)


def faces(pixels: NDArray[np.uint8], boxes: NDArray[np.float64]) -> NDArray[np.float32]:
    return straighten(pixels, of_boxes(boxes))


def blurred(pixels: NDArray[np.uint8], width: float, part: float) -> NDArray[np.uint8]:
    """Blur by a Gaussian whose deviation is a part of a tile's width."""
    return np.asarray(cv2.GaussianBlur(pixels, (0, 0), part * width), np.uint8) if part else pixels


def moved(pixels: NDArray[np.uint8], length: float, degrees: float) -> NDArray[np.uint8]:
    """Move the camera by so many pixels while the picture is taken."""
    steps = np.linspace(-0.5, 0.5, max(2, round(2 * length)))
    way = length * np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
    total = np.zeros(pixels.shape, np.float64)
    for step in steps:
        shift = np.array([[1, 0, step * way[0]], [0, 1, step * way[1]]])
        total += cv2.warpAffine(pixels, shift, pixels.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(total / len(steps) + 0.5, np.uint8)


@pytest.mark.parametrize("width", [24, 42, 90, 201])
def test_tiles_in_focus_are_not_blurred_however_small(width: int) -> None:
    assert not Quality.of(faces(*laid(width=width))).blurred


@pytest.mark.parametrize("width", [42, 90, 201])
def test_a_blur_of_a_tenth_of_a_tile_is_told_at_every_size(width: int) -> None:
    pixels, boxes = laid(width=width)
    assert Quality.of(faces(blurred(pixels, width, 0.1), boxes)).blurred


@settings(max_examples=20, deadline=None)
@given(st.floats(0, 0.1), st.floats(0.01, 0.05), st.lists(st.sampled_from(CODES[:34]), min_size=8, max_size=14))
def test_the_more_blur_the_less_sharp(less: float, more: float, codes: list[str]) -> None:
    pixels, boxes = laid((*codes, "5m"))
    one, two = (Quality.of(faces(blurred(pixels, 90, part), boxes)) for part in (less, less + more))
    assert two.sharpness < one.sharpness


@pytest.mark.parametrize("degrees", range(0, 180, 15))
def test_a_hand_that_shakes_blurs_in_one_direction_whichever(degrees: int) -> None:
    pixels, boxes = laid()
    assert not Quality.of(faces(moved(pixels, 3, degrees), boxes)).blurred
    assert Quality.of(faces(moved(pixels, 27, degrees), boxes)).blurred


def test_blank_tiles_say_little_about_sharpness() -> None:
    with_blanks = Quality.of(faces(*laid((*HAND[:10], "back", "back", "back", "back"))))
    without = Quality.of(faces(*laid(HAND[:10])))
    assert with_blanks.sharpness == pytest.approx(without.sharpness, abs=0.5)


def test_a_blurred_background_is_no_blur() -> None:
    pixels, boxes = laid()
    behind = blurred(pixels, 90, 0.3)
    for x1, y1, x2, y2 in boxes.astype(int):
        behind[y1:y2, x1:x2] = pixels[y1:y2, x1:x2]
    assert Quality.of(faces(behind, boxes)).sharpness == pytest.approx(
        Quality.of(faces(pixels, boxes)).sharpness, abs=0.3
    )


@pytest.mark.parametrize(("light", "dark"), [(1.0, False), (0.2, False), (0.08, True), (0.03, True)])
def test_little_light_is_told(light: float, dark: bool) -> None:
    pixels, boxes = laid()
    quality = Quality.of(faces((pixels * light).astype(np.uint8), boxes))
    assert (quality.dark, quality.blurred) == (dark, False)


def test_black_tiles_with_white_drawings_are_not_dark() -> None:
    pixels, boxes = laid()
    assert not Quality.of(faces(255 - pixels, boxes)).dark


def test_pale_tiles_are_not_dark() -> None:
    pixels, boxes = laid()
    pale = Quality.of(faces((230 + pixels * 0.05).astype(np.uint8), boxes))
    assert pale.contrast < 0.1
    assert not pale.dark


@pytest.mark.parametrize(("level", "dark"), [(255 * DARK_PICTURE - 1, True), (255 * DARK_PICTURE + 1, False)])
def test_a_picture_without_a_hand_is_dark_where_nothing_in_it_is_light(level: float, dark: bool) -> None:
    pixels = np.full((300, 400, 3), level, np.uint8)
    assert is_dark(pixels) is dark
    none = np.zeros((0, 3, 64, 64), np.float32)
    said = picture_doubts(pixels, none, np.zeros((0, 43)), lambda _: np.zeros((0, 43)))
    assert said == (("dark",) if dark else ())


def test_that_even_a_single_tile_is_blurred_is_said_but_of_a_sharp_one_nothing() -> None:
    """Of a photo that is much blurred hardly a tile is found."""
    pixels, boxes = laid()
    sure = np.eye(43)[[0]]
    for width, said in ((0.1, ("blurred",)), (0.0, ())):
        seen = faces(blurred(pixels, 90, width) if width else pixels, boxes)
        assert picture_doubts(pixels, seen[:1], sure, lambda _: sure) == said


def test_of_fewer_tiles_than_a_hand_no_mirror_is_told() -> None:
    pixels, boxes = laid()
    seen = faces(pixels, boxes)
    for count, said in ((LEAST_TILES - 1, ()), (LEAST_TILES, ("mirrored",))):
        unsure = opinion(UNSURE - 1, count)
        assert picture_doubts(pixels, seen[:count], unsure, lambda turned: opinion(-0.01, len(turned))) == said


def opinion(sureness: float, count: int = 14) -> NDArray[np.float64]:
    """Distributions of which the likeliest face has this mean logarithm of its probability."""
    chances = np.full((count, 43), (1 - np.exp(sureness)) / 42)
    chances[:, 5] = np.exp(sureness)
    return chances


@pytest.mark.parametrize(
    ("straight", "mirrored", "told"),
    [
        (UNSURE + 0.001, 0.0, False),
        (UNSURE - 0.001, 0.0, True),
        (-0.5, -0.5 + BETTER, False),
        (-0.1, -0.1 + BETTER - 0.001, False),
        (-0.1, -0.1 + BETTER + 0.001, True),
        (-1.0, LEAST_MIRRORED - 0.001, False),
        (-1.0, LEAST_MIRRORED + 0.001, True),
    ],
)
def test_a_mirror_at_each_limit_and_one_over(straight: float, mirrored: float, told: bool) -> None:
    cuts = np.zeros((14, 3, 64, 64), np.float32)
    assert is_mirrored(cuts, opinion(straight), lambda _: opinion(mirrored)) is told


def test_a_hand_that_is_read_surely_costs_no_second_naming() -> None:
    def never(_: NDArray[np.float32]) -> NDArray[np.float64]:
        raise AssertionError

    assert not is_mirrored(np.zeros((14, 3, 64, 64), np.float32), opinion(-0.01), never)
    assert not is_mirrored(np.zeros((0, 3, 64, 64), np.float32), np.zeros((0, 43)), never)


@pytest.fixture(scope="module")
def networks() -> tuple[Detector, FaceClassifier]:
    return Detector.load(), FaceClassifier.load()


def asked(photo: Photo, networks: tuple[Detector, FaceClassifier]) -> set[str]:
    return {question.kind for question in read_photo(photo, *networks).questions} & {"mirrored", "blurred", "dark"}


def test_our_own_faces_mirrored_are_told_by_the_weights_that_ship(networks: tuple[Detector, FaceClassifier]) -> None:
    classifier = networks[1]
    straight = faces(*laid(CHIRAL))
    mirrored = np.ascontiguousarray(straight[..., ::-1])
    assert is_mirrored(mirrored, classifier.name(mirrored), classifier.name)
    assert not is_mirrored(straight, classifier.name(straight), classifier.name)


def test_a_whole_photo_asks_what_is_the_matter_with_it(networks: tuple[Detector, FaceClassifier]) -> None:
    photo = shown_photo()
    width = 0.05 * photo.width
    assert asked(photo, networks) == set()
    soft = blurred(photo.pixels, width, 0.09)
    assert asked(Photo("soft", photo.width, photo.height, soft), networks) == {"blurred"}
    night = (photo.pixels * 0.06).astype(np.uint8)
    assert asked(Photo("night", photo.width, photo.height, night), networks) == {"dark"}
    black = np.zeros_like(photo.pixels)
    reading = read_photo(Photo("black", photo.width, photo.height, black), *networks)
    assert [problem.code for problem in reading.problems] == ["no_tiles"]
    assert [question.kind for question in reading.questions] == ["dark"]


@pytest.mark.shared
@needs("photos/val")
def test_real_photos_raise_no_false_alarm_and_spoilt_ones_are_told(networks: tuple[Detector, FaceClassifier]) -> None:
    """Every sixth photo of ``val``: as it is, mirrored, blurred by 8 % of a tile's width, and at 1/400 of the light."""
    told = {"mirrored": 0, "blurred": 0, "dark": 0}
    chosen = list(labelled_photos(PHOTOS / "val"))[::6]
    for labelled in chosen:
        photo = open_photo(labelled.path)
        sides = labelled.labels.boxes[:, 2:] - labelled.labels.boxes[:, :2]
        width = float(np.median(sides.min(axis=1))) * photo.pixels.shape[1]
        assert asked(photo, networks) == set()
        spoilt = {
            "mirrored": np.ascontiguousarray(photo.pixels[:, ::-1]),
            "blurred": blurred(photo.pixels, width, 0.08),
            "dark": (((photo.pixels / 255.0) ** 2.2 / 400) ** (1 / 2.2) * 255).astype(np.uint8),
        }
        for kind, pixels in spoilt.items():
            told[kind] += kind in asked(Photo(kind, photo.width, photo.height, pixels), networks)
    shares = {kind: count / len(chosen) for kind, count in told.items()}
    assert shares["mirrored"] > 0.75, shares
    # Where a hand has too many tiles and shows no winning tile besides, asking for these comes first.
    assert shares["blurred"] > 0.85, shares
    assert shares["dark"] > 0.85, shares
