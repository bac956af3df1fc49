/** A hand without its tiles: the table agreed on the faan, nobody won, or somebody called a win that was none. */

import { SEATS } from "../draft.js";
import { addHand, asEntered, correctHand, game, nameAt } from "../game.js";
import { OneOf, Stepper } from "../parts/choices.js";
import { Sheet } from "../parts/sheet.js";
import { Tile } from "../parts/tile.js";
import { html, useState } from "../view.js";
import { t } from "../words.js";

/** @param {{ close: () => void, hand?: import("../game.js").HandInGame | null }} properties `hand` is an earlier one to be entered anew */
export function Quick({ close, hand = null }) {
  const [kind, setKind] = useState(/** @type {string} */ (hand?.kind ?? "win"));
  const [from, setFrom] = useState(/** @type {string | null} */ (hand?.self_draw ? "self" : (hand?.from ?? null)));
  const [faan, setFaan] = useState(/** @type {Record<string, number | undefined>} */ (Object.fromEntries((hand?.winners ?? []).map((one) => [one.seat, one.faan]))));
  const [offender, setOffender] = useState(/** @type {string | null} */ (hand?.offender ?? null));
  const [fault, setFault] = useState("");
  const at = hand?.position ?? game.value?.next ?? null;
  const name = (/** @type {string} */ seat) => nameAt(seat, at) || t(seat);
  const choice = (/** @type {string} */ seat) => ({ value: seat, face: seat, label: `${t(seat)}, ${name(seat)}`, sub: name(seat) });
  const winners = SEATS.filter((seat) => faan[seat] !== undefined && seat !== from);
  const ready = kind === "draw" || (kind === "false_win" ? offender !== null : from !== null && winners.length > 0 && (from !== "self" || winners.length === 1));
  const add = async () => {
    // tiles of an earlier hand stay with whoever's faan stay
    const list = winners.map((seat) => {
      const old = hand?.winners.find((one) => one.seat === seat);
      return old && old.faan === faan[seat] ? asEntered(old) : { seat, faan: faan[seat] };
    });
    const win = { kind, ...(from === "self" ? { self_draw: true } : { from }), winners: list };
    try {
      const asked = kind === "draw" ? { kind } : kind === "false_win" ? { kind, offender } : win;
      if (hand) await correctHand(hand.id, asked);
      else await addHand(asked);
      close();
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    }
  };
  return html`<${Sheet} label=${t("withoutTiles")} close=${close}>
    <h2>${t("withoutTiles")}</h2>
    <${OneOf} legend=${t("whatHappened")} choices=${["win", "draw", "false_win"].map((value) => ({ value, label: t(`kind_${value}`), text: t(`kind_${value}`) }))} chosen=${kind} choose=${setKind} />
    ${kind === "win" && html`
      <${OneOf} legend=${t("how")} kind="how" choices=${[{ value: "self", label: t("selfDraw"), text: t("selfDraw") }, ...SEATS.map((seat) => ({ ...choice(seat), label: t("discardOf", { seat: name(seat) }) }))]} chosen=${from} choose=${setFrom} />
      <fieldset class="agreed"><legend>${t("agreedFaan")}</legend>
        ${SEATS.filter((seat) => seat !== from).map((seat) => html`<div class="agreed-row" key=${seat}>
          <${Tile} code=${seat} /><span>${name(seat)}</span>
          <${Stepper} label=${t("faanOf", { who: name(seat) })} value=${faan[seat] ?? 0} shown=${faan[seat] === undefined ? "–" : undefined} high=${26}
            set=${(/** @type {number} */ value) => setFaan({ ...faan, [seat]: faan[seat] === undefined ? 3 : value === 0 ? undefined : value })} />
        </div>`)}
      </fieldset>`}
    ${kind === "false_win" && html`<${OneOf} legend=${t("offender")} kind="seats" choices=${SEATS.map(choice)} chosen=${offender} choose=${setOffender} />`}
    ${fault && html`<p class="fault" role="alert">${fault}</p>`}
    <button type="button" class="button strong wide" disabled=${!ready} onClick=${() => void add()}>${t(hand ? "saveCorrection" : "addToGame")}</button>
  <//>`;
}
