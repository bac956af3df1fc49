/** What the reading asks a person, and what an answer does to the hand. */

import { h } from "/web/dom.js";
import { groups, replaced, turned, wonOn } from "/web/hand.js";
import { pieceOf } from "/web/photo.js";
import { known, t } from "/web/strings.js";
import { mark, nameOf, tile } from "/web/tiles.js";

/**
 * The hand after an answer.
 * @param {string} hand as it stands @param {any} question @param {any} reading @param {string} option
 */
export function answered(hand, question, reading, option) {
  const found = reading.tiles[question.tiles[0]];
  const shown = question.tiles.map((/** @type {number} */ index) => reading.tiles[index].code);
  switch (question.kind) {
    case "uncertain_tile":
      return replaced(hand, found.role, found.code, option);
    case "winning_tile":
      return wonOn(hand, option);
    case "kong":
      return turned(hand, option === "exposed" ? "concealed_kong" : "exposed", option, shown);
    case "exposed_melds":
      return turned(hand, option === "exposed" ? "concealed" : "exposed", option);
    default:
      return hand;
  }
}

/** Whether the tile that a question is about is still in the hand. @param {string} hand @param {any} question @param {any} reading */
export function stands(hand, question, reading) {
  if (question.kind !== "uncertain_tile") return true;
  const found = reading.tiles[question.tiles[0]];
  return groups(hand).some((group) => group.role === found.role && group.codes.includes(found.code));
}

/**
 * A question with its answers, and the piece of the photo that it is about.
 * @param {any} question @param {any} reading @param {(option: string) => void} answer @param {string} count such as `1 / 3`
 */
export function questionItem(question, reading, answer, count) {
  const words = known(question.kind) ? t(question.kind) : t("otherQuestion", { kind: question.kind });
  const current = question.kind === "uncertain_tile" ? reading.tiles[question.tiles[0]].code : null;
  const options = question.options.map((/** @type {string} */ option) =>
    known(option) && option.length > 1
      ? h("button.word", { type: "button", onclick: () => answer(option) }, t(option))
      : h(
          "button",
          { type: "button", class: option === current ? "current" : "", "aria-label": nameOf(option), onclick: () => answer(option) },
          tile(option),
        ),
  );
  return h(
    "div.need",
    { role: "group", "aria-label": words },
    mark(),
    h("p", {}, words, count && h("small", {}, count)),
    options.length > 0 && h("div.answers", {}, question.kind === "uncertain_tile" && pieceOf(reading, question.tiles[0]), ...options),
  );
}
