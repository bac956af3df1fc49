"""The project's own drawings of the 42 faces and the back, as SVG and as pixels."""

from __future__ import annotations

from datasets.faces.palette import IVORY
from datasets.faces.raster import face_image, face_svg, tile_image
from datasets.faces.styles import Style, random_style
from datasets.faces.variants import drawn_set, variant

__all__ = ["IVORY", "Style", "drawn_set", "face_image", "face_svg", "random_style", "tile_image", "variant"]
