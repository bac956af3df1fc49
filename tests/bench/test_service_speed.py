"""The benchmark of the service runs, and reports what it measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.bench import service_speed
from tests.bench.service_speed import BAR, Load, main, report

if TYPE_CHECKING:
    import pytest


def test_a_report_gives_rate_percentiles_and_the_ratio() -> None:
    single = {"bare network": 0.05, "reading": 0.1, "over HTTP": 0.11}
    lines = report(single, [Load(4, 9.5, [0.1] * 99 + [0.9])], 1_500_000, 2)
    assert lines[0].startswith("photo of 1.5 MB, 2 threads")
    assert any(line.split() == ["4", "9.5", "100", "892"] for line in lines), lines
    assert "20.0 per second" in lines[-2]
    assert lines[-1] == f"the service takes 1.10 times the reading itself; the bar is {BAR}"


def test_the_benchmark_runs_with_every_number_of_clients(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(service_speed, "CLIENTS", (1, 3))
    assert main(["--requests", "3", "--rounds", "1"]) in {0, 1}
    out = capsys.readouterr().out
    assert "over HTTP" in out
    assert [line.split()[0] for line in out.splitlines() if line.split()[0].isdecimal()] == ["1", "3"]
