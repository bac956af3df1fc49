"""Flowers that never grew: random heads, leaves and buds on a random stem, for the variety of tile sets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from datasets.faces.flowers import lobed_leaf
from datasets.faces.strokes import brush, circle, leaf, petal, petals, polar, scallop, smooth

if TYPE_CHECKING:
    import numpy as np

    from datasets.faces.palette import Palette
    from datasets.faces.strokes import Canvas, Point

HEADS: Final = ("round", "layers", "daisy", "cup", "spiral", "bell", "fruit")


def bloom(canvas: Canvas, palette: Palette, rng: np.random.Generator) -> None:
    """Draw one random flower below the corner marks of the tile (y from 120 to 385)."""
    foot = (float(rng.uniform(105, 195)), 380.0)
    centre = (float(rng.uniform(95, 205)), float(rng.uniform(185, 270)))
    radius = float(rng.uniform(42, 78))
    bow = float(rng.uniform(-36, 36))
    middle = ((foot[0] + centre[0]) / 2 + bow, (foot[1] + centre[1]) / 2)
    thick = float(rng.uniform(6, 11))
    canvas.fill(brush([foot, middle, centre], [thick, thick * 0.8, thick * 0.7]), palette.green)
    for _ in range(int(rng.integers(0, 3))):
        end = (float(rng.uniform(40, 260)), float(rng.uniform(130, 230)))
        if abs(end[0] - centre[0]) + abs(end[1] - centre[1]) > radius * 1.6:
            canvas.fill(
                brush([middle, ((middle[0] + end[0]) / 2, middle[1] - 20), end], [thick * 0.7, thick * 0.5, 3]),
                palette.green,
            )
            head(canvas, palette, rng, end, radius * float(rng.uniform(0.22, 0.4)))
    for index in range(int(rng.integers(2, 7))):
        _leaf(canvas, palette, rng, foot if rng.random() < 0.6 else middle, 1 if index % 2 else -1)
    head(canvas, palette, rng, centre, radius)
    if rng.random() < 0.35:
        for _ in range(int(rng.integers(3, 7))):
            x = float(rng.uniform(40, 260))
            tip = (x + float(rng.uniform(-26, 26)), 384 - float(rng.uniform(24, 70)))
            canvas.fill(brush([(x, 384), ((x + tip[0]) / 2 + 4, 360), tip], [6, 5, 1.5]), palette.green)


def _leaf(canvas: Canvas, palette: Palette, rng: np.random.Generator, root: Point, side: int) -> None:
    length = float(rng.uniform(46, 100))
    angle = float(rng.uniform(-50, 20)) if side > 0 else 180 - float(rng.uniform(-50, 20))
    start = (root[0], root[1] - float(rng.uniform(0, 34)))
    end = polar(start, length, angle)
    end = (min(max(end[0], 18), 282), min(end[1], 384))
    width = length * float(rng.uniform(0.24, 0.5))
    if rng.random() < 0.3:
        lobed_leaf(canvas, palette.green, start, end, width)
        return
    path = leaf(start, end, width, float(rng.uniform(-0.15, 0.15)))
    canvas.over(path, palette.green, 2.5)
    if rng.random() < 0.5:
        inner = [
            (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share) for share in (0.25, 0.7)
        ]
        canvas.vein(smooth(inner), 1.6, palette.green)


def head(canvas: Canvas, palette: Palette, rng: np.random.Generator, centre: Point, radius: float) -> None:
    """Draw one flower head of a random kind."""
    colour = str(rng.choice([palette.red, palette.red, palette.red, palette.gold, palette.blue]))
    heart = palette.gold if colour != palette.gold else palette.red
    kind = str(rng.choice(HEADS))
    phase = float(rng.uniform(0, 360))
    canvas.cut(circle(centre, radius * 0.8))
    if kind == "round":
        count = int(rng.integers(5, 7))
        for index in range(count):
            spot = polar(centre, radius * 0.58, phase + 360 / count * index)
            canvas.over(circle(spot, radius * 0.4), colour, 2.5)
        canvas.over(circle(centre, radius * 0.26), heart, 3)
    elif kind == "layers":
        for share, count in ((1.0, int(rng.integers(7, 11))), (0.68, 7), (0.4, 5)):
            canvas.over(scallop(centre, radius * share, count, 0.2, phase * share), colour, 3)
        canvas.over(circle(centre, radius * 0.14), heart, 2)
    elif kind == "daisy":
        count = int(rng.integers(8, 20))
        canvas.area(
            petals(centre, radius * 0.3, radius, count, fill=0.84, phase=phase, pointed=float(rng.random())), colour
        )
        canvas.fill(circle(centre, radius * 0.24), heart)
    elif kind == "cup":
        base = (centre[0], centre[1] + radius * 0.7)
        for angle, width in ((-150, 0.5), (-30, 0.5), (-122, 0.62), (-58, 0.62), (-90, 0.66)):
            canvas.over(leaf(base, polar(base, radius * 1.6, angle), radius * width * 1.3, 0, 0.55), colour, 3)
    elif kind == "spiral":
        canvas.area(scallop(centre, radius, int(rng.integers(6, 9)), 0.14, phase), colour)
        turns = [polar(centre, radius * (0.08 + 0.075 * step), phase + step * 70) for step in range(10)]
        canvas.vein(smooth(turns), radius * 0.045, colour)
    elif kind == "bell":
        for angle in (-110, -70, -90):
            canvas.over(
                petal((centre[0], centre[1] + radius), radius * 0.1, radius * 1.7, angle, 40, pointed=0.6), colour, 3
            )
        canvas.fill(circle((centre[0], centre[1] + radius * 0.8), radius * 0.2), palette.green)
    else:
        canvas.area(circle(centre, radius * 0.78), colour)
        for seed in range(6):
            canvas.cut(circle(polar(centre, radius * 0.42, phase + seed * 60), radius * 0.09))
        canvas.fill(petals((centre[0], centre[1] - radius * 0.72), 2, radius * 0.36, 5, fill=0.6), palette.green)
