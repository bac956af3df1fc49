/** What the reading asks a person, one thing at a time. */

import { nameOf } from "../catalogue.js";
import { answerQuestion, questions, reading } from "../draft.js";
import { classes, html } from "../view.js";
import { known, problemText, t } from "../words.js";
import { Piece } from "./photo.js";
import { Mark, Tile } from "./tile.js";

/** @param {{ children?: any, label?: string }} properties */
export const Need = ({ children, label }) => html`<div class="need" role=${label ? "group" : undefined} aria-label=${label}>
  <${Mark} /><div class="need-body">${children}</div>
</div>`;

/** What can be said to a question that brings no answers of its own. @type {Record<string, string[]>} */
const ANSWERS = { extra_tile: ["belongs", "ignored"], tile_count: [], kong_tile: [] };

/** @param {{ pick: (index: number) => void }} properties `pick` lets any face be chosen for a tile of the photo */
export function Questions({ pick }) {
  const open = questions.value;
  const [now] = open;
  const read = reading.value;
  if (!now || !read) return read && read.questions.length === 0 ? read.problems.map((problem) => html`<${Need}><p>${problemText(problem)}</p><//>`) : null;
  const { question, index } = now;
  const words = known(question.kind) ? t(question.kind) : t("otherQuestion", { kind: question.kind });
  const [first = -1] = question.tiles;
  const current = question.kind === "uncertain_tile" ? read.tiles[first]?.code : null;
  return html`<${Need} label=${words}>
    <p>${words}${read.questions.length > 1 && html` <small class="of">${read.questions.length - open.length + 1}/${read.questions.length}</small>`}</p>
    <div class="answers">
      ${["uncertain_tile", "kong_tile", "extra_tile"].includes(question.kind) && html`<${Piece} index=${first} />`}
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
    </div>
  <//>`;
}
