/** The hand in work: its photo, what was read in it, what a person made of it. It outlives a reload of the page. */

import * as api from "./api.js";
import { adopt, counted, empty, fromReading, fromText, laidOpen, moved, pieces, removed, renamed, takenBack, takenIn, turned } from "./hand.js";
import { go, route } from "./route.js";
import { dequeue, enqueue, queue } from "./queue.js";
import { nameOf, shrunk } from "./shrink.js";
import * as storage from "./storage.js";
import { batch, computed, effect, signal } from "./view.js";

/** @typedef {{ kind: string, tiles: number[], options: string[] }} Question */
/** @typedef {{ code: string, confidence: number, box: [number, number, number, number], role: string, group: number | null, alternatives: [string, number][] }} Found */
/** @typedef {{ width: number, height: number, seconds: number, tiles: Found[], hand: string, confidence: number, questions: Question[], problems: { code: string, message: string }[] }} Reading */
/** @typedef {{ seat: string | null, round: string, dealer: string, self_draw: boolean | null, from: string | null, events: string[], liable: string | null }} Win */

export const SEATS = /** @type {const} */ (["E", "S", "W", "N"]);

/** @returns {Win} `self_draw` is null as long as nobody said how it was won */
export const freshWin = () => ({
  seat: null,
  round: storage.preferred("round", "E"),
  dealer: storage.preferred("dealer", "E"),
  self_draw: null,
  from: null,
  events: [],
  liable: null,
});

export const photo = signal(/** @type {Blob | null} */ (null));
export const reading = signal(/** @type {Reading | null} */ (null));
/** Indexes of the questions that were answered. */
export const settled = signal(/** @type {number[]} */ ([]));
export const hand = signal(empty());
export const win = signal(freshWin());
/** Which hand of the running game is being corrected, and whose of it. */
export const correcting = signal(/** @type {{ game: string, hand: string, seat: string } | null} */ (null));
/** The rules that a shared hand brought along. */
export const lent = signal(/** @type {{ rules: string, set: Record<string, any> } | null} */ (null));
/** `idle` `sending` `reading` `failed` `waiting` (for the network) */
export const phase = signal("idle");
export const progress = signal(0);
export const fault = signal(/** @type {api.ApiError | null} */ (null));
export const restored = signal(false);

let running = new AbortController();

/** A photo was taken or chosen. @param {Blob} taken @param {Partial<Win>} [known] */
export async function take(taken, known = {}) {
  running.abort();
  batch(() => {
    clear();
    Object.assign(known, { ...freshWin(), ...known });
    win.value = /** @type {Win} */ (known);
    phase.value = "sending";
  });
  go("check");
  const small = await shrunk(taken);
  photo.value = small;
  await storage.put("draft", "photo", small);
  await read();
}

/** Send the photo to be read. */
export async function read() {
  if (!photo.value) return;
  running.abort();
  running = new AbortController();
  const { signal: given } = running;
  batch(() => {
    phase.value = "sending";
    progress.value = 0;
    fault.value = null;
  });
  try {
    const found = await api.read(photo.value, nameOf(photo.value), (share) => {
      progress.value = share;
      if (share >= 1) phase.value = "reading";
    }, given);
    accept(found);
  } catch (error) {
    if (given.aborted) return;
    const refused = error instanceof api.ApiError ? error : new api.ApiError("internal", String(error));
    batch(() => {
      fault.value = refused;
      phase.value = refused.offline || refused.code === "busy" ? "waiting" : "failed";
    });
    if (phase.value === "waiting") {
      await enqueue(photo.value);
      await storage.remove("draft", "photo");
    }
  }
}

/** @param {Reading} found */
export function accept(found) {
  batch(() => {
    reading.value = found;
    settled.value = [];
    hand.value = fromReading(found);
    phase.value = "idle";
    fault.value = null;
  });
}

effect(() => {
  if (phase.value !== "waiting") return;
  const mine = queue.value.find((one) => one.photo === photo.peek() && one.reading);
  if (!mine) return;
  void storage.put("draft", "photo", mine.photo);
  accept(mine.reading);
  void dequeue(mine.id);
});

/** Open a photo that was read while nobody looked. @param {Blob} taken @param {Reading} found */
export async function openRead(taken, found) {
  running.abort();
  clear();
  photo.value = taken;
  await storage.put("draft", "photo", taken);
  accept(found);
  go("check");
}

/** Begin with a written hand. @param {string} text canonical @param {Partial<Win>} [known] @param {(string | null)[]} [feeds] by meld */
export function begin(text, known = {}, feeds = []) {
  running.abort();
  batch(() => {
    clear();
    const begun = fromText(text);
    hand.value = { ...begun, melds: begun.melds.map((one, index) => ({ ...one, feeder: feeds[index] ?? null })) };
    win.value = { ...freshWin(), ...known };
  });
}

/** Put everything away. */
export function clear() {
  batch(() => {
    photo.value = null;
    reading.value = null;
    settled.value = [];
    hand.value = empty();
    win.value = freshWin();
    correcting.value = null;
    lent.value = null;
    phase.value = "idle";
    fault.value = null;
    progress.value = 0;
  });
  void storage.remove("draft", "photo");
}

// ---- questions ----

/** Whether a tile of the hand still is as it was found. @param {number} found */
const asFound = (found) => pieces(hand.value).some((one) => one.found === found && one.code === reading.value?.tiles[found]?.code);

