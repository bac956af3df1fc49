"""Circumstances from plain text: what does not exist is quoted."""

from __future__ import annotations

import pytest

from scoring.circumstances import Circumstances, Event, Wind
from scoring.errors import CircumstanceError


def test_circumstances_from_text_quote_what_does_not_exist() -> None:
    with pytest.raises(CircumstanceError, match="“X” is no seat: use one of E, S, W, N") as caught:
        Circumstances.from_text(seat="X")
    assert caught.value.code == "bad_seat"
    with pytest.raises(CircumstanceError, match="“luck” is no event"):
        Circumstances.from_text(events=["luck"])
    win = Circumstances.from_text(feeds=["S", None], liable="N", events=["last_tile"], self_draw=True)
    assert win == Circumstances(
        feeds=(Wind.SOUTH, None), liable=Wind.NORTH, events=frozenset({Event.LAST_TILE}), self_draw=True
    )
