/**
 * The arithmetic of a tick list, which needs no service: faan, cap, curve, who pays. The words and numbers are those of
 * a rule set's switches; a test holds every curve and every way to pay against the engine.
 */

/** What the discarder pays and each of the two others, in units. @type {Record<string, [number, number]>} */
export const SCHEMES = {
  discarder_pays_all: [1, 0],
  discarder_double: [2, 1],
  discarder_double_alone: [2, 0],
  accompany: [2, 0.5],
  half: [0.5, 0.25],
  single_and_half: [1, 0.5],
};

/** An amount as a rule set writes it: a number, or a fraction such as `4/3`. @param {number | string} amount */
export function value(amount) {
  if (typeof amount === "number") return amount;
  const [over = "0", under = "1"] = amount.split("/");
  return Number(over) / Number(under);
}

/** @param {number} faan */
const fullSpicy = (faan) => 2 ** faan;

/** From 4 faan on every two faan double, odd steps ×1.5. @param {number} faan */
const halfSpicy = (faan) => (faan <= 4 ? 2 ** faan : (faan % 2 === 1 ? 24 : 16) * 2 ** Math.floor((faan - 4) / 2));

/**
 * The ladder's value at a number of faan.
 * @param {{ name: string, points?: (number | string)[], buckets?: [number, number | string][], self_draw_buckets?: [number, number | string][] }} ladder
 * @param {number} faan after the cap @param {boolean} selfDraw
 */
export function pointsAt({ name, points = [], buckets = [], self_draw_buckets = [] }, faan, selfDraw) {
  if (name === "full_spicy") return fullSpicy(faan);
  if (name === "half_spicy") return halfSpicy(faan);
  if (name === "hundred_base") return 4 * halfSpicy(faan);
  if (name === "points") return value(points[Math.min(faan, points.length - 1)] ?? 0);
  const steps = selfDraw && self_draw_buckets.length > 0 ? self_draw_buckets : buckets;
  return value(steps.filter(([least]) => least <= faan).at(-1)?.[1] ?? 0);
}

/** @typedef {{ faan: (id: string) => number | "limit", limits: string[], cap: number | null, combine?: string }} Values */

/**
 * Add up what was ticked. Limit hands take nothing beside them, and of several the highest counts.
 * @param {Record<string, number>} ticked how often each pattern is there
 * @param {Values} values
 */
export function tally(ticked, { faan, limits, cap, combine = "highest" }) {
  const limit = cap ?? 13;
  const lines = Object.entries(ticked)
    .filter(([, count]) => count > 0)
    .map(([id, count]) => {
      const each = faan(id);
      return { id, count, faan: (each === "limit" ? limit : each) * count };
    });
  const highest = lines.filter(({ id }) => limits.includes(id)).sort((one, two) => two.faan - one.faan);
  const counted = highest.length === 0 ? lines : combine === "sum" ? highest : highest.slice(0, 1);
  const sum = counted.reduce((total, line) => total + line.faan, 0);
  return { counted, ignored: lines.filter((line) => !counted.includes(line)), faan: sum, paid: cap === null ? sum : Math.min(sum, cap), limit: highest.length > 0 };
}

export const WINDS = ["E", "S", "W", "N"];

/**
 * Who pays: signed amounts by seat that add up to nothing.
 * @param {{ points: number, base: number, winner: string, from: string | null, scheme: [number, number], selfDraw: number, dealer?: string, dealerTimes?: number }} win
 * `from` is null on a self-draw
 * @returns {Record<string, number>}
 */
export function payments({ points, base, winner, from, scheme, selfDraw, dealer = "E", dealerTimes = 1 }) {
  const balance = Object.fromEntries(WINDS.map((seat) => [seat, 0]));
  for (const payer of WINDS.filter((seat) => seat !== winner)) {
    const units = from === null ? selfDraw : scheme[payer === from ? 0 : 1];
    const times = payer === dealer || winner === dealer ? dealerTimes : 1;
    const amount = points * base * units * times;
    balance[payer] = -amount || 0;
    balance[winner] = (balance[winner] ?? 0) + amount;
  }
  return balance;
}
