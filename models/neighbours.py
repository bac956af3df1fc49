"""Counts which faces lie side by side in hands: ``python -m models.neighbours FOLDER…``.

The folders hold labelled photos, such as those to train with. Each photo's tiles are laid out by their labelled faces;
neighbours among the concealed tiles are compared with those of the same tiles in any order. The logarithms are those of
`vision.decoding`.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from itertools import pairwise, permutations
from pathlib import Path
from typing import TYPE_CHECKING, Final

from datasets.snapshots import labelled_photos
from models.evaluate import labelled_tiles
from scoring.errors import SikwuError
from vision.layout import Role, lay_out
from vision.melds import FIRST_BONUS
from vision.neighbours import Beside, beside
from vision.photo import open_photo

if TYPE_CHECKING:
    from collections.abc import Iterator

LEAST: Final = 5
"""Fewer concealed tiles than this are no row."""


def rows(folder: Path) -> Iterator[list[int]]:
    """List the faces of the concealed tiles of each labelled photo, in reading order.

    Raises:
        SikwuError: the folder or a photo of it cannot be read.

    """
    for photo in labelled_photos(folder):
        opened = open_photo(photo.path)
        tiles = labelled_tiles(photo, opened.width, opened.height)
        for group in lay_out(tiles.boxes, tiles.class_id).only(Role.CONCEALED):
            row = [face for index in group.tiles if (face := int(tiles.class_id[index])) < FIRST_BONUS]
            if len(row) >= LEAST:
                yield row


def weights(some: list[list[int]]) -> dict[Beside, float]:
    """Give the logarithm of how much more often each kind of neighbours is seen than in any order of the same tiles.

    In any order each two tiles of a row of n are neighbours in 2 / n of the cases.
    """
    seen: Counter[Beside] = Counter(beside(one, two) for row in some for one, two in pairwise(row))
    anyhow = dict.fromkeys(Beside, 0.0)
    for row in some:
        for one, two in permutations(row, 2):
            anyhow[beside(one, two)] += 1 / len(row)
    return {kind: math.log(max(seen[kind], 0.5) / anyhow[kind]) for kind in Beside if anyhow[kind]}


def main(arguments: list[str] | None = None) -> int:
    """Count and print; 0 if that could be done, 2 on bad input."""
    parser = argparse.ArgumentParser(prog="python -m models.neighbours", description=__doc__.splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="+", help="labelled photos")
    options = parser.parse_args(arguments)
    try:
        found = [row for folder in options.folders for row in rows(folder)]
    except SikwuError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write(f"{len(found)} rows of concealed tiles\n")
    sys.stdout.writelines(
        f"{kind.name:<10}  {weight:5.2f}  now {kind.value:5.2f}\n" for kind, weight in weights(found).items()
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
