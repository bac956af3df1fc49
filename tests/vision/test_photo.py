"""Opening a photo: every format, orientation in one place, and one clear refusal for each kind of bad file."""

import struct
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import pytest
from PIL import Image

from tests.vision.pictures import BLUE, GREEN, RED, WHITE, close, corners, encoded, exif, png_claiming, quarters
from vision import photo as module
from vision.errors import PhotoError
from vision.photo import MAX_PIXELS, Photo, open_photo

UPRIGHT: Final[list[tuple[int, ...]]] = [RED, BLUE, GREEN, WHITE]
FIXTURES = Path(__file__).parent / "fixtures"


def refusal(source: str | Path | bytes, name: str | None = "a.jpg") -> PhotoError:
    with pytest.raises(PhotoError) as caught:
        open_photo(source, name)
    message = caught.value.message
    assert (name or str(source)) in message
    assert not message.endswith(".")
    assert "\n" not in message
    return caught.value


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("JPEG", {"quality": 95}),
        ("JPEG", {"quality": 95, "progressive": True}),
        ("PNG", {}),
        ("WEBP", {"lossless": True}),
        ("WEBP", {"quality": 95}),
    ],
)
def test_each_format_gives_the_same_picture(kind: str, options: dict[str, int]) -> None:
    photo = open_photo(encoded(quarters(), kind, **options), "a")
    assert (photo.width, photo.height, photo.scale) == (160, 96, 1.0)
    assert close(corners(photo.pixels), UPRIGHT)


def test_heic_gives_the_same_picture() -> None:
    photo = open_photo(FIXTURES / "quarters.heic")
    assert (photo.width, photo.height, photo.scale) == (160, 96, 1.0)
    assert close(corners(photo.pixels), UPRIGHT)


def test_format_is_judged_by_content_not_by_name(tmp_path: Path) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(encoded(quarters(), "PNG"))
    assert corners(open_photo(path).pixels) == UPRIGHT


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_every_orientation_gives_the_same_upright_picture(orientation: int, kind: str, tmp_path: Path) -> None:
    upright = Image.fromarray(quarters())
    stored = {  # what a camera stores so that the orientation makes it upright again
        1: lambda image: image,
        2: lambda image: image.transpose(Image.Transpose.FLIP_LEFT_RIGHT),
        3: lambda image: image.transpose(Image.Transpose.ROTATE_180),
        4: lambda image: image.transpose(Image.Transpose.FLIP_TOP_BOTTOM),
        5: lambda image: image.transpose(Image.Transpose.TRANSPOSE),
        6: lambda image: image.transpose(Image.Transpose.ROTATE_90),
        7: lambda image: image.transpose(Image.Transpose.TRANSVERSE),
        8: lambda image: image.transpose(Image.Transpose.ROTATE_270),
    }[orientation](upright)
    options = {"quality": 95} if kind == "JPEG" else {"lossless": True} if kind == "WEBP" else {}
    data = encoded(stored, kind, exif=exif(orientation), **options)
    photo = open_photo(data, "a")
    assert (photo.width, photo.height) == (160, 96)
    assert photo.pixels.shape == (96, 160, 3)
    assert close(corners(photo.pixels), UPRIGHT)
    path = tmp_path / "a"
    path.write_bytes(data)
    assert np.array_equal(open_photo(path).pixels, photo.pixels)


@pytest.mark.parametrize("orientation", [0, 9, 65535])
def test_a_senseless_orientation_is_none(orientation: int) -> None:
    assert close(corners(open_photo(encoded(quarters(), "JPEG", quality=95, exif=exif(orientation))).pixels), UPRIGHT)


@pytest.mark.parametrize("cut", range(0, 40, 3))
def test_a_broken_exif_block_does_not_matter(cut: int) -> None:
    data = encoded(quarters(), "JPEG", quality=95, exif=exif(6)[:cut] + b"x")
    photo = open_photo(data, "a")
    assert {photo.width, photo.height} == {160, 96}


def test_a_path_and_its_bytes_give_the_same(tmp_path: Path) -> None:
    data = encoded(quarters(4032, 3024), "JPEG", quality=90, exif=exif(6))
    path = tmp_path / "a.jpg"
    path.write_bytes(data)
    one, two = open_photo(path), open_photo(data, str(path))
    assert (one.name, one.width, one.height, one.scale) == (two.name, two.width, two.height, two.scale)
    assert np.array_equal(one.pixels, two.pixels)


