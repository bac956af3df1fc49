"""Tile faces as textures: each set of faces becomes upright RGBA pictures of one size."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt

from datasets.faces import drawn_set, face_image
from datasets.snapshots import HELD_OUT_SETS, real_faces
from scoring.tiles import FACES

if TYPE_CHECKING:
    from collections.abc import Callable

Texture = npt.NDArray[np.uint8]
"""An upright face, ``(160, 120, 4)`` RGBA; the alpha rounds the tile's corners."""

TEXTURE_WIDTH: Final = 120
TEXTURE_HEIGHT: Final = 160

IVORY_OF_DRAWINGS: Final = (247.0, 244.0, 234.0)
"""RGB of the body under a drawn face."""

DRAWN_SETS: Final = 24
HELD_OUT_DRAWN_SETS: Final = 5
"""How many sets of random design are drawn for training and for validation."""

# Drawings that carry a tile edge of their own lose it: the scene draws the tile's body itself.
_INSET_OF_DRAWINGS: Final = {"art-font": 0.08, "art-noxone": 0.05, "art-wikimedia": 0.14}
_INSET_OF_PHOTOS: Final = 0.02

LEAST_MARK: Final = 0.04
"""A corner of a flower or season that is on average darker than the ground by this part of it bears a mark."""


@dataclass(frozen=True, slots=True)
class FaceSet:
    """The faces of one tile set.

    Attributes:
        name: the set's name, by which training and validation are kept apart.
        faces: tile code → one or more RGBA textures; a set may lack faces.
        ivory: colour of the tile's body, RGB 0–255, as seen at the faces' borders.

    """

    name: str
    faces: dict[str, tuple[Texture, ...]]
    ivory: tuple[float, float, float]


@cache
def _corner_alpha() -> npt.NDArray[np.uint8]:
    """``(160, 120)`` alpha of a rounded rectangle, corner radius 9 % of the width."""
    mask = np.zeros((TEXTURE_HEIGHT * 4, TEXTURE_WIDTH * 4), np.uint8)
    radius = int(TEXTURE_WIDTH * 4 * 0.09)
    height, width = mask.shape
    cv2.rectangle(mask, (radius, 0), (width - radius - 1, height - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (width - 1, height - radius - 1), 255, -1)
    for x in (radius, width - radius - 1):
        for y in (radius, height - radius - 1):
            cv2.circle(mask, (x, y), radius, 255, -1)
    return cv2.resize(mask, (TEXTURE_WIDTH, TEXTURE_HEIGHT), interpolation=cv2.INTER_AREA).astype(np.uint8)


def as_texture(rgba: npt.NDArray[np.uint8], *, inset: float = 0.0) -> Texture:
    """Bring a face picture to a texture: trimmed, resized, transparent parts laid on ivory, corners rounded.

    Args:
        rgba: ``(h, w, 4)`` uint8, upright.
        inset: share of the width and height to cut from each side.

    """
    height, width = rgba.shape[:2]
    left, top = round(width * inset), round(height * inset)
    trimmed = rgba[top : height - top or None, left : width - left or None]
    # What is transparent has no colour of its own, so it is laid on ivory before colours are averaged.
    opacity = trimmed[..., 3:].astype(np.float32) / 255
    colour = trimmed[..., :3] * opacity + np.array(IVORY_OF_DRAWINGS, np.float32) * (1 - opacity)
    resized = cv2.resize(colour, (TEXTURE_WIDTH, TEXTURE_HEIGHT), interpolation=cv2.INTER_AREA)
    return np.dstack([np.round(resized).astype(np.uint8), _corner_alpha()])


def blank_texture(ivory: tuple[float, float, float]) -> Texture:
    """The face of a blank white dragon: the body's colour and nothing on it."""
    rgb = np.empty((TEXTURE_HEIGHT, TEXTURE_WIDTH, 3), np.uint8)
    rgb[:] = np.round(ivory)
    return np.dstack([rgb, _corner_alpha()])


def _read_rgba(path: str) -> npt.NDArray[np.uint8]:
    picture = cv2.imread(path, cv2.IMREAD_UNCHANGED)
    if picture is None:
        raise FileNotFoundError(path)
    if picture.ndim == 2:
        picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    if picture.shape[2] == 3:
        picture = cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA)
    return cv2.cvtColor(picture, cv2.COLOR_BGRA2RGBA).astype(np.uint8)


def _body_colour(textures: list[Texture]) -> tuple[float, float, float]:
    """Median colour of the strips beside the drawings: what the tile's body looks like under that light."""
    strips = [
        texture[30:130, columns, :3].reshape(-1, 3)
        for texture in textures
        for columns in (slice(2, 7), slice(113, 118))
    ]
    red, green, blue = np.median(np.concatenate(strips), axis=0)
    return float(red), float(green), float(blue)


def _drawn_sets(*, held_out: bool) -> list[FaceSet]:
    """The project's own drawing, and sets of random design; those for validation are drawn from other seeds."""
    if held_out:
        sets = [drawn_set(np.random.default_rng([1, seed]), TEXTURE_HEIGHT) for seed in range(HELD_OUT_DRAWN_SETS)]
    else:
        sets = [drawn_set(np.random.default_rng([0, seed]), TEXTURE_HEIGHT) for seed in range(DRAWN_SETS)]
    drawn = [_drawn_set(f"drawn-{number}", faces) for number, faces in enumerate(sets)]
    return drawn if held_out else [own_set(), *drawn]


@cache
def own_set() -> FaceSet:
    """The project's own drawing, which alone may be shown in its pictures."""
    return _drawn_set("own", {code: face_image(code, TEXTURE_HEIGHT * 2) for code in FACES})


