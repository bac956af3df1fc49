"""The plane in which tiles lie before a row that stands on its edge, or stand behind one that lies.

Seen from the row, what lies in another plane keeps its side along the row. Its other side looks longer or shorter, and
leans: in perspective all such sides meet in one point, so that they lean more the further along a tile lies, and look
longer the nearer it is. Every tile that lies square to the row says which plane it could be of; the plane that most of
them agree on is taken.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

RATIO: Final = 1.34
"""Height to width of a tile: turned, it reaches so much further along, and so much less far aside."""

CORNER_NOISE: Final = (0.035, 2.5)
"""Scale and degrees of freedom (Student's t) of the error of the sides between corners, as parts of the tile's own."""

LEAST_CORNERS: Final = -9.0
"""Corners say at most so much against a tile, in natural logarithms: the network may have been misled."""

FANS: Final = (-0.09, -0.06, -0.03, 0.0, 0.02, 0.04, 0.06, 0.08, 0.11, 0.15, 0.2)
"""How much more than those that stand they may lean forward at each step along, in widths: in perspective."""

LIKELY_DEPTH: Final = 0.5
LIKELY_FAN: Final = 0.1
"""Deviation of the depths of such planes, as logarithms, and of their fans."""

DEPTHS: Final = (0.4, 2.8)
"""How much less and more deep tiles that lie may look beside those that stand on their edge."""

SQUARE: Final = 0.2
"""A side along the row that rises by more than this part of itself is none of a tile that lies square to it."""

SIZES: Final = (0.6, 1.6)
"""How much smaller or larger than the row's such tiles may be."""

ON_EDGE: Final = -2.0
"""Logarithm of how rarely a row stands while other tiles of the hand lie."""

FITS: Final = -6.0
"""Logarithm of how unlikely corners may be that fit."""

AGREED: Final = 8.0
"""So much more likely, as a logarithm, a plane must make tiles together for them to be taken to agree."""

ALONE: Final = -4.5
"""Logarithm of how much rarer it is where no two tiles agree on it."""

BESIDE: Final = 1.5
"""Tiles within so many widths and heights of each other lie beside each other."""

LEAN_NOISE: Final = 0.05
FAN_NOISE: Final = 0.03
"""Deviation of how much the other sides of tiles lean, and of how much more at each step, from what was guessed."""


@dataclass(frozen=True, slots=True, eq=False)
class Planes:
    """What tiles look like that lie in each of ``p`` planes, or each of ``n`` tiles in its own.

    Args:
        depth: how long their other side looks on the row's line, beside that of the row's tiles.
        lean: by what part of a width it leans forward there, in the row's middle.
        fan: how much more at each step along.

    """

    depth: NDArray[np.float64]
    lean: NDArray[np.float64]
    fan: NDArray[np.float64]

    def __getitem__(self, some: NDArray[np.integer] | int | tuple[slice, None]) -> Planes:
        """Select planes."""
        return Planes(self.depth[some], self.lean[some], self.fan[some])

    def where(self, chosen: NDArray[np.bool_], other: Planes) -> Planes:
        """Take these planes for some tiles, and others for the rest."""
        pairs = ((self.depth, other.depth), (self.lean, other.lean), (self.fan, other.fan))
        return Planes(*(np.where(chosen, mine, theirs) for mine, theirs in pairs))

    def at(self, places: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """Tell how much larger tiles look at places ``(n, 2)``, how much deeper then, and how far they lean."""
        grown = (1 + self.fan * places[:, 1] / self.depth).clip(0.4, 2.5)
        return grown, self.depth * grown, self.lean + self.fan * places[:, 0]


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """Tiles as they are seen from a row.

    Args:
        forward: ``(n, 2)`` how far each of two sides reaches along, beside the sides of a tile like the row's there.
        sideward: ``(n, 2)`` how far aside.
        places: ``(n, 2)`` steps along the row and heights aside of it.
        noise: ``(n,)`` deviation of the logarithms of their sizes.

    """

    forward: NDArray[np.float64]
    sideward: NDArray[np.float64]
    places: NDArray[np.float64]
    noise: NDArray[np.float64]

    def weigh(self, planes: Planes) -> NDArray[np.float64]:
        """Weigh that each tile lies in a plane, upright or turned by a quarter: logarithms of likelihood."""
        grown, depth, lean = planes.at(self.places)
        size = np.sqrt(np.abs(self.forward[:, 0] * self.sideward[:, 1] - self.forward[:, 1] * self.sideward[:, 0]))
        size = np.maximum(size, 1e-6) / np.sqrt(depth)
        down = self.sideward / (depth * size)[..., None]
        ahead = self.forward / size[..., None] - lean[..., None] * down
        ways = []
        for wide in (1.0, RATIO):
            along, other = np.abs(ahead) / wide, np.abs(down) * wide
            first = (along[..., 0] - 1) ** 2 + other[..., 0] ** 2 + along[..., 1] ** 2 + (other[..., 1] - 1) ** 2
            second = (along[..., 1] - 1) ** 2 + other[..., 1] ** 2 + along[..., 0] ** 2 + (other[..., 0] - 1) ** 2
            ways.append(corner_chance(np.minimum(first, second)))
        return np.asarray(np.maximum(*ways) - (np.log(size / grown) / self.noise) ** 2 / 2)

    def possible(self) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
        """List for each tile that lies square to the row, taken for upright and for turned: it, its depth and lean."""
        along = (np.abs(self.sideward) / np.maximum(np.abs(self.forward), 1e-6)).argmin(axis=1)
        each = np.arange(len(along))
        wide, rise = np.abs(self.forward[each, along]), np.abs(self.sideward[each, along])
        deep, ahead = self.sideward[each, 1 - along], self.forward[each, 1 - along]
        found = []
        for ratio in (1.0, RATIO):
            size = np.maximum(wide / ratio, 1e-6)
            depth = np.abs(deep) * ratio / size
            square = (rise < SQUARE * wide) & (size > SIZES[0]) & (size < SIZES[1])
            some = np.flatnonzero(square & (depth > DEPTHS[0]) & (depth < DEPTHS[1]))
            found.append((some, depth[some], (ahead * np.sign(deep) * ratio / size)[some]))
        tiles, depths, leans = (np.concatenate(parts) for parts in zip(*found, strict=True))
        return tiles, depths, leans


def other_plane(seen: Seen) -> tuple[Planes, float]:
    """Tell how tiles look that lie in front of a row that stands, or stand behind one that lies.

    Returns:
        The plane of each tile, and the logarithm of how rare that is. All have the same where they agree.

    """
    count = len(seen.places)
    same = Planes(np.ones(count), np.zeros(count), np.zeros(count))
    tiles, depths, leans = seen.possible()
    if not len(tiles):
        return same, ON_EDGE + ALONE
    forward, aside = seen.places[tiles].T
    fans = np.repeat(FANS, len(tiles))
    forward, aside, depths, leans = (np.tile(one, len(FANS)) for one in (forward, aside, depths, leans))
    # A plane that looks d deep at y, and grows by f · y / d, is d − f · y deep on the row's line.
    planes = Planes((depths - fans * aside).clip(*DEPTHS), leans - fans * forward, fans)
    # What lies anyhow has nothing to say, only what fits.
    usual = np.maximum(seen.weigh(same), FITS)
    chances = seen.weigh(planes[:, None])
    gains = np.maximum(chances - usual, 0).sum(axis=1) + ON_EDGE
    rare = (np.log(planes.depth) / LIKELY_DEPTH) ** 2 / 2 + (planes.fan / LIKELY_FAN) ** 2 / 2
    best = int((gains - rare).argmax())
    if gains[best] - rare[best] > AGREED:
        plane = planes[np.full(count, best)]
        finer = _fitted(seen, plane, (tiles, depths[: len(tiles)], leans[: len(tiles)]), chances[best] > usual)
        better = np.maximum(seen.weigh(finer) - usual, 0).sum() + ON_EDGE > gains[best]
        return finer if better else plane, ON_EDGE
    # Each tile is taken to lie in the plane that it and those beside it fit best; alone among others it fits none.
    beside = (np.abs(seen.places[:, None] - seen.places[None]) < BESIDE).all(axis=2)
    chances -= rare[:, None]
    fits = chances > FITS
    agree = fits & (fits @ beside.astype(np.int64) >= np.minimum(beside.sum(axis=0), 2))
    together = np.where(agree, np.maximum(chances - FITS, 0) @ beside, 0.0)
    return planes[together.argmax(axis=0)].where(together.max(axis=0) > 0, same), ON_EDGE + ALONE


def _fitted(
    seen: Seen,
    plane: Planes,
    possible: tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]],
    agree: NDArray[np.bool_],
) -> Planes:
    """Fit a plane to the tiles that agree with it, by the depths and leans that are possible for them."""
    tiles, depths, leans = possible
    _, depth, lean = (values[tiles] for values in plane.at(seen.places))
    deeper, fault = np.log(depths / depth), leans - lean
    weights = agree[tiles] / (1 + (deeper**2 + fault**2) / (2 * LEAN_NOISE) ** 2)
    total = max(float(weights.sum()), 1e-6)
    x = seen.places[tiles, 0]
    middle, off = float(weights @ x) / total, float(weights @ fault) / total
    x = x - middle
    steeper = float(weights @ (x * (fault - off)) / (weights @ x**2 + (LEAN_NOISE / FAN_NOISE) ** 2))
    depth = plane.depth * float(np.exp(weights @ deeper / total))
    return Planes(depth, plane.lean + off - steeper * middle, plane.fan + steeper)


def corner_chance(error: NDArray[np.float64]) -> NDArray[np.float64]:
    """Turn the sum of the four squared errors of two sides into the logarithm of a chance."""
    scale, freedom = CORNER_NOISE
    return np.maximum(-(freedom + 4) / 2 * np.log1p(error / scale**2 / freedom), LEAST_CORNERS)


def in_sides(
    sides: NDArray[np.float64], along: NDArray[np.float64], aside: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Tell how far sides ``(…, n, 2, 2)`` reach along and aside ``(…, n, 2)``, in the lengths of these two."""
    det = (along[..., 0] * aside[..., 1] - along[..., 1] * aside[..., 0])[..., None]
    x, y = sides[..., 0], sides[..., 1]
    return (x * aside[..., 1:] - y * aside[..., :1]) / det, (y * along[..., :1] - x * along[..., 1:]) / det
