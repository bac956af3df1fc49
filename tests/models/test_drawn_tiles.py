"""Single tiles of random design for the second look."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from datasets.faces import variant
from models.training import drawn_tiles
from models.training.drawn_tiles import draw_training_tiles, pose
from scoring.tiles import CODES
from vision.cutouts import CUT_SIDE

if TYPE_CHECKING:
    import pytest
    from numpy.typing import NDArray


def test_each_design_comes_in_several_poses() -> None:
    tiles, class_id = draw_training_tiles(np.random.default_rng(3), 4, poses=3)
    assert tiles.shape == (12, 3, CUT_SIDE, CUT_SIDE)
    assert tiles.dtype == np.uint8
    for first in range(0, 12, 3):
        assert len(set(class_id[first : first + 3].tolist())) == 1
        assert not np.array_equal(tiles[first], tiles[first + 1])
    assert set(class_id.tolist()) <= set(range(len(CODES) - 1)), "a back is no design"


def test_the_same_seed_draws_the_same_tiles() -> None:
    first, again = (draw_training_tiles(np.random.default_rng(5), 2, poses=2) for _ in range(2))
    assert np.array_equal(first[0], again[0])
    assert np.array_equal(first[1], again[1])


def test_a_pose_shows_the_face() -> None:
    """A tile that is black within is dark in its middle, however it is posed."""
    texture = np.full((160, 120, 4), 255, np.uint8)
    texture[30:130, 20:100, :3] = 0
    rng = np.random.default_rng(0)
    for _ in range(20):
        posed = pose(rng, texture).astype(float)
        assert posed[24:40, 24:40].mean() < posed.max() * 0.6


def test_some_tiles_are_of_the_sets_for_training_and_some_of_random_design(monkeypatch: pytest.MonkeyPatch) -> None:
    designs: list[str] = []

    def noted(code: str, rng: np.random.Generator, height: int) -> NDArray[np.uint8]:
        designs.append(code)
        return variant(code, rng, height)

    monkeypatch.setattr(drawn_tiles, "variant", noted)
    draw_training_tiles(np.random.default_rng(1), 40, poses=1)
    assert 10 < len(designs) < 32
