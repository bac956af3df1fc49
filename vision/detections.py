"""The tiles found in a photo, as one validated struct of arrays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from scoring.tiles import CODES
from vision.boxes import of_boxes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Detections:
    """``n`` tiles found.

    Args:
        boxes: ``float32 (n, 4)``, x1 y1 x2 y2 in pixels.
        confidence: ``float32 (n,)``, how sure it is that there is a tile, 0 to 1.
        class_id: ``int64 (n,)``, the likeliest class, an index of `scoring.tiles.CODES`.
        probabilities: ``float32 (n, 43)``, the whole distribution over the classes; each row sums to 1.
        corners: ``float32 (n, 4, 2)``, those of each face in pixels, clockwise, from any of them; those of its box
            where nobody has looked for them.
        face_up: ``float32 (n,)``, log odds that it lies face up, by what lies around it; 0 where nobody has looked.

    Raises:
        ValueError: shapes or types do not fit together.

    """

    boxes: NDArray[np.float32]
    confidence: NDArray[np.float32]
    class_id: NDArray[np.int64]
    probabilities: NDArray[np.float32]
    corners: NDArray[np.float32]
    face_up: NDArray[np.float32]

    def __post_init__(self) -> None:
        count = len(self.boxes)
        expected = {
            "boxes": ((count, 4), np.float32),
            "confidence": ((count,), np.float32),
            "class_id": ((count,), np.int64),
            "probabilities": ((count, len(CODES)), np.float32),
            "corners": ((count, 4, 2), np.float32),
            "face_up": ((count,), np.float32),
        }
        for name, (shape, dtype) in expected.items():
            array = getattr(self, name)
            if array.shape != shape or array.dtype != dtype:
                raise ValueError(f"{name} must be {np.dtype(dtype)} {shape}, not {array.dtype} {array.shape}")

    @classmethod
    def of(
        cls, boxes: NDArray[np.floating], confidence: NDArray[np.floating], probabilities: NDArray[np.floating]
    ) -> Detections:
        """Build from arrays of any float type; the class is the likeliest one."""
        shaped = np.asarray(probabilities, np.float32).reshape(len(boxes), len(CODES))
        placed = np.asarray(boxes, np.float32).reshape(-1, 4)
        return cls(
            placed,
            np.asarray(confidence, np.float32),
            shaped.argmax(axis=1).astype(np.int64),
            shaped,
            of_boxes(placed).astype(np.float32),
            np.zeros(len(placed), np.float32),
        )

    @classmethod
    def empty(cls) -> Detections:
        """No tile."""
        return cls.of(np.zeros((0, 4)), np.zeros(0), np.zeros((0, len(CODES))))

    def __len__(self) -> int:
        return len(self.boxes)

    def __getitem__(self, index: slice | NDArray[np.bool_] | NDArray[np.integer] | list[int]) -> Detections:
        """Select tiles by mask, by indexes or by slice."""
        if isinstance(index, list):
            index = np.array(index, np.int64)
        return Detections(
            self.boxes[index],
            self.confidence[index],
            self.class_id[index],
            self.probabilities[index],
            self.corners[index],
            self.face_up[index],
        )

    def __iter__(self) -> Iterator[str]:
        """Iterate over the likeliest codes."""
        return (CODES[index] for index in self.class_id)

    @property
    def codes(self) -> list[str]:
        """The likeliest code of each tile."""
        return list(self)

    def moved(self, boxes: NDArray[np.floating]) -> Detections:
        """Return the same tiles with other boxes, such as in other pixels; corners keep their places in them."""
        moved = np.asarray(boxes, np.float32)
        low, side = self.boxes[:, None, :2], np.maximum(self.boxes[:, 2:] - self.boxes[:, :2], 1e-6)[:, None]
        corners = moved[:, None, :2] + (self.corners - low) / side * (moved[:, 2:] - moved[:, :2])[:, None]
        return replace(self, boxes=moved, corners=corners.astype(np.float32))

    def cornered(self, corners: NDArray[np.floating]) -> Detections:
        """Return the same tiles with the corners ``(n, 4, 2)`` of their faces."""
        return replace(self, corners=np.asarray(corners, np.float32))

    def renamed(self, probabilities: NDArray[np.floating]) -> Detections:
        """Return the same boxes with another distribution over the faces."""
        named = Detections.of(self.boxes, self.confidence, probabilities)
        return replace(named, corners=self.corners, face_up=self.face_up)
