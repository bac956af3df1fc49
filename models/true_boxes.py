"""Detections without a network: the true boxes of a scene, some of their faces taken for others.

It measures what makes a hand of the tiles found, apart from how well they are found.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from scoring.tiles import CODES
from vision.detections import Detections

if TYPE_CHECKING:
    from datasets.synthesis.table_scenes import Truth

TABLE: Final = Path(__file__).resolve().parent / "confusions.json"
"""For each face the one that the networks take it for most readily: ``python -m models.confusions`` writes it."""

SWAPPED: Final = 0.02
"""Share of the tiles whose face is taken for its likeliest confusion."""

UNSURE: Final = (0.4, 0.7)
"""Probability of the named face of a tile that is in doubt; its confusion has nearly all of the rest."""

SURE: Final = 0.995
"""Probability of the named face of any other tile."""

THERE: Final = 0.97
"""How sure it is that there is a tile."""

CORNER_NOISE: Final = (0.018, 0.05)
"""Standard deviation of a corner, as a part of the face's mean side: most times, and where the network is misled."""

MISLED: Final = 0.1
"""Share of the tiles where it is: ``python -m models.corner_noise`` prints what these numbers are taken from."""


@cache
def confusions() -> dict[str, str]:
    """For each code the likeliest other one."""
    table: dict[str, str] = json.loads(TABLE.read_text(encoding="utf-8"))
    return table


def detections_of(truth: Truth, rng: np.random.Generator) -> Detections:
    """The tiles of a scene as found by networks that miss none.

    `SWAPPED` of the tiles show a wrong face, in doubt. As many right ones are in doubt as makes the probabilities
    true: of the tiles that are 0.6 sure, six of ten are right.

    Corners are as inexact as those that the network finds.

    Args:
        truth: the scene.
        rng: draws which tiles are in doubt.

    """
    count = len(truth.class_id)
    named = truth.class_id.copy()
    other = np.array([CODES.index(confusions()[CODES[index]]) for index in truth.class_id], dtype=np.int64)
    chance = rng.uniform(*UNSURE, size=count)
    # Of those in doubt, the share that is wrong is on average one less the mean probability.
    in_doubt = rng.random(count) < SWAPPED / (1 - float(np.mean(UNSURE)))
    wrong = in_doubt & (rng.random(count) > chance)
    named[wrong], other[wrong] = other[wrong], named[wrong]
    top = np.where(in_doubt, chance, SURE)
    probabilities = np.repeat(((1 - top) * 0.1 / (len(CODES) - 2))[:, None], len(CODES), axis=1)
    probabilities[np.arange(count), other] = (1 - top) * 0.9
    probabilities[np.arange(count), named] = top
    deviation = np.where(rng.random(count) < MISLED, CORNER_NOISE[1], CORNER_NOISE[0])
    sides = np.sqrt(((truth.corners - np.roll(truth.corners, 1, axis=1)) ** 2).sum(axis=2)).mean(axis=1)
    corners = truth.corners + rng.normal(0, (deviation * sides)[:, None, None], truth.corners.shape)
    return Detections.of(truth.boxes, np.full(count, THERE), probabilities).cornered(corners)
