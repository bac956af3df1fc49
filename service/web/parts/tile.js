/** Tiles: the project's own drawings on an ivory block. */

import { nameOf } from "../catalogue.js";
import { classes, html } from "../view.js";

/** A tile; decoration unless it is given a name to read. @param {{ code: string, named?: boolean, kind?: string }} properties */
export function Tile({ code, named = false, kind = "" }) {
  return html`<span class=${classes("tile", code === "back" && "back", kind)}>
    <img src=${`/faces/${code}.svg`} alt=${named ? nameOf(code) : ""} draggable=${false} />
  </span>`;
}

/** The red 中 on a small tile: here a person is needed. */
export const Mark = () => html`<span class="mark" aria-hidden="true"><img src="/faces/C.svg" alt="" /></span>`;

/** What of a group lies open: a concealed kong shows its inner tiles. @param {{ role: string }} group @param {number} place @param {number} count */
export const faceDown = (group, place, count) => group.role === "concealed_kong" && count === 4 && (place === 0 || place === 3);

/** A whole hand in a row of small tiles. @param {{ groups: { role: string, codes: string[] }[] }} properties */
export function SmallHand({ groups }) {
  return html`<span class="small-hand" role="img" aria-label=${groups.map(({ codes }) => codes.map(nameOf).join(" ")).join(", ")}>
    ${groups.map(
      (group) => html`<span class=${classes("row", group.role)}>
        ${group.codes.map((code, place) => html`<${Tile} code=${faceDown(group, place, group.codes.length) ? "back" : code} />`)}
      </span>`,
    )}
  </span>`;
}
