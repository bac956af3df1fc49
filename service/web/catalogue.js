/** What the service knows and does not change: the names of tiles, the faan table, the rule sets that ship. */

import * as api from "./api.js";
import { signal } from "./view.js";
import { language, t } from "./words.js";

/** @typedef {{ id: string, zh: string, en: string, jyutping: string, group: string, rule: string }} Pattern */
/** @typedef {{ name: string, title: string, source: string, minimum: number, cap: number | null }} RuleSet */
/** @typedef {{ key: string, value: any, kind: string, choices: string[], explanation: string, low?: number, high?: number }} Setting */

export const patterns = signal(/** @type {Pattern[]} */ ([]));
export const ruleSets = signal(/** @type {RuleSet[]} */ ([]));
const names = signal(/** @type {Record<string, { zh: string, en: string, jyutping: string }>} */ ({}));
const settings = signal(/** @type {Record<string, Setting[]>} */ ({}));

export async function learn() {
  try {
    const [rules, tiles] = await Promise.all([api.rules(), api.tiles()]);
    patterns.value = rules.patterns;
    ruleSets.value = rules.rules;
    names.value = tiles;
  } catch {
    // the app says by itself that the service cannot be reached
  }
}

/** @param {string} id */
export const pattern = (id) => patterns.value.find((one) => one.id === id);

/** What a player calls a tile. @param {string} code */
export function nameOf(code) {
  if (code === "back") return t("back");
  const name = names.value[code];
  return (name && (language.value === "zh" ? name.zh : name.en)) ?? code;
}

/** The rule set's title. @param {string} name */
export function titleOf(name) {
  const key = `rules_${name}`;
  const title = t(key);
  return title === key ? (ruleSets.value.find((one) => one.name === name)?.title ?? name) : title;
}

/** Every switch of a rule set that ships; null until it is there. @param {string} name */
export function settingsOf(name) {
  const found = settings.value[name];
  if (!found && name) void fetchSettings(name);
  return found ?? null;
}

/** @type {Map<string, Promise<void>>} */
const coming = new Map();

/** @param {string} name */
function fetchSettings(name) {
  const ask = async () => {
    try {
      const answer = await api.ruleSet(name);
      settings.value = { ...settings.value, [name]: answer.settings };
    } finally {
      coming.delete(name);
    }
  };
  if (!coming.has(name)) coming.set(name, ask().catch(() => undefined));
  return coming.get(name);
}
