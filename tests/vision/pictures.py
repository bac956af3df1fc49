"""Pictures made for tests: four quarters of known colours, so that every turn and mirror image is told apart."""

import io
import struct
import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

RED, BLUE, GREEN, WHITE = (220, 40, 40), (40, 60, 220), (20, 120, 60), (240, 240, 240)


def quarters(width: int = 160, height: int = 96) -> NDArray[np.uint8]:
    """Red top left, blue top right, green bottom left, white bottom right; uint8 (height, width, 3)."""
    pixels = np.empty((height, width, 3), np.uint8)
    pixels[: height // 2, : width // 2] = RED
    pixels[: height // 2, width // 2 :] = BLUE
    pixels[height // 2 :, : width // 2] = GREEN
    pixels[height // 2 :, width // 2 :] = WHITE
    return pixels


def corners(pixels: NDArray[np.uint8]) -> list[tuple[int, ...]]:
    """The colours amid the four quarters, in reading order."""
    height, width = pixels.shape[:2]
    return [
        tuple(int(value) for value in pixels[y, x])
        for y in (height // 4, height * 3 // 4)
        for x in (width // 4, width * 3 // 4)
    ]


def close(found: Sequence[tuple[int, ...]], expected: Sequence[tuple[int, ...]], tolerance: int = 6) -> bool:
    """Whether colours agree, up to what lossy coding changes."""
    return bool(np.abs(np.array(found) - np.array(expected)).max() <= tolerance)


def encoded(pixels: NDArray[Any] | Image.Image, kind: str = "PNG", **options: Any) -> bytes:
    """A file's bytes, by Pillow."""
    image = pixels if isinstance(pixels, Image.Image) else Image.fromarray(pixels)
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def exif(orientation: int) -> bytes:
    """An EXIF block that states an orientation and nothing else."""
    block = Image.Exif()
    block[0x0112] = orientation
    return block.tobytes()


def png_claiming(width: int, height: int) -> bytes:
    """A PNG whose header claims a size, with next to no pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(64))) + chunk(b"IEND", b"")
    )
