/** The running game: who plays, who sits where, what was won. The service keeps it; this phone remembers which it is. */

import * as api from "./api.js";
import { correcting, freshWin, hand, photo, reading, win } from "./draft.js";
import { feedsOf, pieces, toText } from "./hand.js";
import { nameOf } from "./shrink.js";
import * as storage from "./storage.js";
import { computed, signal } from "./view.js";

/** @typedef {{ number: number, round: string, dealer: number, repeats: number, seats: string[], given: boolean, over: boolean }} Position */
/** @typedef {{ seat: string, player: number, hand: string | null, agreed_faan: number | null, events: string[], feeds: (string | null)[], liable: string | null, photo: string | null, faan: number, paid_faan: number, limit: boolean, points: number, result: any }} Winner */
/** @typedef {{ id: number, played_at: string, kind: "win" | "draw" | "false_win", position: Position, self_draw: boolean, from: string | null, offender: string | null, winners: Winner[], payments: Record<string, number>, by_player: number[], totals: number[], note: string, corrected: boolean }} HandInGame */
/** @typedef {{ id: string, name: string, started_at: string, changed_at: string, players: string[], hands_played: number, totals: number[] }} GameInShort */
/** @typedef {GameInShort & { version: number, rules: { name: string, title: string, set: Record<string, any> }, dealing: { draw: string, false_win: string, rounds: number }, next: Position, hands: HandInGame[], undo: any, redo: any }} Game */

export const game = signal(/** @type {Game | null} */ (null));
export const games = signal(/** @type {GameInShort[]} */ ([]));

/** @param {Game} answer */
function running(answer) {
  game.value = answer;
  storage.prefer("game", answer.id);
  return answer;
}

/** The game that this phone was in, and what was set aside in it. */
export async function resume() {
  const aside = await storage.get("draft", "others").catch(() => null);
  if (aside) others.value = aside;
  const id = storage.preferred("game", null);
  if (!id) return;
  try {
    running(await api.call(`/api/v1/games/${id}`));
  } catch (error) {
    if (error instanceof api.ApiError && error.code === "game_missing") storage.prefer("game", null);
  }
}

/** @param {string} id */
export const openGame = async (id) => running(await api.call(`/api/v1/games/${id}`));

export function leaveGame() {
  game.value = null;
  storage.prefer("game", null);
  void setAside([]);
}

export async function listGames() {
  games.value = (await api.call("/api/v1/games")).games;
}

/** @param {{ players: string[], name: string, rules: string, set: Record<string, any>, dealing: object }} asked */
export const startGame = async (asked) => running(await api.send("POST", "/api/v1/games", { ...asked, key: fresh() }));

/** @param {string} id */
export async function deleteGame(id) {
  await api.send("DELETE", `/api/v1/games/${id}`);
  if (game.value?.id === id) leaveGame();
  await listGames();
}

/** A change of the running game; one made elsewhere meanwhile is fetched first. @param {string} method @param {string} path @param {unknown} [body] */
async function change(method, path, body) {
  const now = game.value;
  if (!now) throw new Error("no game");
  try {
    const answer = await api.send(method, `/api/v1/games/${now.id}${path}?version=${now.version}`, body);
    running(answer.game ?? answer);
  } catch (error) {
    if (error instanceof api.ApiError && error.code === "game_changed") await openGame(now.id);
    throw error;
  }
}

/** @param {object} changes */
export const changeGame = (changes) => change("PATCH", "", changes);
export const undo = () => change("POST", "/undo");
export const redo = () => change("POST", "/redo");
/** @param {number} id */
export const removeHand = (id) => change("DELETE", `/hands/${id}`);
/** A name of our own for what is added, so that sending it twice adds it once. */
const fresh = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
let key = fresh();

/** @param {object} asked */
export async function addHand(asked) {
  await change("POST", "/hands", { ...asked, key });
  key = fresh();
}

/** Enter an earlier hand anew. @param {number} id @param {object} asked */
export const correctHand = (id, asked) => change("PUT", `/hands/${id}`, asked);

/** The position of the hand in work: that of the hand being corrected, else the next one. */
export const position = computed(() => {
  const mine = correcting.value;
  if (mine && mine.game === game.value?.id) {
    const found = game.value.hands.find(({ id }) => String(id) === mine.hand);
    if (found) return found.position;
  }
  return game.value?.next ?? null;
});

