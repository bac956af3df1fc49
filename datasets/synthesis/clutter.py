"""What lies on tables and is no tile: hands, cups, cards, dice, print, ornaments of the cloth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Callable

    Colour = tuple[float, float, float]
    Kind = Callable[[np.random.Generator, npt.NDArray[np.float32], tuple[int, int], int, Colour], None]


def add_clutter(rng: np.random.Generator, picture: npt.NDArray[np.float32]) -> None:
    """Draw one thing that is no tile somewhere into a picture ``(size, size, 3)``."""
    size = len(picture)
    red, green, blue = (float(value) for value in rng.uniform(0, 255, 3))
    x, y = (int(value) for value in rng.uniform(-0.05 * size, 1.05 * size, 2))
    radius = int(rng.uniform(0.02, 0.16) * size)
    _KINDS[int(rng.integers(len(_KINDS)))](rng, picture, (x, y), radius, (red, green, blue))


def _fingers(
    rng: np.random.Generator, picture: npt.NDArray[np.float32], middle: tuple[int, int], radius: int, _colour: Colour
) -> None:
    skin = (rng.uniform(140, 235), rng.uniform(95, 180), rng.uniform(70, 150))
    for _ in range(int(rng.integers(1, 6))):
        x, y = np.array(middle) + rng.normal(0, radius, 2).astype(int)
        axes = (max(2, radius), max(2, int(radius * rng.uniform(0.2, 0.5))))
        cv2.ellipse(picture, (int(x), int(y)), axes, float(rng.uniform(0, 180)), 0, 360, skin, -1, cv2.LINE_AA)


def _cup(
    _rng: np.random.Generator, picture: npt.NDArray[np.float32], middle: tuple[int, int], radius: int, colour: Colour
) -> None:
    cv2.circle(picture, middle, max(2, radius), colour, -1, cv2.LINE_AA)
    inner = (colour[0] * 0.8, colour[1] * 0.8, colour[2] * 0.8)
    cv2.circle(picture, middle, max(1, int(radius * 0.8)), inner, -1, cv2.LINE_AA)


def _card(
    rng: np.random.Generator, picture: npt.NDArray[np.float32], middle: tuple[int, int], radius: int, colour: Colour
) -> None:
    box = cv2.boxPoints((middle, (radius * 2, radius * float(rng.uniform(0.3, 2))), float(rng.uniform(0, 90))))
    cv2.fillConvexPoly(picture, box.astype(np.int32), colour, cv2.LINE_AA)


def _print(
    rng: np.random.Generator, picture: npt.NDArray[np.float32], middle: tuple[int, int], radius: int, colour: Colour
) -> None:
    text = "".join(rng.choice(list("ABCEHKMNRSWXZ0123456789#@&%"), int(rng.integers(1, 8))))
    printed = np.zeros(picture.shape[:2], np.uint8)
    font, thick = int(rng.integers(0, 8)), int(rng.integers(1, 5))
    cv2.putText(printed, text, middle, font, radius / 25, 255, thick, cv2.LINE_AA)
    picture[printed > 127] = colour


def _scribble(
    rng: np.random.Generator, picture: npt.NDArray[np.float32], middle: tuple[int, int], radius: int, colour: Colour
) -> None:
    points = (np.array(middle) + rng.normal(0, radius, (int(rng.integers(3, 7)), 2))).astype(np.int32)
    cv2.polylines(picture, [points], bool(rng.integers(2)), colour, int(rng.integers(1, 6)), cv2.LINE_AA)


def _ornament(
    rng: np.random.Generator, picture: npt.NDArray[np.float32], middle: tuple[int, int], radius: int, colour: Colour
) -> None:
    """Clouds, scrolls and blossoms as brocade has them: rounded shapes with a light rim, and curls."""
    rim = tuple(float(value) for value in rng.uniform(120, 255, 3))
    thick = max(1, round(radius * float(rng.uniform(0.02, 0.08))))
    for _ in range(int(rng.integers(3, 14))):
        x, y = np.array(middle) + rng.normal(0, radius, 2)
        reach = max(3.0, radius * float(rng.uniform(0.12, 0.45)))
        if rng.random() < 0.6:
            axes = (max(2, int(reach)), max(2, int(reach * rng.uniform(0.5, 1))))
            turn, start = float(rng.uniform(0, 360)), float(rng.uniform(0, 360))
            cv2.ellipse(picture, (int(x), int(y)), axes, turn, 0, 360, colour, -1, cv2.LINE_AA)
            cv2.ellipse(picture, (int(x), int(y)), axes, turn, start, start + 250, rim, thick, cv2.LINE_AA)
        else:
            angle = np.linspace(0, float(rng.uniform(3, 9)), 40) + rng.uniform(0, 6)
            curl = np.stack([x + np.cos(angle) * reach * angle / 6, y + np.sin(angle) * reach * angle / 6], axis=1)
            cv2.polylines(picture, [np.round(curl).astype(np.int32)], False, rim, thick, cv2.LINE_AA)


_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def _dice(
    rng: np.random.Generator, picture: npt.NDArray[np.float32], middle: tuple[int, int], _radius: int, _colour: Colour
) -> None:
    """One to four dice, each some two thirds of a tile wide."""
    size = len(picture)
    side = float(np.exp(rng.uniform(np.log(0.012), np.log(0.05)))) * size
    body = np.array([rng.uniform(225, 255)] * 3) if rng.random() < 0.7 else rng.uniform(20, 255, 3)
    elevation = float(np.deg2rad(rng.uniform(35, 88)))
    for index in range(int(rng.integers(1, 5))):
        place = np.array(middle) + (rng.normal(0, side * 1.3, 2) if index else 0)
        _die(rng, picture, place, side=side, body=body, elevation=elevation)


def _die(
    rng: np.random.Generator,
    picture: npt.NDArray[np.float32],
    place: npt.NDArray[np.float64],
    *,
    side: float,
    body: npt.NDArray[np.float64],
    elevation: float,
) -> None:
    turn = float(rng.uniform(0, 2 * np.pi))
    across = np.array([np.cos(turn), np.sin(turn), 0.0])
    along = np.array([-np.sin(turn), np.cos(turn), 0.0])
    up = np.array([0.0, 0.0, 1.0])
    towards = np.array([0.0, -np.cos(elevation), np.sin(elevation)])
    screen = np.stack([[1.0, 0.0, 0.0], [0.0, -np.sin(elevation), -np.cos(elevation)]])
    numbers = rng.permutation(6) + 1
    faces = [(normal, first, second) for normal, first, second in _sides(across, along, up) if normal @ towards > 0]
    for number, (normal, first, second) in zip(numbers, faces, strict=False):
        shade = 0.6 + 0.4 * float(normal @ np.array([0.2, -0.3, 0.93]))

        def on_picture(
            points: npt.NDArray[np.float64],
            normal: npt.NDArray[np.float64] = normal,
            first: npt.NDArray[np.float64] = first,
            second: npt.NDArray[np.float64] = second,
        ) -> npt.NDArray[np.int32]:
            solid = (normal + points[:, :1] * first + points[:, 1:] * second) * side / 2
            return np.asarray(np.round((solid @ screen.T + place) * 16), dtype=np.int32)

        colour = tuple(float(value) for value in body * shade)
        square = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
        cv2.fillConvexPoly(picture, on_picture(square), colour, cv2.LINE_AA, 4)
        dark = body.mean() > 128
        ink = np.array([200.0, 30.0, 30.0]) if number in {1, 4} else np.full(3, 25.0 if dark else 240.0)
        angle = np.linspace(0, 2 * np.pi, 10, endpoint=False)
        for x, y in _PIPS[int(number)]:
            reach = 0.3 if number == 1 else 0.19
            spot = np.stack([x * 0.52 + np.cos(angle) * reach, y * 0.52 + np.sin(angle) * reach], axis=1)
            cv2.fillConvexPoly(picture, on_picture(spot), tuple(float(v) for v in ink * shade), cv2.LINE_AA, 4)


def _sides(
    across: npt.NDArray[np.float64], along: npt.NDArray[np.float64], up: npt.NDArray[np.float64]
) -> list[tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], npt.NDArray[np.float64]]]:
    """The outward normal of each side of a cube but the lowest, and the two directions within it."""
    return [
        (up, across, along),
        (across, along, up),
        (-across, along, up),
        (along, across, up),
        (-along, across, up),
    ]


_KINDS: Final[tuple[Kind, ...]] = (_fingers, _cup, _card, _print, _scribble, _ornament, _dice, _dice)
