/** The few signs of the app, drawn in strokes. */

import { html } from "../view.js";

/** @type {Record<string, string>} */
const PATHS = {
  // a tile in a viewfinder, a hand of tiles, a table with four seats, a counting stick
  snap: "M3 8V4h4M17 4h4v4M21 16v4h-4M7 20H3v-4M9 7.5h6v9H9z",
  hand: "M3 7h5v10H3zM9.5 7h5v10h-5zM16 7h5v10h-5z",
  game: "M7 7h10v10H7zM9.5 3.5h5M9.5 20.5h5M3.5 9.5v5M20.5 9.5v5",
  rules: "M4 6h16M4 12h16M4 18h16M8 4v4M15 10v4M11 16v4",
  back: "M14.5 5 8 12l6.5 7",
  torch: "M8 3h8v4l-2 3v10h-4V10L8 7zM8 7h8",
  pick: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4",
  share: "M12 15V3M8 7l4-4 4 4M5 12v8h14v-8",
  undo: "M9 7 4 12l5 5M4 12h10a5 5 0 0 1 0 10h-3",
};

/** @param {{ name: string }} properties */
export const Icon = ({ name }) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name] ?? ""} /></svg>`;
