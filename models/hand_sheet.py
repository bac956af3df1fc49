"""A contact sheet of the readings that went worst: the photo as it was read, and below it what is true."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from models.evaluate import SheetError
from scoring import notation
from vision.overlay import draw_overlay
from vision.photo import Photo, open_photo

if TYPE_CHECKING:
    from pathlib import Path

    from models.hands import HandOutcome

_PAPER, _INK, _SILENT = (18, 22, 30), (244, 246, 250), (255, 120, 120)


def badness(outcome: HandOutcome) -> tuple[bool, bool, int]:
    """Sort key: silent errors first, then what the answers do not settle, then the number of wrong parts."""
    return outcome.silent, not outcome.settled, len(outcome.faults)


def hand_sheet(outcomes: list[HandOutcome], path: Path, *, most: int = 12, side: int = 900) -> None:
    """Write a PNG of the worst readings; nothing where all is right.

    Args:
        outcomes: what was measured.
        path: the PNG to write.
        most: how many readings.
        side: pixels across each.

    Raises:
        SheetError: the file cannot be written.

    """
    wrong = sorted((item for item in outcomes if item.faults or item.silent), key=badness, reverse=True)[:most]
    if not wrong:
        return
    cells = [_cell(outcome, side) for outcome in wrong]
    columns = min(4, len(cells))
    rows = [cells[start : start + columns] for start in range(0, len(cells), columns)]
    heights = [max(cell.height for cell in row) for row in rows]
    sheet = Image.new("RGB", (columns * side, sum(heights)), _PAPER)
    y = 0
    for row, height in zip(rows, heights, strict=True):
        for place, cell in enumerate(row):
            sheet.paste(cell, (place * side, y))
        y += height
    try:
        sheet.save(path, "PNG")
    except (OSError, ValueError):
        raise SheetError(f"The picture {str(path)!r} cannot be written.") from None


def _cell(outcome: HandOutcome, side: int) -> Image.Image:
    reading = outcome.reading
    if outcome.path is None:
        blank = np.full((reading.height, reading.width, 3), 70, np.uint8)
        photo = Photo(reading.photo, reading.width, reading.height, blank)
    else:
        photo = open_photo(outcome.path)
    drawn = draw_overlay(photo, reading)
    drawn = drawn.resize((side, round(drawn.height * side / drawn.width)), Image.Resampling.LANCZOS)
    lines = [
        (f"truth  {notation.format(outcome.truth.hand)}", _INK),
        (
            f"wrong  {', '.join(fault.kind for fault in outcome.faults) or 'nothing'}",
            _SILENT if outcome.silent else _INK,
        ),
        (f"{reading.photo}: {', '.join(outcome.truth.kinds)}", _INK),
    ]
    cell = Image.new("RGB", (side, drawn.height + 24 * len(lines) + 10), _PAPER)
    cell.paste(drawn, (0, 0))
    draw = ImageDraw.Draw(cell)
    font = ImageFont.load_default(size=17)
    for number, (text, colour) in enumerate(lines):
        draw.text((14, drawn.height + 24 * number), text, font=font, fill=colour)
    return cell
