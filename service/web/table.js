/** The rules this table plays by: those of the running game, or what this phone was told. */

import { settingsOf } from "./catalogue.js";
import { lent } from "./draft.js";
import { game } from "./game.js";
import { prefer, preferred } from "./storage.js";
import { computed, effect, signal } from "./view.js";

/** @typedef {{ rules: string, set: Record<string, any> }} Rules a rule set that ships, and the switches that differ */

/** @returns {Rules} */
function kept() {
  const found = preferred("table", {});
  return { rules: typeof found.rules === "string" ? found.rules : "guide", set: found.set ?? {} };
}

/** What this phone was told. */
export const own = signal(kept());

effect(() => prefer("table", own.value));

/** What is played. */
export const inForce = computed(() => lent.value ?? (game.value ? { rules: game.value.rules.name, set: game.value.rules.set } : own.value));

/** The switches in force, by key; null until the service has told them. @returns {Record<string, any> | null} */
export function settingsInForce() {
  const { rules, set } = inForce.value;
  const settings = settingsOf(rules);
  return settings && { ...Object.fromEntries(settings.map(({ key, value }) => [key, value])), ...set };
}
