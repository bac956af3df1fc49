from __future__ import annotations

import importlib.util
import itertools
import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets import faces
from datasets.faces.draw import CHARACTERS, FOLDER, FONT, draw, extracted
from datasets.faces.emblems import EMBLEMS
from datasets.faces.palette import HONG_KONG
from datasets.faces.sketch import Sketch
from datasets.faces.strokes import VIEW_BOX
from datasets.faces.styles import FONTS, glyph, installed
from scoring.tiles import CODES

SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {"svg", "g", "path", "mask"}


@pytest.mark.parametrize("code", CODES)
def test_drawing_anew_gives_the_committed_file(code: str) -> None:
    assert draw(code) == (FOLDER / "svg" / f"{code}.svg").read_text(encoding="utf-8")


@pytest.mark.skipif(not FONT.exists(), reason="the font that the outlines come from is not installed here")
@pytest.mark.skipif(importlib.util.find_spec("fontTools") is None, reason="needs the extra `draw`")
def test_outlines_taken_from_the_font_anew_are_the_committed_ones() -> None:
    assert extracted() == (FOLDER / "outlines.json").read_text(encoding="utf-8")


def test_there_is_one_drawing_for_every_face_and_the_back() -> None:
    assert {path.stem for path in (FOLDER / "svg").glob("*")} == set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_a_drawing_is_plain_paths_in_the_common_view_box(code: str) -> None:
    root = ET.fromstring(faces.face_svg(code))  # noqa: S314 – our own file
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == VIEW_BOX
    assert {element.tag for element in root.iter()} <= {SVG + name for name in ALLOWED}
    for element in root.iter():
        for name, value in element.attrib.items():
            assert "href" not in name
            assert not name.startswith("on")
            assert "url(" not in value or re.fullmatch(rf"url\(#cut-{code}-\d+\)", value)


