"""Draws the pictures of ``docs/layout.md`` from the project's own faces: ``python -m models.layout_guide``."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.synthesis import tables
from datasets.synthesis.deals import Deal, rest_of_the_set
from datasets.synthesis.hand_styles import Style
from datasets.synthesis.laid_hands import lay_hand
from datasets.synthesis.scene import Wardrobe, compose
from datasets.synthesis.surroundings import surround
from datasets.synthesis.table_scenes import Table, draw_rack, frame, plain_tile, solids, visible_shares
from datasets.synthesis.textures import own_set
from scoring import notation
from vision.layout import Role
from vision.overlay import COLOURS

if TYPE_CHECKING:
    import numpy.typing as npt

FOLDER: Final = Path(__file__).resolve().parent.parent / "docs" / "pictures" / "layout"

SIZE: Final = 1800
"""Pixels in which pictures are drawn; they are saved at half of it, so that edges are smooth."""

WIDTH: Final = 760

_CLOTH: Final = np.array([36, 108, 84], np.float32)
_WOOD: Final = np.array([176, 128, 78], np.float32)
_IVORY: Final = np.array([247, 244, 234], np.float32)
_BACK: Final = np.array([52, 108, 176], np.float32)


@dataclass(frozen=True, slots=True)
class Page:
    """A picture of the guide.

    Attributes:
        name: of its file, without ending.
        hand: in notation.
        style: how it is laid out.
        seed: of what the style leaves open.
        elevation: degrees above the table.
        tilt: degrees by which the picture is turned.
        others: whether the rest of the table is in the picture.

    """

    name: str
    hand: str
    style: Style = field(default_factory=Style)
    seed: int = 0
    elevation: float = 62.0
    tilt: float = 0.0
    others: bool = False


_PLAIN: Final = "123m 456p 789s EEE C +C"
_MELDS: Final = "(123m) (CCC) 456p 78s 99s +6s"
_KONG: Final = "[9999m] 123p 456p 78s EE +6s"
_BONUS: Final = "123m 456p 789s EEE C +C |1f3g"

PAGES: Final = (
    Page("table", "(567m) (FFF) 23p 456p 99s +1p |2f", Style("gap", "none", "apart", "own row"), 2, 52, others=True),
    Page("winning-apart", _PLAIN, Style(winning="apart"), 1),
    Page("winning-turned", _PLAIN, Style(winning="turned"), 1),
    Page("winning-across", _PLAIN, Style(winning="across"), 2),
    Page("winning-above", _PLAIN, Style(winning="above"), 4),
    Page("winning-unmarked", _PLAIN, Style(winning="unmarked"), 1),
    Page("melds-gap", _MELDS, Style("gap", "none", "apart"), 1),
    Page("melds-aside", _MELDS, Style("aside", "none", "apart"), 1),
    Page("melds-above", _MELDS, Style("above", "none", "apart"), 5),
    Page("melds-below", _MELDS, Style("below", "none", "apart"), 1),
    Page("melds-beside", _MELDS, Style("beside", "none", "apart"), 3),
    Page("melds-turned", _MELDS, Style("turned", "none", "apart"), 1),
    Page("melds-sorted", "123m 456p 789s EEE C +C", Style("sorted", "none", "unmarked"), 1),
    Page("kong-outer-backs", _KONG, Style("gap", "outer backs", "apart"), 1),
    Page("kong-inner-backs", _KONG, Style("gap", "inner backs", "apart"), 1),
    Page("kong-one-face", _KONG, Style("gap", "one face", "apart"), 1),
    Page("kong-four-backs", _KONG, Style("gap", "four backs", "apart"), 1),
    Page("kong-exposed", "(9999m) 123p 456p 78s EE +6s", Style("gap", "none", "apart"), 1),
    Page("no-kong", "1111m 23m 456p 78s EE +6s", Style(winning="apart"), 1),
    Page("bonus-in-the-row", _BONUS, Style("none", "none", "apart", "in the row"), 4),
    Page("bonus-apart", _BONUS, Style("none", "none", "apart", "apart"), 1),
    Page("bonus-own-row", _BONUS, Style("none", "none", "apart", "own row"), 2),
    Page("rack", "(123m) 456p 789p 78s 99s +6s |1f", Style("below", "none", "apart", "own row", rack=True), 2, 42),
    Page("tilted", _MELDS, Style("gap", "none", "apart"), 1, 55, tilt=24),
)


def table_of(page: Page) -> Table:
    """Lay a page's hand out and point the camera at it."""
    rng = np.random.default_rng(page.seed)
    tile = plain_tile()
    hand = notation.parse(page.hand)
    laid = lay_hand(rng, Deal("standard", hand), tile, page.style)
    bodies = laid.bodies(tile, lean=0.35)
    filled, place = (0.62, (0.5, 0.72)) if page.others else (0.92, (0.5, 0.5))
    camera = frame(bodies, SIZE, tilt=page.tilt, elevation=page.elevation, field_of_view=32, filled=filled, place=place)
    others = (
        surround(rng, bodies, rest_of_the_set(hand), tile, camera=camera, size=SIZE, every=True)[0]
        if page.others
        else []
    )
    every = (*bodies, *others)
    return Table(laid, (), every, camera, SIZE, visible_shares(every, camera, SIZE))


