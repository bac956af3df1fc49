"""Curves, brush strokes, petals and leaves as SVG path data, and the canvas that gathers them.

Lengths are in units of the view box, 300 wide and 400 high; y points down; angles are in degrees, clockwise from east.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

WIDTH: Final = 300
HEIGHT: Final = 400
VIEW_BOX: Final = f"0 0 {WIDTH} {HEIGHT}"

Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_COMMAND = re.compile(r"([MLQCZ])([^MLQCZ]*)")


def number(value: float, digits: int = 1) -> str:
    """Write the shortest text of a length, so that drawing anew gives the same bytes."""
    text = f"{value:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in {"-0", ""} else text


def polar(centre: Point, radius: float, angle: float) -> Point:
    """Find the point at ``radius`` and ``angle`` from ``centre``."""
    turn = math.radians(angle)
    return centre[0] + radius * math.cos(turn), centre[1] + radius * math.sin(turn)


def _pair(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def smooth(points: Sequence[Point], *, closed: bool = False) -> str:
    """Lay a Catmull-Rom spline through ``points`` as cubic curves."""
    count = len(points)
    parts = [f"M{_pair(points[0])}"]
    for index in range(count if closed else count - 1):
        here, there = points[index], points[(index + 1) % count]
        before = points[index - 1] if closed or index else here
        after = points[(index + 2) % count] if closed or index + 2 < count else there
        first = (here[0] + (there[0] - before[0]) / 6, here[1] + (there[1] - before[1]) / 6)
        second = (there[0] - (after[0] - here[0]) / 6, there[1] - (after[1] - here[1]) / 6)
        parts.append(f"C{_pair(first)} {_pair(second)} {_pair(there)}")
    return "".join(parts) + ("Z" if closed else "")


def circle(centre: Point, radius: float) -> str:
    """Give a circle as a path, so that it can be joined with others under the even-odd rule."""
    x, y = centre
    size = number(radius)
    arc = f"A{size} {size} 0 1 1 "
    return f"M{_pair((x - radius, y))}{arc}{_pair((x + radius, y))}{arc}{_pair((x - radius, y))}Z"


def ring(centre: Point, outer: float, inner: float) -> str:
    """Give a ring for the even-odd rule."""
    return circle(centre, outer) + circle(centre, inner)


def rounded(left: float, top: float, right: float, bottom: float, radius: float) -> str:
    """Give a rectangle with rounded corners as a path."""
    arc = f"A{number(radius)} {number(radius)} 0 0 1 "
    return (
        f"M{_pair((left + radius, top))}L{_pair((right - radius, top))}{arc}{_pair((right, top + radius))}"
        f"L{_pair((right, bottom - radius))}{arc}{_pair((right - radius, bottom))}"
        f"L{_pair((left + radius, bottom))}{arc}{_pair((left, bottom - radius))}"
        f"L{_pair((left, top + radius))}{arc}{_pair((left + radius, top))}Z"
    )


def _spline(points: Sequence[Point], steps: int) -> list[Point]:
    """Find points along the Catmull-Rom spline, ``steps`` to a segment."""
    found: list[Point] = []
    last = len(points) - 1
    for index in range(last):
        p0, p1, p2, p3 = points[max(index - 1, 0)], points[index], points[index + 1], points[min(index + 2, last)]
        for step in range(steps + (index == last - 1)):
            t = step / steps
            found.append(
                (
                    _catmull(p0[0], p1[0], p2[0], p3[0], t),
                    _catmull(p0[1], p1[1], p2[1], p3[1], t),
                )
            )
    return found


def _catmull(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)


def brush(points: Sequence[Point], widths: Sequence[float], steps: int = 4) -> str:
    """Outline a brush stroke along ``points`` whose width passes evenly through ``widths``; its ends are rounded."""
    middle = _spline(points, steps)
    last = len(middle) - 1
    left: list[Point] = []
    right: list[Point] = []
    direction: Point = (1.0, 0.0)
    for index, (x, y) in enumerate(middle):
        ahead, behind = middle[min(index + 1, last)], middle[max(index - 1, 0)]
        dx, dy = ahead[0] - behind[0], ahead[1] - behind[1]
        size = math.hypot(dx, dy) or 1.0
        direction = (dx / size, dy / size)
        where = index / last * (len(widths) - 1)
        low = min(int(where), len(widths) - 2)
        half = (widths[low] + (widths[low + 1] - widths[low]) * (where - low)) / 2
        left.append((x - direction[1] * half, y + direction[0] * half))
        right.append((x + direction[1] * half, y - direction[0] * half))
    tip = (middle[-1][0] + direction[0] * widths[-1] / 2, middle[-1][1] + direction[1] * widths[-1] / 2)
    first, second = middle[0], middle[1]
    size = math.hypot(second[0] - first[0], second[1] - first[1]) or 1.0
    root = (
        first[0] - (second[0] - first[0]) / size * widths[0] / 2,
        first[1] - (second[1] - first[1]) / size * widths[0] / 2,
    )
    return smooth([root, *left, tip, *reversed(right)], closed=True)


def leaf(start: Point, end: Point, width: float, bend: float = 0.0, fullest: float = 0.42) -> str:
    """Outline a pointed leaf; ``bend`` moves its middle sideways, as a share of its length."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    size = math.hypot(dx, dy) or 1.0
    nx, ny = -dy / size, dx / size
    x, y = start[0] + dx * fullest + nx * bend * size, start[1] + dy * fullest + ny * bend * size
    half = width / 2
    return (
        f"M{_pair(start)}"
        f"Q{_pair((x + nx * half * 1.6, y + ny * half * 1.6))} {_pair(end)}"
        f"Q{_pair((x - nx * half * 1.6, y - ny * half * 1.6))} {_pair(start)}Z"
    )


