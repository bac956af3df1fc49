/** The same hand under the other rule sets, side by side. */

import * as api from "../api.js";
import { titleOf } from "../catalogue.js";
import { answered, isWin } from "../scoring.js";
import { classes, html, useEffect, useState } from "../view.js";
import { number, signed, t } from "../words.js";

export function Compare() {
  const [open, setOpen] = useState(false);
  const [answers, setAnswers] = useState(/** @type {import("../scoring.js").Answer[] | null} */ (null));
  const asked = answered.value;
  useEffect(() => {
    if (!open || !asked) return undefined;
    const giving = new AbortController();
    void api.compare({ ...asked, set: {} }, giving.signal).then((found) => setAnswers(found.answers)).catch(() => undefined);
    return () => giving.abort();
  }, [open, asked]);
  return html`<details class="fold" open=${open} onToggle=${(/** @type {any} */ { currentTarget }) => setOpen(currentTarget.open)}>
    <summary>${t("compare")}</summary>
    ${answers && html`<table class="compare">
      <thead><tr><th scope="col">${t("ruleSet")}</th><th scope="col">${t("faan")}</th><th scope="col">${t("pointsHead")}</th><th scope="col">${t("winnerGets")}</th></tr></thead>
      <tbody>
        ${answers.map((found) => html`<tr key=${found.rules} class=${classes(found.rules === asked?.rules && "here")}>
          <th scope="row">${titleOf(found.rules)}</th>
          <td>${found.faan}${found.paid_faan < found.faan && html`<small>→${found.paid_faan}</small>`}</td>
          <td>${isWin(found) ? number(found.points) : "–"}</td>
          <td>${found.payments && asked?.seat ? signed(found.payments[asked.seat] ?? 0) : isWin(found) ? "–" : t("belowShort")}</td>
        </tr>`)}
      </tbody>
    </table>`}
  </details>`;
}
