"""A phone's browser at the running service; what it complains of is a fault."""

from __future__ import annotations

import io
import shutil
import threading
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pytest
import uvicorn
from PIL import Image

from datasets.synthesis.hands import hand_scene
from datasets.synthesis.textures import own_set
from service.app import create_app
from service.services import Services
from service.serving import listen
from service.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

PHONE: Final = {"width": 390, "height": 844}
PATIENCE: Final = 30_000
"""Milliseconds that a busy machine may take for one step."""

CHROMIUM: Final = shutil.which("chromium")
GROUPS: Final = [["C"] * 3, ["1m"] * 3 + ["7m"] * 3 + ["9m"] * 3 + ["8m"], ["8m"]]
"""(CCC) 111m 777m 999m 8m +8m, as it is laid for the camera."""

WIN: Final = "(CCC) 111m 777m 8m 999m +8m"
"""The same hand in canonical notation."""


def hand_photo(seed: int = 8, size: int = 1280) -> bytes:
    """Draw the hand on a table, as a JPEG."""
    scene = hand_scene(np.random.default_rng(seed), (own_set(),), GROUPS, size=size)
    buffer = io.BytesIO()
    Image.fromarray(scene.picture).save(buffer, "JPEG", quality=92)
    return buffer.getvalue()


@pytest.fixture(scope="session")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A photo of the hand."""
    path = tmp_path_factory.mktemp("photos") / "hand.jpg"
    path.write_bytes(hand_photo())
    return path


@pytest.fixture(scope="session")
def video(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a camera sees that is held over the hand: a film of motion JPEG."""
    path = tmp_path_factory.mktemp("films") / "hand.mjpeg"
    path.write_bytes(hand_photo() * 5)
    return path


class Service:
    """The service on a port of its own, with a store of its own; it can go away and come back."""

    def __init__(self, data: Path) -> None:
        self._settings = Settings(data=data, workers=1, queue=8, threads=1)
        self._server: uvicorn.Server | None = None
        self._thread = threading.Thread()
        self.port = 0
        self.start()

    @property
    def address(self) -> str:
        """Where the app is."""
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        """Serve, on the same port as before."""
        listener = listen("127.0.0.1", self.port)
        self.port = listener.getsockname()[1]
        app = create_app(Services.open(self._settings))
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1))
        self._server = server
        self._thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        self._thread.start()

    def stop(self) -> None:
        """Go away."""
        if self._server:
            self._server.should_exit = True
            self._thread.join(timeout=30)
            self._server = None


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the service is that most tests share."""
    service = Service(tmp_path_factory.mktemp("data"))
    yield service.address
    service.stop()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Any]:
    """Playwright itself."""
    tools = pytest.importorskip("playwright.sync_api", reason="needs playwright, which is not installed")
    if CHROMIUM is None:
        pytest.skip("needs chromium, which is not installed")
    tools.expect.set_options(timeout=PATIENCE)
    with tools.sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Any, video: Path) -> Iterator[Any]:
    """Debian's Chromium with a camera that looks at the hand."""
    camera = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
    started = playwright.chromium.launch(
        executable_path=CHROMIUM, args=["--no-sandbox", *camera, f"--use-file-for-fake-video-capture={video}"]
    )
    yield started
    started.close()


@pytest.fixture
def phone(browser: Any, address: str) -> Iterator[Callable[..., Any]]:
    """Open the app on a phone; anything that the browser complains of is a fault, but for refusals that are shown."""
    complaints: list[str] = []
    opened: list[Any] = []

    def heard(message: Any) -> None:
        expected = "status of 4" in message.text or "ERR_CONNECTION" in message.text
        if message.type == "error" and not expected:
            complaints.append(message.text)

    def open_phone(place: str = "", at: str = address, **settings: Any) -> Any:
        chosen = {"viewport": PHONE, "is_mobile": True, "has_touch": True, "locale": "en-GB", **settings}
        context = browser.new_context(**chosen)
        opened.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("pageerror", lambda fault: complaints.append(str(fault)))
        page.on("console", heard)
        page.goto(f"{at}{place}")
        page.wait_for_selector("html[data-ready]")
        return page

    yield open_phone
    for context in opened:
        context.close()
    assert complaints == []


@pytest.fixture
def page(phone: Callable[..., Any]) -> Any:
    """The app on a phone, in English."""
    return phone()
