"""Flowers (梅蘭菊竹) and seasons (春夏秋冬): a small drawing with its character and number.

Flowers carry character left and number right, in blue; seasons number left and character right, in red: so the two
series are told apart by colour and by place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from datasets.faces.characters import Pen, outlines, write
from datasets.faces.strokes import brush, circle, leaf, petals, polar, scallop, smooth

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from datasets.faces.palette import Palette
    from datasets.faces.strokes import Canvas, Point

NAMES: Final[Mapping[str, str]] = dict(
    zip(("1f", "2f", "3f", "4f", "1g", "2g", "3g", "4g"), "梅蘭菊竹春夏秋冬", strict=True)
)


def blossom(canvas: Canvas, palette: Palette, centre: Point, radius: float, colour: str, *, phase: float = -90) -> None:
    """Draw a plum blossom from above: five round petals and golden stamens."""
    shapes = "".join(circle(polar(centre, radius * 0.6, phase + 72 * index), radius * 0.39) for index in range(5))
    canvas.cut(circle(centre, radius * 0.95), 3)
    canvas.area(shapes, colour)
    canvas.cut(circle(centre, radius * 0.33))
    for index in range(5):
        canvas.fill(circle(polar(centre, radius * 0.2, phase + 36 + 72 * index), radius * 0.07), palette.gold)
    canvas.fill(circle(centre, radius * 0.12), palette.gold)


def bud(canvas: Canvas, centre: Point, radius: float, colour: str) -> None:
    """Draw a closed bud."""
    canvas.cut(circle(centre, radius), 3)
    canvas.area(circle(centre, radius), colour)


def plum(canvas: Canvas, palette: Palette) -> None:
    """Draw 梅: an old branch with three blossoms."""
    canvas.fill(
        brush([(44, 376), (88, 340), (120, 296), (162, 262), (196, 208), (206, 148)], [17, 14, 12, 9, 6, 3]),
        palette.bark,
    )
    canvas.fill(brush([(118, 300), (92, 256), (90, 212), (104, 172)], [9, 7, 5, 2.5]), palette.bark)
    canvas.fill(brush([(152, 270), (202, 272), (244, 246), (264, 226)], [8, 6, 4.5, 2.5]), palette.bark)
    blossom(canvas, palette, (160, 262), 50, palette.red, phase=-100)
    blossom(canvas, palette, (90, 214), 36, palette.red, phase=-70)
    blossom(canvas, palette, (218, 334), 34, palette.red, phase=-90)
    canvas.fill(brush([(168, 364), (200, 358), (214, 346)], [3, 5, 5]), palette.bark)
    for centre, radius in (((204, 196), 13), ((108, 164), 10), ((246, 240), 12), ((207, 148), 9)):
        bud(canvas, centre, radius, palette.red)


def orchid(canvas: Canvas, palette: Palette) -> None:
    """Draw 蘭: long blades and two slender flowers."""
    blades: tuple[tuple[list[Point], list[float]], ...] = (
        ([(146, 376), (110, 300), (62, 258), (24, 268)], [11, 16, 12, 3]),
        ([(150, 376), (132, 280), (150, 200), (206, 140)], [11, 17, 13, 3]),
        ([(154, 376), (182, 306), (228, 268), (274, 286)], [11, 16, 12, 3]),
        ([(142, 378), (108, 344), (66, 328), (34, 342)], [10, 12, 9, 3]),
        ([(160, 378), (192, 348), (224, 340), (256, 352)], [10, 12, 9, 3]),
    )
    for points, widths in blades:
        canvas.cut(brush(points, widths), 3)
        canvas.fill(brush(points, widths), palette.green)
    canvas.fill(brush([(146, 372), (112, 300), (96, 246)], [5, 4, 4]), palette.green)
    canvas.fill(brush([(158, 372), (186, 310), (206, 262)], [5, 4, 4]), palette.green)
    for centre, radius, tilt in (((90, 204), 60, -8), ((218, 222), 52, 10)):
        canvas.cut(circle(centre, radius * 0.9))
        for angle, size, width in (
            (-90, 1.0, 0.42),
            (-30, 0.92, 0.4),
            (-150, 0.92, 0.4),
            (42, 0.8, 0.3),
            (138, 0.8, 0.3),
        ):
            canvas.area(
                leaf(
                    polar(centre, radius * 0.14, angle + tilt),
                    polar(centre, radius * size, angle + tilt),
                    radius * width,
                ),
                palette.blue,
            )
        canvas.area(
            leaf(polar(centre, radius * 0.1, 90 + tilt), polar(centre, radius * 0.72, 90 + tilt), radius * 0.5),
            palette.red,
        )


def chrysanthemum(canvas: Canvas, palette: Palette) -> None:
    """Draw 菊: a full head of narrow petals over lobed leaves."""
    canvas.fill(brush([(150, 270), (146, 330), (156, 382)], [9, 9, 11]), palette.green)
    lobed_leaf(canvas, palette.green, (148, 340), (58, 368), 44)
    lobed_leaf(canvas, palette.green, (152, 350), (244, 366), 44)
    centre = (150.0, 232.0)
    canvas.cut(circle(centre, 92))
    canvas.area(petals(centre, 58, 94, 20, fill=0.84), palette.gold)
    canvas.area(petals(centre, 32, 62, 14, fill=0.84, phase=-80), palette.red)
    canvas.area(petals(centre, 9, 34, 8, fill=0.84), palette.gold)
    canvas.fill(circle(centre, 6), palette.red)


def lobed_leaf(canvas: Canvas, colour: str, start: Point, end: Point, width: float) -> None:
    """Draw a leaf with lobes and a bare midrib."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    size = (dx * dx + dy * dy) ** 0.5
    nx, ny = -dy / size, dx / size
    profile = ((0.12, 0.1), (0.26, 0.46), (0.4, 0.3), (0.54, 0.5), (0.68, 0.26), (0.8, 0.32))
    left = [(start[0] + dx * t + nx * w * width, start[1] + dy * t + ny * w * width) for t, w in profile]
    right = [(start[0] + dx * t - nx * w * width, start[1] + dy * t - ny * w * width) for t, w in profile]
    canvas.area(smooth([start, *left, end, *reversed(right)], closed=True), colour)
    midrib = [(start[0] + dx * share, start[1] + dy * share) for share in (0.2, 0.8)]
    canvas.vein(smooth(midrib), 1.8, colour)


