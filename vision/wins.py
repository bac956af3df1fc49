"""Whether tiles win, told fast for any number of guesses and without the tables that scoring builds."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from scoring.tiles import TILES

if TYPE_CHECKING:
    from collections.abc import Sequence

_ORPHANS: Final = frozenset(face.index for face in TILES[:34] if face.is_terminal or face.is_honour)


def wins(faces: Sequence[int], laid: int = 0) -> bool:
    """Tell whether the tiles in hand win beside melds that are laid down.

    Four melds and a pair; beside no meld also seven pairs and thirteen orphans. How often a face may be there is not
    asked.

    Args:
        faces: the tiles in hand, each an index of `scoring.tiles.CODES` below 34.
        laid: how many melds are laid down.

    >>> wins([0, 1, 2, 9, 9], laid=3), wins([0, 1, 3, 9, 9], laid=3)
    (True, False)

    """
    if len(faces) + 3 * laid != 14:
        return False
    counts = [0] * 34
    for face in faces:
        if face >= 34:
            return False
        counts[face] += 1
    if not laid:
        if all(count in {0, 2, 4} for count in counts):
            return True
        if _ORPHANS.issuperset(faces) and len(set(faces)) == 13:
            return True
    pairs = 0
    for count in counts[27:]:
        if count in {1, 4}:
            return False
        pairs += count == 2
    for first in (0, 9, 18):
        suit = tuple(counts[first : first + 9])
        odd = sum(suit) % 3
        if odd == 1 or not _suit_wins(suit, pair=odd == 2):
            return False
        pairs += odd == 2
    return pairs == 1


@lru_cache(maxsize=1 << 14)
def _suit_wins(counts: tuple[int, ...], *, pair: bool) -> bool:
    """Tell whether the tiles of a suit are melds, with a pair or without."""
    if pair:
        for rank, count in enumerate(counts):
            if count >= 2 and _melds([*counts[:rank], count - 2, *counts[rank + 1 :]]):
                return True
        return False
    return _melds(list(counts))


def _melds(counts: list[int]) -> bool:
    """Tell whether tiles are melds: the lowest ones must be pungs or begin chows, so that nothing is to be tried."""
    for rank in range(9):
        left = counts[rank] % 3
        if left:
            if rank > 6 or counts[rank + 1] < left or counts[rank + 2] < left:
                return False
            counts[rank + 1] -= left
            counts[rank + 2] -= left
    return True
