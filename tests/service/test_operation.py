"""What whoever runs the service sees: numbers, log lines without photos, answers to known names alone."""

from __future__ import annotations

import io
import json
import logging
from typing import TYPE_CHECKING, Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy.exc import OperationalError

from service import logs
from tests.service.conftest import application
from tests.service.test_app import error, upload

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fastapi.testclient import TestClient

    from service.reader import Reader
    from service.settings import Settings


def numbers(client: TestClient) -> dict[tuple[str, ...], float]:
    answer = client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=")
    return {
        (sample.name, *(value for _, value in sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def test_requests_readings_and_refusals_are_counted_by_route(client: TestClient, empty_table: Path) -> None:
    upload(client, empty_table.read_bytes())
    upload(client, b"no photo")
    for identity in (7, 8):
        client.delete(f"/api/v1/hands/{identity}")
    for path in ("/made/up", "/also/made/up", "/web/made.up"):
        client.get(path)
    counted = numbers(client)
    assert counted["sikwu_requests_total", "POST", "/api/v1/read", "200"] == 1
    assert counted["sikwu_requests_total", "POST", "/api/v1/read", "415"] == 1
    assert counted["sikwu_requests_total", "DELETE", "/api/v1/hands/{identity}", "404"] == 2
    assert counted["sikwu_requests_total", "GET", "unknown", "404"] == 2, "nobody can make up endless routes"
    assert counted["sikwu_requests_total", "GET", "/web", "404"] == 1
    assert counted["sikwu_refusals_total", "photo_unreadable"] == 1
    assert counted["sikwu_reading_seconds_count",] == 1
    assert counted["sikwu_request_seconds_count", "/api/v1/read"] == 2
    assert counted["sikwu_pool_taken",] == 0
    assert counted["sikwu_pool_places",] == 2


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """What is logged at ``info``, line by line; afterwards the tests log as before."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    written = io.StringIO()
    monkeypatch.setattr("sys.stderr", written)
    logs.set_up("info")
    yield lambda: [json.loads(line) for line in written.getvalue().splitlines()]
    root.handlers[:] = before
    root.setLevel(level)


def test_a_request_is_a_line_of_json_without_anything_of_the_photo(
    client: TestClient, empty_table: Path, lines: Any
) -> None:
    upload(client, empty_table.read_bytes(), "Auntie at home.png")
    client.get("/api/v1/hands?limit=7")
    logged = [line for line in lines() if line["message"] == "request"]
    assert [(line["method"], line["route"], line["status"], line["level"]) for line in logged] == [
        ("POST", "/api/v1/read", 200, "info"),
        ("GET", "/api/v1/hands", 200, "info"),
    ]
    assert all(line["milliseconds"] > 0 and line["timestamp"].endswith("Z") for line in logged)
    assert "Auntie" not in json.dumps(logged)
    assert "limit" not in json.dumps(logged)


def test_a_fault_of_ours_is_one_line_with_its_trace(
    client: TestClient, lines: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise RuntimeError("the inside")

    monkeypatch.setattr("service.api.routes.rules_answer", broken)
    refused = client.get("/api/v1/rules")
    error(refused, 500, "internal")
    assert "content-security-policy" in refused.headers, "faults carry the headers that every answer carries"
    faults = [line for line in lines() if line["level"] == "error"]
    assert len(faults) == 1
    assert "the inside" in faults[0]["exception"]
    assert numbers(client)["sikwu_requests_total", "GET", "/api/v1/rules", "500"] == 1


def test_a_store_that_does_not_answer_is_503_and_says_when_to_come_again(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(*_: object) -> None:
        raise OperationalError("BEGIN IMMEDIATE", None, Exception("database is locked"))

    monkeypatch.setattr("service.store.hands.Hands.latest", locked)
    refused = client.get("/api/v1/hands")
    assert "locked" not in error(refused, 503, "store_busy")["message"]
    assert int(refused.headers["retry-after"]) >= 1


@pytest.mark.parametrize(
    ("host", "answered"),
    [
        ("localhost:8000", True),
        ("127.0.0.1", True),
        ("192.168.1.5:8000", True),
        ("[fe80::1]:8000", True),
        ("table.example:8000", True),
        ("evil.example", False),
        ("localhost.evil.example", False),
        ("192.168.1.5.evil.example", False),
        ("", False),
    ],
)
def test_only_addresses_and_known_names_are_answered(
    settings: Settings, reader: Reader, host: str, *, answered: bool
) -> None:
    """A page from elsewhere whose name was bent to this machine must not read its games and photos."""
    with application(settings.model_copy(update={"names": "other.example, Table.example"}), reader) as client:
        answer = client.get("/healthz", headers={"host": host})
        if answered:
            assert answer.status_code == 200
        else:
            error(answer, 421, "unknown_host")


def test_answers_are_compressed_but_pictures_are_not(client: TestClient) -> None:
    assert client.get("/api/v1/rules").headers["content-encoding"] == "gzip"
    assert client.get("/faces/1m.svg").headers["content-encoding"] == "gzip"
    assert "content-encoding" not in client.get("/healthz").headers


def test_the_service_worker_stands_at_the_root(client: TestClient) -> None:
    worker = client.get("/sw.js")
    assert worker.status_code == 200
    assert worker.headers["content-type"].startswith("text/javascript")
    manifest = client.get("/web/manifest.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"
