from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from datasets.snapshots import labelled_photos
from datasets.synthesis import arrangements, bodies, lens, tables, textures
from datasets.synthesis.camera import Camera, look_at_table
from datasets.synthesis.clutter import add_clutter
from datasets.synthesis.collage import collage, cutting
from datasets.synthesis.scene import LEAST_CONTRAST, LEAST_SHAPE, LEAST_SIDE, LEAST_VISIBLE, compose, dress, synthesise
from datasets.synthesis.textures import FaceSet, as_texture, face_sets
from scoring.tiles import CODES
from tests.shared import PHOTOS, needs

SIZE = (1.0, 1.34, 0.78)
UP = np.array([0.0, 0.0, 1.0])


@pytest.fixture(scope="module")
def own_set() -> tuple[FaceSet, ...]:
    return (textures.own_set(),)


def camera(elevation: float = 90.0, *, tile_pixels: float = 40.0, size: int = 320) -> Camera:
    return look_at_table(
        elevation=np.deg2rad(elevation),
        roll=0.0,
        field_of_view=0.6,
        tile_pixels=tile_pixels,
        size=size,
        centre=(160, 160),
    )


@given(
    st.floats(35, 90),
    st.floats(-3.1, 3.1),
    st.lists(st.tuples(st.floats(-3, 3), st.floats(-3, 3)), min_size=1, max_size=5),
)
def test_a_pixel_looks_at_the_table_point_that_falls_on_it(
    elevation: float, roll: float, points: list[tuple[float, float]]
) -> None:
    view = look_at_table(
        elevation=np.deg2rad(elevation), roll=roll, field_of_view=0.7, tile_pixels=30, size=640, centre=(300, 350)
    )
    table = np.array(points)
    pixels = view.project(np.concatenate([table, np.zeros((len(table), 1))], axis=1))
    np.testing.assert_allclose(view.table_points(pixels), table, atol=1e-6)


def test_one_tile_width_at_the_origin_spans_the_pixels_asked_for() -> None:
    pixels = camera(tile_pixels=40).project(np.array([[-0.5, 0, 0], [0.5, 0, 0]]))
    assert pixels[1, 0] - pixels[0, 0] == pytest.approx(40)


def test_a_camera_that_looks_level_sees_no_table_above_the_horizon() -> None:
    assert np.isnan(camera(10).table_points(np.array([[160.0, -4000.0]]))).all()


def test_a_tile_seen_from_above_shows_its_face_only() -> None:
    (quad,) = bodies.visible_quads(bodies.lying("1m", 0, 0, size=SIZE), camera(), UP)
    assert quad.kind == "face"
    width, height = np.ptp(quad.points, axis=0)
    assert height / width == pytest.approx(1.34, rel=1e-3)


def test_a_tile_seen_at_a_slant_shows_its_side_in_two_colours() -> None:
    kinds = [quad.kind for quad in bodies.visible_quads(bodies.lying("1m", 0, 0, size=SIZE), camera(45), UP)]
    assert kinds == ["ivory", "back", "face"]


def test_a_tile_face_down_shows_its_back_and_never_its_face() -> None:
    kinds = [quad.kind for quad in bodies.visible_quads(bodies.lying("back", 0, 0, size=SIZE), camera(45), UP)]
    assert kinds[-1] == "back"
    assert "face" not in kinds


def test_a_standing_tile_faces_the_player() -> None:
    (body,) = [bodies.standing("1m", 0, 0, lean=0.0, size=SIZE)]
    np.testing.assert_allclose(body.axes[2], [0, -1, 0], atol=1e-9)
    assert bodies.visible_quads(body, camera(35), UP)[-1].kind == "face"


def test_the_box_of_a_tile_is_where_it_was_laid(own_set: tuple[FaceSet, ...]) -> None:
    """An upright tile in the middle, seen from above: 40 px wide, its face raised towards the camera."""
    rng = np.random.default_rng(0)
    laid = [bodies.lying("5s", 0, 0, size=SIZE)]
    scene = compose(rng, laid, camera(), dress(rng, own_set), np.full((320, 320, 3), 90, np.float32))
    assert [CODES[index] for index in scene.class_id] == ["5s"]
    x1, y1, x2, y2 = scene.boxes[0]
    assert (x1 + x2) / 2 == pytest.approx(160, abs=0.5)
    assert (y1 + y2) / 2 == pytest.approx(160, abs=0.5)
    assert 40 < x2 - x1 < 46


def test_a_tile_under_another_is_not_labelled(own_set: tuple[FaceSet, ...]) -> None:
    rng = np.random.default_rng(0)
    below, above = bodies.lying("1m", 0.1, 0, size=SIZE), bodies.lying("9p", 0, 0, layer=1, size=SIZE)
    scene = compose(rng, [below, above], camera(), dress(rng, own_set), np.full((320, 320, 3), 90, np.float32))
    assert [CODES[index] for index in scene.class_id] == ["9p"]


