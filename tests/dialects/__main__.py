"""``python -m tests.dialects FILE.jsonl``: score every row under its source's dialect and print what came out."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from tests.dialects.asking import NotUsableError
from tests.dialects.checks import check
from tests.dialects.dialect import dialects

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


MAY_BE_ABSENT: Final[Mapping[str, object]] = {
    "winning_tile": None,
    "flowers": None,
    "conditions": (),
    "rules": {},
    "expected_patterns": None,
    "expected_raw": None,
    "expected_total": None,
    "expected_payment": None,
    "notes": "",
}
"""What a row says by saying nothing."""


class Report(NamedTuple):
    """What came out for the rows of one source."""

    right: list[str]
    wrong: list[tuple[str, str, str]]
    not_usable: list[tuple[str, str]]


def run(rows: Iterable[object]) -> dict[str, Report]:
    """Compare rows, by source. What is no row at all is not usable either, and counted under its place."""
    reports: dict[str, Report] = {}
    for place, row in enumerate(rows, start=1):
        known: Mapping[str, object] = row if isinstance(row, Mapping) else {}
        source, name = str(known.get("source", "no source")), str(known.get("id", f"row {place}"))
        report = reports.setdefault(source, Report([], [], []))
        dialect = dialects().get(source)
        if dialect is None:
            report.not_usable.append((name, "its source has no dialect here"))
            continue
        try:
            outcome = check({**MAY_BE_ABSENT, **known}, dialect)
        except NotUsableError as reason:
            report.not_usable.append((name, str(reason)))
            continue
        except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as fault:
            report.not_usable.append((name, f"the row is not written as the others are: {fault!r}"))
            continue
        if outcome.expected == outcome.got:
            report.right.append(name)
        else:
            report.wrong.append((name, outcome.expected, outcome.got))
    return reports


def rows_of(text: str) -> Iterator[object]:
    """Read one row from each line; a line that is no JSON is given as it stands."""
    for line in text.split("\n"):
        if line.strip():
            try:
                yield json.loads(line)
            except (ValueError, RecursionError):
                yield line


def main(paths: list[str]) -> int:
    """Print the reports of these files; 0 if nothing is wrong, 1 if something is, 2 for bad input."""
    if not paths:
        print("usage: python -m tests.dialects FILE.jsonl…", file=sys.stderr)  # noqa: T201  a command
        return 2
    try:
        rows = [row for path in paths for row in rows_of(Path(path).read_text("utf-8-sig"))]
    except (OSError, ValueError) as fault:
        print(f"{paths} cannot be read: {fault}", file=sys.stderr)  # noqa: T201
        return 2
    reports = run(rows)
    for source, report in reports.items():
        counts = f"{len(report.right)} right, {len(report.wrong)} wrong, {len(report.not_usable)} not usable"
        print(f"{source}: {counts}")  # noqa: T201
        for row, expected, got in report.wrong:
            print(f"  wrong {row}\n    expected {expected}\n    got      {got}")  # noqa: T201
        for row, reason in report.not_usable:
            print(f"  not usable {row}: {reason}")  # noqa: T201
    return int(any(report.wrong for report in reports.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
