"""Games over HTTP, on SQLite and on a real PostgreSQL server: an evening, corrections, undo, export, two phones."""

from __future__ import annotations

import csv
import io
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from service.api.game_schemas import (
    GameAnswer,
    GamesAnswer,
    HandAddedAnswer,
    HandInFull,
    HouseRulesAnswer,
    HouseRulesList,
)
from tests.service.conftest import HAND, application
from tests.service.test_app import error

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fastapi.testclient import TestClient

    from service.reader import Reader
    from service.settings import Settings

PLAYERS = ["阿明", "Fong", "Mrs Wong", "Yan"]
WIN = {"kind": "win", "from": "N", "winners": [{"seat": "W", "hand": HAND}]}
AGREED = {"kind": "win", "self_draw": True, "winners": [{"seat": "E", "faan": 5}]}
WEST_PUNG = "(WWW) 123m 456m 99p 78s +9s"


@pytest.fixture
def client(settings: Settings, reader: Reader, database: str | None) -> Iterator[TestClient]:
    with application(settings.model_copy(update={"database": database}), reader) as started:
        yield started


def begin(client: TestClient, **more: Any) -> str:
    answer = client.post("/api/v1/games", json={"players": PLAYERS, "rules": "hkma", **more})
    assert answer.status_code == 201, answer.text
    GameAnswer.model_validate(answer.json())
    identity: str = answer.json()["id"]
    return identity


def play(client: TestClient, game: str, hand: dict[str, Any]) -> dict[str, Any]:
    answer = client.post(f"/api/v1/games/{game}/hands", json=hand)
    assert answer.status_code == 201, answer.text
    HandAddedAnswer.model_validate(answer.json())
    added: dict[str, Any] = answer.json()
    return added


def show(client: TestClient, game: str) -> dict[str, Any]:
    answer: dict[str, Any] = client.get(f"/api/v1/games/{game}").json()
    GameAnswer.model_validate(answer)
    return answer


def told(game: dict[str, Any]) -> dict[str, Any]:
    """A game without what grows with every change."""
    return {key: value for key, value in game.items() if key not in {"version", "changed_at", "undo", "redo"}}


def test_an_evening_is_kept_hand_by_hand_with_running_totals(client: TestClient) -> None:
    game = begin(client, name="Friday", set={"cap": 8, "base": 0.5})
    first = play(client, game, WIN)
    assert first["hand"]["payments"] == {"E": 0, "S": 0, "W": 128, "N": -128}
    assert first["hand"]["by_player"] == first["hand"]["totals"] == [0, 0, 128, -128]
    assert first["game"]["next"]["seats"] == ["N", "E", "S", "W"], "the deal has passed on"
    again = play(client, game, AGREED)
    assert again["hand"]["winners"][0]["player"] == 1
    assert again["game"]["next"]["repeats"] == 1, "the dealer won and deals again"
    two = {"kind": "win", "from": "E", "winners": [{"seat": "S", "faan": 3}, {"seat": "W", "hand": HAND}]}
    assert play(client, game, two)["hand"]["by_player"] == [0, -144, 16, 128]
    false = play(client, game, {"kind": "false_win", "offender": "S"})
    assert false["hand"]["offender"] == "S"
    assert false["hand"]["by_player"][3] == -3 * false["hand"]["by_player"][0]
    drawn = play(client, game, {"kind": "draw", "note": "nobody"})
    assert set(drawn["hand"]["payments"].values()) == {0}
    kept = show(client, game)
    assert kept == drawn["game"]
    assert [hand["kind"] for hand in kept["hands"]] == ["win", "win", "win", "false_win", "draw"]
    assert kept["totals"] == kept["hands"][-1]["totals"]
    assert sum(kept["totals"]) == 0
    listed = client.get("/api/v1/games").json()
    GamesAnswer.model_validate(listed)
    assert listed["games"][0]["totals"] == kept["totals"]
    assert listed["games"][0]["hands_played"] == 5


