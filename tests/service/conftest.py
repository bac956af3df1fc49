"""One photo of a known hand, one pair of networks, and an application with a store of its own for each test."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import numpy as np
import pytest
from fastapi.testclient import TestClient
from PIL import Image

from datasets.synthesis.hands import hand_scene
from datasets.synthesis.textures import own_set
from service.app import create_app
from service.pool import Pool
from service.reader import Reader
from service.services import Services
from service.settings import Settings
from service.store import Store
from tests.service.postgres import Cluster, cluster

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fastapi import FastAPI

GROUPS = [["C"] * 3, ["1m"] * 3 + ["7m"] * 3 + ["9m"] * 3 + ["8m"], ["8m"]]
"""(CCC) 111m 777m 999m 8m +8m, as it is laid for the photo."""

HAND = "(CCC) 111m 777m 8m 999m +8m"


def encoded(picture: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], kind: str = "JPEG", **options: object) -> bytes:
    buffer = io.BytesIO()
    Image.fromarray(picture).save(buffer, kind, **options)
    return buffer.getvalue()


@pytest.fixture(scope="session")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A synthesised photo of the hand, as a JPEG."""
    path = tmp_path_factory.mktemp("photos") / "hand.jpg"
    scene = hand_scene(np.random.default_rng(8), (own_set(),), GROUPS)
    path.write_bytes(encoded(scene.picture, quality=92))
    return path


@pytest.fixture(scope="session")
def empty_table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A photo that shows no tile."""
    path = tmp_path_factory.mktemp("photos") / "table.png"
    path.write_bytes(encoded(np.full((480, 640, 3), (20, 90, 60), np.uint8), "PNG"))
    return path


@pytest.fixture(scope="session")
def reader() -> Reader:
    """The networks that ship."""
    settings = Settings.load()
    return Reader.load(settings.weights, threads=1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL server; skips where there is none."""
    with cluster() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str | None:
    """Where the store of a test lies: in its folder, or a fresh database of a real server."""
    if request.param == "sqlite":
        return None
    running: Cluster = request.getfixturevalue("postgres")
    return running.fresh()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings with a data folder of the test's own and small limits."""
    return Settings(data=tmp_path / "data", workers=1, queue=1, max_photo_bytes=3_000_000)


def made(settings: Settings, reader: Reader) -> FastAPI:
    """The application with a store as the settings say."""
    store = Store(settings.data, settings.database, settings.photos, settings.photo_days)
    return create_app(Services(settings, reader, Pool(settings.workers, settings.queue), store))


def application(settings: Settings, reader: Reader) -> TestClient:
    """The application, to be started; a fault inside it is answered, not raised."""
    return TestClient(made(settings, reader), "http://localhost", raise_server_exceptions=False)


@pytest.fixture
def client(settings: Settings, reader: Reader) -> Iterator[TestClient]:
    """The application, started."""
    with application(settings, reader) as started:
        yield started
