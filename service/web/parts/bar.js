/** The lower edge of the screen, where the thumb is: the places of the app, or the hand's faan and the next step. */

import { go, route } from "../route.js";
import { answer, current, isWin, refused } from "../scoring.js";
import { prefer } from "../storage.js";
import { classes, html } from "../view.js";
import { language, number, speak, t } from "../words.js";
import { Icon } from "./icon.js";

const PLACES = ["snap", "hand", "game", "rules"];

export function Places() {
  const here = route.value.name;
  const other = language.value === "zh" ? "en" : "zh";
  const change = () => {
    speak(other);
    prefer("language", other);
  };
  return html`<nav class="places" aria-label=${t("places")}>
    ${PLACES.map(
      (place) => html`<a href=${`#/${place}`} class=${classes(here === place && "here")} aria-current=${here === place ? "page" : undefined}>
        <${Icon} name=${place} /><span>${t(`place_${place}`)}</span>
      </a>`,
    )}
    <button type="button" lang=${other === "zh" ? "zh-HK" : "en"} onClick=${change}><b aria-hidden="true">${other === "zh" ? "中" : "En"}</b><span>${other === "zh" ? "中文" : "English"}</span></button>
  </nav>`;
}

/** Faan and points of the hand in work, as far as they are known. */
export function Worth() {
  const found = answer.value;
  if (refused.value && refused.value.offline) return html`<p class="worth" role="status"><span>${t("offlineShort")}</span></p>`;
  if (!found) return html`<p class="worth" role="status"></p>`;
  return html`<p class=${classes("worth", !current.value && "stale")} role="status">
    ${found.complete
      ? html`<b>${found.faan}</b><span>${t("faan")}${isWin(found) && html`<small>${t("points", { points: number(found.points) })}</small>`}</span>`
      : html`<span>${t("notYet")}</span>`}
  </p>`;
}

/**
 * @param {{ back: string, next?: string, label?: string, act?: () => void, disabled?: boolean, worth?: boolean }} properties
 * `next` is where the step leads, `act` what it does instead, `worth` whether the faan stand between
 */
export function StepBar({ back, next, label, act, disabled = false, worth = true }) {
  return html`<nav class="steps" aria-label=${t("steps")}>
    <a class="back" href=${`#/${back}`} aria-label=${t("back_to", { place: t(`place_${back}`) })}><${Icon} name="back" /></a>
    ${worth && html`<${Worth} />`}
    ${label &&
    html`<button type="button" class=${classes("button strong", !worth && "all")} disabled=${disabled} onClick=${() => (act ? act() : next && go(next))}>${label}</button>`}
  </nav>`;
}
