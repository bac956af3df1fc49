"""Tiles as solid bodies: where a tile lies or stands, and the quads a camera sees of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from datasets.synthesis.camera import Camera

TILE_HEIGHT: Final = 1.34
TILE_THICKNESS: Final = 0.78
"""Proportions of a common Hong Kong tile, in tile widths."""

FACE_PART: Final = 0.62
"""Share of the thickness that is ivory; the rest has the colour of the back."""


@dataclass(frozen=True, slots=True)
class Body:
    """One tile placed in the world.

    Attributes:
        code: its face, or ``back`` when it lies face down.
        centre: ``(3,)`` middle of the body.
        axes: ``(3, 3)`` rows: along the width, up along the face, out of the face (unit vectors).
        size: width, height and thickness.

    """

    code: str
    centre: npt.NDArray[np.float64]
    axes: npt.NDArray[np.float64]
    size: tuple[float, float, float]

    def corners(self, outward: float) -> npt.NDArray[np.float64]:
        """``(4, 3)`` corners, clockwise from the top left, of the slice at ``outward``: -0.5 the back, 0.5 the face."""
        across, upward, out = self.axes * np.array(self.size)[:, None]
        middle = self.centre + out * outward
        return np.stack(
            [
                middle - across / 2 + upward / 2,
                middle + across / 2 + upward / 2,
                middle + across / 2 - upward / 2,
                middle - across / 2 - upward / 2,
            ]
        )


def lying(
    code: str, x: float, y: float, *, turn: float = 0.0, layer: int = 0, size: tuple[float, float, float]
) -> Body:
    """A tile flat on the table (or on ``layer`` others), its face up, or its back up for the code ``back``.

    Args:
        code: the face shown.
        x: middle of the tile on the table, tile widths.
        y: likewise.
        turn: radians, counter-clockwise seen from above; 0 is upright for the player at negative y.
        layer: how many tiles lie below it.
        size: width, height, thickness.

    """
    cos, sin = np.cos(turn), np.sin(turn)
    across, upward, out = np.array([cos, sin, 0.0]), np.array([-sin, cos, 0.0]), np.array([0.0, 0.0, 1.0])
    centre = np.array([x, y, size[2] * (layer + 0.5)])
    return Body(code, centre, np.stack([across, upward, out]), size)


def standing(
    code: str, x: float, y: float, *, turn: float = 0.0, lean: float = 0.15, size: tuple[float, float, float]
) -> Body:
    """A tile on its lower edge, its face towards the player and leaning back by ``lean`` radians."""
    cos, sin = np.cos(turn), np.sin(turn)
    across = np.array([cos, sin, 0.0])
    towards = np.array([sin, -cos, 0.0])
    out = np.cos(lean) * towards + np.sin(lean) * np.array([0.0, 0.0, 1.0])
    upward = np.cross(out, across)
    centre = np.array([x, y, 0.0]) + upward * size[1] / 2
    return Body(code, centre, np.stack([across, upward, out]), size)


@dataclass(frozen=True, slots=True)
class Quad:
    """A visible flat part of a body: ``(4, 2)`` pixels, its kind (``face``, ``ivory``, ``back``) and its brightness."""

    points: npt.NDArray[np.float64]
    kind: str
    brightness: float


def visible_quads(body: Body, camera: Camera, light: npt.NDArray[np.float64]) -> list[Quad]:
    """The quads of a body that face the camera, its face last.

    Args:
        body: the tile.
        camera: where it is seen from.
        light: ``(3,)`` unit vector towards the light.

    """
    face, seam, back = body.corners(0.5), body.corners(0.5 - FACE_PART), body.corners(-0.5)
    quads: list[Quad] = []
    faces_camera = body.code != "back"

    def add(corners: npt.NDArray[np.float64], normal: npt.NDArray[np.float64], kind: str) -> None:
        if (corners.mean(axis=0) - camera.position) @ normal < 0:
            shade = 0.68 + 0.32 * max(0.0, float(normal @ light))
            quads.append(Quad(camera.project(corners), kind, shade))

    # A tile lying face down is the same body turned over: its upper part is the back's.
    upper, lower = ("ivory", "back") if faces_camera else ("back", "ivory")
    if not faces_camera:
        seam = body.corners(-0.5 + FACE_PART)
    for first, second, normal in (
        (0, 1, body.axes[1]),
        (1, 2, body.axes[0]),
        (2, 3, -body.axes[1]),
        (3, 0, -body.axes[0]),
    ):
        add(np.stack([face[first], face[second], seam[second], seam[first]]), normal, upper)
        add(np.stack([seam[first], seam[second], back[second], back[first]]), normal, lower)
    add(back[::-1], -body.axes[2], "back" if faces_camera else "ivory")
    add(face, body.axes[2], "face" if faces_camera else "back")
    return quads
