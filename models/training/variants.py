"""Measures the detector in eight bits and by OpenVINO: ``python -m models.training.variants PICTURES --on FOLDER …``.

Each variant finds and names the same tiles from the same file of weights; all run in turn in one process, on as many
threads, so that other work on the machine slows all of them. On every folder of labelled photos the tiles are read as
a user gets them, with the second look. The variants need what ``requirements-variants.lock`` names; each that lacks
its library is left out, and said to be.
"""

from __future__ import annotations

import argparse
import logging
import statistics
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from models.bench import measure, positive
from models.evaluate import evaluate
from scoring.errors import SikwuError
from vision.detector import SIDE, Detector
from vision.faces import FaceClassifier
from vision.letterbox import Letterbox
from vision.photo import open_photo
from vision.weights import DETECTOR, load_weights

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

SHIPPED: Final = "onnxruntime, as shipped"

HEAD: Final = "/model.23/"
"""So begin the names of the nodes that give boxes and scores. In eight bits they find nothing: coordinates up to 640
and scores up to 1 stand in one array.
"""

PICTURE_FILES: Final = frozenset({".jpg", ".jpeg", ".png", ".webp"})


class PicturesError(SikwuError):
    """A folder without pictures to take the range of numbers from."""

    default_code = "bad_input"


class OtherRuntime(Detector):
    """The detector with the bare network run by something else.

    Args:
        run: ``float32 (1, 3, 640, 640)`` to ``(47, n)``.

    """

    def __init__(self, run: Callable[[NDArray[np.float32]], NDArray[np.float32]]) -> None:
        self._run = run

    def run(self, blob: NDArray[np.float32]) -> NDArray[np.float32]:
        """Run the bare network: ``(1, 3, 640, 640)`` to ``(47, n)``."""
        return self._run(blob)


def network_inputs(folder: Path, most: int) -> list[NDArray[np.float32]]:
    """Turn at most so many pictures of a folder, spread over it, into the network's input ``(1, 3, 640, 640)``.

    Raises:
        PicturesError: there are none.
        PhotoError: one cannot be read.

    """
    paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() in PICTURE_FILES)
    if not paths:
        raise PicturesError(f"There are no pictures in {str(folder)!r}.")
    chosen = [paths[place] for place in np.unique(np.linspace(0, len(paths) - 1, most).astype(int))]
    inputs = []
    for path in chosen:
        pixels = open_photo(path).pixels
        inputs.append(Letterbox.fit(pixels.shape[1], pixels.shape[0], SIDE).blob(pixels))
    return inputs


def in_eight_bits(weights: bytes, inputs: list[NDArray[np.float32]]) -> bytes:
    """Quantise the detector, but for its `HEAD`, by onnxruntime.

    Args:
        weights: the ONNX file's bytes.
        inputs: what the range of the activations is taken from.

    Returns:
        Another ONNX file's bytes, with the same metadata.

    """
    import onnx  # noqa: PLC0415
    from onnxruntime import quantization  # noqa: PLC0415

    class Reader(quantization.CalibrationDataReader):  # type: ignore[misc] # its class comes untyped
        def __init__(self) -> None:
            self._left = iter(inputs)

        def get_next(self) -> dict[str, NDArray[np.float32]] | None:
            blob = next(self._left, None)
            return None if blob is None else {name: blob}

    network = onnx.load_from_string(weights)
    name = network.graph.input[0].name
    kept = [node.name for node in network.graph.node if node.name.startswith(HEAD)]
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "eight.onnx"
        quantization.quantize_static(
            network,
            target,
            Reader(),
            quant_format=quantization.QuantFormat.QDQ,
            per_channel=True,
            # Seven bits of the weights: a sum of two products of eight bits may overflow on processors without VNNI.
            reduce_range=True,
            activation_type=quantization.QuantType.QUInt8,
            weight_type=quantization.QuantType.QInt8,
            nodes_to_exclude=kept,
        )
        quantised = onnx.load(target)
    del quantised.metadata_props[:]
    quantised.metadata_props.extend(network.metadata_props)
    return bytes(quantised.SerializeToString())


