/**
 * Lets the app open without a network. The shell is taken from the cache, all of one version: at each visit the service
 * is asked whether any file has changed, and if so the whole shell is fetched anew for the next visit.
 */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** Every file that the app needs to open; a test holds this list against the folder. */
const SHELL = [
  "/",
  "/web/api.js",
  "/web/appearance.js",
  "/web/calculator.js",
  "/web/camera.js",
  "/web/catalogue.js",
  "/web/draft.js",
  "/web/game.js",
  "/web/hand.js",
  "/web/icon.svg",
  "/web/main.js",
  "/web/manifest.webmanifest",
  "/web/network.js",
  "/web/parts/bar.js",
  "/web/parts/chart.js",
  "/web/parts/choices.js",
  "/web/parts/compare.js",
  "/web/parts/drag.js",
  "/web/parts/guide.js",
  "/web/parts/hand-editor.js",
  "/web/parts/icon.js",
  "/web/parts/ladder.js",
  "/web/parts/palette.js",
  "/web/parts/photo.js",
  "/web/parts/questions.js",
  "/web/parts/saved-rules.js",
  "/web/parts/setting.js",
  "/web/parts/sheet.js",
  "/web/parts/table-picture.js",
  "/web/parts/tile-sheet.js",
  "/web/parts/tile.js",
  "/web/queue.js",
  "/web/route.js",
  "/web/scoring.js",
  "/web/screens/check.js",
  "/web/screens/game-form.js",
  "/web/screens/kept.js",
  "/web/screens/ledger.js",
  "/web/screens/manual.js",
  "/web/screens/quick.js",
  "/web/screens/result.js",
  "/web/screens/rules.js",
  "/web/screens/snap.js",
  "/web/screens/tally.js",
  "/web/screens/win.js",
  "/web/share.js",
  "/web/shrink.js",
  "/web/storage.js",
  "/web/style/controls.css",
  "/web/style/ground.css",
  "/web/style/hand.css",
  "/web/style/screens.css",
  "/web/style/table.css",
  "/web/table.js",
  "/web/vendor/hooks.js",
  "/web/vendor/htm.js",
  "/web/vendor/preact.js",
  "/web/vendor/signals-core.js",
  "/web/vendor/signals.js",
  "/web/view.js",
  "/web/words.js",
  "/web/words/app.js",
  "/web/words/hand.js",
  "/web/words/patterns.js",
  "/web/words/problems.js",
  "/web/words/switches.js",
  "/web/words/table.js",
];

const FACES = "faces";
/** What the service last answered to what only asks. */
const ANSWERS = "answers";
const COMPLETE = "/complete";
const CODES = ["m", "p", "s"].flatMap((suit) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => `${digit}${suit}`))
  .concat([..."ESWNCFP"], ["f", "g"].flatMap((kind) => [1, 2, 3, 4].map((digit) => `${digit}${kind}`)), "back");

/** The newest shell that was fetched whole. */
async function shell() {
  const names = (await caches.keys()).filter((name) => name.startsWith("shell-")).sort();
  for (const name of names.reverse()) {
    const cache = await caches.open(name);
    if (await cache.match(COMPLETE)) return { name, cache };
  }
  return null;
}

/** Fetch the whole shell, if any file of it has changed. */
async function refresh() {
  const answers = await Promise.all(SHELL.map((path) => fetch(path, { cache: "no-cache" })));
  if (!answers.every((answer) => answer.ok)) throw new Error("the shell is not whole");
  const now = await shell();
  if (now) {
    const kept = await Promise.all(SHELL.map((path) => now.cache.match(path)));
    const tag = (/** @type {Response | undefined} */ answer) => answer?.headers.get("etag");
    if (answers.every((answer, index) => tag(answer) && tag(answer) === tag(kept[index]))) return;
  }
  const name = `shell-${Date.now()}`;
  const cache = await caches.open(name);
  await Promise.all(SHELL.map((path, index) => cache.put(path, /** @type {Response} */ (answers[index]))));
  await cache.put(COMPLETE, new Response("whole"));
  const old = (await caches.keys()).filter((other) => other.startsWith("shell-") && other !== name);
  await Promise.all(old.map((other) => caches.delete(other)));
}

async function fetchFaces() {
  const cache = await caches.open(FACES);
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll(CODES.map((code) => `/faces/${code}.svg`).filter((path) => !known.has(path)));
}

/** What opens offline knows the rules too. */
async function fetchAnswers() {
  const cache = await caches.open(ANSWERS);
  await cache.addAll(["/api/v1/rules", "/faces/names.json", "/api/v1/rules/guide"]);
}

worker.addEventListener("install", (event) => event.waitUntil(refresh().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (event) =>
  event.waitUntil(worker.clients.claim().then(() => Promise.allSettled([fetchFaces(), fetchAnswers()]))),
);

/** @param {Request} request */
async function fromShell(request) {
  const path = request.mode === "navigate" ? "/" : new URL(request.url).pathname;
  const found = await (await shell())?.cache.match(path);
  return found ?? fetch(request);
}

/** @param {Request} request */
async function face(request) {
  const cache = await caches.open(FACES);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** The service's answer, or the last one where it cannot be reached. @param {Request} request */
async function answered(request) {
  const cache = await caches.open(ANSWERS);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const found = await cache.match(request);
    if (!found) throw error;
    const headers = new Headers(found.headers);
    headers.set("X-Sikwu-Kept", "yes");
    return new Response(found.body, { status: found.status, headers });
  }
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== worker.location.origin) return;
  if (url.pathname === "/" && request.mode === "navigate") {
    event.respondWith(fromShell(request));
    event.waitUntil(refresh().catch(() => undefined));
  } else if (SHELL.includes(url.pathname)) event.respondWith(fromShell(request));
  else if (url.pathname.startsWith("/faces/") && url.pathname.endsWith(".svg")) event.respondWith(face(request));
  else if (url.pathname === "/faces/names.json" || /^\/api\/v1\/(rules|games)(\/[\w-]+)?$/.test(url.pathname)) event.respondWith(answered(request));
});
