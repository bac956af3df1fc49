"""A photo read: tiles, the hand they make, and what a person should confirm."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from scoring import notation
from scoring.hand import Hand, Meld
from scoring.problems import Severity, hand_problems
from scoring.tiles import CODES, FACES, TILES, Tile
from vision.errors import quoted
from vision.layout import Doubt, Layout, Role, lay_out

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.detections import Detections
    from vision.detector import Detector
    from vision.faces import FaceClassifier
    from vision.photo import Photo

EMPTY: Final = Hand()
"""The hand of a photo that shows none."""

SURE: Final = 0.9
"""A tile of the hand whose face is less probable than this is a question."""

PERHAPS_NO_TILE: Final = 0.6
"""Where no other face is in question, a tile is asked about below this: there may be none."""

MOST_QUESTIONS: Final = 3
"""More than this many questions a photo would not be answered."""

ALTERNATIVES: Final = 4
"""Most other faces that are given for a tile."""

LEAST_ALTERNATIVE: Final = 0.005
"""A face less probable than this is no alternative."""


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
        kind: ``uncertain_tile`` or one of `vision.layout.Doubt`.
        tiles: indexes of the tiles it is about.
        options: the answers to choose from, likeliest first; empty where any face or a new photo may be the answer.

    """

    kind: str
    tiles: tuple[int, ...] = ()
    options: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Give the question as JSON objects and lists."""
        return {"kind": self.kind, "tiles": list(self.tiles), "options": list(self.options)}


@dataclass(frozen=True, slots=True)
class Problem:
    """Why what was read is not a hand that can be scored.

    Args:
        code: stable name for programs.
        message: one sentence.

    """

    code: str
    message: str

    def to_json(self) -> dict[str, Any]:
        """Give the problem as a JSON object."""
        return {"code": self.code, "message": self.message}


@dataclass(frozen=True, slots=True)
class Reading:
    """All that a photo was read as.

    Args:
        photo: the photo's name.
        width: pixels across of the whole photo, upright.
        height: pixels down.
        tiles: the hand's tiles group by group, each in reading order, then the ignored ones.
        hand: what they make; empty if there is no hand.
        confidence: estimated chance that the whole reading is right.
        questions: at most `MOST_QUESTIONS`, the most useful first.
        problems: why the hand cannot be scored as it is.
        seconds: how long it took, with opening the file.

    """

    photo: str
    width: int
    height: int
    tiles: tuple[ReadTile, ...] = ()
    hand: Hand = EMPTY
    confidence: float = 0.0
    questions: tuple[Question, ...] = ()
    problems: tuple[Problem, ...] = ()
    seconds: float = 0.0

    @property
    def notation(self) -> str:
        """The hand in canonical notation."""
        return notation.format(self.hand)

    def to_json(self) -> dict[str, Any]:
        """Give the reading as the contract's JSON object."""
        return {
            "photo": self.photo,
            "width": self.width,
            "height": self.height,
            "seconds": round(self.seconds, 3),
            "tiles": [tile.to_json() for tile in self.tiles],
            "hand": self.notation,
            "confidence": round(self.confidence, 4),
            "questions": [question.to_json() for question in self.questions],
            "problems": [problem.to_json() for problem in self.problems],
        }


def read_photo(photo: Photo, detector: Detector, classifier: FaceClassifier | None = None) -> Reading:
    """Read a photo.

    Args:
        photo: as `vision.photo.open_photo` gives it.
        detector: finds the tiles.
        classifier: looks at each once more; without one the detector's opinion stands.

    """
    start = time.perf_counter()
    found = detector.detect(photo.pixels)
    layout = None
    if classifier is not None:
        first = lay_out(found.boxes, found.class_id)
        looked = classifier.look(photo.pixels, found, worth_a_look(first, len(found)))
        if np.array_equal(looked.class_id, found.class_id):
            layout = first  # it depends on places and likeliest faces alone, and not on the unit of length
        found = looked
    reading = interpret(found.moved(photo.whole(found.boxes)), photo.name, photo.width, photo.height, layout)
    return replace(reading, seconds=time.perf_counter() - start + photo.seconds)


def worth_a_look(layout: Layout, count: int) -> NDArray[np.int64]:
    """List the tiles that deserve a second look: those of the hand as the detector alone sees it, all if there is none.

    A table may show three times as many others, which are ignored whatever their faces.

    Args:
        layout: the hand by the detector's faces.
        count: how many tiles were found.

    """
    chosen = sorted(index for group in layout.groups for index in group.tiles)
    return np.array(chosen or range(count), dtype=np.int64)


