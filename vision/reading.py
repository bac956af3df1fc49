"""A photo read: tiles, the hand they make, and what a person should confirm."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from scoring import notation
from scoring.hand import Hand, Meld
from scoring.problems import Severity, hand_problems
from scoring.tiles import CODES, FACES, TILES, Tile
from vision.blanks import settle_blanks
from vision.decoding import Decoded, decode_hand
from vision.errors import quoted
from vision.layout import Doubt, Group, Layout, Role, lay_out
from vision.melds import BACK, FIRST_BONUS
from vision.picture_quality import picture_doubts
from vision.questions import MOST_QUESTIONS, PERHAPS_NO_TILE, SURE, Question, ReadTile, ask
from vision.rows import Tiles
from vision.views import Views

__all__ = ["MOST_QUESTIONS", "SURE", "Problem", "Question", "ReadTile", "Reading", "interpret", "read_photo"]

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

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

LEAST_OTHER: Final = 0.1
"""A back, or a bonus tile, that is less likely than this is not tried for a face."""

MOST_OTHERS: Final = 4
"""So many tiles are tried so."""

BESIDE: Final = 2.0
"""Tiles of which the middle lies this near to that of a tile of the hand, in tile lengths, get a second look."""

MOST_BESIDE: Final = 12
"""So many of them at most, the nearest first."""

LENGTH: Final = 0.57
"""A tile's longer side as a part of its box's width plus height."""

MOST_WEAK: Final = 3
"""So many boxes, the least sure ones, are left out in turn where a hand has a tile too many."""

SURE_OF: Final = {
    Doubt.TILE_COUNT: 0.5,
    Doubt.WINNING_TILE: 0.98,
    Doubt.KONG_TILE: 0.85,
    Doubt.KONG: 0.6,
    Doubt.EXPOSED_MELDS: 0.94,
    Doubt.EXTRA_TILE: 0.85,
}
"""How often a hand is read right in spite of each doubt; a hand without any nearly always is."""


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
    settled = settle_blanks(found, photo.pixels)
    picture: tuple[str, ...] = ()
    views = None
    if classifier is not None:
        found = classifier.cornered(photo.pixels, found, np.arange(len(found)))
        views = Views(settled.boxes, found.corners)
        first = lay_out(settled.boxes, settled.class_id, views=views)
        chosen = worth_a_look(first, found.boxes)
        probabilities = settled.probabilities.copy()
        look = classifier.examine(photo.pixels, found, chosen)
        probabilities[chosen] = look.found.probabilities[chosen]
        hand = np.isin(chosen, [index for group in first.groups for index in group.tiles]) | (not first.groups)
        picture = picture_doubts(photo.pixels, look.faces[hand], look.named[hand], classifier.name)
        settled = found.renamed(probabilities)
    found = settled
    whole = found.moved(photo.whole(found.boxes))
    # Where tiles lie beside each other is the same in any unit of length.
    reading = interpret(whole, photo.name, photo.width, photo.height, picture=picture, views=views)
    return replace(reading, seconds=time.perf_counter() - start + photo.seconds)


def worth_a_look(layout: Layout, boxes: NDArray[np.floating]) -> NDArray[np.int64]:
    """List the tiles that deserve a second look: those of the hand as the detector alone sees it, and some beside it.

    What lies beside a hand may be a bonus tile or a meld that the detector misread; so the nearest `MOST_BESIDE` within
    `BESIDE` of one of its tiles are looked at too. A table may show three times as many others, which are ignored
    whatever their faces. Where there is no hand, all are looked at.

    Args:
        layout: the hand by the detector's faces.
        boxes: ``(n, 4)`` xyxy of all tiles found, in any unit of length.

    """
    hand = np.array(sorted(index for group in layout.groups for index in group.tiles), dtype=np.int64)
    if not len(hand):
        return np.arange(len(boxes), dtype=np.int64)
    tiles = Tiles.of(boxes)
    length = LENGTH * float(np.median(tiles.sizes[hand]))
    distance = np.hypot(*np.moveaxis(tiles.centres[:, None] - tiles.centres[hand][None], 2, 0)).min(axis=1)
    beside = np.setdiff1d(np.flatnonzero(distance <= BESIDE * length), hand)
    beside = beside[np.argsort(distance[beside], kind="stable")][:MOST_BESIDE]
    return np.sort(np.concatenate([hand, beside]))


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
    layout, decoded = _understand(found, views or Views(found.boxes, found.corners))
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
    confidence = decoded.chance * _there(found, layout, decoded) * math.prod(SURE_OF[doubt] for doubt, _ in doubts)
    return Reading(name, width, height, tiles, hand, confidence, questions, problems_of(hand))


@dataclass(frozen=True, slots=True)
class _Sight:
    """One way to take the tiles found: faces that the layout depends on, the layout, the faces read together."""

    faces: tuple[int, ...]
    layout: Layout
    decoded: Decoded

    @property
    def score(self) -> float:
        """How likely it is, as a logarithm."""
        return self.layout.score + self.decoded.score

    def chances(self, index: int) -> tuple[tuple[int, float], ...]:
        """List the faces that a tile may have, with their chances."""
        return self.decoded.chances.get(index, ((self.faces[index], 1.0),))


def _understand(found: Detections, views: Views) -> tuple[Layout, Decoded]:
    """Name the tiles of a hand together, and lay them out once more where that changes a face.

    Where a tile may be of another kind, such as a bonus tile, the hand that this makes is weighed against the others.

    Where the hand has a tile too many, one box that may show none is left out if a win remains: a scrap at the photo's
    edge, one tile found twice.
    """
    others = _second_faces(found)
    plain = tuple(found.class_id.tolist())
    first = _sight(found, views, plain, others)
    # Nothing else is tried where the likeliest faces win.
    plainly = first.decoded.wins and first.decoded.faces == plain
    sights = [first]
    changes = _other_kinds(found, first.layout, only_left_out=plainly)
    while changes:
        # Each on its own, then each of the rest beside the best, as long as that is better than without.
        before = max(sights, key=lambda sight: sight.score)
        tried = [_sight(found, views, _changed(before.faces, change), others) for change in changes]
        sights += tried
        best = max(range(len(tried)), key=lambda place: tried[place].score)
        changes = [*changes[:best], *changes[best + 1 :]] if tried[best].score > before.score else []
    layout, decoded = _weighed(sights)
    surplus = [about for doubt, about in layout.doubts if doubt is Doubt.TILE_COUNT and about]
    if surplus:
        weak = sorted((float(found.confidence[index]), index) for index in surplus[0])[:MOST_WEAK]
        for there, index in weak:
            if there >= PERHAPS_NO_TILE:
                break
            kept = np.array([other for other in range(len(found)) if other != index])
            less = found[kept]
            without = _renumbered(lay_out(less.boxes, less.class_id, less.corners), kept)
            again = decode_hand(found, without)
            if again.complete and again.wins:
                doubts = (*without.doubts, (Doubt.EXTRA_TILE, (index,)))
                return replace(without, doubts=doubts), again
    if decoded.faces != layout.faces:
        layout = lay_out(found.boxes, decoded.faces, views=views)
        decoded = decode_hand(found, layout, layout.faces)
    return layout, decoded


def _changed(faces: tuple[int, ...], change: tuple[int, int]) -> tuple[int, ...]:
    index, face = change
    return (*faces[:index], face, *faces[index + 1 :])


def _sight(found: Detections, views: Views, faces: tuple[int, ...], others: dict[int, tuple[int, float]]) -> _Sight:
    layout = lay_out(found.boxes, faces, views=views, others=others)
    return _Sight(faces, layout, decode_hand(found, layout, layout.faces))


def _weighed(sights: list[_Sight]) -> tuple[Layout, Decoded]:
    """Take the likeliest way, and lend the faces of the tiles that the ways differ in the chances of the others."""
    best = max(sights, key=lambda sight: sight.score)
    if len(sights) == 1:
        return best.layout, best.decoded
    weights = np.exp([sight.score - best.score for sight in sights])
    weights /= weights.sum()
    chances = dict(best.decoded.chances)
    for index in best.decoded.chances:
        if len({sight.faces[index] for sight in sights}) == 1:
            continue
        mixed: dict[int, float] = {}
        for sight, weight in zip(sights, weights, strict=True):
            for face, chance in sight.chances(index):
                mixed[face] = mixed.get(face, 0.0) + float(weight) * chance
        named = best.decoded.faces[index]
        rest = sorted(((face, chance) for face, chance in mixed.items() if face != named), key=lambda pair: -pair[1])
        chances[index] = ((named, mixed.get(named, 0.0)), *rest)
    share = float(weights[sights.index(best)])
    return best.layout, replace(best.decoded, chances=chances, chance=best.decoded.chance * share)


def _second_faces(found: Detections) -> dict[int, tuple[int, float]]:
    """List, for each tile that is not sure, the second face and how much less likely it is, as a logarithm."""
    unsure = np.flatnonzero(found.probabilities.max(axis=1, initial=0.0) < SURE)
    ranked = np.argsort(-found.probabilities[unsure], axis=1, kind="stable")[:, :2]
    return {
        int(index): (int(second), float(np.log(found.probabilities[index, first] / found.probabilities[index, second])))
        for index, (first, second) in zip(unsure, ranked, strict=True)
        if found.probabilities[index, second] >= LEAST_OTHER
    }


def _other_kinds(found: Detections, layout: Layout, *, only_left_out: bool) -> list[tuple[int, int]]:
    """List tiles with other faces that may change the layout: a back for a face, a bonus tile for none, or the reverse.

    Of the hand's tiles, of those that may be of it, and of those near it that may be bonus tiles, the least certain are
    tried, one at a time; of the hand's none with ``only_left_out``.
    """
    kinds = np.zeros(len(CODES), np.int64)
    kinds[FIRST_BONUS:BACK], kinds[BACK] = 1, 2
    first = kinds[found.class_id]
    hand = np.zeros(len(found), bool)
    hand[[index for group in layout.groups for index in group.tiles]] = True
    doubted = np.zeros(len(found), bool)
    doubted[[index for doubt, about in layout.doubts if doubt is Doubt.EXTRA_TILE for index in about]] = True
    unsure = found.probabilities.max(axis=1, initial=0.0) < SURE
    near = np.zeros(len(found), bool)
    if unsure.any():
        near[worth_a_look(layout, found.boxes)] = True
    tried: list[tuple[float, int, int]] = []
    for kind in range(3):
        chances = np.where(kinds == kind, found.probabilities, 0.0)
        chance = chances.sum(axis=1)
        placed = doubted | ((hand | (first == 2)) & (not only_left_out)) | (near & ~hand & (kind == 1))
        some = np.flatnonzero(unsure & placed & (first != kind) & (chance >= LEAST_OTHER))
        tried += [(-float(chance[index]), int(index), int(chances[index].argmax())) for index in some]
    return [(index, face) for _, index, face in sorted(tried)[:MOST_OTHERS]]


def _renumbered(layout: Layout, indexes: NDArray[np.int64]) -> Layout:
    """Give a layout of some tiles the indexes that they have among all."""
    groups = tuple(Group(group.role, tuple(int(indexes[place]) for place in group.tiles)) for group in layout.groups)
    doubts = tuple((doubt, tuple(int(indexes[place]) for place in about)) for doubt, about in layout.doubts)
    return replace(layout, groups=groups, doubts=doubts)


def _there(found: Detections, layout: Layout, decoded: Decoded) -> float:
    """Tell how likely it is that there is a tile in every box of the hand.

    In a hand of the right size a box without a tile must make up for a tile without a box, which is a tenth as likely.
    """
    lack = 0.1 if decoded.complete else 1.0
    there = [float(found.confidence[index]) for group in layout.groups for index in group.tiles]
    return math.prod(1.0 - lack * (1.0 - chance) for chance in there)


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
