/** Rows of choices of which one, or several, can be taken. */

import { useRef, html, classes } from "../view.js";
import { Tile } from "./tile.js";
import { t } from "../words.js";

let rows = 0;

/**
 * @typedef {{ value: string, label: string, face?: string, text?: string, sub?: string, disabled?: boolean, why?: string }} Choice
 */

/** One of several. @param {{ legend: string, choices: Choice[], chosen: string | null, choose: (value: string) => void, kind?: string, needed?: boolean }} properties */
export function OneOf({ legend, choices, chosen, choose, kind = "", needed = false }) {
  const name = useRef(`choice${(rows += 1)}`).current;
  return html`<fieldset class=${classes("one-of", kind, needed && chosen === null && "needed")}>
    <legend>${legend}</legend>
    <div class="choices">
      ${choices.map(
        ({ value, label, face, text, sub, disabled }) => html`<label key=${value}>
          <input type="radio" name=${name} value=${value} checked=${chosen === value} disabled=${disabled} aria-label=${label} onChange=${() => choose(value)} />
          <span aria-hidden="true">${face && html`<${Tile} code=${face} />`}${text && html`<b>${text}</b>`}${sub && html`<small>${sub}</small>`}</span>
        </label>`,
      )}
    </div>
  </fieldset>`;
}

/** @param {{ legend: string, choices: (Choice & { on: boolean })[], toggle: (value: string) => void }} properties */
export function AnyOf({ legend, choices, toggle }) {
  return html`<fieldset class="any-of">
    <legend>${legend}</legend>
    <div class="choices">
      ${choices.map(
        ({ value, label, text, sub, disabled, why, on }) => html`<label key=${value} class=${classes(disabled && "cannot")}>
          <input type="checkbox" value=${value} checked=${on} disabled=${disabled} aria-label=${label} aria-describedby=${why ? `why-${value}` : undefined} onChange=${() => toggle(value)} />
          <span aria-hidden="true"><b lang="zh-HK">${text}</b>${sub && html`<small>${sub}</small>`}</span>
          ${why && html`<em id=${`why-${value}`}>${why}</em>`}
        </label>`,
      )}
    </div>
  </fieldset>`;
}

/** On or off. @param {{ label: string, hint?: string, on: boolean, toggle: () => void }} properties */
export const Toggle = ({ label, hint, on, toggle }) => html`<label class="toggle">
  <span><b>${label}</b>${hint && html`<small>${hint}</small>`}</span>
  <input type="checkbox" role="switch" checked=${on} onChange=${toggle} />
</label>`;

/** @param {{ label: string, value: number, low?: number, high?: number, set: (value: number) => void, shown?: string }} properties */
export function Stepper({ label, value, low = 0, high = 99, set, shown }) {
  return html`<div class="stepper" role="group" aria-label=${label}>
    <button type="button" aria-label=${t("less", { what: label })} disabled=${value <= low} onClick=${() => set(value - 1)}>−</button>
    <output aria-live="polite">${shown ?? value}</output>
    <button type="button" aria-label=${t("more", { what: label })} disabled=${value >= high} onClick=${() => set(value + 1)}>+</button>
  </div>`;
}
