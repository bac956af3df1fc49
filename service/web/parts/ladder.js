/** How faan become points at this table, the hand's own step marked. */

import { pointsAt } from "../calculator.js";
import { classes, html, useEffect, useRef } from "../view.js";
import { number, t } from "../words.js";

/** @param {{ settings: Record<string, any>, faan: number, selfDraw: boolean }} properties `settings` by key */
export function Ladder({ settings, faan, selfDraw }) {
  const here = useRef(/** @type {HTMLElement | null} */ (null));
  const cap = settings.cap === "none" ? null : Number(settings.cap);
  const top = Math.max(cap ?? 13, faan);
  const ladder = {
    name: settings["ladder.name"], points: settings["ladder.points"], buckets: settings["ladder.buckets"],
    self_draw_buckets: settings["ladder.self_draw_buckets"],
  };
  useEffect(() => {
    const step = here.current;
    const row = step?.parentElement;
    if (step && row) row.scrollLeft = step.offsetLeft - (row.clientWidth - step.clientWidth) / 2;
  }, [faan, top]);
  return html`<ol class="ladder" tabindex="0" aria-label=${t("ladder")}>
    ${Array.from({ length: top + 1 }, (_, step) => html`<li
      ref=${step === faan ? here : undefined}
      class=${classes(step === faan && "here", step < settings.minimum && "under")}
      aria-current=${step === faan ? "step" : undefined}
    ><b>${step}</b><span>${number(pointsAt(ladder, step, selfDraw))}</span><small>${step === settings.minimum ? t("minimumShort") : step === cap ? t("capShort") : ""}</small></li>`)}
  </ol>`;
}
