/** Totals over time: a line for each player, told apart by stroke and name as well as by shade. */

import { html } from "../view.js";
import { signed, t } from "../words.js";

const [WIDTH, HEIGHT, RIGHT, EDGE] = [340, 176, 78, 12];

/** Names beside the ends of the lines, none upon another. @param {number[]} wanted heights @param {number} apart */
function spread(wanted, apart) {
  const order = wanted.map((_, index) => index).sort((one, two) => (wanted[one] ?? 0) - (wanted[two] ?? 0));
  const placed = [...wanted];
  order.forEach((index, place) => {
    const above = order[place - 1];
    if (above !== undefined) placed[index] = Math.max(placed[index] ?? 0, (placed[above] ?? 0) + apart);
  });
  const over = Math.max(0, Math.max(...placed) - (HEIGHT - 6));
  return placed.map((height) => Math.max(height - over, EDGE));
}

/** @param {{ players: string[], totals: number[][] }} properties `totals` after each hand, by player */
export function Chart({ players, totals }) {
  const rows = [players.map(() => 0), ...totals];
  const all = rows.flat();
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const x = (/** @type {number} */ at) => EDGE + (at * (WIDTH - RIGHT - EDGE)) / Math.max(1, rows.length - 1);
  const y = (/** @type {number} */ value) => EDGE + ((high - value) * (HEIGHT - 2 * EDGE)) / Math.max(1, high - low);
  const last = rows.at(-1) ?? [];
  const heights = spread(last.map(y), 15);
  const label = players.map((name, player) => `${name} ${signed(last[player] ?? 0)}`).join(", ");
  return html`<figure class="chart">
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${`${t("chart")}: ${label}`}>
      <line class="zero" x1=${EDGE} x2=${WIDTH - RIGHT} y1=${y(0)} y2=${y(0)} />
      ${players.map((name, player) => html`<g class=${`line line-${player}`}>
        <polyline points=${rows.map((row, at) => `${x(at).toFixed(1)},${y(row[player] ?? 0).toFixed(1)}`).join(" ")} />
        <circle cx=${x(rows.length - 1)} cy=${y(last[player] ?? 0)} r="3.2" />
        <text x=${WIDTH - RIGHT + 8} y=${(heights[player] ?? 0) + 4}>${name.length > 8 ? `${name.slice(0, 7)}…` : name}</text>
      </g>`)}
    </svg>
  </figure>`;
}