def petal(centre: Point, inner: float, outer: float, angle: float, spread: float, *, pointed: float = 0.0) -> str:
    """Outline a petal from radius ``inner`` to ``outer``, ``spread`` degrees wide; ``pointed`` 1 gives it a point."""
    half = math.radians(spread / 2)
    # The round end touches both edges of the wedge and the outer radius.
    cap = min(outer * math.sin(half) / (1 + math.sin(half)), (outer - inner) * 0.8)
    reach = (outer - cap) * math.cos(half)
    side = math.degrees(half)
    base_left, base_right = polar(centre, inner, angle - side * 0.86), polar(centre, inner, angle + side * 0.86)
    left, right = polar(centre, reach, angle - side), polar(centre, reach, angle + side)
    tip = polar(centre, outer, angle)
    bow = cap * 0.62 * (1 - pointed)
    turn = math.radians(angle)
    outward, across = (math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))

    def off(point: Point, along: float, sideways: float) -> Point:
        return (
            point[0] + outward[0] * along + across[0] * sideways,
            point[1] + outward[1] * along + across[1] * sideways,
        )

    return (
        f"M{_pair(base_left)}L{_pair(left)}"
        f"C{_pair(off(left, cap * 0.7, 0))} {_pair(off(tip, -cap * 0.25 * pointed, -bow))} {_pair(tip)}"
        f"C{_pair(off(tip, -cap * 0.25 * pointed, bow))} {_pair(off(right, cap * 0.7, 0))} {_pair(right)}"
        f"L{_pair(base_right)}Q{_pair(polar(centre, inner - cap * 0.18, angle))} {_pair(base_left)}Z"
    )


def petals(
    centre: Point,
    inner: float,
    outer: float,
    count: int,
    *,
    fill: float = 0.86,
    phase: float = -90.0,
    pointed: float = 0.0,
) -> str:
    """Outline a ring of ``count`` petals that cover the share ``fill`` of the circle."""
    pitch = 360 / count
    return "".join(
        petal(centre, inner, outer, phase + index * pitch, pitch * fill, pointed=pointed) for index in range(count)
    )


def remap(path: str, place: Callable[[float, float], Point], digits: int = 1) -> str:
    """Move every point of ``path`` (M, L, Q, C, Z only) to where ``place`` puts it."""
    parts: list[str] = []
    for command, body in _COMMAND.findall(path):
        values = [float(text) for text in _NUMBER.findall(body)]
        moved = [number(value, digits) for x, y in zip(values[::2], values[1::2], strict=True) for value in place(x, y)]
        parts.append(command + " ".join(moved))
    return "".join(parts)


def move(path: str, matrix: Matrix, digits: int = 1) -> str:
    """Move ``path`` (M, L, Q, C, Z only) by the matrix (a, b, c, d, e, f): x′ = ax + cy + e, y′ = bx + dy + f."""
    a, b, c, d, e, f = matrix
    return remap(path, lambda x, y: (a * x + c * y + e, b * x + d * y + f), digits)


def bounds(path: str) -> tuple[float, float, float, float]:
    """Give the left, top, right and bottom that hold every point, handles too, of ``path`` (M, L, Q, C, Z only)."""
    values = [float(text) for text in _NUMBER.findall(path)]
    return min(values[::2]), min(values[1::2]), max(values[::2]), max(values[1::2])


