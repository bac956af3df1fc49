"""What lies under and around the tiles: cloth, wood, table edges, racks, clutter, all procedural."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from datasets.synthesis.clutter import add_clutter

Picture = npt.NDArray[np.uint8]
"""``(h, w, 3)`` RGB."""

CLUTTER: Final = 2.0
"""Things on a table that are no tiles, on average."""

CROWDED: Final = 7.0
"""The same where a detector is to learn what is no tile."""


def noise(rng: np.random.Generator, size: int, cells_x: float, cells_y: float) -> npt.NDArray[np.float32]:
    """``(size, size)`` smooth noise of mean 0 and deviation about 1 with the given number of cells across and down."""
    shape = (max(2, int(cells_y)), max(2, int(cells_x)))
    coarse = rng.standard_normal(shape).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (size, size), interpolation=cv2.INTER_CUBIC), dtype=np.float32)


def cloth_colour(rng: np.random.Generator) -> npt.NDArray[np.float32]:
    """RGB of a table: greens most often, then blue, red, brown, grey, white, anything."""
    hue = rng.choice(
        [rng.uniform(50, 85), rng.uniform(95, 125), rng.uniform(0, 25), rng.uniform(0, 180)], p=[0.45, 0.15, 0.2, 0.2]
    )
    saturation = rng.uniform(0, 255) if rng.random() < 0.75 else rng.uniform(0, 40)
    value = rng.uniform(30, 250)
    pixel = np.array([[[hue, saturation, value]]], dtype=np.uint8)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2RGB)[0, 0], dtype=np.float32)


def texture(rng: np.random.Generator, size: int) -> npt.NDArray[np.float32]:
    """``(size, size, 3)`` float32 RGB of one material: plain, woven, felt, wood or blotched."""
    colour = cloth_colour(rng)
    relief = noise(rng, size, rng.uniform(2, 8), rng.uniform(2, 8)) * rng.uniform(0, 10)
    kind = rng.integers(5)
    if kind == 1:  # a weave, as rubber mats have
        period = rng.uniform(3, 9)
        x = np.sin(np.arange(size) * 2 * np.pi / period)
        relief += np.outer(x, x).astype(np.float32) * rng.uniform(3, 18)
    elif kind == 2:  # felt
        relief += rng.standard_normal((size, size)).astype(np.float32) * rng.uniform(2, 10)
    elif kind == 3:  # wood: noise drawn out along the grain
        colour = np.array([rng.uniform(90, 235), rng.uniform(60, 190), rng.uniform(30, 150)], np.float32)
        for cells in (8, 30, 120):
            relief += noise(rng, size, rng.uniform(1, 4), cells) * rng.uniform(3, 12)
        if rng.random() < 0.5:
            relief = np.ascontiguousarray(relief.T)
    elif kind == 4:
        relief += noise(rng, size, 60, 60) * rng.uniform(3, 14)
    tint = rng.uniform(0.8, 1.2, size=3).astype(np.float32)
    return np.clip(colour + relief[..., None] * tint, 0, 255)


def background(rng: np.random.Generator, size: int, *, clutter: float = CLUTTER) -> npt.NDArray[np.float32]:
    """A table seen from above: one material, at times others beyond an edge, and ``clutter`` things on average."""
    picture = texture(rng, size)
    for _ in range(int(rng.choice([0, 1, 2], p=[0.35, 0.45, 0.2]))):
        _beyond_an_edge(rng, picture)
    if rng.random() < 0.2:
        _rack(rng, picture)
    for _ in range(int(rng.poisson(clutter))):
        add_clutter(rng, picture)
    return picture


def _beyond_an_edge(rng: np.random.Generator, picture: npt.NDArray[np.float32]) -> None:
    """Replace what lies beyond a straight edge by another material, with a dark seam."""
    size = len(picture)
    angle = rng.normal(0, 0.15) + rng.choice([0, np.pi / 2, np.pi, -np.pi / 2], p=[0.5, 0.15, 0.2, 0.15])
    normal = np.array([np.sin(angle), np.cos(angle)])
    offset = size * rng.uniform(0.15, 0.5)
    x, y = np.meshgrid(np.arange(size) - size / 2, np.arange(size) - size / 2)
    side = x * normal[0] + y * normal[1] - offset
    beyond = side > 0
    picture[beyond] = texture(rng, size)[beyond]
    picture[np.abs(side) < rng.uniform(0.5, 4)] *= rng.uniform(0.3, 0.9)


def _rack(rng: np.random.Generator, picture: npt.NDArray[np.float32]) -> None:
    """A rack: a long bar across the picture, light on top, darker in front, with an edge between."""
    size = len(picture)
    colour = cloth_colour(rng)
    depth = size * rng.uniform(0.03, 0.09)
    middle = np.array([size / 2, size * rng.uniform(0.2, 0.95)])
    angle = float(np.rad2deg(rng.normal(0, 0.12)))
    for shift, share, brightness in ((0.0, 1.0, 1.0), (depth, 0.8, 0.6)):
        box = cv2.boxPoints(((middle[0], middle[1] + shift), (size * 1.2, depth * share), angle)).astype(np.int32)
        cv2.fillConvexPoly(picture, box, tuple(float(value * brightness) for value in colour), cv2.LINE_AA)
        cv2.polylines(picture, [box], True, tuple(float(value * 0.4) for value in colour), 1, cv2.LINE_AA)
