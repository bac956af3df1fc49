"""One scene: tiles arranged on a table, seen by a camera, with the exact place of every tile."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt

from datasets.formats.yolo import Labels
from datasets.synthesis import arrangements, lens, tables
from datasets.synthesis.bodies import Body, Quad, visible_quads
from datasets.synthesis.camera import Camera, look_at_table
from datasets.synthesis.textures import (
    TEXTURE_HEIGHT,
    TEXTURE_WIDTH,
    FaceSet,
    Texture,
    blank_texture,
    ink_change,
    repainted,
)
from scoring.tiles import CODES

if TYPE_CHECKING:
    from collections.abc import Callable

LEAST_VISIBLE: Final = 0.55
"""Share of a face that must be seen for the tile to be labelled: less, and a person could not name it."""

LEAST_SIDE: Final = 1 / 64
"""Thickness of a face, as a share of the picture's: what is smaller is not labelled, for nobody could name it."""

LEAST_SHAPE: Final = 0.3
"""Thickness of a face as a share of its longer side: what is seen at a flatter angle is not labelled either."""

PERHAPS_VISIBLE: Final = 0.1
"""A tile that is not labelled but shows more than this share of its face is masked."""

BLANK_DRAGONS: Final = 0.35
"""Share of scenes whose white dragon is blank: common at real tables, and rare among pictures of faces."""

LEAST_CONTRAST: Final = 60.0
"""Distance in RGB of a coloured back from the faces' ivory."""

MOST_VARIED: Final = ("1s", "1p", "P", *(number + kind for kind in "fg" for number in "1234"))
"""Faces that differ most from set to set."""

EDGE: Final = 1 / 50
"""Width of a tile's edge, which its light or its shadow shows, as a share of its length; a pixel at least."""

BORROWED: Final = 0.3
"""Share of scenes whose `MOST_VARIED` faces come from any set, one by one."""

REPAINTED: Final = 0.25
"""Share of scenes whose flowers and seasons have other inks than their set gives them."""

_SUBPIXEL: Final = 4
"""Binary digits of sub-pixel precision when drawing polygons."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A synthesised photo.

    Attributes:
        picture: ``(size, size, 3)`` uint8 RGB.
        class_id: ``(n,)`` int64 indices into ``scoring.tiles.CODES``.
        corners: ``(n, 4, 2)`` float64 pixels of each face: its own top left, top right, bottom right, bottom left.
        exact: whether the corners are those of the face, not only of a box around it.
        masks: ``(m, 4)`` float64 x1 y1 x2 y2 in pixels of tiles that are seen but could not be named.

    """

    picture: npt.NDArray[np.uint8]
    class_id: npt.NDArray[np.int64]
    corners: npt.NDArray[np.float64]
    exact: bool = True
    masks: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros((0, 4)))

    @property
    def boxes(self) -> npt.NDArray[np.float64]:
        """``(n, 4)`` x1 y1 x2 y2 in pixels: the upright box around each face, cut at the border."""
        return upright(self.corners, len(self.picture))

    @property
    def labels(self) -> Labels:
        """The boxes as relative labels."""
        return Labels(self.class_id, (self.boxes / len(self.picture)).astype(np.float32))


