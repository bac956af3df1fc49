"""Draws every face and the back into ``datasets/faces/svg``: ``python -m datasets.faces.draw``.

Where the font is found, the committed outlines are taken from it anew first; the result is the same bytes every time.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from datasets.faces.back import back
from datasets.faces.bamboo import bamboo
from datasets.faces.birds import peacock
from datasets.faces.characters import WINDS, green_dragon, myriad, red_dragon, wind
from datasets.faces.dots import dots
from datasets.faces.flowers import bonus
from datasets.faces.fonts import outline
from datasets.faces.frames import white_dragon
from datasets.faces.palette import HONG_KONG, Palette
from datasets.faces.strokes import Canvas
from scoring.tiles import CODES

FOLDER: Final = Path(__file__).parent
FONT: Final = Path("/usr/share/fonts/truetype/lxgw-wenkai/LXGWWenKai-Bold.ttf")
CHARACTERS: Final = "一二三四五伍六七八九萬東南西北中發白梅蘭兰菊竹春夏秋冬123456789ESWNCFPB"


def draw(code: str, palette: Palette = HONG_KONG) -> str:
    """Give the SVG document of the face ``code`` (or ``back``), from the committed outlines."""
    canvas = Canvas(code)
    number = int(code[0]) if code[0].isdigit() else 0
    match code[-1] if number else code:
        case "m":
            myriad(canvas, number, palette)
        case "p":
            dots(canvas, number, palette)
        case "s" if number == 1:
            peacock(canvas, palette)
        case "s":
            bamboo(canvas, number, palette)
        case "f" | "g":
            bonus(canvas, code, palette)
        case "C":
            red_dragon(canvas, palette)
        case "F":
            green_dragon(canvas, palette)
        case "P":
            white_dragon(canvas, palette)
        case "back":
            back(canvas, palette)
        case _ if code in WINDS:
            wind(canvas, code, palette)
        case _:
            raise KeyError(code)
    return canvas.svg()


def extracted(font: Path = FONT) -> str:
    """Give the outlines of ``CHARACTERS`` as the JSON text that is committed."""
    found = {character: outline(font, character) for character in CHARACTERS}
    return json.dumps(found, ensure_ascii=False, indent=0) + "\n"


def main() -> int:
    """Write the outlines (where the font is there) and all drawings."""
    if FONT.exists():
        (FOLDER / "outlines.json").write_text(extracted(), encoding="utf-8")
    else:
        sys.stderr.write(f"No font at {FONT}: drawing from the committed outlines.\n")
    (FOLDER / "svg").mkdir(exist_ok=True)
    for code in CODES:
        (FOLDER / "svg" / f"{code}.svg").write_text(draw(code), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
