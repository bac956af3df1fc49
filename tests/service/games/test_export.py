"""A game as a table: what a spreadsheet reads is what was played."""

from __future__ import annotations

import csv
import io

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rules import load_rules
from service.games.export import to_csv
from service.games.ledger import Entry, lay, totals
from service.games.outcomes import Draw, FalseWin, Win, Winner
from service.games.turns import Dealing
from tests.service.games.strategies import HANDS, dealings, told

NAMES = ["阿明", 'Fong "the fox"', "Wong, Mrs", "Yan"]


def read(text: str) -> list[list[str]]:
    assert text.startswith("\ufeff"), "without the mark a spreadsheet takes Chinese for something else"
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))


@settings(max_examples=25)
@given(told(), dealings())
def test_a_line_per_hand_and_totals_as_counted(entries: tuple[Entry, ...], dealing: Dealing) -> None:
    played = lay(entries, dealing, load_rules("casual", {"minimum": 0, "faan.seven_pairs": 4}))
    rows = read(to_csv(NAMES, played))
    assert len(rows) == 1 + len(entries)
    assert len({len(row) for row in rows}) == 1
    start = rows[0].index("阿明 total")
    for row, total in zip(rows[1:], totals(played), strict=True):
        assert [float(amount) for amount in row[start : start + 4]] == [float(amount) for amount in total]
        assert sum(float(amount) for amount in row[start - 4 : start]) == 0


def test_every_outcome_is_told_in_words() -> None:
    entries = (
        Entry(1, Win((Winner(1, HANDS[0]), Winner(2, faan=3)), 0), papers={"note": "two at once"}),
        Entry(2, Win((Winner(2, faan=5),))),
        Entry(3, Draw()),
        Entry(4, FalseWin(3)),
    )
    rows = read(to_csv(NAMES, lay(entries, Dealing(), load_rules("hkma"))))
    told_as = {name: [row[index] for row in rows[1:]] for index, name in enumerate(rows[0])}
    assert told_as["outcome"] == ["win", "self-draw", "draw", "false win of Yan"]
    assert told_as["winners"] == ['Fong "the fox" / Wong, Mrs', "Wong, Mrs", "", ""]
    assert told_as["discarder"] == ["阿明", "", "", ""]
    assert told_as["tiles"] == [HANDS[0], "", "", ""]
    assert told_as["faan"] == ["8 / 3", "5", "", ""]
    assert told_as["note"] == ["two at once", "", "", ""]


@given(st.sampled_from("=+-@\t\r"), st.text(max_size=5))
def test_no_text_is_run_as_a_formula(sign: str, rest: str) -> None:
    entries = (Entry(1, Draw(), papers={"note": sign + rest}),)
    rows = read(to_csv([sign + "1", "B", "C", "D"], lay(entries, Dealing(), load_rules("hkma"))))
    assert rows[1][-1].startswith("'")
    assert rows[1][3] == f"'{sign}1"
