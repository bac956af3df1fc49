/** Starts the app: the hand that was in work, the screen that the address names, the service worker. */

import "./appearance.js";
import { learn } from "./catalogue.js";
import { restore } from "./draft.js";
import { game, resume } from "./game.js";
import { reachable, whenBack } from "./network.js";
import { load, work } from "./queue.js";
import { route } from "./route.js";
import { Check } from "./screens/check.js";
import { Ledger } from "./screens/ledger.js";
import { Manual } from "./screens/manual.js";
import { Result } from "./screens/result.js";
import { Rules } from "./screens/rules.js";
import { Snap } from "./screens/snap.js";
import { TickList } from "./screens/tally.js";
import { Won } from "./screens/win.js";
import { openShared } from "./share.js";
import { preferred } from "./storage.js";
import { effect, html, render, useEffect } from "./view.js";
import { language, speak, t } from "./words.js";

/** @type {Record<string, () => any>} */
const SCREENS = { snap: Snap, check: Check, win: Won, result: Result, hand: Manual, tally: TickList, game: Ledger, rules: Rules };

function App() {
  const { name } = route.value;
  const Screen = SCREENS[name] ?? Snap;
  useEffect(() => {
    document.title = `${t(`title_${name in SCREENS ? name : "snap"}`)} · 食糊`;
  }, [name, language.value]);
  return html`${reachable.value === false && html`<p class="offline-line" role="status">${t("offlineLine")}</p>`}<${Screen} key=${name} />`;
}

async function start() {
  speak(preferred("language", navigator.language.startsWith("zh") ? "zh" : "en"));
  const kept = restore();
  void Promise.all([learn(), resume(), load()]).then(() => work());
  await kept;
  const place = document.getElementById("app");
  if (!place) throw new Error("no place for the app");
  place.replaceChildren();
  render(html`<${App} />`, place);
  document.documentElement.dataset.ready = "true";
  performance.mark("ready");
}

effect(() => {
  if (route.value.name === "shared") openShared(route.value.rest);
});

whenBack(() => {
  void learn();
  if (!game.value) void resume();
});
if ("serviceWorker" in navigator) void navigator.serviceWorker.register("/sw.js").catch(() => undefined);

void start();
