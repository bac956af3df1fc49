"""Photos kept: only where the person says so, pixels alone, whole or not at all, gone when they should be."""

from __future__ import annotations

import io
import os
import time
import urllib.request
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PIL import Image

from service.api.schemas import PhotoAnswer, PhotosAnswer, ReadAnswer
from service.store import Store, StoreError
from service.store.files import Bucket, Files, Folder, open_files
from service.store.tables import PhotoRow
from tests.service.conftest import HAND, application, encoded
from tests.service.test_app import error, upload

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fastapi.testclient import TestClient

    from service.reader import Reader
    from service.settings import Settings

JPEG = encoded(np.full((40, 60, 3), 200, np.uint8))
SECRET = b"a secret after the picture"


# ---- where the pixels lie ----


@pytest.fixture(scope="session")
def s3() -> Iterator[str]:
    """A service that speaks S3, in this process, with a bucket; the usual variables point to it."""
    server_module = pytest.importorskip("moto.server", reason="needs moto, which is not installed")
    server = server_module.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    variables = {
        "AWS_ACCESS_KEY_ID": "tests",
        "AWS_SECRET_ACCESS_KEY": "tests",
        "AWS_REGION": "us-east-1",
        "AWS_ENDPOINT": f"http://{host}:{port}",
        "AWS_ALLOW_HTTP": "true",
    }
    with pytest.MonkeyPatch.context() as patch:
        for name, value in variables.items():
            patch.setenv(name, value)
        made = urllib.request.Request(f"{variables['AWS_ENDPOINT']}/table", method="PUT")  # noqa: S310  our own address
        urllib.request.urlopen(made, timeout=60).close()  # noqa: S310
        yield "s3://table/photos"
    server.stop()


@pytest.fixture(params=["folder", "s3"])
def place(request: pytest.FixtureRequest) -> str | None:
    """The URL of where photos lie; None for the data folder."""
    return None if request.param == "folder" else str(request.getfixturevalue("s3"))


@pytest.fixture
def files(place: str | None, tmp_path: Path) -> Files:
    opened = open_files(tmp_path, place)
    for name in list(opened.older(timedelta(0))):
        opened.delete(name)
    return opened


def test_a_file_comes_back_is_named_and_deleted(files: Files) -> None:
    assert files.get("one") is None
    files.put("one", JPEG)
    files.put("two", b"x" * 6_000_000)
    assert files.get("one") == JPEG
    assert len(files.get("two") or b"") == 6_000_000
    time.sleep(1.1)  # of a bucket, moments are known to the second
    assert set(files.older(timedelta(0))) == {"one", "two"}
    assert set(files.older(timedelta(hours=1))) == set()
    files.delete("one")
    files.delete("one")
    assert files.get("one") is None
    assert set(files.older(timedelta(0))) == {"two"}


def test_a_photo_is_kept_given_listed_and_forgotten(tmp_path: Path, place: str | None, database: str | None) -> None:
    with Store(tmp_path, database, place) as store:
        kept = store.photos.keep(JPEG, 60, 40)
        assert store.photos.get(kept.id) == JPEG
        assert kept in store.photos.latest()
        assert store.photos.existing([kept.id, "nothing"]) == {kept.id}
        store.photos.delete(kept.id)
        for fails in (store.photos.get, store.photos.delete):
            with pytest.raises(StoreError, match=kept.id) as refusal:
                fails(kept.id)
            assert refusal.value.code == "photo_missing"


