"""Draws what was read over the photo, so that a person can agree or not at a glance."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.layout import Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.photo import Photo
    from vision.reading import Question, Reading, ReadTile

Colour = tuple[int, int, int]

COLOURS: Final[dict[Role, Colour]] = {
    Role.CONCEALED: (56, 132, 255),
    Role.EXPOSED: (255, 159, 28),
    Role.CONCEALED_KONG: (168, 85, 247),
    Role.WINNING: (239, 48, 76),
    Role.BONUS: (22, 163, 112),
    Role.IGNORED: (150, 156, 166),
}
"""One colour a role, told apart on green, blue and wooden tables, and by the colour-blind by their lightness."""

NAMES: Final[dict[Role, str]] = {
    Role.CONCEALED: "concealed",
    Role.EXPOSED: "exposed",
    Role.CONCEALED_KONG: "concealed kong",
    Role.WINNING: "winning tile",
    Role.BONUS: "bonus",
    Role.IGNORED: "ignored",
}

_PAPER: Final[Colour] = (18, 22, 30)
_INK: Final[Colour] = (244, 246, 250)
_FAINT: Final[Colour] = (150, 158, 172)
_WARNING: Final[Colour] = (255, 209, 102)

_SIDES: Final = (1280, 2048)
"""The overlay's longer side in pixels: smaller photos are enlarged to the first, larger ones shrunk to the second."""


def draw_overlay(photo: Photo, reading: Reading) -> Image.Image:
    """Draw boxes by role, codes and confidences, and below the photo the hand with its questions and problems.

    Args:
        photo: the photo that was read.
        reading: what it was read as; its boxes are in pixels of the whole photo.

    Returns:
        An RGB picture of at least 1,280 and at most some 2,048 pixels on the photo's longer side.

    """
    height, width = photo.pixels.shape[:2]
    longer = max(height, width)
    factor = min(max(longer, _SIDES[0]), _SIDES[1]) / longer
    size = (max(1, round(width * factor)), max(1, round(height * factor)))
    shrinks = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    pixels = cv2.resize(photo.pixels, size, interpolation=shrinks) if factor != 1 else photo.pixels
    picture = Image.fromarray(np.asarray(pixels, np.uint8))
    unit = max(size) / 1280
    _draw_tiles(picture, reading, size[0] / photo.width, size[1] / photo.height, unit)
    return _with_caption(picture, reading, unit)


def overlay_png(photo: Photo, reading: Reading) -> bytes:
    """Give the overlay as a PNG file's bytes."""
    buffer = io.BytesIO()
    draw_overlay(photo, reading).save(buffer, "PNG", compress_level=3)
    return buffer.getvalue()


@lru_cache(maxsize=64)
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Give the typeface that comes with Pillow."""
    return ImageFont.load_default(size=max(size, 6))


def _draw_tiles(picture: Image.Image, reading: Reading, across: float, down: float, unit: float) -> None:
    asked = {index for question in reading.questions if question.kind == "uncertain_tile" for index in question.tiles}
    layer = Image.new("RGBA", picture.size, (0, 0, 0, 0))
    draw = ImageDraw.Draw(layer)
    shown = [tile for tile in reading.tiles if tile.role is not Role.IGNORED]
    label_size = _label_size(shown or reading.tiles, across, unit)
    placed = [
        (index, tile, (tile.box[0] * across, tile.box[1] * down, tile.box[2] * across, tile.box[3] * down))
        for index, tile in sorted(enumerate(reading.tiles), key=lambda pair: pair[1].role is not Role.IGNORED)
    ]
    placed = [(index, tile, box) for index, tile, box in placed if min(box[2] - box[0], box[3] - box[1]) >= 2]
    # Tints, then frames, then words, so that the boxes of a slanted row, which overlap, hide none of them.
    for _, tile, box in placed:
        if tile.role is not Role.IGNORED:
            draw.rounded_rectangle(box, _radius(box, unit), fill=(*COLOURS[tile.role], 34))
    for _, tile, box in placed:
        quiet = tile.role is Role.IGNORED
        outline = (*COLOURS[tile.role], 170 if quiet else 255)
        draw.rounded_rectangle(
            box, _radius(box, unit), outline=outline, width=max(1, round((1.4 + 1.2 * (not quiet)) * unit))
        )
    for index, tile, box in placed:
        middle, colour = (box[0] + box[2]) / 2, COLOURS[tile.role]
        if tile.role is Role.IGNORED:
            continue  # most of these had no second look: what they are called is a guess, and nobody's concern
        _chip(draw, tile.code, middle, box[1], label_size, background=(*colour, 255))
        doubtful = index in asked
        _chip(
            draw,
            f"{min(99, int(100 * tile.confidence))}%" + ("?" if doubtful else ""),
            middle,
            box[3],
            max(round(label_size * 0.58), round(8 * unit)),
            background=(*_WARNING, 255) if doubtful else (*_PAPER, 200),
            ink=_PAPER if doubtful else _INK,
            below=True,
        )
    picture.paste(layer, mask=layer)


def _radius(box: tuple[float, float, float, float], unit: float) -> float:
    return min(6 * unit, (box[2] - box[0]) / 5, (box[3] - box[1]) / 5)


def _label_size(tiles: Sequence[ReadTile], across: float, unit: float) -> int:
    """Choose the size at which codes fit above the narrower tiles."""
    widths = [(tile.box[2] - tile.box[0]) * across for tile in tiles]
    return (
        round(min(max(0.44 * float(np.percentile(widths, 25)), 10 * unit), 30 * unit)) if widths else round(16 * unit)
    )


def _chip(
    draw: ImageDraw.ImageDraw,
    text: str,
    middle: float,
    edge: float,
    size: int,
    *,
    background: tuple[int, int, int, int],
    ink: Colour = _INK,
    below: bool = False,
) -> None:
    """Write a word on a small plate that sits on a box's upper or lower edge."""
    font = _font(size)
    x1, y1, x2, y2 = draw.textbbox((0, 0), text, font=font)
    pad = max(1.0, 0.16 * size)
    width, height = x2 - x1 + 2.4 * pad, y2 - y1 + 2 * pad
    top = edge - 1 if below else edge - height + 1
    top = max(top, 0)
    left = middle - width / 2
    draw.rounded_rectangle((left, top, left + width, top + height), pad * 1.4, fill=background)
    draw.text((left + 1.2 * pad - x1, top + pad - y1), text, font=font, fill=(*ink, 255))