def test_a_result_is_what_score_answers_in_that_place(client: TestClient) -> None:
    game = begin(client, set={"cap": 8})
    play(client, game, AGREED)
    hand = play(client, game, {**WIN, "winners": [{"seat": "W", "hand": HAND, "events": ["last_discard"]}]})["hand"]
    asked = {"hand": HAND, "rules": "hkma", "set": {"cap": 8}, "seat": "W", "from": "N", "events": ["last_discard"]}
    assert hand["winners"][0]["result"] == client.post("/api/v1/score", json=asked).json()
    assert hand["payments"] == hand["winners"][0]["result"]["payments"]


def test_a_preview_tells_the_same_and_keeps_nothing(client: TestClient) -> None:
    game = begin(client)
    before = show(client, game)
    preview = client.post(f"/api/v1/games/{game}/preview", json=WIN).json()
    HandAddedAnswer.model_validate(preview)
    assert show(client, game) == before
    added = play(client, game, WIN)
    for answer in (preview, added):
        answer["hand"].pop("id"), answer["hand"].pop("played_at")
    assert preview["hand"] == added["hand"]
    assert preview["game"]["totals"] == added["game"]["totals"]


def test_undo_takes_back_every_kind_of_change_exactly_and_redo_makes_it_again(client: TestClient) -> None:
    game = begin(client)
    states = [show(client, game)]
    hand = play(client, game, WIN)["hand"]["id"]
    states.append(show(client, game))
    client.put(f"/api/v1/games/{game}/hands/{hand}", json=AGREED)
    states.append(show(client, game))
    play(client, game, {"kind": "draw"})
    states.append(show(client, game))
    client.patch(f"/api/v1/games/{game}", json={"rules": "casual", "players": ["A", "B", "C", "D"]})
    states.append(show(client, game))
    client.delete(f"/api/v1/games/{game}/hands/{hand}")
    states.append(show(client, game))
    assert states[-1]["undo"] == {"change": "hand_removed", "hand": hand}
    for before in reversed(states[:-1]):
        undone = client.post(f"/api/v1/games/{game}/undo").json()
        GameAnswer.model_validate(undone)
        assert told(undone) == told(before)
        assert undone["undo"] == before["undo"]
    error(client.post(f"/api/v1/games/{game}/undo"), 409, "nothing_to_undo")
    for after in states[1:]:
        redone = client.post(f"/api/v1/games/{game}/redo").json()
        assert told(redone) == told(after)
    error(client.post(f"/api/v1/games/{game}/redo"), 409, "nothing_to_redo")


def test_correcting_an_earlier_hand_counts_anew_what_follows(client: TestClient) -> None:
    """Hand 1 was the dealer's win after all: the deal stayed, and the pung of West of hand 2 is the seat's no more."""
    game = begin(client, set={"minimum": 0})
    first = play(client, game, {"kind": "win", "from": "N", "winners": [{"seat": "S", "faan": 3}]})["hand"]
    later = {"kind": "win", "from": "E", "winners": [{"seat": "W", "hand": WEST_PUNG}]}
    second = play(client, game, later)["hand"]
    assert (second["winners"][0]["faan"], second["winners"][0]["player"]) == (2, 3)
    answer = client.put(
        f"/api/v1/games/{game}/hands/{first['id']}",
        json={"kind": "win", "from": "N", "winners": [{"seat": "E", "faan": 3}]},
    ).json()
    HandAddedAnswer.model_validate(answer)
    assert answer["hand"]["corrected"]
    assert answer["hand"]["played_at"] == first["played_at"]
    moved = answer["game"]["hands"][1]
    assert (moved["winners"][0]["seat"], moved["winners"][0]["player"], moved["winners"][0]["faan"]) == ("N", 3, 1)
    assert moved["from"] == "S", "who discarded is the same player, who sits elsewhere now"
    assert sum(answer["game"]["totals"]) == 0


