from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from datasets.synthesis import bodies
from datasets.synthesis.camera import look_at_table
from datasets.synthesis.surroundings import CLEAR, PRESENT
from datasets.synthesis.table_scenes import HAND_VISIBLE, Table, Truth, draw_table, plain_tile, visible_shares
from datasets.synthesis.textures import own_set
from scoring.tiles import CODES

SIZE = plain_tile().size


def tables(count: int, *, size: int = 640) -> list[Table]:
    return [draw_table(np.random.default_rng([5, index]), size=size) for index in range(count)]


def same(one: Truth, two: Truth) -> bool:
    return one.to_json() == two.to_json()


def test_the_same_seed_draws_the_same_table() -> None:
    one, two = (draw_table(np.random.default_rng(3)).truth() for _ in range(2))
    assert same(one, two)
    assert not same(one, draw_table(np.random.default_rng(4)).truth())


def test_every_tile_of_the_hand_is_seen_and_whole() -> None:
    for table in tables(40):
        hand = len(table.laid.pieces)
        assert table.visible[:hand].min() >= HAND_VISIBLE
        truth = table.truth()
        assert sum(role != "ignored" for role in truth.role) == hand
        assert truth.boxes.min() >= 0
        assert truth.boxes.max() <= 640


def test_no_table_shows_more_tiles_of_a_face_than_a_set_has() -> None:
    """But where another player's meld repeats a chow: that one only resembles a meld."""
    for table in tables(40):
        if "with other players" in table.kinds:
            continue
        counts = Counter(body.code for body in table.bodies if body.code != "back")
        assert all(count <= (1 if code[-1] in "fg" else 4) for code, count in counts.items())


def test_nothing_else_lies_near_the_hand() -> None:
    least = min(CLEAR.values())
    for table in tables(40):
        hand = len(table.laid.pieces)
        places = np.array([body.centre[:2] for body in table.bodies])
        if len(places) > hand:
            distance = np.hypot(*(places[hand:, None] - places[:hand]).transpose(2, 0, 1)).min()
            assert distance > least * table.bodies[0].size[1] * 0.99


def test_everything_that_lies_around_hands_occurs() -> None:
    kinds = {kind for table in tables(60) for kind in table.kinds}
    assert {f"with {name}" for name in PRESENT} | {"nothing else"} <= kinds


def test_a_tile_under_another_is_not_seen() -> None:
    below, above = bodies.lying("1m", 0.1, 0, size=SIZE), bodies.lying("9p", 0, 0, layer=1, size=SIZE)
    camera = look_at_table(elevation=1.4, roll=0, field_of_view=0.6, tile_pixels=60, size=640, centre=(320, 320))
    shares = visible_shares([below, above], camera, 640)
    assert shares[0] < 0.3
    assert shares[1] > 0.9


@pytest.mark.parametrize(("middle", "share"), [(0.0, 0.5), (2.0, 1.0), (-2.0, 0.0)])
def test_what_the_border_cuts_is_not_seen(middle: float, share: float) -> None:
    camera = look_at_table(elevation=np.pi / 2, roll=0, field_of_view=0.1, tile_pixels=60, size=640, centre=(0, 320))
    (seen,) = visible_shares([bodies.lying("1m", middle, 0, size=SIZE)], camera, 640)
    assert seen == pytest.approx(share, abs=0.06)


@pytest.mark.parametrize("seed", range(3))
def test_with_a_picture_the_truth_is_the_same(seed: int) -> None:
    """The picture's labels and the quick look at what is seen agree on the hand, and nearly on the rest."""
    rng = np.random.default_rng([6, seed])
    table = draw_table(rng, size=640)
    quick = table.truth()
    scene, truth = table.photograph(rng, (own_set(),))
    assert scene.picture.shape == (640, 640, 3)
    assert [CODES[index] for index in scene.class_id] == [CODES[index] for index in truth.class_id]
    np.testing.assert_allclose(truth.boxes, scene.boxes)

    def hand(of: Truth) -> Counter[tuple[str, str]]:
        tiles = zip(of.class_id, of.role, strict=True)
        return Counter((CODES[index], role) for index, role in tiles if role != "ignored")

    assert hand(quick) == hand(truth)
    assert len(truth.role) == pytest.approx(len(quick.role), abs=4)


def test_the_truth_is_read_back_as_it_was_written() -> None:
    for table in tables(10):
        truth = table.truth()
        assert Truth.from_json(truth.to_json()).to_json() == truth.to_json()


def test_a_table_can_be_asked_for() -> None:
    table = draw_table(np.random.default_rng(0), tilt=30, elevation=60, alone=True)
    assert len(table.bodies) == len(table.laid.pieces)
    right = table.camera.axes[0]
    assert np.degrees(np.arctan2(right[2], right[0] * np.sin(np.pi / 3))) == pytest.approx(
        np.degrees(np.arctan2(np.sin(np.pi / 6) * np.cos(np.pi / 3), np.cos(np.pi / 6) * np.sin(np.pi / 3))), abs=1e-6
    )
