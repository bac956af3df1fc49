"""What one tile set looks like: everything that differs between the designs of makers, chosen at random."""

from __future__ import annotations

import colorsys
import functools
import importlib.util
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from datasets.faces import bamboo, dots, frames
from datasets.faces.birds import Bird
from datasets.faces.characters import Pen, outlines
from datasets.faces.fonts import outline
from datasets.faces.palette import Palette

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np

Span = tuple[float, float]

_ROOT = Path("/usr/share/fonts")


@dataclass(frozen=True, slots=True)
class Font:
    """A font file, the font in it, how often to choose it, and how many units of 1000 its strokes are thickened by."""

    path: Path
    face: int = 0
    weight: float = 1.0
    bolder: tuple[float, float] = (0.0, 14.0)


FONTS: Final = (
    # Kai, the hand that tiles are engraved in.
    Font(_ROOT / "truetype/cns11643/TW-Kai-98_1.ttf", weight=5, bolder=(15, 55)),
    Font(_ROOT / "truetype/cwtex/cwkai.ttf", weight=4, bolder=(15, 55)),
    Font(_ROOT / "truetype/arphic/ukai.ttc", face=2, weight=4, bolder=(15, 55)),
    Font(_ROOT / "truetype/arphic-bkai00mp/bkai00mp.ttf", weight=3, bolder=(15, 55)),
    Font(_ROOT / "truetype/lxgw-wenkai/LXGWWenKai-Bold.ttf", weight=4, bolder=(0, 28)),
    Font(_ROOT / "truetype/lxgw-wenkai/LXGWWenKai-Regular.ttf", weight=3, bolder=(20, 60)),
    Font(_ROOT / "truetype/lxgw-wenkai/LXGWWenKai-Light.ttf", weight=1, bolder=(25, 65)),
    # Brushes: running hands, and the grass hand in which 發 is often engraved.
    Font(_ROOT / "truetype/kouzan-mouhitsu/kouzan-mouhitsu.ttf", weight=2, bolder=(0, 20)),
    Font(_ROOT / "truetype/kouzan-mouhitsu/kouzan-mouhitsu-gyosho.ttf", weight=4, bolder=(5, 30)),
    Font(_ROOT / "truetype/kouzan-mouhitsu/KouzanBrushFontSousyo.ttf", weight=2, bolder=(5, 30)),
    # Song and Fangsong.
    Font(_ROOT / "opentype/noto/NotoSerifCJK-Bold.ttc", face=3, weight=2),
    Font(_ROOT / "opentype/noto/NotoSerifCJK-Bold.ttc", face=4, weight=1),
    Font(_ROOT / "opentype/noto/NotoSerifCJK-Regular.ttc", face=3, weight=1, bolder=(10, 45)),
    Font(_ROOT / "truetype/cwtex/cwming.ttf", weight=1, bolder=(10, 45)),
    Font(_ROOT / "truetype/cwtex/cwfs.ttf", weight=2, bolder=(15, 55)),
    Font(_ROOT / "truetype/arphic/uming.ttc", face=2, weight=1, bolder=(15, 50)),
    Font(_ROOT / "truetype/cns11643/TW-Sung-98_1.ttf", weight=1, bolder=(15, 50)),
    # Hei, rare on tiles.
    Font(_ROOT / "opentype/noto/NotoSansCJK-Bold.ttc", face=4, weight=0.6, bolder=(0, 10)),
    Font(_ROOT / "opentype/noto/NotoSansCJK-Regular.ttc", face=4, weight=0.5, bolder=(0, 40)),
)
"""Fonts of Debian to write with, where they are installed."""

