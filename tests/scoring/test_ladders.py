"""Ladders of a table's own; those of the documents are tested with each document."""

from __future__ import annotations

from scoring.ladders import points
from scoring.rules import load_rules


def test_ladders_of_a_tables_own() -> None:
    listed = load_rules("guide", {"ladder.name": "points", "ladder.points": [1, 2, 5]})
    assert [points(listed.ladder, faan, self_draw=False) for faan in range(4)] == [1, 2, 5, 5]
    steps = {"ladder.name": "buckets", "ladder.buckets": [[3, 92], [4, 124]]}
    buckets = load_rules("guide", steps)
    assert [points(buckets.ladder, faan, self_draw=True) for faan in (2, 3, 4, 13)] == [0, 92, 124, 124]
    own = load_rules("guide", steps | {"ladder.self_draw_buckets": [[3, 36]]})
    assert points(own.ladder, 3, self_draw=True) == 36
    assert points(own.ladder, 3, self_draw=False) == 92
