"""Counts which faces lie side by side in hands: ``python -m models.neighbours FOLDER…``.

The folders hold labelled photos, such as those to train with. Each photo's tiles are laid out by their labelled faces;
neighbours among the concealed tiles are compared with those of the same tiles in any order, and it is counted how many
rows of winning hands lie sorted, and how many open chows in the order of their ranks. The numbers are those of
`vision.neighbours`.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise, permutations
from pathlib import Path
from typing import TYPE_CHECKING, Final

from datasets.snapshots import labelled_photos
from models.evaluate import labelled_tiles
from scoring.errors import SikwuError
from vision.layout import Role, lay_out
from vision.melds import FIRST_BONUS
from vision.neighbours import IN_ORDER, SORTED, Beside, beside, is_sorted
from vision.photo import open_photo
from vision.wins import wins

if TYPE_CHECKING:
    from collections.abc import Iterator

LEAST: Final = 5
"""Fewer concealed tiles than this are no row."""


@dataclass(frozen=True, slots=True)
class LaidRow:
    """The concealed tiles of one photo.

    Attributes:
        faces: in reading order.
        wins: whether they win, with what else is laid out.
        chows: the faces of the chows laid open beside them.

    """

    faces: list[int]
    wins: bool
    chows: list[list[int]]


def rows(folder: Path) -> Iterator[LaidRow]:
    """List the concealed tiles of each labelled photo.

    Raises:
        SikwuError: the folder or a photo of it cannot be read.

    """
    for photo in labelled_photos(folder):
        opened = open_photo(photo.path)
        tiles = labelled_tiles(photo, opened.width, opened.height)
        layout = lay_out(tiles.boxes, tiles.class_id)
        faces = {
            role: [[int(tiles.class_id[index]) for index in group.tiles] for group in layout.only(role)]
            for role in Role
        }
        row = [face for group in faces[Role.CONCEALED] for face in group if face < FIRST_BONUS]
        if len(row) >= LEAST:
            melds = [*faces[Role.EXPOSED], *faces[Role.CONCEALED_KONG]]
            won = [face for group in faces[Role.WINNING] for face in group]
            yield LaidRow(row, wins([*row, *won], len(melds)), [meld for meld in melds if len(set(meld)) == 3])


def shares(some: list[LaidRow]) -> tuple[float, float]:
    """Give the shares of the rows of winning hands that lie sorted, and of the open chows that lie in order."""
    won = [is_sorted(row.faces) for row in some if row.wins]
    chows = [is_sorted(chow) for row in some for chow in row.chows]
    return sum(won) / max(1, len(won)), sum(chows) / max(1, len(chows))


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
    sorted_, in_order = shares(found)
    beside_each_other = weights([row.faces for row in found]).items()
    sys.stdout.write(f"{len(found)} rows of concealed tiles\n")
    sys.stdout.write(f"sorted      {sorted_:5.2f}  now {SORTED:5.2f}\n")
    sys.stdout.write(f"chows       {in_order:5.2f}  now {IN_ORDER:5.2f}\n")
    sys.stdout.writelines(
        f"{kind.name:<10}  {weight:5.2f}  now {kind.value:5.2f}\n" for kind, weight in beside_each_other
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
