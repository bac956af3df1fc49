"""Reads every photo of a folder into a file of JSON lines, on this machine or spread over many by ray."""

from __future__ import annotations

import json
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rich.progress import track

from scoring.errors import SikwuError
from service.api.errors import error_json
from service.console import make_console
from service.reader import Reader
from service.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ENGINES: Final = ("local", "ray")
SUFFIXES: Final = frozenset({".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif"})


class BatchError(SikwuError):
    """A batch that cannot be done.

    Codes: ``folder_missing``, ``no_photos``, ``unknown_engine``, ``ray_missing``, ``bad_output``.
    """

    default_code: ClassVar[str] = "bad_batch"


def read_folder(folder: Path, out: Path, engine: str = "local") -> int:
    """Read the photos of a folder and of those inside it, in the order of their names.

    Each photo gives one line: its reading, or ``{"photo", "error"}`` where it cannot be read, which is also said on
    standard error.

    Args:
        folder: where the photos lie.
        out: the file to write.
        engine: ``local``, or ``ray``.

    Returns:
        How many photos could not be read.

    Raises:
        BatchError: there is nothing to read, nowhere to write, or no such engine.
        WeightsError: the networks cannot be loaded.

    """
    if engine not in ENGINES:
        raise BatchError(f"“{engine}” is no engine: use {' or '.join(ENGINES)}", code="unknown_engine")
    if engine == "ray" and find_spec("ray") is None:
        raise BatchError("The engine “ray” is not installed here; `pip install ray` adds it", code="ray_missing")
    if not folder.is_dir():
        raise BatchError(f"“{folder}” is not a folder", code="folder_missing")
    photos = sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES and path.is_file())
    if not photos:
        raise BatchError(f"There is no photo in “{folder}”", code="no_photos")
    answers = _local(photos) if engine == "local" else _ray(photos)
    failed = 0
    try:
        with out.open("w", encoding="utf-8") as file:
            for answer in track(answers, "reading", len(photos), console=make_console(stderr=True), transient=True):
                file.write(json.dumps(answer, ensure_ascii=False) + "\n")
                if "error" in answer:
                    failed += 1
                    print(f"sikwu: {answer['error']['message']}", file=sys.stderr)  # noqa: T201
    except OSError as error:
        raise BatchError(f"“{out}” cannot be written: {error.strerror}", code="bad_output") from None
    return failed


def _answer(reader: Reader, path: str) -> dict[str, Any]:
    try:
        return reader.read(path)[1].to_json()
    except SikwuError as error:
        return {"photo": path, **error_json(error.code, error.message, error.details)}


def _local(photos: list[Path]) -> Iterator[dict[str, Any]]:
    settings = Settings.load()
    reader = Reader.load(settings.weights, settings.threads)
    return (_answer(reader, str(path)) for path in photos)


def _ray(photos: list[Path]) -> Iterator[dict[str, Any]]:
    """Spread the photos over the processors of a ray cluster, one single-threaded reader each; order is kept."""
    import ray  # type: ignore[import-not-found]  # noqa: PLC0415  # an optional engine
    from ray.util import ActorPool  # type: ignore[import-not-found]  # noqa: PLC0415

    settings = Settings.load()

    class Worker:
        def __init__(self) -> None:
            self.reader = Reader.load(settings.weights, 1)

        def answer(self, path: str) -> dict[str, Any]:
            return _answer(self.reader, path)

    ray.init(ignore_reinit_error=True, log_to_driver=False, logging_level="ERROR")
    actor = ray.remote(num_cpus=1)(Worker)
    pool = ActorPool([actor.remote() for _ in range(max(1, int(ray.cluster_resources().get("CPU", 1))))])
    yield from pool.map(lambda worker, path: worker.answer.remote(path), [str(path.resolve()) for path in photos])
