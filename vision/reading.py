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
from vision.blanks import settle_blanks
from vision.confidence import chance_of, confidence_of, doubts_of
from vision.errors import quoted
from vision.finding import find_tiles
from vision.layout import Layout, Role, lay_out
from vision.overlaps import without_overlaps
from vision.picture_quality import LEAST_TILES, picture_doubts
from vision.questions import MOST_QUESTIONS, SURE, Question, ReadTile, ask
from vision.understanding import understand, worth_a_look
from vision.views import Views

__all__ = [
    "MOST_QUESTIONS",
    "SURE",
    "Problem",
    "Question",
    "ReadTile",
    "Reading",
    "interpret",
    "read_photo",
    "worth_a_look",
]

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.decoding import Decoded
    from vision.detections import Detections
    from vision.detector import Detector
    from vision.faces import FaceClassifier
    from vision.photo import Photo

EMPTY: Final = Hand()
"""The hand of a photo that shows none."""

ALTERNATIVES: Final = 4
"""Most other faces that are given for a tile."""

LEAST_ALTERNATIVE: Final = 0.005
"""A face less probable than this is no alternative."""


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
        chance: of its tiles and faces alone; ``confidence`` is that times `vision.confidence.SURE_OF` each doubt.
        doubts: what makes the whole less sure than its tiles.

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
    chance: float = 0.0
    doubts: tuple[str, ...] = ()

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
    found = find_tiles(photo.pixels, detector, classifier)
    settled = settle_blanks(found, photo.pixels)
    picture: tuple[str, ...] = ()
    views = None
    if classifier is not None:
        views = Views(settled.boxes, found.corners)
        first = lay_out(settled.boxes, settled.class_id, views=views)
        chosen = worth_a_look(first, views)
        probabilities = settled.probabilities.copy()
        look = classifier.examine(photo.pixels, found, chosen)
        probabilities[chosen] = look.found.probabilities[chosen]
        hand = np.isin(chosen, [index for group in first.groups for index in group.tiles])
        if hand.sum() < LEAST_TILES:
            hand[:] = True
        picture = picture_doubts(photo.pixels, look.faces[hand], look.named[hand], classifier.name)
        settled = found.renamed(probabilities)
        apart = without_overlaps(settled)
        if not apart.all():
            settled, views = settled[apart], None
    found = settled
    whole = found.moved(photo.whole(found.boxes))
    # Where tiles lie beside each other is the same in any unit of length.
    reading = interpret(whole, photo.name, photo.width, photo.height, picture=picture, views=views)
    return replace(reading, seconds=time.perf_counter() - start + photo.seconds)


def interpret(
    found: Detections,
    name: str,
    width: int,
    height: int,
    *,
    picture: Sequence[str] = (),
    views: Views | None = None,
) -> Reading:
    """Turn tiles found into a reading: no picture needed.

    Args:
        found: the tiles, boxes in pixels of the whole photo.
        name: the photo's name.
        width: the photo's pixels across.
        height: the photo's pixels down.
        picture: what is the matter with the photo, as `vision.picture_quality.picture_doubts` lists it.
        views: of these tiles in any unit of length, where they were laid out before.

    """
    asked = tuple(Question(kind) for kind in picture)
    if not len(found):
        problem = Problem("no_tiles", f"No mahjong tile was found in {quoted(name)}")
        return Reading(name, width, height, questions=asked, problems=(problem,))
    layout, decoded = understand(found, views or Views(found.boxes, found.corners))
    order = [index for group in layout.groups for index in group.tiles]
    placed = set(order)
    order += [index for index in range(len(found)) if index not in placed]
    tiles = _read_tiles(found, layout, decoded, order)
    if not layout.groups:
        problem = Problem("no_hand", f"No row of tiles that could be a hand was found in {quoted(name)}")
        return Reading(name, width, height, tiles, questions=asked, problems=(problem,))
    hand = to_hand(layout, [CODES[face] for face in decoded.faces])
    place = {index: position for position, index in enumerate(order)}
    doubts = [(doubt, tuple(place[index] for index in about)) for doubt, about in layout.doubts]
    questions = ask(tiles, doubts, decoded, (width, height), picture)
    why = doubts_of(layout, decoded, picture)
    chance = chance_of(found, layout, decoded)
    confidence = confidence_of(chance, why)
    problems = problems_of(hand)
    return Reading(name, width, height, tiles, hand, confidence, questions, problems, chance=chance, doubts=why)


def _read_tiles(found: Detections, layout: Layout, decoded: Decoded, order: Sequence[int]) -> tuple[ReadTile, ...]:
    roles, numbers = layout.roles(len(found)), layout.numbers(len(found))
    ranked = np.argsort(-found.probabilities, axis=1, kind="stable")[:, : ALTERNATIVES + 1]
    tiles = []
    for index in order:
        there = float(found.confidence[index])
        chances = decoded.chances.get(index) or [
            (int(face), float(found.probabilities[index, face])) for face in ranked[index]
        ]
        (face, chance), *rest = chances
        x1, y1, x2, y2 = (float(edge) for edge in found.boxes[index])
        others = [(CODES[other], there * less) for other, less in rest[:ALTERNATIVES]]
        kept = tuple(pair for pair in others if pair[1] >= LEAST_ALTERNATIVE)
        tiles.append(ReadTile(CODES[face], there * chance, (x1, y1, x2, y2), roles[index], numbers[index], kept))
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
