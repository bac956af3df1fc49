"""Tiles as they are seen from a row among them: what depends on where they lie alone, and not on what they show.

A reading lays the same boxes out more than once, with other faces; what is worked out here is kept between.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.clusters import cut_row, touching
from vision.extents import Extents, aslant_in_row
from vision.rows import Frame, Tiles, find_rows

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

SAME_SIZE: Final = (0.72, 1.8)
"""How much smaller or larger the hand's other tiles may be than its row makes one expect at their place."""

SLANTED: Final = 4.0
"""A tile of a row against which box and corners speak as much as this counts half."""


class View:
    """Tiles seen from a row.

    Lengths along it are counted in steps of touching tiles, lengths aside of it in tile heights.

    Args:
        tiles: all of them.
        row: indexes of the row's, in reading order.

    """

    def __init__(self, tiles: Tiles, row: Iterable[int]) -> None:
        self.tiles = tiles
        self.row = list(row)
        self.frame = Frame.fit(tiles, self.row)
        self.size = float(tiles.sizes[self.row].mean())
        """Mean width plus height of the row's boxes."""

    @cached_property
    def places(self) -> NDArray[np.float64]:
        """All tiles ``(n, 2)`` in steps along the row and heights aside of it."""
        return self.frame.places(self.tiles.centres)

    @cached_property
    def extents(self) -> Extents:
        """How far all tiles reach along the row and aside of it."""
        return Extents.of(self.tiles, self.frame, self.row, self.places)

    @cached_property
    def joined(self) -> NDArray[np.bool_]:
        """Which tiles touch along their long sides ``(n, n)``."""
        return touching(self.extents)

    @cached_property
    def segments(self) -> list[list[int]]:
        """The row, cut where its gaps are."""
        return cut_row(self.extents, self.row)

    @cached_property
    def free(self) -> NDArray[np.float64]:
        """The free space ``(n, n, 2)`` between tiles along the row and aside of it, in widths of a tile, at least 0."""
        return self.extents.free().clip(0)

    @cached_property
    def sized(self) -> NDArray[np.bool_]:
        """Mark the tiles outside the row that are about as large as its own would be there."""
        sized = (self.extents.sizes >= SAME_SIZE[0]) & (self.extents.sizes <= SAME_SIZE[1])
        sized[self.row] = False
        return np.asarray(sized)

    @cached_property
    def others(self) -> NDArray[np.bool_]:
        """Mark those of them that lie like the row's."""
        return self.sized & self.extents.alike

    @cached_property
    def ends(self) -> tuple[float, float]:
        """First and last place along of the row's tiles."""
        forward = self.places[self.row, 0]
        return float(forward.min()), float(forward.max())

    @cached_property
    def likeness(self) -> NDArray[np.float64]:
        """Weigh each tile of the row by its size, its straightness and its likeness to the others.

        In a heap, tiles that happen to follow each other lie aside of a line, and turned each its own way.
        """
        straight = 1 / (1 + np.exp(aslant_in_row(self.tiles, self.frame, self.row) - SLANTED))
        weights = straight * self.tiles.sizes[self.row] / self.tiles.sizes.max()
        if len(self.row) > 2:
            aside = self.frame.places(self.tiles.centres[self.row])[:, 1]
            weights = weights * np.exp(-((aside / 0.2) ** 2))
        return np.asarray(weights)

    @cached_property
    def lowness(self) -> float:
        """How far down in the picture the row lies, 0 to 1."""
        return float(self.tiles.centres[self.row, 1].mean() / self.tiles.centres[:, 1].max())

    def leans_right(self) -> bool:
        """Tell whether the row runs from left to right, or downwards where it stands upright."""
        x, y = self.tiles.centres[self.row[-1]] - self.tiles.centres[self.row[0]]
        return bool(x > 0 if abs(x) > 0.2 * abs(y) else y > 0)

    def along(self, some: Iterable[int]) -> list[int]:
        """Order tiles in reading direction, or from the far side to the near one where they run across it."""
        indexes = np.sort(np.fromiter(some, np.int64))
        places = self.places[indexes]
        across, down = np.ptp(places, axis=0)
        axis = 0 if across * self.frame.step >= down * self.frame.height else 1
        ordered: list[int] = indexes[places[:, axis].argsort(kind="stable")].tolist()
        return ordered


class Views:
    """All views of the same tiles that were asked for.

    Args:
        boxes: ``(n, 4)`` xyxy in pixels.
        corners: ``(n, 4, 2)`` pixels of the faces, clockwise; those of the boxes if omitted.

    """

    def __init__(self, boxes: NDArray[np.floating], corners: NDArray[np.floating] | None = None) -> None:
        self.tiles = Tiles.of(boxes, corners)
        self._known: dict[tuple[int, ...], View] = {}

    @cached_property
    def rows(self) -> list[list[int]]:
        """The rows of touching tiles, see `vision.rows.find_rows`."""
        return find_rows(self.tiles)

    def of(self, row: Iterable[int]) -> View:
        """See all tiles from a row, given in reading order."""
        key = tuple(row)
        if key not in self._known:
            self._known[key] = View(self.tiles, key)
        return self._known[key]
