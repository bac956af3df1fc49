"""Where the weights that ship lie, and the check that they are the ones that were published."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

from vision.errors import WeightsError, quoted

DETECTOR: Final = "detector.onnx"
CLASSIFIER: Final = "classifier.onnx"
CORNERS: Final = "corners.onnx"
SURROUNDINGS: Final = "surroundings.onnx"
CHECKSUMS: Final = "SHA256SUMS"
"""The list of checksums, in the format of ``sha256sum``: hexadecimal digest, two spaces, file name."""


def shipped() -> Path:
    """Return the folder of the weights that ship, beside this package."""
    return Path(__file__).resolve().parent.parent / "models" / "weights"


def load_weights(name: str, folder: Path | None = None) -> bytes:
    """Read a file of weights and check it against the folder's list of checksums.

    What was checked is what is returned, so that the file cannot change in between.

    Args:
        name: a file name, such as `DETECTOR`.
        folder: where it and `CHECKSUMS` lie; `shipped` if omitted.

    Raises:
        WeightsError: the file or its checksum is missing (``weights_missing``) or they differ (``weights_checksum``).

    """
    folder = folder or shipped()
    try:
        data = (folder / name).read_bytes()
        listed = (folder / CHECKSUMS).read_text("ascii")
    except (OSError, UnicodeDecodeError) as error:
        missing = getattr(error, "filename", None) or folder / CHECKSUMS
        raise WeightsError(f"The weights {quoted(missing)} cannot be read", code="weights_missing") from None
    expected = {file.lstrip("*"): digest for digest, _, file in (line.partition(" ") for line in listed.splitlines())}
    digest = {file.strip().lstrip("*"): value for file, value in expected.items()}.get(name)
    if digest is None:
        raise WeightsError(
            f"{CHECKSUMS} in {quoted(folder)} lists no checksum for {quoted(name)}", code="weights_missing"
        )
    if hashlib.sha256(data).hexdigest() != digest.lower():
        raise WeightsError(
            f"The weights {quoted(name)} do not have the checksum listed for them", code="weights_checksum"
        )
    return data
