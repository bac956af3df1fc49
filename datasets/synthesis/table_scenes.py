"""Whole tables with a true hand: every tile's place, face and role, with a picture or without.

Without a picture a scene takes some milliseconds: enough for measuring what makes a hand of tiles found.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from datasets.synthesis import tables
from datasets.synthesis.arrangements import Proportions
from datasets.synthesis.bodies import TILE_HEIGHT, TILE_THICKNESS, Body
from datasets.synthesis.camera import Camera, look_at_table
from datasets.synthesis.deals import Deal, draw_deal, rest_of_the_set
from datasets.synthesis.laid_hands import LaidHand, lay_hand
from datasets.synthesis.scene import LEAST_VISIBLE, Scene, compose, dress
from datasets.synthesis.surroundings import surround
from scoring import notation
from scoring.tiles import CODES

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from datasets.synthesis.hand_styles import Style
    from datasets.synthesis.textures import FaceSet
    from scoring.hand import Hand

HAND_VISIBLE: Final = 0.8
"""Share of the face of each tile of the hand that is seen, at the least: the photo shows the whole hand."""

IGNORED: Final = "ignored"
"""The role of what is not of the hand."""

_COARSE: Final = 4
"""What hides what is decided on a raster this many times coarser than the picture."""


@dataclass(frozen=True, slots=True)
class Truth:
    """What is true of a scene, seen from its camera.

    Attributes:
        hand: the whole hand, winning tile included.
        shown: what the photo shows of it: the winning tile is among the others where nothing marks it.
        unknown: what nobody can know from the photo: ``winning_tile``, ``kong_tile``, ``exposed_melds``.
        kinds: names of the kind of hand, of how it lies and of what lies around it.
        class_id: ``(n,)`` int64, the tiles that are seen.
        boxes: ``(n, 4)`` float64 x1 y1 x2 y2 in pixels.
        corners: ``(n, 4, 2)`` float64 pixels of each face, clockwise from its own top left; some may lie outside the
            picture.
        role: of each, as in the contract.
        group: of each; tiles of the hand of one number belong together; -1 where ignored.

    """

    hand: Hand
    shown: Hand
    unknown: frozenset[str]
    kinds: tuple[str, ...]
    class_id: npt.NDArray[np.int64]
    boxes: npt.NDArray[np.float64]
    corners: npt.NDArray[np.float64]
    role: tuple[str, ...]
    group: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        """The truth as JSON objects and lists."""
        tiles = zip(self.class_id, self.boxes, self.corners, self.role, self.group, strict=True)
        return {
            "hand": notation.format(self.hand),
            "shown": notation.format(self.shown),
            "unknown": sorted(self.unknown),
            "kinds": list(self.kinds),
            "tiles": [
                {
                    "code": CODES[index],
                    "box": [round(float(edge), 1) for edge in box],
                    "corners": [round(float(edge), 1) for edge in corners.reshape(-1)],
                    "role": role,
                    "group": group,
                }
                for index, box, corners, role, group in tiles
            ],
        }

    @classmethod
    def from_json(cls, found: dict[str, Any]) -> Truth:
        """Read what `to_json` wrote."""
        tiles = found["tiles"]
        return cls(
            notation.parse(found["hand"]),
            notation.parse(found["shown"]),
            frozenset(found["unknown"]),
            tuple(found["kinds"]),
            np.array([CODES.index(tile["code"]) for tile in tiles], dtype=np.int64),
            np.array([tile["box"] for tile in tiles], dtype=np.float64).reshape(-1, 4),
            np.array([tile["corners"] for tile in tiles], dtype=np.float64).reshape(-1, 4, 2),
            tuple(tile["role"] for tile in tiles),
            tuple(tile["group"] for tile in tiles),
        )


@dataclass(frozen=True, slots=True)
class Table:
    """A table that can be photographed.

    Attributes:
        laid: the hand.
        kinds: names for what it is, see `Truth`.
        bodies: all tiles, the hand's first, in the order of its pieces.
        camera: where it is seen from.
        size: pixels of the square picture's side.
        visible: ``(n,)`` share of each tile's face that is seen.

    """

    laid: LaidHand
    kinds: tuple[str, ...]
    bodies: tuple[Body, ...]
    camera: Camera
    size: int
    visible: npt.NDArray[np.float64]

    def truth(self) -> Truth:
        """What is true, without drawing the picture."""
        chosen = [index for index, share in enumerate(self.visible) if share > LEAST_VISIBLE]
        return self._truth(chosen, self._faces()[chosen])

    def _faces(self) -> npt.NDArray[np.float64]:
        """``(n, 4, 2)`` pixels of the upper face of every tile."""
        return self.camera.project(solids(self.bodies)[:, 0].reshape(-1, 3)).reshape(-1, 4, 2)

    def photograph(
        self, rng: np.random.Generator, sets: tuple[FaceSet, ...], background: npt.NDArray[np.float32] | None = None
    ) -> tuple[Scene, Truth]:
        """Draw the picture; the truth names the tiles that it labels.

        Args:
            rng: draws table, light and lens.
            sets: tile sets to choose from.
            background: ``(size, size, 3)`` float32 RGB to lay the tiles on; it is drawn into.

        """
        picture = tables.background(rng, self.size) if background is None else background
        if self.laid.style.rack:
            draw_rack(self, picture, tables.cloth_colour(rng))
        scene = compose(rng, list(self.bodies), self.camera, dress(rng, sets), picture)
        # The scene does not say which body a label is of: it is the one whose face lies there.
        faces = self._faces()
        chosen = [int(np.abs(faces - quad).max(axis=(1, 2)).argmin()) for quad in scene.corners]
        return scene, self._truth(chosen, scene.corners)

    def _truth(self, chosen: list[int], corners: npt.NDArray[np.float64]) -> Truth:
        pieces = self.laid.pieces
        boxes = np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1) if len(chosen) else np.zeros((0, 4))
        return Truth(
            self.laid.hand,
            self.laid.shown,
            self.laid.unknown,
            self.kinds,
            np.array([CODES.index(self.bodies[index].code) for index in chosen], dtype=np.int64),
            np.asarray(boxes.clip(0, self.size), dtype=np.float64),
            np.asarray(corners, dtype=np.float64).reshape(-1, 4, 2),
            tuple(pieces[index].role if index < len(pieces) else IGNORED for index in chosen),
            tuple(pieces[index].group if index < len(pieces) else -1 for index in chosen),
        )


def solids(bodies: Sequence[Body]) -> npt.NDArray[np.float64]:
    """``(n, 2, 4, 3)`` corners of all bodies: of the face and of the back, each as `Body.corners` gives them."""
    centre = np.array([body.centre for body in bodies])
    across, upward, out = (
        np.array([body.axes for body in bodies]) * np.array([body.size for body in bodies])[..., None] / 2
    ).transpose(1, 0, 2)
    rim = np.stack([upward - across, across + upward, across - upward, -across - upward], axis=1)
    return np.stack([rim + (centre + out)[:, None], rim + (centre - out)[:, None]], axis=1)


def visible_shares(bodies: Sequence[Body], camera: Camera, size: int) -> npt.NDArray[np.float64]:
    """Tell how much of each tile's upper face is seen in the picture, 0 to 1.

    Args:
        bodies: the tiles.
        camera: where they are seen from.
        size: pixels of the square picture's side.

    Returns:
        ``(n,)``; 0 for a face that is turned away, and for tiles beside or behind the camera.

    """
    side = size // _COARSE
    owner = np.full((side, side), -1, np.int32)
    pixels = camera.project(solids(bodies).reshape(-1, 3)).reshape(-1, 8, 2) / _COARSE
    offset = np.array([body.centre for body in bodies]) - camera.position
    towards = (offset * np.array([body.axes[2] for body in bodies])).sum(axis=1) < 0
    away = np.hypot(np.hypot(offset[:, 0], offset[:, 1]), offset[:, 2])
    before = offset @ camera.axes[2] > 2 * bodies[0].size[1]
    shift = 16  # of a pixel: four binary digits
    points = np.round(np.clip(pixels, -4 * side, 4 * side) * shift).astype(np.int32)
    for index in np.argsort(-away, kind="stable"):
        if before[index]:
            cv2.fillConvexPoly(owner, cv2.convexHull(points[index]), -1, cv2.LINE_8, 4)
            if towards[index]:
                cv2.fillConvexPoly(owner, points[index, :4], int(index), cv2.LINE_8, 4)
    seen = np.bincount(owner[owner >= 0], minlength=len(bodies)).astype(np.float64)
    # A filled polygon has also the pixels that its rim touches: half a pixel all around.
    quads = pixels[:, :4]
    rim = np.hypot(*(quads - np.roll(quads, 1, axis=1)).transpose(2, 0, 1)).sum(axis=1)
    areas = np.array([abs(cv2.contourArea(quad.astype(np.float32))) for quad in quads]) + rim / 2
    return np.asarray(np.where(before & towards, seen / np.maximum(areas, 1.0), 0.0).clip(0, 1))


def draw_table(
    rng: np.random.Generator,
    *,
    size: int = 1280,
    deal: Deal | None = None,
    style: Style | None = None,
    tilt: float | None = None,
    elevation: float | None = None,
    alone: bool = False,
) -> Table:
    """Draw a table with a whole hand in view.

    Args:
        rng: draws everything that is not given.
        size: pixels of the square picture's side.
        deal: the hand.
        style: how it is laid out.
        tilt: degrees by which the picture is turned.
        elevation: degrees above the table.
        alone: whether nothing else lies on the table.

    """
    while True:
        tile = Proportions.draw(rng)
        dealt = deal or draw_deal(rng)
        laid = lay_hand(rng, dealt, tile, style)
        hand = laid.bodies(tile, lean=float(rng.uniform(0.15, 0.55)))
        camera = _camera(rng, hand, size, rack=laid.style.rack, tilt=tilt, elevation=elevation)
        if camera is None:
            continue
        others, present = (
            ([], ()) if alone else surround(rng, hand, rest_of_the_set(dealt.hand), tile, camera=camera, size=size)
        )
        bodies = (*hand, *others)
        visible = visible_shares(bodies, camera, size)
        if visible[: len(hand)].min() >= HAND_VISIBLE:
            around = tuple(f"with {name}" for name in present) or ("nothing else",)
            kinds = (f"hand {dealt.kind}", *laid.style.kinds, *around)
            return Table(laid, kinds, bodies, camera, size, visible)


def _camera(
    rng: np.random.Generator, hand: list[Body], size: int, *, rack: bool, tilt: float | None, elevation: float | None
) -> Camera | None:
    """Look at the table so that the whole hand is in the picture; None where that fails."""
    if elevation is None:
        elevation = float(rng.uniform(32, 58) if rack else rng.uniform(38, 90))
    if tilt is None:
        kind = rng.random()
        tilt = float(rng.normal(0, 4) if kind < 0.7 else rng.uniform(-45, 45) if kind < 0.96 else rng.normal(180, 8))
    camera = frame(
        hand,
        size,
        tilt=tilt,
        elevation=elevation,
        field_of_view=float(rng.uniform(30, 65)),
        filled=float(rng.uniform(0.6, 0.94)),
        place=(float(rng.uniform(0.2, 0.8)), float(rng.uniform(0.3, 0.95))),
    )
    pixels = camera.project(solids(hand).reshape(-1, 3))
    tile_pixels = camera.focal_length / float(np.linalg.norm(camera.position))
    return camera if pixels.min() >= 0 and pixels.max() <= size and tile_pixels > size / 40 else None


def frame(
    hand: Sequence[Body],
    size: int,
    *,
    tilt: float,
    elevation: float,
    field_of_view: float,
    filled: float,
    place: tuple[float, float] = (0.5, 0.5),
) -> Camera:
    """Point a camera so that it shows some tiles as large as asked for.

    Args:
        hand: the tiles.
        size: pixels of the square picture's side.
        tilt: degrees by which the picture is turned.
        elevation: degrees above the table.
        field_of_view: degrees across the picture.
        filled: share of the picture's side that the tiles take up; they are never larger than a ninth of it each.
        place: where in the room that is left, from left to right and from the top to the bottom, 0 to 1.

    """
    corners = solids(hand).reshape(-1, 3)
    tile_pixels, centre = size / 20, (size / 2, size / 2)
    camera = None
    for _ in range(5):
        if camera is not None:
            pixels = camera.project(corners)
            low, high = pixels.min(axis=0), pixels.max(axis=0)
            tile_pixels = float(min(tile_pixels * filled * size / float((high - low).max()), size / 9))
            room = np.maximum(size * 0.97 - (high - low), 0)
            aim = size * 0.015 + room * place
            centre = (centre[0] + float(aim[0] - low[0]), centre[1] + float(aim[1] - low[1]))
        camera = look_at_table(
            elevation=float(np.deg2rad(elevation)),
            roll=float(np.deg2rad(tilt)),
            field_of_view=float(np.deg2rad(field_of_view)),
            tile_pixels=tile_pixels,
            size=size,
            centre=centre,
        )
    assert camera is not None
    return camera


def draw_rack(table: Table, picture: npt.NDArray[np.float32], colour: npt.NDArray[np.float32]) -> None:
    """Draw a bar of one RGB colour under and before the tiles that stand; nothing where none does."""
    feet = np.array(
        [body.centre[:2] for body, piece in zip(table.bodies, table.laid.pieces, strict=False) if piece.stands]
    )
    if not len(feet):
        return
    left, right, y = feet[:, 0].min() - 1.2, feet[:, 0].max() + 1.2, float(feet[:, 1].mean())
    for near, far, brightness in ((-0.62, 0.75, 1.0), (-0.75, -0.62, 0.6), (-0.36, -0.33, 0.75)):
        quad = np.array([[left, y + far, 0], [right, y + far, 0], [right, y + near, 0], [left, y + near, 0]])
        points = np.round(table.camera.project(quad) * 16).astype(np.int32)
        cv2.fillConvexPoly(picture, points, tuple(float(value * brightness) for value in colour), cv2.LINE_AA, 4)


def plain_tile() -> Proportions:
    """The proportions of a common tile, for pictures that are no random draw."""
    return Proportions((1.0, TILE_HEIGHT, TILE_THICKNESS))
