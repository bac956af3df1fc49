"""The 42 tile faces and the back of a tile, in the class order that labels, weights and the API share."""

from __future__ import annotations

from typing import Final

CODES: Final[tuple[str, ...]] = (
    *(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)),
    *"ESWN",
    *"CFP",
    *(f"{number}{kind}" for kind in "fg" for number in range(1, 5)),
    "back",
)
"""Every class by index: characters, dots, bamboo, winds, dragons, flowers, seasons, back."""

FACES: Final[tuple[str, ...]] = CODES[:42]
"""Every face that a tile can show, without the back."""
