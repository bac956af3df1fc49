"""Line charts side by side, as an SVG: shares of photos over how much worse they were made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

COLOURS: Final = ("#1f6f54", "#2f6fd0", "#b3382c", "#8a5a00")
"""Of the lines in their order, told apart by their lightness too; each also has a mark of its own."""

WIDE: Final = 230
TALL: Final = 190
GAP: Final = 62
TOP: Final = 56

_INK: Final = "#333"

Panel = tuple[str, "Sequence[float]", "Mapping[str, Sequence[float]]"]
"""What is swept, its steps, and for each line the shares, 0 to 1, at these steps."""


def sweep_svg(panels: Sequence[Panel]) -> str:
    """Draw a panel for each sweep, two in a row, all with the same lines.

    Steps stand at equal distances, since only their order is compared.
    """
    columns = min(2, len(panels))
    rows = -(-len(panels) // 2)
    width, height = columns * (WIDE + GAP) + 20, TOP + rows * (TALL + GAP)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
        "<title>Shares of photos over how much worse they were made</title>",
        f'<g font-family="sans-serif" font-size="11"><rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for number, name in enumerate(panels[0][2] if panels else ()):
        x = GAP + 140 * number
        lines.append(f'<path d="M{x} 22h26" stroke="{COLOURS[number % 4]}" stroke-width="2"/>')
        lines.append(_mark(x + 13, 22, number))
        lines.append(_text(x + 34, 26, name, "start"))
    for place, panel in enumerate(panels):
        row, column = divmod(place, 2)
        lines.append(f'<g transform="translate({GAP + column * (WIDE + GAP)} {TOP + row * (TALL + GAP)})">')
        lines += _panel(panel)
        lines.append("</g>")
    return "\n".join([*lines, "</g></svg>\n"])


def _panel(panel: Panel) -> list[str]:
    title, steps, shares = panel
    across = [WIDE * (number + 0.5) / len(steps) for number in range(len(steps))]
    lines = []
    for tenth in range(0, 11, 2):
        y = TALL * (1 - tenth / 10)
        lines.append(f'<path d="M0 {y:.0f}H{WIDE}" stroke="{"#ddd" if tenth else _INK}"/>')
        lines.append(_text(-8, y + 4, f"{tenth / 10:.1f}", "end"))
    for x, step in zip(across, steps, strict=True):
        lines.append(_text(x, TALL + 16, f"{step:g}"))
    lines.append(_text(WIDE / 2, TALL + 34, title))
    for number, values in enumerate(shares.values()):
        points = [(x, TALL * (1 - value)) for x, value in zip(across, values, strict=True)]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        lines.append(f'<path d="M{path}" fill="none" stroke="{COLOURS[number % 4]}" stroke-width="2"/>')
        lines += [_mark(x, y, number) for x, y in points]
    return lines


def _mark(x: float, y: float, number: int) -> str:
    colour = COLOURS[number % 4]
    shapes = (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>',
        f'<rect x="{x - 3:.1f}" y="{y - 3:.1f}" width="6" height="6" fill="{colour}"/>',
        f'<path d="M{x - 4:.1f} {y + 3:.1f}h8l-4 -7z" fill="{colour}"/>',
        f'<path d="M{x:.1f} {y - 4:.1f}l4 4l-4 4l-4 -4z" fill="{colour}"/>',
    )
    return shapes[number % 4]


def _text(x: float, y: float, words: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" fill="{_INK}">{words}</text>'
