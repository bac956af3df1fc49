"""YOLO labels: one text line a box, ``class x y width height``, relative to the picture's size.

The class is an index into a list of names that stands elsewhere (``data.yaml``), so a reader says which list it means.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from scoring.errors import SikwuError
from scoring.tiles import CODES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


class LabelError(SikwuError):
    """A label file that is no YOLO label file of ours."""

    default_code = "label_unreadable"


@dataclass(frozen=True, slots=True)
class Labels:
    """The labelled tiles of one picture.

    Attributes:
        class_id: ``(n,)`` int64, indices into ``scoring.tiles.CODES``.
        boxes: ``(n, 4)`` float32, ``x1 y1 x2 y2`` relative to the picture's width and height (0 to 1).

    """

    class_id: npt.NDArray[np.int64]
    boxes: npt.NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.class_id)

    @property
    def codes(self) -> list[str]:
        """The tile codes of the boxes, in their order."""
        return [CODES[index] for index in self.class_id]


def parse(text: str, *, name: str = "labels") -> Labels:
    """Read the text of a YOLO label file.

    Raises:
        LabelError: when a line is not five numbers, names no class of ours or has no area; it quotes the line.

    """
    class_ids: list[int] = []
    boxes: list[npt.NDArray[np.float64]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            class_text, *rest = line.split()
            class_id = int(class_text)
            x, y, width, height = (float(value) for value in rest)
        except ValueError:
            raise LabelError(f"Line {number} of {name} is not 'class x y width height': {line!r}.") from None
        if not 0 <= class_id < len(CODES):
            raise LabelError(f"Line {number} of {name} names class {class_id}, but there are {len(CODES)}: {line!r}.")
        box = np.clip([x - width / 2, y - height / 2, x + width / 2, y + height / 2], 0, 1)
        if not (box[2] > box[0] and box[3] > box[1]):  # also where a number is not finite
            raise LabelError(f"Line {number} of {name} has a box without area in the picture: {line!r}.")
        class_ids.append(class_id)
        boxes.append(box)
    return Labels(np.array(class_ids, dtype=np.int64), np.array(boxes, dtype=np.float32).reshape(-1, 4))


def read(path: Path) -> Labels:
    """Read a YOLO label file; see `parse`.

    Raises:
        LabelError: when the file is missing or not readable as labels.

    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise LabelError(f"The label file {path.name!r} cannot be read.") from None
    return parse(text, name=path.name)


def format_labels(labels: Labels) -> str:
    """Write labels as the text of a YOLO label file; `parse` reads it back to six decimals."""
    x1, y1, x2, y2 = labels.boxes.T
    rows = zip(labels.class_id, (x1 + x2) / 2, (y1 + y2) / 2, x2 - x1, y2 - y1, strict=True)
    return "".join(f"{index} {x:.6f} {y:.6f} {width:.6f} {height:.6f}\n" for index, x, y, width, height in rows)


def data_yaml(root: Path, *, train: Sequence[str], val: str) -> str:
    """The ``data.yaml`` that ultralytics reads: folders and class names of our own, nothing to download or run.

    Texts are quoted as JSON, which YAML reads: a folder's name may hold anything, and an unquoted ``N`` means no.
    """
    names = "".join(f"  {index}: {json.dumps(code)}\n" for index, code in enumerate(CODES))
    return f"path: {json.dumps(str(root))}\ntrain: {json.dumps(list(train))}\nval: {json.dumps(val)}\nnames:\n{names}"
