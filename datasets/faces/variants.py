"""Varied designs of every face, for a detector to learn that a face is more than one drawing of it.

A ``Style`` is one tile set; faces drawn with one style belong together. Without a style, every call draws from a set of
its own. A blank white dragon is fully transparent.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from datasets.faces.back import back
from datasets.faces.bamboo import KINDS as STICKS
from datasets.faces.bamboo import PLACES as STICK_PLACES
from datasets.faces.birds import bird, peacock
from datasets.faces.blooms import bloom
from datasets.faces.characters import NUMERALS, WINDS
from datasets.faces.dots import KINDS as DOTS
from datasets.faces.dots import PLACES as DOT_PLACES
from datasets.faces.dots import band, rosette
from datasets.faces.emblems import EMBLEMS
from datasets.faces.flowers import MOTIFS, NAMES
from datasets.faces.frames import frame
from datasets.faces.palette import Palette
from datasets.faces.sketch import Sketch
from datasets.faces.strokes import HEIGHT, WIDTH, bounds, circle, move, remap, rounded
from datasets.faces.styles import Style, glyph, random_style
from scoring.tiles import CODES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from datasets.faces.styles import Bonus

Box = tuple[float, float, float, float]

_CENTRE: Final = (WIDTH / 2, HEIGHT / 2)

MARK: Final = 118.0
"""Largest mark that leaves the drawing below it as large as it is designed, in units of the view box."""


def variant(code: str, rng: np.random.Generator, height: int = 128, style: Style | None = None) -> NDArray[np.uint8]:
    """Draw ``code`` in ``style``, or in a style chosen for this picture alone.

    Returns RGBA pixels ``(height, height × 3/4, 4)``, not premultiplied, on a bare ground; ``height`` is in pixels. The
    same state of ``rng`` gives the same picture where the same fonts are installed. Raises ``KeyError`` for a code that
    is none of ``scoring.tiles.CODES``.
    """
    if code not in CODES:
        raise KeyError(code)
    style = random_style(rng) if style is None else style
    kind = code[-1] if code[0].isdigit() else "z"
    sketch = Sketch(style.line if kind in "fgs" else 0.0)
    if code == "back":
        _back(sketch, style)
        return sketch.pixels(height)
    marked = style.index is not None and kind in "mpsz"
    scale = style.scale * (0.85 if marked else 1.0) * float(rng.uniform(0.98, 1.02))
    turn = math.radians(float(rng.normal(0, 0.8)))
    cos, sin = math.cos(turn) * scale, math.sin(turn) * scale
    x, y = _CENTRE
    shift = (0.0, 0.0)
    if marked and style.index is not None:
        side = 1 if "left" in style.index.corners else -1
        shift = (
            side * 12.0 if len(style.index.corners) == 1 else 0.0,
            10.0 if "low" not in style.index.corners else -10.0,
        )
    with sketch.moved((cos, sin, -sin, cos, x - cos * x + sin * y + shift[0], y - sin * x - cos * y + shift[1])):
        _face(sketch, code, kind, style, rng)
    if marked:
        _mark(sketch, code, kind, style)
    return sketch.pixels(height)


def drawn_set(rng: np.random.Generator, height: int = 128, style: Style | None = None) -> dict[str, NDArray[np.uint8]]:
    """Draw all 42 faces and the back of one tile set: RGBA pixels by code, as ``variant`` gives them."""
    style = random_style(rng) if style is None else style
    return {code: variant(code, rng, height, style) for code in CODES}


def _face(sketch: Sketch, code: str, kind: str, style: Style, rng: np.random.Generator) -> None:
    number = int(code[0]) if code[0].isdigit() else 0
    if kind == "m":
        _myriad(sketch, number, style)
    elif kind == "p":
        _dots(sketch, number, style)
    elif code == "1s":
        if style.bird is None:
            peacock(sketch, style.palette)
        else:
            bird(sketch, style.palette, style.bird)
    elif kind == "s":
        _sticks(sketch, number, style)
    elif kind in "fg":
        _bonus(sketch, code, style, rng)
    elif code == "P":
        frame(sketch, getattr(style.palette, style.colours["P"]), style.frame, style.frame_weight)
    elif code == "C":
        _write(sketch, "中", _box(style, 250, 196), style.palette.red, style)
    elif code == "F":
        _write(sketch, "發", _box(style, 248, 200), getattr(style.palette, style.colours["F"]), style)
    else:
        _write(sketch, WINDS[code], _box(style, 244, 200), getattr(style.palette, style.colours["wind"]), style)


def _box(style: Style, width: float, y: float) -> Box:
    """Give a box around the middle at height ``y``, as tall as the style stretches its characters."""
    tall = min(width * style.stretch, 330)
    return WIDTH / 2 - width / 2, y - tall / 2, WIDTH / 2 + width / 2, y + tall / 2


def _write(sketch: Sketch, character: str, box: Box, colour: str, style: Style) -> None:
    """Draw a character of the style's font with its square of 1000 units laid on ``box``."""
    path = glyph(style.font, character)
    phase = sum(map(ord, character)) % 7
    wave, slant = style.wave, style.slant

    def shaken(x: float, y: float) -> tuple[float, float]:
        return (
            x + wave * math.sin(y / 170 + phase) + slant * (500 - y),
            y + wave * math.sin(x / 150 + 2 * phase),
        )

    if wave > 0.5 or abs(slant) > 0.005:
        path = remap(path, shaken, 0)
    left, top, right, bottom = box
    path = move(path, ((right - left) / 1000, 0, 0, (bottom - top) / 1000, left, top))
    pen = style.pen
    sketch.pen(path, colour, pen.width * (right - left) / 1000, pen.contrast, pen.angle)