def interpret(found: Detections, name: str, width: int, height: int, layout: Layout | None = None) -> Reading:
    """Turn tiles found into a reading: no picture needed.

    Args:
        found: the tiles, boxes in pixels of the whole photo.
        name: the photo's name.
        width: the photo's pixels across.
        height: the photo's pixels down.
        layout: what `vision.layout.lay_out` makes of these boxes and faces, where it is known already.

    """
    if not len(found):
        problem = Problem("no_tiles", f"No mahjong tile was found in {quoted(name)}")
        return Reading(name, width, height, problems=(problem,))
    layout = lay_out(found.boxes, found.class_id) if layout is None else layout
    order = [index for group in layout.groups for index in group.tiles]
    placed = set(order)
    order += [index for index in range(len(found)) if index not in placed]
    place = {index: position for position, index in enumerate(order)}
    tiles = _read_tiles(found, layout, order)
    if not layout.groups:
        problem = Problem("no_hand", f"No row of tiles that could be a hand was found in {quoted(name)}")
        return Reading(name, width, height, tiles, problems=(problem,))
    hand = to_hand(layout, found.codes)
    in_hand = [tile for tile in tiles if tile.role is not Role.IGNORED]
    confidence = float(np.prod([tile.confidence for tile in in_hand]))
    if any(doubt is Doubt.TILE_COUNT for doubt, _ in layout.doubts):
        confidence *= 0.5  # a hand of another size is rarely what was meant: a tile was missed or invented
    questions = _questions(tiles, [(doubt, tuple(place[index] for index in about)) for doubt, about in layout.doubts])
    return Reading(name, width, height, tiles, hand, confidence, questions, problems_of(hand))


def _read_tiles(found: Detections, layout: Layout, order: Sequence[int]) -> tuple[ReadTile, ...]:
    roles, numbers = layout.roles(len(found)), layout.numbers(len(found))
    ranked = np.argsort(-found.probabilities, axis=1, kind="stable")[:, : ALTERNATIVES + 1]
    tiles = []
    for index in order:
        there = float(found.confidence[index])
        chances = [(CODES[face], there * float(found.probabilities[index, face])) for face in ranked[index]]
        x1, y1, x2, y2 = (float(edge) for edge in found.boxes[index])
        others = tuple(pair for pair in chances[1:] if pair[1] >= LEAST_ALTERNATIVE)
        tiles.append(ReadTile(*chances[0], (x1, y1, x2, y2), roles[index], numbers[index], others))
    return tuple(tiles)


def to_hand(layout: Layout, codes: Sequence[str]) -> Hand:
    """Make the hand of a layout.

    A concealed kong is four of the face it shows; one that shows none, and backs elsewhere, cannot be written and are
    left out.

    Args:
        layout: the groups, with indexes into ``codes``.
        codes: the face of each tile found.

    """
    concealed: list[Tile] = []
    melds: list[Meld] = []
    winning: list[Tile] = []
    bonus: list[Tile] = []
    for group in layout.groups:
        faces = [TILES[CODES.index(codes[index])] for index in group.tiles if codes[index] in FACES]
        match group.role:
            case Role.CONCEALED_KONG if faces:
                melds.append(Meld((faces[0],) * 4, exposed=False))
            case Role.EXPOSED if faces:
                melds.append(Meld(tuple(faces)))
            case Role.CONCEALED:
                concealed.extend(faces)
            case Role.WINNING:
                winning.extend(faces)
            case Role.BONUS:
                bonus.extend(faces)
    return Hand(tuple(concealed), tuple(melds), winning[0] if winning else None, tuple(bonus))


def problems_of(hand: Hand) -> tuple[Problem, ...]:
    """List why a hand cannot be scored as it was read; what only a question can settle is none."""
    return tuple(
        Problem(problem.code, problem.message)
        for problem in hand_problems(hand)
        if problem.severity is not Severity.NOTICE
    )


def _questions(tiles: Sequence[ReadTile], doubts: Sequence[tuple[Doubt, tuple[int, ...]]]) -> tuple[Question, ...]:
    """Choose the questions: those most likely to change the reading first."""
    weighed: list[tuple[float, Question]] = []
    miscounted = any(doubt is Doubt.TILE_COUNT for doubt, _ in doubts)
    for doubt, about in doubts:
        match doubt:
            case Doubt.TILE_COUNT:
                weighed.append((1.0, Question(doubt.value, about)))
            case Doubt.KONG_TILE:
                weighed.append((1.0, Question(doubt.value, about)))
            case Doubt.WINNING_TILE if not miscounted:
                options = tuple(dict.fromkeys(tiles[index].code for index in about))
                weighed.append((1.0, Question(doubt.value, about, options)))
            case Doubt.EXTRA_TILE:
                weighed.append((0.9, Question(doubt.value, about, ("keep", "drop"))))
            case Doubt.KONG | Doubt.EXPOSED_MELDS:
                hidden = Role.CONCEALED_KONG if doubt is Doubt.KONG else Role.CONCEALED
                weighed.append((0.5, Question(doubt.value, about, (Role.EXPOSED.value, hidden.value))))
            case _:
                pass
    for index, tile in enumerate(tiles):
        doubtful = tile.confidence < (SURE if tile.alternatives else PERHAPS_NO_TILE)
        if tile.role is not Role.IGNORED and doubtful:
            options = (tile.code, *(code for code, _ in tile.alternatives))
            weighed.append((1.0 - tile.confidence, Question("uncertain_tile", (index,), options)))
    weighed.sort(key=lambda pair: -pair[0])
    return tuple(question for _, question in weighed[:MOST_QUESTIONS])
