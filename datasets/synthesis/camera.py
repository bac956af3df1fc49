"""A pinhole camera over a table: world points in tile widths become pixels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.float64]
"""``(n, 3)`` world points: x to the right, y away from the player, z up, in tile widths; the table is z = 0."""


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera that looks at the origin of the table.

    Attributes:
        position: ``(3,)`` where it stands.
        axes: ``(3, 3)`` rows: right, up and forward of the picture.
        focal_length: in pixels.
        centre: ``(2,)`` pixel that the origin falls on.

    """

    position: npt.NDArray[np.float64]
    axes: npt.NDArray[np.float64]
    focal_length: float
    centre: tuple[float, float]

    def project(self, points: Vectors) -> npt.NDArray[np.float64]:
        """``(n, 2)`` pixels, x right and y down, of ``(n, 3)`` world points in front of the camera."""
        relative = (points - self.position) @ self.axes.T
        depth = np.maximum(relative[:, 2], 0.05)
        x = self.centre[0] + self.focal_length * relative[:, 0] / depth
        y = self.centre[1] - self.focal_length * relative[:, 1] / depth
        return np.stack([x, y], axis=1)

    def table_points(self, pixels: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """``(n, 2)`` table points x, y that ``(n, 2)`` pixels look at; NaN where a pixel looks above the horizon."""
        plane = np.stack(
            [
                (pixels[:, 0] - self.centre[0]) / self.focal_length,
                -(pixels[:, 1] - self.centre[1]) / self.focal_length,
                np.ones(len(pixels)),
            ],
            axis=1,
        )
        rays = plane @ self.axes
        with np.errstate(divide="ignore", invalid="ignore"):
            distance = np.where(rays[:, 2] < -1e-6, -self.position[2] / rays[:, 2], np.nan)
        return (self.position + rays * distance[:, None])[:, :2]


def look_at_table(
    *, elevation: float, roll: float, field_of_view: float, tile_pixels: float, size: int, centre: tuple[float, float]
) -> Camera:
    """A camera from which one tile width at the origin spans ``tile_pixels``.

    Args:
        elevation: radians above the table; π/2 looks straight down.
        roll: radians by which the picture is turned.
        field_of_view: radians across the picture's side.
        tile_pixels: pixels a tile width spans at the origin.
        size: pixels of the square picture's side.
        centre: pixel of the origin.

    """
    focal_length = size / 2 / np.tan(field_of_view / 2)
    distance = focal_length / tile_pixels
    position = distance * np.array([0.0, -np.cos(elevation), np.sin(elevation)])
    forward = -position / distance
    right = np.array([1.0, 0.0, 0.0])
    up = np.cross(right, forward)
    cos, sin = np.cos(roll), np.sin(roll)
    axes = np.stack([cos * right + sin * up, cos * up - sin * right, forward])
    return Camera(position, axes, focal_length, centre)
