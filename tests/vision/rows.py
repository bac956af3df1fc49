"""Boxes and corners of tiles as they would be found, made without a picture: every tile is a rectangle on the table,
seen from above or at a slant; its box is the smallest upright one around its four corners.
"""

import math

import numpy as np
from numpy.typing import NDArray

WIDTH, HEIGHT = 60.0, 80.0
"""A tile's width and height in pixels."""


def corners(
    x: float, y: float, *, across: bool = False, width: float = WIDTH, height: float = HEIGHT
) -> NDArray[np.float64]:
    """The corners (4, 2) of a tile with its centre at x, y; turned by a quarter when it lies across."""
    half = np.array([height, width] if across else [width, height]) / 2
    return np.array([x, y]) + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half


def seen(
    tiles: list[NDArray[np.float64]],
    *,
    tilt: float = 0.0,
    slant: float = 0.0,
    centre: tuple[float, float] = (1000, 1000),
) -> NDArray[np.float64]:
    """Boxes (n, 4) of tiles as `seen_corners` sees them."""
    quads = seen_corners(tiles, tilt=tilt, slant=slant, centre=centre)
    return np.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1)


def seen_corners(
    tiles: list[NDArray[np.float64]],
    *,
    tilt: float = 0.0,
    slant: float = 0.0,
    centre: tuple[float, float] = (1000, 1000),
) -> NDArray[np.float64]:
    """Corners (n, 4, 2) of tiles given by those that they have on the table, as a camera sees them.

    They are turned by `tilt` degrees (counter-clockwise on the screen is negative) about `centre` and then seen in
    perspective: `slant` 0.3 makes what lies 1000 px above the centre 1.3 times smaller.
    """
    points = np.array(tiles).reshape(-1, 2) - centre
    cos, sin = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
    points = points @ np.array([[cos, sin], [-sin, cos]])
    points /= (1 - slant * points[:, 1] / 1000)[:, None]
    return np.asarray(points.reshape(-1, 4, 2) + centre)


def row(
    count: int,
    *,
    x: float = 200,
    y: float = 1000,
    gaps: dict[int, float] | None = None,
    tilt: float = 0,
    slant: float = 0,
) -> NDArray[np.float64]:
    """Boxes (count, 4) of a row of touching tiles; `gaps` maps an index to the tile widths left free before it."""
    tiles = []
    for index in range(count):
        x += WIDTH * (gaps or {}).get(index, 0)
        tiles.append(corners(x, y))
        x += WIDTH
    return seen(tiles, tilt=tilt, slant=slant)
