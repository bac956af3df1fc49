"""Outlines of characters taken from a font file with fontTools (extra ``draw``)."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, Any, Final

from datasets.faces.strokes import number

if TYPE_CHECKING:
    from pathlib import Path

EM: Final = 1000
_COMMAND = re.compile(r"([MLHVQCZ])([^MLHVQCZ]*)")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@functools.cache
def _opened(path: Path, face: int) -> tuple[Any, Any, Any]:
    """Open the font, its glyphs and its character map."""
    from fontTools.ttLib import TTFont  # noqa: PLC0415 – an optional extra

    font = TTFont(path, fontNumber=face, lazy=True)
    return font, font.getGlyphSet(), font.getBestCmap()


@functools.cache
def outline(path: Path, character: str, face: int = 0) -> str:
    """Give ``character`` of the font at ``path`` as path data (M, L, Q, C, Z) in a square of 1000 units, y down.

    ``face`` picks a font of a collection. Raises ``KeyError`` where the font lacks the character, ``ImportError`` where
    fontTools is not installed.
    """
    from fontTools.pens.svgPathPen import SVGPathPen  # noqa: PLC0415
    from fontTools.pens.transformPen import TransformPen  # noqa: PLC0415

    font, glyphs, names = _opened(path, face)
    glyph = glyphs[names[ord(character)]]
    scale = EM / font["head"].unitsPerEm
    # The ideographic square hangs 880 above the baseline in every CJK font met so far; letters are centred in it.
    shift = (EM - glyph.width * scale) / 2
    pen = SVGPathPen(glyphs, ntos=lambda value: number(value, 0))
    glyph.draw(TransformPen(pen, (scale, 0, 0, -scale, shift, 880)))
    return _long_form(pen.getCommands())


def _long_form(path: str) -> str:
    """Write level and upright lines (H, V) as plain lines."""
    parts: list[str] = []
    x = y = "0"
    for command, body in _COMMAND.findall(path):
        values = _NUMBER.findall(body)
        if command == "Z":
            parts.append("Z")
            continue
        if command == "H":
            x = values[0]
            parts.append(f"L{x} {y}")
            continue
        if command == "V":
            y = values[0]
            parts.append(f"L{x} {y}")
            continue
        parts.append(command + " ".join(values))
        x, y = values[-2:]
    return "".join(parts)
