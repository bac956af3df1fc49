"""Measures ``/api/v1/read``: ``python -m tests.bench.service_speed``.

A service is started as ``sikwu serve`` starts it, and 1, 4 and 16 clients upload the same photo again and again, each
over a connection of its own. Requests per second and the median and 99th percentile of their time are printed, beside
what the same reading takes in this process without HTTP, and the bare network alone. One client and the reading without
HTTP take turns, so that other work on the machine slows both; a single read may take `BAR` times the reading itself.
"""

from __future__ import annotations

import argparse
import http.client
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import closing, contextmanager
from statistics import median, quantiles
from typing import TYPE_CHECKING, Final, NamedTuple

import cv2

from models.bench import bench_photo, measure
from service.reader import Reader
from service.settings import Settings
from vision.detector import SIDE, Detector
from vision.letterbox import Letterbox
from vision.networks import default_threads
from vision.photo import open_photo

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

BAR: Final = 1.15
"""A single read over HTTP may take this many times what the reading itself takes."""

CLIENTS: Final = (1, 4, 16)
PATIENCE: Final = 120
"""Seconds that an answer, or the start of the service, may take on a busy machine."""

_BOUNDARY: Final = "sikwu-bench"


class Load(NamedTuple):
    """What some clients saw.

    Attributes:
        clients: how many.
        rate: answers per second, all clients together.
        seconds: of each request.

    """

    clients: int
    rate: float
    seconds: list[float]


@contextmanager
def service(workers: int) -> Iterator[int]:
    """Start the service on a free port and give the port; it is gone afterwards."""
    with tempfile.TemporaryDirectory() as data:
        queue = str(2 * max(CLIENTS))
        given = {"SIKWU_DATA": data, "SIKWU_WORKERS": str(workers), "SIKWU_QUEUE": queue, "PYTHONUNBUFFERED": "1"}
        process = subprocess.Popen(
            [sys.executable, "-m", "service", "serve", "--port", "0"],
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env={**os.environ, **given},
        )
        watchdog = threading.Timer(PATIENCE, process.kill)
        watchdog.start()
        try:
            assert process.stdout is not None
            found = re.search(r":(\d+)/", process.stdout.readline())
            if found is None:
                raise RuntimeError("the service did not start")
            watchdog.cancel()
            yield int(found[1])
        finally:
            watchdog.cancel()
            process.terminate()
            process.communicate(timeout=PATIENCE)


def form(photo: bytes) -> bytes:
    """Write the upload as a browser does."""
    head = f'--{_BOUNDARY}\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
    return head.encode() + photo + f"\r\n--{_BOUNDARY}--\r\n".encode()


class Client:
    """One connection to the service.

    Args:
        port: where it listens.
        body: what is uploaded.

    """

    def __init__(self, port: int, body: bytes) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self._body = body

    def close(self) -> None:
        """Hang up."""
        self._connection.close()

    def read(self) -> float:
        """Upload the photo; give the seconds until the whole answer is there."""
        start = time.perf_counter()
        kind = f"multipart/form-data; boundary={_BOUNDARY}"
        self._connection.request("POST", "/api/v1/read", self._body, {"Content-Type": kind})
        answer = self._connection.getresponse()
        text = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{answer.status} {text[:200]!r}")
        return time.perf_counter() - start


def load(port: int, body: bytes, clients: int, requests: int) -> Load:
    """Let clients upload at the same time, ``requests`` in all."""
    share = max(1, requests // clients)
    barrier = threading.Barrier(clients + 1)
    seconds: list[float] = []
    faults: list[Exception] = []

    def one() -> None:
        barrier.wait(PATIENCE)
        try:
            with closing(Client(port, body)) as client:
                seconds.extend([client.read() for _ in range(share)])
        except (OSError, http.client.HTTPException, RuntimeError) as fault:
            faults.append(fault)

    threads = [threading.Thread(target=one) for _ in range(clients)]
    for thread in threads:
        thread.start()
    barrier.wait(PATIENCE)
    start = time.perf_counter()
    for thread in threads:
        thread.join()
    if faults:
        raise RuntimeError(f"a request failed: {faults[0]!r}")
    return Load(clients, len(seconds) / (time.perf_counter() - start), seconds)


def in_turns(tasks: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Run tasks in turn; give the median seconds of each, without the first two rounds."""
    return {name: median(runs) for name, runs in measure(tasks, rounds).items()}


def phone_photo(side: int = 2048) -> bytes:
    """Draw the photo as the app sends it: made smaller on the phone."""
    photo = open_photo(bench_photo(), "bench.jpg", side=1 << 20)
    height, width = photo.pixels.shape[:2]
    size = (side, round(side * height / width))
    picture = cv2.resize(photo.pixels, size, interpolation=cv2.INTER_AREA)
    done, data = cv2.imencode(".jpg", picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 85])
    if not done:
        raise RuntimeError("OpenCV could not write a JPEG")
    return data.tobytes()


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmark; 0 if a single read stays within the bar, 1 if not."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.service_speed", description=__doc__.splitlines()[0])
    parser.add_argument("--requests", type=int, default=96, help="uploads in all for each number of clients")
    parser.add_argument("--rounds", type=int, default=30, help="how often the single read runs")
    parser.add_argument("--workers", type=int, default=Settings().workers, help="photos read at the same time")
    options = parser.parse_args(arguments)
    data = phone_photo()
    threads = Settings().threads or default_threads()
    cv2.setNumThreads(threads)
    reader, detector = Reader.load(threads=threads), Detector.load(threads=threads)
    pixels = open_photo(data).pixels
    blob = Letterbox.fit(pixels.shape[1], pixels.shape[0], SIDE).blob(pixels)
    body = form(data)
    with service(options.workers) as port, closing(Client(port, body)) as client:
        single = in_turns(
            {
                "bare network": lambda: detector.run(blob),
                "reading": lambda: reader.read(data, "a.jpg"),
                "over HTTP": client.read,
            },
            options.rounds,
        )
        loads = [load(port, body, clients, options.requests) for clients in CLIENTS]
    sys.stdout.write("\n".join(report(single, loads, len(data), threads)) + "\n")
    return 0 if single["over HTTP"] <= BAR * single["reading"] else 1


def report(single: dict[str, float], loads: list[Load], size: int, threads: int) -> list[str]:
    """Write what was measured as lines of text."""
    lines = [f"photo of {size / 1e6:.1f} MB, {threads} threads a reading, medians of a single one"]
    lines += [f"  {name:<14}{1000 * seconds:8.1f} ms" for name, seconds in single.items()]
    lines.append("clients   per second    p50 ms    p99 ms")
    for one in loads:
        last = quantiles(one.seconds, n=100)[98] if len(one.seconds) > 1 else one.seconds[0]
        lines.append(f"{one.clients:>7}{one.rate:>13.1f}{1000 * median(one.seconds):>10.0f}{1000 * last:>10.0f}")
    per_second = 1 / single["bare network"]
    ratio = single["over HTTP"] / single["reading"]
    lines.append(f"the bare network alone: {per_second:.1f} per second")
    return [*lines, f"the service takes {ratio:.2f} times the reading itself; the bar is {BAR}"]


if __name__ == "__main__":
    sys.exit(main())
