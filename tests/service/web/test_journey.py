"""The whole way: camera, check, circumstances, result, the game's ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.service.web.walk import LABELS, PLAYERS, choose_photo, go, press, start_game, until, won_by, write_hand

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright, which is not installed")
expect = sync_api.expect


@pytest.mark.parametrize(("language", "locale"), [("en", "en-GB"), ("zh", "zh-HK")])
def test_from_the_camera_to_a_saved_payment(phone: Callable[..., Any], language: str, locale: str) -> None:
    page = phone(locale=locale, permissions=["camera"])
    words = LABELS[language]
    start_game(page, language)
    go(page, "snap")
    press(page, words["open"])
    until(page, "document.getElementById('viewfinder')?.videoWidth > 0")
    press(page, words["take"])
    expect(page.locator(".check .piece-button")).to_have_count(14)
    press(page, words["win"])
    won_by(page, "W", "N")
    press(page, words["result"])
    expect(page.locator(".total b")).to_have_text("8")
    expect(page.locator(".seat.winner .amount")).to_have_text("+64")
    expect(page.locator(".seat[data-seat=N] .amount")).to_have_text("−64")
    for name in PLAYERS:
        expect(page.locator(".table-picture")).to_contain_text(name)
    press(page, words["add"])
    expect(page.locator(".played li")).to_have_count(1)
    expect(page.locator(".totals li b")).to_have_text(["0", "0", "+64", "−64"])
    page.reload()
    expect(page.locator(".totals li b")).to_have_text(["0", "0", "+64", "−64"])


def test_the_photo_from_the_picker_gives_the_hand_and_every_faan_has_its_reason(page: Any, photo: Path) -> None:
    choose_photo(page, photo)
    expect(page.locator(".photo rect.exposed")).to_have_count(3)
    press(page, "How won")
    won_by(page, "W", "N")
    press(page, "Result")
    lines = page.locator(".lines li")
    expect(lines).to_have_count(4)
    expect(lines.first).to_contain_text("混一色")
    expect(lines.first).to_contain_text("wan6 jat1 sik1")
    expect(lines.first).to_contain_text("One suit and honours")
    expect(page.locator(".arithmetic")).to_contain_text("3 + 3 + 1 + 1 = 8")
    expect(page.locator(".ladder .here")).to_contain_text("64")
    page.get_by_text("The same hand under other rules").click()
    expect(page.locator(".compare tbody tr")).to_have_count(10)
    expect(page.locator(".compare")).to_contain_text("+256")  # HKMA, 8 faan: 256 from the discarder


def test_without_a_game_a_hand_is_kept_and_forgotten(page: Any) -> None:
    write_hand(page, "123m 456m 789m 234p 5s +5s")
    press(page, "How won")
    won_by(page, "S", "self")
    press(page, "Result")
    press(page, "Keep")
    expect(page.locator(".kept li")).to_have_count(1)
    press(page, "Forget")
    press(page, "Really?")
    expect(page.locator(".kept li")).to_have_count(0)


def test_a_link_opens_the_same_result_and_leaves_the_tables_rules_alone(phone: Callable[..., Any]) -> None:
    page = phone()
    write_hand(page, "(CCC) 111m 777m 8m 999m +8m")
    press(page, "How won")
    won_by(page, "W", "N")
    press(page, "Result")
    expect(page.locator(".seat.winner .amount")).to_have_text("+64")
    link = page.evaluate("async () => (await import('/web/share.js')).link()")
    other = phone(link.partition("/")[2].partition("/")[2].partition("/")[2])
    expect(other.locator(".seat.winner .amount")).to_have_text("+64")
    assert other.evaluate("JSON.parse(localStorage.getItem('sikwu')).table.rules") == "guide"


def test_a_result_can_be_had_as_a_picture(page: Any) -> None:
    write_hand(page, "(CCC) 111m 777m 8m 999m +8m")
    press(page, "How won")
    won_by(page, "W", "N")
    press(page, "Result")
    expect(page.locator(".seat.winner .amount")).to_have_text("+64")
    with page.expect_download() as waiting:
        press(page, "Picture")
    assert waiting.value.suggested_filename == "sikwu.png"


def test_the_description_of_the_api_shows_itself(page: Any, address: str) -> None:
    page.goto(f"{address}docs")
    expect(page.locator("#docs article").first).to_be_visible()
    assert page.locator("#docs").get_by_text("/api/v1/score").count() > 0
