"""Opens photos and reads them with the two networks that ship."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Self

import cv2

from vision.detector import Detector
from vision.errors import PhotoError
from vision.faces import FaceClassifier
from vision.photo import Photo, open_photo
from vision.reading import Reading, read_photo

if TYPE_CHECKING:
    from pathlib import Path


class Reader:
    """Both networks, loaded once. Safe to use from several threads.

    Args:
        detector: finds the tiles.
        classifier: looks at each once more.

    """

    def __init__(self, detector: Detector, classifier: FaceClassifier) -> None:
        self._detector = detector
        self._classifier = classifier

    @classmethod
    def load(cls, weights: Path | None = None, threads: int | None = None) -> Self:
        """Load the weights that ship, or those of another folder.

        Raises:
            WeightsError: they are missing or not what they should be.

        """
        return cls(Detector.load(weights, threads=threads), FaceClassifier.load(weights, threads=threads))

    def read(self, source: str | Path | bytes, name: str | None = None) -> tuple[Photo, Reading]:
        """Open a photo and read it.

        Raises:
            PhotoError: it cannot be opened.

        """
        photo = open_photo(source, name)
        return photo, read_photo(photo, self._detector, self._classifier)


WHOLE: Final = 1 << 30
"""A side that no photo has: nothing is left out in decoding."""

QUALITY: Final = 90
"""Of the JPEG that is kept."""


def reencoded(source: bytes, name: str | None = None) -> tuple[bytes, int, int]:
    """Write a photo anew from its pixels alone: no EXIF, no place, nothing after the picture.

    Args:
        source: a file's bytes.
        name: how to call the photo.

    Returns:
        A JPEG of the whole photo, upright; its pixels across and down.

    Raises:
        PhotoError: it cannot be opened.

    """
    photo = open_photo(source, name, side=WHOLE)
    done, data = cv2.imencode(".jpg", photo.pixels[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not done:
        raise PhotoError(f"“{photo.name}” is too large to be kept as a JPEG", code="photo_too_large", photo=photo.name)
    return data.tobytes(), photo.width, photo.height
