/** All 42 faces as a player's fingers know them: each suit a keypad of nine, honours another, flowers in a row. */

import { nameOf } from "../catalogue.js";
import { html } from "../view.js";
import { Tile } from "./tile.js";

/** @param {string} suit */
const nine = (suit) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => `${digit}${suit}`);

const PADS = [nine("m"), nine("p"), nine("s"), ["E", "S", "W", "N", "C", "F", "P"]];
const BONUS = ["1f", "2f", "3f", "4f", "1g", "2g", "3g", "4g"];

export const FACES = [...PADS.flat(), ...BONUS];

/** @param {{ choose: (code: string) => void, chosen?: string, only?: (code: string) => boolean }} properties */
export function Palette({ choose, chosen = "", only = () => true }) {
  /** @param {string} code */
  const face = (code) => html`<button
    type="button"
    class="face"
    key=${code}
    aria-label=${nameOf(code)}
    aria-pressed=${code === chosen}
    disabled=${!only(code)}
    onClick=${() => choose(code)}
  ><${Tile} code=${code} /></button>`;
  return html`<div class="palette">
    ${PADS.map((pad) => html`<div class="pad">${pad.map(face)}</div>`)}
    <div class="pad flowers">${BONUS.map(face)}</div>
  </div>`;
}