def test_a_correction_that_leaves_a_later_hand_no_win_is_refused_and_changes_nothing(client: TestClient) -> None:
    game = begin(client, set={"minimum": 2})
    first = play(client, game, {"kind": "win", "from": "N", "winners": [{"seat": "S", "faan": 3}]})["hand"]
    play(client, game, {"kind": "win", "from": "E", "winners": [{"seat": "W", "hand": WEST_PUNG}]})
    before = show(client, game)
    refused = client.put(
        f"/api/v1/games/{game}/hands/{first['id']}",
        json={"kind": "win", "from": "N", "winners": [{"seat": "E", "faan": 3}]},
    )
    assert error(refused, 409, "later_hand")["details"]["number"] == 2
    error(client.patch(f"/api/v1/games/{game}", json={"set": {"minimum": 5}}), 409, "later_hand")
    assert show(client, game) == before


def test_a_place_that_a_person_gives_stands_whatever_the_game_says(client: TestClient) -> None:
    game = begin(client)
    hand = play(client, game, {**AGREED, "position": {"round": "S", "dealer": 2, "repeats": 1}})
    assert hand["hand"]["position"] == {
        "number": 1,
        "round": "S",
        "dealer": 2,
        "repeats": 1,
        "seats": ["W", "N", "E", "S"],
        "given": True,
        "over": False,
    }
    assert hand["hand"]["winners"][0]["player"] == 2
    assert hand["game"]["next"]["repeats"] == 2


def test_the_table_decides_whether_the_deal_passes_after_a_draw(client: TestClient) -> None:
    for choice, dealer in (("stay", 0), ("pass", 1)):
        game = begin(client, dealing={"draw": choice})
        assert play(client, game, {"kind": "draw"})["game"]["next"]["dealer"] == dealer


def test_what_is_no_win_is_not_added(client: TestClient) -> None:
    game = begin(client)
    bad = {"kind": "win", "from": "N", "winners": [{"seat": "W", "hand": WEST_PUNG}]}
    refused = error(client.post(f"/api/v1/games/{game}/hands", json=bad), 422, "not_a_win")
    assert refused["details"]["problems"][0]["code"] == "below_minimum"
    bad["winners"] = [{"seat": "W", "hand": "123x"}]
    error(client.post(f"/api/v1/games/{game}/hands", json=bad), 422, "bad_hand")
    assert show(client, game)["hands"] == []


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ({"kind": "win", "winners": [{"seat": "W", "faan": 3}]}, "who discarded"),
        ({"kind": "win", "from": "W", "winners": [{"seat": "W", "faan": 3}]}, "own discard"),
        ({"kind": "win", "self_draw": True, "from": "E", "winners": [{"seat": "W", "faan": 3}]}, "self-draw"),
        ({"kind": "win", "from": "E", "winners": [{"seat": "W"}]}, "agreed faan"),
        ({"kind": "win", "from": "E", "winners": [{"seat": "W", "faan": 3}] * 2}, "wins once"),
        ({"kind": "win", "from": "E", "winners": []}, "winners"),
        ({"kind": "false_win"}, "offender"),
        ({"kind": "chombo"}, "chombo"),
        ({"kind": "draw", "position": {"round": "E", "dealer": 4}}, "dealer"),
    ],
)
def test_what_contradicts_itself_is_refused_in_a_sentence(client: TestClient, hand: dict[str, Any], words: str) -> None:
    game = begin(client)
    assert words in error(client.post(f"/api/v1/games/{game}/hands", json=hand), 422, "bad_request")["message"]


def test_a_repeated_request_with_its_key_adds_nothing_anew(client: TestClient) -> None:
    """As a phone with a bad connection sends it."""
    begun = [client.post("/api/v1/games", json={"players": PLAYERS, "key": "evening-1"}) for _ in range(2)]
    assert [answer.status_code for answer in begun] == [201, 200]
    game = begun[0].json()["id"]
    assert begun[1].json()["id"] == game
    added = [client.post(f"/api/v1/games/{game}/hands", json={**AGREED, "key": "hand-0001"}) for _ in range(2)]
    assert [answer.status_code for answer in added] == [201, 200]
    assert added[0].json() == added[1].json()
    assert len(show(client, game)["hands"]) == 1