@pytest.mark.parametrize(("shown", "labelled"), [(LEAST_VISIBLE + 0.1, 1), (LEAST_VISIBLE - 0.1, 0)])
def test_a_tile_cut_by_the_border_is_labelled_while_enough_of_it_shows(
    own_set: tuple[FaceSet, ...], shown: float, labelled: int
) -> None:
    rng = np.random.default_rng(0)
    # The left border lies four tile widths from the middle; the raised face is a little larger and farther out.
    left_edge = camera().project(np.array([[0.0, 0.0, SIZE[2]], [1.0, 0.0, SIZE[2]]]))
    width = left_edge[1, 0] - left_edge[0, 0]
    middle = -(160 / width) + shown - 0.5
    laid = [bodies.lying("5s", middle, 0, size=SIZE)]
    scene = compose(rng, laid, camera(), dress(rng, own_set), np.full((320, 320, 3), 90, np.float32))
    assert len(scene.class_id) == labelled


@pytest.mark.parametrize(("elevation", "named"), [(19.0, 1), (11.0, 0)])
def test_a_face_sheared_to_a_strip_is_masked_and_not_labelled(
    own_set: tuple[FaceSet, ...], elevation: float, named: int
) -> None:
    # Laid askew and seen at a flat angle, its sides stay long though hardly anything lies between them.
    rng = np.random.default_rng(5)
    wardrobe = dress(rng, own_set, blank_dragons=0.0)
    tile = bodies.lying("5p", 0.0, 0.0, turn=np.pi / 4, size=SIZE)
    ground = np.full((320, 320, 3), 90, np.float32)
    scene = compose(rng, [tile], camera(elevation), wardrobe, ground)
    assert (len(scene.class_id), len(scene.masks)) == (named, 1 - named)
    quad = bodies.visible_quads(tile, camera(elevation), UP)[-1].points
    middles = (quad + np.roll(quad, -1, axis=0)) / 2
    longer = max(np.hypot(*(middles[0] - middles[2])), np.hypot(*(middles[1] - middles[3])))
    thickness = float(cv2.contourArea(quad.astype(np.float32))) / longer
    assert bool(thickness > LEAST_SHAPE * longer and thickness > LEAST_SIDE * 320) is bool(named)


@settings(max_examples=30)
@given(st.integers(0, 2**32 - 1))
def test_a_back_looks_like_the_ivory_only_where_it_is_meant_to(own_set: tuple[FaceSet, ...], seed: int) -> None:
    # A white back and a blank white dragon look the same: no scene may show both.
    wardrobe = dress(np.random.default_rng(seed), own_set)
    assert wardrobe.white_back or np.linalg.norm(wardrobe.back - wardrobe.ivory) > LEAST_CONTRAST


@pytest.mark.parametrize("seed", range(4))
def test_other_inks_leave_a_drawing_its_shape_and_its_ground(own_set: tuple[FaceSet, ...], seed: int) -> None:
    texture = own_set[0].faces["2g"][0]
    painted = textures.repainted(np.random.default_rng(seed), texture)
    before, after = texture[..., :3].astype(int), painted[..., :3].astype(int)
    ground = (np.abs(before - np.array(textures.IVORY_OF_DRAWINGS)) < 2).all(axis=2)
    assert np.abs(after - before)[ground].max() <= 2
    dark = before.min(axis=2) < 60
    assert dark.any()
    assert after.min(axis=2)[dark].max() < 160
    assert (painted[..., 3] == texture[..., 3]).all()


def marked(*, left: bool, right: bool) -> textures.Texture:
    """A flower: a dark drawing, and marks in its upper corners."""
    texture = textures.blank_texture((240.0, 236.0, 220.0)).copy()
    texture[80:140, 40:80, :3] = 30
    if left:
        texture[16:44, 14:44, :3] = (200, 30, 30)
    if right:
        texture[16:44, 76:106, :3] = (20, 40, 160)
    return texture


@pytest.mark.parametrize("seed", range(6))
def test_a_flower_with_both_marks_loses_one_of_them_and_nothing_else(seed: int) -> None:
    whole = marked(left=True, right=True)
    bare = textures.with_one_mark(np.random.default_rng(seed), whole)
    lost = [bool(bare[30, x, :3].astype(int).min() > 200) for x in (29, 91)]
    assert sorted(lost) == [False, True]
    assert np.array_equal(bare[75:], whole[75:]), "the drawing stays"
    assert np.array_equal(bare[..., 3], whole[..., 3])


@pytest.mark.parametrize(("left", "right"), [(True, False), (False, True), (False, False)])
def test_a_flower_with_one_mark_keeps_it(*, left: bool, right: bool) -> None:
    """Else nothing but its drawing would tell which it is."""
    texture = marked(left=left, right=right)
    assert textures.with_one_mark(np.random.default_rng(0), texture) is texture


