"""What a person should confirm: the doubts that remain in a reading, most useful first."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from scoring.tiles import CODES, FACES
from vision.clusters import components
from vision.layout import Doubt, Role
from vision.melds import BACK
from vision.wins import wins

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.decoding import Decoded

SURE: Final = 0.9
"""A tile of the hand whose face is less probable than this is a question."""

PERHAPS_NO_TILE: Final = 0.6
"""Where no other face is in question, a tile is asked about below this: there may be none."""

MOST_QUESTIONS: Final = 3
"""More than this many questions a photo would not be answered."""

WITHOUT_WIN: Final = 0.05
"""In a hand that does not win, faces are less sure than they seem: a tile is asked about from this chance of others."""

NO_WIN: Final = 0.02
"""In a hand that does not win, though it has the tiles of one, a tile is asked about from this chance of error on."""

HOLE: Final = (1.6, 2.7)
"""Where a row's step is as many times the usual, there is room for a tile that was not found."""

MOST_OPTIONS: Final = 9
"""More faces than these are not offered; any may be the answer then."""

MOST_PARTS: Final = 2
"""About so many places where tiles may belong to the hand is asked at most."""

BESIDE: Final = 1.5
"""Tiles of which the middles are no further apart than this, in tiles (the root of a box's area), lie side by side."""

WRONG_IN: Final = {"mirrored": 1.0, "blurred": 0.5, "dark": 0.5}
"""How often, at least, a hand is misread somewhere in a photo that is mirrored, blurred or dark."""

CUT: Final = 0.5
"""How often a hand that reaches the photo's edge is cut off there, though it has the right number of tiles."""

BACK_CODE: Final = CODES[BACK]

EDGE: Final = 0.004
"""A tile nearer to the photo's edge than this part of its longer side may be cut off."""