def test_cmyk_jpeg_is_right() -> None:
    data = encoded(Image.fromarray(quarters()).convert("CMYK"), "JPEG", quality=95)
    assert close(corners(open_photo(data).pixels), UPRIGHT)


def test_grey_jpeg_is_right() -> None:
    data = encoded(np.full((40, 60), 90, np.uint8), "JPEG")
    assert close(corners(open_photo(data).pixels), [(90, 90, 90)] * 4)


def test_sixteen_bits_a_channel_are_right() -> None:
    deep = quarters().astype(np.uint16) * 257
    data = cv2.imencode(".png", np.ascontiguousarray(deep[..., ::-1]))[1].tobytes()
    assert corners(open_photo(data).pixels) == UPRIGHT


def test_sixteen_bit_grey_is_right() -> None:
    data = encoded(np.full((40, 60), 90 * 257, np.uint16), "PNG")
    assert corners(open_photo(data).pixels) == [(90, 90, 90)] * 4


def test_palette_is_right() -> None:
    data = encoded(Image.fromarray(quarters()).quantize(4), "PNG")
    assert close(corners(open_photo(data).pixels), UPRIGHT)


def test_what_is_transparent_lies_on_white() -> None:
    pixels = np.dstack([quarters(), np.full((96, 160), 255, np.uint8)])
    pixels[:48, :80, 3] = 0
    assert corners(open_photo(encoded(pixels, "PNG")).pixels) == [(255, 255, 255), BLUE, GREEN, WHITE]


def test_one_bit_png_is_right() -> None:
    assert corners(open_photo(encoded(Image.new("1", (40, 60), 1), "PNG")).pixels) == [(255, 255, 255)] * 4


def test_first_frame_of_an_animation_is_read() -> None:
    later = [Image.new("RGB", (160, 96), colour) for colour in ("black", "yellow")]
    data = encoded(quarters(), "WEBP", save_all=True, append_images=later, lossless=True)
    assert corners(open_photo(data).pixels) == UPRIGHT


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize(
    ("size", "decoded"),
    [
        ((1999, 1499), (1999, 1499)),
        ((2000, 1500), (1000, 750)),
        ((4032, 3024), (1008, 756)),
        ((3999, 301), (2000, 151)),
        ((4000, 301), (1000, 76)),
        ((8000, 301), (1000, 38)),
    ],
)
def test_large_photos_are_decoded_at_a_reduced_scale(
    kind: str, size: tuple[int, int], decoded: tuple[int, int]
) -> None:
    photo = open_photo(encoded(quarters(*size), kind, **({"quality": 90} if kind != "PNG" else {})), "a")
    assert (photo.width, photo.height) == size
    assert photo.pixels.shape == (decoded[1], decoded[0], 3)
    assert photo.scale == pytest.approx(decoded[0] / size[0], rel=1e-3)
    assert close(corners(photo.pixels), UPRIGHT)
    everything = np.array([[0, 0, *decoded]], np.float32)
    assert photo.whole(everything).tolist() == [[0, 0, *size]]


def test_an_empty_file() -> None:
    assert refusal(b"").code == "photo_empty"


