"""Networks small enough to be written out in a test, in ONNX's own wire format (protocol buffers), so that the real
onnxruntime runs in every test. Field numbers are those of onnx.proto.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import CODES

NAMES = str(dict(enumerate(CODES)))


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def _message(*fields: tuple[int, int | str | bytes]) -> bytes:
    out = b""
    for number, value in fields:
        if isinstance(value, int):
            out += _varint(number << 3) + _varint(value)
        else:
            raw = value.encode() if isinstance(value, str) else value
            out += _varint(number << 3 | 2) + _varint(len(raw)) + raw
    return out


def _tensor(name: str, array: NDArray[Any]) -> bytes:
    kind = {np.dtype(np.float32): 1, np.dtype(np.int64): 7}[array.dtype]
    return _message(*((1, size) for size in array.shape), (2, kind), (8, name), (9, array.tobytes()))


def _value(name: str, shape: Sequence[int | str]) -> bytes:
    sizes = [(1, _message((1, size) if isinstance(size, int) else (2, size))) for size in shape]
    return _message((1, name), (2, _message((1, _message((1, 1), (2, _message(*sizes)))))))


def _node(kind: str, inputs: Sequence[str], output: str) -> bytes:
    return _message(*((1, name) for name in inputs), (2, output), (4, kind))


def model(
    nodes: Sequence[bytes],
    constants: Mapping[str, NDArray[Any]],
    inputs: Mapping[str, Sequence[int | str]],
    outputs: Mapping[str, Sequence[int | str]],
    names: str | None = NAMES,
) -> bytes:
    graph = _message(
        *((1, node) for node in nodes),
        (2, "tiny"),
        *((5, _tensor(name, array)) for name, array in constants.items()),
        *((11, _value(name, shape)) for name, shape in inputs.items()),
        *((12, _value(name, shape)) for name, shape in outputs.items()),
    )
    metadata = [] if names is None else [(14, _message((1, "names"), (2, names)))]
    return _message((1, 8), (7, graph), (8, _message((1, ""), (2, 13))), *metadata)


def raw_output(
    boxes: NDArray[np.floating], scores: NDArray[np.floating], slots: int | None = None
) -> NDArray[np.float32]:
    """What a YOLO says (47, slots): boxes (n, 4) xyxy in pixels of its square, scores (n, 43); others are empty."""
    output = np.zeros((4 + len(CODES), slots or len(boxes)), np.float32)
    output[:2, : len(boxes)] = (boxes[:, :2] + boxes[:, 2:]).T / 2
    output[2:4, : len(boxes)] = (boxes[:, 2:] - boxes[:, :2]).T
    output[4:, : len(boxes)] = scores.T
    return output


def detector(output: NDArray[np.float32], *, names: str | None = NAMES, side: int = 640) -> bytes:
    """A detector that answers `output` (47, n) whatever it is shown."""
    found = output[None]
    return model(
        [_node("Identity", ["found"], "output0")],
        {"found": found},
        {"images": [1, 3, side, side]},
        {"output0": list(found.shape)},
        names,
    )


def classifier(colours: Mapping[str, tuple[int, int, int]], *, names: str | None = NAMES, side: int = 64) -> bytes:
    """A classifier that names a tile by its mean colour: the logit of a face is 40 times the closeness to its colour.

    −|x − c|² = 2 x·c − |c|² − |x|², and softmax does not mind −|x|².
    """
    weight = np.zeros((3, len(CODES)), np.float32)
    bias = np.full(len(CODES), -1e3, np.float32)
    for code, colour in colours.items():
        centre = np.array(colour, np.float32) / 255
        weight[:, CODES.index(code)] = 80 * centre
        bias[CODES.index(code)] = -40 * float(centre @ centre)
    return model(
        [
            _node("GlobalAveragePool", ["tiles"], "mean"),
            _node("Flatten", ["mean"], "flat"),
            _node("MatMul", ["flat", "weight"], "product"),
            _node("Add", ["product", "bias"], "logits"),
        ],
        {"weight": weight, "bias": bias},
        {"tiles": ["n", 3, side, side]},
        {"logits": ["n", len(CODES)]},
        names,
    )


def corner_finder(shares: NDArray[np.floating], *, side: int = 48) -> bytes:
    """A corner network that answers the same eight shares of the cut-out whatever it is shown."""
    return model(
        [
            _node("GlobalAveragePool", ["tiles"], "mean"),
            _node("Flatten", ["mean"], "flat"),
            _node("MatMul", ["flat", "weight"], "product"),
            _node("Add", ["product", "bias"], "corners"),
        ],
        {"weight": np.zeros((3, 8), np.float32), "bias": np.asarray(shares, np.float32).reshape(8)},
        {"tiles": ["n", 3, side, side]},
        {"corners": ["n", 8]},
    )


def surroundings(colours: Mapping[str, tuple[int, int, int]], *, side: int = 48) -> bytes:
    """A network of surroundings that tells the kinds by the mean colour of the cut-out, as `classifier` does faces."""
    kinds = ("nothing", "back", "face")
    weight = np.stack([80 * np.array(colours[kind], np.float32) / 255 for kind in kinds], axis=1)
    bias = np.array(
        [-40 * float((np.array(colours[kind], np.float32) / 255) @ (np.array(colours[kind]) / 255)) for kind in kinds]
    )
    return model(
        [
            _node("GlobalAveragePool", ["tiles"], "mean"),
            _node("Flatten", ["mean"], "flat"),
            _node("MatMul", ["flat", "weight"], "product"),
            _node("Add", ["product", "bias"], "kinds"),
        ],
        {"weight": weight.astype(np.float32), "bias": bias.astype(np.float32)},
        {"tiles": ["n", 3, side, side]},
        {"kinds": ["n", 3]},
    )