def test_of_two_phones_that_saw_the_same_game_only_the_first_changes_it(client: TestClient) -> None:
    game = begin(client)
    seen = show(client, game)["version"]
    path = f"/api/v1/games/{game}/hands?version={seen}"
    with ThreadPoolExecutor(4) as phones:
        answers = list(phones.map(lambda _: client.post(path, json=AGREED), range(4)))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
    refused = next(answer for answer in answers if answer.status_code == 409)
    assert error(refused, 409, "game_changed")["details"]["version"] == seen + 1
    assert len(show(client, game)["hands"]) == 1


def test_hands_added_at_once_lose_nothing(client: TestClient) -> None:
    game = begin(client)
    with ThreadPoolExecutor(4) as phones:
        answers = list(phones.map(lambda _: client.post(f"/api/v1/games/{game}/hands", json=AGREED), range(8)))
    assert {answer.status_code for answer in answers} == {201}
    kept = show(client, game)
    assert len({hand["id"] for hand in kept["hands"]}) == 8
    assert kept["next"]["repeats"] == 8


def test_new_rules_count_every_hand_anew(client: TestClient) -> None:
    game = begin(client)
    play(client, game, WIN)
    changed = client.patch(f"/api/v1/games/{game}", json={"set": {"cap": 8, "payment.discard": "half"}}).json()
    GameAnswer.model_validate(changed)
    assert changed["rules"]["set"] == {"cap": 8, "payment.discard": "half"}
    assert changed["hands"][0]["payments"] == {"E": -64, "S": -64, "W": 256, "N": -128}
    assert changed["players"] == PLAYERS


def test_a_reading_and_its_corrections_are_kept_with_the_hand(client: TestClient, photo: Path) -> None:
    game = begin(client)
    read = client.post("/api/v1/read", files={"photo": ("a.jpg", photo.read_bytes())}, data={"keep": "true"}).json()
    kept = read["kept"]
    winner = {
        "seat": "W",
        "hand": HAND,
        "photo": kept["id"],
        "reading": read,
        "corrections": [{"tile": 3, "code": "2m"}, {"tile": None, "code": "1f", "role": "bonus"}],
    }
    hand = play(client, game, {**WIN, "winners": [winner]})["hand"]
    assert hand["winners"][0]["photo"] == kept["id"]
    assert "reading" not in hand["winners"][0]
    path = f"/api/v1/games/{game}/hands/{hand['id']}"
    full = client.get(path).json()
    HandInFull.model_validate(full)
    read.pop("kept")
    assert full["winners"][0]["reading"]["tiles"] == read["tiles"]
    assert full["winners"][0]["reading"]["hand"] == read["hand"]
    assert [one["code"] for one in full["winners"][0]["corrections"]] == ["2m", "1f"]
    client.put(path, json=WIN)
    assert client.get(path).json()["winners"][0]["reading"] is not None, "what a correction leaves out stays"
    client.put(path, json={**WIN, "winners": [{"seat": "W", "hand": HAND, "reading": None}]})
    assert client.get(path).json()["winners"][0]["reading"] is None
    client.delete(f"/api/v1/photos/{kept['id']}")
    assert client.get(path).json()["winners"][0]["photo"] is None
    wrong = {**WIN, "winners": [{**winner, "photo": kept["id"]}]}
    error(client.post(f"/api/v1/games/{game}/hands", json=wrong), 404, "photo_missing")