def bamboo_stand(canvas: Canvas, palette: Palette) -> None:
    """Draw 竹: two culms and hanging leaves."""
    for x0, x1, top, width in ((118.0, 132.0, 140.0, 22.0), (176.0, 172.0, 196.0, 17.0)):
        count = 4 if width > 20 else 3
        for index in range(count):
            a, b = index / count, (index + 1) / count
            y0, y1 = 378 + (top - 378) * a, 378 + (top - 378) * b
            xa, xb = x0 + (x1 - x0) * a, x0 + (x1 - x0) * b
            canvas.area(
                smooth(
                    [
                        (xa - width * 0.56, y0 - 3),
                        (xa + width * 0.56, y0 - 3),
                        (xa * 0.7 + xb * 0.3 + width * 0.4, y0 * 0.7 + y1 * 0.3),
                        (xb + width * 0.4, y1 + 9),
                        (xb + width * 0.56, y1 + 3),
                        (xb - width * 0.56, y1 + 3),
                        (xb - width * 0.4, y1 + 9),
                        (xa * 0.7 + xb * 0.3 - width * 0.4, y0 * 0.7 + y1 * 0.3),
                    ],
                    closed=True,
                ),
                palette.green,
            )
    for root, ends in (
        ((126, 246), ((52, 222), (44, 268), (74, 306))),
        ((134, 178), ((84, 148), (62, 178))),
        ((180, 250), ((248, 208), (268, 252), (250, 296), (216, 318))),
        ((174, 196), ((228, 158), (202, 138))),
    ):
        for end in ends:
            path = leaf((root[0] * 0.8 + end[0] * 0.2, root[1] * 0.8 + end[1] * 0.2), end, 22, 0.06)
            canvas.over(path, palette.green, 3)


