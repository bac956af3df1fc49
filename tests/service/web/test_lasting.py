"""What outlives a reload and a lost network: the photo, everything typed, photos that wait, the app itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.service.web.conftest import Service
from tests.service.web.walk import choose_photo, go, press, until, won_by, write_hand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright, which is not installed")
expect = sync_api.expect


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """A service that can go away."""
    started = Service(tmp_path / "data")
    yield started
    started.stop()


READY = """async () => {
  const names = await caches.keys();
  const faces = names.includes("faces") ? (await (await caches.open("faces")).keys()).length : 0;
  const rules = names.includes("answers") && (await (await caches.open("answers")).match("/api/v1/rules/guide"));
  const shell = names.some((name) => name.startsWith("shell-"));
  return shell && faces >= 43 && Boolean(rules) && Boolean(navigator.serviceWorker.controller);
}"""


def wait_for_worker(page: Any) -> None:
    """Wait until the app can be opened without a network."""
    until(page, READY)


def test_the_hand_outlives_a_reload_after_the_camera(page: Any, photo: Path) -> None:
    choose_photo(page, photo)
    page.locator(".piece-button[data-code='8m']").first.click()
    page.locator(".palette").get_by_role("button", name="9 of characters").click()
    press(page, "How won")
    won_by(page, "S", "self")
    page.wait_for_timeout(300)
    page.reload()
    expect(page.locator(".one-of.seats").first.locator("input[value=S]")).to_be_checked()
    go(page, "check")
    expect(page.locator(".photo image")).to_have_count(1)
    expect(page.locator(".piece-button")).to_have_count(14)
    expect(page.locator(".piece-button[data-code='9m']")).to_have_count(4)


def test_a_reload_while_the_photo_is_read_reads_it_again(page: Any, photo: Path) -> None:
    waiting: list[Any] = []
    page.route("**/api/v1/read", lambda route: waiting.append(route))  # noqa: PLW0108  never answered; a method takes no mark
    page.set_input_files("label.side-key input[type=file]", str(photo))
    page.wait_for_selector(".reading")
    until(page, "async () => Boolean(await (await import('/web/storage.js')).get('draft', 'photo'))")
    page.unroute("**/api/v1/read")
    page.reload()
    expect(page.locator(".piece-button")).to_have_count(14)


def test_photos_taken_offline_wait_and_are_read_later(phone: Callable[..., Any], service: Service, photo: Path) -> None:
    page = phone(at=service.address)
    wait_for_worker(page)
    service.stop()
    page.set_input_files("label.side-key input[type=file]", str(photo))
    expect(page.locator(".need")).to_contain_text("waits on this phone")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    go(page, "snap")
    expect(page.locator(".queue li")).to_have_count(1)
    expect(page.locator(".queue")).to_contain_text("Waits for the service")
    expect(page.locator(".offline-line")).to_be_visible()
    service.start()
    press(page, "Read, open it")
    expect(page.locator(".piece-button")).to_have_count(14)
    expect(page.locator(".offline-line")).to_have_count(0)
    go(page, "snap")
    expect(page.locator(".queue")).to_have_count(0)


def test_without_a_network_the_app_opens_and_says_what_needs_the_service(
    phone: Callable[..., Any], service: Service
) -> None:
    page = phone(at=service.address)
    wait_for_worker(page)
    service.stop()
    page.reload()
    page.wait_for_selector("html[data-ready]")
    expect(page.locator(".offline-line")).to_be_visible()
    drawn = "async image => { await image.decode(); return image.naturalWidth > 0 }"
    assert page.locator(".tile img").first.evaluate(drawn)
    go(page, "hand")
    expect(page.locator(".need")).to_contain_text("needs the service")
    go(page, "tally")
    page.get_by_label("混一色 Half flush").check()
    page.get_by_label("對對糊 All pungs").check()
    expect(page.locator(".tally-total .total b")).to_have_text("6")
    expect(page.locator(".tally-total")).to_contain_text("32 points")


SHELLS = "async () => (await caches.keys()).filter((name) => name.startsWith('shell-'))"


def test_a_changed_file_brings_the_whole_app_anew_at_the_next_visit(page: Any) -> None:
    wait_for_worker(page)
    before = page.evaluate(SHELLS)
    page.reload()
    page.wait_for_timeout(1000)
    assert page.evaluate(SHELLS) == before  # nothing changed, nothing fetched anew
    page.evaluate(
        """async (name) => {
          const cache = await caches.open(name);
          const body = await (await cache.match("/web/words.js")).text();
          const headers = { etag: "old", "content-type": "text/javascript" };
          await cache.put("/web/words.js", new Response(body, { headers }));
        }""",
        before[0],
    )
    page.reload()
    until(page, "async before => !(await caches.keys()).includes(before)", before[0])
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert len(page.evaluate(SHELLS)) == 1


def test_the_language_and_the_look_are_remembered(page: Any) -> None:
    press(page, "中文")
    expect(page.locator("html")).to_have_attribute("lang", "zh-HK")
    go(page, "rules")
    page.get_by_label("光").check(force=True)
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "zh-HK")
    expect(page.locator("html")).to_have_attribute("data-look", "light")


def test_no_camera_where_the_page_is_not_secure(phone: Callable[..., Any]) -> None:
    page = phone()
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    page.reload()
    expect(page.locator("label.shutter input[capture=environment]")).to_have_count(1)
    write_hand(page, "123m 456m 789m 234p 5s +5s")
    expect(page.locator(".worth b")).to_have_text("3")
