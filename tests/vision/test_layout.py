"""From boxes and faces to the groups of a hand: every convention of `vision.layout`, on tables laid out here."""

import math
from dataclasses import dataclass, field

import numpy as np
import pytest
from numpy.typing import NDArray

from scoring.tiles import CODES
from tests.vision.rows import HEIGHT, WIDTH, corners, seen, seen_corners
from vision.layout import Doubt, Layout, Role, lay_out


@dataclass
class Table:
    """A table being laid out: tiles are put down in rows, then seen at any tilt and slant."""

    tiles: list[NDArray[np.float64]] = field(default_factory=list)
    faces: list[str] = field(default_factory=list)

    def row(self, text: str, x: float = 200, y: float = 1000, *, down: bool = False) -> "Table":
        """Put a row down. Codes are separated by spaces; `_` leaves a gap of half a tile, `__` of two tiles; `^` before
        a code lays the tile across. With `down`, the row runs downwards, each tile turned by a quarter.
        """
        for word in text.split():
            if set(word) == {"_"}:
                step = WIDTH * (0.5 if word == "_" else 2)
                x, y = (x, y + step) if down else (x + step, y)
                continue
            across = word.startswith("^")
            length = HEIGHT if across else WIDTH
            x, y = (x, y + length / 2) if down else (x + length / 2, y)
            self.tiles.append(corners(x, y, across=across != down))
            self.faces.append(word.removeprefix("^"))
            x, y = (x, y + length / 2) if down else (x + length / 2, y)
        return self

    def heap(self, count: int, x: float = 700, y: float = 300, seed: int = 0) -> "Table":
        """Strew tiles, each turned anyhow, none on top of another."""
        random = np.random.default_rng(seed)
        places: list[tuple[float, float]] = []
        while len(places) < count:
            place = (random.normal(x, 260), random.normal(y, 140))
            if place[1] < y + 350 and all(math.dist(place, other) > 85 for other in places):
                places.append(place)
                self.tiles.append(seen_corners([corners(*place)], tilt=random.uniform(0, 180), centre=place)[0])
                self.faces.append(CODES[int(random.integers(0, 34))])
        return self

    def askew(self, face: str, x: float, y: float, degrees: float) -> "Table":
        """Put one tile down, turned."""
        self.tiles.append(seen_corners([corners(x, y)], tilt=degrees, centre=(x, y))[0])
        self.faces.append(face)
        return self

    def lay(self, *, tilt: float = 0, slant: float = 0, noise: float = 0, shuffle: bool = True) -> Layout:
        quads = seen_corners(self.tiles, tilt=tilt, slant=slant)
        boxes = np.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1)
        random = np.random.default_rng(3)
        boxes = boxes + random.normal(0, noise, boxes.shape) * WIDTH
        quads = quads + random.normal(0, 1.5 * noise, quads.shape) * WIDTH
        order = random.permutation(len(boxes)) if shuffle else np.arange(len(boxes))
        layout = lay_out(boxes[order], [CODES.index(self.faces[index]) for index in order], quads[order])
        self.faces = [self.faces[index] for index in order]
        self.tiles = [self.tiles[index] for index in order]
        return layout

    def written(self, layout: Layout) -> str:
        """The layout as text: ( ) exposed, [ ] concealed kong, + winning, | bonus, bare concealed; faces in order."""
        around = {
            Role.EXPOSED: "({})",
            Role.CONCEALED_KONG: "[{}]",
            Role.CONCEALED: "{}",
            Role.WINNING: "+{}",
            Role.BONUS: "|{}",
        }
        return " ".join(
            around[group.role].format(" ".join(self.faces[index] for index in group.tiles)) for group in layout.groups
        )


FOURTEEN = "1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C C"
TEN = "1m 2m 3m 4p 5p 6p 7s 7s 7s C"


def doubts(layout: Layout) -> list[Doubt]:
    return [doubt for doubt, _ in layout.doubts]


