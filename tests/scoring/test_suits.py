"""The table of complete suits: each reading once, more pungs first, nothing that the tiles of a game cannot be."""

from __future__ import annotations

import pytest

from scoring.hand import MeldKind
from scoring.notation import parse
from scoring.suits import counts, decompositions, parts, table, weigh
from scoring.tiles import TILES


@pytest.mark.parametrize("suit", [0, 1, 2, 3])
@pytest.mark.parametrize("tiles", [2, 3, 5, 6, 8, 9, 11, 12])
def test_each_entry_is_made_of_the_tiles_that_it_counts(suit: int, tiles: int) -> None:
    for weights, ways in table(suit, tiles).items():
        held = counts(weights)
        assert sum(held) == tiles
        assert max(held) <= 4
        assert len(set(ways)) == len(ways)
        for part in ways:
            own = [TILES[9 * suit + index] for index, count in enumerate(held) for _ in range(count)]
            faces = [] if part.eyes is None else [part.eyes, part.eyes]
            for kind, first in part.melds:
                steps = (0, 0, 0) if kind is MeldKind.PUNG else (0, 1, 2)
                faces += [TILES[first.index + step] for step in steps]
            assert sorted(face.index for face in faces) == [face.index for face in own]
            assert part.pungs + part.chows == len(part.melds) == tiles // 3


def test_readings_with_more_pungs_come_first() -> None:
    ways = parts(0, weigh(parse("111222333m").concealed))
    assert [part.pungs for part in ways] == [3, 0]


def test_numbers_of_tiles_that_no_melds_make_have_no_entry() -> None:
    assert table(0, 4) == table(0, 15) == {}
    assert parts(0, weigh(parse("1m").concealed)) == ()


def test_nothing_is_read_as_nothing() -> None:
    ((nothing,), *_) = (parts(suit, 0) for suit in range(4))
    assert (nothing.melds, nothing.eyes) == ((), None)


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("123m 456p 789s EEE 55m", 1),
        ("111222333m EEE 55p", 2),
        ("111222333m 99m 789m", 2),
        ("11m 22m", 0),
        ("123m 456p 789s EE 5m", 0),
        ("11222333444455m", 1),
    ],
)
def test_how_many_ways_there_are(text: str, ways: int) -> None:
    assert len(list(decompositions(weigh(parse(text).concealed)))) == ways
