/** A table's own rules under a name, kept by the service for every phone that uses it. */

import * as api from "../api.js";
import { titleOf } from "../catalogue.js";
import { inForce } from "../table.js";
import { html, useEffect, useState } from "../view.js";
import { t } from "../words.js";

/** @typedef {{ id: number, name: string, rules: string, set: Record<string, any> }} HouseRules */

const PATH = "/api/v1/house-rules";

/** @param {{ play: (rules: { rules: string, set: Record<string, any> }) => Promise<void>, tell: (fault: string) => void }} properties */
export function SavedRules({ play, tell }) {
  const [saved, setSaved] = useState(/** @type {HouseRules[]} */ ([]));
  const [name, setName] = useState("");
  const [sure, setSure] = useState(0);
  const list = async () => setSaved((await api.call(PATH)).house_rules);
  useEffect(() => void list().catch(() => undefined), []);
  /** @param {() => Promise<unknown>} act */
  const attempt = async (act) => {
    try {
      await act();
      tell("");
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error));
    }
  };
  const save = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    void attempt(async () => {
      const same = saved.find((one) => one.name === name.trim());
      await api.send(same ? "PUT" : "POST", same ? `${PATH}/${same.id}` : PATH, { name: name.trim(), ...inForce.value });
      setName("");
      await list();
    });
  };
  const forget = (/** @type {number} */ id) => {
    if (sure !== id) return setSure(id);
    return void attempt(async () => {
      await api.send("DELETE", `${PATH}/${id}`);
      await list();
    });
  };
  return html`<section class="saved-rules" aria-label=${t("savedRules")}>
    ${saved.length > 0 && html`<h2>${t("savedRules")}</h2><ul>
      ${saved.map((one) => html`<li key=${one.id}>
        <button type="button" class="show" onClick=${() => void attempt(() => play({ rules: one.rules, set: one.set }))}><b>${one.name}</b>
          <small>${titleOf(one.rules)} · ${t("withChanges", { count: Object.keys(one.set).length })}</small></button>
        <button type="button" class="button plain" aria-label=${`${t("forget")}: ${one.name}`} onClick=${() => forget(one.id)}>${t(sure === one.id ? "reallyRemove" : "forget")}</button>
      </li>`)}
    </ul>`}
    <form onSubmit=${save}>
      <input type="text" required maxlength="60" aria-label=${t("nameOfRules")} placeholder=${t("nameOfRules")} value=${name} onInput=${(/** @type {any} */ { currentTarget }) => setName(currentTarget.value)} />
      <button type="submit" class="button">${t("saveRules")}</button>
    </form>
  </section>`;
}
