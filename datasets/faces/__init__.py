"""The project's own drawings of the 42 faces and the back, as SVG and as pixels."""

from __future__ import annotations

from datasets.faces.palette import IVORY
from datasets.faces.raster import face_image, face_svg, tile_image

__all__ = ["IVORY", "face_image", "face_svg", "tile_image"]
