"""What lies on a table beside the winner's hand: discards, walls, the other players' hands, tiles cut by the border."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.synthesis import arrangements
from datasets.synthesis.bodies import Body, lying, standing

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy.typing as npt

    from datasets.synthesis.arrangements import Proportions
    from datasets.synthesis.camera import Camera

PRESENT: Final = {"discards": 0.72, "wall": 0.5, "other players": 0.4, "cut by the border": 0.3}
"""How often each is in a photo."""

CLEAR: Final = {"discards": 2.0, "wall": 1.6, "other players": 2.8, "cut by the border": 2.0}
"""So far from every tile of the hand they lie, middle to middle and in tile heights: what lies nearer in good order is
the hand's, and backs alone are not."""

TIDY: Final = 2.8
"""The same for discards in tidy rows."""


def surround(
    rng: np.random.Generator,
    hand: Sequence[Body],
    bag: Sequence[str],
    tile: Proportions,
    *,
    camera: Camera,
    size: int,
    every: bool = False,
) -> tuple[list[Body], tuple[str, ...]]:
    """Put other tiles on the table.

    Args:
        rng: draws everything.
        hand: the winner's tiles; what would lie too near to them is left out.
        bag: codes of the tiles that the set has left.
        tile: their proportions.
        camera: what the border cuts, it decides.
        size: pixels of the square picture's side.
        every: put down everything of `PRESENT`, not only what the dice say.

    Returns:
        The tiles, and which of `PRESENT` there are.

    """
    left = [bag[index] for index in rng.permutation(len(bag))]

    def pick() -> str:
        return left.pop() if left else "back"

    makers: dict[str, Callable[[], list[Body]]] = {
        "discards": lambda: _discards(rng, pick, tile, hand),
        "wall": lambda: _wall(rng, tile, hand),
        "other players": lambda: _other_players(rng, pick, tile, hand),
        "cut by the border": lambda: _at_the_border(rng, pick, tile, camera, size),
    }
    kept: list[Body] = []
    present = []
    for name, chance in PRESENT.items():
        if rng.random() < chance or every:
            more = _clear(_clear(makers[name](), hand, CLEAR[name] * tile.size[1]), kept, 1.45)
            kept += more
            if more:
                present.append(name)
    return kept, tuple(present)


def _clear(bodies: Sequence[Body], others: Sequence[Body], distance: float) -> list[Body]:
    """Keep the bodies that are farther than ``distance`` from all others, seen from above."""
    if not others or not bodies:
        return list(bodies)
    places = np.array([body.centre[:2] for body in bodies])
    taken = np.array([body.centre[:2] for body in others])
    apart = np.hypot(*(places[:, None] - taken).transpose(2, 0, 1)).min(axis=1)
    return [body for body, free in zip(bodies, apart, strict=True) if free > distance]


def _reach(hand: Sequence[Body]) -> tuple[float, float, float]:
    """The hand's left end, right end and far edge."""
    places = np.array([body.centre for body in hand])
    return float(places[:, 0].min()), float(places[:, 0].max()), float(places[:, 1].max())


def _discards(rng: np.random.Generator, pick: Callable[[], str], tile: Proportions, hand: Sequence[Body]) -> list[Body]:
    """A heap behind the hand, or discards in tidy rows, facing any player."""
    _, _, far = _reach(hand)
    x, y = float(rng.normal(0, 3)), far + float(rng.uniform(5.0, 9.0))
    if rng.random() < 0.65:
        count = int(rng.integers(5, 40))
        spread = float(rng.uniform(1.6, 3.0))
        return arrangements.heap(rng, pick, tile, count=count, x=x, y=y, spread=spread)
    turn = float(rng.choice([0, np.pi / 2, np.pi, -np.pi / 2]) + rng.normal(0, 0.05))
    step = tile.size[1] * float(rng.uniform(1.0, 1.2))
    bodies: list[Body] = []
    for line in range(int(rng.integers(1, 5))):
        for place in range(int(rng.integers(3, 9))):
            along, aside = (place - 3.5) * float(1 + rng.uniform(0.005, 0.05)), line * step
            cos, sin = np.cos(turn), np.sin(turn)
            bodies.append(
                lying(
                    pick(),
                    x + cos * along + sin * aside,
                    y + sin * along - cos * aside,
                    turn=turn + rng.normal(0, 0.03),
                    size=tile.size,
                )
            )
    return _clear(bodies, hand, TIDY * tile.size[1])