LATIN: Final = (
    Font(_ROOT / "truetype/dejavu/DejaVuSans-Bold.ttf"),
    Font(_ROOT / "truetype/dejavu/DejaVuSans.ttf", weight=2, bolder=(0, 60)),
    Font(_ROOT / "truetype/dejavu/DejaVuSerif-Bold.ttf"),
    Font(_ROOT / "truetype/dejavu/DejaVuSerif.ttf", weight=2, bolder=(0, 50)),
    Font(_ROOT / "opentype/urw-base35/NimbusSans-Regular.otf", weight=3, bolder=(0, 60)),
    Font(_ROOT / "opentype/urw-base35/NimbusRoman-Regular.otf", weight=3, bolder=(0, 50)),
    Font(_ROOT / "opentype/urw-base35/NimbusRoman-Bold.otf", weight=2),
)
"""Fonts of Debian for digits and letters in the corners."""


@functools.cache
def installed(fonts: tuple[Font, ...]) -> tuple[Font, ...]:
    """Give those of ``fonts`` that are on this machine; none where fontTools is missing."""
    if importlib.util.find_spec("fontTools") is None:
        return ()
    return tuple(font for font in fonts if font.path.exists())


def glyph(font: Font | None, character: str) -> str:
    """Give the outline of ``character`` in ``font``, or the committed one where the font lacks it or is ``None``."""
    if font is not None:
        try:
            return outline(font.path, character, font.face)
        except KeyError:
            pass
    return outlines()[character]


@dataclass(frozen=True, slots=True)
class Index:
    """A Latin mark in a corner: its height and distance from the edges in units of the view box."""

    corners: tuple[str, ...]
    size: float
    margin: float
    colours: Mapping[str, str]
    thick: float
    white: str


@dataclass(frozen=True, slots=True)
class Bonus:
    """How one series of flowers or seasons is marked; ``numerals`` is empty where the character alone tells which."""

    character: bool
    numerals: str
    character_left: bool
    character_middle: bool
    character_colour: str
    number_colour: str
    size: float
    number_low: bool
    emblems: bool
    own_motifs: bool
    random_motifs: bool


@dataclass(frozen=True, slots=True)
class Style:
    """One tile set. Colours are names of the palette's paints."""

    palette: Palette
    font: Font | None
    latin: Font | None
    pen: Pen
    stretch: float
    slant: float
    wave: float
    fives: str
    orchid: str
    colours: Mapping[str, str]
    dot: str
    dot_scale: float
    dot_spread: float
    dot_colours: Mapping[str, str]
    swap_dots: bool
    rosette: tuple[tuple[str, float, str], ...] | None
    stick: str
    stick_scale: float
    stick_colours: Mapping[str, str]
    line: float
    bird: Bird | None
    frame: str
    frame_weight: float
    index: Index | None
    flowers: Bonus
    seasons: Bonus
    back: str
    back_pattern: bool
    scale: float


def _paint(rng: np.random.Generator, hue: Span, rich: Span, light: Span) -> str:
    red, green, blue = colorsys.hsv_to_rgb(rng.uniform(*hue) % 1, rng.uniform(*rich), rng.uniform(*light))
    return f"#{round(red * 255):02x}{round(green * 255):02x}{round(blue * 255):02x}"


def random_palette(rng: np.random.Generator) -> Palette:
    """Mix the paints of a set: some bright, some dull; some sets have black in the place of blue."""
    ink = _paint(rng, (0.5, 0.8), (0.0, 0.5), (0.03, 0.22))
    green = _paint(rng, (0.36, 0.46), (0.55, 1.0), (0.2, 0.58))
    if rng.random() < 0.12:
        green = _paint(rng, (0.36, 0.46), (0.2, 0.7), (0.08, 0.22))
    blue = ink if rng.random() < 0.35 else _paint(rng, (0.57, 0.68), (0.6, 1.0), (0.3, 0.85))
    red = _paint(rng, (0.975, 1.025), (0.72, 1.0), (0.5, 0.9))
    few = rng.random() < 0.55
    return Palette(
        green=green,
        red=red,
        blue=blue,
        ink=ink,
        gold=red if few else _paint(rng, (0.08, 0.14), (0.7, 1.0), (0.7, 0.95)),
        bark=green if few else _paint(rng, (0.03, 0.1), (0.3, 0.8), (0.2, 0.5)),
    )


