/** One switch of a rule set, explained, with what it can be set to. */

import { pattern, patterns } from "../catalogue.js";
import { classes, html } from "../view.js";
import { explained, language, t } from "../words.js";
import { Stepper, Toggle } from "./choices.js";

/** @typedef {import("../catalogue.js").Setting} Setting */

/** The pattern that a switch is about, if it is about one. @param {string} key */
const patternOf = (key) => (/^(faan|contains|absorbs|limit\.takes)\./.test(key) ? pattern(key.slice(key.lastIndexOf(".") + 1)) : undefined);

/** @param {string} id */
function nameOf(id) {
  const known = pattern(id);
  if (!known) return t(`group_${id}`);
  return language.value === "zh" ? known.zh : `${known.zh} ${known.en}`;
}

/** @param {{ setting: Setting, value: any, set: (value: any) => void, label: string }} properties */
function Control({ setting, value, set, label }) {
  const { kind, choices, low = 0, high = kind === "cap" || kind === "integer" ? 20 : 99 } = setting;
  if (kind === "boolean") return html`<${Toggle} label=${t(value ? "yes" : "no")} on=${value} toggle=${() => set(!value)} />`;
  if (kind === "choice") {
    return html`<select aria-label=${label} onChange=${(/** @type {any} */ { currentTarget }) => set(currentTarget.value)}>
      ${choices.map((choice) => html`<option value=${choice} selected=${choice === value}>${t(`choice_${choice}`)}</option>`)}
    </select>`;
  }
  if (kind === "integer" || kind === "cap" || kind === "faan") {
    const special = kind === "cap" ? "none" : kind === "faan" ? "limit" : "";
    const is = value === special;
    return html`<div class="with-special">
      <${Stepper} label=${label} value=${is ? high : Number(value)} shown=${is ? t(`special_${special}`) : undefined} low=${low} high=${is ? low : high} set=${set} />
      ${special && html`<label class="special"><input type="checkbox" checked=${is} aria-label=${`${label}: ${t(`special_${special}`)}`} onChange=${() => set(is ? (setting.value === special ? 13 : setting.value) : special)} /><span aria-hidden="true">${t(`special_${special}`)}</span></label>`}
    </div>`;
  }
  if (kind === "patterns" || kind === "texts") {
    const all = kind === "texts" ? choices : [...patterns.value.map(({ id }) => id), "shape", "honours", "bonus", "winning", "special"];
    const chosen = new Set(/** @type {string[]} */ (value));
    const shown = chosen.size === 0 ? t("none") : [...chosen].map((id) => (kind === "texts" ? t(`choice_${id}`) : nameOf(id))).join(language.value === "zh" ? "、" : ", ");
    return html`<details class="list"><summary aria-label=${`${label}: ${shown}`}>${shown}</summary>
      <div class="chips">
        ${all.map((id) => html`<label key=${id}><input type="checkbox" checked=${chosen.has(id)} onChange=${() => set(all.filter((other) => (other === id ? !chosen.has(id) : chosen.has(other))))} /><span>${kind === "texts" ? t(`choice_${id}`) : nameOf(id)}</span></label>`)}
      </div></details>`;
  }
  const written = Array.isArray(value) ? value.map((item) => (Array.isArray(item) ? item.join(":") : item)).join(", ") : String(value);
  const list = kind === "amounts" || kind === "buckets";
  return html`<input type="text" inputmode=${list ? "text" : "decimal"} aria-label=${label} value=${written} placeholder=${kind === "buckets" ? "3:8, 4:16" : kind === "amounts" ? "1, 2, 4" : ""}
    onChange=${(/** @type {any} */ { currentTarget }) => {
      const text = currentTarget.value.trim();
      set(list ? text.split(/\s*,\s*/).filter(Boolean) : text);
    }} />`;
}

/** @param {{ setting: Setting, value: any, changed: boolean, change: (key: string, value: any) => void }} properties */
export function SettingItem({ setting, value, changed, change }) {
  const about = patternOf(setting.key);
  const title = about ? nameOf(about.id) : "";
  const words = about ? "" : explained(setting);
  const label = title || words;
  const same = (/** @type {any} */ one) => JSON.stringify(one) === JSON.stringify(setting.value);
  return html`<div class=${classes("setting", setting.kind, changed && "changed")}>
    <div class="what">${about ? html`<b>${about.zh}${language.value === "en" && html` <span>${about.en}</span>`}</b><i lang="yue-Latn">${about.jyutping}</i>` : html`<p>${words}</p>`}</div>
    <${Control} setting=${setting} value=${value} label=${label} set=${(/** @type {any} */ next) => change(setting.key, same(next) ? undefined : next)} />
  </div>`;
}
