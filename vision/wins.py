"""Whether tiles win, told fast for any number of guesses and without the tables that scoring builds."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from scoring.tiles import TILES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
    counts = _counts(faces)
    if counts is None:
        return False
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


def nearly_wins(faces: Sequence[int], laid: int = 0) -> bool:
    """Tell whether tiles win, or would but for one: one of 14 should be another, one of 13 lacks, one of 15 is extra.

    As in `wins`, how often a face may be there is not asked. No other number of tiles nearly wins.

    Args:
        faces: the tiles in hand, each an index of `scoring.tiles.CODES` below 34.
        laid: how many melds are laid down.

    >>> nearly_wins([0, 1, 3, 9, 9], laid=3), nearly_wins([0, 1, 9, 9], laid=3), nearly_wins([0, 3, 6, 9, 9], laid=3)
    (True, True, False)

    """
    over = len(faces) + 3 * laid - 14
    counts = _counts(faces)
    if counts is None or not -1 <= over <= 1:
        return False
    may_lack, may_drop = over < 1, over > -1
    if not laid:
        odd = sum(count % 2 for count in counts)
        orphans = [face for face in faces if face in _ORPHANS]
        if odd <= 1 + (over == 0) and max(counts) <= 4:
            return True
        if len(orphans) >= len(faces) - may_drop and len(set(orphans)) >= 13 - may_lack and len(orphans) >= 13:
            return True
    found = {(0, 0, 0)}
    for group in (counts[:9], counts[9:18], counts[18:27], counts[27:]):
        some = _exchanges(tuple(group))
        found = {
            (pairs + more, lacking + short, dropped + extra)
            for pairs, lacking, dropped in found
            for more, short, extra in some
            if pairs + more <= 1 and lacking + short <= may_lack and dropped + extra <= may_drop
        }
    return any(pairs and lacking - dropped == -over for pairs, lacking, dropped in found)


def _counts(faces: Sequence[int]) -> list[int] | None:
    """Count each face; None where one is no suit tile or honour."""
    counts = [0] * 34
    for face in faces:
        if face >= 34:
            return None
        counts[face] += 1
    return counts


@lru_cache(maxsize=1 << 14)
def _exchanges(counts: tuple[int, ...]) -> frozenset[tuple[int, int, int]]:
    """List how the tiles of a suit, or the honours, can be melds and at most one pair: pairs, tiles lacking, dropped.

    At most one may lack and one be dropped. Nine counts are a suit's, seven the honours', which make no chows.
    """
    ranks = len(counts)
    # Chows begun at this rank's two neighbours below need a tile of it, those begun at the last one of the next too.
    states = {(0, 0, 0, 0, 0)}
    for rank, count in enumerate(counts):
        states = set(_next(states, count, chows=ranks == 9 and rank <= 6))
    return frozenset(
        (pairs, lacking, dropped) for ends, goes, pairs, lacking, dropped in states if not ends and not goes
    )


def _next(
    states: set[tuple[int, int, int, int, int]], count: int, *, chows: bool
) -> Iterator[tuple[int, int, int, int, int]]:
    """Take the tiles of one rank: chows that end with it, that go on, pairs, tiles lacking, dropped."""
    for ends, goes, pairs, lacking, dropped in states:
        for begun in range(3 if chows else 1):
            for alike in (0, 2, 3):
                over = count - (ends + goes + begun + alike)
                more = pairs + (alike == 2)
                short, extra = lacking + max(0, -over), dropped + max(0, over)
                if more <= 1 and short <= 1 and extra <= 1:
                    yield goes, begun, more, short, extra
