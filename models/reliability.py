"""The reliability diagram: how often tiles are right over how sure the reading is."""

from __future__ import annotations

from typing import Final

import numpy as np

BINS: Final = 10
SIDE: Final = 300
LEFT, TOP, BOTTOM = 50, 20, 40


def reliability_svg(measured: list[tuple[float, bool]]) -> str:
    """Draw a bar for each tenth of confidence, as high as the share of its tiles that are right, with their number.

    Args:
        measured: (confidence, right) of each tile.

    """
    confidence = np.array([sure for sure, _ in measured])
    right = np.array([true for _, true in measured])
    width, height, foot = LEFT + SIDE + 20, TOP + SIDE + BOTTOM, TOP + SIDE
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">',
        f'<g font-family="sans-serif" font-size="10"><rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for number in range(BINS):
        chosen = (confidence > number / BINS) & (confidence <= (number + 1) / BINS)
        if not chosen.any():
            continue
        x, tall = LEFT + SIDE * number / BINS, SIDE * float(right[chosen].mean())
        lines.append(
            f'<rect x="{x + 2:.0f}" y="{foot - tall:.1f}" width="{SIDE // BINS - 4}" height="{tall:.1f}"'
            ' fill="#1f6f54"/>'
        )
        lines.append(_text(x + SIDE / BINS / 2, foot - tall - 4, str(int(chosen.sum()))))
    lines.append(f'<path d="M{LEFT} {foot}L{LEFT + SIDE} {TOP}" stroke="#b3382c" stroke-dasharray="4 3"/>')
    lines.append(f'<path d="M{LEFT} {TOP}V{foot}H{LEFT + SIDE}" stroke="#333" fill="none"/>')
    for number in range(0, BINS + 1, 2):
        share = number / BINS
        lines.append(_text(LEFT + SIDE * share, foot + 14, f"{share:.1f}"))
        lines.append(_text(LEFT - 16, foot - SIDE * share + 4, f"{share:.1f}"))
    lines.append(_text(LEFT + SIDE / 2, height - 8, "confidence"))
    lines.append(f'<g transform="rotate(-90 14 {TOP + SIDE // 2})">{_text(14, TOP + SIDE / 2, "share right")}</g>')
    return "\n".join([*lines, "</g></svg>\n"])


def _text(x: float, y: float, words: str) -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="middle" fill="#333">{words}</text>'
