/** Light or dark: as the phone has it, unless somebody chose. */

import { prefer, preferred } from "./storage.js";
import { signal } from "./view.js";

export const appearance = signal(String(preferred("appearance", "system")));

const COLOURS = { dark: "#0a2f25", light: "#c9d8cb" };
const dark = window.matchMedia("(prefers-color-scheme: dark)");

function apply() {
  const chosen = appearance.value;
  if (chosen === "system") delete document.documentElement.dataset.look;
  else document.documentElement.dataset.look = chosen;
  const shown = chosen === "light" || (chosen === "system" && !dark.matches) ? "light" : "dark";
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", COLOURS[shown]);
}

/** @param {string} chosen `system` `light` `dark` */
export function look(chosen) {
  appearance.value = chosen;
  prefer("appearance", chosen);
  apply();
}

dark.addEventListener("change", apply);
apply();