def _drawn_set(name: str, faces: dict[str, npt.NDArray[np.uint8]]) -> FaceSet:
    textures: dict[str, tuple[Texture, ...]] = {code: (as_texture(faces[code]),) for code in FACES}
    return FaceSet(name, textures, IVORY_OF_DRAWINGS)


@cache
def face_sets(*, held_out: bool = False) -> tuple[FaceSet, ...]:
    """The tile sets to draw scenes from: the real ones, where there are any, and drawn ones.

    Args:
        held_out: the sets kept for validation instead of those for training: real ones only, or drawn ones from other
            seeds where there are no real ones.

    """
    by_set: dict[str, dict[str, list[Texture]]] = {}
    for face in real_faces():
        if (face.set_name in HELD_OUT_SETS) is not held_out:
            continue
        inset = _INSET_OF_PHOTOS if face.kind == "photo" else 0.0
        for prefix, drawing_inset in _INSET_OF_DRAWINGS.items():
            if face.set_name.startswith(prefix):
                inset = drawing_inset
        texture = as_texture(_read_rgba(str(face.path)), inset=inset)
        by_set.setdefault(face.set_name, {}).setdefault(face.code, []).append(texture)
    sets: list[FaceSet] = []
    for name, faces in sorted(by_set.items()):
        ivory = _body_colour([copies[0] for copies in faces.values()])
        sets.append(FaceSet(name, {code: tuple(copies) for code, copies in faces.items()}, ivory))
    if not held_out or not sets:
        sets += _drawn_sets(held_out=held_out)
    return tuple(sets)


def repainted(rng: np.random.Generator, texture: Texture) -> Texture:
    """Paint a flower or season anew: its left mark, its right mark and its picture each with an ink of their own.

    Many sets differ in their paints alone, and drawings in black have none.
    """
    inks = np.array([_ink(rng) for _ in range(3)], np.float32)
    if rng.random() < 0.5:
        inks[1] = inks[0]
    low, middle = round(TEXTURE_HEIGHT * rng.uniform(0.3, 0.46)), round(TEXTURE_WIDTH * rng.uniform(0.4, 0.6))
    paint = np.empty((TEXTURE_HEIGHT, TEXTURE_WIDTH, 3), np.float32)
    paint[:low, :middle], paint[:low, middle:], paint[low:] = inks
    rgb = texture[..., :3].astype(np.float32)
    ground = np.maximum(np.median(rgb.reshape(-1, 3), axis=0), 1)
    dark = 1 - (rgb / ground).min(axis=2, keepdims=True).clip(0, 1)
    painted = ground * (1 - dark) + paint * dark
    return np.dstack([np.clip(painted, 0, 255).astype(np.uint8), texture[..., 3]])


def with_one_mark(rng: np.random.Generator, texture: Texture) -> Texture:
    """Take the left or the right mark from a flower or season that has both: its number, or its character.

    Sets bear one, the other or both, and whoever learns from those with both may look at one of them alone.
    """
    rgb = texture[..., :3].astype(np.float32)
    ground = np.maximum(np.median(rgb.reshape(-1, 3), axis=0), 1)
    dark = 1 - (rgb / ground).min(axis=2).clip(0, 1)
    low, middle, rim = round(TEXTURE_HEIGHT * rng.uniform(0.3, 0.38)), TEXTURE_WIDTH // 2, round(TEXTURE_WIDTH * 0.04)
    left, right = dark[rim:low, rim:middle], dark[rim:low, middle:-rim]
    if min(float(left.mean()), float(right.mean())) < LEAST_MARK:
        return texture
    covered = np.zeros(dark.shape, np.float32)
    covered[rim:low, slice(rim, middle) if rng.random() < 0.5 else slice(middle, -rim)] = 1
    covered = cv2.GaussianBlur(covered, (0, 0), 1.5)[..., None]
    bare = rgb * (1 - covered) + ground.astype(np.float32) * covered
    return np.dstack([np.clip(bare, 0, 255).astype(np.uint8), texture[..., 3]])


def _ink(rng: np.random.Generator) -> npt.NDArray[np.float32]:
    """Mix red, blue, green or black, the inks of bonus tiles."""
    hue = float(rng.choice([rng.uniform(-6, 6) % 180, rng.uniform(104, 122), rng.uniform(55, 80)], p=[0.45, 0.3, 0.25]))
    value = rng.uniform(20, 70) if rng.random() < 0.2 else rng.uniform(80, 220)
    pixel = np.array([[[hue, rng.uniform(140, 255), value]]], dtype=np.uint8)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2RGB)[0, 0], dtype=np.float32)


def ink_change(rng: np.random.Generator) -> Callable[[Texture], Texture]:
    """One change of inks and body for all tiles of a scene: hue, saturation, contrast, at times other inks."""
    hue = rng.normal(0, 6)
    saturation = rng.uniform(0.6, 1.35)
    contrast = rng.uniform(0.75, 1.15)
    recolour = rng.random() < 0.12
    colours = rng.uniform(0, 130, size=3)

    def change(texture: Texture) -> Texture:
        hsv = cv2.cvtColor(texture[..., :3], cv2.COLOR_RGB2HSV).astype(np.float32)
        hsv[..., 0] = (hsv[..., 0] + hue) % 180
        hsv[..., 1] = np.clip(hsv[..., 1] * saturation, 0, 255)
        rgb = cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2RGB).astype(np.float32)
        if recolour:
            ink = 1 - rgb.min(axis=2, keepdims=True) / 255
            rgb = rgb * (1 - ink) + colours.astype(np.float32) * ink
        rgb = 240 - (240 - rgb) * contrast
        return np.dstack([np.clip(rgb, 0, 255).astype(np.uint8), texture[..., 3]])

    return change
