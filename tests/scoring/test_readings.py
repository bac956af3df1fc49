"""Readings that a person can look at, set by set."""

from __future__ import annotations

from scoring import parse
from scoring.readings import readings


def test_readings_of_special_hands() -> None:
    (orphans,) = readings(parse("19m 19p 19s ESWNCFP +P"))
    assert [(item.kind, item.won) for item in orphans.sets] == [("orphans", True)]
    pairs = readings(parse("112233m 112233p 5s +5s"))
    assert {reading.form.value for reading in pairs} == {"seven_pairs", "standard"}
    assert [item.kind for item in pairs[0].sets] == ["pair"] * 7
    assert readings(parse("159m")) == readings(parse("1f" * 14)) == readings(parse("1m" * 30)) == ()
    (unknown,) = readings(parse("123m 456p 789s EEE 55m"))
    assert not any(item.won for item in unknown.sets)
