"""Where the pixels of kept photos lie: a folder, or a bucket of an S3-compatible service."""

from __future__ import annotations

import os
import secrets
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

import obstore
from obstore.exceptions import BaseError
from obstore.store import S3Store

from service.store.database import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from obstore.store import ClientConfig, RetryConfig

SUFFIX: Final = ".jpg"
_TEMPORARY: Final = ".part"
_RETRIES: Final[RetryConfig] = {"max_retries": 3, "retry_timeout": timedelta(seconds=20)}


class Files(Protocol):
    """Files by name. A name is one part, of letters, digits, ``-`` and ``_``."""

    place: str
    """Where they lie, for a person."""

    def put(self, name: str, data: bytes) -> None:
        """Keep a file: when this returns all of it is there and stays, before that nothing is."""

    def get(self, name: str) -> bytes | None:
        """Return a file's bytes; None if there is none."""

    def delete(self, name: str) -> None:
        """Delete a file; nothing happens if there is none."""

    def older(self, age: timedelta) -> Iterator[str]:
        """Name every file that was written at least so long ago."""


class Folder:
    """Files in a folder: written aside, brought to the disk, then given their name.

    Args:
        path: made if it is not there.

    Raises:
        StoreError: the folder cannot be made.

    """

    def __init__(self, path: Path) -> None:
        self.place = str(path)
        self._path = path
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"The folder of photos “{path}” cannot be made: {error.strerror}") from None

    def put(self, name: str, data: bytes) -> None:
        """Keep a file."""
        aside = self._path / f"{name}.{secrets.token_hex(4)}{_TEMPORARY}"
        try:
            with aside.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            aside.replace(self._path / f"{name}{SUFFIX}")
        except OSError as error:
            aside.unlink(missing_ok=True)
            raise StoreError(f"A photo cannot be kept in “{self._path}”: {error.strerror}") from None
        self._bring_to_disk()

    def _bring_to_disk(self) -> None:
        """Make the new name itself durable, where the system can."""
        if os.name == "posix":
            folder = os.open(self._path, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    def get(self, name: str) -> bytes | None:
        """Return a file's bytes."""
        try:
            return (self._path / f"{name}{SUFFIX}").read_bytes()
        except FileNotFoundError:
            return None

    def delete(self, name: str) -> None:
        """Delete a file."""
        (self._path / f"{name}{SUFFIX}").unlink(missing_ok=True)

    def older(self, age: timedelta) -> Iterator[str]:
        """Name every old file; what an interrupted writer left is taken away."""
        before = time.time() - age.total_seconds()
        for path in sorted(self._path.iterdir()):
            if path.stat().st_mtime > before:
                continue
            if path.suffix == SUFFIX:
                yield path.stem
            elif path.suffix == _TEMPORARY:
                path.unlink(missing_ok=True)


class Bucket:
    """Files in a bucket; an upload is there as a whole or not at all.

    Args:
        url: ``s3://bucket/prefix``; keys, region and endpoint come from the usual variables ``AWS_…``.

    Raises:
        StoreError: the address cannot be used.

    """

    def __init__(self, url: str) -> None:
        self.place = url
        try:
            # Options given here replace those of the variables; this one matters to a bucket in the own network.
            plain = os.environ.get("AWS_ALLOW_HTTP", "").lower() == "true"
            options: ClientConfig = {"connect_timeout": "5s", "timeout": "30s", "allow_http": plain}
            self._store = S3Store.from_url(url, client_options=options, retry_config=_RETRIES)
        except (BaseError, ValueError) as error:
            raise StoreError(f"“{url}” cannot be used for photos: {_reason(error)}") from None

    def put(self, name: str, data: bytes) -> None:
        """Keep a file."""
        try:
            obstore.put(self._store, name + SUFFIX, data, attributes={"Content-Type": "image/jpeg"})
        except (BaseError, OSError) as error:
            raise StoreError(f"A photo cannot be kept at “{self.place}”: {_reason(error)}") from None

    def get(self, name: str) -> bytes | None:
        """Return a file's bytes."""
        try:
            return bytes(obstore.get(self._store, name + SUFFIX).bytes())
        except FileNotFoundError:
            return None
        except (BaseError, OSError) as error:
            raise StoreError(f"A photo at “{self.place}” cannot be read: {_reason(error)}") from None

    def delete(self, name: str) -> None:
        """Delete a file."""
        try:
            obstore.delete(self._store, name + SUFFIX)
        except FileNotFoundError:
            return
        except (BaseError, OSError) as error:
            raise StoreError(f"A photo at “{self.place}” cannot be deleted: {_reason(error)}") from None

    def older(self, age: timedelta) -> Iterator[str]:
        """Name every old file."""
        before = datetime.now(UTC) - age
        for batch in obstore.list(self._store):
            for item in batch:
                path = Path(item["path"])
                if path.suffix == SUFFIX and item["last_modified"] <= before:
                    yield path.stem


def _reason(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def open_files(folder: Path, url: str | None = None) -> Files:
    """Open the place of photos: a folder inside the data folder, or a bucket by URL.

    Raises:
        StoreError: it cannot be used.

    """
    if url is None:
        return Folder(folder / "photos")
    if url.startswith("s3://"):
        return Bucket(url)
    raise StoreError(f"“{url}” is no place for photos: use s3://bucket/prefix, or none for the data folder")