def peony(canvas: Canvas, palette: Palette) -> None:
    """Draw 春: a peony and a butterfly."""
    canvas.fill(brush([(138, 300), (142, 340), (132, 384)], [8, 8, 10]), palette.green)
    for end in ((40, 330), (60, 376)):
        lobed_leaf(canvas, palette.green, (132, 356), end, 40)
    for end in ((232, 330), (222, 378)):
        lobed_leaf(canvas, palette.green, (146, 352), end, 40)
    centre = (136.0, 254.0)
    for radius, count, phase in ((84.0, 9, -90.0), (59.0, 8, -68.0), (36.0, 6, -90.0)):
        canvas.over(scallop(centre, radius, count, 0.18, phase), palette.red, 3.5)
        if radius > 40:
            angles = [phase + (index + 0.5) * 360 / count for index in range(count)]
            partings = [smooth([polar(centre, radius * 0.6, angle), polar(centre, radius, angle)]) for angle in angles]
            canvas.vein("".join(partings), 1.7, palette.red)
    canvas.cut(circle(centre, 14))
    canvas.fill(circle(centre, 5), palette.gold)
    for index in range(7):
        canvas.fill(circle(polar(centre, 10.5, index * 360 / 7 - 90), 2.6), palette.gold)
    butterfly(canvas, palette, (246, 178), 34)


def butterfly(canvas: Canvas, palette: Palette, centre: Point, size: float) -> None:
    """Draw a butterfly in flight."""
    x, y = centre
    for side in (-1, 1):
        upper = [(0.08, -0.12), (0.3, -0.72), (0.86, -1.02), (1.16, -0.66), (0.86, -0.14), (0.4, 0.02)]
        lower = [(0.1, 0.08), (0.52, 0.12), (0.86, 0.42), (0.7, 0.86), (0.38, 0.72)]
        for shape in (upper, lower):
            canvas.area(smooth([(x + side * a * size, y + b * size) for a, b in shape], closed=True), palette.blue)
        canvas.cut(circle((x + side * 0.76 * size, y - 0.6 * size), size * 0.15))
        canvas.stroke(
            smooth(
                [
                    (x + side * 0.04 * size, y - 0.4 * size),
                    (x + side * 0.16 * size, y - 0.86 * size),
                    (x + side * 0.36 * size, y - 1.08 * size),
                ]
            ),
            palette.ink,
            size * 0.07,
        )
    canvas.over(
        brush([(x, y - size * 0.42), (x, y), (x, y + size * 0.7)], [size * 0.1, size * 0.2, size * 0.06]),
        palette.ink,
        size * 0.05,
    )


def lotus(canvas: Canvas, palette: Palette) -> None:
    """Draw 夏: a lotus over its leaf and the water."""
    canvas.fill(brush([(150, 250), (152, 300), (150, 330)], [8, 8, 8]), palette.green)
    pad = smooth(
        [(30, 318), (88, 296), (150, 292), (212, 296), (270, 318), (212, 338), (150, 342), (88, 338)], closed=True
    )
    canvas.over(pad, palette.green, 4)
    ribs = "".join(smooth([(150, 330), end]) for end in ((62, 314), (104, 306), (196, 306), (238, 314), (150, 302)))
    canvas.vein(ribs, 1.8, palette.green)
    for y, left, right in ((358, 60, 240), (378, 96, 204)):
        width = (right - left) / 4
        points = [(left + width * index, y + (5 if index % 2 else -5)) for index in range(5)]
        canvas.stroke(smooth(points), palette.blue, 6)
    base = (150.0, 274.0)
    for angle, length, width, bend in (
        (-168, 112, 44, 0.12),
        (-12, 112, 44, -0.12),
        (-142, 116, 54, 0.06),
        (-38, 116, 54, -0.06),
        (-116, 120, 58, 0.03),
        (-64, 120, 58, -0.03),
        (-90, 124, 62, 0.0),
    ):
        canvas.over(leaf(base, polar(base, length, angle), width, bend, 0.56), palette.red, 3.5)
    veins = "".join(smooth([polar(base, 40, angle), polar(base, 92, angle)]) for angle in (-90, -116, -64))
    canvas.vein(veins, 1.8, palette.red)
    canvas.over(
        smooth([(120, 262), (150, 270), (180, 262), (168, 280), (150, 286), (132, 280)], closed=True),
        palette.green,
        3.5,
    )


def maple(canvas: Canvas, palette: Palette) -> None:
    """Draw 秋: maple leaves on a twig."""
    canvas.fill(brush([(278, 372), (216, 340), (150, 334), (84, 352), (28, 340)], [12, 10, 8, 6, 3]), palette.bark)
    canvas.fill(brush([(216, 342), (226, 300), (214, 268)], [7, 5, 3]), palette.bark)
    maple_leaf(canvas, palette.red, (132, 258), 92, -8)
    maple_leaf(canvas, palette.gold, (226, 222), 56, 22)
    maple_leaf(canvas, palette.gold, (62, 358), 40, -150)


