"""Makes the pictures of the documents, from the project's own drawn faces alone: ``python -m models.showcase``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import cv2
import numpy as np
from PIL import Image

from datasets.faces import tile_image
from datasets.synthesis.hands import hand_scene
from datasets.synthesis.textures import own_set
from scoring.tiles import CODES
from vision.detector import Detector
from vision.faces import FaceClassifier
from vision.overlay import draw_overlay
from vision.photo import Photo
from vision.reading import read_photo

PICTURES: Final = Path(__file__).resolve().parent.parent / "docs" / "pictures"

SHOWN_HAND: Final = (
    ("C", "C", "C"),
    ("3p", "4p", "5p"),
    ("1p", "2p", "3p", "7p", "7p", "7p", "9p"),
    ("9p",),
    ("1f", "3g"),
)
"""A half flush with a dragon pung: two melds apart, the winning tile apart, two bonus tiles."""


def shown_photo(seed: int = 20, *, size: int = 1280) -> Photo:
    """The photo that the README shows: `SHOWN_HAND` in our own faces, discards behind it."""
    scene = hand_scene(np.random.default_rng(seed), (own_set(),), SHOWN_HAND, size=size, discards=14)
    pixels = np.ascontiguousarray(scene.picture[size // 8 : size * 7 // 8])
    return Photo("hand.jpg", size, len(pixels), pixels)


def faces_picture(*, height: int = 160, columns: int = 9) -> Image.Image:
    """All faces and the back on a jade ground."""
    gap = height // 16
    width = height * 3 // 4
    rows = -(-len(CODES) // columns)
    sheet = Image.new("RGB", (columns * (width + gap) + gap, rows * (height + gap) + gap), (18, 74, 60))
    for place, code in enumerate(CODES):
        tile = Image.fromarray(tile_image(code, height))
        row, column = divmod(place, columns)
        sheet.paste(tile, (gap + column * (width + gap), gap + row * (height + gap)), tile)
    return sheet


def main() -> None:
    """Write every picture."""
    cv2.setNumThreads(1)
    PICTURES.mkdir(parents=True, exist_ok=True)
    photo = shown_photo()
    reading = read_photo(photo, Detector.load(), FaceClassifier.load())
    draw_overlay(photo, reading).convert("RGB").save(PICTURES / "reading.jpg", quality=88)
    faces_picture().save(PICTURES / "faces.png", optimize=True)


if __name__ == "__main__":
    main()
