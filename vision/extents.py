"""How each tile lies, seen from the hand's row: like the row's tiles, turned by a quarter, or anyhow as in a heap.

The row's tiles say which two sides a tile has that lies like them: one along the row, one aside of it. At each tile's
place its box and its corners are compared with that, and with the same tile turned by a quarter. Boxes are exact, but
show little at a tilt of 45 degrees; corners show all, but the network that finds them is misled at times. So the
logarithms of both likelihoods are added, with tails as heavy as their errors have.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.planes import BESIDE, RATIO, Seen, corner_chance, in_sides, other_plane
from vision.rows import median

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.rows import Frame, Tiles

RATIOS: Final = (1.22, RATIO)
"""Turned tiles are looked for with these, for not all sets have the same."""

SIZE_NOISE: Final = 0.035
"""How much the logarithm of the size of tiles differs that lie at the same place."""

PERSPECTIVE: Final = (0.01, 0.035)
"""So much less certain is the size to expect for each width beyond the row's ends, and for each height aside of it."""

SHAPE_NOISE: Final = (0.03, 4.0)
"""Scale and degrees of freedom (Student's t) of the error of a box's proportions, as a logarithm."""

TURNED: Final = -1.5
"""Logarithm of how much rarer tiles are that lie turned."""

OTHER_SIZE: Final = 0.03
"""So much less certain is how large they are, for they lie further off."""

SLANTS: Final = ((0.0, 8.0, 15.0), (0.0, 3.4, 10.0))
"""Unlikely boxes and corners (negative logarithms of what `_likelihood` gives), and by how much less likely such a tile
is the hand's than any other's: counted among tiles of synthesised tables."""


LIKE: Final = 4.0
LIKE_FEW: Final = 7.0
"""A tile against which no more speaks than this lies like the row's; the second where the row has less than five tiles,
for then it shows less well how tiles lie."""

NEAR: Final = (6.0, 2.5)
"""Tiles within so many widths of the row's ends and heights aside of it may lie in another plane than the row."""

VOTE: Final = 0.35
MOST_VOTES: Final = 6.0
"""Tiles beside one outside the row count for whether it is turned, by so much of what
speaks for themselves, up to this limit."""

LEAST_FACE: Final = 0.75
MOST_FACE: Final = 1.3
"""A face is at least and at most so large beside a step of its row, or a height as its boxes make one expect it."""


@dataclass(frozen=True, slots=True, eq=False)
class Extents:
    """How each of ``n`` tiles lies, seen from the hand's row.

    Args:
        wide: ``(n,)`` how far each reaches along the row, in widths of a tile there: 1, or `RATIO` where it is turned.
        high: ``(n,)`` the same aside of it, in heights of a tile there.
        turned: ``(n,)`` whether it lies turned by a quarter against the row's.
        aslant: ``(n,)`` how much box and corners speak against a tile that lies either way, in natural logarithms.
        alike: ``(n,)`` whether it lies like the row's, and in one plane with them.
        sizes: ``(n,)`` how large each is against what the row makes one expect at its place.
        offsets: ``(n, n, 2)`` from the first tile's middle to the second's: in widths along, in heights aside.

    """

    wide: NDArray[np.float64]
    high: NDArray[np.float64]
    turned: NDArray[np.bool_]
    aslant: NDArray[np.float64]
    alike: NDArray[np.bool_]
    sizes: NDArray[np.float64]
    offsets: NDArray[np.float64]

    @classmethod
    def of(cls, tiles: Tiles, frame: Frame, row: list[int], places: NDArray[np.float64]) -> Extents:
        """Compare each tile with one that lies like the row's.

        Args:
            tiles: all of them.
            frame: that of the hand's row.
            row: the tiles of that row.
            places: of all tiles ``(n, 2)``, by that frame.

        """
        step, height = frame.sides(tiles.centres)
        along, aside = _faces(tiles, row, step, height)
        face_height = np.sqrt((aside**2).sum(axis=1))
        outside = np.maximum(np.abs(places[:, 0]) - np.abs(places[row, 0]).max(), 0)
        noise = SIZE_NOISE + PERSPECTIVE[0] * outside + PERSPECTIVE[1] * np.abs(places[:, 1])
        in_row = np.zeros(len(places), bool)
        in_row[row] = True
        near = ~in_row & (np.abs(places[:, 1]) < NEAR[1]) & (outside < NEAR[0])

        chances, sizes = _both_ways(tiles, along, aside, noise)
        # A row may stand on its edge while other tiles lie.
        same = np.ones(len(places), bool)
        asked = np.flatnonzero(near & tiles.seen)
        if len(asked):
            noises = noise[asked] + OTHER_SIZE
            seen = Seen(*in_sides(tiles.sides[asked], along[asked], aside[asked]), places[asked], noises)
            planes, prior = other_plane(seen)
            grown, depth, lean = (values[:, None] for values in planes.at(places[asked]))
            lying = grown * (depth * aside[asked] + lean * along[asked])
            others, other_sizes = _both_ways(tiles[asked], grown * along[asked], lying, noises)
            other_sizes += np.log(grown[:, 0])
            better = others.max(axis=0) + prior > chances[:, asked].max(axis=0)
            changed = asked[better]
            chances[:, changed], sizes[:, changed] = others[:, better] + prior, other_sizes[:, better]
            aside[changed] = (lying / grown)[better]
            same[changed] = False
        # Tiles beside each other are likely to lie alike.
        against = (chances[1] - chances[0]).clip(-MOST_VOTES, MOST_VOTES)
        beside = (np.abs(places[:, None] - places[None]) < BESIDE).all(axis=2) & ~in_row & ~in_row[:, None]
        np.fill_diagonal(beside, val=False)
        best = (chances[1] - chances[0] + VOTE * (beside @ against) > 0).astype(np.int64)
        each = np.arange(len(best))
        turned = best == 1
        unlikely = np.where(turned, TURNED, 0.0) - chances[best, each]
        aslant = np.interp(unlikely, *SLANTS)
        size = np.exp(sizes[best, each])
        deep = height * (np.sqrt((aside**2).sum(axis=1)) / face_height)[:, None]
        offsets = _offsets(tiles.centres, step * size[:, None], deep * size[:, None])
        wide = np.where(turned, RATIO, 1.0)
        alike = same & ~turned & (aslant < (LIKE if len(row) > 4 else LIKE_FEW))
        return cls(wide, 1 / wide, turned, aslant, alike, size, offsets)

    def taken(self, some: NDArray[np.integer] | list[int], *, turned: bool) -> Extents:
        """Take some tiles for such as lie like the row's, or for such as lie turned by a quarter."""
        all_, wide = self.turned.copy(), self.wide.copy()
        all_[some], wide[some] = turned, RATIO if turned else 1.0
        return replace(self, wide=wide, high=1 / wide, turned=all_)

    def free(self) -> NDArray[np.float64]:
        """Tell the free space ``(n, n, 2)`` between tiles along and aside, in widths; below 0 they overlap."""
        along = np.abs(self.offsets[..., 0]) - (self.wide[None] + self.wide[:, None]) / 2
        aside = np.abs(self.offsets[..., 1]) - (self.high[None] + self.high[:, None]) / 2
        return np.stack([along, RATIO * aside], axis=2)


