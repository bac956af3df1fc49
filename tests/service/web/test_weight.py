"""Light and quick: what the first visit loads, and when the app can be used on a cheap phone."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.service.web.walk import until

if TYPE_CHECKING:
    from collections.abc import Callable

pytest.importorskip("playwright.sync_api", reason="needs playwright, which is not installed")

MOST_BYTES: Final = 200_000
"""Bytes that the first visit may load, compressed, without the drawings of tiles."""

MOST_SECONDS: Final = 1.0
"""Seconds until the app can be used, with a processor four times slower than this one."""


def test_the_first_visit_loads_at_most_200_kilobytes(browser: Any, address: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
    page = context.new_page()
    client = context.new_cdp_session(page)
    client.send("Network.enable")
    asked: dict[str, str] = {}
    loaded: dict[str, float] = {}
    client.on("Network.requestWillBeSent", lambda event: asked.update({event["requestId"]: event["request"]["url"]}))
    client.on("Network.loadingFinished", lambda event: loaded.update({event["requestId"]: event["encodedDataLength"]}))
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    page.wait_for_load_state("networkidle")
    sizes = {asked[request]: size for request, size in loaded.items() if "/faces/" not in asked[request]}
    context.close()
    assert len(sizes) > 20, "nothing was measured"
    assert sum(sizes.values()) <= MOST_BYTES, sizes


def test_the_app_can_be_used_within_a_second_at_a_quarter_of_the_speed(address: str, phone: Callable[..., Any]) -> None:
    """The median of five visits, the service worker installed as at any visit but the first.

    What is measured is the processor time that the page's main thread needs until the first screen answers a tap, at
    a quarter of the speed: the wall clock would measure what else this machine does.
    """
    page = phone()
    until(page, "navigator.serviceWorker.controller !== null")
    client = page.context.new_cdp_session(page)
    client.send("Performance.enable", {"timeDomain": "threadTicks"})
    client.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    seconds, clock = [], []
    for _ in range(5):
        page.goto("about:blank")
        page.goto(address)
        page.wait_for_selector("html[data-ready]")
        spent = {one["name"]: one["value"] for one in client.send("Performance.getMetrics")["metrics"]}
        seconds.append(spent["TaskDuration"])
        clock.append(page.evaluate("performance.getEntriesByName('ready')[0].startTime") / 1000)
        page.locator(".places a[href='#/game']").click()
        page.wait_for_selector(".ledger")
    assert statistics.median(seconds) < MOST_SECONDS, f"{seconds} of the main thread, {clock} by the clock"
