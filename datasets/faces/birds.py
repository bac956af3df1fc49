"""The one of bamboo (索子), by custom a bird."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from datasets.faces.strokes import HEIGHT, WIDTH, Canvas, brush, circle, leaf, polar, ring, smooth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from datasets.faces.palette import Palette
    from datasets.faces.strokes import Point


def peacock(canvas: Canvas, palette: Palette) -> None:
    """Draw a peacock on a branch, its train falling to the right."""
    # The train: plumes with eyes.
    root = (178.0, 222.0)
    ends = ((233.0, 143.0), (256.0, 194.0), (265.0, 247.0), (254.0, 300.0), (224.0, 343.0), (180.0, 366.0))
    bends = (-20.0, -14.0, -10.0, -4.0, 4.0, 10.0)
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
        canvas.area(leaf(start, end, width, curl), palette.green)
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
    feathers: tuple[tuple[Point, ...], ...] = (
        ((132, 214), (162, 236), (196, 256)),
        ((142, 200), (168, 220), (198, 248)),
        ((150, 186), (172, 208), (194, 236)),
        ((110, 204), (124, 202), (134, 190), (136, 174)),
        ((106, 190), (116, 188), (121, 180), (122, 170)),
    )
    canvas.vein("".join(smooth(feather) for feather in feathers), 2.4, palette.green)
    scales = ((84, 172), (84, 196), (94, 216), (98, 152), (98, 128))
    canvas.vein(
        "".join(smooth([(left - 8, top), (left - 1, top + 7), (left + 7, top + 1)]) for left, top in scales),
        2.0,
        palette.blue,
    )
    # Head: eye, beak and crest.
    canvas.cut(circle((97, 76), 9.5))
    canvas.fill(circle((96, 76), 4.5), palette.ink)
    canvas.area(smooth([(74, 66), (62, 70), (46, 88), (64, 86), (75, 88)], closed=True), palette.red)
    for angle, size in ((-114, 36), (-84, 41), (-54, 38)):
        tip = polar((102, 58), size, angle)
        stem = polar((102, 58), 12, angle)
        canvas.stroke(smooth([stem, tip]), palette.red, 4)
        canvas.fill(circle(tip, 8), palette.red)


@dataclass(frozen=True, slots=True)
class Bird:
    """A bird's build: lengths as shares of its body's length, angles in degrees above the horizon, looking left."""

    slope: float = 40.0
    girth: float = 0.5
    neck: float = 0.2
    neck_slope: float = 60.0
    neck_girth: float = 0.3
    head: float = 0.19
    beak: float = 0.2
    hooked: bool = False
    crest: str = "none"
    crest_length: float = 0.3
    wing: str = "folded"
    wing_length: float = 0.8
    feathers: int = 3
    tail: str = "blades"
    tail_count: int = 3
    tail_length: float = 0.9
    tail_spread: float = 22.0
    tail_droop: float = 10.0
    legs: float = 0.3
    perch: str = "branch"
    scales: bool = True
    body_colour: str = "green"
    wing_colour: str = "blue"
    tail_colour: str = "red"
    crest_colour: str = "red"
    flipped: bool = False


class _Easel:
    """Places a bird's own coordinates on the tile, and measures how far they reach."""

    def __init__(self, scale: float, stretch: float, shift: Point, *, flipped: bool) -> None:
        self.scale = scale
        self._stretch = stretch
        self._shift = shift
        self._flipped = flipped
        self.reach: list[Point] = []

    def at(self, point: Point) -> Point:
        """Give the place of ``point`` on the tile."""
        self.reach.append(point)
        x, y = point[0] * self.scale + self._shift[0], point[1] * self.scale * self._stretch + self._shift[1]
        return (WIDTH - x if self._flipped else x), y

    def all(self, points: Sequence[Point]) -> list[Point]:
        """Give the places of ``points``."""
        return [self.at(point) for point in points]


