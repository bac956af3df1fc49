/** Circumstances: who won, how, and what was special. What cannot be cannot be chosen, and says why. */

import { SEATS, hand, reading, win } from "../draft.js";
import { game, nameAt } from "../game.js";
import { turned } from "../hand.js";
import { StepBar } from "../parts/bar.js";
import { AnyOf, OneOf } from "../parts/choices.js";
import { SmallHand } from "../parts/tile.js";
import { answer, current, impossible } from "../scoring.js";
import { prefer } from "../storage.js";
import { html } from "../view.js";
import { language, problemText, t, zh } from "../words.js";

export const EVENTS = ["after_kong", "last_tile", "after_flower", "kong_on_kong", "robbing_kong", "last_discard", "heavenly", "earthly", "human"];

/** @param {Partial<import("../draft.js").Win>} changes */
export function change(changes) {
  const next = { ...win.value, ...changes };
  if (next.from === next.seat) next.from = null;
  if (next.liable === next.seat) next.liable = null;
  if (next.self_draw === false && next.from === null && changes.self_draw !== false) next.self_draw = null;
  win.value = next;
  if (!game.value) {
    if (changes.round) prefer("round", changes.round);
    if (changes.dealer) prefer("dealer", changes.dealer);
  }
}

/** @param {string} seat @returns {import("../parts/choices.js").Choice} */
const seatChoice = (seat) => ({ value: seat, face: seat, label: nameAt(seat) ? `${t(seat)}, ${nameAt(seat)}` : t(seat), sub: nameAt(seat) || t(seat) });

function How() {
  const { seat, self_draw, from } = win.value;
  const others = SEATS.map((other) => {
    const choice = seatChoice(other);
    return { ...choice, label: t("discardOf", { seat: choice.label }), disabled: other === seat };
  });
  return html`<${OneOf}
    legend=${t("how")}
    kind="how"
    needed
    choices=${[{ value: "self", label: t("selfDraw"), text: t("selfDraw"), sub: language.value === "zh" ? "" : "自摸" }, ...others]}
    chosen=${self_draw === null ? null : self_draw ? "self" : from}
    choose=${(/** @type {string} */ value) => change(value === "self" ? { self_draw: true, from: null } : { self_draw: false, from: value })}
  />`;
}

function Events() {
  const { events, self_draw } = win.value;
  if (self_draw === null) return html`<p class="hint later">${t("eventsLater")}</p>`;
  const choices = EVENTS.map((event) => {
    const reasons = impossible.value[event] ?? [];
    const on = events.includes(event);
    const why = reasons[0] ? problemText(reasons[0]) : "";
    return { value: event, label: `${zh(event)} ${language.value === "zh" ? "" : t(event)}`.trim(), text: zh(event), sub: language.value === "zh" ? "" : t(event), on, disabled: reasons.length > 0 && !on, why };
  });
  choices.sort((one, two) => Number(one.disabled) - Number(two.disabled));
  /** @param {string} event */
  const toggle = (event) => change({ events: events.includes(event) ? events.filter((other) => other !== event) : [...events, event] });
  return html`<${AnyOf} legend=${t("events")} choices=${choices} toggle=${toggle} />`;
}

function Feeders() {
  const melds = hand.value.melds.filter(({ role }) => role === "exposed");
  const { seat, liable } = win.value;
  const nobody = { value: "", label: t("notKnown"), text: "–" };
  return html`<details class="fold">
    <summary>${t("feeders")}</summary>
    <p class="hint">${t("feedersHint")}</p>
    ${melds.map((meld) => html`<div class="feeder" key=${meld.key}>
      <${SmallHand} groups=${[{ role: "exposed", codes: meld.pieces.map(({ code }) => code) }]} />
      <${OneOf}
        legend=${t("fedBy")}
        kind="seats"
        choices=${[nobody, ...SEATS.filter((other) => other !== seat).map(seatChoice)]}
        chosen=${meld.feeder ?? ""}
        choose=${(/** @type {string} */ value) => (hand.value = turned(hand.value, meld.key, { feeder: value || null }))}
      />
    </div>`)}
    <${OneOf}
      legend=${t("agreedLiable")}
      kind="seats"
      choices=${[{ ...nobody, label: t("nobody") }, ...SEATS.filter((other) => other !== seat).map(seatChoice)]}
      chosen=${liable ?? ""}
      choose=${(/** @type {string} */ value) => change({ liable: value || null })}
    />
  </details>`;
}

/** Round and dealer: from the running game, to be changed where the game is wrong. */
function Winds() {
  const { round, dealer } = win.value;
  const rows = html`
    <${OneOf} legend=${t("round")} kind="seats" choices=${SEATS.map((seat) => ({ value: seat, face: seat, label: t(seat), sub: t(seat) }))} chosen=${round} choose=${(/** @type {string} */ value) => change({ round: value })} />
    <${OneOf} legend=${t("dealer")} kind="seats" choices=${SEATS.map(seatChoice)} chosen=${dealer} choose=${(/** @type {string} */ value) => change({ dealer: value })} />`;
  if (!game.value) return rows;
  return html`<details class="fold">
    <summary>${t("fromGame", { round: t(round), dealer: nameAt(dealer) || t(dealer) })}</summary>
    ${rows}
  </details>`;
}

export function Won() {
  const found = answer.value;
  const wrong = found && current.value ? found.problems.filter(({ severity, code }) => severity === "illegal" && !code.includes("tiles")) : [];
  const { seat, self_draw } = win.value;
  return html`<main class="won">
    <h1>${t("winTitle")}</h1>
    <${OneOf} legend=${t("winner")} kind="seats" needed choices=${SEATS.map(seatChoice)} chosen=${seat} choose=${(/** @type {string} */ value) => change({ seat: value })} />
    <${How} />
    ${wrong.map((problem) => html`<p class="fault" key=${problem.code}>${problemText(problem)}</p>`)}
    <${Winds} />
    <${Events} />
    <${Feeders} />
    <${StepBar} back=${reading.value ? "check" : "hand"} next="result" label=${t("toResult")} disabled=${seat === null || self_draw === null} />
  </main>`;
}