def test_a_game_is_forgotten_with_its_photos(client: TestClient, photo: Path) -> None:
    game = begin(client)
    kept = client.post("/api/v1/photos", files={"photo": ("a.jpg", photo.read_bytes())}).json()
    play(client, game, {**WIN, "winners": [{"seat": "W", "hand": HAND, "photo": kept["id"]}]})
    assert client.get(kept["url"]).headers["content-type"] == "image/jpeg"
    assert client.delete(f"/api/v1/games/{game}").status_code == 204
    error(client.get(f"/api/v1/games/{game}"), 404, "game_missing")
    error(client.get(kept["url"]), 404, "photo_missing")
    assert client.get("/api/v1/games").json() == {"games": []}


def test_a_game_is_exported_as_a_table_and_in_full(client: TestClient) -> None:
    game = begin(client, name="Friday 夜")
    play(client, game, {**WIN, "note": "=1+1"})
    play(client, game, {"kind": "draw"})
    table = client.get(f"/api/v1/games/{game}/export.csv")
    assert table.headers["content-type"] == "text/csv; charset=utf-8"
    assert "filename*=UTF-8''Friday%20%E5%A4%9C.csv" in table.headers["content-disposition"]
    rows = list(csv.DictReader(io.StringIO(table.content.decode("utf-8-sig"))))
    assert [row["winners"] for row in rows] == ["Mrs Wong", ""]
    assert (rows[0]["note"], rows[1]["阿明 total"]) == ("'=1+1", "0")
    full = client.get(f"/api/v1/games/{game}/export.json")
    assert full.headers["content-disposition"].startswith("attachment")
    assert full.json()["hands"][0]["winners"][0]["corrections"] == []
    assert full.json()["totals"] == show(client, game)["totals"]


def test_a_tables_own_rules_are_kept_changed_and_forgotten(client: TestClient) -> None:
    own = {"name": "Our table", "rules": "hkma", "set": {"cap": 8, "minimum": 1}, "dealing": {"draw": "pass"}}
    kept = client.post("/api/v1/house-rules", json=own)
    assert kept.status_code == 201
    HouseRulesAnswer.model_validate(kept.json())
    path = f"/api/v1/house-rules/{kept.json()['id']}"
    assert client.get(path).json() == kept.json()
    changed = client.put(path, json={**own, "set": {"cap": 9}}).json()
    assert changed["set"] == {"cap": 9}
    listed = client.get("/api/v1/house-rules").json()
    HouseRulesList.model_validate(listed)
    assert listed["house_rules"] == [changed]
    assert (
        "“faan.ful_flush”"
        in error(client.put(path, json={**own, "set": {"faan.ful_flush": 1}}), 422, "unknown_switch")["message"]
    )
    error(client.post("/api/v1/house-rules", json={**own, "rules": "ours.toml"}), 422, "unknown_rules")
    assert client.delete(path).status_code == 204
    for answer in (client.get(path), client.put(path, json=own), client.delete(path)):
        error(answer, 404, "house_rules_missing")


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", ""),
        ("PATCH", ""),
        ("DELETE", ""),
        ("POST", "/hands"),
        ("POST", "/preview"),
        ("POST", "/undo"),
        ("POST", "/redo"),
        ("GET", "/hands/1"),
        ("PUT", "/hands/1"),
        ("DELETE", "/hands/1"),
        ("GET", "/export.csv"),
        ("GET", "/export.json"),
    ],
)
def test_a_game_that_is_not_there_is_404_everywhere(client: TestClient, method: str, path: str) -> None:
    body = {"json": {} if method == "PATCH" else AGREED} if method in {"PATCH", "PUT", "POST"} else {}
    refused = client.request(method, f"/api/v1/games/nothing_here{path}", **body)  # type: ignore[arg-type]
    assert "“nothing_here”" in error(refused, 404, "game_missing")["message"]


def test_a_hand_that_is_not_there_is_404(client: TestClient) -> None:
    game = begin(client)
    path = f"/api/v1/games/{game}/hands/77"
    for answer in (client.get(path), client.put(path, json=AGREED), client.delete(path)):
        error(answer, 404, "hand_missing")
