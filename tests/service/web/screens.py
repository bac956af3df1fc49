"""Pictures of every screen of the app, as a phone shows them (``make screens``).

They are drawn with the project's own faces by the app itself, at 390 × 844, and kept as WebP: small, and sharp enough.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from PIL import Image

from datasets.synthesis import tables
from datasets.synthesis.bodies import TILE_HEIGHT, TILE_THICKNESS, lying
from datasets.synthesis.camera import look_at_table
from datasets.synthesis.scene import compose, dress
from datasets.synthesis.textures import own_set
from tests.service.web.conftest import CHROMIUM, PHONE, Service
from tests.service.web.tour import tour

if TYPE_CHECKING:
    from collections.abc import Iterable

FOLDER: Final = Path(__file__).resolve().parents[3] / "docs" / "screens"
SCALE: Final = 2
QUALITY: Final = 60
LOOKS: Final = (("dark", "en", "en-GB"), ("light", "zh", "zh-HK"))
STRIPS: Final = {
    "way": ("dark-en", ("camera", "check", "win", "result")),
    "table": ("light-zh", ("game", "tick-list", "rules", "by-hand")),
}
"""Pictures that show several screens side by side, for the README."""


ROWS: Final = (
    (1.14, ((14.0, ("C", "C", "C")), (126.0, ("9m", "9m", "9m")))),
    (-1.14, ((14.0, ("1m", "1m", "1m", "7m", "7m", "7m", "8m")), (282.0, ("8m",)))),
)
"""A hand laid along the app's guide: how far a row lies behind the middle, in tile widths; where each group begins in
the guide's own measure (`service/web/parts/guide.js`: 360 across, a tile every 32.5), and its tiles."""


def hand_along_the_guide(size: int) -> bytes:
    """Draw the hand as a person lays it who looks through the app's camera, as a JPEG."""
    rng = np.random.default_rng(8)
    bodies = [
        lying(code, (left + 15.5 - 180) / 32.5 + place, behind, size=(1.0, TILE_HEIGHT, TILE_THICKNESS))
        for behind, groups in ROWS
        for left, codes in groups
        for place, code in enumerate(codes)
    ]
    camera = look_at_table(
        elevation=float(np.deg2rad(84)),
        roll=0.0,
        field_of_view=float(np.deg2rad(45)),
        tile_pixels=size * 32.5 / 360 * 358 / 390,
        size=size,
        centre=(size / 2, size / 2),
    )
    scene = compose(rng, bodies, camera, dress(rng, (own_set(),), blank_dragons=0), tables.texture(rng, size))
    buffer = io.BytesIO()
    Image.fromarray(scene.picture).save(buffer, "JPEG", quality=92)
    return buffer.getvalue()


def keep(picture: Image.Image, name: str) -> None:
    """Write a picture."""
    picture.save(FOLDER / f"{name}.webp", quality=QUALITY, method=6)


def strip(pictures: Iterable[Image.Image], gap: int = 24, height: int = 900) -> Image.Image:
    """Lay pictures side by side."""
    scaled = [one.resize((one.width * height // one.height, height), Image.Resampling.LANCZOS) for one in pictures]
    whole = Image.new("RGB", (sum(one.width for one in scaled) + gap * (len(scaled) - 1), height), "white")
    at = 0
    for one in scaled:
        whole.paste(one, (at, 0))
        at += one.width + gap
    return whole


def main() -> None:
    """Draw every screen in both looks and both languages."""
    if CHROMIUM is None:
        sys.exit("Chromium is not installed.")
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  a collected test folder must import without it

    FOLDER.mkdir(parents=True, exist_ok=True)
    taken: dict[str, Image.Image] = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as tools:
        photo, film = Path(folder) / "hand.jpg", Path(folder) / "hand.mjpeg"
        photo.write_bytes(hand_along_the_guide(1600))
        film.write_bytes(hand_along_the_guide(1280) * 5)
        camera = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
        browser = tools.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", *camera, f"--use-file-for-fake-video-capture={film}"]
        )
        for look, language, locale in LOOKS:
            service = Service(Path(folder) / look)
            page = opened(browser, service.address, look, locale)
            for name in tour(page, service.address, photo, language):
                page.wait_for_timeout(900)
                picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
                taken[f"{look}-{language}/{name}"] = picture
                keep(picture.resize((PHONE["width"], PHONE["height"]), Image.Resampling.LANCZOS), f"{look}-{name}")
            page.context.close()
            service.stop()
        browser.close()
    for name, (kind, screens) in STRIPS.items():
        keep(strip(taken[f"{kind}/{screen}"] for screen in screens), name)
    print(f"{len(taken)} screens in {FOLDER}")  # noqa: T201


def opened(browser: Any, address: str, look: str, locale: str) -> Any:
    """Open the app on a phone."""
    context = browser.new_context(
        viewport=PHONE, device_scale_factor=SCALE, is_mobile=True, has_touch=True, locale=locale, color_scheme=look,
        permissions=["camera"],
    )  # fmt: skip
    context.set_default_timeout(120_000)
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    return page


if __name__ == "__main__":
    main()