def maple_leaf(canvas: Canvas, colour: str, centre: Point, size: float, tilt: float) -> None:
    """Draw a leaf of seven points with bare veins."""
    lobes = ((-90, 1.0), (-36, 0.94), (14, 0.72), (60, 0.42), (120, 0.42), (166, 0.72), (-144, 0.94))
    points: list[Point] = []
    for index, (angle, length) in enumerate(lobes):
        following = lobes[(index + 1) % len(lobes)][0]
        if following < angle:
            following += 360
        a = angle + tilt
        points += [
            polar(centre, size * length * 0.66, a - 13),
            polar(centre, size * length * 0.74, a - 7),
            polar(centre, size * length, a),
            polar(centre, size * length * 0.74, a + 7),
            polar(centre, size * length * 0.66, a + 13),
            polar(centre, size * 0.34, (angle + following) / 2 + tilt),
        ]
    shape = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"
    stalk = brush(
        [polar(centre, size * 0.2, 90 + tilt), polar(centre, size * 0.85, 94 + tilt)], [size * 0.07, size * 0.05]
    )
    canvas.cut(shape, 3)
    canvas.area(shape, colour)
    canvas.fill(stalk, colour)
    root = polar(centre, size * 0.22, 90 + tilt)
    veins = "".join(
        smooth([root, polar(centre, size * length * 0.66, angle + tilt)]) for angle, length in lobes[:3] + lobes[5:]
    )
    canvas.vein(veins, size * 0.018, colour)


def pine(canvas: Canvas, palette: Palette) -> None:
    """Draw 冬: a pine bough and falling snow."""
    canvas.fill(brush([(22, 372), (80, 352), (134, 312), (196, 292), (272, 298)], [18, 16, 12, 9, 4]), palette.bark)
    canvas.fill(brush([(112, 330), (108, 280), (128, 244)], [9, 7, 4]), palette.bark)
    for centre, size, tilt in (((128, 246), 76, -92), ((72, 322), 54, -110), ((216, 294), 66, -80)):
        for index in range(11):
            angle = tilt + (index - 5) * 17.5
            needle = brush([centre, polar(centre, size * 0.6, angle), polar(centre, size, angle)], [3.5, 7, 3])
            canvas.fill(needle, palette.green)
        canvas.over(circle(centre, 9), palette.bark, 2)
    for centre, size in (((238, 180), 26), ((58, 190), 22), ((206, 352), 22)):
        snowflake(canvas, palette.blue, centre, size)


def snowflake(canvas: Canvas, colour: str, centre: Point, size: float) -> None:
    """Draw six arms with barbs."""
    path = ""
    for index in range(6):
        angle = index * 60 - 90
        tip, barb = polar(centre, size, angle), polar(centre, size * 0.6, angle)
        left, right = polar(barb, size * 0.36, angle - 50), polar(barb, size * 0.36, angle + 50)
        path += (
            f"M{centre[0]:.1f} {centre[1]:.1f}L{tip[0]:.1f} {tip[1]:.1f}"
            f"M{left[0]:.1f} {left[1]:.1f}L{barb[0]:.1f} {barb[1]:.1f}L{right[0]:.1f} {right[1]:.1f}"
        )
    canvas.stroke(path, colour, size * 0.17)


MOTIFS: Final[Mapping[str, Callable[[Canvas, Palette], None]]] = {
    "1f": plum,
    "2f": orchid,
    "3f": chrysanthemum,
    "4f": bamboo_stand,
    "1g": peony,
    "2g": lotus,
    "3g": maple,
    "4g": pine,
}


def bonus(canvas: Canvas, code: str, palette: Palette) -> None:
    """Draw the flower or season ``code``."""
    MOTIFS[code](canvas, palette)
    left, right = (16.0, 14.0, 124.0, 122.0), (176.0, 14.0, 284.0, 122.0)
    flower = code[1] == "f"
    colour = palette.blue if flower else palette.red
    write(canvas, outlines()[NAMES[code]], left if flower else right, colour, Pen(3, 0.5))
    write(canvas, outlines()[code[0]], right if flower else left, colour, Pen(5, 0.6))
