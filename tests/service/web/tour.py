"""Every screen of the app in turn, a game in progress: for pictures, and for what must hold on each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tests.service.web.walk import LABELS, PLAYERS, go, press, until, won_by

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PLAYED: Final[tuple[dict[str, Any], ...]] = (
    {"kind": "win", "from": "S", "winners": [{"seat": "W", "hand": "123m 456m 789m 234p 5s +5s |3f"}]},
    {"kind": "win", "self_draw": True, "winners": [{"seat": "E", "hand": "(EEE) (CCC) 123s 789s 5s +5s |1f"}]},
    {"kind": "draw"},
    {"kind": "win", "from": "N", "winners": [{"seat": "E", "faan": 4}]},
    {"kind": "win", "from": "E", "winners": [{"seat": "N", "hand": "(FFF) (PPP) [9999p] 11p 22p +2p"}]},
    {"kind": "win", "self_draw": True, "winners": [{"seat": "S", "hand": "19m 19p 19s ESWNCFP +P"}]},
)
"""The hands of the game, as the API takes them."""


def begin_game(page: Any, address: str) -> str:
    """Play a game through the API and give its name."""
    asked = {"players": list(PLAYERS), "rules": "guide", "dealing": {"draw": "stay"}}
    game: str = page.request.post(f"{address}api/v1/games", data=asked).json()["id"]
    for hand in PLAYED:
        answer = page.request.post(f"{address}api/v1/games/{game}/hands", data=hand)
        assert answer.ok, answer.text()
    return game


def doubted(page: Any, address: str, photo: Path) -> Any:
    """Read the photo, and put a doubt about the first 7 of characters into the answer."""
    picture = {"name": photo.name, "mimeType": "image/jpeg", "buffer": photo.read_bytes()}
    answer = page.request.post(f"{address}api/v1/read", multipart={"photo": picture})
    assert answer.ok, answer.text()
    found = answer.json()
    first = next(index for index, tile in enumerate(found["tiles"]) if tile["code"] == "7m")
    found["tiles"][first] |= {"confidence": 0.61, "alternatives": [["1m", 0.22], ["9m", 0.11]]}
    found["questions"] = [{"kind": "uncertain_tile", "tiles": [first], "options": ["7m", "1m", "9m"]}]
    return {**found, "confidence": 0.61}


def tour(page: Any, address: str, photo: Path, language: str = "en") -> Iterator[str]:
    """Show one screen after another and give the name of each.

    Args:
        page: the app, opened.
        address: where the service is.
        photo: a photo of `tests.service.web.conftest.WIN`.
        language: of the app, ``en`` or ``zh``.

    """
    words = LABELS[language]
    yield "snap"
    go(page, "game")
    page.wait_for_selector(".game-form")
    yield "new-game"
    game = begin_game(page, address)
    kept = "game => localStorage.setItem('sikwu', JSON.stringify({ ...JSON.parse(localStorage.sikwu ?? '{}'), game }))"
    page.evaluate(kept, game)
    page.reload()
    page.wait_for_selector(".chart")
    yield "game"
    page.locator(".played button").first.click()
    page.wait_for_selector("dialog .table-picture")
    yield "game-hand"
    page.keyboard.press("Escape")
    page.locator(".actions button").first.click()
    page.wait_for_selector("dialog .one-of")
    yield "without-tiles"
    page.keyboard.press("Escape")
    go(page, "snap")
    page.wait_for_selector(".snap")
    press(page, words["open"])
    until(page, "document.getElementById('viewfinder')?.videoWidth > 0")
    yield "camera"
    found = doubted(page, address, photo)
    page.route("**/api/v1/read", lambda route: route.fulfill(json=found))
    page.set_input_files("label.side-key input[type=file]", str(photo))
    page.wait_for_selector(".need .answers .current")
    yield "question"
    page.unroute("**/api/v1/read")
    page.locator(".need .answers .current").click()
    until(page, "document.querySelector('.worth b')?.textContent === '8'")
    yield "check"
    page.locator(".piece-button[data-code='7m']").first.click()
    page.wait_for_selector("dialog .palette")
    yield "tile"
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    press(page, words["win"])
    page.wait_for_selector(".won")
    won_by(page, "W", "N")
    page.wait_for_selector(".any-of .cannot")
    yield "win"
    press(page, words["result"])
    page.wait_for_selector(".table-picture")
    yield "result"
    page.locator("details.fold summary").last.click()
    page.wait_for_selector(".compare")
    yield "other-rules"
    go(page, "hand")
    page.wait_for_selector(".manual .hand")
    yield "by-hand"
    go(page, "tally")
    page.wait_for_selector(".tick")
    for row in (1, 2):
        page.locator(".tick input[type=checkbox]").nth(row).check()
    yield "tick-list"
    go(page, "rules")
    page.wait_for_selector(".rule-card")
    yield "rules"
    page.locator(".editor .fold summary").nth(2).click()
    page.wait_for_selector(".editor .setting")
    yield "house-rules"
    page.route("**/api/v1/read", lambda route: route.abort("connectionrefused"))
    go(page, "snap")
    page.wait_for_selector(".snap")
    page.set_input_files("label.side-key input[type=file]", str(photo))
    page.wait_for_selector(".check .need")
    go(page, "snap")
    page.wait_for_selector(".queue li")
    yield "waiting"
