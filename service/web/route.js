/** Where in the app a person is: the part of the address after `#/`, so that back, reload and links work. */

import { signal } from "./view.js";

/** @returns {{ name: string, rest: string }} */
function current() {
  const [, name = "", rest = ""] = /^#\/([a-z-]*)\/?(.*)$/.exec(location.hash) ?? [];
  return { name: name || "snap", rest };
}

export const route = signal(current());

window.addEventListener("hashchange", () => {
  route.value = current();
  window.scrollTo(0, 0);
});

/** @param {string} name @param {{ replace?: boolean }} [how] */
export function go(name, { replace = false } = {}) {
  if (replace) {
    history.replaceState(null, "", `#/${name}`);
    route.value = current();
    window.scrollTo(0, 0);
  } else location.hash = `#/${name}`;
}
