"""The white dragon (白): a frame, or nothing at all."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from datasets.faces.strokes import HEIGHT, WIDTH, rounded, smooth

if TYPE_CHECKING:
    from datasets.faces.palette import Palette
    from datasets.faces.strokes import Canvas

KINDS: Final = ("blank", "single", "double", "brackets", "steps", "fret", "dashes", "waves")


def white_dragon(canvas: Canvas, palette: Palette) -> None:
    """Draw a blue frame: two lines with a bracket in each corner."""
    frame(canvas, palette.blue, "brackets")


def frame(canvas: Canvas, colour: str, kind: str, weight: float = 1.0) -> None:
    """Draw a frame of one of ``KINDS``; ``weight`` thickens its lines."""
    if kind == "blank":
        return
    if kind == "fret":
        _fret(canvas, colour, weight)
        return
    if kind == "waves":
        _waves(canvas, colour, weight)
        return
    if kind == "dashes":
        canvas.stroke(rounded(46, 36, WIDTH - 46, HEIGHT - 36, 18), colour, 16 * weight)
        for x in (46, WIDTH - 46):
            canvas.cut("".join(f"M{x - 14} {y}H{x + 14}" for y in range(90, 330, 44)), 3.5, line=True)
        for y in (36, HEIGHT - 36):
            canvas.cut("".join(f"M{x} {y - 14}V{y + 14}" for x in range(106, 200, 44)), 3.5, line=True)
        return
    outer = 13 * weight
    canvas.fill(
        rounded(44, 34, WIDTH - 44, HEIGHT - 34, 26)
        + rounded(44 + outer, 34 + outer, WIDTH - 44 - outer, HEIGHT - 34 - outer, 15),
        colour,
        even_odd=True,
    )
    if kind == "single":
        return
    inner = 8 * weight
    left, top = 68, 58
    canvas.fill(
        rounded(left, top, WIDTH - left, HEIGHT - top, 10)
        + rounded(left + inner, top + inner, WIDTH - left - inner, HEIGHT - top - inner, 5),
        colour,
        even_odd=True,
    )
    if kind == "double":
        return
    for x, dx in ((76, 1), (224, -1)):
        for y, dy in ((66, 1), (334, -1)):
            if kind == "steps":
                canvas.stroke(f"M{x} {y + 40 * dy}H{x + 20 * dx}V{y + 20 * dy}H{x + 40 * dx}V{y}", colour, 7 * weight)
                continue
            # The brackets run a little under the frame, so that no seam shows.
            x0, y0 = x - 3 * dx, y - 3 * dy
            canvas.fill(
                f"M{x0} {y0 + 52 * dy}L{x0 + 52 * dx} {y0}H{x0 + 40 * dx}L{x0} {y0 + 40 * dy}Z"
                f"M{x0} {y0}H{x0 + 28 * dx}L{x0} {y0 + 28 * dy}Z",
                colour,
            )


def _fret(canvas: Canvas, colour: str, weight: float) -> None:
    """Draw a border of keys between two lines."""
    for inset in (38, 82):
        canvas.stroke(rounded(inset, inset - 8, WIDTH - inset, HEIGHT - inset + 8, 6), colour, 6 * weight)
    step = 32
    for index in range(7):
        x = 54 + index * step
        for y in (52, HEIGHT - 52):
            canvas.stroke(f"M{x - 8} {y + 9}V{y - 9}H{x + 8}V{y + 9}", colour, 6 * weight)
    for index in range(8):
        level = 90 + index * 31.4
        for x in (60, WIDTH - 60):
            canvas.stroke(f"M{x + 9} {level - 8:.1f}H{x - 9}V{level + 8:.1f}H{x + 9}", colour, 6 * weight)


def _waves(canvas: Canvas, colour: str, weight: float) -> None:
    """Draw a curling border around a line."""
    canvas.stroke(rounded(74, 64, WIDTH - 74, HEIGHT - 64, 12), colour, 7 * weight)
    count = 44
    points = []
    for index in range(count * 2):
        share = index / (count * 2)
        angle = share * 2 * math.pi
        # A rounded rectangle as a superellipse.
        cos, sin = math.cos(angle), math.sin(angle)
        reach = (abs(cos) ** 7 + abs(sin) ** 7) ** (-1 / 7)
        size = 1 + (0.045 if index % 2 else -0.045)
        points.append((WIDTH / 2 + 100 * reach * cos * size, HEIGHT / 2 + 154 * reach * sin * size))
    canvas.stroke(smooth(points, closed=True), colour, 8 * weight)