def bird(canvas: Canvas, palette: Palette, build: Bird, margin: float = 26.0) -> None:
    """Draw a bird of the given build as large as ``margin`` leaves room."""
    measure = _Easel(1.0, 1.0, (0.0, 0.0), flipped=False)
    _bird(Canvas("measure"), palette, build, measure)
    left, right = min(x for x, _ in measure.reach), max(x for x, _ in measure.reach)
    top, bottom = min(y for _, y in measure.reach), max(y for _, y in measure.reach)
    scale = min((WIDTH - 2 * margin) / (right - left), (HEIGHT - 2 * margin) / (bottom - top))
    # A broad bird may grow somewhat taller than it is, to fill the tile.
    stretch = min((HEIGHT - 2 * margin) / (bottom - top) / scale, 1.3)
    shift = (WIDTH / 2 - (left + right) / 2 * scale, HEIGHT / 2 - (top + bottom) / 2 * scale * stretch)
    _bird(canvas, palette, build, _Easel(scale, stretch, shift, flipped=build.flipped))


def _bird(canvas: Canvas, palette: Palette, build: Bird, easel: _Easel) -> None:
    size = 100.0
    unit = easel.scale
    body, wing, tail, crest = (
        getattr(palette, name) for name in (build.body_colour, build.wing_colour, build.tail_colour, build.crest_colour)
    )
    rump: Point = (0.0, 0.0)
    shoulder = polar(rump, size, 180 + build.slope)
    neck = polar(shoulder, size * build.neck, 180 + build.neck_slope)
    head = polar(neck, size * build.head * 0.7, 180 + build.neck_slope * 0.8)
    belly = polar(polar(rump, size * 0.45, 180 + build.slope), size * build.girth * 0.45, build.slope + 90)
    _tail(canvas, build, easel, tail, palette)
    _perch(canvas, build, easel, palette, (belly[0], belly[1] + size * build.legs))
    if build.legs > 0:
        for step in (-0.1, 0.1):
            foot = (belly[0] + size * (step - 0.03), belly[1] + size * build.legs)
            hip = (belly[0] + size * step, belly[1] - size * 0.08)
            canvas.stroke(smooth(easel.all([hip, foot])), palette.red, 5 * unit)
            toes = [(foot[0] - size * 0.1, foot[1] + 3), foot, (foot[0] + size * 0.08, foot[1] + 3)]
            canvas.stroke(smooth(easel.all(toes)), palette.red, 4 * unit)
    girth = size * build.girth
    throat = size * build.neck_girth
    trunk = brush(
        easel.all([rump, polar(rump, size * 0.5, 180 + build.slope + 2), shoulder, neck, head]),
        [width * unit for width in (girth * 0.25, girth * 0.92, girth, throat * 1.25, throat)],
    )
    canvas.cut(trunk, 4 * unit)
    canvas.area(trunk, body)
    radius = size * build.head
    canvas.area(circle(easel.at(head), radius * unit), body)
    easel.reach += [(head[0] - radius, head[1]), (head[0], head[1] - radius), polar(shoulder, girth * 0.5, 180)]
    if build.scales:
        for share, side in ((0.95, -0.25), (0.8, -0.33), (0.65, -0.33), (0.85, -0.05), (0.5, -0.3)):
            spot = polar(polar(rump, size * share, 180 + build.slope), girth * side, build.slope - 90)
            arc = [(spot[0] - 7, spot[1] - 2), (spot[0], spot[1] + 5), (spot[0] + 7, spot[1] - 2)]
            canvas.vein(smooth(easel.all(arc)), 1.7 * unit, body)
    _beak(canvas, build, easel, head, palette)
    _crest(canvas, build, easel, head, crest)
    _wing(canvas, build, easel, shoulder, wing)


