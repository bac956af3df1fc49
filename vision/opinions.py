"""What a small network says of square cut-outs, and what it says of them turned, where it is not sure at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

SURE_AT_ONCE: Final = 0.9
"""What a network is less sure of than this it is shown in all four quarter turns: few tiles, and most of its errors."""


def softmax(logits: NDArray[np.floating]) -> NDArray[np.float64]:
    """Softmax over the last axis."""
    shifted = np.exp(logits - logits.max(axis=-1, keepdims=True, initial=-np.inf), dtype=np.float64)
    return np.asarray(shifted / shifted.sum(axis=-1, keepdims=True))


def from_every_side(
    run: Callable[[NDArray[np.float32]], NDArray[np.float32]], cuts: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Run a network on cut-outs; where it is not sure, average its answers to the four quarter turns.

    Args:
        run: from cut-outs ``(n, 3, side, side)`` to logits ``(n, kinds)``, trained on tiles that lie any way.
        cuts: ``(n, 3, side, side)``.

    Returns:
        Logits ``(n, kinds)``.

    """
    logits = run(cuts)
    unsure = np.flatnonzero(softmax(logits).max(axis=1, initial=0.0) < SURE_AT_ONCE)
    if len(unsure):
        turned = np.concatenate([np.rot90(cuts[unsure], turns, (2, 3)) for turns in (1, 2, 3)])
        others = run(turned).reshape(3, len(unsure), -1)
        logits[unsure] = (logits[unsure] + others.sum(axis=0)) / 4
    return logits
