"""Every usable row that other people's scorers publish comes out as published."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from scoring.rules import SWITCHES
from tests.dialects.__main__ import main, rows_of, run
from tests.dialects.dialect import dialects
from tests.dialects.names import NAMES, ids_of


def shared_cases() -> Path:
    beside = Path(__file__).resolve().parents[3] / "shared"
    return Path(os.environ.get("SIKWU_SHARED") or beside) / "cases" / "hk_cases.jsonl"


def rows() -> list[dict[str, Any]]:
    if not shared_cases().exists():
        pytest.skip(f"the cases are not there: {shared_cases()}")
    return [json.loads(line) for line in shared_cases().read_text("utf-8").splitlines()]


NOT_USABLE = {
    "L-dragon",  # the source lifts every hand to 3 faan
    "L-flush",  # marked as another dialect
    "L-pungs",  # marked as another dialect
    "M-ba03",  # its fault, a flower twice, is not in the row
    "M-ba11",  # its fault, a winning tile outside the hand, is not in the row
    "S-circumstances",  # a robbed kong that is self-drawn: sikwu refuses the contradiction
}


@pytest.mark.shared
def test_every_usable_row_is_right() -> None:
    reports = run(rows())
    assert [fault for report in reports.values() for fault in report.wrong] == []
    assert sum(len(report.right) for report in reports.values()) == 378 - len(NOT_USABLE)


@pytest.mark.shared
def test_what_cannot_be_asked_is_listed_with_its_reason() -> None:
    reports = run(rows())
    left_out = {row: reason for report in reports.values() for row, reason in report.not_usable}
    assert set(left_out) == NOT_USABLE
    assert all(left_out.values())


def test_every_name_stands_for_a_pattern() -> None:
    assert [ids_of(name) for name in NAMES] == [[pattern] for pattern in NAMES.values()]


def test_a_source_without_a_dialect_is_not_usable() -> None:
    (report,) = run([{"id": "x", "source": "nobody"}]).values()
    assert report.not_usable == [("x", "its source has no dialect here")]


def test_a_row_that_is_not_written_as_the_others_is_not_usable() -> None:
    (report,) = run([{"id": "x", "source": "yawnoc/mahjong-scorer", "check": "exact"}]).values()
    assert report.not_usable == [("x", "the row is not written as the others are: KeyError('melds')")]


ROW: dict[str, Any] = {
    "id": "made-up",
    "source": "carlfung1003/mahjong-scorer",
    "hand": "(222m) 111m 444p 777s 99s",
    "concealed": "111m 444p 777s 99s",
    "melds": [{"type": "pung", "tiles": "222m", "exposed": True}],
    "winning_tile": "9s",
    "self_draw": False,
    "seat": "E",
    "round": "E",
    "flowers": [],
    "conditions": [],
    "rules": {},
    "expected_valid": True,
    "expected_patterns": [{"name": "對對糊", "faan": 3}],
    "expected_raw": None,
    "expected_total": 3,
    "expected_payment": None,
    "check": "exact",
    "notes": "",
}


def test_a_wrong_row_is_shown_with_what_was_expected_and_got(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    row = ROW | {"expected_patterns": [{"name": "對對糊", "faan": 4}], "expected_total": 4}
    file = tmp_path / "rows.jsonl"
    file.write_text(json.dumps(row), encoding="utf-8")
    assert main([str(file)]) == 1
    assert "all_pungs:3" in capsys.readouterr().out


def test_fields_that_no_row_had_before_do_not_matter() -> None:
    (report,) = run([ROW | {"colour": "blue", "winner": None}]).values()
    assert report.right == ["made-up"]


def test_what_a_row_does_not_mention_is_not_there() -> None:
    silent = {"id", "notes", "conditions", "rules", "expected_raw", "expected_payment"}
    (report,) = run([{name: said for name, said in ROW.items() if name not in silent}]).values()
    assert report.right == ["row 1"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"rules": {"preset": "unheard of"}}, "the preset “unheard of” is not known"),
        ({"rules": {"chicken": 3}}, "the rule “chicken” is not known"),
        ({"expected_payment": {"system": "barter"}}, "the payment system “barter” is not known"),
        ({"conditions": ["rain"]}, "the condition “rain” is not known"),
        ({"expected_patterns": [{"name": "Rain"}]}, "the pattern “Rain” is no pattern"),
        ({"check": "rain"}, "nothing can be asked by the check “rain”"),
        ({"winning_tile": "1s"}, "the winning tile 1s is not among the tiles in hand"),
        ({"rules": {"cap": "rain"}}, "“rain” is no value for cap"),
        ({"rules": None}, "not written as the others are"),
        ({"seat": "X"}, "not written as the others are"),
        ({"melds": [3]}, "not written as the others are"),
        ({"conditions": 5}, "not written as the others are"),
        ({"check": ["exact"]}, "not written as the others are"),
    ],
)
def test_a_row_that_says_what_is_not_known_is_not_usable_and_says_why(change: dict[str, Any], reason: str) -> None:
    (report,) = run([ROW | change]).values()
    assert (report.right, report.wrong) == ([], [])
    assert reason in report.not_usable[0][1]


def test_a_value_of_a_known_rule_that_is_not_known_is_not_usable() -> None:
    row = ROW | {"source": "vnguyen9/mahjong-sensei", "rules": {"score_flowers": "perhaps"}}
    (report,) = run([row]).values()
    assert report.not_usable == [("made-up", "the value of score_flowers “perhaps” is not known")]


@pytest.mark.parametrize(("system", "usable"), [("full-gun", True), ("half-gun", False)])
def test_a_liability_that_would_change_the_split_is_not_usable(system: str, usable: bool) -> None:
    row = ROW | {"source": "Mummyz/Mahjong-SG-Calculator-Web", "conditions": ["pao"], "flowers": ["2f"]}
    row |= {"expected_payment": {"system": system, "winner_total": 8, "discarder_pays": 8, "each_other_pays": 0}}
    (report,) = run([row]).values()
    assert (report.wrong, bool(report.right), bool(report.not_usable)) == ([], usable, not usable)


def test_a_hand_that_its_source_lifts_is_not_usable() -> None:
    row = ROW | {"source": "HappyLiang12/hk-mahjong-web", "hand": "(123m) 111m 444p 777s 99s", "check": "total"}
    row |= {"melds": [{"type": "chow", "tiles": "123m", "exposed": True}], "expected_total": ">=3"}
    (report,) = run([row]).values()
    assert "lifts every hand" in report.not_usable[0][1]


def test_lines_that_are_no_rows_do_not_hide_the_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = ["{", "[]", "3", "null", "[" * 5000, json.dumps({"id": 7}), json.dumps(ROW), ""]
    assert list(rows_of("3\n\n{\n")) == [3, "{"]
    file = tmp_path / "rows.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8-sig")
    assert main([str(file)]) == 0
    out = capsys.readouterr().out
    assert "no source: 0 right, 0 wrong, 6 not usable" in out
    assert "not usable row 4: its source has no dialect here" in out
    assert "carlfung1003/mahjong-scorer: 1 right, 0 wrong, 0 not usable" in out


@pytest.mark.shared
def test_no_dialect_knows_a_row() -> None:
    texts = [path.read_text("utf-8") for path in Path(__file__).parent.glob("*.toml")]
    assert [row["id"] for row in rows() for text in texts if row["id"] in text] == []


@pytest.mark.parametrize("arguments", [[], ["/nowhere.jsonl"]])
def test_bad_input_is_one_line_and_exit_status_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_each_dialect_names_only_switches_that_exist() -> None:
    for dialect in dialects().values():
        used = [dialect.rules, *dialect.presets.values(), *dialect.payments.values(), *dialect.noted.values()]
        used += [switches for values in dialect.options.values() for switches in values.values()]
        assert all(key in SWITCHES for switches in used for key in switches), dialect.source
