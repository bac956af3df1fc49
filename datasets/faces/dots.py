"""The dots (筒子): coloured rings, and the large rosette of the one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from datasets.faces.strokes import circle, leaf, petals, polar, ring, scallop, smooth

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

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


def _medallion(canvas: Canvas, centre: Point, radius: float, colour: str, _: str) -> None:
    canvas.fill(circle(centre, radius), colour)
    canvas.cut(circle(centre, radius * 0.74))
    canvas.fill(circle(centre, radius * 0.62), colour)
    canvas.cut(petals(centre, radius * 0.14, radius * 0.5, 4, fill=0.72, phase=-45))


def _wheel(canvas: Canvas, centre: Point, radius: float, colour: str, _: str) -> None:
    canvas.fill(ring(centre, radius, radius * 0.78), colour, even_odd=True)
    spokes = "".join(smooth([centre, polar(centre, radius * 0.8, index * 45)]) for index in range(8))
    canvas.stroke(spokes, colour, radius * 0.12)
    canvas.fill(circle(centre, radius * 0.24), colour)


def _bowl(canvas: Canvas, centre: Point, radius: float, colour: str, _: str) -> None:
    canvas.fill(circle(centre, radius), colour)
    canvas.cut(ring(centre, radius * 0.52, radius * 0.42), radius * 0.02)
    canvas.fill(circle(centre, radius * 0.4), colour)
    canvas.cut(circle(centre, radius * 0.14))


def _ripples(canvas: Canvas, centre: Point, radius: float, colour: str, _: str) -> None:
    for size in (0.93, 0.66, 0.4):
        canvas.stroke(circle(centre, radius * size), colour, radius * 0.13)
    canvas.fill(circle(centre, radius * 0.14), colour)


def _two_tone(canvas: Canvas, centre: Point, radius: float, colour: str, accent: str) -> None:
    canvas.fill(ring(centre, radius, radius * 0.66), colour, even_odd=True)
    canvas.fill(petals(centre, radius * 0.12, radius * 0.54, 6, fill=0.8), accent)


def _scalloped(canvas: Canvas, centre: Point, radius: float, colour: str, _: str) -> None:
    canvas.fill(scallop(centre, radius, 10, 0.12), colour)
    canvas.cut(circle(centre, radius * 0.68))
    canvas.fill(ring(centre, radius * 0.58, radius * 0.38), colour, even_odd=True)
    canvas.fill(circle(centre, radius * 0.2), colour)


def _plain(canvas: Canvas, centre: Point, radius: float, colour: str, _: str) -> None:
    canvas.fill(circle(centre, radius), colour)
    canvas.cut(circle(centre, radius * 0.5))
    canvas.fill(circle(centre, radius * 0.3), colour)


def _quartered(canvas: Canvas, centre: Point, radius: float, colour: str, _: str) -> None:
    canvas.fill(circle(centre, radius), colour)
    cross = "".join(smooth([polar(centre, radius * 0.78, a), polar(centre, radius * 0.78, a + 180)]) for a in (45, 135))
    canvas.cut(cross, radius * 0.07, line=True)
    canvas.cut("".join(circle(polar(centre, radius * 0.55, a), radius * 0.15) for a in (0, 90, 180, 270)))


def _rings(canvas: Canvas, centre: Point, radius: float, colour: str, _: str) -> None:
    dot(canvas, centre, radius, colour)


KINDS: Final[Mapping[str, Callable[[Canvas, Point, float, str, str], None]]] = {
    "rings": _rings,
    "medallion": _medallion,
    "wheel": _wheel,
    "bowl": _bowl,
    "ripples": _ripples,
    "two_tone": _two_tone,
    "scalloped": _scalloped,
    "plain": _plain,
    "quartered": _quartered,
}
"""Ways to draw a dot: canvas, centre, radius, colour and a second colour."""


BANDS: Final = ("ring", "petals", "hearts", "beads", "scallop", "rays")


def band(canvas: Canvas, centre: Point, radii: tuple[float, float], kind: str, colour: str) -> None:
    """Draw a band of a rosette from the outer to the inner of ``radii``, of one of the ``BANDS``."""
    outer, inner = radii
    width = outer - inner
    count = max(round(outer * 0.16), 6)
    if kind == "petals":
        canvas.fill(petals(centre, inner, outer, count, fill=0.88), colour)
    elif kind == "hearts":
        canvas.fill(petals(centre, inner, outer, count, fill=0.9), colour)
        canvas.cut(petals(centre, inner + width * 0.22, outer - width * 0.2, count, fill=0.46))
    elif kind == "beads":
        beads = max(round(outer * 5.2 / width), 8)
        places = [polar(centre, (outer + inner) / 2, index * 360 / beads) for index in range(beads)]
        canvas.fill("".join(circle(place, width * 0.4) for place in places), colour)
    elif kind == "scallop":
        canvas.fill(scallop(centre, outer, count, 0.1) + circle(centre, inner), colour, even_odd=True)
    elif kind == "rays":
        rays = "".join(
            smooth([polar(centre, inner, index * 180 / count), polar(centre, outer, index * 180 / count)])
            for index in range(2 * count)
        )
        canvas.stroke(rays, colour, width * 0.16)
    else:
        canvas.fill(ring(centre, outer, inner), colour, even_odd=True)


def dots(canvas: Canvas, number: int, palette: Palette) -> None:
    """Draw the face of ``number`` dots."""
    if number == 1:
        rosette(canvas, palette)
        return
    radius, places = PLACES[number]
    for x, y, colour in places:
        dot(canvas, (x, y), radius, getattr(palette, colour))