def random_bird(rng: np.random.Generator) -> Bird | None:
    """Breed a bird: the parrot of most sets, a sparrow, a crane, a phoenix, a cock or a peacock (``None``: ours)."""

    def between(low: float, high: float) -> float:
        return float(rng.uniform(low, high))

    def one(*names: str) -> str:
        return str(rng.choice(names))

    paints = {
        "body_colour": one("green", "green", "blue", "ink", "red"),
        "wing_colour": one("green", "blue", "red", "ink"),
        "tail_colour": one("red", "green", "blue", "ink"),
        "crest_colour": one("red", "red", "red", "green", "blue"),
    }
    common = {
        "flipped": bool(rng.random() < 0.25),
        "scales": bool(rng.random() < 0.6),
        "feathers": int(rng.integers(1, 5)),
        "hooked": bool(rng.random() < 0.3),
    }
    kind = one(
        "parrot", "parrot", "parrot", "sparrow", "crane", "phoenix", "phoenix", "cock", "peacock", "peacock", "ours"
    )
    if kind == "ours":
        return None
    shape = {
        "parrot": {
            "slope": between(50, 78),
            "girth": between(0.42, 0.66),
            "neck": between(0.05, 0.2),
            "neck_slope": between(60, 110),
            "head": between(0.18, 0.27),
            "crest": one("swoosh", "swoosh", "tuft", "none"),
            "crest_length": between(0.3, 0.6),
            "wing": one("spread", "raised", "folded", "spread"),
            "wing_length": between(0.5, 0.85),
            "tail_count": int(rng.integers(1, 4)),
            "tail_length": between(1.0, 1.9),
            "tail_spread": between(8, 26),
            "tail_droop": between(-6, 20),
            "legs": between(0.0, 0.15),
            "perch": one("sprigs", "sprigs", "branch"),
        },
        "sparrow": {
            "slope": between(30, 60),
            "girth": between(0.5, 0.75),
            "neck": between(0.0, 0.1),
            "head": between(0.2, 0.28),
            "beak": between(0.12, 0.2),
            "wing": one("folded", "raised"),
            "tail_length": between(0.5, 0.9),
            "legs": between(0.15, 0.35),
            "perch": one("branch", "ground", "sprigs"),
        },
        "crane": {
            "slope": between(12, 40),
            "girth": between(0.42, 0.55),
            "neck": between(0.6, 1.0),
            "neck_slope": between(60, 100),
            "neck_girth": between(0.11, 0.17),
            "head": between(0.11, 0.15),
            "beak": between(0.25, 0.45),
            "crest": one("comb", "none"),
            "wing": one("folded", "raised"),
            "tail_length": between(0.3, 0.6),
            "legs": between(0.6, 1.0),
            "perch": one("ground", "none"),
        },
        "phoenix": {
            "slope": between(40, 70),
            "girth": between(0.38, 0.52),
            "neck": between(0.25, 0.5),
            "neck_slope": between(60, 95),
            "neck_girth": between(0.16, 0.25),
            "head": between(0.14, 0.18),
            "crest": one("plumes", "tuft", "swoosh"),
            "wing": one("raised", "spread", "folded"),
            "wing_length": between(0.6, 1.1),
            "tail": "ribbons",
            "tail_count": int(rng.integers(2, 6)),
            "tail_length": between(1.3, 2.1),
            "tail_spread": between(15, 50),
            "legs": between(0.1, 0.4),
            "perch": one("branch", "ground", "none", "sprigs"),
        },
        "cock": {
            "slope": between(25, 50),
            "girth": between(0.5, 0.65),
            "neck": between(0.2, 0.35),
            "crest": "comb",
            "tail_count": int(rng.integers(3, 7)),
            "tail_spread": between(60, 110),
            "tail_droop": between(-80, -30),
            "legs": between(0.35, 0.6),
            "perch": one("ground", "branch"),
        },
        "peacock": {
            "slope": between(30, 65),
            "girth": between(0.4, 0.55),
            "neck": between(0.35, 0.65),
            "neck_slope": between(65, 95),
            "neck_girth": between(0.15, 0.24),
            "head": between(0.13, 0.17),
            "crest": one("plumes", "tuft"),
            "tail": "eyes",
            "tail_count": int(rng.integers(3, 8)),
            "tail_length": between(1.0, 1.7),
            "tail_spread": between(35, 90),
            "tail_droop": between(-30, 20),
            "legs": between(0.25, 0.5),
            "perch": one("branch", "ground"),
        },
    }[kind]
    return Bird(**{**paints, **common, **shape})  # type: ignore[arg-type]  # the keys are the fields' names


