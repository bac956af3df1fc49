"""The canvas of the varied designs: no masks, so any number of cuts costs nothing.

A cut is painted in a colour that stands for the bare ground. The drawing is rasterised twice, over white and over
black; what differs between the two is the share of bare ground in a pixel, so colour and opacity follow exactly.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.faces.raster import rasterise
from datasets.faces.strokes import HEIGHT, VIEW_BOX, WIDTH, Canvas, number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from datasets.faces.strokes import Matrix

GROUND: Final = "ground"


class Sketch(Canvas):
    """A canvas for one picture; ``line`` > 0 outlines areas with lines of that width instead of filling them."""

    def __init__(self, line: float = 0.0) -> None:
        super().__init__("sketch")
        self._line = line

    def area(self, path: str, colour: str, *, even_odd: bool = False) -> None:
        """Fill or outline ``path``."""
        if self._line <= 0:
            self.fill(path, colour, even_odd=even_odd)
            return
        self.cut(path)
        self.stroke(path, colour, self._line)

    def cut(self, path: str, gap: float = 0.0, *, line: bool = False) -> None:
        """Bare ``path`` (the line alone if ``line``), grown by ``gap`` on every side."""
        if not line:
            self.fill(path, GROUND)
        if gap > 0:
            self.stroke(path, GROUND, 2 * gap)

    def vein(self, path: str, gap: float, colour: str) -> None:
        """Bare the line ``path``, or draw it where areas are but outlined."""
        if self._line > 0:
            self.stroke(path, colour, self._line * 0.7)
        else:
            self.cut(path, gap, line=True)

    @contextmanager
    def moved(self, matrix: Matrix) -> Iterator[None]:
        """Draw what follows moved by the matrix (a, b, c, d, e, f)."""
        self._parts.append(f'<g transform="matrix({" ".join(number(value, 4) for value in matrix)})">')
        yield
        self._parts.append("</g>")

    def pixels(self, height: int) -> NDArray[np.uint8]:
        """Rasterise to RGBA, not premultiplied: ``(height, height × 3/4, 4)``, ``height`` in pixels."""
        body = "".join(self._parts)
        grounds = [
            rasterise(
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{VIEW_BOX}"><path fill="{ground}" '
                f'd="M0 0H{WIDTH}V{HEIGHT}H0Z"/>{body.replace(f"{GROUND}", ground)}</svg>',
                height,
            )[:, :, :3].astype(np.float32)
            for ground in ("#fff", "#000")
        ]
        white, black = grounds
        opacity = np.clip(1 - (white - black).mean(axis=2) / 255, 0, 1)
        colour = black / np.maximum(opacity, 1 / 255)[:, :, None]
        return np.concatenate([colour, opacity[:, :, None] * 255], axis=2).clip(0, 255).round().astype(np.uint8)
