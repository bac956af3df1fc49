/** Check: the photo with its boxes, the hand below, what is uncertain marked; the faan follow every change. */

import { fault, hand, phase, progress, questions, reading, read, clear, photo } from "../draft.js";
import { added, pieces } from "../hand.js";
import { StepBar } from "../parts/bar.js";
import { HandEditor } from "../parts/hand-editor.js";
import { Photo } from "../parts/photo.js";
import { Need, Questions } from "../parts/questions.js";
import { AddSheet, TileSheet } from "../parts/tile-sheet.js";
import { go } from "../route.js";
import { answer, current, faults } from "../scoring.js";
import { html, useState } from "../view.js";
import { problemText, t } from "../words.js";

/** What the service says against the hand, where no question is open about it. */
export function Faults() {
  const found = answer.value;
  if (!found || !current.value || questions.value.length > 0) return null;
  return faults(found).filter(({ code }) => !["too_few_tiles", "winning_tile_missing"].includes(code))
    .map((problem) => html`<${Need} key=${problem.code}><p>${problemText(problem)}</p><//>`);
}

/** What is open over the hand: a tile's sheet or the palette. @returns {{ chosen: number | null, choose: (key: number, group: any) => void, add: (zone: string) => void, sheet: any }} */
export function useSheets() {
  const [open, setOpen] = useState(/** @type {{ which: number, group: any } | { zone: string } | null} */ (null));
  const close = () => setOpen(null);
  const sheet = !open ? null
    : "zone" in open
      ? html`<${AddSheet} zone=${open.zone} close=${close} add=${(/** @type {string} */ code) => {
          hand.value = added(hand.value, open.zone, code);
          close();
        }} />`
      : html`<${TileSheet} which=${open.which} group=${open.group} close=${close} />`;
  return {
    chosen: open && "which" in open ? open.which : null,
    choose: (which, group) => setOpen({ which, group }),
    add: (zone) => setOpen({ zone }),
    sheet,
  };
}

function Reading() {
  const share = phase.value === "sending" ? progress.value : 1;
  const words = t(phase.value === "sending" ? "sending" : "reading");
  return html`<div class="reading" role="status">
    <progress max="1" value=${phase.value === "sending" ? share : undefined} aria-label=${words}></progress>
    <p>${words}</p>
  </div>`;
}

function Unread() {
  const waiting = phase.value === "waiting";
  const found = fault.value;
  return html`<${Need}>
    <p>${waiting ? t("queued") : found ? (t(`error_${found.code}`) === `error_${found.code}` ? found.message : t(`error_${found.code}`)) : ""}</p>
    <div class="answers">
      <button type="button" class="button" onClick=${() => void read()}>${t("tryAgain")}</button>
      <button type="button" class="button" onClick=${() => go("snap")}>${t("newPhoto")}</button>
      <button type="button" class="button" onClick=${() => go("hand")}>${t("byHand")}</button>
    </div>
  <//>`;
}

export function Check() {
  const { chosen, choose, add, sheet } = useSheets();
  const busy = phase.value === "sending" || phase.value === "reading";
  /** @param {number} index of a tile found in the photo */
  const pick = (index) => {
    const one = pieces(hand.value).find(({ found }) => found === index);
    if (one) choose(one.key, { role: "concealed", meld: null, pieces: [one] });
  };
  const read_ = reading.value;
  const chosenFound = pieces(hand.value).find(({ key }) => key === chosen)?.found ?? null;
  if (!photo.value && !read_) {
    return html`<main class="check">
      <h1>${t("checkTitle")}</h1>
      <p class="hint">${t("noPhoto")}</p>
      <${StepBar} back="snap" label=${t("takePhoto")} next="snap" />
    </main>`;
  }
  return html`<main class="check">
    <h1 class="sr-only">${t("checkTitle")}</h1>
    ${photo.value && html`<${Photo} chosen=${chosenFound} choose=${pick} waiting=${busy} />`}
    ${busy && html`<${Reading} />`}
    ${(phase.value === "failed" || phase.value === "waiting") && html`<${Unread} />`}
    ${read_ &&
    html`<div aria-live="polite"><${Questions} pick=${pick} add=${add} /></div>
      <${Faults} />
      <${HandEditor} chosen=${chosen} choose=${choose} add=${add} />
      <p class="hint facts">${t("readIn", { tiles: read_.tiles.filter(({ role }) => role !== "ignored").length, seconds: read_.seconds.toFixed(1) })}
        ${" · "}${t("confidence", { percent: Math.min(99, Math.round(read_.confidence * 100)) })}
        <button type="button" class="button plain" onClick=${() => { clear(); go("snap"); }}>${t("newPhoto")}</button>
      </p>`}
    ${sheet}
    <${StepBar} back="snap" next="win" label=${t("toWin")} disabled=${!read_} />
  </main>`;
}