TABLES = {
    "one row: all concealed, the winning tile unknown": (
        Table().row(FOURTEEN),
        FOURTEEN,
        [Doubt.WINNING_TILE],
    ),
    "a tile set apart on the right has won": (
        Table().row("1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C _ C"),
        "1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C +C",
        [],
    ),
    "a tile set apart on the left has won": (
        Table().row("3m _ 1m 2m 4p 5p 6p 7s 7s 7s E E E C C"),
        "1m 2m 4p 5p 6p 7s 7s 7s E E E C C +3m",
        [],
    ),
    "a tile laid across at the end has won": (
        Table().row("1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C ^C"),
        "1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C +C",
        [],
    ),
    "a tile above the row has won": (
        Table().row("1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C").row("C", 500, 880),
        "1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C +C",
        [],
    ),
    "melds set apart are exposed": (
        Table().row("1m 2m 3m _ 4p 5p 6p __ 7s 7s 7s E E E C _ C"),
        "(1m 2m 3m) (4p 5p 6p) 7s 7s 7s E E E C +C",
        [],
    ),
    "melds pushed together, apart from the hand, are exposed": (
        Table().row("7s 7s 7s E E E C _ C __ 1m 2m 3m 4p 5p 6p"),
        "(1m 2m 3m) (4p 5p 6p) 7s 7s 7s E E E C +C",
        [],
    ),
    "melds in a row above are exposed": (
        Table().row("7s 7s 7s E E E C _ C").row("1m 2m 3m _ 4p 5p 6p", 250, 880),
        "(1m 2m 3m) (4p 5p 6p) 7s 7s 7s E E E C +C",
        [],
    ),
    "melds in a longer row above are exposed; with a meld and the pair below, the hand may have been sorted": (
        Table().row("1m 2m 3m 4p 5p 6p 7s 7s 7s").row("E E E C C", 300, 1090),
        "(1m 2m 3m) (4p 5p 6p) (7s 7s 7s) E E E C C",
        [Doubt.EXPOSED_MELDS, Doubt.WINNING_TILE],
    ),
    "of two tiles apart, the one above the row has won": (
        Table().row("9s _ 1m 2m 3m 4p 5p 6p 7s 7s 7s E E N").row("8s", 500, 880),
        "9s 1m 2m 3m 4p 5p 6p 7s 7s 7s E E N +8s",
        [],
    ),
    "four melds pushed together beside their pair, of which one tile has won, are exposed": (
        Table().row("9s _ 1m 2m 3m 4p 5p 6p 7s 7s 7s E E E").row("9s", 500, 880),
        "(1m 2m 3m) (4p 5p 6p) (7s 7s 7s) (E E E) 9s +9s",
        [],
    ),
    "so they are beside two tiles of which one was misread": (
        Table().row("9s _ 1m 2m 3m 4p 5p 6p 7s 7s 7s E E E").row("8s", 500, 880),
        "(1m 2m 3m) (4p 5p 6p) (7s 7s 7s) (E E E) 9s +8s",
        [],
    ),
    "of a tile off the row's end and aside of it nobody knows whether it has won or was discarded": (
        Table().row("1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C").row("C", 200 + 14.2 * WIDTH, 1000 - 2.1 * HEIGHT),
        "1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C +C",
        [Doubt.EXTRA_TILE],
    ),
    "four equal tiles in a row that wins with the tile apart are no kong": (
        Table().row("2m 2m 2m 3m 3m 3m 3m 4m 4m 4m W W W _ 5m"),
        "2m 2m 2m 3m 3m 3m 3m 4m 4m 4m W W W +5m",
        [],
    ),
    "where it does not win so, the tile apart waits for its like": (
        Table().row("2m 2m 2m 3m 3m 3m 3m 4m 4m 4m W W W _ 9p"),
        "(2m 2m 2m) (3m 3m 3m 3m) (4m 4m 4m) (W W W) 9p",
        [Doubt.TILE_COUNT, Doubt.EXPOSED_MELDS, Doubt.WINNING_TILE],
    ),
    "melds that lie nearer to each other than to the pair were put aside": (
        Table().row("1m 2m 3m _ 4p 5p 6p _ 7s 7s 7s _ E E E __ C C"),
        "(1m 2m 3m) (4p 5p 6p) (7s 7s 7s) (E E E) C C",
        [Doubt.EXPOSED_MELDS, Doubt.WINNING_TILE],
    ),
    "where all lie apart alike the hand was sorted": (
        Table().row("1m 2m 3m _ 4p 5p 6p _ 7s 7s 7s _ E E E _ C C"),
        "1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C C",
        [Doubt.EXPOSED_MELDS, Doubt.WINNING_TILE],
    ),
    "a tile of the wall that lies against a pung makes no kong of it": (
        Table().row("4p 5p 6p 7s 7s 7s E E E C _ C __ 9m 9m 9m back"),
        "(9m 9m 9m) 4p 5p 6p 7s 7s 7s E E E C +C",
        [],
    ),
    "a concealed kong with one face up, pushed together with a meld": (
        Table().row("4p 5p 6p 7s 7s 7s C _ C __ back back 9m back 1m 2m 3m"),
        "(1m 2m 3m) [back back 9m back] 4p 5p 6p 7s 7s 7s C +C",
        [],
    ),
    "a discard that lies askew beside the row is none of the hand": (
        Table().row("1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C _ C").askew("9p", 700, 860, 35),
        "1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C +C",
        [],
    ),
    "melds in a row below are exposed": (
        Table().row("7s 7s 7s E E E 9p 9p 9p C _ C").row("1m 2m 3m", 500, 1120),
        "(1m 2m 3m) 7s 7s 7s E E E 9p 9p 9p C +C",
        [],
    ),
    "a meld turned by a quarter beside the row is exposed": (
        Table().row("4p 5p 6p 7s 7s 7s E E E C _ C").row("1m 2m 3m", 1080, 850, down=True),
        "(1m 2m 3m) 4p 5p 6p 7s 7s 7s E E E C +C",
        [],
    ),
    "an exposed kong set apart": (
        Table().row("9m 9m 9m 9m _ 4p 5p 6p 7s 7s 7s E E E C _ C"),
        "(9m 9m 9m 9m) 4p 5p 6p 7s 7s 7s E E E C +C",
        [],
    ),
    "two faces between two backs are a concealed kong": (
        Table().row("back 9m 9m back _ 4p 5p 6p 7s 7s 7s E E E C _ C"),
        "[back 9m 9m back] 4p 5p 6p 7s 7s 7s E E E C +C",
        [],
    ),
    "a back between a row and one tile is the bar of a rack, and the tile has won": (
        Table().row("back 4p 5p 6p 7s 7s 7s E E E 1m 2m 3m C back C"),
        "4p 5p 6p 7s 7s 7s E E E 1m 2m 3m C +C",
        [],
    ),
    "so it is at the other end": (
        Table().row("C back 4p 5p 6p 7s 7s 7s E E E 1m 2m 3m C"),
        "4p 5p 6p 7s 7s 7s E E E 1m 2m 3m C +C",
        [],
    ),
    "a back among the tiles of a row is the table in a gap, and what lies beyond it is apart": (
        Table().row("1m 2m 3m back 7s 7s 7s E E E 9p 9p 9p C _ C"),
        "(1m 2m 3m) 7s 7s 7s E E E 9p 9p 9p C +C",
        [],
    ),
    "so is one between the hand and melds pushed together": (
        Table().row("C _ 7s 7s 7s E E E C back 1m 2m 3m 9p 9p 9p"),
        "(1m 2m 3m) (9p 9p 9p) 7s 7s 7s E E E C +C",
        [],
    ),
    "two faces between two backs are one even where nothing is apart": (
        Table().row("4p 5p 6p 7s 7s 7s E E E C back 9m 9m back _ C"),
        "[back 9m 9m back] 4p 5p 6p 7s 7s 7s E E E C +C",
        [],
    ),
    "one face shown among backs is a concealed kong": (
        Table().row("back back 9m back _ 4p 5p 6p 7s 7s 7s E E E C _ C"),
        "[back back 9m back] 4p 5p 6p 7s 7s 7s E E E C +C",
        [],
    ),
    "a concealed kong in a row of its own": (
        Table().row("4p 5p 6p 7s 7s 7s E E E C _ C").row("back 9m 9m back", 300, 880),
        "[back 9m 9m back] 4p 5p 6p 7s 7s 7s E E E C +C",
        [],
    ),
    "four backs are a kong of an unknown face": (
        Table().row("back back back back _ 4p 5p 6p 7s 7s 7s E E E C _ C"),
        "[back back back back] 4p 5p 6p 7s 7s 7s E E E C +C",
        [Doubt.KONG_TILE],
    ),
    "four equal tiles among fourteen are no kong": (
        Table().row("1s 1s 1s 1s 2s 3s 5s 6s 7s E E E C _ C"),
        "1s 1s 1s 1s 2s 3s 5s 6s 7s E E E C +C",
        [],
    ),
    "four equal tiles among fifteen are a kong": (
        Table().row("9m 9m 9m 9m 4p 5p 6p 7s 7s 7s E E E C _ C"),
        "(9m 9m 9m 9m) 4p 5p 6p 7s 7s 7s E E E C +C",
        [Doubt.KONG],
    ),
    "bonus tiles in the row": (
        Table().row("1f 3g 1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C _ C"),
        "1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C +C |1f 3g",
        [],
    ),
    "bonus tiles apart": (
        Table().row("1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C _ C __ 1f 3g"),
        "1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C +C |1f 3g",
        [],
    ),
    "bonus tiles in a row of their own": (
        Table().row("1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C _ C").row("1f 3g", 700, 870),
        "1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C +C |1f 3g",
        [],
    ),
    "a bonus tile alone has not won": (
        Table().row(FOURTEEN + " _ 1f"),
        FOURTEEN + " |1f",
        [Doubt.WINNING_TILE],
    ),
    "two tiles set apart: unknown which has won, taken for the one on the right": (
        Table().row("9s _ 1m 2m 3m 4p 5p 6p 7s 7s 7s E E E _ 8s"),
        "9s 1m 2m 3m 4p 5p 6p 7s 7s 7s E E E +8s",
        [Doubt.WINNING_TILE],
    ),
    "two equal tiles set apart: either of them has won": (
        Table().row("C _ 1m 2m 3m 4p 5p 6p 7s 7s 7s E E E _ C"),
        "C 1m 2m 3m 4p 5p 6p 7s 7s 7s E E E +C",
        [],
    ),
    "seven pairs with gaps are concealed": (
        Table().row("1m 1m _ 4m 4m _ 2p 2p _ 5p 5p _ 9s 9s _ E E _ C C"),
        "1m 1m 4m 4m 2p 2p 5p 5p 9s 9s E E C C",
        [Doubt.WINNING_TILE],
    ),
    "every meld apart in one line: a concealed hand sorted for the photo, and a question": (
        Table().row("1m 2m 3m _ 4p 5p 6p _ 7s 7s 7s _ E E E _ C C"),
        "1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C C",
        [Doubt.EXPOSED_MELDS, Doubt.WINNING_TILE],
    ),
    "four melds pushed together, the pair apart: exposed, for nobody sorts a hand so, and a question": (
        Table().row("1m 2m 3m 4p 5p 6p 7s 7s 7s E E E __ C C"),
        "(1m 2m 3m) (4p 5p 6p) (7s 7s 7s) (E E E) C C",
        [Doubt.EXPOSED_MELDS, Doubt.WINNING_TILE],
    ),
    "four melds pushed together, both tiles of the pair set apart at one side: exposed": (
        Table().row("C _ C __ 1m 2m 3m 4p 5p 6p 7s 7s 7s E E E"),
        "(1m 2m 3m) (4p 5p 6p) (7s 7s 7s) (E E E) C +C",
        [],
    ),
    "four melds pushed together, one tile apart: exposed, and it waits for its like": (
        Table().row("C _ _ 1m 2m 3m 4p 5p 6p 7s 7s 7s E E E"),
        "(1m 2m 3m) (4p 5p 6p) (7s 7s 7s) (E E E) C",
        [Doubt.TILE_COUNT, Doubt.EXPOSED_MELDS, Doubt.WINNING_TILE],
    ),
    "four melds turned by a quarter beside both tiles of the pair, one of them apart": (
        Table()
        .row("1m 2m 3m", 100, 820, down=True)
        .row("4p 5p 6p", 280, 820, down=True)
        .row("7s 7s 7s", 460, 820, down=True)
        .row("E E E", 640, 820, down=True)
        .row("C _ C", 780, 960),
        "(E E E) (7s 7s 7s) (4p 5p 6p) (1m 2m 3m) C +C",
        [],
    ),
    "seven pairs wide apart before a heap": (
        Table().row("1m 1m _ _ 4m 4m _ _ 2p 2p _ _ 5p 5p _ _ 9s 9s _ _ E E _ _ C C", 100).heap(40, 700, 500),
        "1m 1m 4m 4m 2p 2p 5p 5p 9s 9s E E C C",
        [Doubt.WINNING_TILE],
    ),
    "thirteen tiles are too few": (
        Table().row("1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C"),
        "1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C",
        [Doubt.TILE_COUNT, Doubt.WINNING_TILE],
    ),
    "fifteen tiles without a kong are too many": (
        Table().row(FOURTEEN + " 9s"),
        FOURTEEN + " 9s",
        [Doubt.TILE_COUNT, Doubt.WINNING_TILE],
    ),
    "discards in rows behind a whole hand are ignored": (
        Table().row(FOURTEEN).row("9m 9m 9m 2s 3s 4s", 300, 800).row("F F F 1s 9s W", 300, 720),
        FOURTEEN,
        [Doubt.WINNING_TILE],
    ),
    "a wall of backs is ignored": (
        Table().row(FOURTEEN).row("back " * 17, 150, 850),
        FOURTEEN,
        [Doubt.WINNING_TILE],
    ),
}


