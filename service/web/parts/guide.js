/** How to lay the hand: melds in a row of their own, the hand below, the winning tile a little apart, flowers beside. */

import { html } from "../view.js";

const [WIDTH, HEIGHT, GAP] = [20, 27, 1.5];
/** @type {[number, number, number, string][]} */
const ROWS = [[22, 46, 3, "meld"], [96, 46, 3, "meld"], [294, 46, 2, "bonus"], [22, 104, 11, ""], [316, 104, 1, "winning"]];

export const Guide = () => html`<svg class="guide" viewBox="0 0 360 180" aria-hidden="true">
  ${ROWS.flatMap(([x, y, count, kind]) =>
    Array.from({ length: count }, (_, place) => html`<rect class=${kind} x=${x + place * (WIDTH + GAP)} y=${y} width=${WIDTH} height=${HEIGHT} rx="2.6" />`),
  )}
</svg>`;