@dataclass(frozen=True, slots=True)
class ReadTile:
    """One tile as it was read.

    Args:
        code: its likeliest face.
        confidence: probability, 0 to 1, that a tile lies there and shows that face.
        box: x1, y1, x2, y2 in pixels of the whole photo, upright.
        role: what it is in the hand.
        group: number of its group in the hand; None if it is ignored.
        alternatives: other faces with their probabilities, likeliest first.

    """

    code: str
    confidence: float
    box: tuple[float, float, float, float]
    role: Role
    group: int | None
    alternatives: tuple[tuple[str, float], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Give the tile as JSON objects and lists."""
        return {
            "code": self.code,
            "confidence": round(self.confidence, 4),
            "box": [round(edge, 1) for edge in self.box],
            "role": self.role.value,
            "group": self.group,
            "alternatives": [[code, round(probability, 4)] for code, probability in self.alternatives],
        }


@dataclass(frozen=True, slots=True)
class Question:
    """What a person should confirm.

    Args:
        kind: ``uncertain_tile``, ``hidden_tile``, one of `vision.layout.Doubt`, or what is the matter with the photo:
            ``cut`` or one of `WRONG_IN`.
        tiles: indexes of the tiles it is about.
        options: the answers to choose from, likeliest first; empty where any face or a new photo may be the answer.

    """

    kind: str
    tiles: tuple[int, ...] = ()
    options: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Give the question as JSON objects and lists."""
        return {"kind": self.kind, "tiles": list(self.tiles), "options": list(self.options)}


def ask(
    tiles: Sequence[ReadTile],
    doubts: Sequence[tuple[Doubt, tuple[int, ...]]],
    decoded: Decoded,
    size: tuple[int, int],
    picture: Sequence[str] = (),
) -> tuple[Question, ...]:
    """Choose the questions: those most likely to change the reading first.

    Args:
        tiles: as read, those of the hand first.
        doubts: what the layout does not know, with places in ``tiles``.
        decoded: the faces as they were read together.
        size: the photo's width and height in pixels.
        picture: what is the matter with the photo, of `WRONG_IN`.

    """
    misread = 1.0 - math.prod(tile.confidence for tile in tiles if tile.role is not Role.IGNORED)
    weighed = [(max(WRONG_IN[kind], misread), Question(kind)) for kind in picture]
    kinds = {doubt for doubt, _ in doubts}
    for doubt, about in doubts:
        match doubt:
            case Doubt.TILE_COUNT:
                weighed.append((1.0, _hidden(tiles) if not about else Question(doubt.value, about)))
            case Doubt.KONG_TILE:
                weighed.append((1.0, Question(doubt.value, about)))
            case Doubt.WINNING_TILE if Doubt.TILE_COUNT not in kinds:
                options = tuple(dict.fromkeys(tiles[index].code for index in about))
                weighed.append((0.95, Question(doubt.value, about, options)))
            case Doubt.EXTRA_TILE:
                # Whoever keeps a tile that was left out may need no hidden one any more.
                first = 1.01 if Doubt.TILE_COUNT in kinds else 0.6
                parts = sorted(_parts(tiles, about), key=lambda part: -len(part))
                weighed += [(first - 0.2 * place, _belongs(part)) for place, part in enumerate(parts[:MOST_PARTS])]
            case Doubt.KONG | Doubt.EXPOSED_MELDS:
                hidden = Role.CONCEALED_KONG if doubt is Doubt.KONG else Role.CONCEALED
                # Where melds lie in the hand as it was read, which of its tiles has won is easier told without them.
                inside = any(tiles[index].role is Role.CONCEALED for index in about)
                weighed.append(
                    (0.96 if inside else 0.3, Question(doubt.value, about, (Role.EXPOSED.value, hidden.value)))
                )
            case _:
                pass
    weighed += _uncertain(tiles, decoded)
    if decoded.complete and not decoded.near:
        # As many tiles as in a whole hand, and far from a win: some other row is the hand.
        weighed = [pair for pair in weighed if pair[1].kind not in {Doubt.EXTRA_TILE, Doubt.WINNING_TILE}]
        weighed.append(
            (1.0, _belongs(tuple(index for index, tile in enumerate(tiles) if tile.role is not Role.IGNORED)))
        )
    cut = tuple(index for index, tile in enumerate(tiles) if tile.role is not Role.IGNORED and _at_edge(tile, size))
    if cut:
        # A kong that lost a tile is a pung, and nobody counts bonus tiles: a hand may seem whole and be cut.
        weighed.append((0.98 if Doubt.TILE_COUNT in kinds else CUT, Question("cut", cut)))
    weighed.sort(key=lambda pair: -pair[0])
    # What else is in doubt in a spoilt photo another photo may settle: so that is always said, if need be last.
    spoilt = [pair for pair in weighed if pair[1].kind in WRONG_IN]
    others = [pair for pair in weighed if pair[1].kind not in WRONG_IN][: MOST_QUESTIONS - len(spoilt)]
    return tuple(question for _, question in sorted([*spoilt, *others], key=lambda pair: -pair[0]))


def _belongs(about: tuple[int, ...]) -> Question:
    return Question(Doubt.EXTRA_TILE.value, about, ("keep", "drop"))


def _parts(tiles: Sequence[ReadTile], about: Sequence[int]) -> list[tuple[int, ...]]:
    """Part tiles into those that one answer is true of: bonus tiles or not, of the hand or left out, side by side."""
    boxes = np.array([tiles[index].box for index in about])
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    sizes = np.sqrt((boxes[:, 2:] - boxes[:, :2]).clip(1e-6).prod(axis=1))
    kinds = np.array([[tiles[index].code[1:] in {"f", "g"}, tiles[index].role is Role.IGNORED] for index in about])
    apart = np.hypot(*np.moveaxis(middles[:, None] - middles[None], 2, 0))
    alike = (kinds[:, None] == kinds[None]).all(axis=2) & (apart < BESIDE * np.maximum(sizes[:, None], sizes[None]))
    return [tuple(about[place] for place in part) for part in components(alike)]


def _uncertain(tiles: Sequence[ReadTile], decoded: Decoded) -> list[tuple[float, Question]]:
    """List the tiles whose faces are in doubt, with how likely they are wrong.

    In a hand that has the tiles of a whole one and does not win, one may be misread: the least certain is asked about
    even where it is rather certain.
    """
    found: list[tuple[float, Question]] = []
    open_ = [(1.0 - tile.confidence, index) for index, tile in enumerate(tiles) if tile.role is not Role.IGNORED]
    doubtful = 1 - SURE if decoded.wins else WITHOUT_WIN
    kongs: dict[int | None, tuple[float, int]] = {}
    for error, index in open_:
        tile = tiles[index]
        face = sum(chance for _, chance in tile.alternatives)
        if face < doubtful and error <= (1 - PERHAPS_NO_TILE):
            continue
        if tile.role is Role.CONCEALED_KONG:
            # Its tiles are all alike, so that one answer names them; one that shows its back cannot be named.
            kongs[tile.group] = max(kongs.get(tile.group, (0.0, -1)), (error, index))
        else:
            found.append((min(error, 0.96), _which(index, tile)))
    for group, (error, index) in kongs.items():
        shown = [place for place, tile in enumerate(tiles) if tile.group == group and tile.code != BACK_CODE]
        question = _which(index, tiles[index])
        if BACK_CODE not in question.options:
            found.append((min(error, 0.96), question))
        elif shown:
            found.append((min(error, 0.96), Question("uncertain_tile", (shown[0],))))
    if not found and decoded.complete and decoded.near and not decoded.wins:
        unsure = [(sum(chance for _, chance in tiles[index].alternatives), index) for _, index in open_]
        worst, index = max(unsure, key=lambda pair: (pair[0], -pair[1]))
        if worst >= NO_WIN:
            found.append((0.5, _which(index, tiles[index])))
    return found


def _which(index: int, tile: ReadTile) -> Question:
    return Question("uncertain_tile", (index,), (tile.code, *(code for code, _ in tile.alternatives)))


def _at_edge(tile: ReadTile, size: tuple[int, int]) -> bool:
    width, height = size
    near = EDGE * max(size)
    x1, y1, x2, y2 = tile.box
    return x1 < near or y1 < near or x2 > width - near or y2 > height - near


def _hidden(tiles: Sequence[ReadTile]) -> Question:
    """Ask for the tile that a hand lacks, if it lacks one: between which two there is room, and what would win."""
    roles = [tile.role for tile in tiles]
    melds = {tile.group for tile in tiles if tile.role in {Role.EXPOSED, Role.CONCEALED_KONG}}
    loose = [CODES.index(tile.code) for tile in tiles if tile.role in {Role.CONCEALED, Role.WINNING}]
    if len(loose) + 3 * len(melds) != 13:
        return Question(Doubt.TILE_COUNT.value)
    options = tuple(FACES[face] for face in range(34) if wins([*loose, face], len(melds)))
    options = options if len(options) <= MOST_OPTIONS else ()
    row = [index for index, role in enumerate(roles) if role is Role.CONCEALED]
    if len(row) > 3:
        boxes = np.array([tiles[index].box for index in row])
        middles = (boxes[:, :2] + boxes[:, 2:]) / 2
        steps = np.hypot(*(middles[1:] - middles[:-1]).T)
        wide = steps / np.median(steps)
        at = int(np.argmax(wide))
        if HOLE[0] <= wide[at] <= HOLE[1]:
            return Question("hidden_tile", (row[at], row[at + 1]), options)
    return Question("hidden_tile", (), options) if options else Question(Doubt.TILE_COUNT.value)
