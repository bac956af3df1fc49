/** What the app says, in English and in Cantonese Chinese. The words themselves stand in `words/`. */

import { signal } from "./view.js";
import { APP } from "./words/app.js";
import { HAND } from "./words/hand.js";
import { PATTERN_RULES } from "./words/patterns.js";
import { PROBLEMS } from "./words/problems.js";
import { ENGLISH, SWITCHES } from "./words/switches.js";
import { TABLE } from "./words/table.js";

/** @type {Record<string, [string, string]>} */
const WORDS = { ...APP, ...HAND, ...TABLE };

/** `en` or `zh`. */
export const language = signal("en");

/** @param {string} chosen */
export function speak(chosen) {
  language.value = chosen === "zh" ? "zh" : "en";
  document.documentElement.lang = chosen === "zh" ? "zh-HK" : "en";
}

/** @param {[string, string] | undefined} pair */
const said = (pair) => pair?.[language.value === "zh" ? 1 : 0];

/** @param {string} text @param {Record<string, string | number>} values */
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));

/**
 * Words in the chosen language.
 * @param {string} key
 * @param {Record<string, string | number>} values what stands for `{name}`
 */
export function t(key, values = {}) {
  return filled(said(WORDS[key]) ?? key, values);
}

/** Whether there are words for this key. @param {string} key */
export const known = (key) => Object.hasOwn(WORDS, key);

/** The Chinese of a key whatever the language. @param {string} key */
export const zh = (key) => WORDS[key]?.[1] ?? key;

/** The rule of a pattern. @param {{ id: string, rule?: string }} pattern */
export const ruleOf = (pattern) => (language.value === "zh" ? PATTERN_RULES[pattern.id] : undefined) ?? pattern.rule ?? "";

/** What a switch of a rule set decides. @param {{ key: string, explanation: string }} setting */
export function explained({ key, explanation }) {
  const shown = language.value === "zh" ? (SWITCHES[key] ?? SWITCHES[key.slice(0, key.lastIndexOf("."))]) : ENGLISH[key];
  return shown ?? explanation.charAt(0).toUpperCase() + explanation.slice(1);
}

/**
 * A problem of a hand or its circumstances as a sentence. The service's own English quotes what it is about; where
 * that matters the Chinese does so too, taken from between the service's quotation marks.
 * @param {{ code: string, message: string }} problem
 */
export function problemText({ code, message }) {
  const chinese = PROBLEMS[code];
  if (language.value !== "zh" || !chinese) {
    // the service speaks to programs too: an event or a seat is meant by its code, which a player never sees
    const spoken = message.replace(/^“[a-z_]+”: /, "").replace(/“([a-z_]+|[ESWN])”/g, (quoted, key) => (known(key) ? t(key) : quoted));
    return spoken.charAt(0).toUpperCase() + spoken.slice(1);
  }
  const [quoted = ""] = /“(.*?)”/.exec(message)?.slice(1) ?? [];
  const [count = ""] = /\d+/.exec(message.replace(/“.*?”/g, "")) ?? [];
  return filled(chinese, { quoted, count });
}

const NUMBER = new Intl.NumberFormat("en", { maximumFractionDigits: 6 });

/** A number as it is written at the table: thousands apart. @param {number | string} value */
export const number = (value) => (Number.isFinite(Number(value)) ? NUMBER.format(Number(value)) : String(value));

/** An amount with its sign, a real minus. @param {number | string} value */
export function signed(value) {
  const amount = Number(value);
  if (!Number.isFinite(amount)) return String(value);
  return `${amount < 0 ? "−" : amount > 0 ? "+" : ""}${NUMBER.format(Math.abs(amount))}`;
}

/** A moment as a person says it. @param {string} iso */
export function moment(iso) {
  return new Date(iso).toLocaleString(language.value === "zh" ? "zh-HK" : "en-GB", { dateStyle: "medium", timeStyle: "short" });
}
