"""Opens photos and reads them with the two networks that ship."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from vision.detector import Detector
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
