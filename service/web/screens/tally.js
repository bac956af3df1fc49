/** The tick list: tick faan, pick curve, payments and cap; total and payers follow. It needs no service once it was there. */

import { SCHEMES, payments, pointsAt, tally } from "../calculator.js";
import { patterns } from "../catalogue.js";
import { SEATS } from "../draft.js";
import { nameAt } from "../game.js";
import { Places } from "../parts/bar.js";
import { OneOf, Stepper } from "../parts/choices.js";
import { Need } from "../parts/questions.js";
import { TablePicture } from "../parts/table-picture.js";
import { settingsInForce } from "../table.js";
import { classes, html, signal } from "../view.js";
import { language, number, ruleOf, t } from "../words.js";
import { Tabs } from "./manual.js";

/** Patterns that can be there several times. @type {Record<string, number>} */
const EACH = { dragon_pung: 3, own_flower: 2, flower_set: 2 };
const GROUPS = ["shape", "honours", "bonus", "winning", "special"];

const ticked = signal(/** @type {Record<string, number>} */ ({}));
/** What was changed against the rules in force. */
const choice = signal(/** @type {{ curve?: string, scheme?: string, selfDraw?: string, cap?: string, winner: string, from: string }} */ ({ winner: "S", from: "E" }));

/** @param {Record<string, any>} changes */
const choose = (changes) => {
  choice.value = { ...choice.value, ...changes };
  const drawn = choice.value.from === "self";
  if ("from" in changes && settingsInForce()?.["faan.self_drawn"]) ticked.value = { ...ticked.value, self_drawn: drawn ? 1 : 0 };
};

/** @param {{ settings: Record<string, any> }} properties */
function Total({ settings }) {
  const { curve = settings["ladder.name"], scheme = settings["payment.discard"], cap = String(settings.cap), winner, from } = choice.value;
  const limit = cap === "none" ? null : Number(cap);
  const sum = tally(ticked.value, { faan: (id) => settings[`faan.${id}`] ?? 0, limits: settings["limit.hands"], cap: limit, combine: settings["limit.combine"] });
  const drawn = from === "self";
  const units = /** @type {[number, number]} */ (SCHEMES[scheme] ?? [Number(settings["payment.discarder"]), Number(settings["payment.others"])]);
  const points = pointsAt({ name: curve, points: settings["ladder.points"], buckets: settings["ladder.buckets"], self_draw_buckets: settings["ladder.self_draw_buckets"] }, sum.paid, drawn);
  const selfDraw = Number(choice.value.selfDraw ?? settings["payment.self_draw"]);
  const base = Number(settings.base);
  const paid = payments({ points, base, winner, from: drawn ? null : from, scheme: units, selfDraw, dealerTimes: Number(settings["payment.dealer"]) });
  return html`<section class="tally-total" aria-live="polite">
      <p class="total"><b>${sum.faan}</b><span>${t("faan")}${sum.limit && html`<small>${t("limitHand")}</small>`}</span>
        <em>${sum.paid < sum.faan && `${t("paidAs", { faan: sum.paid })} · `}${t("points", { points: number(points) })}</em></p>
      ${sum.ignored.length > 0 && html`<p class="hint">${t("limitAlone")}</p>`}
    </section>
    <${TablePicture} payments=${paid} winner=${winner} from=${drawn ? null : from} />
    <table class="payers">
      <thead><tr><th scope="col">${t("payer")}</th><th scope="col">${t("paysUnits")}</th></tr></thead>
      <tbody>${SEATS.filter((seat) => seat !== winner).map((seat) => html`<tr key=${seat}><th scope="row">${nameAt(seat) || t(seat)}</th><td>${number(Math.abs(paid[seat] ?? 0))}</td></tr>`)}</tbody>
    </table>`;
}

