"""The running game: entered without tiles, corrected, taken back, several winners, and by the rules of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.service.web.walk import go, press, start_game, won_by, write_hand

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright, which is not installed")
expect = sync_api.expect


def totals(page: Any, *wanted: str) -> None:
    expect(page.locator(".totals li b")).to_have_text(list(wanted))


def without_tiles(page: Any, faan: dict[str, int], how: str) -> None:
    press(page, "Without tiles")
    page.locator(f"dialog .how input[value={how}]").check(force=True)
    for who, count in faan.items():
        for _ in range(count - 2):  # the first press says three faan, the least that may be declared
            page.get_by_role("button", name=f"More: Faan of {who}").click()
    press(page, "Add to the game")
    expect(page.locator("dialog")).to_have_count(0)


def test_hands_without_tiles_are_entered_corrected_and_taken_back(page: Any) -> None:
    start_game(page)
    without_tiles(page, {"Fong": 4}, "W")
    totals(page, "0", "+16", "−16", "0")
    expect(page.locator(".position")).to_contain_text("Fong deals")
    expect(page.locator(".chart")).to_be_visible()
    page.locator(".played button").first.click()
    press(page, "Correct this hand")
    page.get_by_role("button", name="More: Faan of Fong").click()
    press(page, "Correct it")
    totals(page, "0", "+24", "−24", "0")
    expect(page.locator(".played li").first).to_contain_text("corrected")
    press(page, "Undo")
    totals(page, "0", "+16", "−16", "0")
    press(page, "Undo")
    expect(page.locator(".played li")).to_have_count(0)
    press(page, "Redo")
    totals(page, "0", "+16", "−16", "0")


def test_two_win_on_one_discard_and_a_draw_and_a_false_win(page: Any) -> None:
    start_game(page)
    without_tiles(page, {"阿明": 3, "Mrs Wong": 4}, "S")
    totals(page, "+8", "−24", "+16", "0")
    press(page, "Without tiles")
    page.locator("dialog input[value=draw]").check(force=True)
    press(page, "Add to the game")
    expect(page.locator(".played li")).to_have_count(2)
    press(page, "Without tiles")
    page.locator("dialog input[value=false_win]").check(force=True)
    page.locator("dialog .seats input[value=N]").check(force=True)
    press(page, "Add to the game")
    totals(page, "+200", "+168", "+208", "−576")


def test_a_second_winner_with_tiles_joins_the_first(page: Any) -> None:
    start_game(page)
    write_hand(page, "123m 456m 789m 234p 5s +5s")
    press(page, "How won")
    won_by(page, "S", "E")
    press(page, "Result")
    press(page, "Another wins on it too")
    page.wait_for_selector(".snap")
    write_hand(page, "(CCC) 111m 777m 8m 999m +8m")
    press(page, "How won")
    expect(page.locator(".one-of.how input[value=E]")).to_be_checked()
    page.locator(".one-of.seats").first.locator("input[value=W]").check(force=True)
    press(page, "Result")
    press(page, "Add to the game")
    totals(page, "−72", "+8", "+64", "0")
    expect(page.locator(".played li")).to_have_count(1)


def test_of_several_winners_each_is_corrected_tile_by_tile_and_the_others_stay(page: Any, address: str) -> None:
    start_game(page)
    game = page.evaluate("JSON.parse(localStorage.sikwu).game")
    told: list[dict[str, Any]] = [
        {"seat": "S", "hand": "123m 456m 789m 234p 5s +5s", "events": ["last_discard"]},
        {"seat": "W", "hand": "(CCC) 111m 777m 8m 999m +8m"},
    ]
    data = {"kind": "win", "from": "E", "winners": told}
    assert page.request.post(f"{address}api/v1/games/{game}/hands", data=data).ok
    page.reload()
    totals(page, "−72", "+8", "+64", "0")
    page.locator(".played button").first.click()
    press(page, "Correct the tiles of Mrs Wong")
    page.locator(".piece-button[data-code=C]").first.click()
    press(page, "Meld back into the hand")
    press(page, "How won")
    expect(page.locator(".one-of.how input[value=E]")).to_be_checked()
    press(page, "Result")
    press(page, "Correct it")
    expect(page.locator(".played li").first).to_contain_text("corrected")
    winners = page.request.get(f"{address}api/v1/games/{game}").json()["hands"][0]["winners"]
    assert [(one["seat"], one["events"]) for one in winners] == [("S", ["last_discard"]), ("W", [])]
    assert winners[0]["hand"] == told[0]["hand"]
    assert "(CCC)" not in winners[1]["hand"]
    assert winners[1]["agreed_faan"] is None


def test_tiles_of_a_winner_stay_where_another_ones_faan_are_corrected(page: Any, address: str) -> None:
    start_game(page)
    game = page.evaluate("JSON.parse(localStorage.sikwu).game")
    told: list[dict[str, Any]] = [{"seat": "S", "faan": 3}, {"seat": "W", "hand": "(CCC) 111m 777m 8m 999m +8m"}]
    data = {"kind": "win", "from": "E", "winners": told}
    assert page.request.post(f"{address}api/v1/games/{game}/hands", data=data).ok
    page.reload()
    totals(page, "−72", "+8", "+64", "0")
    page.locator(".played button").first.click()
    press(page, "Correct who won, or the faan")
    page.get_by_role("button", name="More: Faan of Fong").click()
    press(page, "Correct it")
    totals(page, "−80", "+16", "+64", "0")
    winners = page.request.get(f"{address}api/v1/games/{game}").json()["hands"][0]["winners"]
    assert [(one["hand"], one["agreed_faan"]) for one in winners] == [(None, 4), (told[1]["hand"], None)]


def test_an_earlier_hand_with_tiles_is_corrected_tile_by_tile(page: Any) -> None:
    start_game(page)
    write_hand(page, "(CCC) 111m 777m 8m 999m +8m")
    press(page, "How won")
    won_by(page, "W", "N")
    press(page, "Result")
    press(page, "Add to the game")
    totals(page, "0", "0", "+64", "−64")
    page.locator(".played button").first.click()
    press(page, "Correct this hand")
    page.locator(".piece-button[data-code=C]").first.click()
    press(page, "Meld back into the hand")
    press(page, "How won")
    expect(page.locator(".one-of.how input[value=N]")).to_be_checked()
    press(page, "Result")
    press(page, "Correct it")
    expect(page.locator(".played li")).to_have_count(1)
    expect(page.locator(".played li").first).to_contain_text("corrected")


def test_the_game_is_counted_anew_by_other_rules_and_can_be_taken_home(page: Any, tmp_path: Path) -> None:
    start_game(page)
    without_tiles(page, {"Fong": 3}, "W")
    totals(page, "0", "+8", "−8", "0")
    go(page, "rules")
    page.locator(".rule-card input[value=hkma]").check(force=True)
    expect(page.locator(".rule-card.here")).to_contain_text("HKMA")
    go(page, "game")
    totals(page, "0", "+32", "−32", "0")
    page.get_by_text("This game").click()
    with page.expect_download() as waiting:
        page.get_by_role("link", name="CSV").click()
    waiting.value.save_as(tmp_path / "game.csv")
    assert "Fong" in (tmp_path / "game.csv").read_text("utf-8-sig")


def test_a_photo_is_kept_with_the_hand_only_if_the_person_says_so(phone: Callable[..., Any], photo: Path) -> None:
    page = phone()
    start_game(page)
    for keep in (False, True):
        go(page, "snap")
        page.set_input_files("label.side-key input[type=file]", str(photo))
        expect(page.locator(".piece-button")).to_have_count(14)
        press(page, "How won")
        won_by(page, "W", "N")
        press(page, "Result")
        switch = page.get_by_role("switch", name="Keep the photo")
        expect(switch).not_to_be_checked()
        if keep:
            switch.check(force=True)
        press(page, "Add to the game")
        page.locator(".played button").first.click()
        expect(page.locator("dialog .kept-photo")).to_have_count(int(keep))
        page.keyboard.press("Escape")
