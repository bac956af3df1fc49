/** Hands kept without a game. */

import * as api from "../api.js";
import { titleOf } from "../catalogue.js";
import { begin } from "../draft.js";
import { groupsOf } from "../hand.js";
import { SmallHand } from "../parts/tile.js";
import { go } from "../route.js";
import { html, useEffect, useState } from "../view.js";
import { moment, number, t } from "../words.js";

export function Kept() {
  const [hands, setHands] = useState(/** @type {any[]} */ ([]));
  const [sure, setSure] = useState(0);
  useEffect(() => void api.call("/api/v1/hands").then((found) => setHands(found.hands)).catch(() => undefined), []);
  if (hands.length === 0) return null;
  /** @param {any} kept */
  const show = (kept) => {
    const { seat, round, dealer, self_draw, from, events, feeds, liable } = kept.circumstances;
    begin(kept.result.hand, { seat, round, dealer, self_draw, from, events, liable }, feeds);
    go("result");
  };
  /** @param {any} kept */
  const forget = async (kept) => {
    if (sure !== kept.id) return setSure(kept.id);
    await api.send("DELETE", `/api/v1/hands/${kept.id}`);
    setHands(hands.filter(({ id }) => id !== kept.id));
  };
  return html`<section class="kept"><h2>${t("keptHands")}</h2><ol>
    ${hands.map((kept) => html`<li key=${kept.id}>
      <button type="button" class="show" onClick=${() => show(kept)}><${SmallHand} groups=${groupsOf(kept.result.hand)} />
        <span class="what"><b>${kept.result.paid_faan} ${t("faan")}</b> ${t("points", { points: number(kept.result.points) })} · ${titleOf(kept.rules)} · ${moment(kept.saved_at)}</span></button>
      <button type="button" class="button plain" onClick=${() => void forget(kept)}>${t(sure === kept.id ? "reallyRemove" : "forget")}</button>
    </li>`)}
  </ol></section>`;
}
