"""Changes to the labels of the shared photos, kept beside the code because the photos are not ours to change.

One file for each folder of photos, ``<folder>.csv`` with the header ``image,change,code,x,y,width,height``: the image's
name without its extension, what changes, a tile code, and a box as YOLO labels write it (middle and size, relative to
the picture, 0 to 1).

========  ==================================================================  =====================
change    meaning                                                             code
========  ==================================================================  =====================
add       a tile that lacked a label                                          its face
remove    a label on something that is no tile that a person could name       empty
rename    a label with the wrong face                                         the right face
mask      a region with tiles that carry no label and that nobody could name  empty
========  ==================================================================  =====================

The box of ``remove`` and ``rename`` points at the label that it overlaps most.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from datasets.formats import yolo
from scoring.errors import SikwuError
from scoring.tiles import CODES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

HEADER: Final = "image,change,code,x,y,width,height"

SAME_TILE: Final = 0.5
"""From this overlap (IoU) on, two boxes are taken for the same tile."""


class CorrectionError(SikwuError):
    """A file of corrections that is none, or that does not fit the labels it corrects."""

    default_code = "correction_unreadable"


class Change(StrEnum):
    """What a correction does."""

    ADD = "add"
    REMOVE = "remove"
    RENAME = "rename"
    MASK = "mask"


_WITH_CODE: Final = frozenset({Change.ADD, Change.RENAME})


@dataclass(frozen=True, slots=True)
class Correction:
    """One line of a file of corrections.

    Attributes:
        image: name of the picture without its extension.
        change: what is done.
        code: the face of a tile added or renamed; None for the other changes.
        box: x1 y1 x2 y2, relative to the picture, within it.
        line: where it stands and what it says, for errors.

    """

    image: str
    change: Change
    code: str | None
    box: tuple[float, float, float, float]
    line: str


@dataclass(frozen=True, slots=True)
class Corrected:
    """Labels after their corrections.

    Attributes:
        labels: what is labelled now.
        masks: ``(n, 4)`` float32, x1 y1 x2 y2 relative: regions of which nothing is known, neither tile nor background.

    """

    labels: yolo.Labels
    masks: npt.NDArray[np.float32]


def parse(text: str, *, name: str = "corrections") -> tuple[Correction, ...]:
    """Read the text of a file of corrections.

    Raises:
        CorrectionError: when the header or a line is not as described above; it quotes the line and the piece.

    """
    header, *lines = text.splitlines() or [""]
    if header != HEADER:
        raise CorrectionError(f"{name} begins with {header!r} instead of {HEADER!r}.")
    return tuple(
        _correction(line, f"line {number} of {name}, {line!r}")
        for number, line in enumerate(lines, start=2)
        if line.strip()
    )


def _correction(line: str, where: str) -> Correction:
    pieces = line.split(",")
    if len(pieces) != HEADER.count(",") + 1:
        raise CorrectionError(f"There are {len(pieces)} pieces instead of seven in {where}.")
    image, change_text, code, *numbers = pieces
    if not image:
        raise CorrectionError(f"No image is named in {where}.")
    if change_text not in set(Change):
        raise CorrectionError(f"{change_text!r} is none of {', '.join(Change)}, in {where}.")
    change = Change(change_text)
    if change in _WITH_CODE and code not in CODES:
        raise CorrectionError(f"{code!r} is no tile code, in {where}.")
    if change not in _WITH_CODE and code:
        raise CorrectionError(f"To {change} takes no tile code, but there is {code!r} in {where}.")
    return Correction(image, change, code or None, _box(numbers, where), where)


def _box(numbers: list[str], where: str) -> tuple[float, float, float, float]:
    values = []
    for piece in numbers:
        try:
            value = float(piece)
        except ValueError:
            value = -1.0
        if not 0 <= value <= 1:  # also where it is not finite
            raise CorrectionError(f"{piece!r} is no number from 0 to 1, in {where}.")
        values.append(value)
    x, y, width, height = values
    x1, y1, x2, y2 = (
        float(edge) for edge in np.clip([x - width / 2, y - height / 2, x + width / 2, y + height / 2], 0, 1)
    )
    if not (x2 > x1 and y2 > y1):
        raise CorrectionError(f"The box {','.join(numbers)!r} has no area, in {where}.")
    return x1, y1, x2, y2


def read(path: Path) -> tuple[Correction, ...]:
    """Read a file of corrections; see `parse`.

    Raises:
        CorrectionError: when the file is missing, unreadable or not as described.

    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise CorrectionError(f"The corrections {path.name!r} cannot be read.") from None
    return parse(text, name=path.name)