def test_a_file_is_on_the_disk_before_it_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Written aside, brought to the disk, renamed, and the folder brought to the disk, in this order."""
    did: list[str] = []
    sync, replace = os.fsync, Path.replace

    def noted_sync(number: int) -> None:
        did.append("sync")
        sync(number)

    def noted_rename(self: Path, target: Path) -> Path:
        did.append("rename")
        return replace(self, target)

    monkeypatch.setattr("os.fsync", noted_sync)
    monkeypatch.setattr(Path, "replace", noted_rename)
    Folder(tmp_path).put("one", JPEG)
    assert did == ["sync", "rename", "sync"]
    assert [path.name for path in tmp_path.iterdir()] == ["one.jpg"]


def test_a_disk_that_is_full_leaves_neither_file_nor_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_number: int) -> None:
        raise OSError(28, "No space left on device")

    with Store(tmp_path) as store:
        monkeypatch.setattr("os.fsync", full)
        with pytest.raises(StoreError, match="No space left on device"):
            store.photos.keep(JPEG, 60, 40)
        monkeypatch.undo()
        assert list((tmp_path / "photos").iterdir()) == []
        assert store.photos.latest() == []


def test_a_row_is_there_only_once_its_file_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(tmp_path) as store:
        seen: list[int] = []
        put = Folder.put

        def watched(self: Folder, name: str, data: bytes) -> None:
            put(self, name, data)
            seen.append(len(store.photos.latest()))

        monkeypatch.setattr(Folder, "put", watched)
        store.photos.keep(JPEG, 60, 40)
        assert seen == [0]


def test_photos_are_deleted_when_their_days_are_over(tmp_path: Path, place: str | None) -> None:
    with Store(tmp_path, None, place, photo_days=30) as store:
        young, old = (store.photos.keep(JPEG, 60, 40).id for _ in range(2))
        for identity, days in ((young, 29.99), (old, 30.01)):
            with store._database.writing() as session:
                row = session.get(PhotoRow, identity)
                assert row is not None
                row.kept_at = datetime.now(UTC) - timedelta(days=days)
        with pytest.raises(StoreError):
            store.photos.get(old)
        assert store.photos.sweep() == 1
        assert store.photos.get(young) == JPEG
        assert store.photos._files.get(old) is None


def test_without_a_setting_photos_stay(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        kept = store.photos.keep(JPEG, 60, 40)
        assert kept.kept_until is None
        assert store.photos.sweep() == 0
        assert store.photos.get(kept.id) == JPEG


def test_what_an_interrupted_writer_left_is_swept_and_what_is_on_its_way_is_not(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        kept = store.photos.keep(JPEG, 60, 40)
        folder = tmp_path / "photos"
        for name in ("stray.jpg", "half.jpg.1234.part", "fresh.jpg", "fresh.jpg.1234.part"):
            (folder / name).write_bytes(JPEG)
        for path in folder.iterdir():
            if "fresh" not in path.name:
                os.utime(path, (1, 1))
        store.photos.sweep()
        names = {path.name for path in folder.iterdir()}
        assert names == {f"{kept.id}.jpg", "fresh.jpg", "fresh.jpg.1234.part"}


@pytest.mark.parametrize("url", ["/some/folder", "ftp://table/photos", "gs://table"])
def test_a_place_for_photos_that_does_not_exist_is_one_sentence(tmp_path: Path, url: str) -> None:
    with pytest.raises(StoreError, match=f"“{url}” is no place for photos"):
        open_files(tmp_path, url)


def test_a_bucket_that_is_not_there_is_one_sentence(s3: str) -> None:
    assert s3
    with pytest.raises(StoreError, match="A photo cannot be kept at “s3://nothing/here”") as refusal:
        Bucket("s3://nothing/here").put("one", JPEG)
    assert "\n" not in refusal.value.message


# ---- over HTTP ----


def with_everything(photo: Path) -> bytes:
    """The photo lying down, with an orientation, a place, a maker, and bytes after its end."""
    with Image.open(photo) as picture:
        lying = np.ascontiguousarray(np.rot90(np.asarray(picture)))
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010F] = "Secret Phone Maker"
    exif.get_ifd(0x8825)[2] = (22.0, 18.0, 7.0)
    return encoded(lying, quality=95, exif=exif) + SECRET


def test_what_is_kept_is_the_picture_and_nothing_else(client: TestClient, photo: Path) -> None:
    sent = with_everything(photo)
    kept = client.post("/api/v1/photos", files={"photo": ("a.jpg", sent)})
    assert kept.status_code == 201
    PhotoAnswer.model_validate(kept.json())
    given = client.get(kept.json()["url"])
    assert given.headers["content-type"] == "image/jpeg"
    assert len(given.content) == kept.json()["bytes"]
    for hidden in (SECRET, b"Exif", b"Secret Phone Maker"):
        assert hidden in sent
        assert hidden not in given.content
    with Image.open(io.BytesIO(given.content)) as picture:
        assert dict(picture.getexif()) == {}
        assert picture.size == (kept.json()["width"], kept.json()["height"])
        upright = np.asarray(picture.convert("RGB")).astype(int)
    with Image.open(photo) as original:
        assert np.abs(np.asarray(original).astype(int) - upright).mean() < 6


def test_a_photo_that_is_read_is_kept_only_where_the_person_says_so(
    client: TestClient, settings: Settings, photo: Path
) -> None:
    read = upload(client, photo.read_bytes()).json()
    assert "kept" not in read
    for say in ("false", "0"):
        client.post("/api/v1/read", files={"photo": ("a.jpg", photo.read_bytes())}, data={"keep": say})
    assert client.get("/api/v1/photos").json() == {"photos": []}
    assert list((settings.data / "photos").iterdir()) == []
    answer = client.post("/api/v1/read", files={"photo": ("a.jpg", photo.read_bytes())}, data={"keep": "true"}).json()
    ReadAnswer.model_validate(answer)
    kept = answer.pop("kept")
    assert (kept["width"], kept["height"]) == (answer["width"], answer["height"]), "the boxes fit the photo kept"
    assert answer["hand"] == read["hand"] == HAND
    listed = client.get("/api/v1/photos").json()
    PhotosAnswer.model_validate(listed)
    assert listed == {"photos": [kept]}
    assert upload(client, client.get(kept["url"]).content).json()["hand"] == HAND
    assert client.delete(kept["url"]).status_code == 204
    error(client.get(kept["url"]), 404, "photo_missing")
    error(client.delete(kept["url"]), 404, "photo_missing")
    assert list((settings.data / "photos").iterdir()) == []


def test_what_is_no_photo_is_not_kept(client: TestClient, settings: Settings) -> None:
    answer = client.post("/api/v1/photos", files={"photo": ("a.jpg", b"no photo")})
    error(answer, 415, "photo_unreadable")
    assert list((settings.data / "photos").iterdir()) == []


def test_how_long_a_photo_is_kept_is_told(settings: Settings, reader: Reader) -> None:
    with application(settings.model_copy(update={"photo_days": 7}), reader) as client:
        kept: dict[str, Any] = client.post("/api/v1/photos", files={"photo": ("a.jpg", JPEG)}).json()
    span = datetime.fromisoformat(kept["kept_until"]) - datetime.fromisoformat(kept["kept_at"])
    assert span == timedelta(days=7)


def test_what_is_too_old_is_swept_when_the_service_starts(settings: Settings, reader: Reader) -> None:
    with Store(settings.data) as store:
        kept = store.photos.keep(JPEG, 60, 40)
        with store._database.writing() as session:
            row = session.get(PhotoRow, kept.id)
            assert row is not None
            row.kept_at = datetime.now(UTC) - timedelta(days=8)
    file = settings.data / "photos" / f"{kept.id}.jpg"
    assert file.exists()
    with application(settings.model_copy(update={"photo_days": 7}), reader):
        for _ in range(600):
            if not file.exists():
                break
            time.sleep(0.05)
    assert not file.exists()
