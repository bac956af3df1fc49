/** What can be done with one tile: its next likeliest faces first, where it belongs, then every face there is. */

import { nameOf } from "../catalogue.js";
import { hand, reading, settle } from "../draft.js";
import { isBonus, laidOpen, moved, pieces, removed, renamed, takenBack, turned } from "../hand.js";
import { html } from "../view.js";
import { t } from "../words.js";
import { Palette } from "./palette.js";
import { Piece } from "./photo.js";
import { Sheet } from "./sheet.js";
import { Tile } from "./tile.js";

const LIKELY = 4;

/** The faces the reading held possible, the one it chose among them. @param {number | null} found @param {string} code */
function likely(found, code) {
  const tile = found === null ? undefined : reading.value?.tiles[found];
  if (!tile) return [];
  return [tile.code, ...tile.alternatives.map(([face]) => face)].filter((face) => face !== code && face !== "back").slice(0, LIKELY);
}

/** @param {{ which: number, group: import("../hand.js").Group, close: () => void }} properties */
export function TileSheet({ which, group, close }) {
  const one = pieces(hand.value).find(({ key }) => key === which);
  if (!one) return null;
  const meld = hand.value.melds.find(({ pieces: inside }) => inside.some(({ key }) => key === which));
  const winning = hand.value.winning?.key === which;
  const beside = hand.value.bonus.some(({ key }) => key === which);
  const candidates = likely(one.found, one.code);
  /** @param {import("../hand.js").Hand} changed */
  const done = (changed) => {
    hand.value = changed;
    const asked = reading.value?.questions.findIndex(({ kind, tiles }) => kind === "uncertain_tile" && tiles[0] === one.found) ?? -1;
    if (asked >= 0) settle(asked);
    close();
  };
  /** @param {string} code */
  const rename = (code) => done(renamed(hand.value, which, code));
  const keys = group.pieces.map(({ key }) => key);
  const actions = /** @type {[string, () => import("../hand.js").Hand][]} */ ([
    ...(meld ? [["takeBack", () => takenBack(hand.value, meld.key)]] : []),
    ...(meld && meld.pieces.length === 4
      ? [[meld.role === "exposed" ? "asConcealedKong" : "asExposedKong", () => turned(hand.value, meld.key, { role: meld.role === "exposed" ? "concealed_kong" : "exposed" })]]
      : []),
    ...(!meld && !winning && !beside && keys.length >= 3 ? [["layOpen", () => laidOpen(hand.value, keys)]] : []),
    ...(!winning && !beside ? [["asWinning", () => moved(hand.value, which, "winning")]] : []),
    ...(winning || (meld && meld.pieces.length !== 3 && meld.role === "exposed") || (beside && !isBonus(one.code)) ? [["intoHand", () => moved(hand.value, which, "concealed")]] : []),
    ["remove", () => removed(hand.value, which)],
  ]);
  return html`<${Sheet} label=${t("thisTile", { tile: nameOf(one.code) })} close=${close}>
    <div class="sheet-head">
      ${one.found !== null && html`<${Piece} index=${one.found} />`}
      <${Tile} code=${one.code} kind="large" />
      <div><p class="tile-name">${nameOf(one.code)}</p><p class="hint">${t(meld ? meld.role : winning ? "winning" : beside ? "bonus" : "concealed")}</p></div>
    </div>
    ${candidates.length > 0 && html`<h3>${t("ratherThis")}</h3>
      <div class="candidates">
        ${candidates.map((code) => html`<button type="button" class="face" aria-label=${nameOf(code)} onClick=${() => rename(code)}><${Tile} code=${code} /></button>`)}
      </div>`}
    <div class="actions">
      ${actions.map(([key, change]) => html`<button type="button" class="button" onClick=${() => done(change())}>${t(key)}</button>`)}
    </div>
    <h3>${t("anyFace")}</h3>
    <${Palette} choose=${rename} chosen=${one.code} />
  <//>`;
}

/** @param {{ zone: string, add: (code: string) => void, close: () => void }} properties */
export function AddSheet({ zone, add, close }) {
  return html`<${Sheet} label=${t("addTo", { zone: t(zone) })} close=${close}>
    <h2>${t("addTo", { zone: t(zone) })}</h2>
    <${Palette} choose=${add} />
  <//>`;
}
