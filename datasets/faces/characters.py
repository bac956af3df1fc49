"""Characters (萬子), winds, the red and the green dragon, from the outlines of an openly licensed font."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from datasets.faces.strokes import move

if TYPE_CHECKING:
    from collections.abc import Mapping

    from datasets.faces.palette import Palette
    from datasets.faces.strokes import Canvas

NUMERALS: Final = "一二三四伍六七八九"
WINDS: Final[Mapping[str, str]] = {"E": "東", "S": "南", "W": "西", "N": "北"}


@dataclass(frozen=True, slots=True)
class Pen:
    """How an outline is thickened: nib length, its share across, and its slant in degrees."""

    width: float = 9.0
    contrast: float = 0.35
    angle: float = -20.0


@functools.cache
def outlines() -> Mapping[str, str]:
    """Give every committed outline by character: path data in a square of 1000 units, y down."""
    text = files("datasets.faces").joinpath("outlines.json").read_text(encoding="utf-8")
    return dict(json.loads(text))


def write(
    canvas: Canvas,
    outline: str,
    box: tuple[float, float, float, float],
    colour: str,
    pen: Pen,
) -> None:
    """Draw ``outline`` with its square of 1000 units laid on ``box`` (left, top, right, bottom)."""
    left, top, right, bottom = box
    path = move(outline, ((right - left) / 1000, 0, 0, (bottom - top) / 1000, left, top))
    canvas.pen(path, colour, pen.width, pen.contrast, pen.angle)


def myriad(canvas: Canvas, number: int, palette: Palette) -> None:
    """Draw the suit of characters: a blue numeral over a red 萬."""
    write(canvas, outlines()[NUMERALS[number - 1]], (62, 12, 238, 182), palette.blue, Pen(11))
    write(canvas, outlines()["萬"], (48, 176, 252, 388), palette.red, Pen(8))


def wind(canvas: Canvas, code: str, palette: Palette) -> None:
    """Draw a wind, large, in blue."""
    write(canvas, outlines()[WINDS[code]], (26, 56, 274, 344), palette.blue, Pen(13))


def red_dragon(canvas: Canvas, palette: Palette) -> None:
    """Draw 中 in red."""
    write(canvas, outlines()["中"], (18, 40, 282, 360), palette.red, Pen(15))


def green_dragon(canvas: Canvas, palette: Palette) -> None:
    """Draw 發 in green."""
    write(canvas, outlines()["發"], (24, 56, 276, 344), palette.green, Pen(9))
