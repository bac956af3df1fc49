"""The service as it is started: one line that says where, answers, and an end without noise."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from typing import TYPE_CHECKING

import pytest

from service.serving import AddressError, listen

if TYPE_CHECKING:
    from pathlib import Path


def test_serve_says_where_it_is_answers_and_ends_quietly(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "service", "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "SIKWU_DATA": str(tmp_path / "data"), "PYTHONUNBUFFERED": "1"},
        # What runs in the background of a shell inherits that interrupts are ignored; a person's terminal has them.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", said)
        assert found, said
        with urllib.request.urlopen(f"{found[0]}healthz", timeout=60) as answer:  # noqa: S310  our own address
            assert json.load(answer)["status"] == "ok"
        assert (tmp_path / "data" / "sikwu.sqlite3").exists()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        assert err == ""
        assert process.returncode == 130
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("host", ["no.such.host.invalid", "300.1.1.1"])
def test_a_host_that_does_not_exist_is_one_sentence(host: str) -> None:
    with pytest.raises(AddressError, match=host):
        listen(host, 0)


def test_a_port_that_is_taken_is_one_sentence() -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(AddressError, match=f"127.0.0.1:{port}"):
            listen("127.0.0.1", port)
