"""The overlay: its size is bounded, each role has its colour where its box is, and no photo breaks it."""

import io

import numpy as np
import pytest
from PIL import Image

from tests.vision.test_reading import found
from vision.detections import Detections
from vision.layout import Role
from vision.overlay import COLOURS, draw_overlay, overlay_png
from vision.photo import Photo
from vision.reading import interpret

TEXT = "1f _ 1m 2m 3m _ back 9m 9m back __ 7s 7s 7s E E E C _ C"


def shot(scale: float, text: str = TEXT) -> tuple[Photo, Detections]:
    tiles = found(text)
    size = (round(1400 * scale), round(1800 * scale))
    pixels = np.full((*size, 3), (20, 90, 60), np.uint8)
    return Photo("a.jpg", size[1], size[0], pixels), tiles.moved(tiles.boxes * scale)


@pytest.mark.parametrize(("scale", "longer"), [(0.1, 1280), (0.5, 1280), (1.0, 1800), (3.0, 2048)])
def test_the_picture_is_large_enough_to_read_and_no_larger(scale: float, longer: int) -> None:
    photo, tiles = shot(scale)
    overlay = draw_overlay(photo, interpret(tiles, "a.jpg", photo.width, photo.height))
    assert overlay.mode == "RGB"
    assert overlay.width == longer
    assert overlay.height > round(longer * 1400 / 1800)


@pytest.mark.parametrize("scale", [0.3, 1.0, 2.0])
def test_each_tile_is_framed_in_the_colour_of_its_role(scale: float) -> None:
    photo, tiles = shot(scale)
    reading = interpret(tiles, "a.jpg", photo.width, photo.height)
    assert {tile.role for tile in reading.tiles} == set(Role) - {Role.IGNORED}
    overlay = np.asarray(draw_overlay(photo, reading)).astype(int)
    factor = overlay.shape[1] / photo.width
    for tile in reading.tiles:
        x, y = round(tile.box[0] * factor) + 1, round((tile.box[1] + tile.box[3]) / 2 * factor)
        assert np.abs(overlay[y, x] - COLOURS[tile.role]).max() < 30, tile


def test_a_reading_without_tiles_is_drawn_too() -> None:
    photo, _ = shot(0.5)
    overlay = draw_overlay(photo, interpret(Detections.empty(), "a.jpg", photo.width, photo.height))
    assert overlay.width == 1280


@pytest.mark.parametrize("size", [(1, 1), (4, 900), (900, 4)])
def test_odd_proportions_are_drawn(size: tuple[int, int]) -> None:
    photo = Photo("a", size[1], size[0], np.zeros((*size, 3), np.uint8))
    tiles = Detections.of(np.array([[0.0, 0, size[1], size[0]]]), np.ones(1), np.eye(43)[:1])
    assert max(draw_overlay(photo, interpret(tiles, "a", size[1], size[0])).size) >= 1280


def test_png_bytes_hold_the_same_picture() -> None:
    photo, tiles = shot(0.5)
    reading = interpret(tiles, "a.jpg", photo.width, photo.height)
    with Image.open(io.BytesIO(overlay_png(photo, reading))) as image:
        assert image.format == "PNG"
        assert np.array_equal(np.asarray(image), np.asarray(draw_overlay(photo, reading)))


def test_long_questions_and_problems_stay_on_the_sheet() -> None:
    photo, tiles = shot(0.5, "7s 7s 7s 7s 7s 6s 8s E E E C C C _ N")
    photo = Photo(photo.name, 250, 700, photo.pixels[:, :250])
    overlay = draw_overlay(photo, interpret(tiles, "a.jpg", photo.width, photo.height))
    edge = np.asarray(overlay)[-40:, -4:]
    assert (edge == edge[0, 0]).all()
