"""Two tiles that stand beside each other on a rack: seen alike, side by side, and not too far off."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from vision.racks import stand_apart, standing_pairs
from vision.rows import Tiles

if TYPE_CHECKING:
    from numpy.typing import NDArray

WIDTH, HEIGHT = 30.0, 44.0


def standing(*middles: tuple[float, float], turned: float = 0.0, wide: float = 1.0) -> Tiles:
    """Tiles of one size with their middles at so many widths and heights; the last one turned, or wider."""
    quads: list[NDArray[np.float64]] = []
    for number, (x, y) in enumerate(middles):
        last = number == len(middles) - 1
        angle = np.radians(turned if last else 0.0)
        width = np.array([np.cos(angle), np.sin(angle)]) * WIDTH * (wide if last else 1.0)
        height = np.array([-np.sin(angle), np.cos(angle)]) * HEIGHT
        middle = np.array([200 + x * WIDTH, 200 + y * HEIGHT])
        quads.append(np.stack([middle + (a * width + b * height) / 2 for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]))
    corners = np.stack(quads)
    return Tiles.of(np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1), corners)


@pytest.mark.parametrize(("along", "paired"), [(1.1, True), (2.55, True), (2.65, False)])
def test_they_stand_some_widths_apart_at_most(along: float, *, paired: bool) -> None:
    assert standing_pairs(standing((0, 0), (along, 0)), [0, 1]) == ([[0, 1]] if paired else [])


@pytest.mark.parametrize(("aside", "paired"), [(0.25, True), (0.35, False)])
def test_they_stand_on_one_line(aside: float, *, paired: bool) -> None:
    assert bool(standing_pairs(standing((0, 0), (1.3, aside)), [0, 1])) == paired


@pytest.mark.parametrize(("turned", "wide", "paired"), [(4, 1, True), (30, 1, False), (0, 1.2, True), (0, 1.8, False)])
def test_they_are_seen_alike(turned: float, wide: float, *, paired: bool) -> None:
    """Discards lie each its own way, and what lies flat is seen otherwise than what stands."""
    assert bool(standing_pairs(standing((0, 0), (1.6, 0), turned=turned, wide=wide), [0, 1])) == paired


def test_a_tile_is_of_one_pair_that_with_the_nearest() -> None:
    assert standing_pairs(standing((0, 0), (1.6, 0), (2.8, 0)), [0, 1, 2]) == [[1, 2]]


def test_others_than_those_asked_for_are_of_no_pair() -> None:
    assert standing_pairs(standing((0, 0), (1.2, 0), (2.4, 0)), [0, 2]) == [[0, 2]]
    assert standing_pairs(standing((0, 0), (1.2, 0)), [1]) == []


def test_faces_without_area_are_of_no_pair() -> None:
    flat = np.array([[[0, 0], [9, 0], [9, 0], [0, 0]], [[12, 0], [21, 0], [21, 0], [12, 0]]], float)
    boxes = np.concatenate([flat.min(axis=1), flat.max(axis=1)], axis=1)
    assert standing_pairs(Tiles.of(boxes, flat), [0, 1]) == []


@pytest.mark.parametrize(("along", "apart"), [(1.02, False), (1.3, False), (1.36, True)])
def test_a_gap_sets_one_of_a_pair_apart(along: float, *, apart: bool) -> None:
    """The gap of all other groups: a third of a width."""
    assert stand_apart(standing((0, 0), (along, 0)), [0, 1]) == apart
