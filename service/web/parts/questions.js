/** What the reading asks a person, one thing at a time. */

import { nameOf } from "../catalogue.js";
import { answerQuestion, clear, hand, questions, reading } from "../draft.js";
import { counted } from "../hand.js";
import { go } from "../route.js";
import { classes, html } from "../view.js";
import { known, problemText, t } from "../words.js";
import { Piece } from "./photo.js";
import { Mark, Tile } from "./tile.js";

/** @param {{ children?: any, label?: string }} properties */
export const Need = ({ children, label }) => html`<div class="need" role=${label ? "group" : undefined} aria-label=${label}>
  <${Mark} /><div class="need-body">${children}</div>
</div>`;

/** What can be said to a question that brings no answers of its own. @type {Record<string, string[]>} */
const ANSWERS = { extra_tile: ["keep", "drop"], tile_count: [], kong_tile: [], hidden_tile: [] };

/** Questions about the photo itself, which another photo answers best. */
const ANOTHER_PHOTO = ["cut", "mirrored", "blurred", "dark"];

/** Questions that are asked with a piece of the photo. */
const SHOWN = ["uncertain_tile", "kong_tile", "extra_tile", "hidden_tile"];

/** The words of a question. @param {import("../draft.js").Question} question */
function asked({ kind, tiles }) {
  if (!known(kind)) return t("otherQuestion", { kind });
  return t(kind === "hidden_tile" && tiles.length === 2 ? "hidden_tile_between" : kind, counted(hand.value));
}

function newPhoto() {
  clear();
  go("snap");
}

/** @param {{ pick: (index: number) => void, add: (zone: string) => void }} properties `pick` lets any face be chosen for a tile of the photo, `add` one more tile */
export function Questions({ pick, add }) {
  const open = questions.value;
  const [now] = open;
  const read = reading.value;
  if (!now || !read) return read && read.questions.length === 0 ? read.problems.map((problem) => html`<${Need}><p>${problemText(problem)}</p><//>`) : null;
  const { question, index } = now;
  const words = asked(question);
  const [first = -1] = question.tiles;
  const current = question.kind === "uncertain_tile" ? read.tiles[first]?.code : null;
  return html`<${Need} label=${words}>
    <p>${words}${read.questions.length > 1 && html` <small class="of">${read.questions.length - open.length + 1}/${read.questions.length}</small>`}</p>
    <div class="answers">
      ${SHOWN.includes(question.kind) && first >= 0 && html`<${Piece} index=${first} to=${question.kind === "hidden_tile" ? question.tiles.at(-1) : first} />`}
      ${ANOTHER_PHOTO.includes(question.kind) && html`<button type="button" class="button" onClick=${newPhoto}>${t("newPhoto")}</button>`}
      ${(question.options.length > 0 ? question.options : (ANSWERS[question.kind] ?? ["itIsRight"])).map((option) =>
        known(option) && option.length > 1
          ? html`<button type="button" class="button" key=${`${index}${option}`} onClick=${() => answerQuestion(index, option)}>${t(option)}</button>`
          : html`<button
              type="button"
              key=${`${index}${option}`}
              class=${classes("face", option === current && "current")}
              aria-label=${nameOf(option)}
              onClick=${() => answerQuestion(index, option)}
            ><${Tile} code=${option} /></button>`,
      )}
      ${(question.kind === "uncertain_tile" || question.kind === "kong_tile") &&
      html`<button type="button" class="button" onClick=${() => pick(first)}>${t("another")}</button>`}
      ${question.kind === "hidden_tile" && html`<button type="button" class="button" onClick=${() => add("concealed")}>${t(question.options.length > 0 ? "another" : "anyFace")}</button>`}
    </div>
  <//>`;
}