def _with_caption(picture: Image.Image, reading: Reading, unit: float) -> Image.Image:
    """Set the photo on a dark sheet with the hand in large letters, a legend, and what to look at."""
    width = picture.width
    margin = round(22 * unit)
    room = width - 2 * margin
    lines: list[tuple[str, int, Colour]] = []
    hand = reading.notation or "no hand"
    sure = f"{min(99, int(100 * reading.confidence))}% sure" if reading.notation else ""
    sure_size = round(20 * unit)
    sure_room = _width(sure, sure_size) + margin if sure else 0
    hand_size = _fitting(hand, room - sure_room, round(38 * unit), round(17 * unit))
    lines.extend((line, hand_size, _INK) for line in _wrapped(hand, hand_size, room - sure_room))
    notes = [(problem.message, _WARNING) for problem in reading.problems]
    notes += [(f"? {_sentence(reading, question)}", _WARNING) for question in reading.questions]
    note_size = round(19 * unit)
    for text, colour in notes:
        lines.extend((line, note_size, colour) for line in _wrapped(text, note_size, room))
    legend_size = round(16 * unit)
    roles = [role for role in COLOURS if any(tile.role is role for tile in reading.tiles)]
    gap = round(9 * unit)
    legend_rows = _legend_rows(roles, legend_size, room)
    height = margin + sum(size + gap for _, size, _ in lines) + len(legend_rows) * (legend_size + gap) + margin - gap
    sheet = Image.new("RGB", (width, picture.height + height), _PAPER)
    sheet.paste(picture, (0, 0))
    draw = ImageDraw.Draw(sheet)
    y = picture.height + margin
    if sure:
        place = (width - margin, y + hand_size / 2)
        draw.text(place, sure, font=_font(sure_size), fill=_FAINT, anchor="rm")
    for text, size, colour in lines:
        draw.text((margin, y + size / 2), text, font=_font(size), fill=colour, anchor="lm")
        y += size + gap
    for row in legend_rows:
        x = margin
        for role in row:
            draw.rounded_rectangle((x, y, x + legend_size, y + legend_size), legend_size / 4, fill=COLOURS[role])
            x += round(legend_size * 1.5)
            draw.text((x, y + legend_size / 2), NAMES[role], font=_font(legend_size), fill=_FAINT, anchor="lm")
            x += _width(NAMES[role], legend_size) + round(legend_size * 1.6)
        y += legend_size + gap
    return sheet


def _legend_rows(roles: Sequence[Role], size: int, room: int) -> list[list[Role]]:
    rows: list[list[Role]] = []
    left = 0.0
    for role in roles:
        needed = _width(NAMES[role], size) + size * 3.1
        if not rows or left < needed:
            rows.append([])
            left = room
        rows[-1].append(role)
        left -= needed
    return rows


def _sentence(reading: Reading, question: Question) -> str:
    """Put a question in a few words."""
    shown = [reading.tiles[index].code for index in question.tiles]
    match question.kind:
        case "uncertain_tile":
            return f"is the tile marked “?” {' or '.join(question.options[:3])}?"
        case "winning_tile":
            return "which tile won is not shown: no single tile lies apart"
        case "tile_count":
            return "the number of tiles is not that of a hand: is one missing or too many?"
        case "hidden_tile":
            between = f" between {shown[0]} and {shown[1]}" if len(shown) == 2 else ""
            return f"one tile was not found{between}: is it {' or '.join(question.options[:4]) or 'hidden'}?"
        case "extra_tile":
            return f"does {' '.join(shown)} belong to the hand?"
        case "cut":
            return "the hand reaches the edge of the photo: is a tile cut off?"
        case "mirrored":
            return "is the photo mirrored, as a selfie is?"
        case "blurred":
            return "the photo is blurred: is every tile right?"
        case "dark":
            return "the photo is dark: is every tile right?"
        case "kong_tile":
            return "the concealed kong shows no face"
        case "kong":
            return f"is the kong of {shown[0]} exposed or concealed?"
        case "exposed_melds":
            return "are the melds exposed, or is the hand concealed and sorted for the photo?"
        case _:
            return question.kind.replace("_", " ")


def _width(text: str, size: int) -> int:
    return round(_font(size).getlength(text))


def _fitting(text: str, room: int, largest: int, least: int) -> int:
    """Choose the largest size at which a line fits, but not less than the least."""
    return next((size for size in range(largest, least, -1) if _width(text, size) <= room), least)


def _wrapped(text: str, size: int, room: int) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        if lines and _width(f"{lines[-1]} {word}", size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
