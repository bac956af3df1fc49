"""Tells a mirrored photo, such as a selfie: mirrored tiles do not exist, but their mirror images are tiles.

Most faces are not their own mirror image. Of a mirrored hand the second look is less sure than of a hand, and it is
sure of the same cut-outs mirrored back. ``python -m models.picture_limits`` prints how often either is told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

UNSURE: Final = -0.04
"""Mean logarithm of the likeliest face's probability above which no mirror is thought of: so sure is the second look of
nine photos in ten that are not mirrored, and of few others. Thus looking at the mirror image costs these no time.
"""

BETTER: Final = 0.02
"""By so much, in the same unit, mirrored tiles must be surer. No photo as it was taken comes near."""

LEAST_MIRRORED: Final = -0.2
"""And so sure at least, for of a picture that shows nothing clearly either is a guess."""


def is_mirrored(
    faces: NDArray[np.float32],
    named: NDArray[np.floating],
    name: Callable[[NDArray[np.float32]], NDArray[np.floating]],
) -> bool:
    """Tell whether the tiles of a hand are mirrored.

    Args:
        faces: ``(n, 3, 64, 64)`` straightened.
        named: ``(n, 43)`` the second look's distributions.
        name: gives the second look's distributions of other faces.

    """
    if not len(faces):
        return False
    straight = _sureness(named)
    if straight > UNSURE:
        return False
    mirrored = _sureness(name(np.ascontiguousarray(faces[..., ::-1])))
    return mirrored > max(straight + BETTER, LEAST_MIRRORED)


def _sureness(named: NDArray[np.floating]) -> float:
    return float(np.log(np.maximum(named.max(axis=1), 1e-9)).mean())
