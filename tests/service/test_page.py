"""The page in a real browser, at the size of a phone: from a photo to a hand that is kept."""

from __future__ import annotations

import shutil
import threading
from typing import TYPE_CHECKING, Any

import pytest
import uvicorn

from service.app import create_app
from service.pool import Pool
from service.services import Services
from service.serving import listen
from service.store import Store
from tests.service.conftest import HAND
from tests.service.test_cli import WIN

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from service.reader import Reader
    from service.settings import Settings

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright, which is not installed")
CHROMIUM = shutil.which("chromium")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs chromium, which is not installed")

PATIENCE = 60_000
"""Milliseconds that a busy machine may take for one step."""


@pytest.fixture
def address(settings: Settings, reader: Reader) -> Iterator[str]:
    """The service on a port of its own."""
    services = Services(settings, reader, Pool(1, 4), Store(settings.data))
    with listen("127.0.0.1", 0) as listener:
        server = uvicorn.Server(uvicorn.Config(create_app(services), log_level="warning"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
        server.should_exit = True
        thread.join(timeout=30)


@pytest.fixture
def page(address: str) -> Iterator[Any]:
    """A phone's browser at the page; anything that it complains of is a fault."""
    complaints: list[str] = []
    with playwright.sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        context = browser.new_context(
            viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, locale="en-GB"
        )
        context.set_default_timeout(PATIENCE)
        opened = context.new_page()
        opened.on("pageerror", lambda fault: complaints.append(str(fault)))
        opened.on(
            "console",
            lambda message: (
                complaints.append(message.text)
                if message.type == "error" and "status of 4" not in message.text
                else None
            ),
        )
        opened.goto(address)
        opened.wait_for_selector("#rules option", state="attached")
        yield opened
        browser.close()
    assert complaints == []


playwright.expect.set_options(timeout=PATIENCE)
expect = playwright.expect


def test_a_photo_becomes_faan_and_payments_and_is_kept(page: Any, photo: Path) -> None:
    page.set_input_files("#file", str(photo))
    expect(page.locator("#notation")).to_have_value(HAND)
    assert page.locator("#boxes rect").count() == 14
    expect(page.locator("#groups .tile")).to_have_count(14)
    page.get_by_label("discard of North").check(force=True)
    page.locator("#seat").get_by_label("West").check(force=True)
    expect(page.locator("#result .total b")).to_have_text("8")
    expect(page.locator("#result .seat.winner .amount")).to_have_text("+64")
    expect(page.locator("#bar")).to_contain_text("64 points")
    page.get_by_role("button", name="Keep this hand").click()
    expect(page.locator("#hands li")).to_have_count(1)
    page.reload()
    expect(page.locator("#hands li")).to_have_count(1)
    page.get_by_role("button", name="Forget").click()
    page.get_by_role("button", name="Really forget?").click()
    expect(page.locator("#hands li")).to_have_count(0)


def test_a_written_hand_is_scored_while_it_is_typed_and_faults_are_the_services_sentences(page: Any) -> None:
    page.fill("#notation", "123x")
    expect(page.locator("#fault")).to_contain_text("“123x” is no group of tiles")
    page.fill("#notation", WIN)
    expect(page.locator("#result .total b")).to_have_text("9")
    expect(page.locator("#fault")).to_be_hidden()
    page.fill("#notation", "123m 456m 789m +5s")
    expect(page.locator("#result .verdict")).to_have_text("Not a win")
    page.fill("#notation", "")
    expect(page.locator("#result")).to_be_hidden()


def test_what_is_no_photo_is_said_in_the_services_sentence(page: Any, tmp_path: Path) -> None:
    path = tmp_path / "notes.jpg"
    path.write_text("no photo")
    page.set_input_files("#file", str(path))
    expect(page.locator("#needs")).to_contain_text("“notes.jpg” is not a JPEG, PNG, WebP or HEIC photo")
    expect(page.locator("#frame")).to_be_hidden()
    expect(page.locator("#guide")).to_be_visible()


def test_the_language_changes_every_word_and_is_remembered(page: Any) -> None:
    page.fill("#notation", WIN)
    expect(page.locator("#result")).to_contain_text("Half flush")
    page.get_by_role("button", name="中文").click()
    expect(page.locator("#result")).to_contain_text("混一色")
    expect(page.locator("#result")).not_to_contain_text("Half flush")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "zh-HK")


def test_everything_can_be_reached_by_keyboard(page: Any) -> None:
    page.fill("#notation", WIN)
    expect(page.locator("#result .total b")).to_have_text("9")
    reached = set()
    page.locator("body").focus()
    for _ in range(60):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.id || document.activeElement.name"))
    assert {"file", "notation", "won", "seat", "round", "dealer", "events", "rules"} <= reached
    page.locator("#seat input[value=E]").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#seat input[value=S]")).to_be_checked()
    expect(page.locator("#seat input[value=S]")).to_be_focused()


CHECKS = """async () => {
  const hand = await import("/web/hand.js");
  const text = "(CCC) [9999m] 45s 66s +3s |1f3g";
  return [
    hand.text(hand.groups(text)),
    hand.replaced(text, "concealed", "6s", "8s"),
    hand.replaced(text, "concealed", "1m", "8s"),
    hand.wonOn("123m 44p", "4p"),
    hand.wonOn("123m 4p +4p", "1m"),
    hand.turned(text, "exposed", "concealed"),
    hand.turned(text, "concealed_kong", "exposed", ["9m"]),
  ];
}"""


def test_answers_to_questions_change_the_text_as_they_should(page: Any) -> None:
    assert page.evaluate(CHECKS) == [
        "(CCC) [9m9m9m9m] 4s5s 6s6s +3s |1f3g",
        "(CCC) [9m9m9m9m] 4s5s 8s6s +3s |1f3g",
        "(CCC) [9999m] 45s 66s +3s |1f3g",
        "1m2m3m 4p +4p",
        "2m3m 4p 4p +1m",
        "CCC [9m9m9m9m] 4s5s 6s6s +3s |1f3g",
        "(CCC) (9m9m9m9m) 4s5s 6s6s +3s |1f3g",
    ]


def test_the_description_of_the_api_shows_itself(page: Any, address: str) -> None:
    page.goto(f"{address}docs")
    expect(page.locator("#docs article").first).to_be_visible()
    assert page.locator("#docs").get_by_text("/api/v1/score").count() > 0
