/** Whether the service can be reached, as the last request found it; while it cannot, it is asked every few seconds. */

import { effect, signal } from "./view.js";

/** Null until something has been asked. */
export const reachable = signal(/** @type {boolean | null} */ (null));

/** The worker marks an answer that it kept from earlier. */
export const KEPT = "x-sikwu-kept";

const EVERY = 4000;

async function ask() {
  try {
    const answer = await fetch("/healthz", { cache: "no-store" });
    reachable.value = answer.ok;
  } catch {
    reachable.value = false;
  }
}

effect(() => {
  if (reachable.value !== false) return undefined;
  const timer = window.setInterval(() => document.hidden || void ask(), EVERY);
  return () => window.clearInterval(timer);
});

window.addEventListener("online", () => void ask());
window.addEventListener("offline", () => void ask());

/** Do something whenever the service is reached again. @param {() => void} act */
export function whenBack(act) {
  let before = reachable.peek();
  effect(() => {
    const now = reachable.value;
    if (now && before === false) act();
    before = now;
  });
}
