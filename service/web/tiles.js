/** Draws tiles, singly and as the groups of a hand. */

import { h } from "/web/dom.js";
import { language, t } from "/web/strings.js";

/** @type {Record<string, { zh: string, en: string, jyutping: string }>} */
let names = {};

/** @param {Record<string, { zh: string, en: string, jyutping: string }>} given names by code, from the service */
export function learn(given) {
  names = given;
}

/** What a player calls a tile. @param {string} code */
export function nameOf(code) {
  if (code === "back") return t("back");
  const name = names[code];
  if (!name) return code;
  return language() === "zh" ? name.zh : name.en;
}

/** A tile. @param {string} code */
export function tile(code) {
  const image = h("img", { src: `/faces/${code}.svg`, alt: nameOf(code), draggable: "false" });
  return h("span.tile", { class: code === "back" ? "back" : "", title: nameOf(code) }, image);
}

/** The red 中 on a small tile: here a person is needed. */
export function mark() {
  return h("span.mark", { "aria-hidden": "true" }, h("img", { src: "/faces/C.svg", alt: "" }));
}

/** A concealed kong lies with its outer tiles face down. @param {import("/web/hand.js").Group} group */
function shown(group) {
  if (group.role !== "concealed_kong" || group.codes.length !== 4) return group.codes;
  return ["back", group.codes[1], group.codes[2], "back"];
}

/**
 * A group with its caption.
 * @param {import("/web/hand.js").Group} group @param {(code: string) => boolean} doubted whether a tile in it is questioned
 */
export function groupItem(group, doubted) {
  const caption = group.role === "concealed" ? null : h("small", {}, t(group.role));
  const tiles = shown(group).map((code) => {
    const element = tile(code);
    if (doubted(code)) element.classList.add("doubt");
    return element;
  });
  return h("li", { class: group.role }, h("span.row", {}, ...tiles), caption);
}

/** A whole hand in one row of small tiles. @param {import("/web/hand.js").Group[]} parts */
export function smallHand(parts) {
  return parts.map((part) => h("span.row", {}, ...shown(part).map(tile)));
}
