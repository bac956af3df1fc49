/** Rules: choose a rule set, change any of its switches; saved for this table. */

import * as api from "../api.js";
import { ruleSets, settingsOf, titleOf } from "../catalogue.js";
import { changeGame, game } from "../game.js";
import { Places } from "../parts/bar.js";
import { OneOf } from "../parts/choices.js";
import { Need } from "../parts/questions.js";
import { SavedRules } from "../parts/saved-rules.js";
import { SettingItem } from "../parts/setting.js";
import { appearance, look } from "../appearance.js";
import { inForce, own } from "../table.js";
import { classes, html, useState } from "../view.js";
import { language, t } from "../words.js";

/** A hand that any rule set can be tried with. */
const TRIAL = "19m 19p 19s ESWNCFP +P";
const SECTIONS = ["basics", "ladder", "payment", "faan", "variants", "flower_win", "winners", "false_win", "liability", "limit", "contains", "absorbs"];

/** @param {string} key */
const sectionOf = (key) => (key.includes(".") ? (key.split(".")[0] ?? "") : "basics");

/** Change the table's rules once the service accepts them. @param {import("../table.js").Rules} rules */
async function play(rules) {
  await api.score({ hand: TRIAL, self_draw: true, ...rules });
  if (game.value) await changeGame(rules);
  else own.value = rules;
}

/** @param {{ name: string, setFault: (message: string) => void }} properties */
function RuleCard({ name, setFault }) {
  const about = ruleSets.value.find((one) => one.name === name);
  const here = inForce.value.rules === name;
  const choose = () => void play({ rules: name, set: {} }).then(() => setFault("")).catch((error) => setFault(error.message));
  return html`<label class=${classes("rule-card", here && "here")}>
    <input type="radio" name="rules" value=${name} checked=${here} onChange=${choose} />
    <span><b>${titleOf(name)}</b><small>${t(`about_${name}`)}</small></span>
    <span class="numbers"><span>${about?.minimum ?? ""}</span><small>${t("minimumShort")}</small><span>${about?.cap ?? "∞"}</span><small>${t("capShort")}</small></span>
  </label>`;
}

function Editor() {
  const { rules, set } = inForce.value;
  const settings = settingsOf(rules);
  const [fault, setFault] = useState("");
  const [section, setSection] = useState("");
  if (!settings) return null;
  /** @param {string} key @param {any} value undefined: as the rule set has it */
  const change = async (key, value) => {
    const next = { ...set };
    if (value === undefined) delete next[key];
    else next[key] = value;
    try {
      await play({ rules, set: next });
      setFault("");
    } catch (error) {
      setFault(error instanceof api.ApiError && error.offline ? t("needsService") : error instanceof Error ? error.message : String(error));
    }
  };
  const changed = Object.keys(set).length;
  return html`<section class="editor" aria-label=${t("houseRules")}>
    <h2>${t("houseRules")}</h2>
    <p class="hint">${changed > 0 ? t("withChanges", { count: changed }) : t("asWritten", { rules: titleOf(rules) })}
      ${changed > 0 && html` <button type="button" class="button plain" onClick=${() => void play({ rules, set: {} })}>${t("asBefore")}</button>`}</p>
    ${fault && html`<p class="fault" role="alert">${fault}</p>`}
    ${SECTIONS.map((name) => {
      const mine = settings.filter(({ key }) => sectionOf(key) === name);
      const differ = mine.filter(({ key }) => key in set).length;
      return html`<details class="fold" key=${name} open=${section === name} onToggle=${(/** @type {any} */ { currentTarget }) => currentTarget.open && setSection(name)}>
        <summary>${t(`section_${name}`)}${differ > 0 && html`<small>${t("changed", { count: differ })}</small>`}</summary>
        ${section === name && mine.map((setting) => html`<${SettingItem} key=${setting.key} setting=${setting} value=${set[setting.key] ?? setting.value} changed=${setting.key in set} change=${change} />`)}
      </details>`;
    })}
  </section>`;
}

export function Rules() {
  const [fault, setFault] = useState("");
  return html`<main class="rules">
    <h1>${t("rulesTitle")}</h1>
    <p class="hint">${t(game.value ? "rulesOfThisGame" : "rulesOfPhone")}</p>
    ${fault && html`<${Need}><p>${fault}</p><//>`}
    ${ruleSets.value.length === 0 && html`<${Need}><p>${t("needsService")}</p><//>`}
    <fieldset class="rule-cards"><legend class="sr-only">${t("ruleSet")}</legend>
      ${ruleSets.value.map(({ name }) => html`<${RuleCard} key=${name} name=${name} setFault=${setFault} />`)}
    </fieldset>
    <${Editor} />
    <${SavedRules} play=${play} tell=${setFault} />
    <section class="this-phone"><h2>${t("thisPhone")}</h2>
      <${OneOf} legend=${t("appearance")} choices=${["system", "dark", "light"].map((value) => ({ value, label: t(`look_${value}`), text: t(`look_${value}`) }))} chosen=${appearance.value} choose=${look} />
      <p class="hint" lang=${language.value === "zh" ? "zh-HK" : "en"}>${t("about")} <a href="/docs">API</a></p>
    </section>
    <${Places} />
  </main>`;
}
