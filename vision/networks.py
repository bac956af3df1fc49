"""Opens a network with onnxruntime, on purpose: threads, and a check that it is the network that is meant."""

from __future__ import annotations

import ast
import os
from typing import Final

import onnxruntime

from scoring.tiles import CODES
from vision.errors import WeightsError, quoted

MAX_THREADS: Final = 4
"""More threads than this do not speed up networks as small as ours."""


def default_threads() -> int:
    """Return the number of processors that this process may use, at most `MAX_THREADS`."""
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(available, MAX_THREADS)


def open_network(weights: bytes, name: str, threads: int | None = None) -> onnxruntime.InferenceSession:
    """Open a network that names the tiles, with one input and one output.

    Args:
        weights: an ONNX file's bytes, with the class names under ``names`` in its metadata.
        name: how messages call it.
        threads: threads within one run; `default_threads` if omitted.

    Raises:
        WeightsError: it is no ONNX network, has other inputs or outputs, or other classes than `scoring.tiles.CODES`.

    """
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads or default_threads()
    options.inter_op_num_threads = 1
    # Threads that wait for work sleep: else they would take the processor from the decoding of the next photo.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    try:
        session = onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # noqa: BLE001 - onnxruntime's own errors share no base class but Exception
        reason = str(error).splitlines()[0][:120]
        raise WeightsError(f"{quoted(name)} is not a network that onnxruntime can load: {reason}") from None
    if len(session.get_inputs()) != 1 or len(session.get_outputs()) != 1:
        raise WeightsError(f"{quoted(name)} must have one input and one output")
    check_names(session.get_modelmeta().custom_metadata_map.get("names", ""), name)
    return session


def check_names(text: str, name: str) -> None:
    """Check a network's class names, written as a Python or JSON list or mapping, against `scoring.tiles.CODES`.

    Raises:
        WeightsError: they are missing or not the same names in the same order.

    """
    try:
        parsed = ast.literal_eval(text)
        if isinstance(parsed, dict):
            parsed = [code for _, code in sorted((int(key), value) for key, value in parsed.items())]
        names = tuple(parsed)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        raise WeightsError(f"{quoted(name)} does not state the names of its classes") from None
    if names != CODES:
        wrong = next((index for index, pair in enumerate(zip(names, CODES, strict=False)) if pair[0] != pair[1]), None)
        found = f"has {len(names)} classes" if wrong is None else f"calls class {wrong} {quoted(names[wrong])}"
        expected = len(CODES) if wrong is None else quoted(CODES[wrong])
        raise WeightsError(f"{quoted(name)} {found}, expected {expected}")


def check_shape(shape: list[int | str | None], expected: tuple[int | None, ...], name: str, what: str) -> None:
    """Check an input's or output's shape; None in ``expected`` stands for any size.

    Raises:
        WeightsError: the number of axes or a size differs.

    """
    fits = len(shape) == len(expected) and all(
        wanted is None or wanted == size for wanted, size in zip(expected, shape, strict=True)
    )
    if not fits:
        wanted_text = " × ".join("n" if size is None else str(size) for size in expected)
        shape_text = " × ".join(str(size) for size in shape)
        raise WeightsError(f"The {what} of {quoted(name)} is {shape_text}, expected {wanted_text}")