/** The questions that are open, with their number. */
export const questions = computed(() => {
  const asked = reading.value?.questions ?? [];
  return asked
    .map((question, index) => ({ question, index }))
    .filter(({ question, index }) => {
      if (settled.value.includes(index)) return false;
      const [first] = question.tiles;
      if (question.kind === "uncertain_tile") return first !== undefined && asFound(first);
      if (question.kind === "winning_tile") return hand.value.winning === null;
      if (question.kind === "kong_tile") return hand.value.melds.some((one) => one.pieces.every(({ code }) => code === "back"));
      if (question.kind === "tile_count" || question.kind === "hidden_tile") return !complete.value;
      return true;
    });
});

/** Whether the number of tiles is that of a hand. */
const complete = computed(() => {
  const { have, wanted } = counted(hand.value);
  return have === wanted;
});

const ABOUT_TILES = ["uncertain_tile", "extra_tile", "cut"];

/** Tiles that a question is about. */
export const doubted = computed(() => new Set(questions.value.filter(({ question }) => ABOUT_TILES.includes(question.kind)).flatMap(({ question }) => question.tiles)));

/** @param {number} index */
export const settle = (index) => {
  settled.value = [...new Set([...settled.value, index])];
};

/** @param {number} index of the question @param {string} option */
export function answerQuestion(index, option) {
  const question = reading.value?.questions[index];
  if (!question) return;
  const melds = hand.value.melds.filter((one) => one.pieces.some(({ found }) => found !== null && question.tiles.includes(found)));
  const tile = pieces(hand.value).find((one) => one.found === question.tiles[0]);
  batch(() => {
    settle(index);
    if (question.kind === "uncertain_tile" && tile) hand.value = renamed(hand.value, tile.key, option);
    if (question.kind === "kong_tile" && tile) hand.value = renamed(hand.value, tile.key, option);
    if (question.kind === "winning_tile") {
      const won = hand.value.concealed.find((one) => one.code === option);
      if (won) hand.value = moved(hand.value, won.key, "winning");
    }
    if (question.kind === "kong") for (const one of melds) hand.value = turned(hand.value, one.key, { role: option === "exposed" ? "exposed" : "concealed_kong" });
    if (question.kind === "hidden_tile") hand.value = takenIn(hand.value, option, null);
    if (question.kind === "extra_tile") for (const index of question.tiles) hand.value = decided(index, option !== "drop");
    if (question.kind === "exposed_melds" && option === "concealed") for (const one of melds) hand.value = takenBack(hand.value, one.key);
    if (question.kind === "exposed_melds" && option === "exposed" && melds.length === 0) hand.value = allLaidOpen(hand.value, question.tiles);
  });
}

/**
 * Melds that were read as concealed, laid open: the question lists them one after another. The meld that the winning
 * tile has completed was in hand. @param {import("./hand.js").Hand} held @param {number[]} tiles
 */
function allLaidOpen(held, tiles) {
  let open = held;
  for (let first = 0; first < tiles.length; ) {
    const codes = tiles.slice(first, first + 4).map((index) => reading.value?.tiles[index]?.code);
    const size = codes.length === 4 && (tiles.length - first) % 3 === 1 && new Set(codes).size === 1 ? 4 : 3;
    const inside = held.concealed.filter(({ found }) => found !== null && tiles.slice(first, first + size).includes(found));
    if (inside.length === size) open = laidOpen(open, inside.map(({ key }) => key));
    first += size;
  }
  return open;
}

/** The hand with or without a tile that was found. @param {number} index @param {boolean} belongs */
function decided(index, belongs) {
  const one = pieces(hand.value).find(({ found }) => found === index);
  const code = reading.value?.tiles[index]?.code;
  if (belongs) return one || !code || code === "back" ? hand.value : takenIn(hand.value, code, index);
  return one ? removed(hand.value, one.key) : hand.value;
}

// ---- outliving a reload ----

export async function restore() {
  try {
    const [kept, picture] = await Promise.all([storage.get("draft", "hand"), storage.get("draft", "photo")]);
    if (kept) {
      batch(() => {
        photo.value = picture ?? null;
        reading.value = kept.reading;
        settled.value = kept.settled;
        hand.value = adopt(kept.hand);
        win.value = { ...freshWin(), ...kept.win };
        correcting.value = kept.correcting;
        lent.value = kept.lent ?? null;
      });
      if (picture && !kept.reading && route.value.name === "check") void read();
    }
  } catch {
    // a browser that keeps nothing (a private window, on some) still works
  }
  restored.value = true;
}

let timer = 0;
/** @type {(() => void) | null} */
let unsaved = null;
effect(() => {
  const kept = { reading: reading.value, settled: settled.value, hand: hand.value, win: win.value, correcting: correcting.value, lent: lent.value };
  if (!restored.value) return;
  window.clearTimeout(timer);
  unsaved = () => {
    unsaved = null;
    void storage.put("draft", "hand", kept).catch(() => undefined);
  };
  timer = window.setTimeout(() => unsaved?.(), 80);
});
// A page that is left or reloaded in that moment saves at once.
window.addEventListener("pagehide", () => unsaved?.());
document.addEventListener("visibilitychange", () => document.hidden && unsaved?.());
