"""Drops tiles that cannot be there: no two faces cover the same place.

Where tiles touch and nothing parts them, the detector at times finds one more between two, made of half of each.
Upright boxes of tiles that lie aslant overlap, too, and rightly; the faces themselves do not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.detections import Detections

MOST_SHARED: Final = 0.4
"""Two faces share less than this part of the smaller one; corners are found to about a twentieth of a side."""


def without_overlaps(found: Detections) -> NDArray[np.bool_]:
    """Tell which tiles ``(n,)`` stay when of two that cover the same place the surer one does.

    Args:
        found: tiles with the corners of their faces. How sure one is: that it is there times that it is what it shows.

    """
    kept = np.ones(len(found), bool)
    sure = found.confidence * found.probabilities.max(axis=1, initial=0)
    low, high = found.corners.min(axis=1), found.corners.max(axis=1)
    touching = ((low[:, None] < high[None]) & (low[None] < high[:, None])).all(axis=2)
    areas = [abs(cv2.contourArea(corners)) for corners in found.corners]
    surer: list[int] = []
    for one in np.argsort(-sure, kind="stable").tolist():
        for other in surer:
            if not touching[one, other]:
                continue
            shared, _ = cv2.intersectConvexConvex(found.corners[one], found.corners[other])
            if shared > MOST_SHARED * min(areas[one], areas[other]):
                kept[one] = False
                break
        if kept[one]:
            surer.append(one)
    return kept
