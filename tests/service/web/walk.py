"""Ways through the app that several tests take."""

from __future__ import annotations

from typing import Any, Final

from PIL import Image

PLAYERS: Final = ("阿明", "Fong", "Mrs Wong", "Yan")

LABELS: Final = {
    "en": {
        "open": "Open the camera", "take": "Take the photo", "win": "How won", "result": "Result",
        "add": "Add to the game", "start": "Start the game", "discard": "Discard of", "self": "Self-draw",
    },
    "zh": {
        "open": "開鏡頭", "take": "影", "win": "點樣糊", "result": "找數",
        "add": "入牌局", "start": "開局", "discard": "出銃", "self": "自摸",
    },
}  # fmt: skip
"""What the keys are called that lead from the camera to a payment."""


STORED: Final = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}
"""How the pixels of an upright photo lie in a file of each EXIF orientation."""


def press(page: Any, name: str) -> None:
    """Press a key by its name."""
    page.get_by_role("button", name=name, exact=True).click()


def go(page: Any, place: str) -> None:
    """Go to a place of the app."""
    page.evaluate("place => { location.hash = `#/${place}` }", place)


def start_game(page: Any, language: str = "en") -> None:
    """Begin a game of four."""
    go(page, "game")
    page.wait_for_selector(".game-form")
    for field, name in zip(page.locator(".game-form input[type=text]").all(), PLAYERS, strict=True):
        field.fill(name)
    press(page, LABELS[language]["start"])
    page.wait_for_selector(".standing")


def choose_photo(page: Any, path: Any) -> None:
    """Choose a photo and wait until it is read."""
    page.set_input_files("label.side-key input[type=file]", str(path))
    page.wait_for_selector(".check .hand")


def write_hand(page: Any, text: str) -> None:
    """Write a hand in notation."""
    go(page, "hand")
    page.wait_for_selector(".manual")
    if not page.locator("#notation").is_visible():
        page.locator("summary", has=page.locator("xpath=following-sibling::*[@id='notation']")).click()
    page.locator("#notation").fill(text)
    page.locator("#notation").press("Enter")


def won_by(page: Any, seat: str, how: str) -> None:
    """Say who won, and whose discard it was, or ``self``; seats are E S W N."""
    page.locator(".one-of.seats").first.locator(f"input[value={seat}]").check(force=True)
    page.locator(f".one-of.how input[value={how}]").check(force=True)


def until(page: Any, script: str, *arguments: Any) -> None:
    """Ask the page again and again until it says yes."""
    for _ in range(300):
        if page.evaluate(script, *arguments):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"this never came true: {script}")