/** @param {{ id: string, settings: Record<string, any> }} properties */
function Row({ id, settings }) {
  const known = patterns.value.find((one) => one.id === id);
  const worth = settings[`faan.${id}`];
  if (!known || !worth) return null;
  const count = ticked.value[id] ?? 0;
  const most = EACH[id] ?? 1;
  const inside = Object.keys(ticked.value).find((other) => (ticked.value[other] ?? 0) > 0 && [...(settings[`contains.${other}`] ?? []), ...(settings[`absorbs.${other}`] ?? [])].includes(id));
  const by = patterns.value.find((one) => one.id === inside);
  const set = (/** @type {number} */ value) => (ticked.value = { ...ticked.value, [id]: value });
  const label = language.value === "zh" ? known.zh : `${known.zh} ${known.en}`;
  const names = html`<span class="names"><b lang="zh-HK">${known.zh}</b><i lang="yue-Latn">${known.jyutping}</i>${language.value === "en" && html`<span>${known.en}</span>`}</span>
    <span class="why">${by ? t("alreadyIn", { by: by.zh }) : ruleOf(known)}</span>`;
  const faan = html`<span class="worth-of"><b>${worth === "limit" ? t("capShort") : worth}</b>${most > 1 && html`<small>${t("each")}</small>`}</span>`;
  if (most > 1) return html`<li class=${classes("tick", count > 0 && "on")}><div class="tick-row">${names}${faan}</div><${Stepper} label=${label} value=${count} high=${most} set=${set} /></li>`;
  return html`<li class=${classes("tick", count > 0 && "on", inside && "cannot")}><label class="tick-row">
    <input type="checkbox" checked=${count > 0} disabled=${Boolean(inside) && count === 0} aria-label=${label} onChange=${() => set(count > 0 ? 0 : 1)} />${names}${faan}
  </label></li>`;
}

export function TickList() {
  const settings = settingsInForce();
  if (!settings) {
    return html`<main class="tally"><h1>${t("tickList")}</h1><${Tabs} here="tally" /><${Need}><p>${t("tallyOnce")}</p><//><${Places} /></main>`;
  }
  const { curve, scheme, cap, selfDraw, winner, from } = choice.value;
  const named = (/** @type {string[]} */ values, /** @type {string} */ prefix) => values.map((value) => ({ value, label: t(prefix + value), text: t(prefix + value) }));
  const seat = (/** @type {string} */ one) => ({ value: one, face: one, label: nameAt(one) || t(one), sub: nameAt(one) || t(one) });
  const curves = ["full_spicy", "half_spicy", "hundred_base", ...(["points", "buckets"].includes(settings["ladder.name"]) ? [settings["ladder.name"]] : [])];
  return html`<main class="tally">
    <h1>${t("tickList")}</h1>
    <${Tabs} here="tally" />
    ${GROUPS.map((group) => html`<section key=${group}><h2>${t(`group_${group}`)}</h2>
      <ul class="ticks">${patterns.value.filter((one) => one.group === group).map(({ id }) => html`<${Row} key=${id} id=${id} settings=${settings} />`)}</ul></section>`)}
    <${OneOf} legend=${t("curve")} choices=${named(curves, "ladder_")} chosen=${curve ?? settings["ladder.name"]} choose=${(/** @type {string} */ value) => choose({ curve: value })} />
    <${OneOf} legend=${t("cap")} choices=${["8", "10", "13", "none"].map((value) => ({ value, label: value === "none" ? t("noCap") : value, text: value === "none" ? t("noCap") : value }))} chosen=${cap ?? String(settings.cap)} choose=${(/** @type {string} */ value) => choose({ cap: value })} />
    <${OneOf} legend=${t("onDiscard")} choices=${named(Object.keys(SCHEMES).concat(settings["payment.discard"] === "custom" ? ["custom"] : []), "scheme_")} chosen=${scheme ?? settings["payment.discard"]} choose=${(/** @type {string} */ value) => choose({ scheme: value })} />
    <${OneOf} legend=${t("onSelfDraw")} choices=${["0.5", "1", "2"].map((value) => ({ value, label: t("unitsEach", { units: value }), text: value.replace("0.5", "½"), sub: t("each") }))} chosen=${selfDraw ?? String(settings["payment.self_draw"])} choose=${(/** @type {string} */ value) => choose({ selfDraw: value })} />
    <${OneOf} legend=${t("winner")} kind="seats" choices=${SEATS.map(seat)} chosen=${winner} choose=${(/** @type {string} */ value) => choose({ winner: value, ...(from === value ? { from: "self" } : {}) })} />
    <${OneOf} legend=${t("how")} kind="how" choices=${[{ value: "self", label: t("selfDraw"), text: t("selfDraw") }, ...SEATS.map((one) => ({ ...seat(one), label: t("discardOf", { seat: nameAt(one) || t(one) }), disabled: one === winner }))]} chosen=${from} choose=${(/** @type {string} */ value) => choose({ from: value })} />
    <${Total} settings=${settings} />
    <button type="button" class="button plain" onClick=${() => (ticked.value = {})}>${t("startOver")}</button>
    <${Places} />
  </main>`;
}
