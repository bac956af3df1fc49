"""Undo is the exact inverse of every change, and redo of undo."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from scoring.rules import load_rules
from service.games.history import (
    Facts,
    FactsChange,
    HandChange,
    History,
    HistoryError,
    Told,
    change_from_json,
    change_json,
)
from service.games.ledger import Entry, Played, lay
from service.games.outcomes import Draw
from service.games.turns import Dealing
from tests.service.games.strategies import dealings, givens, outcomes

if TYPE_CHECKING:
    from service.games.history import Change

RULES = {name: load_rules(name, {"minimum": 0, "faan.seven_pairs": 4}) for name in ("hkma", "casual", "guide")}
FACTS = Facts("Friday", ("A", "B", "C", "D"), "hkma", {"minimum": 0, "faan.seven_pairs": 4}, Dealing())


def counted(told: Told) -> tuple[Played, ...]:
    return lay(told.entries, told.facts.dealing, RULES[told.facts.rules])


class Table(RuleBasedStateMachine):
    """Anything that a table does to its ledger, against a plain list of every state that there was."""

    def __init__(self) -> None:
        super().__init__()
        self.told, self.history = Told(FACTS), History()
        self.states: list[Told] = [self.told]
        self.ahead: list[Told] = []
        self.number = 0

    def make(self, change: Change) -> None:
        self.told, self.history = self.history.record(self.told, change)
        self.states.append(self.told)
        self.ahead = []

    @rule(outcome=outcomes(), place=givens())
    def add(self, outcome: Any, place: Any) -> None:
        self.number += 1
        self.make(HandChange(len(self.told.entries), None, Entry(self.number, outcome, place)))

    @precondition(lambda self: self.told.entries)
    @rule(outcome=outcomes(), data=st.data())
    def correct(self, outcome: Any, data: st.DataObject) -> None:
        index = data.draw(st.integers(0, len(self.told.entries) - 1))
        old = self.told.entries[index]
        self.make(HandChange(index, old, replace(old, outcome=outcome)))

    @precondition(lambda self: self.told.entries)
    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        index = data.draw(st.integers(0, len(self.told.entries) - 1))
        self.make(HandChange(index, self.told.entries[index], None))

    @rule(dealing=dealings(), rules=st.sampled_from(sorted(RULES)))
    def other_rules(self, dealing: Dealing, rules: str) -> None:
        self.make(FactsChange(self.told.facts, replace(self.told.facts, dealing=dealing, rules=rules)))

    @precondition(lambda self: self.history.done)
    @rule()
    def undo(self) -> None:
        self.told, self.history, _ = self.history.undo(self.told)
        self.ahead.append(self.states.pop())

    @precondition(lambda self: self.history.undone)
    @rule()
    def redo(self) -> None:
        self.told, self.history, _ = self.history.redo(self.told)
        self.states.append(self.ahead.pop())

    @invariant()
    def all_is_as_it_was(self) -> None:
        assert self.told == self.states[-1]
        assert counted(self.told) == counted(self.states[-1])
        assert len(self.history.done) == len(self.states) - 1
        assert len(self.history.undone) == len(self.ahead)


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=15, stateful_step_count=15)


@given(outcomes(), outcomes(), st.integers(0, 3))
def test_a_change_that_is_kept_as_json_comes_back_the_same(first: Any, second: Any, index: int) -> None:
    entries = (None, Entry(1, first, papers={"note": "x"}), Entry(1, second))
    for before in entries:
        for after in entries:
            change = HandChange(index, before, after)
            assert change_from_json(json.loads(json.dumps(change_json(change)))) == change
    other = FactsChange(FACTS, replace(FACTS, name="Saturday", dealing=Dealing("pass", "pass", 2)))
    assert change_from_json(json.loads(json.dumps(change_json(other)))) == other


def test_with_nothing_done_there_is_nothing_to_undo_or_redo() -> None:
    told = Told(FACTS)
    with pytest.raises(HistoryError, match="nothing to undo") as refusal:
        History().undo(told)
    assert refusal.value.code == "nothing_to_undo"
    told, history = History().record(told, HandChange(0, None, Entry(1, Draw())))
    with pytest.raises(HistoryError, match="nothing to redo") as refusal:
        history.redo(told)
    assert refusal.value.code == "nothing_to_redo"


def test_a_new_change_makes_redo_impossible() -> None:
    told, history = History().record(Told(FACTS), HandChange(0, None, Entry(1, Draw())))
    told, history, _ = history.undo(told)
    told, history = history.record(told, HandChange(0, None, Entry(2, Draw())))
    assert history.undone == ()


def test_changes_say_what_they_are() -> None:
    one, two = Entry(1, Draw()), Entry(1, Draw(), papers={"note": "x"})
    kinds = [change.kind for change in (HandChange(0, None, one), HandChange(0, one, two), HandChange(0, one, None))]
    assert kinds == ["hand_added", "hand_corrected", "hand_removed"]
    assert HandChange(0, one, None).hand == 1
