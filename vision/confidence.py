"""How likely it is that a whole reading is right: that of its faces, made less by what is in doubt about it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from vision.layout import Doubt

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vision.decoding import Decoded
    from vision.detections import Detections
    from vision.layout import Layout

FAR: Final = "far"
"""More than one tile is wanting to a win, whatever the number of tiles."""

SURE_OF: Final = {
    Doubt.TILE_COUNT.value: 0.85,
    Doubt.WINNING_TILE.value: 0.97,
    Doubt.KONG_TILE.value: 0.95,
    Doubt.KONG.value: 0.6,
    Doubt.EXPOSED_MELDS.value: 0.95,
    Doubt.EXTRA_TILE.value: 0.85,
    FAR: 0.02,
    "blurred": 0.5,
    "dark": 0.5,
    "mirrored": 0.05,
}
"""How often a hand is read right in spite of each doubt, all else being sure. ``python -m models.doubts`` fits such
numbers to tables that were not learnt from; these lie between those of true boxes and those of photos. That of a wrong
number of tiles is lower than was fitted, for more of those tables show hands that wait than people photograph; those of
photos that are blurred, dark or mirrored are stated.
"""

LACK: Final = 0.1
"""A box without a tile in a hand that wins, or nearly, must make up for a tile without a box: that is this likely."""


def doubts_of(layout: Layout, decoded: Decoded, picture: Iterable[str] = ()) -> tuple[str, ...]:
    """List what makes a whole reading less sure than its tiles are, of the keys of `SURE_OF`.

    Args:
        layout: how the tiles make a hand.
        decoded: the faces as they were read together.
        picture: what is the matter with the photo, of `vision.questions.WRONG_IN`.

    """
    found = {doubt.value for doubt, _ in layout.doubts} | set(picture)
    if not decoded.near:
        found.add(FAR)
    return tuple(sorted(found))


def chance_of(found: Detections, layout: Layout, decoded: Decoded) -> float:
    """Tell how likely it is that all faces of a hand are right, and that there is a tile in every box of it."""
    lack = LACK if decoded.near else 1.0
    there = [float(found.confidence[index]) for group in layout.groups for index in group.tiles]
    return decoded.chance * math.prod(1.0 - lack * (1.0 - chance) for chance in there)


def confidence_of(chance: float, doubts: Iterable[str]) -> float:
    """Tell how likely it is that a whole reading is right, in spite of its doubts."""
    return chance * math.prod(SURE_OF[doubt] for doubt in doubts)
