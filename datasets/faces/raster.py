"""Pictures of the faces as arrays of pixels."""

from __future__ import annotations

import functools
from importlib.resources import files
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import resvg_py

from datasets.faces.palette import IVORY
from datasets.faces.strokes import HEIGHT, WIDTH, rounded
from scoring.tiles import CODES

if TYPE_CHECKING:
    from numpy.typing import NDArray

CORNER: Final = 30
"""Radius of the corners of a tile's face, in units of the view box."""


@functools.cache
def face_svg(code: str) -> str:
    """Give the committed drawing of ``code`` (any of ``scoring.tiles.CODES``) as an SVG document on a bare ground.

    Raises ``KeyError`` for any other text.
    """
    if code not in CODES:
        raise KeyError(code)
    return files("datasets.faces").joinpath("svg", f"{code}.svg").read_text(encoding="utf-8")


def rasterise(svg: str, height: int) -> NDArray[np.uint8]:
    """Turn an SVG document of our view box into RGBA pixels, not premultiplied: ``(height, height × 3/4, 4)``."""
    width = max(round(height * WIDTH / HEIGHT), 1)
    data = resvg_py.svg_to_bytes(svg_string=svg, width=width, height=height, skip_system_fonts=True)
    pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    if pixels is None:
        raise ValueError("The drawing could not be rasterised.")
    return np.ascontiguousarray(cv2.cvtColor(pixels, cv2.COLOR_BGRA2RGBA), dtype=np.uint8)


@functools.lru_cache(maxsize=512)
def face_image(code: str, height: int = 400) -> NDArray[np.uint8]:
    """Draw the face ``code`` on a transparent ground.

    Returns RGBA pixels ``(height, width, 4)``, not premultiplied and not to be written to; ``height`` is in pixels.
    """
    pixels = rasterise(face_svg(code), height)
    pixels.flags.writeable = False
    return pixels


@functools.lru_cache(maxsize=512)
def tile_image(code: str, height: int = 400) -> NDArray[np.uint8]:
    """Draw the face ``code`` on its rounded ivory ground.

    Returns RGBA pixels ``(height, width, 4)``, not premultiplied and not to be written to; ``height`` is in pixels.
    """
    ground = f'<path fill="{IVORY}" d="{rounded(0, 0, WIDTH, HEIGHT, CORNER)}"/>'
    opening, rest = face_svg(code).split(">", 1)
    pixels = rasterise(f"{opening}>{ground}{rest}", height)
    pixels.flags.writeable = False
    return pixels
