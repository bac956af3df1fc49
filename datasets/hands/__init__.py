"""Hands that a person read off photos, kept beside the code because the photos are not ours to change.

One file for each folder of photos, ``<folder>.csv`` with the header ``image,hand``: the photo's name without its
extension, and its hand in the notation of `scoring.notation`. The labelled row is the hand; whatever else lies on the
table is ignored. How a hand was written down:

- A meld is exposed where it lies in a row of its own or beyond a clear gap, apart from the tiles that hold the pair. A
  kong in the row of the others is written as exposed, for its four faces show; a concealed one shows a back.
- The winning tile is written only where it lies apart, turned, or across. Everything else is concealed.
- Photos whose tiles make no complete hand are left out.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from scoring import notation
from scoring.errors import HandError, SikwuError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.hand import Hand

HEADER: Final = "image,hand"

_PICTURES: Final = (".jpg", ".jpeg", ".png")


class HandLabelError(SikwuError):
    """A file of hands that is missing, or that is none."""

    default_code = "hand_label_unreadable"


def parse(text: str, *, name: str = "hands.csv") -> dict[str, Hand]:
    """Read the text of a file of hands: image, without its extension → hand.

    Raises:
        HandLabelError: when the header or a line is not as described above, or an image is named twice; it quotes the
            line and says what is wrong with the hand.

    """
    header, *lines = text.splitlines() or [""]
    if header != HEADER:
        raise HandLabelError(f"{name} begins with {header!r} instead of {HEADER!r}.")
    hands: dict[str, Hand] = {}
    for number, line in enumerate(lines, start=2):
        if not line.strip():
            continue
        where = f"line {number} of {name}, {line!r}"
        image, comma, written = line.partition(",")
        for ending in _PICTURES:
            image = image.removesuffix(ending)
        if not (image and comma and written.strip()):
            raise HandLabelError(f"There is no 'image,hand' in {where}.")
        if image in hands:
            raise HandLabelError(f"The image {image!r} has a hand already, in {where}.")
        try:
            hands[image] = notation.parse(written)
        except HandError as wrong:
            raise HandLabelError(f"{wrong.message}, in {where}.") from None
    return hands


def read(path: Path) -> dict[str, Hand]:
    """Read a file of hands; see `parse`.

    Raises:
        HandLabelError: when the file is missing, unreadable or not as described.

    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise HandLabelError(f"The hands {path.name!r} cannot be read.") from None
    return parse(text, name=path.name)


@cache
def of_folder(name: str) -> Mapping[str, Hand]:
    """The hands that we read off the photos of the folder of this name; empty where we read none.

    Raises:
        HandLabelError: see `read`.

    """
    path = Path(__file__).with_name(f"{name}.csv")
    return read(path) if path.parent == Path(__file__).parent and path.is_file() else {}


def hand_labels(folder: Path) -> dict[str, Hand]:
    """The hands of a folder of photos, by image without its extension.

    They are those of ``hands.csv`` in the folder itself, where there is one; otherwise ours for a folder of this name,
    of the photos that it holds.

    Args:
        folder: with ``images/``.

    Raises:
        HandLabelError: when there are no hands for this folder, or their file is not as described.

    """
    own = folder / "hands.csv"
    if own.is_file():
        return read(own)
    images = folder / "images"
    present = {path.stem for path in images.iterdir()} if images.is_dir() else set()
    hands = {image: hand for image, hand in of_folder(folder.resolve().name).items() if image in present}
    if not hands:
        raise HandLabelError(f"There are no labelled hands for the photos in {str(folder)!r}.", code="hands_missing")
    return hands