def _tail(canvas: Canvas, build: Bird, easel: _Easel, colour: str, palette: Palette) -> None:
    size, unit = 100.0, easel.scale
    for index in range(build.tail_count):
        share = index / (build.tail_count - 1) - 0.5 if build.tail_count > 1 else 0.0
        angle = build.slope + build.tail_droop + share * build.tail_spread
        length = size * build.tail_length * (1 - 0.25 * abs(share))
        end = polar((0.0, 0.0), length, angle)
        middle = polar(polar((0.0, 0.0), length * 0.5, angle), length * (0.1 + 0.14 * share), angle - 90)
        if build.tail == "ribbons":
            waves = [
                polar(polar((0.0, 0.0), length * part, angle), length * 0.07 * (-1) ** step, angle - 90)
                for step, part in enumerate((0.2, 0.45, 0.7, 0.95))
            ]
            path = brush(easel.all([(0.0, 0.0), *waves]), [5 * unit, 10 * unit, 8 * unit, 2 * unit])
        elif build.tail == "eyes":
            path = brush(easel.all([(0.0, 0.0), middle, end]), [4 * unit, 6 * unit, 6 * unit])
        else:
            path = brush(easel.all([(-6.0, -4.0), middle, end]), [9 * unit, 17 * unit, 3 * unit])
        canvas.cut(path, 2.5 * unit)
        if build.tail == "blades":
            canvas.area(path, colour)
        else:
            canvas.fill(path, colour)
        if build.tail == "eyes":
            spot = easel.at(end)
            easel.reach += [(end[0] + 14, end[1] + 14), (end[0] - 14, end[1] - 14)]
            canvas.cut(circle(spot, 15 * unit))
            canvas.fill(ring(spot, 14 * unit, 9.5 * unit), colour, even_odd=True)
            canvas.fill(circle(spot, 6 * unit), palette.red if colour != palette.red else palette.blue)


def _beak(canvas: Canvas, build: Bird, easel: _Easel, head: Point, palette: Palette) -> None:
    size, unit = 100.0, easel.scale
    radius = size * build.head
    root, length = (head[0] - radius * 0.95, head[1]), size * build.beak
    drop = length * (0.45 if build.hooked else 0.1)
    shape = [(root[0], root[1] - radius * 0.42), (root[0] - length, root[1] + drop), (root[0], root[1] + radius * 0.38)]
    if build.hooked:
        shape.insert(1, (root[0] - length * 0.75, root[1] - radius * 0.2))
    (x, y), *others = easel.all(shape)
    path = f"M{x:.1f} {y:.1f}" + "".join(f"L{a:.1f} {b:.1f}" for a, b in others) + "Z"
    canvas.cut(path, 2 * unit)
    canvas.fill(path, palette.red)
    eye = easel.at((head[0] - radius * 0.15, head[1] - radius * 0.1))
    canvas.cut(circle(eye, radius * 0.46 * unit))
    canvas.fill(circle(eye, radius * 0.24 * unit), palette.ink)


def _crest(canvas: Canvas, build: Bird, easel: _Easel, head: Point, colour: str) -> None:
    size, unit = 100.0, easel.scale
    radius, length = size * build.head, size * build.crest_length
    if build.crest == "plumes":
        for angle in (-118, -86, -54):
            tip = polar(head, radius + length, angle)
            canvas.stroke(smooth(easel.all([polar(head, radius * 1.1, angle), tip])), colour, 3.5 * unit)
            canvas.fill(circle(easel.at(tip), 6.5 * unit), colour)
            easel.reach.append((tip[0], tip[1] - 7))
    elif build.crest == "swoosh":
        top = head[1] - radius
        points = [
            (head[0] - length * 0.7, top - length * 0.2),
            (head[0] - length * 0.2, top - length * 0.55),
            (head[0] + length * 0.3, top - length * 0.2),
            (head[0] + length * 1.1, top - length * 0.5),
        ]
        canvas.fill(brush(easel.all(points), [3 * unit, 8 * unit, 6 * unit, 2 * unit]), colour)
    elif build.crest == "tuft":
        for angle in (-80, -58, -36):
            start, end = polar(head, radius * 0.95, angle), polar(head, radius + length, angle + 12)
            canvas.fill(leaf(easel.at(start), easel.at(end), 9 * unit, 0.1), colour)
    elif build.crest == "comb":
        for angle in (-125, -98, -70):
            canvas.fill(circle(easel.at(polar(head, radius * 1.15, angle)), radius * 0.36 * unit), colour)
            easel.reach.append(polar(head, radius * 1.5, angle))