@pytest.mark.parametrize("name", TABLES)
def test_table(name: str) -> None:
    table, expected, raised = TABLES[name]
    layout = table.lay()
    assert table.written(layout) == expected
    assert doubts(layout) == raised


SWEPT = {
    "melds": ("1m 2m 3m _ 4p 5p 6p __ 7s 7s 7s E E E C _ C", "(1m 2m 3m) (4p 5p 6p) 7s 7s 7s E E E C +C"),
    "kong": ("back 9m 9m back _ 4p 5p 6p 7s 7s 7s E E E C _ C", "[back 9m 9m back] 4p 5p 6p 7s 7s 7s E E E C +C"),
    "bonus": ("1f 3g _ 1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C _ C", "1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C +C |1f 3g"),
}


@pytest.mark.parametrize("name", SWEPT)
@pytest.mark.parametrize("tilt", range(-60, 61, 5))
def test_any_tilt_reads_the_same(name: str, tilt: int) -> None:
    text, expected = SWEPT[name]
    table = Table().row(text)
    layout = table.lay(tilt=tilt)
    assert table.written(layout) == expected
    assert layout.tilt == pytest.approx(tilt, abs=1)


@pytest.mark.parametrize("name", SWEPT)
@pytest.mark.parametrize("tilt", [-30, -15, 0, 15, 30, 45])
@pytest.mark.parametrize("slant", [0.1, 0.2, 0.3])
def test_a_slanted_view_reads_the_same(name: str, tilt: int, slant: float) -> None:
    text, expected = SWEPT[name]
    table = Table().row(text, 500)
    assert table.written(table.lay(tilt=tilt, slant=slant)) == expected


