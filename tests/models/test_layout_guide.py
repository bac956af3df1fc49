from __future__ import annotations

import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.synthesis.hand_styles import BONUS, KONGS, MELDS, WINNING
from models import layout_guide
from models.layout_guide import FOLDER, PAGES, WIDTH, Page, draw, table_of
from scoring import notation
from vision.layout import Role
from vision.overlay import COLOURS

GUIDE = Path(__file__).parents[2] / "docs" / "layout.md"


def test_the_guide_shows_every_picture_and_no_other() -> None:
    shown = re.findall(r"!\[[^\]]+\]\(pictures/layout/([a-z-]+)\.jpg\)", GUIDE.read_text("utf-8"))
    assert sorted(shown) == sorted(page.name for page in PAGES)
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(shown)


def test_the_guide_shows_every_way_to_lay_a_hand() -> None:
    for attribute, ways in (("melds", MELDS), ("kongs", KONGS), ("winning", WINNING), ("bonus", BONUS)):
        assert {getattr(page.style, attribute) for page in PAGES} >= set(ways)
    assert any(page.style.rack for page in PAGES)


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_every_page_shows_its_whole_hand(page: Page) -> None:
    """All faces are seen, or lie under a neighbour by less than a fifth; what the caption says is what lies there."""
    table = table_of(page)
    assert table.visible[: len(table.laid.pieces)].min() > 0.8
    assert table.laid.hand == notation.parse(page.hand)


def test_pictures_are_as_wide_as_committed_ones_and_mark_the_roles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout_guide, "SIZE", 600)
    picture = draw(Page("bonus", "123m 456p 789s EEE C +C |1f", layout_guide.PAGES[0].style))
    assert picture.shape[1] == WIDTH
    for role in (Role.CONCEALED, Role.WINNING, Role.BONUS):
        assert (np.abs(picture.astype(int) - COLOURS[role]).max(axis=2) < 40).any()
    committed = cv2.imread(str(FOLDER / "table.jpg"))
    assert committed is not None
    assert committed.shape[1] == WIDTH
