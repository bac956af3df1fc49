"""The back of a tile: jade with a lattice and a lotus in its middle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from datasets.faces.strokes import HEIGHT, WIDTH, circle, petals, ring, rounded

if TYPE_CHECKING:
    from datasets.faces.palette import Palette
    from datasets.faces.strokes import Canvas


def back(canvas: Canvas, palette: Palette) -> None:
    """Draw the back over the whole view box."""
    canvas.fill(rounded(0, 0, WIDTH, HEIGHT, 30), palette.jade)
    canvas.stroke(rounded(17, 17, WIDTH - 17, HEIGHT - 17, 18), palette.jade_light, 3)
    lattice = ""
    for row in range(8):
        for column in range(6):
            x, y = 150 + (column - 2.5) * 46, 200 + (row - 3.5) * 46
            if (x - 150) ** 2 + (y - 200) ** 2 > 84**2:
                lattice += petals((x, y), 3, 15, 4, fill=0.62, phase=45, pointed=0.7)
    canvas.fill(lattice, palette.jade_light)
    centre = (150.0, 200.0)
    canvas.fill(ring(centre, 76, 71), palette.jade_light, even_odd=True)
    canvas.fill(petals(centre, 34, 66, 10, fill=0.84, pointed=0.5), palette.jade_light)
    canvas.fill(petals(centre, 10, 32, 6, fill=0.8, pointed=0.4), palette.jade_light)
    canvas.fill(circle(centre, 6), palette.jade_light)