@pytest.mark.parametrize("name", SWEPT)
@pytest.mark.parametrize("tilt", [0, 10, 45])
def test_inexact_boxes_read_the_same(name: str, tilt: int) -> None:
    text, expected = SWEPT[name]
    table = Table().row(text)
    assert table.written(table.lay(tilt=tilt, noise=0.03)) == expected


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("tilt", [0, 12, 30])
def test_a_heap_of_discards_behind_is_ignored(seed: int, tilt: int) -> None:
    table = Table().row("1m 2m 3m _ 4p 5p 6p 7s 7s 7s E E E C _ C").heap(40, seed=seed)
    layout = table.lay(tilt=tilt)
    assert table.written(layout) == "(1m 2m 3m) 4p 5p 6p 7s 7s 7s E E E C +C"


@pytest.mark.parametrize("seed", range(6))
def test_upside_down_photos_are_read_from_the_other_side(seed: int) -> None:
    table = Table().row("1m 2m 3m _ 4p 5p 6p 7s 7s 7s E E E C _ C").heap(30, seed=seed)
    layout = table.lay(tilt=180)
    assert table.written(layout) == "(1m 2m 3m) 4p 5p 6p 7s 7s 7s E E E C +C"
    assert abs(layout.tilt) == pytest.approx(180, abs=1)


