"""A PostgreSQL server of the tests' own: a throw-away cluster that answers at a socket file and is gone afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final

import psycopg
import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SECONDS: Final = 60
"""How long a start may take on a busy machine."""

_DEBIAN: Final = Path("/usr/lib/postgresql")


def program(name: str) -> str | None:
    """Find one of the server's programs; Debian keeps them out of the way."""
    folders = sorted(_DEBIAN.glob("*/bin"), key=lambda folder: int(folder.parent.name), reverse=True)
    path = os.pathsep.join([*map(str, folders), os.environ.get("PATH", "")])
    return shutil.which(name, path=path)


class Cluster:
    """A running server.

    Args:
        folder: its data, with the socket.

    """

    def __init__(self, folder: Path, user: str) -> None:
        self._folder, self._user = folder, user
        self._numbers = count(1)

    def url(self, database: str) -> str:
        return f"postgresql://{self._user}@/{database}?host={self._folder}"

    def fresh(self) -> str:
        """Make an empty database; give its URL."""
        name = f"test{next(self._numbers)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url(name)


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Start a server; skip, with the reason, where there is none to start."""
    initdb, control = program("initdb"), program("pg_ctl")
    if initdb is None or control is None:
        pytest.skip("needs a PostgreSQL server (Debian's package postgresql), which is not installed")
    folder = Path(tempfile.mkdtemp(prefix="sikwu-pg-"))
    before: list[str] = []
    user = pwd.getpwuid(os.getuid()).pw_name
    if os.getuid() == 0:  # the server refuses to be run by root
        user = "postgres" if _exists("postgres") else "nobody"
        shutil.chown(folder, user)
        before = ["runuser", "-u", user, "--"]
    data = folder / "data"
    # What a test wrote need not outlive the machine's power.
    options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off -c max_connections=50"
    try:
        _run([*before, initdb, "-D", str(data), "-U", user, "-A", "trust", "-E", "UTF8", "--locale=C", "-N"], folder)
        log = str(folder / "log")
        _run([*before, control, "-D", str(data), "-l", log, "-o", options, "-w", "-t", str(SECONDS), "start"], folder)
        try:
            yield Cluster(folder, user)
        finally:
            _run([*before, control, "-D", str(data), "-m", "immediate", "-w", "stop"], folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _exists(user: str) -> bool:
    return any(entry.pw_name == user for entry in pwd.getpwall())


def _run(command: Sequence[str], folder: Path) -> None:
    subprocess.run(
        command, cwd=folder, check=True, timeout=2 * SECONDS, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL
    )