/** Who sits at a seat; empty where no game is running. @param {string} seat @param {Position | null} [at] */
export function nameAt(seat, at = position.value) {
  return (at && game.value?.players[at.seats.indexOf(seat)]) || "";
}

/** Winners on the same discard that were scored before the one in work. */
export const others = signal(/** @type {{ from: string | null, winner: any }[]} */ ([]));

/** What is known about the next win: from the running game, and from one that was won on the same discard. @returns {Partial<import("./draft.js").Win>} */
export const winFor = () => ({
  ...(game.value ? { round: game.value.next.round, dealer: "E" } : {}),
  ...(others.value.length > 0 ? { self_draw: false, from: others.value[0]?.from ?? null } : {}),
});

/** What a person changed of the reading, for the record. @returns {{ tile: number | null, code: string | null, role?: string }[]} */
export function corrections() {
  const read = reading.value;
  if (!read) return [];
  const now = pieces(hand.value);
  const roles = [...hand.value.melds.flatMap((meld) => meld.pieces.map((one) => [one.key, meld.role])), ...hand.value.concealed.map((one) => [one.key, "concealed"])];
  const roleOf = new Map(/** @type {[number, string][]} */ (roles));
  const changed = read.tiles
    .map(({ code, role }, tile) => ({ tile, was: code, role, code: now.find(({ found }) => found === tile)?.code ?? null }))
    .filter(({ was, role, code }) => role !== "ignored" && was !== "back" && code !== was)
    .map(({ tile, code }) => ({ tile, code }));
  const added = now.filter(({ found }) => found === null).map(({ key: which, code }) => ({
    tile: null, code, role: which === hand.value.winning?.key ? "winning" : (roleOf.get(which) ?? "bonus"),
  }));
  return [...changed, ...added];
}

/** The hand in work as a winner. @param {string | null} photoId */
const winner = (photoId) => ({
  seat: win.value.seat,
  hand: toText(hand.value),
  events: win.value.events,
  feeds: feedsOf(hand.value),
  liable: win.value.liable,
  ...(reading.value ? { photo: photoId, reading: reading.value, corrections: corrections() } : {}),
});

/** A winner of an earlier hand as he was entered; what was photographed stays with him. @param {Winner} one */
export const asEntered = ({ seat, hand: text, agreed_faan: faan, events, feeds, liable }) => ({
  seat, ...(text === null ? {} : { hand: text }), ...(faan === null ? {} : { faan }), events, feeds, liable,
});

/** The winners of the hand that is being corrected, with the hand in work in its place. @param {any} corrected */
function amongOthers(corrected) {
  const mine = correcting.value;
  const old = game.value?.hands.find(({ id }) => String(id) === mine?.hand)?.winners ?? [];
  return old.length > 1 ? old.map((one) => (one.seat === mine?.seat ? corrected : asEntered(one))) : [corrected];
}

/** The photo goes along only where the person said so. */
async function keptPhoto() {
  if (!storage.preferred("keepPhotos", false) || !photo.value) return null;
  const answer = await api.upload("/api/v1/photos", photo.value, nameOf(photo.value), () => undefined, new AbortController().signal);
  return answer.id;
}

/** @param {{ from: string | null, winner: any }[]} winners */
async function setAside(winners) {
  others.value = winners;
  await storage.put("draft", "others", winners).catch(() => undefined);
}

/** Set the hand in work aside, for another wins on the same discard. */
export async function anotherWinner() {
  await setAside([...others.value, { from: win.value.from, winner: winner(await keptPhoto()) }]);
  return { ...freshWin(), ...winFor() };
}

/** Keep the hand in work: in the running game, or among the hands kept. @param {any} asked what it was scored by */
export async function keep(asked) {
  if (!game.value) {
    await api.send("POST", "/api/v1/hands", asked);
    return;
  }
  const { self_draw, from } = win.value;
  const mine = correcting.value;
  const won = winner(await keptPhoto());
  const winners = mine ? amongOthers(won) : [...others.value.map((one) => one.winner), won];
  const request = { kind: "win", ...(self_draw ? { self_draw: true } : { from }), winners };
  if (mine) {
    await correctHand(Number(mine.hand), request);
    return;
  }
  await addHand(request);
  await setAside([]);
}
