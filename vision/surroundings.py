"""Looks at doubtful boxes with what lies around them: a tile's face, a tile's back, or no tile at all.

The detector sees the whole picture shrunk to 640 pixels, and is unsure where tiles are small, shaded or blurred; dice,
printed shapes and the sides of tiles look like tiles to it at times. And no cut-out of a blank tile tells a white
dragon from a back; the tile's own side below it, or the wall it stands in, does.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.blanks import blanks
from vision.cutouts import cut_out
from vision.networks import check_shape, open_network
from vision.opinions import from_every_side
from vision.weights import SURROUNDINGS, load_weights

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from vision.detections import Detections

SURROUNDINGS_SIDE: Final = 48
"""Pixels of the network's square input."""

SURROUNDINGS_MARGIN: Final = 0.6
"""Part of a box's width and height that is added at each of its sides: half a neighbour is seen."""

KINDS: Final = ("nothing", "back", "face")
"""What the network tells apart, in the order of its logits."""

CANDIDATE: Final = 0.04
"""From this sum of the detector's scores on a box is looked at: so weak, few are tiles, but hardly a tile is weaker."""

SURE: Final = 0.97
"""A box that is as surely a tile as this, and shows a face, needs no such look."""

LEAST: Final = 0.4
"""What is less probably a tile than this, afterwards, is none."""

LEAST_OF_BLANKS: Final = 1.5
"""A blank box needs so many times that: where its chance is middling it is seldom a tile, and most often bare table,
the side of a tile or print. Chosen on synthesised scenes of tile sets kept for validation."""

OFFSET: Final = -0.36
SLOPE: Final = 0.70
AROUND: Final = 0.73
"""How the detector's log odds of a tile and this network's become one: offset + slope · theirs + around ·
its own. Fitted to synthesised scenes of tile sets kept for validation (``python -m models.calibration``)."""

MOST: Final = 6.0
"""Largest log odds, either way, that are believed of the network."""


class Surroundings:
    """A network that tells what a box holds by what lies in and around it.

    Args:
        weights: an ONNX file's bytes: one input ``float32 (n, 3, 48, 48)`` RGB 0 to 1, one output of logits ``(n, 3)``
            in the order of `KINDS`, ``n`` of any size.
        threads: threads of one run; all processors, at most four, if omitted.

    Raises:
        WeightsError: the network is not of that form.

    """

    def __init__(self, weights: bytes, *, threads: int | None = None) -> None:
        self._session = open_network(weights, SURROUNDINGS, threads)
        inputs, outputs = self._session.get_inputs()[0], self._session.get_outputs()[0]
        check_shape(inputs.shape, (None, 3, SURROUNDINGS_SIDE, SURROUNDINGS_SIDE), SURROUNDINGS, "input")
        check_shape(outputs.shape, (None, len(KINDS)), SURROUNDINGS, "output")
        self._input = inputs.name

    @classmethod
    def load(cls, folder: Path | None = None, *, threads: int | None = None) -> Surroundings:
        """Load the weights that ship, or those of a folder, checked by their checksum."""
        return cls(load_weights(SURROUNDINGS, folder), threads=threads)

    def run(self, cuts: NDArray[np.float32]) -> NDArray[np.float32]:
        """Run the bare network: cut-outs ``(n, 3, 48, 48)`` to logits ``(n, 3)``."""
        result: NDArray[np.float32] = self._session.run(None, {self._input: cuts})[0]
        return result

    def look(self, pixels: NDArray[np.uint8], boxes: NDArray[np.floating]) -> tuple[NDArray[np.float64], ...]:
        """Look at boxes ``(n, 4)`` of ``pixels``.

        Returns:
            The log odds ``(n,)`` of a tile against nothing, and ``(n,)`` of a face against a back, within ±`MOST`.

        """
        if not len(boxes):
            return np.zeros(0), np.zeros(0)
        cuts = cut_out(pixels, boxes, side=SURROUNDINGS_SIDE, margin=SURROUNDINGS_MARGIN)
        nothing, back, face = from_every_side(self.run, cuts).astype(np.float64).T
        return (np.logaddexp(back, face) - nothing).clip(-MOST, MOST), (face - back).clip(-MOST, MOST)


def doubtful(found: Detections) -> NDArray[np.bool_]:
    """Tell which boxes ``(n,)`` need a look around: those that may be no tile, and blank ones."""
    return np.asarray((found.confidence < SURE) | blanks(found.probabilities))


def likely(found: Detections, least: float = LEAST) -> NDArray[np.bool_]:
    """Tell which boxes ``(n,)`` are likely to be tiles: those of a chance of ``least``, blank ones of more."""
    return np.asarray(found.confidence >= np.where(blanks(found.probabilities), LEAST_OF_BLANKS, 1.0) * least)


def verified(found: Detections, pixels: NDArray[np.uint8], surroundings: Surroundings) -> Detections:
    """Weigh the detector's doubtful boxes anew by what lies around them.

    Args:
        found: boxes in ``pixels``, with weak ones among them, from `CANDIDATE` on.
        pixels: ``uint8 (h, w, 3)`` RGB.
        surroundings: looks at them.

    Returns:
        All of them, surest first; each that was looked at with the chance of a tile there by both opinions, and with
        the log odds that it lies face up.

    """
    chosen = np.flatnonzero(doubtful(found))
    tile, face = surroundings.look(pixels, found.boxes[chosen])
    chance = found.confidence.astype(np.float64)
    chance[chosen] = both_opinions(chance[chosen], tile)
    face_up = np.zeros(len(found))
    face_up[chosen] = face
    weighed = replace(found, confidence=chance.astype(np.float32), face_up=face_up.astype(np.float32))
    return weighed[np.argsort(-weighed.confidence, kind="stable")]


def both_opinions(chance: NDArray[np.floating], tile: NDArray[np.floating]) -> NDArray[np.float64]:
    """Combine the detector's chance of a tile ``(n,)`` with the log odds ``(n,)`` of the look around it."""
    chance = np.asarray(chance, np.float64).clip(1e-6, 1 - 1e-6)
    odds = OFFSET + SLOPE * np.log(chance / (1 - chance)) + AROUND * tile
    return np.asarray(1 / (1 + np.exp(-odds)))