def aslant_in_row(tiles: Tiles, frame: Frame, row: list[int]) -> NDArray[np.float64]:
    """Tell how much box and corners speak against each tile of a row ``(m,)``, as `Extents.aslant` does."""
    some = tiles[np.array(row)]
    along, aside = _faces(some, list(range(len(row))), *frame.sides(some.centres))
    chances, _ = _both_ways(some, along, aside, np.full(len(row), SIZE_NOISE))
    return np.asarray(np.interp(-chances.max(axis=0), *SLANTS))


def _faces(
    tiles: Tiles, row: list[int], step: NDArray[np.float64], height: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Give the sides of faces like the row's: tiles have rounded edges, so they are a little smaller than a step."""
    some = [index for index in row if tiles.seen[index]]
    if len(some) < 3:
        return step, height
    forward, sideward = in_sides(tiles.sides[some], step[some], height[some])
    wide = median(np.abs(forward).max(axis=1))
    high = median(np.abs(sideward).max(axis=1))
    return step * min(max(wide, LEAST_FACE), MOST_FACE), height * min(max(high, LEAST_FACE), MOST_FACE)


def _both_ways(
    tiles: Tiles, along: NDArray[np.float64], aside: NDArray[np.float64], noise: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Weigh that each tile lies like the row's, and that it lies turned: ``(2, n)``, with how large it is then."""
    ratios = np.array([1.0, *RATIOS])[:, None, None]
    (upright, few, usual), sizes = _likelihood(tiles, along * ratios, aside / ratios, noise)
    return np.stack([upright, np.maximum(few, usual) + TURNED]), sizes[[0, 2]]


def _likelihood(
    tiles: Tiles, along: NDArray[np.float64], aside: NDArray[np.float64], noise: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Weigh, each of ``k`` ways, that tiles have two sides ``(k, n, 2)``, up to their size.

    Gives the logarithms of likelihood and of size ``(k, n)``.
    """
    spans = np.abs(along) + np.abs(aside)
    further = np.log(tiles.spans / spans)
    wider, higher = further[..., 0], further[..., 1]
    size = (wider + higher) / 2
    shape = (wider - higher) / 2
    scale, freedom = SHAPE_NOISE
    chance = -((size / noise) ** 2) / 2 - (freedom + 1) / 2 * np.log1p((shape / scale) ** 2 / freedom)
    forward, sideward = in_sides(tiles.sides / np.exp(size)[..., None, None], along, aside)
    first = np.abs(forward[..., 0]) < np.abs(forward[..., 1])
    error = (
        (np.abs(np.where(first, forward[..., 1], forward[..., 0])) - 1) ** 2
        + np.where(first, sideward[..., 1], sideward[..., 0]) ** 2
        + np.where(first, forward[..., 0], forward[..., 1]) ** 2
        + (np.abs(np.where(first, sideward[..., 0], sideward[..., 1])) - 1) ** 2
    )
    return chance + np.where(tiles.seen, corner_chance(error), 0.0), size


def _offsets(
    centres: NDArray[np.float64], along: NDArray[np.float64], aside: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Tell the offset ``(n, n, 2)`` between each two tiles in their mean sides along and aside ``(n, 2)``."""
    x, y = np.moveaxis(centres[None] - centres[:, None], 2, 0)
    ux, uy = np.moveaxis(along[None] + along[:, None], 2, 0) / 2
    vx, vy = np.moveaxis(aside[None] + aside[:, None], 2, 0) / 2
    det = ux * vy - uy * vx
    return np.stack([(x * vy - y * vx) / det, (y * ux - x * uy) / det], axis=2)
