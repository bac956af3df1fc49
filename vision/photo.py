"""Opens a photo: bytes or a path in, upright RGB pixels out.

One place does all of it, in one order: limits by size, format by content, header, limits by pixels, decoding at a
reduced scale, orientation. A path and the same bytes in memory give the same photo.

The detector looks at 640 pixels and the second look at 64 a tile, so a 12-megapixel JPEG is decoded at a quarter of
its size by the decoder itself (a JPEG can leave out its high frequencies), which takes half the time. Sizes and
boxes are still given in pixels of the whole photo.
"""

from __future__ import annotations

import io
import struct
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import pi_heif
from PIL import Image

from vision.errors import PhotoError, quoted
from vision.headers import Format, Header, read_header, sniff

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAX_BYTES: Final = 50_000_000
"""Largest file that is read."""

MAX_PIXELS: Final = 64_000_000
"""Most pixels (width × height) that are decoded."""

DECODED_SIDE: Final = 1000
"""A photo is decoded at the smallest of the scales 1, 1/2, 1/4, 1/8 that leaves its longer side at least this long.

Then a tile that is 40 pixels wide in the detector's 640 still has more than the 60 that the second look is trained on.
"""

_REDUCED: Final = {1: 0, 2: 16, 4: 32, 8: 64}
"""OpenCV's flags for decoding at one nth of the size."""