def _fitted(sketch: Sketch, path: str, box: Box, colour: str, thick: float) -> None:
    """Draw the outline of a digit or letter as large as ``box`` allows, its proportions kept."""
    left, top, right, bottom = bounds(path)
    scale = min((box[2] - box[0]) / (right - left), (box[3] - box[1]) / (bottom - top))
    x = (box[0] + box[2]) / 2 - (left + right) / 2 * scale
    y = (box[1] + box[3]) / 2 - (top + bottom) / 2 * scale
    sketch.pen(move(path, (scale, 0, 0, scale, x, y), 2), colour, thick * scale)


def _myriad(sketch: Sketch, number: int, style: Style) -> None:
    numeral = style.fives if number == 5 else NUMERALS[number - 1]
    tall = 150 + 60 * (style.stretch - 0.95)
    _write(sketch, numeral, (64, 186 - tall, 236, 186), getattr(style.palette, style.colours["numeral"]), style)
    below = 190 + 60 * (style.stretch - 0.95)
    _write(sketch, "萬", (50, 180, 250, 180 + below), getattr(style.palette, style.colours["myriad"]), style)


def _dots(sketch: Sketch, number: int, style: Style) -> None:
    if number == 1:
        if style.rosette is None:
            rosette(sketch, style.palette, 126 * style.dot_scale)
            return
        radius, outer = 128 * style.dot_scale, 1.0
        for kind, inner, paint in style.rosette:
            band(sketch, _CENTRE, (outer * radius, inner * radius), kind, getattr(style.palette, paint))
            outer = inner - 0.04
            if outer <= 0.06:
                return
        sketch.fill(circle(_CENTRE, outer * radius * 0.7), style.palette.red)
        return
    size, places = DOT_PLACES[number]
    swap = {"green": "red", "red": "green"} if style.swap_dots and number in {6, 7} else {}
    for x, y, role in places:
        paint = getattr(style.palette, style.dot_colours[swap.get(role, role)])
        centre = (150 + (x - 150) * style.dot_spread, 200 + (y - 200) * style.dot_spread)
        accent = style.palette.red if paint != style.palette.red else style.palette.green
        DOTS[style.dot](sketch, centre, size * min(style.dot_scale, style.dot_spread * 1.04), paint, accent)


def _sticks(sketch: Sketch, number: int, style: Style) -> None:
    width, sticks = STICK_PLACES[number]
    spread = style.dot_spread
    for x0, y0, x1, y1, role in sticks:
        start = (150 + (x0 - 150) * spread, 200 + (y0 - 200) * spread)
        end = (150 + (x1 - 150) * spread, 200 + (y1 - 200) * spread)
        paint = getattr(style.palette, style.stick_colours[role])
        STICKS[style.stick](sketch, start, end, width * style.stick_scale, paint)


