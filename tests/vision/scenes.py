"""Whole tables with a known hand, laid out at random and seen by a real camera: boxes and faces, no picture."""

from collections import Counter
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from datasets.synthesis import arrangements, bodies
from datasets.synthesis.camera import look_at_table
from scoring.tiles import CODES
from vision.layout import Layout, Role

SIZE = (1.0, bodies.TILE_HEIGHT, bodies.TILE_THICKNESS)
"""Width, height and thickness of a tile, in widths."""


@dataclass
class Scene:
    """Tiles on a table, and which of them are what."""

    laid: list[bodies.Body] = field(default_factory=list)
    exposed: list[list[int]] = field(default_factory=list)
    concealed: list[int] = field(default_factory=list)
    winning: int | None = None
    bonus: list[int] = field(default_factory=list)

    @property
    def faces(self) -> list[int]:
        return [CODES.index(body.code) for body in self.laid]

    def truth(self) -> tuple[list[list[int]], list[int], int | None, list[int]]:
        return sorted(sorted(meld) for meld in self.exposed), sorted(self.concealed), self.winning, sorted(self.bonus)

    def seen(
        self, random: np.random.Generator, *, roll: float, elevation: float, noise: float
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Boxes (n, 4) and corners (n, 4, 2) in pixels as a camera sees the faces.

        `roll` and `elevation` in degrees, `noise` of the boxes in widths; that of corners is twice as much.
        """
        camera = look_at_table(
            elevation=float(np.deg2rad(elevation)),
            roll=float(np.deg2rad(roll)),
            field_of_view=float(np.deg2rad(random.uniform(30, 65))),
            tile_pixels=36,
            size=1000,
            centre=(500, 650),
        )
        quads = np.array([camera.project(body.corners(0.5)) for body in self.laid])
        boxes = np.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1)
        return (
            boxes + random.normal(0, noise * 36, boxes.shape),
            quads + random.normal(0, 2 * noise * 36, quads.shape),
        )


def read(layout: Layout) -> tuple[list[list[int]], list[int], int | None, list[int]]:
    """The layout in the form of `Scene.truth`."""
    of = {role: [list(group.tiles) for group in layout.only(role)] for role in Role}
    winning = [tile for group in of[Role.WINNING] for tile in group]
    return (
        sorted(sorted(meld) for meld in of[Role.EXPOSED]),
        sorted(tile for group in of[Role.CONCEALED] for tile in group),
        winning[0] if winning else None,
        sorted(tile for group in of[Role.BONUS] for tile in group),
    )


def _meld(random: np.random.Generator) -> list[int]:
    if random.random() < 0.5:
        first = 9 * int(random.integers(3)) + int(random.integers(7))
        return [first, first + 1, first + 2]
    return [int(random.integers(34))] * 3


def _hand(random: np.random.Generator) -> tuple[list[list[int]], int]:
    """Four melds and the face of the eyes, no face more than four times."""
    while True:
        melds, eyes = [_meld(random) for _ in range(4)], int(random.integers(34))
        if max(Counter([*(face for meld in melds for face in meld), eyes, eyes]).values()) <= 4:
            return melds, eyes


def draw_scene(random: np.random.Generator) -> Scene:
    """Lay out a hand: some melds exposed beside, above or below, the winning tile apart, across or neither,
    bonus tiles at either end, often discards behind it and a wall.
    """
    scene = Scene()
    melds, eyes = _hand(random)
    exposed = melds[: int(random.choice([0, 0, 1, 2, 3]))]
    concealed = [face for meld in melds[len(exposed) :] for face in meld] + [eyes, eyes]
    if exposed and len(set(exposed[0])) == 1 and random.random() < 0.3:
        face = exposed[0][0]
        if [*concealed, *(face for meld in exposed for face in meld)].count(face) == 3:
            exposed[0] = [face] * 4
    order = random.permutation(len(concealed))
    winning = concealed[order[0]]
    concealed = sorted(concealed[index] for index in order[1:])
    apart = random.random() < 0.75
    bonus = [int(34 + face) for face in random.permutation(8)[: int(random.choice([0, 0, 1, 2, 3]))]]
    side = str(random.choice(["left", "right", "above", "below"])) if exposed else ""
    placed: list[tuple[int, float, float, float]] = []
    x = 0.0

    def gap() -> float:
        return float(random.uniform(0.5, 1.2))

    def put(face: int, y: float = 0.0, turn: float = 0.0) -> int:
        nonlocal x
        extent = SIZE[1] if turn else SIZE[0]
        placed.append((face, x + extent / 2, y, turn))
        x += extent + float(random.exponential(0.015))
        return len(placed) - 1

    def put_melds(y: float = 0.0) -> None:
        nonlocal x
        for meld in exposed:
            scene.exposed.append([put(face, y) for face in meld])
            x += gap()

    if side == "left":
        put_melds()
    bonus_first = random.random() < 0.5
    if bonus_first and bonus:
        scene.bonus = [put(face) for face in bonus]
        x += gap() if random.random() < 0.6 else 0
    scene.concealed = [put(face) for face in (concealed if apart else sorted([*concealed, winning]))]
    if apart:
        turned = random.random() < 0.33
        x += 0 if turned else gap()
        scene.winning = put(winning, turn=np.pi / 2 if turned else 0.0)
    if bonus and not bonus_first:
        x += gap()
        scene.bonus = [put(face) for face in bonus]
    if side == "right":
        x += gap()
        put_melds()
    if side in {"above", "below"}:
        end, x = x, float(random.uniform(0, 3))
        put_melds((1 if side == "above" else -1) * SIZE[1] * float(random.uniform(1.05, 1.6)))
        x = max(x, end)
    for face, along, y, turn in placed:
        uneven = random.normal(0, 0.02, 2)
        scene.laid.append(bodies.lying(CODES[face], along - x / 2, y + uneven[0], turn=turn + uneven[1], size=SIZE))
    _add_others(random, scene, above=side == "above")
    return scene


def _add_others(random: np.random.Generator, scene: Scene, *, above: bool) -> None:
    tile = arrangements.Proportions(SIZE)
    others: list[bodies.Body] = []
    if random.random() < 0.7:
        others += arrangements.heap(
            random,
            lambda: CODES[int(random.integers(34))],
            tile,
            count=int(random.integers(5, 35)),
            x=float(random.normal(0, 3)),
            y=float(random.uniform(6.5, 9)),
            spread=2.0,
        )
    if random.random() < 0.4:
        others += arrangements.wall(
            random,
            tile,
            count=int(random.integers(3, 18)),
            x=float(random.normal(0, 4)),
            y=float(random.uniform(5, 10)),
            turn=float(random.normal(0, 0.2)),
        )
    nearest = SIZE[1] * (3.2 if above else 2)
    scene.laid.extend(body for body in others if body.centre[1] > nearest)
