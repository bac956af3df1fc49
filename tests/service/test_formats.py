"""The same hand from every kind of picture that a phone or a computer makes, by the API and the command line alike."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pytest
from PIL import Image

from service.cli import run
from tests.service.conftest import HAND
from tests.service.test_app import error, upload

if TYPE_CHECKING:
    from collections.abc import Callable

    from fastapi.testclient import TestClient

_LYING: Final[dict[int, Callable[[Image.Image], Image.Image]]] = {
    1: lambda picture: picture,
    2: lambda picture: picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT),
    3: lambda picture: picture.transpose(Image.Transpose.ROTATE_180),
    4: lambda picture: picture.transpose(Image.Transpose.FLIP_TOP_BOTTOM),
    5: lambda picture: picture.transpose(Image.Transpose.TRANSPOSE),
    6: lambda picture: picture.transpose(Image.Transpose.ROTATE_90),
    7: lambda picture: picture.transpose(Image.Transpose.TRANSVERSE),
    8: lambda picture: picture.transpose(Image.Transpose.ROTATE_270),
}
"""For each EXIF orientation, how the sensor stored what stands upright. Source: TIFF 6.0, tag 274."""


def saved(picture: Image.Image, kind: str, **options: Any) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, kind, **options)
    return buffer.getvalue()


@pytest.fixture(scope="module")
def upright(photo: Path) -> Image.Image:
    with Image.open(photo) as picture:
        # Not square, so that a picture that was turned the wrong way cannot have the right size.
        return picture.convert("RGB").crop((0, 100, picture.width, picture.height))


def both(client: TestClient, capsys: pytest.CaptureFixture[str], path: Path) -> dict[str, Any]:
    """Read a file by the API and by the command line; the answers are the same but for name and time."""
    answers: list[dict[str, Any]] = [upload(client, path.read_bytes(), path.name).json()]
    assert run(["read", str(path), "--json"]) == 0
    answers.append(json.loads(capsys.readouterr().out))
    for answer in answers:
        del answer["photo"], answer["seconds"]
    assert answers[0] == answers[1]
    return answers[0]


@pytest.mark.parametrize("orientation", range(1, 9))
def test_every_orientation_of_the_camera_gives_the_same_hand(
    client: TestClient, capsys: pytest.CaptureFixture[str], tmp_path: Path, upright: Image.Image, orientation: int
) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    path = tmp_path / "photo.jpg"
    path.write_bytes(saved(_LYING[orientation](upright), "JPEG", quality=95, exif=exif))
    answer = both(client, capsys, path)
    assert answer["hand"] == HAND
    assert (answer["width"], answer["height"]) == upright.size


HEIC: Final = Path(__file__).with_name("fixtures") / "hand.heic"
"""The hand of these tests, synthesised from the drawn faces, 960 × 885; a file, since nothing here writes HEIC."""

KINDS: Final[dict[str, tuple[str, Callable[[Image.Image], bytes]]]] = {
    "png named jpg": ("photo.jpg", lambda picture: saved(picture, "PNG")),
    "cmyk": ("photo.jpg", lambda picture: saved(picture.convert("CMYK"), "JPEG", quality=95)),
    "grey": ("photo.jpg", lambda picture: saved(picture.convert("L"), "JPEG", quality=95)),
    "palette": ("photo.png", lambda picture: saved(picture.quantize(256), "PNG")),
    "transparent": ("photo.png", lambda picture: saved(picture.convert("RGBA"), "PNG")),
    "progressive": ("photo.jpg", lambda picture: saved(picture, "JPEG", quality=92, progressive=True)),
    "webp": ("photo.webp", lambda picture: saved(picture, "WEBP", quality=90)),
    "animated webp": (
        "photo.webp",
        lambda picture: saved(
            picture, "WEBP", quality=90, save_all=True, append_images=[Image.new("RGB", picture.size, "green")]
        ),
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_picture_gives_the_same_hand(
    client: TestClient, capsys: pytest.CaptureFixture[str], tmp_path: Path, upright: Image.Image, kind: str
) -> None:
    name, write = KINDS[kind]
    path = tmp_path / name
    path.write_bytes(write(upright))
    answer = both(client, capsys, path)
    assert (answer["width"], answer["height"]) == upright.size
    if kind == "grey":  # red and green dragons look alike without colour: right, or asked about
        assert answer["hand"] == HAND or answer["questions"]
    else:
        assert answer["hand"] == HAND


@pytest.mark.parametrize("name", ["photo.heic", "photo.HEIC", "photo.jpg"])
def test_a_heic_gives_the_same_hand_whatever_it_is_called(
    client: TestClient, capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    path = tmp_path / name
    path.write_bytes(HEIC.read_bytes())
    answer = both(client, capsys, path)
    assert (answer["hand"], answer["width"], answer["height"]) == (HAND, 960, 885)


def test_sixteen_bits_give_what_eight_give(
    client: TestClient, capsys: pytest.CaptureFixture[str], tmp_path: Path, upright: Image.Image
) -> None:
    grey = np.asarray(upright.convert("L"))
    answers = []
    for name, pixels in (("deep.png", grey.astype(np.uint16) * 257), ("flat.png", grey)):
        path = tmp_path / name
        path.write_bytes(saved(Image.fromarray(pixels), "PNG"))
        answers.append(both(client, capsys, path))
    assert answers[0] == answers[1]


@pytest.mark.parametrize("kind", ["GIF", "TIFF", "BMP"])
def test_other_kinds_are_415_and_say_what_is_taken(client: TestClient, upright: Image.Image, kind: str) -> None:
    data = saved(upright.resize((600, 500)), kind)
    refused = error(upload(client, data, f"photo.{kind.lower()}"), 415, "photo_unreadable")
    assert "JPEG, PNG, WebP or HEIC" in refused["message"]
