"""Rows that stand on a rack while other tiles of the hand lie on the table, seen by a real camera."""

import numpy as np
import pytest
from numpy.typing import NDArray

from datasets.synthesis.bodies import TILE_HEIGHT, TILE_THICKNESS, Body, lying, standing
from datasets.synthesis.camera import look_at_table
from scoring.tiles import CODES
from vision.layout import Layout, Role, lay_out
from vision.planes import Planes, Seen, other_plane

SIZE = (1.0, TILE_HEIGHT, TILE_THICKNESS)


def stand(codes: str, x: float) -> list[Body]:
    """A row that stands, from x on."""
    return [
        standing(code, x + 0.5 + 1.01 * place, 0.0, turn=0.0, lean=0.35, size=SIZE)
        for place, code in enumerate(codes.split())
    ]


def lie(codes: str, x: float, y: float) -> list[Body]:
    """A row that lies, from x on, y before or behind the other."""
    return [lying(code, x + 0.5 + 1.01 * place, y, turn=0.0, size=SIZE) for place, code in enumerate(codes.split())]


def turned(codes: str, x: float) -> list[Body]:
    """A meld beside the row, turned by a quarter."""
    return [
        lying(code, x + SIZE[1] / 2, 1.01 * place, turn=np.pi / 2, size=SIZE)
        for place, code in enumerate(codes.split())
    ]


TABLES = {
    "melds before it": (
        [*stand("4p 5p 6p 7s 7s 7s C", -8), *stand("C", 0), *lie("1m 2m 3m", -3, -1.7), *lie("E E E", 1, -1.7)],
        "(1m 2m 3m) (E E E) 4p 5p 6p 7s 7s 7s C +C",
    ),
    "melds far aside": (
        [*stand("4p 5p 6p 7s 7s 7s C", -8), *stand("C", 0), *lie("1m 2m 3m E E E", 3, 0)],
        "(1m 2m 3m) (E E E) 4p 5p 6p 7s 7s 7s C +C",
    ),
    "melds turned by a quarter, and a bonus tile before it": (
        [
            *stand("4p 5p 6p 7s 7s 7s C", -8),
            *stand("C", 0),
            *turned("1m 2m 3m", 2),
            *turned("E E E", 4),
            *lie("2f", -5, -1.8),
        ],
        "(3m 2m 1m) (E E E) 4p 5p 6p 7s 7s 7s C +C |2f",
    ),
    "only the winning tile before it": (
        [*stand("1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C", -7), *lie("C", 3, -1.7)],
        "1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C +C",
    ),
    "bonus tiles before one end": (
        [*stand("1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C", -10), *stand("C", 4), *lie("1f 3g", 2, -1.8)],
        "1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C +C |1f 3g",
    ),
}


def seen_by_a_camera(
    laid: list[Body], *, elevation: float, seed: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Boxes (n, 4) in pixels, and corners (n, 4, 2) as inexact as found ones: by 0.03 of a side."""
    camera = look_at_table(
        elevation=float(np.deg2rad(elevation)),
        roll=0.1,
        field_of_view=0.8,
        tile_pixels=50,
        size=1000,
        centre=(500, 500),
    )
    quads = np.array([camera.project(body.corners(0.5)) for body in laid])
    boxes = np.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1)
    return boxes, quads + np.random.default_rng(seed).normal(0, 1.5, quads.shape)


def written(layout: Layout, codes: list[str]) -> str:
    around = {Role.EXPOSED: "({})", Role.CONCEALED: "{}", Role.WINNING: "+{}", Role.BONUS: "|{}"}
    return " ".join(around[group.role].format(" ".join(codes[i] for i in group.tiles)) for group in layout.groups)


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("elevation", [38, 50])
def test_tiles_that_lie_before_a_row_that_stands_are_of_its_hand(name: str, elevation: float) -> None:
    laid, expected = TABLES[name]
    codes = [body.code for body in laid]
    for seed in range(4):
        boxes, corners = seen_by_a_camera(laid, elevation=elevation, seed=seed)
        layout = lay_out(boxes, [CODES.index(code) for code in codes], corners)
        assert written(layout, codes) == expected
        assert layout.doubts == ()


def test_one_tile_close_before_a_row_is_of_its_hand_though_that_does_not_win() -> None:
    laid = [*stand("1m 2m 3m 4p 5p 6p 7s 7s 7s E E E F", -7), *lie("C", 3, -1.7)]
    codes = [body.code for body in laid]
    boxes, corners = seen_by_a_camera(laid, elevation=45, seed=0)
    layout = lay_out(boxes, [CODES.index(code) for code in codes], corners)
    assert written(layout, codes) == "1m 2m 3m 4p 5p 6p 7s 7s 7s E E E F +C"


def tiles_in(plane: Planes, places: NDArray[np.float64], *, turned_by_a_quarter: bool = False) -> Seen:
    """Tiles that lie exactly in one plane."""
    grown, depth, lean = plane.at(places)
    wide = np.where(turned_by_a_quarter, 1.34, 1.0)
    forward = np.stack([grown * wide, grown * lean / wide], axis=1)
    sideward = np.stack([np.zeros(len(places)), grown * depth / wide], axis=1)
    return Seen(forward, sideward, places, np.full(len(places), 0.1))


@pytest.mark.parametrize(("depth", "lean", "fan"), [(0.6, 0.0, 0.08), (1.4, 0.3, 0.06), (2.0, -0.2, 0.15)])
@pytest.mark.parametrize("turned_by_a_quarter", [False, True])
def test_the_plane_of_tiles_that_agree_is_found(
    depth: float, lean: float, fan: float, *, turned_by_a_quarter: bool
) -> None:
    places = np.array([[-6.0, 0.2], [-4.5, 0.2], [-3.0, 1.5], [2.0, 1.5], [5.0, 0.0]])
    of_each = Planes(*(np.full(len(places), value) for value in (depth, lean, fan)))
    found, _ = other_plane(tiles_in(of_each, places, turned_by_a_quarter=turned_by_a_quarter))
    for values, expected in zip(found.at(places), of_each.at(places), strict=True):
        np.testing.assert_allclose(values, expected, atol=0.06)


def test_tiles_of_the_row_s_own_plane_that_are_turned_show_no_other() -> None:
    places = np.array([[6.0, 0.0], [6.0, -0.75], [6.0, -1.5], [-6.0, 0.0]])
    own = Planes(np.ones(4), np.zeros(4), np.zeros(4))
    melds = tiles_in(own, places, turned_by_a_quarter=True)
    found, _ = other_plane(melds)
    np.testing.assert_allclose(found.depth, 1.0, atol=0.05)


def test_no_tile_shows_no_plane() -> None:
    nothing = np.zeros((0, 2))
    found, _ = other_plane(Seen(nothing, nothing, nothing, np.zeros(0)))
    assert found.depth.shape == (0,)