@pytest.mark.parametrize("squeeze", [0.7, 0.75, 1.33, 1.4])
def test_squeezed_photos_read_the_same(squeeze: float) -> None:
    table = Table().row(SWEPT["melds"][0])
    boxes = seen(table.tiles) * [squeeze, 1, squeeze, 1]
    layout = lay_out(boxes, [CODES.index(face) for face in table.faces])
    assert table.written(layout) == SWEPT["melds"][1]


def test_a_bent_row_is_one_row() -> None:
    table = Table()
    for index, face in enumerate(FOURTEEN.split()):
        angle = (index - 6.5) * 0.04
        x, y = 1000 + 1500 * math.sin(angle), 2500 - 1500 * math.cos(angle)
        quad = seen([corners(0, 0)], tilt=math.degrees(angle), centre=(0, 0))[0]
        table.tiles.append(corners(x, y, width=quad[2] - quad[0], height=quad[3] - quad[1]))
        table.faces.append(face)
    assert table.written(table.lay()) == FOURTEEN


@pytest.mark.parametrize("meld", ["2p 3p 4p", "9m 9m 9m", "9m 9m 9m 9m"])
@pytest.mark.parametrize("down", [False, True])
@pytest.mark.parametrize("torn", [0, 1, -1])
def test_corners_that_are_misled_tear_no_tile_off_a_meld(meld: str, torn: int, *, down: bool) -> None:
    table = (
        Table().row("4p 5p 6p 7s 7s 7s E E E C _ C").row(meld, 1080 if down else 400, 740 if down else 850, down=down)
    )
    index = range(11, len(table.faces))[torn]
    quads = seen_corners(table.tiles, tilt=45)
    boxes = np.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1)
    quads[index] = seen_corners([quads[index]], tilt=90, centre=tuple(quads[index].mean(axis=0)))[0]
    layout = lay_out(boxes, [CODES.index(face) for face in table.faces], quads)
    exposed = [set(group.tiles) for group in layout.only(Role.EXPOSED)]
    assert exposed == [set(range(11, len(table.faces)))]


