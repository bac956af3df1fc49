/** Asks the service what the hand in work is worth, whenever it or its circumstances change. */

import * as api from "./api.js";
import { hand, phase, win } from "./draft.js";
import { feedsOf, isEmpty, toText } from "./hand.js";
import { whenBack } from "./network.js";
import { inForce } from "./table.js";
import { computed, effect, signal } from "./view.js";

/** @typedef {{ code: string, severity: string, message: string }} Problem */
/**
 * @typedef {{
 *   hand: string, rules: string, complete: boolean, legal: boolean, problems: Problem[],
 *   patterns: { id: string, zh: string, en: string, jyutping: string, faan: number, count: number }[],
 *   suppressed: { id: string, by: string, why: string }[], faan: number, paid_faan: number, limit: boolean, points: number,
 *   payments: Record<string, number> | null, reading: { kind: string, tiles: string[], exposed: boolean, won: boolean }[] | null,
 *   liable: { seat: string, pao: string, reason: string } | null,
 * }} Answer
 */

/** What is asked: hand and circumstances in the words of the API; null while there is no hand. */
export const question = computed(() => {
  if (isEmpty(hand.value) || !toText(hand.value)) return null;
  const { seat, round, dealer, self_draw, from, events, liable } = win.value;
  return {
    hand: toText(hand.value),
    ...inForce.value,
    seat,
    round,
    dealer,
    self_draw: self_draw === true,
    from: self_draw === true ? null : from,
    events,
    feeds: feedsOf(hand.value),
    liable,
  };
});

/** The latest answer; it stays in sight while the next is on its way. */
export const answer = signal(/** @type {Answer | null} */ (null));
/** What the answer was given for. */
export const answered = signal(/** @type {any} */ (null));
export const refused = signal(/** @type {api.ApiError | null} */ (null));
/** For each event why it cannot be. */
export const impossible = signal(/** @type {Record<string, { code: string, message: string }[]>} */ ({}));
/** Whether the answer in sight is that to the hand in sight. */
export const current = computed(() => answered.value === question.value && !refused.value);

let asking = new AbortController();
let timer = 0;
const PAUSE = 40;

effect(() => {
  const asked = question.value;
  asking.abort();
  window.clearTimeout(timer);
  if (!asked || phase.value !== "idle") {
    if (!asked) answer.value = answered.value = refused.value = null;
    return;
  }
  asking = new AbortController();
  const { signal: given } = asking;
  timer = window.setTimeout(() => void ask(asked, given), PAUSE);
});

/** @param {object} asked @param {AbortSignal} given */
async function ask(asked, given) {
  try {
    const [found, possible] = await Promise.all([api.score(asked, given), api.possible(asked, given).catch(() => null)]);
    if (given.aborted) return;
    answered.value = asked;
    answer.value = found;
    refused.value = null;
    if (possible) impossible.value = possible.events;
  } catch (error) {
    if (given.aborted) return;
    refused.value = error instanceof api.ApiError ? error : new api.ApiError("internal", String(error));
  }
}

/** Ask again after the service could not be reached. */
export function retry() {
  const asked = question.value;
  if (asked) void ask(asked, asking.signal);
}

whenBack(() => refused.value?.offline && retry());

/** @param {Answer} found */
export const isWin = (found) => found.complete && found.legal;

/** Why the answer is no win that can be paid, but for what only the circumstances lack. @param {Answer} found */
export const faults = (found) => found.problems.filter(({ severity }) => severity !== "notice");
