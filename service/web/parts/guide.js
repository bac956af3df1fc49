/** How to lay the hand: melds in a row of their own, the hand below, the winning tile a little apart, flowers beside. */

import { html } from "../view.js";

const [WIDTH, HEIGHT, GAP] = [31, 41, 1.5];

/** Where each group begins, its role, and an example of it; the winning tile a tile's width and a bit apart, no stray one. @type {[number, number, string, string[]][]} */
const GROUPS = [
  [14, 10, "meld", ["F", "F", "F"]],
  [126, 10, "meld", ["2s", "3s", "4s"]],
  [281, 10, "bonus", ["1f", "3g"]],
  [14, 84, "", ["5p", "6p", "7p", "E", "E", "8m", "8m"]],
  [282, 84, "winning", ["8m"]],
];

/** Outlines to lay the tiles along; without a camera's picture below them, an example. @param {{ example: boolean }} properties */
export const Guide = ({ example }) => html`<svg class="guide" viewBox="0 0 360 140" aria-hidden="true">
  ${GROUPS.flatMap(([left, top, kind, codes]) =>
    codes.map((code, place) => {
      const x = left + place * (WIDTH + GAP);
      return html`<g class=${kind}>
        ${example && html`<rect class="side" x=${x} y=${top + 2.6} width=${WIDTH} height=${HEIGHT} rx="4" />`}
        <rect class=${example ? "block" : "outline"} x=${x} y=${top} width=${WIDTH} height=${HEIGHT} rx="4" />
        ${example && html`<image href=${`/faces/${code}.svg`} x=${x + 2} y=${top + 2} width=${WIDTH - 4} height=${HEIGHT - 4} />`}
      </g>`;
    }),
  )}
</svg>`;
