"""Opinions about cut-outs: one where the network is sure, else the mean over four quarter turns."""

import numpy as np
from numpy.typing import NDArray

from vision.opinions import SURE_AT_ONCE, from_every_side, softmax


def corner_seen(cuts: NDArray[np.float32]) -> NDArray[np.float32]:
    """A network of two kinds that looks at the upper left corner alone."""
    return np.stack([cuts[:, 0, 0, 0], np.zeros(len(cuts), np.float32)], axis=1)


def one_corner(logit: float) -> NDArray[np.float32]:
    cuts = np.zeros((1, 3, 8, 8), np.float32)
    cuts[0, :, 0, 0] = logit
    return cuts


def test_softmax_sums_to_one_and_survives_large_logits() -> None:
    assert softmax(np.array([[1000.0, 1000.0, 0.0]])).tolist() == [[0.5, 0.5, 0.0]]
    assert softmax(np.zeros((0, 43))).shape == (0, 43)


def test_what_is_sure_is_asked_once_and_what_is_not_from_every_side() -> None:
    """The limit is a chance of 0.9: just above it the one answer stands, just below it four are averaged."""
    limit = float(np.log(SURE_AT_ONCE / (1 - SURE_AT_ONCE)))
    asked: list[int] = []

    def run(cuts: NDArray[np.float32]) -> NDArray[np.float32]:
        asked.append(len(cuts))
        return corner_seen(cuts)

    over, under = limit + 0.01, limit - 0.01
    logits = from_every_side(run, np.concatenate([one_corner(over), one_corner(under)]))
    assert asked == [2, 3]
    assert np.allclose(logits, [[over, 0], [under / 4, 0]])


def test_the_turns_are_the_four_there_are() -> None:
    """A mark in any one corner is seen by one of four looks: all four cut-outs come to the same."""
    cuts = np.concatenate([np.rot90(one_corner(1.0), turns, (2, 3)) for turns in range(4)])
    assert np.allclose(from_every_side(corner_seen, cuts), [[0.25, 0]] * 4)


def test_no_cut_outs_give_no_opinions() -> None:
    assert from_every_side(corner_seen, np.zeros((0, 3, 8, 8), np.float32)).shape == (0, 2)
