"""What a photo's first bytes say before any pixel is decoded: format, size, orientation.

The formats are told apart by content, never by a file's name. Each reader walks the container's own structure
(JPEG segments, PNG chunks, RIFF chunks) and touches no compressed data, so that a picture of any claimed size costs
nothing to refuse.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Final, Literal

Format = Literal["JPEG", "PNG", "WebP", "HEIC"]

_PNG_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_HEIC_BRANDS: Final = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs"})
_SOF_MARKERS: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Start of frame in JPEG, of every coding; the three left out are tables and a reserved marker."""


@dataclass(frozen=True, slots=True)
class Header:
    """What is known of a picture from its header.

    Args:
        format: the container.
        width: pixels across, as stored (before orientation).
        height: pixels down, as stored.
        orientation: the EXIF orientation, 1 to 8; 1 where none is given or it makes no sense.
        channels: colour components of a JPEG; 0 for the other formats.

    """

    format: Format
    width: int
    height: int
    orientation: int = 1
    channels: int = 0


def sniff(data: bytes) -> Format | None:
    """Tell the format from a file's first bytes; None if it is none of the four."""
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if data.startswith(_PNG_SIGNATURE):
        return "PNG"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WebP"
    if data[4:8] == b"ftyp":
        size = int.from_bytes(data[:4], "big")
        brands = data[8 : min(size, 256)]
        if any(brands[at : at + 4] in _HEIC_BRANDS for at in range(0, len(brands), 4)):
            return "HEIC"
    return None


def orientation_of(exif: bytes) -> int:
    """Orientation (tag 0x0112) from an EXIF block, with or without its ``Exif`` prefix; 1 if absent or nonsense."""
    tiff = exif.removeprefix(b"Exif\x00\x00")
    order = {b"II*\x00": "<", b"MM\x00*": ">"}.get(tiff[:4])
    if order is None or len(tiff) < 8:
        return 1
    (offset,) = struct.unpack_from(f"{order}I", tiff, 4)
    if offset + 2 > len(tiff):
        return 1
    (count,) = struct.unpack_from(f"{order}H", tiff, offset)
    for entry in range(offset + 2, min(offset + 2 + 12 * count, len(tiff) - 11), 12):
        tag, kind, number, value = struct.unpack_from(f"{order}HHIH", tiff, entry)
        if tag == 0x0112:
            return value if kind == 3 and number == 1 and 1 <= value <= 8 else 1
    return 1


def _read_jpeg(data: bytes) -> Header | None:
    orientation = 1
    at = 2
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            return None
        marker = data[at + 1]
        if marker == 0xFF:  # a fill byte
            at += 1
            continue
        if marker == 0x01 or 0xD0 <= marker <= 0xD8:  # markers without a segment
            at += 2
            continue
        (length,) = struct.unpack_from(">H", data, at + 2)
        if marker in _SOF_MARKERS:
            if at + 10 > len(data):
                return None
            height, width, channels = struct.unpack_from(">HHB", data, at + 5)
            return Header("JPEG", width, height, orientation, channels)
        if marker == 0xE1 and data[at + 4 : at + 10] == b"Exif\x00\x00":
            orientation = orientation_of(data[at + 4 : at + 2 + length])
        if marker in {0xD9, 0xDA}:  # pixels or the end before any frame header
            return None
        at += 2 + length
    return None


def _read_png(data: bytes) -> Header | None:
    if len(data) < 33 or data[12:16] != b"IHDR":
        return None
    width, height = struct.unpack_from(">II", data, 16)
    orientation = 1
    at = 8
    while at + 8 <= len(data):
        (length,) = struct.unpack_from(">I", data, at)
        if data[at + 4 : at + 8] == b"eXIf":
            orientation = orientation_of(data[at + 8 : at + 8 + length])
            break
        at += 12 + length
    return Header("PNG", width, height, orientation)


def _read_webp(data: bytes) -> Header | None:
    if len(data) < 30:
        return None
    kind = data[12:16]
    if kind == b"VP8X":
        width = 1 + int.from_bytes(data[24:27], "little")
        height = 1 + int.from_bytes(data[27:30], "little")
    elif kind == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        width, height = 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    elif kind == b"VP8 ":
        width, height = (side & 0x3FFF for side in struct.unpack_from("<HH", data, 26))
    else:
        return None
    orientation = 1
    at = 12
    while at + 8 <= len(data):
        (length,) = struct.unpack_from("<I", data, at + 4)
        if data[at : at + 4] == b"EXIF":
            orientation = orientation_of(data[at + 8 : at + 8 + length])
            break
        at += 8 + length + length % 2
    return Header("WebP", width, height, orientation)


def read_header(data: bytes) -> Header | None:
    """Read a JPEG's, PNG's or WebP's header; None if it is none of these or its header makes no sense.

    A HEIC's size lies deep in its boxes; its decoder reads it (`vision.photo`).
    """
    match sniff(data):
        case "JPEG":
            header = _read_jpeg(data)
        case "PNG":
            header = _read_png(data)
        case "WebP":
            header = _read_webp(data)
        case _:
            header = None
    return header if header is not None and header.width > 0 and header.height > 0 else None