def upright(corners: npt.NDArray[np.float64], size: int) -> npt.NDArray[np.float64]:
    """Give the upright boxes ``(n, 4)`` around quads ``(n, 4, 2)``, cut at a border of ``size`` pixels."""
    boxes = np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1)
    return np.asarray(np.clip(boxes, 0, size), dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Wardrobe:
    """The look of the tiles of one scene.

    Attributes:
        faces: textures by code, as their set shows them.
        change: what this scene does to all of them (`ink_change`).
        ivory: ``(3,)`` RGB of the body.
        back: ``(3,)`` RGB of the backs.
        white_back: the backs look like a blank white dragon.

    """

    faces: dict[str, tuple[Texture, ...]]
    change: Callable[[Texture], Texture]
    ivory: npt.NDArray[np.float32]
    back: npt.NDArray[np.float32]
    white_back: bool = False


def dress(rng: np.random.Generator, sets: tuple[FaceSet, ...], *, blank_dragons: float = BLANK_DRAGONS) -> Wardrobe:
    """Choose a tile set; faces that it lacks come from others.

    Args:
        rng: draws set, inks, body and backs.
        sets: tile sets to choose from.
        blank_dragons: how often the white dragon is blank.

    """
    order = rng.permutation(len(sets))
    chosen = sets[order[0]]
    faces: dict[str, tuple[Texture, ...]] = {}
    if rng.random() < BORROWED:
        # What sets vary most is worth seeing beside any other faces.
        for code in MOST_VARIED:
            lenders = [sets[index] for index in order if code in sets[index].faces]
            if lenders:
                faces[code] = _lent(lenders[int(rng.integers(len(lenders)))], code, chosen)
    for index in order:
        for code in sets[index].faces:
            if code not in faces:
                faces[code] = _lent(sets[index], code, chosen)
    if rng.random() < REPAINTED:
        bonus = {code: textures for code, textures in faces.items() if code[1:] in {"f", "g"}}
        for code, textures in bonus.items():
            faces[code] = tuple(repainted(rng, texture) for texture in textures)
    change = ink_change(rng)
    ivory = change(np.full((1, 1, 4), [*chosen.ivory, 255], np.uint8))[0, 0, :3].astype(np.float32)
    blank_dragon = rng.random() < blank_dragons
    if blank_dragon:
        faces["P"] = (blank_texture(chosen.ivory),)
    # A white back and a blank white dragon look the same, and no set has both.
    white_back = rng.random() < 0.15 and not blank_dragon
    back = ivory * rng.uniform(0.9, 1.0) if white_back else _back_colour(rng, ivory)
    return Wardrobe(faces, change, ivory, np.asarray(back, dtype=np.float32), white_back)


def _back_colour(rng: np.random.Generator, ivory: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Draw the colour of backs that nobody takes for the tiles' other side."""
    while True:
        colour = tables.cloth_colour(rng)
        if float(np.linalg.norm(colour - ivory)) > LEAST_CONTRAST:
            return colour


def _lent(lender: FaceSet, code: str, borrower: FaceSet) -> tuple[Texture, ...]:
    """Give a face of one set on the ivory of another."""
    if lender is borrower:
        return lender.faces[code]
    tint = np.array(borrower.ivory, np.float32) / np.maximum(lender.ivory, 1)
    return tuple(
        np.dstack([(texture[..., :3] * tint).clip(0, 255).astype(np.uint8), texture[..., 3]])
        for texture in lender.faces[code]
    )


def arrange(rng: np.random.Generator, camera: Camera, size: int, *, backs: bool = True) -> list[Body]:
    """Lay tiles where the camera looks until the picture is as full as such photos are.

    Args:
        rng: draws everything.
        camera: where the tiles are seen from.
        size: pixels of the square picture's side.
        backs: whether a tile among faces may lie face down; in a wall all do.

    """
    tile = arrangements.Proportions.draw(rng)
    pick = arrangements.sorted_faces(rng) if rng.random() < 0.5 else arrangements.random_faces(rng)
    across = _width_seen(camera, size)
    kind = rng.choice(["rows", "grid", "heap", "table"], p=[0.35, 0.13, 0.19, 0.33])
    facing = float(rng.normal(0, 0.08)) if rng.random() < 0.7 else float(rng.uniform(0, 2 * np.pi))
    bodies: list[Body] = []
    if kind == "grid":
        bodies += arrangements.grid(
            rng,
            pick,
            tile,
            columns=int(rng.integers(2, 10)),
            rows=int(rng.integers(2, 6)),
            x=0.0,
            y=0.0,
            turn=facing,
            backs=backs,
        )
    elif kind == "heap":
        bodies += arrangements.heap(
            rng, pick, tile, count=int(rng.integers(4, 40)), x=0.0, y=0.0, spread=across * 0.25, backs=backs
        )
    else:
        step = tile.size[1] * rng.uniform(1.05, 2.2)
        lines = int(rng.integers(1, 5)) if kind == "rows" else 1
        cos, sin = np.cos(facing), np.sin(facing)
        for line in range(lines):
            offset = (line - (lines - 1) / 2) * step
            shift = rng.normal(0, across * 0.08)
            bodies += arrangements.row(
                rng,
                pick,
                tile,
                count=int(rng.integers(1, 19)) if line else int(rng.integers(5, 19)),
                x=cos * shift - sin * offset,
                y=sin * shift + cos * offset,
                turn=facing + rng.normal(0, 0.03),
                backs=backs,
            )
        if kind == "table":
            behind = tile.size[1] * 2.5 + across * 0.15
            bodies += arrangements.heap(
                rng,
                pick,
                tile,
                count=int(rng.integers(5, 30)),
                x=rng.normal(0, across * 0.2),
                y=behind + 2,
                spread=across * 0.16,
                backs=backs,
            )
            if rng.random() < 0.75:
                bodies += arrangements.wall(
                    rng,
                    tile,
                    count=int(rng.integers(3, 18)),
                    x=rng.normal(0, across * 0.3),
                    y=behind * rng.uniform(0.7, 1.5),
                    turn=float(rng.choice([rng.normal(0, 0.2), rng.uniform(0, np.pi)])),
                )
    return _without_overlap(bodies)


def _width_seen(camera: Camera, size: int) -> float:
    """How many tile widths of the table the middle of a picture of ``size`` pixels shows, 2 to 40."""
    seen = camera.table_points(np.array([[0.0, size / 2], [size, size / 2]]))
    # Where the horizon is in the picture, the table has no far end.
    return float(np.clip(np.nan_to_num(np.hypot(*(seen[1] - seen[0])), nan=40), 2, 40))


def arrange_walls(rng: np.random.Generator, camera: Camera, size: int) -> list[Body]:
    """Lay walls where the camera looks, for what finds single tiles has to learn to part those of a wall."""
    return _without_overlap(
        arrangements.walls(
            rng,
            arrangements.random_faces(rng),
            arrangements.Proportions.draw(rng),
            across=_width_seen(camera, size),
            turn=float(rng.uniform(0, 2 * np.pi)),
        )
    )


def _without_overlap(bodies: list[Body]) -> list[Body]:
    """Keep the earlier of two bodies on one layer whose middles are closer than a tile can be."""
    kept: list[Body] = []
    for body in bodies:
        centres = np.array([other.centre for other in kept if abs(other.centre[2] - body.centre[2]) < 0.3]).reshape(
            -1, 3
        )
        if not len(centres) or np.min(np.hypot(*(centres[:, :2] - body.centre[:2]).T)) > 0.9 * min(
            body.size[0], body.size[2] + 0.2
        ):
            kept.append(body)
    return kept


def synthesise(
    rng: np.random.Generator,
    sets: tuple[FaceSet, ...],
    *,
    size: int,
    detail: float = 1.0,
    background: npt.NDArray[np.float32] | None = None,
    walls: bool = False,
) -> Scene:
    """Compose one scene.

    Args:
        rng: draws everything; the same state gives the same scene.
        sets: tile sets to choose from.
        size: pixels of the square picture's side.
        detail: pixels of a tile beside those it has in a picture of 640 pixels.
        background: ``(size, size, 3)`` float32 RGB to lay the tiles on instead of a procedural table.
        walls: lay walls, on a table crowded with what is no tile.

    Returns:
        The photo and its tiles.

    """
    tile_pixels = (
        float(np.exp(rng.uniform(np.log(24), np.log(70)))) if rng.random() < 0.85 else float(rng.uniform(70, 200))
    )
    roll = float(rng.normal(0, 0.06)) if rng.random() < 0.7 else float(rng.uniform(-np.pi, np.pi))
    camera = look_at_table(
        elevation=float(np.deg2rad(rng.uniform(32, 90))),
        roll=roll,
        field_of_view=float(np.deg2rad(rng.uniform(25, 65))),
        tile_pixels=tile_pixels * detail,
        size=size,
        centre=(size * rng.uniform(0.3, 0.7), size * rng.uniform(0.35, 0.75)),
    )
    clutter = tables.CROWDED if walls else tables.CLUTTER
    picture = tables.background(rng, size, clutter=clutter) if background is None else background
    wardrobe = dress(rng, sets)
    if walls:
        return compose(rng, arrange_walls(rng, camera, size), camera, wardrobe, picture)
    # Among faces nobody could tell a white back from a blank white dragon; in a wall anybody can.
    return compose(rng, arrange(rng, camera, size, backs=not wardrobe.white_back), camera, wardrobe, picture)


def compose(
    rng: np.random.Generator,
    bodies: list[Body],
    camera: Camera,
    wardrobe: Wardrobe,
    picture: npt.NDArray[np.float32],
    *,
    expose: Callable[[np.random.Generator, npt.NDArray[np.float32]], npt.NDArray[np.uint8]] = lens.expose,
) -> Scene:
    """Draw bodies onto a background, farthest first, and photograph the result.

    Args:
        rng: draws the light and the lens.
        bodies: the tiles.
        camera: where they are seen from.
        wardrobe: what they look like.
        picture: ``(size, size, 3)`` float32 RGB; it is drawn into.
        expose: what light and lens make of it; pictures for documents show the tiles as they are.

    """
    size = len(picture)
    light = np.array([rng.normal(0, 0.6), rng.normal(0, 0.6), 1.0])
    light /= np.linalg.norm(light)
    _shadows(rng, bodies, camera, light, picture)
    owner = np.full((size, size), -1, np.int32)
    bodies = sorted(bodies, key=lambda body: -float(np.linalg.norm(body.centre - camera.position)))
    edge_darkness = float(rng.uniform(0.5, 0.95))
    faces: list[tuple[int, Quad]] = []
    behind: list[npt.NDArray[np.float64]] = []
    dressed: dict[tuple[str, int], Texture] = {}
    for index, body in enumerate(bodies):
        if (body.centre - camera.position) @ camera.axes[2] < 2 * body.size[1]:
            continue  # beside or behind the camera
        quads = visible_quads(body, camera, light)
        points = np.concatenate([quad.points for quad in quads])
        if (
            points.max() < -size
            or points.min() > 2 * size
            or (points.min(axis=0) > size).any()
            or (points.max(axis=0) < 0).any()
        ):
            continue
        textures = wardrobe.faces.get(body.code)
        for quad in quads:
            colour = wardrobe.back if quad.kind == "back" else wardrobe.ivory
            _polygon(picture, quad.points, colour * quad.brightness)
            corners = np.round(quad.points).astype(np.int32)
            cv2.fillConvexPoly(owner, corners, index if quad is quads[-1] else -1)
            if quad.kind == "face" and textures is not None:
                copy = int(rng.integers(len(textures)))
                if (body.code, copy) not in dressed:
                    dressed[body.code, copy] = wardrobe.change(textures[copy])
                _paste(picture, dressed[body.code, copy], quad)
            cv2.polylines(
                picture,
                [np.round(quad.points * 2**_SUBPIXEL).astype(np.int32)],
                True,
                tuple(float(value) for value in colour * quad.brightness * edge_darkness),
                max(1, round(float(np.ptp(quad.points, axis=0).max()) * EDGE)),
                cv2.LINE_AA,
                _SUBPIXEL,
            )
        if quads[-1].kind == ("back" if body.code == "back" else "face"):
            faces.append((index, quads[-1]))
        else:  # a standing tile seen from behind or from its side is a back to some and nothing to others
            behind.append(np.concatenate([quad.points for quad in quads]))
    seen = np.bincount(owner[owner >= 0], minlength=len(bodies))
    class_id: list[int] = []
    corners_seen: list[npt.NDArray[np.float64]] = []
    masked = [np.stack([points.min(axis=0), points.max(axis=0)]) for points in behind]
    for index, quad in faces:
        area = float(cv2.contourArea(quad.points.astype(np.float32)))
        if seen[index] > LEAST_VISIBLE * area and _nameable(quad, size):
            class_id.append(CODES.index(bodies[index].code))
            corners_seen.append(quad.points)
        elif seen[index] > PERHAPS_VISIBLE * area:
            masked.append(np.stack([quad.points.min(axis=0), quad.points.max(axis=0)]))
    return Scene(
        expose(rng, picture),
        np.array(class_id, dtype=np.int64),
        np.array(corners_seen, dtype=np.float64).reshape(-1, 4, 2),
        masks=upright(np.array(masked, dtype=np.float64).reshape(-1, 2, 2), size),
    )


def _nameable(quad: Quad, size: int) -> bool:
    """Tell whether a person could name a face by its size and the angle that it is seen at."""
    middles = (quad.points + np.roll(quad.points, -1, axis=0)) / 2
    longer = max(np.hypot(*(middles[0] - middles[2])), np.hypot(*(middles[1] - middles[3])))
    # A flat angle may shear a face: its sides stay long, and yet it is thin.
    thickness = float(cv2.contourArea(quad.points.astype(np.float32))) / max(float(longer), 1.0)
    return bool(thickness > LEAST_SIDE * size and thickness > LEAST_SHAPE * longer)


def _shadows(
    rng: np.random.Generator,
    bodies: list[Body],
    camera: Camera,
    light: npt.NDArray[np.float64],
    picture: npt.NDArray[np.float32],
) -> None:
    """Darken the table where bodies keep the light off."""
    size = len(picture)
    mask = np.zeros((size // 2, size // 2), np.uint8)
    for body in bodies:
        points = np.concatenate([body.corners(0.5), body.corners(-0.5)])
        ground = points - light * (points[:, 2:] / light[2])
        pixels = camera.project(np.concatenate([ground, points * [1, 1, 0]])) / 2
        if np.abs(pixels).max() < 2 * size:
            hull = cv2.convexHull(pixels.astype(np.float32))
            cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 255)
    # Lamps are wide: no shadow is as sharp as an edge of a tile.
    soft = cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(1.5, 6)) * size / 640)
    full = cv2.resize(soft, (size, size), interpolation=cv2.INTER_LINEAR).astype(np.float32)
    picture *= (1 - full / 255 * rng.uniform(0.15, 0.7))[..., None]


def _polygon(
    picture: npt.NDArray[np.float32], points: npt.NDArray[np.float64], colour: npt.NDArray[np.float32]
) -> None:
    scaled = np.round(points * 2**_SUBPIXEL).astype(np.int32)
    cv2.fillConvexPoly(picture, scaled, tuple(float(value) for value in colour), cv2.LINE_AA, _SUBPIXEL)


_TEXTURE_CORNERS: Final = np.array(
    [[0, 0], [TEXTURE_WIDTH, 0], [TEXTURE_WIDTH, TEXTURE_HEIGHT], [0, TEXTURE_HEIGHT]], dtype=np.float32
)


def _paste(picture: npt.NDArray[np.float32], texture: Texture, quad: Quad) -> None:
    """Warp a face onto its quad, shrunk first so that fine lines do not alias."""
    size = len(picture)
    low = np.maximum(np.floor(quad.points.min(axis=0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(quad.points.max(axis=0)).astype(int) + 1, size)
    if (high - low < 2).any():
        return
    target = (quad.points - low).astype(np.float32)
    width = max(np.hypot(*(target[1] - target[0])), np.hypot(*(target[2] - target[3])))
    height = max(np.hypot(*(target[3] - target[0])), np.hypot(*(target[2] - target[1])))
    shrink_x, shrink_y = min(1.0, width * 1.2 / TEXTURE_WIDTH), min(1.0, height * 1.2 / TEXTURE_HEIGHT)
    source = _TEXTURE_CORNERS
    if min(shrink_x, shrink_y) < 0.95:
        new = (max(4, round(TEXTURE_WIDTH * shrink_x)), max(4, round(TEXTURE_HEIGHT * shrink_y)))
        texture = cv2.resize(texture, new, interpolation=cv2.INTER_AREA).astype(np.uint8)
        source = _TEXTURE_CORNERS * np.array([new[0] / TEXTURE_WIDTH, new[1] / TEXTURE_HEIGHT], np.float32)
    warped = cv2.warpPerspective(
        texture, cv2.getPerspectiveTransform(source, target), tuple(int(v) for v in high - low), flags=cv2.INTER_LINEAR
    ).astype(np.float32)
    opacity = warped[..., 3:] / 255
    region = picture[low[1] : high[1], low[0] : high[0]]
    region *= 1 - opacity
    region += warped[..., :3] * opacity * quad.brightness