def _wing(canvas: Canvas, build: Bird, easel: _Easel, shoulder: Point, colour: str) -> None:
    size, unit = 100.0, easel.scale
    length, girth = size * build.wing_length, size * build.girth
    if build.wing == "none":
        return
    wings = [build.slope] if build.wing == "folded" else [build.slope - 58]
    if build.wing == "spread":
        wings = [build.slope - 70, build.slope + 62]
    for angle in wings:
        root = polar(shoulder, girth * 0.12, build.slope)
        folded = build.wing == "folded"
        tip = polar(root, length * (1.12 if folded else 1.0), angle + (4 if folded else 0))
        deep = girth * (0.62 if folded else 0.78)

        def place(along: float, across: float, root: Point = root, angle: float = angle, deep: float = deep) -> Point:
            return polar(polar(root, length * along, angle), deep * across, angle + 90)

        outline = [
            place(-0.08, 0.0),
            place(0.08, -0.34),
            place(0.45, -0.42),
            tip,
            place(0.82, 0.34),
            place(0.5, 0.5),
            place(0.12, 0.42),
        ]
        path = smooth(easel.all(outline), closed=True)
        canvas.cut(path, 4 * unit)
        canvas.area(path, colour)
        for index in range(build.feathers):
            across = -0.2 + 0.45 * index / max(build.feathers - 1, 1)
            line = [place(0.35, across), place(0.6, across * 0.9 + 0.05), place(0.86, across * 0.5 + 0.05)]
            canvas.vein(smooth(easel.all(line)), 1.8 * unit, colour)
        canvas.vein(smooth(easel.all([place(0.26, -0.3), place(0.31, 0.0), place(0.26, 0.34)])), 1.8 * unit, colour)


def _perch(canvas: Canvas, build: Bird, easel: _Easel, palette: Palette, foot: Point) -> None:
    unit = easel.scale
    x, y = foot
    if build.perch == "branch":
        path = brush(
            easel.all([(x - 80, y + 20), (x - 30, y + 6), (x + 30, y + 4), (x + 75, y + 14)]),
            [10 * unit, 9 * unit, 7 * unit, 3 * unit],
        )
        canvas.fill(path, palette.bark)
        for dx, dy, ex, ey in ((-55, 14, -80, 44), (-35, 8, -20, 44), (50, 8, 76, 36), (-66, 16, -92, 2)):
            canvas.area(leaf(easel.at((x + dx, y + dy)), easel.at((x + ex, y + ey)), 15 * unit, 0.08), palette.green)
    elif build.perch == "ground":
        points = [(x - 70, y + 12), (x - 20, y + 5), (x + 30, y + 8), (x + 75, y + 4)]
        canvas.fill(brush(easel.all(points), [3 * unit, 9 * unit, 8 * unit, 3 * unit]), palette.green)
        for dx, ex in ((-45, -58), (-40, -34), (48, 40), (54, 66)):
            canvas.fill(brush(easel.all([(x + dx, y + 8), (x + ex, y - 20)]), [5 * unit, 1.5 * unit]), palette.green)
    elif build.perch == "sprigs":
        for side in (-1, 1):
            root, end = (x + side * 4, y - 18), (x + side * 62, y - 40 + 20 * side)
            twig = easel.all([root, (x + side * 34, y - 16), end])
            canvas.fill(brush(twig, [6 * unit, 5 * unit, 3 * unit]), palette.green)
            for tip in ((end[0] + side * 12, end[1] - 26), (end[0] + side * 16, end[1] + 20)):
                canvas.area(leaf(easel.at(end), easel.at(tip), 13 * unit, 0.1 * side), palette.green)
        canvas.fill(
            brush(easel.all([(x - 8, y - 14), (x - 26, y + 22), (x - 20, y + 58)]), [5 * unit, 9 * unit, 2 * unit]),
            palette.green,
        )
