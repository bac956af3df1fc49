"""How people lay tiles: rows, grids, melds, heaps, walls, hands on their edge. All in tile widths on the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from datasets.synthesis.bodies import TILE_HEIGHT, TILE_THICKNESS, Body, lying, standing
from scoring.tiles import FACES

Pick = Callable[[], str]
"""Draws the next face."""


@dataclass(frozen=True, slots=True)
class Proportions:
    """Width, height and thickness of the tiles of one scene, in units of the common tile's width."""

    size: tuple[float, float, float]

    @classmethod
    def draw(cls, rng: np.random.Generator) -> Proportions:
        """Tiles differ a little in shape from set to set."""
        return cls((1.0, TILE_HEIGHT * rng.uniform(0.94, 1.1), TILE_THICKNESS * rng.uniform(0.75, 1.15)))


def random_faces(rng: np.random.Generator) -> Pick:
    """Faces as they come, each as likely as another."""
    return lambda: str(rng.choice(FACES))


def sorted_faces(rng: np.random.Generator) -> Pick:
    """Faces as a sorted hand shows them: equal and neighbouring ones side by side."""
    index = int(rng.integers(0, len(FACES)))

    def pick() -> str:
        nonlocal index
        index = (
            int(rng.integers(0, len(FACES))) if rng.random() < 0.25 else (index + int(rng.integers(0, 2))) % len(FACES)
        )
        return FACES[index]

    return pick


def row(
    rng: np.random.Generator,
    pick: Pick,
    tile: Proportions,
    *,
    count: int,
    x: float,
    y: float,
    turn: float,
    backs: bool = True,
) -> list[Body]:
    """``count`` tiles side by side, centred at x, y and turned by ``turn``: touching, or with gaps between sets.

    Tiles lie or stand; here and there one is upside down, on its side or, with ``backs``, face down.
    """
    width, height, _ = tile.size
    upright = rng.random() < 0.22
    lean = rng.uniform(-0.05, 0.5)
    loose = rng.choice([0.0, 0.02, 0.12], p=[0.5, 0.35, 0.15])
    gap_chance = rng.choice([0.0, 0.15])
    overturned = rng.choice([0.0, 0.15, 1.0], p=[0.62, 0.28, 0.1])
    bodies: list[Body] = []
    along = 0.0
    places: list[tuple[float, float, float, float, str]] = []
    for _ in range(count):
        code = "back" if rng.random() < 0.04 and backs else pick()
        tile_turn = np.pi if rng.random() < overturned else 0.0
        sideways = not upright and rng.random() < 0.03
        extent = height if sideways else width
        along += extent / 2
        if sideways:
            tile_turn += np.pi / 2
        places.append((along, rng.normal(0, loose), tile_turn, rng.normal(0, loose * 0.6), code))
        along += extent / 2 + rng.exponential(0.015) + loose * rng.uniform(0, 1)
        if rng.random() < gap_chance:
            along += rng.uniform(0.25, 1.2)
    cos, sin = np.cos(turn), np.sin(turn)
    for position, offset, tile_turn, wobble, code in places:
        shift = position - along / 2
        place_x, place_y = x + cos * shift - sin * offset, y + sin * shift + cos * offset
        if upright and code != "back":
            bodies.append(standing(code, place_x, place_y, turn=turn + wobble, lean=lean, size=tile.size))
        else:
            bodies.append(lying(code, place_x, place_y, turn=turn + tile_turn + wobble, size=tile.size))
    return bodies


def grid(
    rng: np.random.Generator,
    pick: Pick,
    tile: Proportions,
    *,
    columns: int,
    rows: int,
    x: float,
    y: float,
    turn: float,
    backs: bool = True,
) -> list[Body]:
    """Rows of tiles below one another, as in a tray."""
    bodies: list[Body] = []
    step = tile.size[1] * rng.uniform(1.0, 1.06)
    cos, sin = np.cos(turn), np.sin(turn)
    for line in range(rows):
        offset = (line - (rows - 1) / 2) * step
        bodies += [
            lying(body.code, body.centre[0], body.centre[1], turn=_turn_of(body), size=tile.size)
            for body in row(
                rng, pick, tile, count=columns, x=x - sin * offset, y=y + cos * offset, turn=turn, backs=backs
            )
        ]
    return bodies


def _turn_of(body: Body) -> float:
    return float(np.arctan2(body.axes[0, 1], body.axes[0, 0]))


def heap(
    rng: np.random.Generator,
    pick: Pick,
    tile: Proportions,
    *,
    count: int,
    x: float,
    y: float,
    spread: float,
    backs: bool = True,
) -> list[Body]:
    """Tiles thrown together: any direction, close but hardly overlapping."""
    bodies: list[Body] = []
    places = np.empty((0, 2))
    apart = rng.uniform(1.15, 1.6)
    for _ in range(count * 6):
        place = np.array([x, y]) + rng.normal(0, spread, 2)
        if len(places) and np.min(np.hypot(*(places - place).T)) < apart:
            continue
        places = np.vstack([places, place])
        code = "back" if rng.random() < 0.08 and backs else pick()
        bodies.append(lying(code, place[0], place[1], turn=rng.uniform(0, 2 * np.pi), size=tile.size))
        if len(bodies) == count:
            break
    return bodies


def wall(rng: np.random.Generator, tile: Proportions, *, count: int, x: float, y: float, turn: float) -> list[Body]:
    """A wall of face-down tiles, one or two high, side by side along ``turn``."""
    bodies: list[Body] = []
    cos, sin = np.cos(turn), np.sin(turn)
    layers = int(rng.integers(1, 3))
    for index in range(count):
        shift = (index - (count - 1) / 2) * tile.size[0] * 1.01
        wobble = rng.normal(0, 0.03)
        for layer in range(layers):
            if layer and rng.random() < 0.1:
                continue
            bodies.append(
                lying(
                    "back",
                    x + cos * shift - sin * wobble,
                    y + sin * shift + cos * wobble,
                    turn=turn,
                    layer=layer,
                    size=tile.size,
                )
            )
    return bodies


def walls(rng: np.random.Generator, pick: Pick, tile: Proportions, *, across: float, turn: float) -> list[Body]:
    """Two to six walls beside and across one another, as before a deal, at times with a row of faces before them.

    Args:
        rng: draws everything.
        pick: draws the faces of the row.
        tile: proportions of the tiles.
        across: tile widths of the table that the picture shows.
        turn: direction of the walls, radians.

    """
    bodies: list[Body] = []
    apart = tile.size[1] * rng.uniform(1.02, 3.0)
    for line in range(int(rng.integers(2, 7))):
        crosswise = rng.random() < 0.25
        place = rng.normal(0, across * 0.2, 2) if crosswise else np.array([rng.normal(0, across * 0.1), line * apart])
        cos, sin = np.cos(turn), np.sin(turn)
        bodies += wall(
            rng,
            tile,
            count=int(rng.integers(3, 19)),
            x=float(cos * place[0] - sin * place[1]),
            y=float(sin * place[0] + cos * place[1]),
            turn=turn + (np.pi / 2 if crosswise else 0.0) + float(rng.normal(0, 0.03)),
        )
    if rng.random() < 0.6:
        bodies += row(
            rng, pick, tile, count=int(rng.integers(3, 15)), x=0.0, y=-tile.size[1] * rng.uniform(1.1, 2.5), turn=turn
        )
    return bodies