def _bonus(rng: np.random.Generator, *, flowers: bool) -> Bonus:
    # Without its character, a flower bears a digit and a season a Chinese numeral: else none could tell them apart.
    character = bool(rng.random() < 0.88)
    numerals = "1234" if (flowers or rng.random() < 0.7) else "一二三四"
    if not character and not flowers:
        numerals = "一二三四"
    if character and rng.random() < 0.35:
        numerals = ""
    large = bool(rng.random() < 0.4)
    return Bonus(
        character=character,
        numerals=numerals,
        character_left=bool(rng.random() < (0.75 if flowers or not numerals else 0.25)),
        character_middle=bool(not numerals and rng.random() < 0.2),
        character_colour=str(
            rng.choice(["blue", "ink", "green", "red"] if flowers else ["red", "red", "green", "blue"])
        ),
        number_colour=str(rng.choice(["blue", "red", "ink", "red"])),
        size=float(rng.uniform(118, 176) if large else rng.uniform(78, 118)),
        number_low=bool(rng.random() < (0.4 if large else 0.06)),
        emblems=bool(rng.random() < 0.22),
        own_motifs=bool(rng.random() < 0.45),
        random_motifs=bool(rng.random() < 0.6),
    )


def _rosette(rng: np.random.Generator) -> tuple[tuple[str, float, str], ...] | None:
    """Choose bands (kind, inner radius as a share, paint) from the rim inwards; ``None`` is the committed rosette."""
    if rng.random() < 0.15:
        return None
    found: list[tuple[str, float, str]] = []
    edge = 1.0
    paints = [str(rng.choice(["green", "green", "blue", "ink"])), "red", str(rng.choice(["green", "blue", "red"]))]
    while edge > 0.3 and len(found) < 7:
        kind = (
            str(rng.choice(dots.BANDS)) if found else str(rng.choice(["petals", "hearts", "scallop", "ring", "ring"]))
        )
        width = float(rng.uniform(0.06, 0.12) if kind in {"ring", "beads"} else rng.uniform(0.14, 0.32))
        paint = paints[0] if edge > 0.62 else paints[1] if edge > 0.35 else paints[2]
        found.append((kind, max(edge - width, 0.02), paint))
        edge -= width + float(rng.uniform(0.02, 0.07))
    return tuple(found)


