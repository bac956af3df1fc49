/** The hand as tiles in groups. A tap on a tile opens what can be done with it; tiles and whole groups can be dragged. */

import { nameOf } from "../catalogue.js";
import { doubted, hand } from "../draft.js";
import { arranged, counted, laidOpen, moved, takenBack } from "../hand.js";
import { answer, answered, question } from "../scoring.js";
import { classes, html } from "../view.js";
import { t } from "../words.js";
import { useDrag } from "./drag.js";
import { Tile, faceDown } from "./tile.js";

/** @typedef {import("../hand.js").Group} Group */

/** What a dragged thing does where it falls. @param {string} what `tile:KEY` or `group:KEY,KEY` or `meld:KEY` @param {string} zone */
export function dropped(what, zone) {
  const [kind, rest = ""] = what.split(":");
  const keys = rest.split(",").map(Number);
  const [first = 0] = keys;
  const open = zone === "exposed" || zone.startsWith("meld:");
  if (kind === "tile") hand.value = moved(hand.value, first, zone);
  else if (kind === "group" && open) hand.value = laidOpen(hand.value, keys);
  else if (kind === "meld" && zone === "concealed") hand.value = takenBack(hand.value, first);
}

/** @param {{ group: Group, chosen: number | null, choose: (key: number, group: Group) => void }} properties */
function GroupItem({ group, chosen, choose }) {
  const { role, meld, pieces } = group;
  const zone = role === "exposed" && meld ? `meld:${meld.key}` : role;
  const what = meld ? `meld:${meld.key}` : `group:${pieces.map(({ key }) => key).join(",")}`;
  const movable = role === "exposed" || (role === "concealed" && pieces.length >= 3);
  const caption = t(role === "concealed" ? "meldHandle" : role);
  return html`<li class=${classes("group", role)} data-zone=${zone}>
    <span class="row">
      ${pieces.map((one, place) => {
        const doubt = one.found !== null && doubted.value.has(one.found);
        const name = [nameOf(one.code), role !== "concealed" && t(role), doubt && t("uncertain")].filter(Boolean).join(", ");
        return html`<button
          type="button"
          key=${one.key}
          class=${classes("piece-button", doubt && "doubt", chosen === one.key && "chosen")}
          data-drag=${`tile:${one.key}`}
          data-code=${one.code}
          aria-label=${name}
          onClick=${() => choose(one.key, group)}
        ><${Tile} code=${faceDown(group, place, pieces.length) ? "back" : one.code} /></button>`;
      })}
    </span>
    ${movable || role !== "concealed" ? html`<small class=${movable ? "handle" : ""} data-drag=${movable ? what : undefined}>${movable && role === "concealed" ? html`<span class="grip" aria-hidden="true"></span>` : caption}</small>` : null}
  </li>`;
}

/**
 * @param {{ chosen?: number | null, choose: (key: number, group: Group) => void, add: (zone: string) => void }} properties
 */
export function HandEditor({ chosen = null, choose, add }) {
  const place = useDrag(dropped);
  const fresh = answered.value?.hand === question.value?.hand;
  const groups = arranged(hand.value, fresh ? answer.value?.hand : "");
  /** @param {...string} roles */
  const of = (...roles) => groups.filter(({ role }) => roles.includes(role));
  /** @param {Group} group */
  const item = (group) => html`<${GroupItem} key=${group.meld?.key ?? group.pieces[0]?.key} group=${group} chosen=${chosen} choose=${choose} />`;
  const { have, wanted } = counted(hand.value);
  /** @param {string} zone */
  const plus = (zone) => html`<li class="group plus">
    <button type="button" class="add" aria-label=${t("addTo", { zone: t(zone) })} onClick=${() => add(zone)}><span aria-hidden="true">+</span></button>
  </li>`;
  return html`<div class="hand" ref=${place}>
    <ol class="zone" data-zone="exposed" aria-label=${t("exposed")}>
      ${of("exposed", "concealed_kong").map(item)}
      <li class="drop-hint" aria-hidden="true">${t("dropExposed")}</li>
    </ol>
    <ol class="zone" data-zone="concealed" aria-label=${t("concealed")}>
      ${of("concealed").map(item)}${have < wanted && plus("concealed")}
      <li class="drop-hint" aria-hidden="true">${t("dropConcealed")}</li>
    </ol>
    <div class="zones">
      <ol class="zone winning-zone" data-zone="winning" aria-label=${t("winning")}>
        ${of("winning").map(item)}${!hand.value.winning && plus("winning")}
        <li class="drop-hint" aria-hidden="true">${t("winning")}</li>
      </ol>
      <ol class="zone bonus-zone" data-zone="bonus" aria-label=${t("bonus")}>
        ${of("bonus").map(item)}${plus("bonus")}
        <li class="drop-hint" aria-hidden="true">${t("bonus")}</li>
      </ol>
    </div>
    ${have !== wanted && html`<p class="count">${t(have < wanted ? "tilesMissing" : "tilesOver", { count: Math.abs(wanted - have) })}</p>`}
  </div>`;
}
