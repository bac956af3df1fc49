/** By hand: build a hand by tapping faces, or write it. */

import * as api from "../api.js";
import { begin, clear, hand } from "../draft.js";
import { winFor } from "../game.js";
import { added, fromText, isEmpty, toText, withMeld } from "../hand.js";
import { Places, StepBar } from "../parts/bar.js";
import { OneOf } from "../parts/choices.js";
import { HandEditor } from "../parts/hand-editor.js";
import { Palette } from "../parts/palette.js";
import { Need } from "../parts/questions.js";
import { reachable } from "../network.js";
import { refused } from "../scoring.js";
import { html, useState } from "../view.js";
import { t } from "../words.js";
import { Faults, useSheets } from "./check.js";

const MODES = ["tile", "chow", "pung", "kong", "concealed_kong"];

/** @param {string} code @param {string} mode */
function facesOf(code, mode) {
  if (mode === "chow") return [0, 1, 2].map((step) => `${Number(code[0]) + step}${code[1]}`);
  return Array.from({ length: mode === "pung" ? 3 : 4 }, () => code);
}

/** Whether a face can be tapped: no flower is a meld, no chow begins with 8. @param {string} mode */
const possible = (mode) => (/** @type {string} */ code) => {
  if (mode === "tile") return true;
  if (/[fg]$/.test(code)) return false;
  return mode !== "chow" || /^[1-7][mps]$/.test(code);
};

export const Tabs = (/** @type {{ here: string }} */ { here }) => html`<nav class="tabs" aria-label=${t("byHand")}>
  <a href="#/hand" aria-current=${here === "hand" ? "page" : undefined}>${t("buildHand")}</a>
  <a href="#/tally" aria-current=${here === "tally" ? "page" : undefined}>${t("tickList")}</a>
</nav>`;

function Written() {
  const [fault, setFault] = useState("");
  /** @param {Event & { currentTarget: HTMLInputElement }} event */
  const write = async ({ currentTarget }) => {
    const text = currentTarget.value.trim();
    try {
      hand.value = text ? fromText((await api.score({ hand: text })).hand) : fromText("");
      setFault("");
    } catch (error) {
      setFault(error instanceof api.ApiError && error.offline ? t("needsService") : error instanceof Error ? error.message : String(error));
    }
  };
  return html`<details class="fold">
    <summary>${t("asText")}</summary>
    <input id="notation" type="text" maxlength="1000" autocomplete="off" autocapitalize="off" spellcheck=${false} aria-label=${t("notation")}
      aria-describedby="notation-hint" aria-invalid=${fault ? "true" : undefined} value=${toText(hand.value)} placeholder="(CCC) 123m 45s 66s +3s |1f" onChange=${write} />
    <p class="hint" id="notation-hint">${t("notationHint")}</p>
    ${fault && html`<p class="fault" role="alert">${fault}</p>`}
  </details>`;
}

export function Manual() {
  const [mode, setMode] = useState("tile");
  const { chosen, choose, add, sheet } = useSheets();
  /** @param {string} code */
  const tap = (code) => {
    if (isEmpty(hand.value)) begin("", winFor());
    if (mode === "tile") hand.value = added(hand.value, "concealed", code);
    else {
      hand.value = withMeld(hand.value, facesOf(code, mode), mode === "concealed_kong" ? "concealed_kong" : "exposed");
      setMode("tile");
    }
  };
  const offline = refused.value?.offline || reachable.value === false;
  return html`<main class="manual">
    <h1>${t("byHand")}</h1>
    <${Tabs} here="hand" />
    ${offline && html`<${Need}><p>${t("needsServiceManual")} <a href="#/tally">${t("tickList")}</a></p><//>`}
    <${Faults} />
    ${isEmpty(hand.value) ? html`<p class="hint">${t("buildHint")}</p>` : html`<${HandEditor} chosen=${chosen} choose=${choose} add=${add} />`}
    <div class="builder">
      <${OneOf} legend=${t("tapAdds")} kind="modes" choices=${MODES.map((value) => ({ value, label: t(`mode_${value}`), text: t(`mode_${value}`) }))} chosen=${mode} choose=${setMode} />
      <${Palette} choose=${tap} only=${possible(mode)} />
    </div>
    <${Written} />
    ${!isEmpty(hand.value) && html`<button type="button" class="button plain" onClick=${clear}>${t("putAway")}</button>`}
    ${sheet}
    ${isEmpty(hand.value) ? html`<${Places} />` : html`<${StepBar} back="snap" next="win" label=${t("toWin")} />`}
  </main>`;
}
