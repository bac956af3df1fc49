"""The bamboo (索子) from two to nine: jointed sticks."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from datasets.faces.strokes import circle, smooth, turned

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

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


def _axes(start: Point, end: Point) -> tuple[float, float, Point]:
    """Give a stick's length, its turn from upright in degrees and its middle."""
    angle = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0])) - 90
    return math.dist(start, end), angle, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)


def _placed(points: list[Point], angle: float, middle: Point) -> list[Point]:
    return turned([(x + middle[0], y + middle[1]) for x, y in points], middle, angle)


def _bone(canvas: Canvas, start: Point, end: Point, width: float, colour: str) -> None:
    """Draw a straight stick with three knuckles and a bare core."""
    length, angle, middle = _axes(start, end)
    spine = _placed([(0, -length / 2 + width * 0.3), (0, length / 2 - width * 0.3)], angle, middle)
    canvas.stroke(smooth(spine), colour, width * 0.62)
    knuckles = [(0.0, y) for y in (-length / 2 + width * 0.38, 0.0, length / 2 - width * 0.38)]
    for knuckle in _placed(knuckles, angle, middle):
        canvas.fill(circle(knuckle, width * 0.42), colour)
    core = _placed([(0, -length / 2 + width * 0.45), (0, length / 2 - width * 0.45)], angle, middle)
    canvas.cut(smooth(core), width * 0.07, line=True)


def _bars(canvas: Canvas, start: Point, end: Point, width: float, colour: str) -> None:
    """Draw a plain rod with bare joints."""
    length, angle, middle = _axes(start, end)
    spine = _placed([(0, -length / 2 + width * 0.35), (0, length / 2 - width * 0.35)], angle, middle)
    canvas.stroke(smooth(spine), colour, width * 0.7)
    for y in (-length * 0.22, length * 0.22) if length > 3 * width else (0.0,):
        canvas.cut(smooth(_placed([(-width * 0.4, y), (width * 0.4, y)], angle, middle)), width * 0.07, line=True)


def _hollow(canvas: Canvas, start: Point, end: Point, width: float, colour: str) -> None:
    """Draw the outline of a rod with its joints."""
    length, angle, middle = _axes(start, end)
    spine = _placed([(0, -length / 2 + width * 0.4), (0, length / 2 - width * 0.4)], angle, middle)
    canvas.stroke(smooth(spine), colour, width * 0.8)
    canvas.cut(smooth(spine), width * 0.24, line=True)
    joint = _placed([(-width * 0.42, 0), (width * 0.42, 0)], angle, middle)
    canvas.stroke(smooth(joint), colour, width * 0.2)


def _segments(canvas: Canvas, start: Point, end: Point, width: float, colour: str) -> None:
    """Draw two or three separate joints, each with a bare core."""
    length, angle, middle = _axes(start, end)
    count = 3 if length > 3.2 * width else 2
    part = length / count
    for index in range(count):
        top = -length / 2 + part * index
        spine = _placed([(0, top + width * 0.34), (0, top + part - width * 0.34)], angle, middle)
        canvas.stroke(smooth(spine), colour, width * 0.62)
        canvas.cut(smooth(spine), width * 0.08, line=True)


def _beads(canvas: Canvas, start: Point, end: Point, width: float, colour: str) -> None:
    """Draw a chain of rings."""
    length, angle, middle = _axes(start, end)
    count = max(round(length / (width * 0.95)), 2)
    part = length / count
    for index in range(count):
        centre = _placed([(0, -length / 2 + part * (index + 0.5))], angle, middle)[0]
        canvas.fill(circle(centre, part * 0.54), colour)
    for index in range(count):
        centre = _placed([(0, -length / 2 + part * (index + 0.5))], angle, middle)[0]
        canvas.cut(circle(centre, part * 0.2))


KINDS: Final[Mapping[str, Callable[[Canvas, Point, Point, float, str], None]]] = {
    "jointed": stick,
    "bone": _bone,
    "bars": _bars,
    "hollow": _hollow,
    "segments": _segments,
    "beads": _beads,
}
"""Ways to draw a stick: canvas, both ends, width and colour."""


def bamboo(canvas: Canvas, number: int, palette: Palette) -> None:
    """Draw the face of ``number`` sticks, two to nine."""
    width, sticks = PLACES[number]
    for x0, y0, x1, y1, colour in sticks:
        stick(canvas, (x0, y0), (x1, y1), width, getattr(palette, colour))
