"""The dots (筒子): coloured rings, and the large rosette of the one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from datasets.faces.strokes import circle, leaf, petals, polar, ring, scallop, smooth

if TYPE_CHECKING:
    from collections.abc import Mapping

    from datasets.faces.palette import Palette
    from datasets.faces.strokes import Canvas, Point

Dot = tuple[float, float, str]

_LEFT, _MIDDLE, _RIGHT = 92.0, 150.0, 208.0

PLACES: Final[Mapping[int, tuple[float, tuple[Dot, ...]]]] = {
    2: (76, ((150, 108, "green"), (150, 292, "blue"))),
    3: (56, ((82, 86, "blue"), (150, 200, "red"), (218, 314, "green"))),
    4: (57, ((84, 102, "blue"), (216, 102, "green"), (84, 298, "green"), (216, 298, "blue"))),
    5: (51, ((82, 86, "blue"), (218, 86, "green"), (150, 200, "red"), (82, 314, "green"), (218, 314, "blue"))),
    6: (
        50,
        (
            (_LEFT, 80, "green"),
            (_RIGHT, 80, "green"),
            (_LEFT, 214, "red"),
            (_RIGHT, 214, "red"),
            (_LEFT, 322, "red"),
            (_RIGHT, 322, "red"),
        ),
    ),
    7: (
        44.5,
        (
            (66, 70, "green"),
            (150, 102, "green"),
            (234, 134, "green"),
            (102, 236, "red"),
            (198, 236, "red"),
            (102, 330, "red"),
            (198, 330, "red"),
        ),
    ),
    8: (43, tuple((x, y, "blue") for y in (64.0, 154.7, 245.3, 336.0) for x in (102.0, 198.0))),
    9: (
        42,
        tuple(
            (x, y, colour)
            for y, colour in ((76.0, "green"), (200.0, "red"), (324.0, "blue"))
            for x in (58.0, 150.0, 242.0)
        ),
    ),
}
"""By number: the radius of a dot, and where each dot lies and in which colour."""


def dot(canvas: Canvas, centre: Point, radius: float, colour: str) -> None:
    """Draw one dot: rings around a boss; the larger ones carry a wreath of petals."""
    if radius > 60:
        canvas.fill(ring(centre, radius, radius * 0.86), colour, even_odd=True)
        canvas.fill(petals(centre, radius * 0.54, radius * 0.82, 16, fill=0.8), colour)
        canvas.fill(ring(centre, radius * 0.48, radius * 0.36), colour, even_odd=True)
        canvas.fill(petals(centre, radius * 0.08, radius * 0.31, 6, fill=0.78), colour)
        return
    canvas.fill(ring(centre, radius, radius * 0.79), colour, even_odd=True)
    canvas.fill(ring(centre, radius * 0.68, radius * 0.49), colour, even_odd=True)
    canvas.fill(circle(centre, radius * 0.31), colour)


def rosette(canvas: Canvas, palette: Palette, radius: float = 132.0, centre: Point = (150.0, 200.0)) -> None:
    """Draw the one: a flower of many petals between beaded rings."""
    wreath = scallop(centre, radius, 16, 0.11) + circle(centre, radius * 0.72)
    hearts = ""
    for index in range(16):
        # Bare hearts keep the wreath light, bare lines part its petals.
        angle = index * 22.5 - 90
        hearts += leaf(polar(centre, radius * 0.76, angle), polar(centre, radius * 0.95, angle), radius * 0.13, 0, 0.6)
    canvas.fill(wreath + hearts, palette.green, even_odd=True)
    partings = "".join(
        smooth([polar(centre, radius * 0.72, angle), polar(centre, radius, angle)])
        for angle in (index * 22.5 - 78.75 for index in range(16))
    )
    canvas.cut(partings, radius * 0.016, line=True)
    canvas.fill(ring(centre, radius * 0.69, radius * 0.63), palette.green, even_odd=True)
    for index in range(20):
        canvas.fill(circle(polar(centre, radius * 0.56, index * 18), radius * 0.047), palette.blue)
    canvas.fill(ring(centre, radius * 0.49, radius * 0.42), palette.red, even_odd=True)
    canvas.fill(petals(centre, radius * 0.13, radius * 0.385, 8, fill=0.84), palette.red)
    canvas.fill(circle(centre, radius * 0.09), palette.red)


def dots(canvas: Canvas, number: int, palette: Palette) -> None:
    """Draw the face of ``number`` dots."""
    if number == 1:
        rosette(canvas, palette)
        return
    radius, places = PLACES[number]
    for x, y, colour in places:
        dot(canvas, (x, y), radius, getattr(palette, colour))
