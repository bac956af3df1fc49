"""A known hand laid on a table, for pictures in documents, for tests and for benchmarks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.synthesis import arrangements, tables
from datasets.synthesis.bodies import TILE_HEIGHT, TILE_THICKNESS, Body, lying
from datasets.synthesis.camera import look_at_table
from datasets.synthesis.scene import Scene, compose, dress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from datasets.synthesis.textures import FaceSet

GAP: Final = 0.7
"""Space between groups, in tile widths: enough for a person to see them apart."""

_SIZE: Final = (1.0, TILE_HEIGHT, TILE_THICKNESS)


def lay_row(groups: Sequence[Sequence[str]], *, y: float = 0.0, gap: float = GAP) -> list[Body]:
    """Lay groups of touching tiles in one row, centred, a gap between groups.

    Args:
        groups: tile codes, left to right; ``back`` lies face down.
        y: where the row lies, tile widths away from the player.
        gap: space between groups, in tile widths.

    """
    width = sum(len(group) for group in groups) * 1.01 + gap * (len(groups) - 1)
    bodies: list[Body] = []
    along = -width / 2
    for group in groups:
        for code in group:
            bodies.append(lying(code, along + 0.5, y, size=_SIZE))
            along += 1.01
        along += gap
    return bodies


def hand_scene(
    rng: np.random.Generator,
    sets: tuple[FaceSet, ...],
    groups: Sequence[Sequence[str]],
    *,
    size: int = 1280,
    discards: int = 0,
    tilt: float = 0.0,
    elevation: float = 58.0,
) -> Scene:
    """Photograph a hand laid out in groups, at times with discards behind it.

    Args:
        rng: draws table, light and lens.
        sets: tile sets to choose from.
        groups: as for `lay_row`.
        size: pixels of the square picture's side.
        discards: tiles thrown behind the hand.
        tilt: degrees by which the picture is turned.
        elevation: degrees above the table; 90 looks straight down.

    """
    bodies = lay_row(groups)
    span = max(12.0, float(np.ptp([body.centre[0] for body in bodies])) + 2.5)
    camera = look_at_table(
        elevation=float(np.deg2rad(elevation)),
        roll=float(np.deg2rad(tilt)),
        field_of_view=float(np.deg2rad(45)),
        tile_pixels=size * 0.9 / span,
        size=size,
        centre=(size / 2, size * 0.62),
    )
    if discards:
        pick = arrangements.random_faces(rng)
        tile = arrangements.Proportions(_SIZE)
        bodies += arrangements.heap(rng, pick, tile, count=discards, x=0.0, y=span * 0.42, spread=span * 0.13)
    return compose(rng, bodies, camera, dress(rng, sets, blank_dragons=0), tables.texture(rng, size))