def turned(points: Iterable[Point], centre: Point, angle: float) -> list[Point]:
    """Give ``points`` turned by ``angle`` about ``centre``."""
    turn = math.radians(angle)
    cos, sin = math.cos(turn), math.sin(turn)
    return [
        (
            centre[0] + (x - centre[0]) * cos - (y - centre[1]) * sin,
            centre[1] + (x - centre[0]) * sin + (y - centre[1]) * cos,
        )
        for x, y in points
    ]


def scallop(centre: Point, radius: float, count: int, depth: float = 0.16, phase: float = -90.0) -> str:
    """Outline a flower head of ``count`` lobes that sink by the share ``depth`` between each other."""
    pitch = 360 / count
    points = [
        polar(centre, radius * (1 - depth * sink), phase + pitch * (index + step))
        for index in range(count)
        for step, sink in ((-0.5, 1.0), (-0.36, 0.3), (-0.12, 0.0), (0.12, 0.0), (0.36, 0.3))
    ]
    return smooth(points, closed=True)


class Canvas:
    """Gathers the shapes of one drawing, and can cut a shape out of all that was drawn before."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._parts: list[str] = []
        self._masks = 0

    def fill(self, path: str, colour: str, *, even_odd: bool = False) -> None:
        """Fill ``path``."""
        rule = ' fill-rule="evenodd"' if even_odd else ""
        self._parts.append(f'<path fill="{colour}"{rule} d="{path}"/>')

    def area(self, path: str, colour: str, *, even_odd: bool = False) -> None:
        """Fill ``path``, which an engraver of thin lines would only outline."""
        self.fill(path, colour, even_odd=even_odd)

    def stroke(self, path: str, colour: str, width: float) -> None:
        """Draw ``path`` as a line with round ends."""
        self._parts.append(
            f'<path fill="none" stroke="{colour}" stroke-width="{number(width)}" stroke-linecap="round" '
            f'stroke-linejoin="round" d="{path}"/>'
        )

    def pen(self, path: str, colour: str, width: float, contrast: float = 1.0, angle: float = 0.0) -> None:
        """Fill ``path`` and thickens it with a broad pen.

        The pen is an ellipse ``width`` long along ``angle`` and ``width × contrast`` across, as a flat brush makes
        upright strokes heavier than level ones. ``path`` may hold M, L, Q, C and Z only.
        """
        if width <= 0:
            self.fill(path, colour)
            return
        cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        # The nib's frame: unit circle → ellipse. The path is taken into that frame, the group brings it back.
        a, b, c, d = cos, sin, -sin * contrast, cos * contrast
        inverse = (cos, -sin / contrast, sin, cos / contrast, 0.0, 0.0)
        matrix = " ".join(number(value, 4) for value in (a, b, c, d, 0, 0))
        self._parts.append(
            f'<path transform="matrix({matrix})" fill="{colour}" stroke="{colour}" stroke-width="{number(width, 2)}" '
            f'stroke-linejoin="round" d="{move(path, inverse)}"/>'
        )

    def cut(self, path: str, gap: float = 0.0, *, line: bool = False) -> None:
        """Clear ``path`` (the line alone if ``line``), grown by ``gap`` on every side, from all drawn so far."""
        self._masks += 1
        name = f"cut-{self._name}-{self._masks}"
        fill = "none" if line else "#000"
        self._parts = [
            (
                f'<mask id="{name}" maskUnits="userSpaceOnUse" x="0" y="0" width="{WIDTH}" height="{HEIGHT}">'
                f'<path fill="#fff" d="M0 0H{WIDTH}V{HEIGHT}H0Z"/>'
                f'<path fill="{fill}" stroke="#000" stroke-width="{number(2 * gap)}" stroke-linecap="round" '
                f'stroke-linejoin="round" d="{path}"/></mask>'
                f'<g mask="url(#{name})">'
            ),
            *self._parts,
            "</g>",
        ]

    def vein(self, path: str, gap: float, colour: str) -> None:  # noqa: ARG002 – the engraver of lines draws it in colour
        """Bare the line ``path``, ``gap`` to either side, within an area of ``colour``."""
        self.cut(path, gap, line=True)

    def over(self, path: str, colour: str, gap: float) -> None:
        """Fill ``path`` with a bare rim of ``gap`` around it."""
        self.cut(path, gap)
        self.area(path, colour)

    def svg(self) -> str:
        """Give the whole drawing as an SVG document."""
        body = "\n".join(self._parts)
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{VIEW_BOX}">\n{body}\n</svg>\n'