_JPEG_FLAGS: Final = cv2.IMREAD_COLOR_RGB | cv2.IMREAD_IGNORE_ORIENTATION


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A photo as a person sees it.

    Args:
        name: how messages and results call it.
        width: pixels across of the whole photo, upright.
        height: pixels down of the whole photo, upright.
        pixels: ``uint8 (h, w, 3)`` RGB, upright, at a reduced scale where the photo is large.
        scale: decoded pixels for one pixel of the whole photo, 0 < scale ≤ 1.
        seconds: how long opening took.

    """

    name: str
    width: int
    height: int
    pixels: NDArray[np.uint8]
    scale: float = 1.0
    seconds: float = 0.0

    def __post_init__(self) -> None:
        if self.pixels.dtype != np.uint8 or self.pixels.ndim != 3 or self.pixels.shape[2] != 3:
            raise ValueError(f"pixels must be uint8 (h, w, 3), not {self.pixels.dtype} {self.pixels.shape}")

    def whole(self, boxes: NDArray[np.float32]) -> NDArray[np.float32]:
        """Turn boxes ``(n, 4)`` xyxy in decoded pixels into pixels of the whole photo."""
        height, width = self.pixels.shape[:2]
        across, down = self.width / width, self.height / height
        return boxes * np.array([across, down, across, down], np.float32)


def open_photo(source: str | Path | bytes, name: str | None = None, *, side: int = DECODED_SIDE) -> Photo:
    """Open a JPEG, PNG, WebP (first frame) or HEIC.

    Args:
        source: a path, or a file's bytes.
        name: how to call the photo; the path as given, or "the photo" for bytes, if omitted.
        side: the longer side in pixels that the decoded picture must keep at least.

    Raises:
        PhotoError: the photo is missing, empty, not one of the formats, damaged, cut short or too large.

    """
    start = time.perf_counter()
    if isinstance(source, bytes):
        label, data = name or "the photo", source
        _refuse_bytes(label, len(data))
    else:
        label = name or str(source)
        data = _read(Path(source), label)
    if not data:
        raise PhotoError(f"{quoted(label)} is empty", code="photo_empty", photo=label)
    kind = sniff(data)
    if kind is None:
        raise PhotoError(f"{quoted(label)} is not a JPEG, PNG, WebP or HEIC photo", photo=label)
    if kind == "HEIC":
        return _upright(label, *_decode_heic(data, label, side), start)
    header = read_header(data)
    if header is None:
        raise PhotoError(f"The header of {quoted(label)} does not make sense for a {kind}", photo=label)
    _refuse_pixels(label, header.width, header.height)
    divisor = _divisor(header.width, header.height, side)
    if kind == "JPEG" and header.channels in {1, 3}:
        decoded = _decode_jpeg(data, divisor)
    else:
        decoded = _decode_by_pillow(data, header, divisor)
    if decoded is None:
        raise _truncated(label, kind)
    return _upright(label, header, decoded, start)


def _read(path: Path, label: str) -> bytes:
    try:
        if path.is_dir():
            raise PhotoError(f"{quoted(label)} is a folder, not a photo", code="photo_missing", photo=label)
        _refuse_bytes(label, path.stat().st_size)
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise PhotoError(f"There is no file {quoted(label)}", code="photo_missing", photo=label) from None
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        if isinstance(error, PhotoError):
            raise
        raise PhotoError(f"{quoted(label)} cannot be read: {error}", photo=label) from None
    _refuse_bytes(label, len(data))
    return data


def _refuse_bytes(label: str, size: int) -> None:
    if size > MAX_BYTES:
        raise PhotoError(
            f"{quoted(label)} is larger than {MAX_BYTES // 1_000_000} megabytes",
            code="photo_too_large",
            photo=label,
            limit=MAX_BYTES,
        )


def _refuse_pixels(label: str, width: int, height: int) -> None:
    if width * height > MAX_PIXELS:
        raise PhotoError(
            f"{quoted(label)} has {width} × {height} pixels, more than {MAX_PIXELS // 1_000_000} megapixels",
            code="photo_too_large",
            photo=label,
            width=width,
            height=height,
            limit=MAX_PIXELS,
        )


def _truncated(label: str, kind: Format) -> PhotoError:
    return PhotoError(f"The {kind} {quoted(label)} is damaged or cut short", code="photo_truncated", photo=label)


def _divisor(width: int, height: int, side: int) -> int:
    longer = max(width, height)
    return next(divisor for divisor in (8, 4, 2, 1) if divisor == 1 or longer >= divisor * side)


def _decode_jpeg(data: bytes, divisor: int) -> NDArray[np.uint8] | None:
    """Decode grey or colour at one ``divisor``-th of the size; None if the data ends too early.

    OpenCV is the fastest decoder at hand, answers None for a JPEG that lacks its end (Pillow raises), and would
    apply the EXIF orientation by itself if it were not told to ignore it.
    """
    try:
        return _as_uint8(cv2.imdecode(np.frombuffer(data, np.uint8), _JPEG_FLAGS | _REDUCED[divisor]))
    except cv2.error:
        return None


def _as_uint8(pixels: object) -> NDArray[np.uint8] | None:
    return pixels if isinstance(pixels, np.ndarray) and pixels.dtype == np.uint8 else None


def _decode_by_pillow(data: bytes, header: Header, divisor: int) -> NDArray[np.uint8] | None:
    """Decode what OpenCV does not; None for a damaged file, such as one whose parts state different sizes."""
    kind = header.format
    try:
        with Image.open(io.BytesIO(data), formats=("JPEG", "PNG", "WEBP")) as image:
            if image.size != (header.width, header.height):
                return None
            if kind == "JPEG":
                image.draft(image.mode, (-(-image.width // divisor), -(-image.height // divisor)))
            return _reduced(_to_rgb(image), divisor if kind != "JPEG" else 1)
    except (OSError, SyntaxError, ValueError, EOFError, struct.error, IndexError, MemoryError):
        return None
    except Image.DecompressionBombError:  # a second header that states more pixels than the first
        return None


def _to_rgb(image: Image.Image) -> NDArray[np.uint8]:
    """Any mode as ``uint8 (h, w, 3)`` RGB: deep greys by their high byte, what is transparent on white."""
    if image.mode.startswith("I"):
        grey = (np.asarray(image).astype(np.uint32) >> 8).clip(0, 255).astype(np.uint8)
        return np.repeat(grey[..., None], 3, axis=2)
    if image.mode in {"RGBA", "LA", "PA"} or "transparency" in image.info:
        seen = Image.new("RGBA", image.size, "white")
        seen.alpha_composite(image.convert("RGBA"))
        image = seen
    return np.asarray(image.convert("RGB"))


def _reduced(pixels: NDArray[np.uint8], divisor: int) -> NDArray[np.uint8]:
    """Shrink as a JPEG's decoder would: sides divided and rounded up."""
    if divisor == 1:
        return pixels
    height, width = pixels.shape[:2]
    size = (-(-width // divisor), -(-height // divisor))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)


def _decode_heic(data: bytes, label: str, side: int) -> tuple[Header, NDArray[np.uint8]]:
    """Decode by libheif, which applies the container's own rotation; its EXIF orientation is not used."""
    try:
        heif = pi_heif.open_heif(io.BytesIO(data))
        width, height = heif.size
    except (ValueError, EOFError, SyntaxError, RuntimeError, OSError):
        raise PhotoError(f"The header of {quoted(label)} does not make sense for a HEIC", photo=label) from None
    _refuse_pixels(label, width, height)
    divisor = _divisor(width, height, side)
    try:
        pixels = _reduced(_to_rgb(heif.to_pillow()), divisor)
    except (ValueError, EOFError, SyntaxError, RuntimeError, OSError):
        raise _truncated(label, "HEIC") from None
    return Header("HEIC", width, height), pixels


_TURNS: Final[dict[int, tuple[int | None, int | None]]] = {
    1: (None, None),
    2: (1, None),
    3: (None, cv2.ROTATE_180),
    4: (0, None),
    5: (1, cv2.ROTATE_90_COUNTERCLOCKWISE),
    6: (None, cv2.ROTATE_90_CLOCKWISE),
    7: (1, cv2.ROTATE_90_CLOCKWISE),
    8: (None, cv2.ROTATE_90_COUNTERCLOCKWISE),
}
"""For each EXIF orientation the flip (OpenCV's axis) and then the turn that make the picture upright."""


def _upright(label: str, header: Header, pixels: NDArray[np.uint8], start: float) -> Photo:
    """Apply the orientation: the one place where it happens."""
    scale = max(pixels.shape[:2]) / max(header.width, header.height)
    flip, turn = _TURNS[header.orientation]
    if flip is not None:
        pixels = np.asarray(cv2.flip(pixels, flip), np.uint8)
    if turn is not None:
        pixels = np.asarray(cv2.rotate(pixels, turn), np.uint8)
    width, height = header.width, header.height
    if header.orientation >= 5:
        width, height = height, width
    return Photo(label, width, height, pixels, scale, time.perf_counter() - start)
