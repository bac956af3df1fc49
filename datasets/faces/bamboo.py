"""The bamboo (索子) from two to nine: jointed sticks."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from datasets.faces.strokes import smooth, turned

if TYPE_CHECKING:
    from collections.abc import Mapping

    from datasets.faces.palette import Palette
    from datasets.faces.strokes import Canvas, Point

Stick = tuple[float, float, float, float, str]
"""Both ends (x₀, y₀, x₁, y₁) and the colour."""


def _upright(x: float, y: float, length: float, colour: str = "green") -> Stick:
    return x, y - length / 2, x, y + length / 2, colour


PLACES: Final[Mapping[int, tuple[float, tuple[Stick, ...]]]] = {
    2: (46, (_upright(150, 108, 156), _upright(150, 292, 156))),
    3: (46, (_upright(150, 108, 156), _upright(82, 292, 156), _upright(218, 292, 156))),
    4: (46, tuple(_upright(x, y, 156) for y in (108.0, 292.0) for x in (88.0, 212.0))),
    5: (
        46,
        (
            *(_upright(x, y, 152) for y in (108.0, 292.0) for x in (66.0, 234.0)),
            _upright(150, 200, 152, "red"),
        ),
    ),
    6: (46, tuple(_upright(x, y, 156) for y in (108.0, 292.0) for x in (66.0, 150.0, 234.0))),
    7: (
        40,
        (
            _upright(150, 82, 104, "red"),
            *(
                _upright(x, y, 104, "blue" if x == 150 else "green")
                for y in (200.0, 318.0)
                for x in (66.0, 150.0, 234.0)
            ),
        ),
    ),
    8: (
        36,
        (
            _upright(52, 108, 156),
            _upright(248, 108, 156),
            (66, 176, 144, 46, "green"),
            (234, 176, 156, 46, "green"),
            _upright(52, 292, 156),
            _upright(248, 292, 156),
            (66, 224, 144, 354, "green"),
            (234, 224, 156, 354, "green"),
        ),
    ),
    9: (
        40,
        tuple(
            _upright(x, y, 104, colour)
            for y in (82.0, 200.0, 318.0)
            for x, colour in ((66.0, "green"), (150.0, "red"), (234.0, "green"))
        ),
    ),
}
"""By number: how wide a stick is, and where each stick stands."""


def stick(canvas: Canvas, start: Point, end: Point, width: float, colour: str) -> None:
    """Draw one stick of two joints: knots at both ends and in the middle, a bare sliver of light along each joint."""
    length = math.dist(start, end)
    half, waist = width / 2, width * 0.34
    knot = min(width * 0.42, length * 0.13)
    right = [
        (half * 0.62, -length / 2),
        (half, -length / 2 + knot * 0.75),
        (waist, -length / 2 + knot * 1.9),
        (waist, -knot * 1.15),
        (half, 0.0),
        (waist, knot * 1.15),
        (waist, length / 2 - knot * 1.9),
        (half, length / 2 - knot * 0.75),
        (half * 0.62, length / 2),
    ]
    shape = right + [(-x, y) for x, y in reversed(right)]
    angle = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0])) - 90
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)

    def place(points: list[Point]) -> list[Point]:
        return turned([(x + middle[0], y + middle[1]) for x, y in points], middle, angle)

    path = smooth(place(shape), closed=True)
    sliver = width * 0.085
    for top, bottom in ((-length / 2 + knot * 1.05, -knot * 0.8), (knot * 0.8, length / 2 - knot * 1.05)):
        path += smooth(
            place(
                [
                    (0.0, top),
                    (sliver, top + sliver * 2),
                    (sliver, bottom - sliver * 2),
                    (0.0, bottom),
                    (-sliver, bottom - sliver * 2),
                    (-sliver, top + sliver * 2),
                ]
            ),
            closed=True,
        )
    canvas.fill(path, colour, even_odd=True)


def bamboo(canvas: Canvas, number: int, palette: Palette) -> None:
    """Draw the face of ``number`` sticks, two to nine."""
    width, sticks = PLACES[number]
    for x0, y0, x1, y1, colour in sticks:
        stick(canvas, (x0, y0), (x1, y1), width, getattr(palette, colour))