def test_a_text_file(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a photo at all\n" * 9)
    assert refusal(path, None).code == "photo_unreadable"


@pytest.mark.parametrize("kind", ["GIF", "BMP", "TIFF"])
def test_other_formats(kind: str) -> None:
    assert refusal(encoded(quarters(), kind)).code == "photo_unreadable"


def test_a_missing_file_a_folder_and_an_impossible_name(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.jpg", None).code == "photo_missing"
    assert refusal(tmp_path, None).code == "photo_missing"
    assert refusal("a\0b", "odd").code == "photo_unreadable"


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_file_cut_short_anywhere_is_refused(kind: str) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (64, 64, 3), np.uint8)
    data = encoded(noise, kind)
    for end in range(1, len(data) - 12, 97):
        error = refusal(data[:end])
        assert error.code in {"photo_truncated", "photo_unreadable"}
    assert refusal(data[: len(data) * 3 // 4]).code == "photo_truncated"


def test_a_jpeg_without_its_last_byte_is_refused() -> None:
    data = encoded(quarters(), "JPEG")
    assert refusal(data[:-2]).code == "photo_truncated"


def test_a_large_jpeg_cut_short_is_refused_at_a_reduced_scale() -> None:
    data = encoded(quarters(4032, 3024), "JPEG")
    assert refusal(data[: len(data) // 2]).code == "photo_truncated"


def test_a_heic_cut_short() -> None:
    data = (FIXTURES / "quarters.heic").read_bytes()
    for end in (30, 200, 500, 700):
        assert refusal(data[:end]).code in {"photo_truncated", "photo_unreadable"}


def test_pixels_are_counted_before_decoding() -> None:
    error = refusal(png_claiming(20_000, 20_000), "huge.png")
    assert error.code == "photo_too_large"
    assert "20000 × 20000" in error.message


def test_pixels_at_the_limit_and_one_row_over(monkeypatch: pytest.MonkeyPatch) -> None:
    assert refusal(png_claiming(8000, MAX_PIXELS // 8000 + 1)).code == "photo_too_large"
    assert refusal(png_claiming(8000, MAX_PIXELS // 8000)).code == "photo_truncated"  # it has no pixels, but passes
    monkeypatch.setattr(module, "MAX_PIXELS", 160 * 96)
    for kind in ("JPEG", "PNG", "WEBP"):
        assert open_photo(encoded(quarters(160, 96), kind)).width == 160
        assert refusal(encoded(quarters(160, 97), kind)).code == "photo_too_large"
    assert open_photo(FIXTURES / "quarters.heic").width == 160
    monkeypatch.setattr(module, "MAX_PIXELS", 160 * 96 - 1)
    assert refusal(FIXTURES / "quarters.heic", "a.heic").code == "photo_too_large"


def test_bytes_at_the_limit_and_one_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    data = encoded(quarters(), "PNG")
    path = tmp_path / "a.png"
    path.write_bytes(data)
    monkeypatch.setattr(module, "MAX_BYTES", len(data))
    assert open_photo(data).width == open_photo(path).width == 160
    monkeypatch.setattr(module, "MAX_BYTES", len(data) - 1)
    assert refusal(data).code == refusal(path).code == "photo_too_large"


def test_one_pixel_is_a_photo() -> None:
    photo = open_photo(encoded(np.zeros((1, 1, 3), np.uint8), "PNG"))
    assert photo.pixels.shape == (1, 1, 3)


def test_bytes_behind_a_jpeg_do_not_matter() -> None:
    """Phones append moving pictures and more behind the end of a JPEG."""
    data = encoded(quarters(), "JPEG", quality=95) + b"SEFT" + bytes(1000)
    assert close(corners(open_photo(data).pixels), UPRIGHT)


def test_a_webp_whose_header_claims_too_much_is_refused() -> None:
    data = bytearray(encoded(quarters(), "WEBP", lossless=True, exif=exif(1)))
    data[24:30] = (16383).to_bytes(3, "little") * 2
    assert refusal(bytes(data)).code == "photo_too_large"


def test_pixels_of_another_type_are_a_mistake() -> None:
    with pytest.raises(ValueError, match="uint8"):
        Photo("a", 2, 2, np.zeros((2, 2, 3), np.float32))


def test_random_bytes_behind_each_signature_raise_nothing_but_photo_errors() -> None:
    random = np.random.default_rng(5)
    heads = [
        b"\xff\xd8\xff",
        b"\x89PNG\r\n\x1a\n",
        b"RIFF\x40\x00\x00\x00WEBPVP8X",
        struct.pack(">I", 24) + b"ftypheic",
    ]
    for head in heads:
        for _ in range(60):
            with pytest.raises(PhotoError):
                open_photo(head + random.bytes(int(random.integers(0, 200))))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_flipped_bytes_raise_nothing_but_photo_errors(kind: str) -> None:
    random = np.random.default_rng(6)
    sound = encoded(quarters(), kind, exif=exif(6))
    for _ in range(150):
        data = bytearray(sound)
        for at in random.integers(0, len(data), 3):
            data[at] = random.integers(0, 256)
        try:
            photo = open_photo(bytes(data))
        except PhotoError:
            continue
        assert photo.pixels.dtype == np.uint8