@pytest.mark.parametrize("misled", [4, -1])
def test_a_winning_tile_across_is_seen_whichever_corners_are_misled(misled: int) -> None:
    table = Table().row("1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C ^C")
    table.tiles[-1] += [0, (HEIGHT - WIDTH) / 2]  # its lower edge on the row's
    quads = seen_corners(table.tiles, tilt=45)
    boxes = np.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1)
    quads[misled] = seen_corners([quads[misled]], tilt=60, centre=tuple(quads[misled].mean(axis=0)))[0]
    layout = lay_out(boxes, [CODES.index(face) for face in table.faces], quads)
    assert table.written(layout) == "1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C +C"


def lay_in_doubt(table: Table, index: int, other: str) -> Layout:
    """Lay a table out of which one tile may show another face."""
    boxes = seen(table.tiles)
    return lay_out(boxes, [CODES.index(face) for face in table.faces], others={index: (CODES.index(other), 0.5)})


def test_a_doubtful_face_is_read_as_what_makes_a_meld_of_the_row() -> None:
    table = Table().row("F S F F __ E E E _ 3p 3p P P _ 3p _ 5p 5p 5p", 100)
    layout = lay_in_doubt(table, 1, "F")
    assert layout.faces[1] == CODES.index("F")
    assert (0, 1, 2, 3) in [group.tiles for group in layout.only(Role.EXPOSED)]


