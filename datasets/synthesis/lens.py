"""What light and lens do to a finished scene: uneven light, glare, colour cast, blur, noise."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from datasets.synthesis.tables import noise


def expose(rng: np.random.Generator, picture: npt.NDArray[np.float32]) -> npt.NDArray[np.uint8]:
    """Photograph a scene.

    Args:
        rng: draws the conditions.
        picture: ``(size, size, 3)`` float32 RGB 0–255; it is changed in place.

    Returns:
        ``(size, size, 3)`` uint8 RGB.

    """
    size = len(picture)
    shade = 1 + noise(rng, size, 2, 2) * rng.uniform(0, 0.15)
    picture *= (shade * rng.uniform(0.55, 1.12))[..., None]
    if rng.random() < 0.35:
        _glare(rng, picture)
    if rng.random() < 0.3:
        _cast_shadow(rng, picture)
    warmth = rng.normal(0, 0.08)
    picture *= np.array([1 + warmth, 1 + rng.normal(0, 0.03), 1 - warmth], np.float32)
    np.clip(picture, 0, 255, out=picture)
    gamma = np.exp(rng.normal(0, 0.2))
    picture = 255 * (picture / 255) ** gamma
    if rng.random() < 0.06:
        picture = np.repeat(picture.mean(axis=2, keepdims=True), 3, axis=2)
    return _blur_and_noise(rng, picture)


def _glare(rng: np.random.Generator, picture: npt.NDArray[np.float32]) -> None:
    """The reflection of a lamp: soft, elongated, whitening what it covers."""
    size = len(picture)
    glare = np.zeros((size, size), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        centre = tuple(int(value) for value in rng.uniform(0, size, 2))
        axes = (int(rng.uniform(0.02, 0.25) * size) + 1, int(rng.uniform(0.01, 0.08) * size) + 1)
        cv2.ellipse(glare, centre, axes, float(rng.uniform(0, 180)), 0, 360, float(rng.uniform(40, 190)), -1)
    small = cv2.resize(glare, (size // 4, size // 4), interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), float(rng.uniform(0.01, 0.05) * size / 4))
    picture += cv2.resize(small, (size, size))[..., None]


def _cast_shadow(rng: np.random.Generator, picture: npt.NDArray[np.float32]) -> None:
    """The shadow of a person or a phone: a large darker shape with a soft edge."""
    size = len(picture)
    shadow = np.ones((size // 4, size // 4), np.float32)
    points = (rng.uniform(-0.3, 1.3, (int(rng.integers(3, 6)), 2)) * size / 4).astype(np.int32)
    cv2.fillPoly(shadow, [points], float(rng.uniform(0.35, 0.85)))
    shadow = np.asarray(cv2.GaussianBlur(shadow, (0, 0), float(rng.uniform(0.005, 0.06) * size / 4)), dtype=np.float32)
    picture *= cv2.resize(shadow, (size, size))[..., None]


def _blur_and_noise(rng: np.random.Generator, picture: npt.NDArray[np.float32]) -> npt.NDArray[np.uint8]:
    kind = rng.random()
    if kind < 0.35:
        picture = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.4, 1.3))).astype(np.float32)
    elif kind < 0.5:  # a hand that moved
        length = int(rng.integers(3, 9))
        kernel = np.zeros((length, length), np.float32)
        angle = rng.uniform(0, np.pi)
        middle = (length - 1) / 2
        start = (round(middle - np.cos(angle) * middle), round(middle - np.sin(angle) * middle))
        end = (round(middle + np.cos(angle) * middle), round(middle + np.sin(angle) * middle))
        cv2.line(kernel, start, end, 1.0, 1)
        picture = cv2.filter2D(picture, -1, kernel / kernel.sum()).astype(np.float32)
    elif kind < 0.65:  # a small photo enlarged, or over-sharpened by the phone
        if rng.random() < 0.5:
            factor = rng.uniform(0.5, 0.9)
            small = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
            picture = cv2.resize(small, picture.shape[1::-1], interpolation=cv2.INTER_LINEAR).astype(np.float32)
        else:
            soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
            picture = (picture + (picture - soft) * rng.uniform(0.4, 1.5)).astype(np.float32)
    if rng.random() < 0.6:
        picture = picture + rng.standard_normal(picture.shape, dtype=np.float32) * rng.uniform(1, 9)
    return np.clip(picture, 0, 255).astype(np.uint8)