def by_openvino(weights: bytes, threads: int, inputs: list[NDArray[np.float32]] | None = None) -> OtherRuntime:
    """Run the detector by OpenVINO.

    Args:
        weights: the ONNX file's bytes.
        threads: of one run.
        inputs: quantised by NNCF with the range of the activations that these give; in 32 bits if omitted.

    """
    import openvino  # noqa: PLC0415

    core = openvino.Core()
    model = core.read_model(weights, b"")
    if inputs is not None:
        import nncf  # noqa: PLC0415

        nncf.set_log_level(logging.ERROR)
        head = nncf.IgnoredScope(patterns=[f"{HEAD}.*"])
        model = nncf.quantize(model, nncf.Dataset(inputs), ignored_scope=head, subset_size=len(inputs))
    hints = {
        "PERFORMANCE_HINT": "LATENCY",
        "INFERENCE_NUM_THREADS": threads,
        "INFERENCE_PRECISION_HINT": "f32",
        "ENABLE_CPU_PINNING": False,  # else it waits for one processor while another is idle
    }
    request = core.compile_model(model, "CPU", hints).create_infer_request()

    def run(blob: NDArray[np.float32]) -> NDArray[np.float32]:
        result: Any = request.infer({0: blob})[0]
        return np.array(result[0], np.float32)

    return OtherRuntime(run)


def variants(weights: bytes, inputs: list[NDArray[np.float32]], threads: int) -> Iterator[tuple[str, Detector | str]]:
    """Make every variant; in place of one that cannot be made here, the name of the library that lacks."""
    makers: dict[str, Callable[[], Detector]] = {
        SHIPPED: lambda: Detector(weights, threads=threads),
        "onnxruntime INT8, head FP32": lambda: Detector(in_eight_bits(weights, inputs), threads=threads),
        "OpenVINO FP32": lambda: by_openvino(weights, threads),
        "OpenVINO INT8, head FP32": lambda: by_openvino(weights, threads, inputs),
    }
    for name, make in makers.items():
        try:
            yield name, make()
        except ImportError as error:
            yield name, str(error.name)


def table(
    detectors: dict[str, Detector],
    folders: list[Path],
    classifier: FaceClassifier,
    blob: NDArray[np.float32],
    rounds: int,
) -> Iterator[str]:
    """Measure every variant: time beside the shipped one's, and tile F1 and whole photos on each folder, a line each.

    Raises:
        datasets.snapshots.SnapshotError: a folder is none of labelled photos.

    """
    seconds = measure({name: _running(detector, blob) for name, detector in detectors.items()}, rounds)
    shipped = statistics.median(seconds[SHIPPED])
    yield "| variant | time beside the shipped | " + " | ".join(f"F1 on `{folder.name}`" for folder in folders) + " |"
    yield "|---|---|" + "---|" * len(folders)
    for name, detector in detectors.items():
        cells = [f"{statistics.median(seconds[name]) / shipped:.2f}"]
        for folder in folders:
            tally = evaluate(folder, detector, classifier).tally
            cells.append(f"{tally.f1:.4f} ({tally.photos_right} of {tally.photos} whole)")
        yield f"| {name} | " + " | ".join(cells) + " |"


def _running(detector: Detector, blob: NDArray[np.float32]) -> Callable[[], object]:
    return lambda: detector.run(blob)


def main(arguments: list[str] | None = None) -> int:
    """Make the variants, measure and print; 0 if all could be made, 1 if a library lacks, 2 on bad input."""
    parser = argparse.ArgumentParser(prog="python -m models.training.variants", description=__doc__.splitlines()[0])
    parser.add_argument("pictures", type=Path, help="folder of pictures, such as synthesised ones, to take ranges from")
    parser.add_argument("--on", type=Path, nargs="*", default=[], help="folders of labelled photos to read")
    parser.add_argument("--weights", type=Path, help="folder of other weights than those that ship")
    parser.add_argument("--most", type=positive, default=100, help="how many of the pictures")
    parser.add_argument("--rounds", type=positive, default=30, help="how often each runs for its time")
    parser.add_argument("--threads", type=positive, default=1, help="threads of each")
    options = parser.parse_args(arguments)
    lacking = False
    try:
        weights = load_weights(DETECTOR, options.weights)
        classifier = FaceClassifier.load(options.weights, threads=options.threads)
        inputs = network_inputs(options.pictures, options.most)
        detectors: dict[str, Detector] = {}
        for name, made in variants(weights, inputs, options.threads):
            if isinstance(made, str):
                lacking = True
                sys.stderr.write(f"{name} is left out: {made} is not installed (requirements-variants.lock)\n")
            else:
                detectors[name] = made
        for line in table(detectors, options.on, classifier, inputs[0], options.rounds):
            sys.stdout.write(line + "\n")
            sys.stdout.flush()
    except (SikwuError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return int(lacking)


if __name__ == "__main__":
    sys.exit(main())
