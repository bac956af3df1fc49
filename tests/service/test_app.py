"""The HTTP API: the command line's answers, one shape of every error, limits in pairs, refusal when it is full."""

from __future__ import annotations

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from scoring.rules import NAMES
from scoring.tiles import CODES
from service.api.limits import FORM_BYTES, JSON_BYTES
from service.api.schemas import (
    ErrorAnswer,
    HandsAnswer,
    ReadAnswer,
    RulesAnswer,
    RuleSetAnswer,
    SavedHandAnswer,
    ScoreAnswer,
)
from service.cli import run
from service.pool import BusyError, Pool
from tests.service.conftest import HAND, encoded
from tests.service.test_cli import WIN, bad_photos

if TYPE_CHECKING:
    from pathlib import Path

    from fastapi.testclient import TestClient

    from service.settings import Settings

JSON_HEADERS = {"content-type": "application/json"}
ASKED = {"hand": WIN, "seat": "W", "from": "N"}

Capture = pytest.CaptureFixture[str]


def error(response: Any, status: int, code: str) -> dict[str, Any]:
    """Check that a response is an error of the one shape; give its inside."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/json"
    answer = response.json()
    ErrorAnswer.model_validate(answer)
    inside: dict[str, Any] = answer["error"]
    assert inside["code"] == code
    assert inside["message"]
    assert "\n" not in inside["message"]
    assert "Traceback" not in response.text
    return inside


def printed(capsys: Capture, *arguments: str) -> Any:
    run([*arguments, "--json"])
    return json.loads(capsys.readouterr().out)


def upload(client: TestClient, data: bytes, name: str = "hand.jpg", kind: str = "image/jpeg") -> Any:
    return client.post("/api/v1/read", files={"photo": (name, data, kind)})


# ---- the same answers as the command line ----


@pytest.mark.parametrize(
    ("body", "options"),
    [
        (ASKED, ["--hand", WIN, "--seat", "W", "--from", "N"]),
        ({"hand": WIN, "self_draw": True, "rules": "hkma"}, ["--hand", WIN, "--self-draw", "--rules", "hkma"]),
        (
            {**ASKED, "set": {"cap": 6, "payment.discard": "half"}, "base": "1/2", "liable": "S", "round": "W"},
            [
                *("--hand", WIN, "--seat", "W", "--from", "N", "--set", "cap=6", "--set", "payment.discard=half"),
                *("--base", "1/2", "--liable", "S", "--round", "W"),
            ],
        ),
        ({"hand": "11111m 22p"}, ["--hand", "11111m 22p"]),
        (
            {**ASKED, "events": ["last_tile"], "dealer": "S"},
            ["--hand", WIN, "--seat", "W", "--from", "N", "--event", "last_tile", "--dealer", "S"],
        ),
    ],
)
def test_score_answers_what_the_command_line_prints(
    client: TestClient, capsys: Capture, body: dict[str, Any], options: list[str]
) -> None:
    answer = client.post("/api/v1/score", json=body)
    assert answer.status_code == 200
    ScoreAnswer.model_validate(answer.json())
    assert answer.json() == printed(capsys, "score", *options)


def test_read_answers_what_the_command_line_prints(client: TestClient, capsys: Capture, photo: Path) -> None:
    answer = upload(client, photo.read_bytes(), str(photo)).json()
    ReadAnswer.model_validate(answer)
    assert answer["hand"] == HAND
    printed_answer = printed(capsys, "read", str(photo))
    assert answer.pop("photo") == "hand.jpg", "of a path that a client sends, the name alone"
    assert printed_answer.pop("photo") == str(photo)
    assert answer.pop("seconds") > 0
    assert printed_answer.pop("seconds") > 0
    assert answer == printed_answer


def test_a_photo_without_a_tile_is_an_answer(client: TestClient, empty_table: Path) -> None:
    answer = upload(client, empty_table.read_bytes(), "table.png").json()
    ReadAnswer.model_validate(answer)
    assert [problem["code"] for problem in answer["problems"]] == ["no_tiles"]


def test_rules_answer_what_the_command_line_prints(client: TestClient, capsys: Capture) -> None:
    answer = client.get("/api/v1/rules").json()
    RulesAnswer.model_validate(answer)
    assert answer == printed(capsys, "rules")
    for name in NAMES:
        one = client.get(f"/api/v1/rules/{name}").json()
        RuleSetAnswer.model_validate(one)
        assert one == printed(capsys, "rules", name)


def test_the_orientation_of_the_camera_is_applied_to_an_upload(client: TestClient, photo: Path) -> None:
    """EXIF orientation 6 of a picture stored lying down: the same hand, and boxes in upright pixels."""
    from PIL import Image  # noqa: PLC0415

    with Image.open(photo) as picture:
        lying = np.rot90(np.asarray(picture))
    exif = Image.Exif()
    exif[0x0112] = 6
    answer = upload(client, encoded(np.ascontiguousarray(lying), quality=95, exif=exif)).json()
    assert (answer["hand"], answer["width"], answer["height"]) == (HAND, 1280, 1280)


# ---- hands kept ----


def test_a_hand_is_kept_listed_and_forgotten(client: TestClient) -> None:
    kept = client.post("/api/v1/hands", json={**ASKED, "rules": "hkma", "set": {"cap": 8}})
    assert kept.status_code == 201
    SavedHandAnswer.model_validate(kept.json())
    assert (
        kept.json()["result"] == client.post("/api/v1/score", json={**ASKED, "rules": "hkma", "set": {"cap": 8}}).json()
    )
    assert (kept.json()["hand"], kept.json()["rules"]) == (WIN, "hkma")
    assert kept.json()["circumstances"]["from"] == "N"
    assert kept.json()["circumstances"]["set"] == {"cap": 8}
    listed = client.get("/api/v1/hands").json()
    HandsAnswer.model_validate(listed)
    assert listed == {"hands": [kept.json()]}
    identity = kept.json()["id"]
    gone = client.delete(f"/api/v1/hands/{identity}")
    assert (gone.status_code, gone.content) == (204, b"")
    assert client.get("/api/v1/hands").json() == {"hands": []}
    assert str(identity) in error(client.delete(f"/api/v1/hands/{identity}"), 404, "hand_missing")["message"]


def test_what_cannot_be_scored_is_not_kept(client: TestClient) -> None:
    error(client.post("/api/v1/hands", json={"hand": "123x"}), 422, "bad_hand")
    assert client.get("/api/v1/hands").json() == {"hands": []}


def test_kept_circumstances_score_to_the_same_result_again(client: TestClient) -> None:
    kept = client.post("/api/v1/hands", json={**ASKED, "events": ["last_discard"], "base": 0.5}).json()
    again = {"hand": kept["hand"], "rules": kept["rules"], **kept["circumstances"]}
    assert client.post("/api/v1/score", json=again).json() == kept["result"]


# ---- one shape of every error ----


def test_a_photo_that_cannot_be_opened_has_a_status_a_code_and_one_sentence(
    client: TestClient, tmp_path: Path, photo: Path
) -> None:
    expected = {
        "text": (415, "photo_unreadable"),
        "empty": (422, "photo_empty"),
        "truncated": (422, "photo_truncated"),
        "huge": (413, "photo_too_large"),
    }
    photos = bad_photos(tmp_path, photo)
    for fault, (status, code) in expected.items():
        path, words = photos[fault]
        assert words in error(upload(client, path.read_bytes(), path.name), status, code)["message"]


@pytest.mark.parametrize(
    ("change", "code", "quoted"),
    [
        ({"hand": "123x"}, "bad_hand", "“123x”"),
        ({"rules": "hkmaa"}, "unknown_rules", "“hkmaa”"),
        ({"rules": "/etc/table.toml"}, "unknown_rules", "“/etc/table.toml”"),
        ({"set": {"faan.ful_flush": 6}}, "unknown_switch", "“faan.ful_flush”"),
        ({"set": {"cap": "high"}}, "bad_value", "“high”"),
        ({"set": {"cap": [[[]]]}}, "bad_value", "cap"),
        ({"base": 0}, "bad_value", "“0”"),
        ({"base": "x"}, "bad_value", "“x”"),
        ({"seat": "X"}, "bad_request", "'X'"),
        ({"from": "X"}, "bad_request", "“from”"),
        ({"events": ["lucky"]}, "bad_request", "'lucky'"),
        ({"self_draw": "maybe"}, "bad_request", "'maybe'"),
        ({"colour": "red"}, "bad_request", "“colour”"),
        ({"hand": "1" * 1001}, "bad_request", "“hand”"),
        ({"hand": None}, "bad_request", "“hand”"),
        ({"feeds": ["E"] * 5}, "bad_request", "“feeds”"),
    ],
)
def test_bad_input_of_score_is_a_sentence_that_quotes_it(
    client: TestClient, change: dict[str, Any], code: str, quoted: str
) -> None:
    assert quoted in error(client.post("/api/v1/score", json={**ASKED, **change}), 422, code)["message"]


@pytest.mark.parametrize("base", ["1e400", "1e-400", "1e999999999", 1e300, float("inf"), float("nan")])
def test_a_monstrous_stake_is_refused_at_once(client: TestClient, base: object) -> None:
    """Exact arithmetic with 1e999999999 would never end."""
    for change in ({"base": base}, {"set": {"base": base}}, {"set": {"ladder.points": [base]}}):
        body = json.dumps({**ASKED, **change})
        error(client.post("/api/v1/score", content=body, headers=JSON_HEADERS), 422, "bad_value")


@pytest.mark.parametrize(
    ("method", "path", "options", "status", "code"),
    [
        ("GET", "/nothing", {}, 404, "not_found"),
        ("GET", "/api/v1/nothing", {}, 404, "not_found"),
        ("GET", "/faces/5x.svg", {}, 404, "not_found"),
        ("GET", "/web/../app.py", {}, 404, "not_found"),
        ("GET", "/web/%2e%2e/app.py", {}, 404, "not_found"),
        ("GET", "/api/v1/read", {}, 405, "method_not_allowed"),
        ("PUT", "/api/v1/score", {}, 405, "method_not_allowed"),
        ("POST", "/healthz", {}, 405, "method_not_allowed"),
        ("POST", "/web/app.js", {}, 405, "method_not_allowed"),
        ("POST", "/api/v1/read", {}, 415, "unsupported_media_type"),
        ("POST", "/api/v1/read", {"json": {}}, 415, "unsupported_media_type"),
        ("POST", "/api/v1/read", {"files": {"picture": b"x"}}, 422, "bad_request"),
        ("POST", "/api/v1/read", {"files": [("photo", b"x"), ("photo", b"y")]}, 400, "bad_request"),
        ("POST", "/api/v1/score", {}, 415, "unsupported_media_type"),
        ("POST", "/api/v1/score", {"content": "hand=E"}, 415, "unsupported_media_type"),
        ("POST", "/api/v1/score", {"data": {"hand": "E"}}, 415, "unsupported_media_type"),
        ("POST", "/api/v1/score", {"json": {}}, 422, "bad_request"),
        ("POST", "/api/v1/score", {"json": []}, 422, "bad_request"),
        ("POST", "/api/v1/hands", {"json": {}}, 422, "bad_request"),
        ("GET", "/api/v1/hands?limit=0", {}, 422, "bad_request"),
        ("GET", "/api/v1/hands?limit=501", {}, 422, "bad_request"),
        ("DELETE", "/api/v1/hands/one", {}, 422, "bad_request"),
        ("DELETE", "/api/v1/hands/7", {}, 404, "hand_missing"),
        ("DELETE", f"/api/v1/hands/{2**70}", {}, 422, "bad_request"),
        ("GET", "/api/v1/rules/nothing", {}, 422, "unknown_rules"),
        ("GET", "/api/v1/rules/x.toml", {}, 422, "unknown_rules"),
    ],
)
def test_every_refusal_has_the_one_shape(  # noqa: PLR0917
    client: TestClient, method: str, path: str, options: dict[str, Any], status: int, code: str
) -> None:
    error(client.request(method, path, **options), status, code)


@pytest.mark.parametrize("body", ["{", "[1, 2", '{"hand": "\ud800"}'.encode("utf-8", "surrogatepass"), b"\xff\xfe"])
def test_a_body_that_is_no_json_is_refused(client: TestClient, body: bytes | str) -> None:
    answer = client.post("/api/v1/score", content=body, headers=JSON_HEADERS)
    assert answer.status_code in {400, 422}
    error(answer, answer.status_code, "bad_request")


def test_deeply_nested_json_is_refused(client: TestClient) -> None:
    body = '{"hand": ' + "[" * 30_000 + "]" * 30_000 + "}"
    answer = client.post("/api/v1/score", content=body, headers=JSON_HEADERS)
    assert answer.status_code in {400, 422}
    error(answer, answer.status_code, "bad_request")


def test_a_fault_of_ours_is_500_without_anything_of_the_inside(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> None:
        raise RuntimeError("the inside")

    monkeypatch.setattr("service.api.routes.rules_answer", broken)
    assert "the inside" not in str(error(client.get("/api/v1/rules"), 500, "internal"))
    assert "the inside" in caplog.text, "the log has it"


def test_every_route_documents_its_errors_in_the_one_shape(client: TestClient) -> None:
    paths = client.get("/openapi.json").json()["paths"]
    assert {"/api/v1/read", "/api/v1/score", "/api/v1/rules", "/api/v1/games", "/healthz", "/metrics"} <= set(paths)
    for path, methods in paths.items():
        for method, route in methods.items():
            assert route["description"], f"{method} {path} says what it does"
            for status, answer in route["responses"].items():
                if int(status) >= 400:
                    content = answer["content"]["application/json"]
                    where = f"{method} {path} {status}"
                    assert content["schema"] == {"$ref": "#/components/schemas/ErrorAnswer"}, where
                    ErrorAnswer.model_validate(content["example"])


# ---- limits, in pairs ----


def test_a_photo_at_the_limit_is_looked_at_and_one_byte_more_is_413(client: TestClient, settings: Settings) -> None:
    limit = settings.max_photo_bytes
    error(upload(client, b"x" * limit), 415, "photo_unreadable")
    assert f"{limit:,}" in error(upload(client, b"x" * (limit + 1)), 413, "photo_too_large")["message"]


def test_a_form_at_the_limit_is_looked_at_and_one_byte_more_is_413(client: TestClient, settings: Settings) -> None:
    limit = settings.max_photo_bytes + FORM_BYTES
    for size, code in ((limit, "bad_request"), (limit + 1, "too_large")):
        answer = client.post(
            "/api/v1/read", content=b"x" * size, headers={"content-type": "multipart/form-data; boundary=b"}
        )
        error(answer, 413 if code == "too_large" else 400, code)


@pytest.mark.parametrize("path", ["/api/v1/score", "/api/v1/hands"])
@pytest.mark.parametrize("declared", [True, False])
def test_json_at_the_limit_is_looked_at_and_one_byte_more_is_413(
    client: TestClient, path: str, *, declared: bool
) -> None:
    def send(size: int) -> Any:
        body = json.dumps(ASKED).encode().ljust(size)
        pieces = body if declared else (body[start : start + 1000] for start in range(0, size, 1000))
        return client.post(path, content=pieces, headers=JSON_HEADERS)

    assert send(JSON_BYTES).is_success
    error(send(JSON_BYTES + 1), 413, "too_large")


def test_a_body_that_nobody_asked_for_is_limited_too(client: TestClient) -> None:
    error(client.request("GET", "/api/v1/rules", content=b"x" * (JSON_BYTES + 1)), 413, "too_large")


def test_a_pool_takes_workers_and_queue_and_refuses_one_more() -> None:
    async def fill() -> None:
        pool = Pool(workers=1, queue=2)
        gate = threading.Event()
        waiting = [asyncio.create_task(pool.run(gate.wait)) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(BusyError):
            await pool.run(gate.wait)
        gate.set()
        assert await asyncio.gather(*waiting) == [True] * 3
        await asyncio.sleep(0)
        assert await pool.run(lambda: "free again") == "free again"
        pool.close()

    asyncio.run(fill())


def test_work_whose_caller_went_away_is_not_begun_and_its_place_is_free_again() -> None:
    async def leave() -> None:
        pool = Pool(workers=1, queue=1)
        gate, begun = threading.Event(), []
        first = asyncio.create_task(pool.run(gate.wait))
        second = asyncio.create_task(pool.run(lambda: begun.append(1)))
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.sleep(0.01)
        third = asyncio.create_task(pool.run(lambda: "third"))
        gate.set()
        assert await first is True
        assert await third == "third"
        assert begun == []
        pool.close()

    asyncio.run(leave())


def test_a_full_service_answers_503_and_says_when_to_come_again(client: TestClient, empty_table: Path) -> None:
    """One photo is read and one waits (the settings of these tests); the third is refused while they do."""
    pool = client.app.state.services.pool  # type: ignore[attr-defined]
    gate = threading.Event()
    for _ in range(2):
        client.portal.start_task_soon(pool.run, gate.wait)  # type: ignore[union-attr]
    client.get("/healthz")  # gives both the time to begin
    refused = upload(client, empty_table.read_bytes())
    gate.set()
    error(refused, 503, "busy")
    assert int(refused.headers["retry-after"]) >= 1
    for _ in range(100):
        if upload(client, empty_table.read_bytes()).status_code == 200:
            break
    else:
        pytest.fail("the places never became free")


def test_other_requests_are_answered_while_photos_are_read(client: TestClient, empty_table: Path) -> None:
    with ThreadPoolExecutor(4) as clients:
        reads = [clients.submit(upload, client, empty_table.read_bytes()) for _ in range(2)]
        assert client.post("/api/v1/score", json=ASKED).status_code == 200
        assert {read.result().status_code for read in reads} <= {200, 503}


# ---- page, drawings, health ----


def test_the_service_is_healthy_and_says_its_version(client: TestClient) -> None:
    assert client.get("/healthz").json() == {"status": "ok", "version": "0.1.0"}


def test_every_face_is_served_and_named(client: TestClient) -> None:
    names = client.get("/faces/names.json").json()
    for code in CODES:
        drawn = client.get(f"/faces/{code}.svg")
        assert drawn.headers["content-type"] == "image/svg+xml"
        assert b"<svg" in drawn.content
        assert code == "back" or names[code]["zh"]


@pytest.mark.parametrize("path", ["/", "/docs"])
def test_a_page_loads_nothing_from_elsewhere(client: TestClient, path: str) -> None:
    page = client.get(path)
    assert page.headers["content-type"].startswith("text/html")
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert "http://" not in page.text
    assert "https://" not in page.text