def _bonus(sketch: Sketch, code: str, style: Style, rng: np.random.Generator) -> None:
    layout = style.flowers if code[1] == "f" else style.seasons
    size = float(rng.uniform(0.9, 1.06))
    if layout.size > MARK:  # what is left below a large mark
        size *= float(rng.uniform(1.0, 1.0 + layout.size / HEIGHT)) * (HEIGHT - layout.size) / (HEIGHT - MARK)
    mirror = -1 if rng.random() < 0.4 else 1
    dx = float(rng.uniform(-8, 8))
    with sketch.moved((size * mirror, 0, 0, size, 150 - 150 * size * mirror + dx, 372 * (1 - size))):
        if layout.emblems:
            name = code if rng.random() < 0.8 else str(rng.choice(list(EMBLEMS)))
            EMBLEMS[name](sketch, style.palette, rng)
        elif not layout.own_motifs and layout.random_motifs:
            bloom(sketch, style.palette, rng)
        else:
            name = code if layout.own_motifs else str(rng.choice(list(MOTIFS)))
            MOTIFS[name](sketch, style.palette)
    _corners(sketch, code, layout, style)


def _corners(sketch: Sketch, code: str, layout: Bonus, style: Style) -> None:
    size, low_size = layout.size, min(layout.size, MARK)
    # Beside a large character a digit has what that leaves.
    small = min(size, 272.0 - size) if layout.character else size
    low = (286.0 - low_size * 0.7, 386.0 - low_size * 0.8, 286.0, 386.0)
    if layout.character_left:
        character_box, number_box = (14.0, 14.0, 14.0 + size, 14.0 + size), (286.0 - small, 14.0, 286.0, 14.0 + small)
    else:
        character_box, number_box = (286.0 - size, 14.0, 286.0, 14.0 + size), (14.0, 14.0, 14.0 + small, 14.0 + small)
    if layout.character_middle:
        character_box = (150 - size / 2, 14.0, 150 + size / 2, 14.0 + size)
    if layout.character:
        text = style.orchid if code == "2f" else NAMES[code]
        # A rim of bare ground keeps the marks legible where the drawing reaches under them.
        sketch.cut(rounded(*character_box, 14))
        _write(sketch, text, character_box, getattr(style.palette, layout.character_colour), style)
    if not layout.numerals:
        return
    if layout.number_low:
        number_box = low
        sketch.cut(rounded(*low, 14))
    inset = (number_box[2] - number_box[0]) * 0.12
    box = (number_box[0] + inset, number_box[1] + inset, number_box[2] - inset, number_box[3] - inset)
    digit = layout.numerals[int(code[0]) - 1]
    colour = getattr(style.palette, layout.number_colour)
    if digit.isascii():
        _fitted(sketch, glyph(style.latin, digit), box, colour, style.pen.width * 0.8)
    else:
        _write(sketch, digit, box, colour, style)


def _mark(sketch: Sketch, code: str, kind: str, style: Style) -> None:
    """Draw the Latin index in its corners."""
    index = style.index
    if index is None:
        return
    text = code[0] if kind != "z" else index.white if code == "P" else code
    colour = getattr(style.palette, index.colours[kind])
    near, size = index.margin, index.size
    for corner in index.corners:
        box = {
            "left": (near, near, near + size, near + size),
            "right": (WIDTH - near - size, near, WIDTH - near, near + size),
            "low": (WIDTH - near - size, HEIGHT - near - size, WIDTH - near, HEIGHT - near),
            "turned": (near, near, near + size, near + size),
        }[corner]
        with sketch.moved((-1, 0, 0, -1, WIDTH, HEIGHT) if corner == "turned" else (1, 0, 0, 1, 0, 0)):
            _fitted(sketch, glyph(style.latin, text), box, colour, index.thick)


def _back(sketch: Sketch, style: Style) -> None:
    if style.back_pattern:
        red, green, blue = (int(style.back[index : index + 2], 16) for index in (1, 3, 5))
        lift = 38 if red + green + blue < 480 else -38
        light = "#" + "".join(f"{min(max(value + lift, 0), 255):02x}" for value in (red, green, blue))
        back(sketch, Palette(jade=style.back, jade_light=light))
        return
    sketch.fill(rounded(0, 0, WIDTH, HEIGHT, 30), style.back)