def test_a_license_notice_lies_beside_the_outlines() -> None:
    notice = (FOLDER / "FONT-LICENSE.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in notice
    assert "Reserved Font Name" in notice
    assert set(json.loads((FOLDER / "outlines.json").read_text(encoding="utf-8"))) == set(CHARACTERS)


@pytest.mark.parametrize("code", CODES)
def test_a_face_keeps_clear_of_the_edge_and_the_back_covers_it(code: str) -> None:
    alpha = faces.face_image(code, 400)[:, :, 3]
    assert alpha.shape == (400, 300)
    if code == "back":
        assert (alpha[30:370] == 255).all()
        return
    ys, xs = np.nonzero(alpha > 127)
    assert xs.min() >= 8
    assert xs.max() <= 291
    assert ys.min() >= 8
    assert ys.max() <= 391
    assert 0.06 < (alpha > 127).mean() < 0.6, "engraved art leaves most of the ivory bare"


def test_any_two_faces_differ_visibly_at_thumbnail_size() -> None:
    small = {
        code: cv2.GaussianBlur(faces.tile_image(code, 48)[:, :, :3].astype(np.float32), (0, 0), 1.0) for code in CODES
    }
    for one, other in itertools.combinations(CODES, 2):
        assert float(np.abs(small[one] - small[other]).mean()) > 4.0, (one, other)


def test_flowers_and_seasons_carry_different_colours() -> None:
    for code in ("1f", "2f", "3f", "4f", "1g", "2g", "3g", "4g"):
        pixels = faces.face_image(code, 400)
        band = pixels[20:120][pixels[20:120, :, 3] > 250]
        red, blue = float(np.median(band[:, 0])), float(np.median(band[:, 2]))
        assert (blue > red) == code.endswith("f")


def test_pixels_have_the_height_asked_for_and_ivory_under_them() -> None:
    bare, tile = faces.face_image("5m", 120), faces.tile_image("5m", 120)
    assert bare.shape == tile.shape == (120, 90, 4)
    assert bare.dtype == np.uint8
    assert bare[60, 2, 3] == 0
    ivory = tuple(int(faces.IVORY[index : index + 2], 16) for index in (1, 3, 5))
    assert tuple(int(value) for value in tile[60, 2]) == (*ivory, 255)
    assert tile[0, 0, 3] == 0, "the corners are round"


def test_an_unknown_face_is_refused() -> None:
    with pytest.raises(KeyError):
        faces.face_svg("10m")
    with pytest.raises(KeyError):
        draw("0m")


def test_the_folder_holds_no_font_file() -> None:
    assert not [path for path in Path(FOLDER).rglob("*") if path.suffix in {".ttf", ".otf", ".ttc", ".woff2"}]


def test_a_style_gives_a_whole_set_and_the_same_seed_the_same_set() -> None:
    first, again = (faces.drawn_set(np.random.default_rng(7), 64) for _ in range(2))
    assert list(first) == list(CODES)
    for code in CODES:
        assert first[code].shape == (64, 48, 4)
        assert first[code].dtype == np.uint8
        np.testing.assert_array_equal(first[code], again[code])


@pytest.mark.parametrize("code", CODES)
def test_varied_designs_differ_and_show_something(code: str) -> None:
    rng = np.random.default_rng(11)
    seen = [faces.variant(code, rng, 64) for _ in range(6)]
    for one, other in itertools.pairwise(seen):
        assert (one != other).any()
    covered = [float((image[:, :, 3] > 127).mean()) for image in seen]
    # One white dragon in seven is blank.
    assert max(covered) > 0.04
    if code == "back":
        assert min(covered) > 0.95
    elif code != "P":
        assert min(covered) > 0.025


@pytest.mark.parametrize("seed", range(40))
def test_every_bonus_tile_bears_what_tells_it_from_its_like(seed: int) -> None:
    style = faces.random_style(np.random.default_rng(seed), fonts=())
    for marks in (style.flowers, style.seasons):
        assert marks.character or len(marks.numerals) == 4
    # A digit alone says which flower, but not whether it is one: seasons then bear Chinese numerals.
    assert style.seasons.character or style.seasons.numerals == "一二三四"


@pytest.mark.parametrize("code", ["1f", "2f", "3f", "4f", "1g", "2g", "3g", "4g"])
def test_an_emblem_lies_below_the_marks_and_within_the_tile(code: str) -> None:
    for seed in range(4):
        rng = np.random.default_rng(seed)
        sketch = Sketch(6.0 if seed % 2 else 0.0)
        EMBLEMS[code](sketch, HONG_KONG, rng)
        opacity = sketch.pixels(200)[..., 3]
        assert (opacity > 127).mean() > 0.01
        assert opacity[:40].max() == 0
        assert max(opacity[:, :2].max(), opacity[:, -2:].max()) == 0


def test_varied_designs_need_no_font_on_the_machine() -> None:
    rng = np.random.default_rng(3)
    style = faces.random_style(rng, fonts=())
    assert style.font is None
    assert glyph(style.font, "萬")
    assert faces.variant("5m", rng, 64, style)[:, :, 3].any()


def test_every_installed_font_writes_every_character_or_gives_way_to_the_committed_outline() -> None:
    fonts = installed(FONTS)
    if not fonts:
        pytest.skip("no CJK font, or no fontTools, on this machine")
    rng = np.random.default_rng(5)
    for font in fonts:
        style = faces.random_style(rng, fonts=(font,))
        assert style.font == font
        assert all(glyph(font, character) for character in CHARACTERS)
        assert faces.variant("2f", rng, 64, style)[:, :, 3].any()


def test_bare_ground_stays_transparent_and_paint_opaque_in_varied_designs() -> None:
    rng = np.random.default_rng(2)
    for _ in range(4):
        alpha = faces.variant("8p", rng, 200)[:, :, 3]
        assert (alpha[:4] == 0).all()
        edge = ((alpha > 8) & (alpha < 247)).mean()
        assert edge < 0.2, "paint is either there or not, but for the edges"


def test_an_unknown_face_has_no_variant() -> None:
    with pytest.raises(KeyError):
        faces.variant("10p", np.random.default_rng(0))
