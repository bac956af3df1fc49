"""Tells whether a picture shows its tiles too blurred or too dark to be read, from the straightened tiles themselves.

The background may be out of focus or black without harm. All tiles of a hand are taken together, so that it hardly
matters which faces they show. ``python -m models.picture_limits`` prints at which values readings go wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.cutouts import CUT_SIDE
from vision.mirror import is_mirrored

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

LEAST_SHARPNESS: Final = -5.5
"""A hand less sharp than this is blurred. Photos of tiles in focus have -4.9 to -2; a blur of a twentieth of a tile's
width, from which on faces are taken for others, brings most of them below -5.5.
"""

LEAST_CONTRAST: Final = 0.1
"""Where a face's darkest part differs from its lightest by less than this, noise drowns its drawing."""

MOST_LIGHT: Final = 0.35
"""Tiles lighter than this are pale, not dark."""

DARK_PICTURE: Final = 0.2
"""Where the lightest hundredth of a picture without a hand is darker than this, nobody could see tiles."""

LEAST_TILES: Final = 3
"""Fewer tiles than this are no hand to judge light and mirrors by. But that even they are blurred is said: of a hand
that is much blurred hardly a tile is found.
"""

COARSE: Final = (1.0, 4.0)
FINE: Final = (5.0, 12.0)
"""Waves in a straightened face's side: those that any blur leaves, and those that tell one face from another."""

DIRECTIONS: Final = 8
"""In so many directions the fine waves are looked at, for a hand that shakes blurs one of them."""

RIM: Final = 8
"""Pixels of a straightened face that are left out at each side: there may be a neighbour or the table."""

EXTREMES: Final = (0.03, 0.97)
"""Quantiles of a face's pixels that stand for its darkest and its lightest part."""


@dataclass(frozen=True, slots=True)
class Quality:
    """How well the tiles of a hand are seen.

    Attributes:
        sharpness: logarithm of the power of fine waves, in the direction that has least of it, beside that of coarse
            ones; the higher the sharper.
        contrast: lightest less darkest part of the middle face, 0 to 1.
        light: the lightest part of the middle face, 0 to 1.

    """

    sharpness: float
    contrast: float
    light: float

    @classmethod
    def of(cls, faces: NDArray[np.float32]) -> Quality:
        """Measure straightened faces ``(n, 3, 64, 64)``, 0 to 1, ``n`` at least 1."""
        inner = faces[..., RIM:-RIM, RIM:-RIM].mean(axis=1)
        some = inner[:, ::2, ::2].reshape(len(inner), -1)
        dark, light = np.quantile(some, EXTREMES, axis=1)
        return cls(sharpness(inner), float(np.median(light - dark)), float(np.median(light)))

    @property
    def blurred(self) -> bool:
        """Whether fine lines are lost."""
        return self.sharpness < LEAST_SHARPNESS

    @property
    def dark(self) -> bool:
        """Whether there was too little light."""
        return self.contrast < LEAST_CONTRAST and self.light < MOST_LIGHT


def sharpness(inner: NDArray[np.float32]) -> float:
    """Compare fine waves with coarse ones in the inner parts ``(n, side, side)`` of straightened faces: see `Quality`.

    The power of all faces is added up before it is compared, so that a face without fine lines, such as a blank one,
    weighs little. Blur takes the more of a wave's power the finer it is: by a Gaussian of deviation s, in sides of a
    face, a wave of frequency f keeps exp(-(2 π f s)²).
    """
    window, coarse, fine = _waves(inner.shape[-1])
    waves = np.fft.rfft2((inner - inner.mean(axis=(1, 2), keepdims=True)) * window)
    power = (waves.real**2 + waves.imag**2).sum(axis=0)
    weakest = (fine @ power.ravel()).min()
    return float(np.log(max(weakest, 1e-12) / max(float(coarse @ power.ravel()), 1e-12)))


@cache
def _waves(side: int) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """Give a window ``(side, side)``, and weights that average coarse waves ``(m,)`` and fine ones by direction.

    The latter are ``(DIRECTIONS, m)``, for the ``m`` waves of a real Fourier transform.
    """
    window = np.outer(np.hanning(side), np.hanning(side)).astype(np.float32)
    down, across = np.fft.fftfreq(side)[:, None] * CUT_SIDE, np.fft.rfftfreq(side)[None] * CUT_SIDE
    frequency, direction = np.hypot(across, down).ravel(), np.arctan2(down, across + 0 * down).ravel()
    coarse = (frequency >= COARSE[0]) & (frequency < COARSE[1])
    middles = np.pi * np.arange(DIRECTIONS) / DIRECTIONS
    away = np.abs(np.mod(direction - middles[:, None] + np.pi / 2, np.pi) - np.pi / 2)
    fine = (away < np.pi / DIRECTIONS) & (frequency >= FINE[0]) & (frequency < FINE[1])
    means = fine / fine.sum(axis=1, keepdims=True)
    return window, (coarse / coarse.sum()).astype(np.float32), means.astype(np.float32)


def is_dark(pixels: NDArray[np.uint8]) -> bool:
    """Tell whether a whole picture ``uint8 (h, w, 3)`` is too dark to see tiles in, where none were found."""
    some = pixels[::8, ::8].mean(axis=2)
    return bool(np.quantile(some, 0.99) < 255 * DARK_PICTURE)


def picture_doubts(
    pixels: NDArray[np.uint8],
    faces: NDArray[np.float32],
    named: NDArray[np.floating],
    name: Callable[[NDArray[np.float32]], NDArray[np.floating]],
) -> tuple[str, ...]:
    """List what is the matter with a picture: ``mirrored``, ``blurred``, ``dark``, the worst first.

    Args:
        pixels: ``uint8 (h, w, 3)``, the picture.
        faces: ``float32 (n, 3, 64, 64)``, 0 to 1: the tiles of its hand, straightened.
        named: ``(n, 43)`` the second look's distributions of them.
        name: gives those of other faces.

    """
    quality = Quality.of(faces) if len(faces) else None
    few = len(faces) < LEAST_TILES
    found = {
        "mirrored": not few and is_mirrored(faces, named, name),
        "blurred": quality is not None and quality.blurred,
        "dark": quality.dark if quality is not None and not few else is_dark(pixels),
    }
    return tuple(kind for kind, so in found.items() if so)