def test_a_doubtful_face_stays_what_makes_a_hand_of_all() -> None:
    table = Table().row("2m 3m 4m 9s 9s 9s 6p 6p 6p P _ 8p 8p 8p").row("P", 500, 880)
    layout = lay_in_doubt(table, 9, "back")
    assert layout.faces[9] == CODES.index("P")
    assert table.written(layout) == "(8p 8p 8p) 2m 3m 4m 9s 9s 9s 6p 6p 6p P +P"


def test_no_tile_is_no_hand() -> None:
    assert lay_out(np.zeros((0, 4)), []) == Layout()


def test_nothing_but_backs_is_no_hand() -> None:
    assert Table().row("back " * 14).lay().groups == ()


def test_one_tile_is_a_hand_of_too_few() -> None:
    layout = Table().row("5m").lay()
    assert [group.role for group in layout.groups] == [Role.CONCEALED]
    assert doubts(layout)[0] is Doubt.TILE_COUNT


def test_each_tile_is_in_at_most_one_group() -> None:
    for seed in range(20):
        table = Table().heap(45, seed=seed)
        layout = table.lay()
        tiles = [index for group in layout.groups for index in group.tiles]
        assert len(tiles) == len(set(tiles))
        roles, numbers = layout.roles(45), layout.numbers(45)
        for role, number in zip(roles, numbers, strict=True):
            assert (number is None) == (role is Role.IGNORED)
            assert number is None or layout.groups[number].role is role


def test_the_order_of_the_boxes_does_not_matter() -> None:
    text = SWEPT["melds"][0]
    one, two = Table().row(text).heap(30), Table().row(text).heap(30)
    assert one.written(one.lay(shuffle=False)) == two.written(two.lay(shuffle=True))


def test_a_tile_of_another_size_within_the_row_belongs_to_it() -> None:
    """A box that took in a part of the next tile breaks the even steps; the tile is no less of the row."""
    table = Table().row(FOURTEEN)
    boxes = seen(table.tiles)
    boxes[12, 0] -= 0.45 * WIDTH  # too wide, its middle too near the tile before
    boxes[12, 3] += 0.2 * HEIGHT
    layout = lay_out(boxes, [CODES.index(face) for face in table.faces])
    assert sorted(layout.groups[0].tiles) == list(range(14))
    assert doubts(layout) == [Doubt.WINNING_TILE]


@pytest.mark.parametrize(("larger", "taken"), [(1.6, True), (2.0, False)])
def test_tiles_that_lie_before_a_standing_row_look_larger(larger: float, *, taken: bool) -> None:
    """They are nearer to the camera, and seen from above; tiles twice as large are of another hand."""
    table = Table().row("1p 2p 3p 1m 2m 3m 8m 8m 8m 4s _ 4s")
    for number, face in enumerate(["7m", "8m", "9m"]):
        table.tiles.append(corners(400 + number * larger * WIDTH, 1180, width=larger * WIDTH, height=larger * HEIGHT))
        table.faces.append(face)
    exposed = [group.tiles for group in table.lay(shuffle=False).only(Role.EXPOSED)]
    assert exposed == ([(11, 12, 13)] if taken else [])