@cache
def of_folder(name: str) -> Mapping[str, tuple[Correction, ...]]:
    """Our corrections for the folder of photos of this name, by image; empty where we have none.

    Raises:
        CorrectionError: see `read`.

    """
    path = Path(__file__).with_name(f"{name}.csv")
    by_image: dict[str, list[Correction]] = {}
    if path.parent == Path(__file__).parent and path.is_file():
        for correction in read(path):
            by_image.setdefault(correction.image, []).append(correction)
    return {image: tuple(changes) for image, changes in by_image.items()}


def apply(labels: yolo.Labels, corrections: Sequence[Correction]) -> Corrected:
    """Change the labels of one picture.

    Labels that stay keep their order; tiles added come after them, in the order of the corrections.

    Raises:
        CorrectionError: a box to remove or rename lies on no label or on one that is already changed, a label is
            renamed to what it is, or a tile is added where there is one; it quotes the line.

    """
    class_id, kept = labels.class_id.copy(), np.ones(len(labels), dtype=bool)
    changed: set[int] = set()
    for correction in corrections:
        if correction.change not in {Change.REMOVE, Change.RENAME}:
            continue
        index = _label_below(correction, labels.boxes)
        if index in changed:
            raise CorrectionError(f"A label is changed a second time by {correction.line}.")
        changed.add(index)
        if correction.code is None:
            kept[index] = False
        elif correction.code == CODES[class_id[index]]:
            raise CorrectionError(f"The label is {correction.code!r} already, in {correction.line}.")
        else:
            class_id[index] = CODES.index(correction.code)
    boxes, class_id = labels.boxes[kept], class_id[kept]
    for correction in corrections:
        if correction.change is Change.ADD and correction.code is not None:
            if len(boxes) and _overlap(correction.box, boxes).max() >= SAME_TILE:
                raise CorrectionError(f"There is a label already where a tile is added by {correction.line}.")
            boxes = np.concatenate([boxes, np.array([correction.box], dtype=np.float32)])
            class_id = np.append(class_id, CODES.index(correction.code))
    masks = [correction.box for correction in corrections if correction.change is Change.MASK]
    return Corrected(yolo.Labels(class_id, boxes), np.array(masks, dtype=np.float32).reshape(-1, 4))


def _label_below(correction: Correction, boxes: npt.NDArray[np.float32]) -> int:
    overlap = _overlap(correction.box, boxes)
    if not len(boxes) or overlap.max() < SAME_TILE:
        raise CorrectionError(f"There is no label to {correction.change} at the box in {correction.line}.")
    return int(overlap.argmax())


def _overlap(box: tuple[float, float, float, float], boxes: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """Intersection over union of one box with each of ``(n, 4)``."""
    x1, y1, x2, y2 = boxes.astype(np.float64).T
    shared = (np.minimum(x2, box[2]) - np.maximum(x1, box[0])).clip(0) * (
        np.minimum(y2, box[3]) - np.maximum(y1, box[1])
    ).clip(0)
    return np.asarray(shared / ((x2 - x1) * (y2 - y1) + (box[2] - box[0]) * (box[3] - box[1]) - shared))
