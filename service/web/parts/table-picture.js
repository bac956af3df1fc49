/** Who pays whom, as the table is sat at: the winner nearest, the next in turn at the right hand. */

import { SEATS } from "../draft.js";
import { nameAt } from "../game.js";
import { classes, html } from "../view.js";
import { signed, t } from "../words.js";
import { Tile } from "./tile.js";

const PLACES = ["bottom", "right", "top", "left"];
/** From each payer's side to the winner's. @type {Record<string, string>} */
const STROKES = { right: "M82 40Q54 46 52 74", top: "M50 18V74", left: "M18 40Q46 46 48 74" };

/**
 * @param {{ payments: Record<string, number>, winner: string, from?: string | null, dealer?: string, liable?: string | null, names?: (seat: string) => string }} properties
 */
export function TablePicture({ payments, winner, from = null, dealer = "E", liable = null, names = nameAt }) {
  const start = SEATS.indexOf(/** @type {any} */ (winner));
  const seats = PLACES.map((place, step) => ({ place, seat: SEATS[(start + step) % 4] ?? "E" }));
  const paying = seats.filter(({ seat }) => (payments[seat] ?? 0) < 0 && seat !== winner);
  return html`<section class="payments" aria-label=${t("payments")}>
    <h2>${t("payments")}</h2>
    <ul class="table-picture">
      ${seats.map(({ place, seat }) => {
        const amount = payments[seat] ?? 0;
        const tags = [seat === winner && t("wins"), seat === from && t("discards"), seat === dealer && t("deals"), seat === liable && t("liableTag")].filter(Boolean);
        return html`<li class=${classes("seat", place, seat === winner && "winner")} data-seat=${seat}>
          <span class="who"><${Tile} code=${seat} /><span>${names(seat) || t(seat)}</span></span>
          <span class=${classes("amount", amount === 0 && "nil")}>${signed(amount)}</span>
          <span class="tags">${tags.join(" · ")}</span>
        </li>`;
      })}
      <li class="middle" aria-hidden="true"><svg viewBox="0 0 100 100">
        ${paying.map(({ place, seat }) => html`<path class=${seat === from || paying.length === 1 ? "main" : ""} d=${STROKES[place] ?? ""} />`)}
        ${paying.length > 0 && html`<path class="main" d="M42 68 50 78 58 68" />`}
      </svg></li>
    </ul>
  </section>`;
}