def _wall(rng: np.random.Generator, tile: Proportions, hand: Sequence[Body]) -> list[Body]:
    """A wall behind the hand or at either side of the table."""
    left, right, far = _reach(hand)
    count = int(rng.integers(3, 19))
    side = rng.random()
    if side < 0.6:
        x, y, turn = float(rng.normal(0, 4)), far + float(rng.uniform(2.6, 10)), float(rng.normal(0, 0.12))
    else:
        out = float(rng.uniform(2.2, 4))
        x = right + out if side < 0.8 else left - out
        y, turn = float(rng.uniform(2, 9)), float(np.pi / 2 + rng.normal(0, 0.12))
    return arrangements.wall(rng, tile, count=count, x=x, y=y, turn=turn)


def _other_players(
    rng: np.random.Generator, pick: Callable[[], str], tile: Proportions, hand: Sequence[Body]
) -> list[Body]:
    """Another player's hand: a row of standing backs, melds laid open before it; opposite or at a side."""
    left, right, far = _reach(hand)
    bodies: list[Body] = []
    for side in rng.permutation(3)[: int(rng.integers(1, 3))]:
        turn = (np.pi, np.pi / 2, -np.pi / 2)[side]
        out = float(rng.uniform(8, 14)) if side == 0 else float(rng.uniform(3, 6))
        x, y = [(0.0, far + out), (right + out, far + 4.0), (left - out, far + 4.0)][side]
        x, y = x + float(rng.normal(0, 1)), y + float(rng.normal(0, 1))
        cos, sin = np.cos(turn), np.sin(turn)
        melds = int(rng.integers(0, 4))
        stand = rng.random() < 0.75
        along = -(13 - 3 * melds) / 2
        for _ in range(13 - 3 * melds):
            place = x + cos * along, y + sin * along
            # A standing back turned towards this side of the table.
            bodies.append(
                standing("back", *place, turn=turn + np.pi, lean=0.0, size=tile.size)
                if stand
                else lying("back", *place, turn=turn, size=tile.size)
            )
            along += 1.01
        along += 0.8
        before = 1.6 if rng.random() < 0.5 else 0.0
        if before:
            along = -float(rng.uniform(2, 6))
        for _ in range(melds):
            face = pick()
            codes = _meld_like(face, pick)
            for code in codes:
                bodies.append(
                    lying(
                        code,
                        x + cos * along - sin * before,
                        y + sin * along + cos * before,
                        turn=turn + rng.normal(0, 0.02),
                        size=tile.size,
                    )
                )
                along += 1.01
            along += float(rng.uniform(0.1, 0.9))
    return bodies


def _meld_like(face: str, pick: Callable[[], str]) -> list[str]:
    """Three tiles that look like a meld: a run in a suit, or else what comes."""
    if face[-1] in "mps" and face[0] in "1234567":
        return [f"{int(face[0]) + step}{face[-1]}" for step in range(3)]
    return [face, pick(), pick()]


def _at_the_border(
    rng: np.random.Generator, pick: Callable[[], str], tile: Proportions, camera: Camera, size: int
) -> list[Body]:
    """Tiles of which the border of the picture leaves a part."""
    pixels = []
    for _ in range(int(rng.integers(1, 5))):
        along, side = float(rng.uniform(0, size)), int(rng.integers(4))
        edge = size if side % 2 else 0.0
        pixels.append((edge, along) if side < 2 else (along, edge))
    places = camera.table_points(np.array(pixels))
    visible: list[npt.NDArray[np.float64]] = [place for place in places if np.isfinite(place).all()]
    return [
        lying(pick(), float(place[0]), float(place[1]), turn=float(rng.uniform(0, 2 * np.pi)), size=tile.size)
        for place in visible
        if np.hypot(*place) < 30
    ]
