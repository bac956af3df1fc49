"""Colours of engraved and painted tiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

IVORY: Final = "#fbf4e2"
"""The face of the tile itself, which the drawings leave bare."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The paints of one set of tiles, each as ``#rrggbb``."""

    green: str = "#0b6b3c"
    red: str = "#c4161c"
    blue: str = "#1c3f9c"
    ink: str = "#1b2340"
    gold: str = "#dd8f10"
    bark: str = "#6a3f22"
    jade: str = "#0d7a58"
    jade_light: str = "#2b9a74"
    jade_dark: str = "#0a644a"


HONG_KONG: Final = Palette()
"""The paints of the committed drawings."""
