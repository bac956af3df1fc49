"""For everybody: no fault that axe can find on any screen, everything by keyboard, keys large enough for a thumb."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.service.web.tour import tour
from tests.service.web.walk import PLAYERS

if TYPE_CHECKING:
    from collections.abc import Callable

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright, which is not installed")
expect = sync_api.expect

AXE: Final = (Path(__file__).parent / "vendor" / "axe.min.js").read_text("utf-8")

SMALL: Final = """() => {
  const within = "input[type=checkbox], input[type=radio], input[type=file]";
  const area = (key) => (key.matches(within) && key.closest("label")) || key;
  return [...document.querySelectorAll("button, a[href], summary, select, input:not([type=hidden])")]
    .filter((key) => key.checkVisibility() && !key.closest("p"))
    .map((key) => [key, area(key).getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 0 && (width < 43.9 || height < 43.9))
    .map(([key, { width, height }]) => `${key.outerHTML.slice(0, 90)} ${width.toFixed(0)}×${height.toFixed(0)}`);
}"""
"""What can be tapped and is smaller than 44 × 44 pixels; links inside a sentence are as high as their line."""

WIDE: Final = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize(("look", "language"), [("dark", "en"), ("light", "zh")])
def test_no_screen_has_a_fault(phone: Callable[..., Any], address: str, photo: Path, look: str, language: str) -> None:
    page = phone(
        locale={"en": "en-GB", "zh": "zh-HK"}[language],
        color_scheme=look,
        permissions=["camera"],
        reduced_motion="reduce",
    )
    faults: dict[str, Any] = {}
    for name in tour(page, address, photo, language):
        page.wait_for_selector(".stale", state="detached")  # paler while it is being counted anew
        page.evaluate(AXE)
        found = page.evaluate("async () => (await axe.run(document, { resultTypes: ['violations'] })).violations")
        for fault in found:
            nodes = [(node["html"][:120], node["failureSummary"][:200]) for node in fault["nodes"][:3]]
            faults[f"{name}: {fault['id']}"] = nodes
        if small := page.evaluate(SMALL):
            faults[f"{name}: too small for a thumb"] = small
        if page.evaluate(WIDE) > 0:
            faults[f"{name}: wider than the screen"] = page.evaluate(WIDE)
    assert faults == {}, json.dumps(faults, indent=1, ensure_ascii=False)


def test_from_a_written_hand_to_the_ledger_by_keyboard_alone(page: Any) -> None:
    def reach(selector: str, key: str = "Tab") -> None:
        """Tab until the focus is there: what cannot be reached is a fault."""
        for _ in range(140):
            if page.evaluate("selector => Boolean(document.activeElement?.matches(selector))", selector):
                return
            page.keyboard.press(key)
        raise AssertionError(f"{selector} cannot be reached")

    def step(selector: str, key: str = "Enter") -> None:
        reach(selector)
        page.keyboard.press(key)

    step('a[href="#/game"]')
    page.wait_for_selector(".game-form")
    for index, name in enumerate(PLAYERS):
        reach(f".game-form label.name:nth-of-type({index + 1}) input")
        page.keyboard.type(name)
    step(".game-form button[type=submit]")
    page.wait_for_selector(".standing")
    step('a[href="#/hand"]')
    page.wait_for_selector(".builder")
    step("summary")
    reach("#notation")
    page.keyboard.type("123m 456m 789m 234p 5s +4s")
    page.keyboard.press("Enter")
    expect(page.locator(".piece-button")).to_have_count(14)
    reach(".piece-button[data-code='4s']", "Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator("dialog.sheet")).to_be_visible()
    step("dialog .face[aria-label='5 of bamboo']")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".worth b")).to_have_text("3")
    step(".steps .strong")
    page.wait_for_selector(".won")
    reach(".one-of.seats input[value=E]")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".one-of.seats").first.locator("input[value=S]")).to_be_checked()
    reach(".one-of.how input[value=self]")
    page.keyboard.press("Space")
    step(".steps .strong")
    page.wait_for_selector(".table-picture")
    step(".steps .strong")
    expect(page.locator(".played li")).to_have_count(1)
    step(".played button")
    expect(page.locator("dialog.sheet")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    assert page.evaluate("document.activeElement.closest('.played') !== null")


def test_what_cannot_be_cannot_be_chosen_and_says_why(page: Any) -> None:
    page.evaluate(
        """async () => {
          const draft = await import("/web/draft.js");
          draft.begin("123m 456m 789m 234p 5s +5s", { seat: "S", self_draw: true });
          location.hash = "#/win";
        }"""
    )
    rob = page.locator("input[value=robbing_kong]")
    expect(rob).to_be_disabled()
    expect(page.locator("#why-robbing_kong")).to_contain_text("not self-drawn")
    expect(page.locator("input[value=heavenly]")).to_be_disabled()
    expect(page.locator("#why-heavenly")).to_contain_text("Only the dealer can have it, not South")
    last = page.locator("input[value=last_tile]")
    expect(last).to_be_enabled()
    last.check(force=True)
    expect(last).to_be_checked()
    expect(page.locator(".one-of.how input[value=S]")).to_be_disabled()


def test_a_phone_that_wants_no_motion_gets_none(phone: Callable[..., Any]) -> None:
    page = phone(reduced_motion="reduce")
    for selector in (".shutter", ".places a"):
        duration = page.locator(selector).first.evaluate("one => getComputedStyle(one).transitionDuration")
        assert duration == "0s"
