"""The one of bamboo (索子), by custom a bird."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from datasets.faces.strokes import brush, circle, leaf, polar, ring, smooth

if TYPE_CHECKING:
    from datasets.faces.palette import Palette
    from datasets.faces.strokes import Canvas


def peacock(canvas: Canvas, palette: Palette) -> None:
    """Draw a peacock on a branch, its train falling to the right."""
    # The train: plumes with eyes.
    root = (178.0, 222.0)
    ends = ((256.0, 194.0), (265.0, 247.0), (254.0, 300.0), (224.0, 343.0), (180.0, 366.0))
    bends = (-14.0, -10.0, -4.0, 4.0, 10.0)
    for (x, y), bend in zip(ends, bends, strict=True):
        dx, dy = x - root[0], y - root[1]
        size = math.hypot(dx, dy)
        nx, ny = -dy / size, dx / size
        half = (root[0] + dx * 0.5 + nx * bend, root[1] + dy * 0.5 + ny * bend)
        stop = (root[0] + dx * (1 - 22 / size), root[1] + dy * (1 - 22 / size))
        canvas.fill(brush([root, half, stop], [4, 9, 11]), palette.green)
        canvas.fill(ring((x, y), 23, 16.5), palette.green, even_odd=True)
        canvas.fill(circle((x, y), 11), palette.red)
    # Branch and leaves.
    branch = [(22.0, 330.0), (70.0, 318.0), (120.0, 312.0), (172.0, 318.0)]
    canvas.cut(brush(branch, [12, 11, 8, 3]), 6)
    canvas.fill(brush(branch, [12, 11, 8, 3]), palette.bark)
    for start, end, width, curl in (
        ((52, 332), (40, 376), 24, 0.1),
        ((74, 328), (96, 370), 24, -0.1),
        ((36, 318), (22, 286), 20, 0.1),
    ):
        canvas.fill(leaf(start, end, width, curl), palette.green)
    # Legs.
    for hip in (106, 132):
        foot = hip - 5
        canvas.stroke(f"M{hip} 246L{foot} 300M{foot - 14} 304L{foot} 299L{foot + 14} 304", palette.red, 6)
    # Body, from the crown down the back to the rump and up the breast.
    body = smooth(
        [
            (98, 54),
            (117, 66),
            (116, 92),
            (122, 128),
            (163, 172),
            (198, 226),
            (168, 250),
            (120, 252),
            (83, 224),
            (70, 178),
            (84, 132),
            (86, 102),
            (78, 86),
            (80, 64),
        ],
        closed=True,
    )
    canvas.over(body, palette.blue, 6)
    # Wing.
    wing = smooth(
        [(104, 164), (136, 160), (172, 190), (200, 236), (221, 274), (182, 262), (140, 244), (110, 216), (98, 188)],
        closed=True,
    )
    canvas.over(wing, palette.green, 6)
    for start, middle, end in (
        ((132, 214), (162, 236), (196, 256)),
        ((142, 200), (168, 220), (198, 248)),
        ((150, 186), (172, 208), (194, 236)),
    ):
        canvas.cut(smooth([start, middle, end]), 2.4, line=True)
    canvas.cut(smooth([(110, 204), (124, 202), (134, 190), (136, 174)]), 2.4, line=True)
    canvas.cut(smooth([(106, 190), (116, 188), (121, 180), (122, 170)]), 2.2, line=True)
    # Scales of the breast.
    for left, top in ((84, 172), (84, 196), (94, 216), (98, 152), (98, 128)):
        canvas.cut(smooth([(left - 8, top), (left - 1, top + 7), (left + 7, top + 1)]), 2.0, line=True)
    # Head: eye, beak and crest.
    canvas.cut(circle((97, 76), 9.5))
    canvas.fill(circle((96, 76), 4.5), palette.ink)
    canvas.fill(smooth([(74, 66), (62, 70), (46, 88), (64, 86), (75, 88)], closed=True), palette.red)
    for angle, size in ((-114, 36), (-84, 41), (-54, 38)):
        tip = polar((102, 58), size, angle)
        stem = polar((102, 58), 12, angle)
        canvas.stroke(smooth([stem, tip]), palette.red, 4)
        canvas.fill(circle(tip, 8), palette.red)