def _as_seen(_: np.random.Generator, picture: npt.NDArray[np.float32]) -> npt.NDArray[np.uint8]:
    return picture.clip(0, 255).astype(np.uint8)


def draw(page: Page) -> npt.NDArray[np.uint8]:
    """Draw a page: ``(h, WIDTH, 3)`` RGB, a line in the colour of its role around each group of the hand."""
    table = table_of(page)
    rng = np.random.default_rng(page.seed)
    cloth = _CLOTH + rng.standard_normal((SIZE, SIZE, 1)).astype(np.float32) * 2.5
    cloth += (tables.noise(rng, SIZE, 5, 5) * 2.5)[..., None]
    draw_rack(table, cloth, _WOOD)
    wardrobe = Wardrobe(own_set().faces, lambda texture: texture, _IVORY, _BACK)
    # The light falls from the upper left on every page.
    picture = compose(
        np.random.default_rng(11), list(table.bodies), table.camera, wardrobe, cloth, expose=_as_seen
    ).picture
    _mark(picture, table)
    return _trimmed(picture, table, whole=page.others)


def _mark(picture: npt.NDArray[np.uint8], table: Table) -> None:
    """Draw a rounded line around each group of the hand."""
    pieces = table.laid.pieces
    faces = solids(table.bodies[: len(pieces)])[:, 0]
    corners = table.camera.project(faces.reshape(-1, 3)).reshape(len(pieces), 4, 2)
    for group in sorted({piece.group for piece in pieces}):
        members = [index for index, piece in enumerate(pieces) if piece.group == group]
        for run in _runs(corners, members):
            outline = cv2.convexHull(corners[run].reshape(-1, 2).astype(np.float32))[:, 0]
            grown = np.zeros(picture.shape[:2], np.uint8)
            cv2.fillConvexPoly(grown, np.round(outline).astype(np.int32), 255)
            grown = cv2.dilate(grown, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (15, 15))).astype(np.uint8)
            lines, _ = cv2.findContours(grown, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
            cv2.polylines(picture, lines, True, COLOURS[Role(pieces[members[0]].role)], 7, cv2.LINE_AA)


def _runs(corners: npt.NDArray[np.float64], members: list[int]) -> list[list[int]]:
    """Cut a group where its tiles lie apart: a row sorted with gaps gets a line around each part."""
    runs: list[list[int]] = []
    for index in members:
        middle = corners[index].mean(axis=0)
        size = float(np.ptp(corners[index], axis=0).max())
        if runs and float(np.hypot(*(middle - corners[runs[-1][-1]].mean(axis=0)))) < 1.1 * size:
            runs[-1].append(index)
        else:
            runs.append([index])
    return runs


def _trimmed(picture: npt.NDArray[np.uint8], table: Table, *, whole: bool) -> npt.NDArray[np.uint8]:
    """Cut a picture above and below the hand, and shrink it."""
    hand = table.camera.project(solids(table.bodies[: len(table.laid.pieces)]).reshape(-1, 3))
    margin = SIZE * 0.045
    top = 0.08 * SIZE if whole else float(hand[:, 1].min()) - margin
    bottom = float(hand[:, 1].max()) + margin * (2 if whole else 1)
    part = picture[max(0, round(top)) : min(SIZE, round(bottom))]
    height = round(len(part) * WIDTH / SIZE)
    return cv2.resize(part, (WIDTH, height), interpolation=cv2.INTER_AREA).astype(np.uint8)


def main() -> None:
    """Write every picture."""
    cv2.setNumThreads(1)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for page in PAGES:
        picture = cv2.cvtColor(draw(page), cv2.COLOR_RGB2BGR)
        cv2.imwrite(str(FOLDER / f"{page.name}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 84])


if __name__ == "__main__":
    main()