def random_style(rng: np.random.Generator, fonts: Sequence[Font] | None = None) -> Style:
    """Choose a whole tile set at random; ``fonts`` to write with default to those of ``FONTS`` that are installed."""
    choices = installed(FONTS) if fonts is None else tuple(fonts)
    font = _chosen(rng, choices)
    third = str(rng.choice(["blue", "blue", "ink", "green"]))
    dark = str(rng.choice(["blue", "blue", "ink", "ink", "green"]))
    green_dots = {"green": "green", "red": "red", "blue": third}
    if rng.random() < 0.25:
        green_dots = {"green": third, "red": "red", "blue": "green"}
    latin = _chosen(rng, installed(LATIN))
    bolder = font.bolder if font is not None else (0.0, 28.0)
    return Style(
        palette=random_palette(rng),
        font=font,
        latin=latin,
        pen=Pen(float(rng.uniform(*bolder)), float(rng.uniform(0.3, 1.0)), float(rng.uniform(-45, 10))),
        stretch=float(rng.uniform(0.95, 1.32)),
        slant=float(rng.normal(0, 0.035)),
        wave=float(abs(rng.normal(0, 7))),
        fives="伍" if rng.random() < 0.75 else "五",
        orchid="兰" if rng.random() < 0.5 else "蘭",
        colours={
            "numeral": dark,
            "myriad": "red" if rng.random() < 0.93 else dark,
            "wind": dark if rng.random() < 0.8 else str(rng.choice(["ink", "blue", "green"])),
            "F": "green" if rng.random() < 0.9 else "ink",
            "P": str(rng.choice([dark, "blue", "ink", "green", "red"], p=[0.45, 0.25, 0.2, 0.05, 0.05])),
        },
        dot=str(rng.choice(list(dots.KINDS))),
        dot_scale=float(rng.uniform(0.82, 1.06)),
        dot_spread=float(rng.uniform(0.84, 1.03)),
        dot_colours=green_dots,
        swap_dots=bool(rng.random() < 0.15),
        rosette=_rosette(rng),
        stick=str(rng.choice(list(bamboo.KINDS))),
        stick_scale=float(rng.uniform(0.7, 1.1)),
        stick_colours={"green": "green" if rng.random() < 0.85 else "ink", "red": "red", "blue": third},
        line=0.0 if rng.random() < 0.5 else float(rng.uniform(4, 8)),
        bird=random_bird(rng),
        frame=str(rng.choice(frames.KINDS, p=[0.14, 0.14, 0.18, 0.28, 0.06, 0.08, 0.06, 0.06])),
        frame_weight=float(rng.uniform(0.6, 1.25)),
        index=_index(rng) if rng.random() < 0.45 else None,
        flowers=_bonus(rng, flowers=True),
        seasons=_bonus(rng, flowers=False),
        back=_back(rng),
        back_pattern=bool(rng.random() < 0.2),
        scale=float(rng.uniform(0.82, 1.04)),
    )


def _chosen(rng: np.random.Generator, fonts: Sequence[Font]) -> Font | None:
    if not fonts:
        return None
    total = sum(font.weight for font in fonts)
    return fonts[int(rng.choice(len(fonts), p=[font.weight / total for font in fonts]))]


def _index(rng: np.random.Generator) -> Index:
    corners = (("left",), ("left",), ("right",), ("left", "turned"), ("low",))[int(rng.integers(0, 5))]
    paint = str(rng.choice(["red", "blue", "ink", "green"]))
    each = {kind: str(rng.choice(["red", "blue", "green", "ink"])) for kind in "mpsz"}
    return Index(
        corners=corners,
        size=float(rng.uniform(36, 62)),
        margin=float(rng.uniform(13, 24)),
        colours=each if rng.random() < 0.4 else dict.fromkeys("mpsz", paint),
        thick=float(rng.uniform(0, 60)),
        white=str(rng.choice(["P", "B"])),
    )


def _back(rng: np.random.Generator) -> str:
    """Mix the colour of the backs: most sets are green, blue or amber."""
    hues = ((0.36, 0.5), (0.36, 0.5), (0.54, 0.64), (0.07, 0.13), (0.96, 1.03), (0.72, 0.9), (0.0, 1.0))
    kind = int(rng.integers(0, len(hues)))
    if kind == len(hues) - 1:
        return _paint(rng, hues[kind], (0.0, 0.25), (0.08, 0.95))
    return _paint(rng, hues[kind], (0.45, 1.0), (0.3, 0.95))