@settings(max_examples=15)
@given(st.integers(0, 10_000))
def test_every_box_lies_in_the_picture_and_names_a_class(own_set: tuple[FaceSet, ...], seed: int) -> None:
    scene = synthesise(np.random.default_rng(seed), own_set, size=160)
    assert scene.picture.shape == (160, 160, 3)
    assert scene.picture.dtype == np.uint8
    assert len(scene.class_id) == len(scene.corners) == len(scene.boxes)
    assert ((scene.boxes >= 0) & (scene.boxes <= 160)).all()
    assert (scene.boxes[:, 2:] > scene.boxes[:, :2]).all()
    assert ((scene.class_id >= 0) & (scene.class_id < len(CODES))).all()


def test_the_same_seed_gives_the_same_scene(own_set: tuple[FaceSet, ...]) -> None:
    first, again, other = (synthesise(np.random.default_rng(seed), own_set, size=160) for seed in (4, 4, 5))
    np.testing.assert_array_equal(first.picture, again.picture)
    np.testing.assert_array_equal(first.corners, again.corners)
    assert not np.array_equal(first.picture, other.picture)


@pytest.mark.parametrize("seed", range(12))
def test_clutter_changes_a_part_of_the_table_and_the_same_seed_the_same_part(seed: int) -> None:
    pictures = [np.full((320, 320, 3), 90, np.float32) for _ in range(2)]
    for picture in pictures:
        rng = np.random.default_rng(seed)
        for _ in range(4):  # one thing alone may lie beyond the border
            add_clutter(rng, picture)
    assert (pictures[0] == pictures[1]).all()
    changed = float((pictures[0] != 90).any(axis=2).mean())
    assert 0 < changed < 0.9
    assert np.isfinite(pictures[0]).all()
    assert 0 <= pictures[0].min() <= pictures[0].max() <= 256


def test_tiles_of_a_heap_keep_apart() -> None:
    rng = np.random.default_rng(3)
    heap = arrangements.heap(
        rng, arrangements.random_faces(rng), arrangements.Proportions(SIZE), count=20, x=0, y=0, spread=6
    )
    middles = np.array([body.centre[:2] for body in heap])
    distances = np.hypot(*(middles[:, None] - middles[None]).transpose(2, 0, 1)) + np.eye(len(heap)) * 9
    assert len(heap) == 20
    assert distances.min() >= 1.15


def test_a_row_holds_the_number_of_tiles_asked_for() -> None:
    rng = np.random.default_rng(3)
    tile = arrangements.Proportions.draw(rng)
    for count in (1, 14, 18):
        row = arrangements.row(rng, arrangements.sorted_faces(rng), tile, count=count, x=0, y=0, turn=0.2)
        assert len(row) == count


def test_standing_tiles_show_their_faces_to_the_player() -> None:
    for seed in range(40):
        rng = np.random.default_rng(seed)
        tile = arrangements.Proportions(SIZE)
        row = arrangements.row(rng, arrangements.random_faces(rng), tile, count=6, x=0, y=0, turn=0.0)
        towards = [body.axes[2][1] for body in row if body.code != "back" and abs(body.axes[2][2]) < 0.9]
        assert all(direction < 0 for direction in towards)


def test_light_and_lens_keep_the_shape_and_change_the_picture() -> None:
    rng = np.random.default_rng(1)
    table = tables.background(rng, 96)
    before = table.copy()
    after = lens.expose(rng, table)
    assert after.shape == (96, 96, 3)
    assert after.dtype == np.uint8
    assert not np.array_equal(after, before.astype(np.uint8))


def test_a_texture_has_rounded_corners_and_an_opaque_middle() -> None:
    texture = as_texture(np.full((400, 300, 4), 255, np.uint8))
    assert texture.shape == (160, 120, 4)
    assert texture[0, 0, 3] == 0
    assert texture[80, 60, 3] == 255


@pytest.mark.shared
@needs("faces")
def test_no_set_is_both_for_training_and_for_validation() -> None:
    training = {face_set.name for face_set in face_sets()}
    validation = {face_set.name for face_set in face_sets(held_out=True)}
    assert training
    assert validation
    assert not training & validation


@pytest.mark.shared
@needs("photos")
def test_a_collage_labels_only_what_is_seen_and_hides_what_nobody_labelled() -> None:
    pieces = [piece for photo in labelled_photos(PHOTOS / "train")[:6] if (piece := cutting(photo)) is not None]
    assert len(pieces) == 6
    scene = collage(np.random.default_rng(2), pieces, size=320)
    assert len(scene.class_id)
    assert set(scene.class_id.tolist()) <= {int(index) for piece in pieces for index in piece.class_id}
    for piece in pieces:
        outside = piece.mask == 0
        # Blurred beyond recognition: what is fine in the photo is gone outside the labelled tiles.
        sharp, soft = (cv2.Laplacian(picture, cv2.CV_32F)[outside] for picture in (piece.pixels, piece.blurred))
        assert np.abs(soft).mean() < 0.3 * np.abs(sharp).mean()
