"""Plain emblems that some sets bear instead of paintings: one blossom, one leaf, the sun, a flake of snow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from datasets.faces.flowers import bamboo_stand, maple_leaf, snowflake
from datasets.faces.strokes import brush, circle, leaf, petals, polar, smooth

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import numpy as np

    from datasets.faces.palette import Palette
    from datasets.faces.strokes import Canvas

    Emblem = Callable[[Canvas, Palette, np.random.Generator], None]

_CENTRE: Final = (150.0, 256.0)


def _ink(palette: Palette, rng: np.random.Generator) -> str:
    return str(rng.choice([palette.red, palette.red, palette.blue, palette.green, palette.ink]))


def _blossom(canvas: Canvas, palette: Palette, rng: np.random.Generator) -> None:
    """Five round petals around an open heart."""
    radius = float(rng.uniform(70, 105))
    phase, colour = float(rng.uniform(-100, -80)), _ink(palette, rng)
    for index in range(5):
        canvas.area(circle(polar(_CENTRE, radius * 0.6, phase + 72 * index), radius * 0.38), colour)
    canvas.cut(circle(_CENTRE, radius * 0.36))
    canvas.stroke(circle(_CENTRE, radius * 0.3), colour, float(rng.uniform(4, 9)))


def _orchid(canvas: Canvas, palette: Palette, rng: np.random.Generator) -> None:
    """Two broad wings, three slender sepals and a lip."""
    size, colour = float(rng.uniform(84, 112)), _ink(palette, rng)
    for angle in (-90, 40, 140):
        canvas.area(leaf(_CENTRE, polar(_CENTRE, size, angle), size * 0.42), colour)
    for angle in (-160, -20):
        canvas.area(circle(polar(_CENTRE, size * 0.6, angle), size * 0.44), colour)
    canvas.cut(circle(_CENTRE, size * 0.26))
    canvas.area(circle(polar(_CENTRE, size * 0.12, 90), size * 0.2), _ink(palette, rng))


def _daisy(canvas: Canvas, palette: Palette, rng: np.random.Generator) -> None:
    """One head of many narrow petals."""
    radius, colour = float(rng.uniform(76, 112)), _ink(palette, rng)
    count = int(rng.integers(11, 22))
    canvas.area(petals(_CENTRE, radius * 0.22, radius, count, fill=0.86, pointed=float(rng.random())), colour)
    canvas.stroke(circle(_CENTRE, radius * 0.16), colour, float(rng.uniform(3, 7)))


def _bamboo(canvas: Canvas, palette: Palette, _rng: np.random.Generator) -> None:
    bamboo_stand(canvas, palette)


def _tulip(canvas: Canvas, palette: Palette, rng: np.random.Generator) -> None:
    """A cup of three petals on a stem with two long leaves."""
    x, y = 150 + float(rng.uniform(-20, 20)), 250 + float(rng.uniform(-15, 15))
    colour, width = _ink(palette, rng), float(rng.uniform(38, 54))
    canvas.fill(brush([(x, y), (x + 8, y + 70), (146, 384)], [7, 7, 8]), palette.green)
    for side in (-1, 1):
        canvas.area(leaf((148, 382), (148 + side * float(rng.uniform(50, 96)), y + 40), 26, 0.2 * side), palette.green)
    for shift in (-0.75, 0.75, 0.0):
        tip = (x + shift * width * 1.2, y - float(rng.uniform(78, 108)))
        canvas.over(leaf((x, y + 6), tip, width, 0, 0.45), colour, 3)


def _sun(canvas: Canvas, palette: Palette, rng: np.random.Generator) -> None:
    """A disc and its rays."""
    radius, colour = float(rng.uniform(30, 46)), _ink(palette, rng)
    count = int(rng.choice([8, 8, 12, 16]))
    canvas.area(circle(_CENTRE, radius), colour)
    thick, long = float(rng.uniform(5, 11)), float(rng.uniform(1.8, 2.7))
    pointed = bool(rng.random() < 0.5)
    for index in range(count):
        angle = index * 360 / count - 90
        near, far = polar(_CENTRE, radius * 1.3, angle), polar(_CENTRE, radius * long, angle)
        canvas.fill(brush([near, far], [thick * 1.8, 1.5] if pointed else [thick, thick]), colour)


def _fallen_leaf(canvas: Canvas, palette: Palette, rng: np.random.Generator) -> None:
    """One leaf, of maple or of another tree."""
    colour, tilt = _ink(palette, rng), float(rng.uniform(-40, 60))
    if rng.random() < 0.65:
        maple_leaf(canvas, colour, _CENTRE, float(rng.uniform(92, 122)), tilt)
        return
    start, end = polar(_CENTRE, 104, 100 + tilt), polar(_CENTRE, 108, -80 + tilt)
    canvas.area(leaf(start, end, float(rng.uniform(70, 110))), colour)
    canvas.vein(smooth([start, _CENTRE, end]), 3, colour)


def _flake(canvas: Canvas, palette: Palette, rng: np.random.Generator) -> None:
    """One flake of snow."""
    snowflake(canvas, _ink(palette, rng), _CENTRE, float(rng.uniform(80, 118)))


EMBLEMS: Final[Mapping[str, Emblem]] = {
    "1f": _blossom,
    "2f": _orchid,
    "3f": _daisy,
    "4f": _bamboo,
    "1g": _tulip,
    "2g": _sun,
    "3g": _fallen_leaf,
    "4g": _flake,
}
"""By code, what stands for each flower and season."""
