/** The page: a photo or a text becomes a hand, the hand its faan and payments. The service does all the judging. */

import * as api from "/web/api.js";
import { byId, h } from "/web/dom.js";
import { groups } from "/web/hand.js";
import { drawGuide, hidePhoto, showBoxes, showFailure, showPhoto } from "/web/photo.js";
import { answered, questionItem, stands } from "/web/questions.js";
import { isWin, pointsText, resultParts, verdict } from "/web/result.js";
import { language, speak, t, translate, zh } from "/web/strings.js";
import { groupItem, learn, mark, smallHand } from "/web/tiles.js";

const SEATS = ["E", "S", "W", "N"];
const EVENTS = [
  "robbing_kong", "last_tile", "last_discard", "after_kong", "kong_on_kong", "after_flower", "heavenly", "earthly", "human",
];
/** What may be remembered between visits: how this table sits and plays, never a hand. */
const REMEMBERED = "sikwu";

const state = {
  /** How the hand was won, in the words of the API. */
  win: { seat: "E", round: "E", dealer: "E", self_draw: true, from: /** @type {string | null} */ (null), events: /** @type {string[]} */ ([]), rules: "guide" },
  /** @type {any} */ reading: null,
  /** Indexes of the reading's questions that were answered. */
  settled: /** @type {Set<number>} */ (new Set()),
  /** @type {any} */ answer: null,
  /** What the answer was given for. @type {any} */ asked: null,
  /** @type {string} */ fault: "",
  /** @type {any[]} */ kept: [],
  /** @type {any[]} */ rules: [],
  /** @type {Record<string, any>} */ patterns: {},
  saved: false,
  /** A photo is being read. */
  busy: false,
  /** The browser cannot show the photo. */
  unshown: false,
};

const notation = /** @type {HTMLInputElement} */ (byId("notation"));
const status = byId("status");

// ---- remembering ----

function remember() {
  const { seat, round, dealer, rules } = state.win;
  localStorage.setItem(REMEMBERED, JSON.stringify({ language: language(), seat, round, dealer, rules }));
}

function recall() {
  let kept;
  try {
    kept = JSON.parse(localStorage.getItem(REMEMBERED) ?? "{}");
  } catch {
    kept = {};
  }
  speak(kept.language ?? (navigator.language.startsWith("zh") ? "zh" : "en"));
  for (const key of /** @type {const} */ (["seat", "round", "dealer"])) {
    if (SEATS.includes(kept[key])) state.win[key] = kept[key];
  }
  if (typeof kept.rules === "string") state.win.rules = kept.rules;
}

// ---- scoring ----

let scoring = new AbortController();
let timer = 0;

/** Score what stands in the text, after a pause in typing. @param {number} pause in milliseconds */
function rescore(pause = 0) {
  window.clearTimeout(timer);
  scoring.abort();
  scoring = new AbortController();
  state.saved = false;
  if (!notation.value.trim()) {
    Object.assign(state, { answer: null, asked: null, fault: "" });
    render();
    return;
  }
  const { signal } = scoring;
  timer = window.setTimeout(() => void ask(signal), pause);
}

/** @param {AbortSignal} signal */
async function ask(signal) {
  const asked = { hand: notation.value, ...state.win };
  try {
    const answer = await api.score(asked, signal);
    Object.assign(state, { answer, asked, fault: "" });
  } catch (error) {
    if (signal.aborted) return;
    state.fault = messageOf(error);
  }
  render();
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

// ---- the photo ----

let reading = new AbortController();

/** @param {File | undefined} file */
async function take(file) {
  if (!file) return;
  reading.abort();
  reading = new AbortController();
  const { signal } = reading;
  state.reading = null;
  state.settled = new Set();
  Object.assign(state, { busy: true, unshown: false });
  showPhoto(file, () => {
    state.unshown = true;
    renderStatus();
  });
  renderStatus();
  try {
    const found = await api.read(file, signal);
    state.reading = found;
    Object.assign(state, { busy: false, fault: "" });
    notation.value = found.hand;
    rescore();
    render();
  } catch (error) {
    if (signal.aborted) return;
    state.busy = false;
    showFailure();
    render();
    byId("needs").replaceChildren(needItem(messageOf(error)));
  }
}

/** @param {string} message */
function needItem(message) {
  return h("div.need", {}, mark(), h("p", {}, message));
}

// ---- drawing ----

function openQuestions() {
  if (!state.reading) return [];
  const hand = state.answer?.hand ?? notation.value;
  return state.reading.questions
    .map((/** @type {any} */ question, /** @type {number} */ index) => ({ question, index }))
    .filter((/** @type {any} */ { question, index }) => !state.settled.has(index) && stands(hand, question, state.reading));
}

function renderNeeds() {
  const open = openQuestions();
  const answerable = open.filter((/** @type {any} */ { question }) => question.options.length > 0);
  const total = state.reading ? state.reading.questions.filter((/** @type {any} */ question) => question.options.length > 0).length : 0;
  const now = open.filter((/** @type {any} */ asked) => asked === answerable[0] || !answerable.includes(asked));
  const items = now.map((/** @type {any} */ { question, index }) => {
    const count = question.options.length > 0 && total > 1 ? `${total - answerable.length + 1} / ${total}` : "";
    const answer = (/** @type {string} */ option) => {
      state.settled.add(index);
      notation.value = answered(state.answer?.hand ?? notation.value, question, state.reading, option);
      rescore();
      render();
    };
    return questionItem(question, state.reading, answer, count);
  });
  const asked = new Set(open.map((/** @type {any} */ { question }) => question.kind));
  const untouched = state.reading && notation.value === state.reading.hand;
  const problems = (untouched ? state.reading.problems : []).filter((/** @type {any} */ problem) => !asked.has(problem.code));
  byId("needs").replaceChildren(...problems.map((/** @type {any} */ problem) => needItem(problem.message)), ...items);
  if (state.reading) {
    showBoxes(state.reading, new Set(open.flatMap((/** @type {any} */ { question }) => (question.kind === "winning_tile" ? [] : question.tiles))));
  }
}

function renderHand() {
  const list = byId("groups");
  const hand = state.answer?.hand ?? "";
  const questions = openQuestions().filter((/** @type {any} */ { question }) => question.kind === "uncertain_tile");
  const doubts = questions.map((/** @type {any} */ { question }) => state.reading.tiles[question.tiles[0]]);
  const parts = groups(hand).map((group) =>
    groupItem(group, (code) => {
      const place = doubts.findIndex((/** @type {any} */ found) => found.role === group.role && found.code === code);
      if (place >= 0) doubts.splice(place, 1);
      return place >= 0;
    }),
  );
  list.replaceChildren(...parts);
  list.classList.toggle("stale", Boolean(state.fault));
  const fault = byId("fault");
  fault.hidden = !state.fault;
  fault.textContent = state.fault;
  notation.setAttribute("aria-invalid", String(Boolean(state.fault)));
}

function renderResult() {
  const section = byId("result");
  const bar = byId("bar");
  section.hidden = bar.hidden = !state.answer || Boolean(state.fault);
  if (section.hidden) return;
  const { answer, asked } = state;
  const keep = h(
    "button.button.quiet",
    { type: "button", disabled: state.saved, onclick: () => void keepHand() },
    t(state.saved ? "saved" : "save"),
  );
  section.replaceChildren(...resultParts(answer, asked, state.patterns), ...(isWin(answer) ? [h("div.keep", {}, keep)] : []));
  bar.setAttribute("aria-label", t("toResult"));
  bar.replaceChildren(
    ...(isWin(answer)
      ? [h("b", {}, answer.paid_faan), h("span", {}, t("faan")), h("span.end", {}, pointsText(answer.points))]
      : [mark(), h("span", {}, verdict(answer))]),
  );
}

function renderStatus() {
  const { reading: found, busy, unshown } = state;
  const facts = found && [
    t("readIn", { tiles: found.tiles.length, seconds: found.seconds.toFixed(2) }),
    found.hand && t("confidence", { percent: Math.round(found.confidence * 100) }),
    unshown && t("unshown"),
  ];
  status.textContent = busy ? t("reading") : facts ? facts.filter(Boolean).join(" · ") : "";
  byId("drop-hint").hidden = Boolean(found) || busy;
}

function render() {
  renderStatus();
  byId("win").hidden = !notation.value.trim();
  renderNeeds();
  renderHand();
  renderResult();
}

// ---- how it was won ----

/**
 * A row of choices of which one is taken.
 * @param {string} id @param {string} legend
 * @param {{ value: string, text: string, word?: boolean, label: string, disabled?: boolean }[]} choices
 * @param {string} chosen @param {(value: string) => void} choose
 */
function choiceRow(id, legend, choices, chosen, choose) {
  const fieldset = byId(id);
  const focused = /** @type {HTMLInputElement | null} */ (document.activeElement);
  const refocus = focused?.name === id ? focused.value : null;
  fieldset.replaceChildren(
    h("legend", {}, legend),
    h(
      "div.choices",
      {},
      ...choices.map(({ value, text, word, label, disabled }) =>
        h(
          "label",
          { title: label },
          h("input", {
            type: "radio", name: id, value, checked: value === chosen, disabled, "aria-label": label, onchange: () => choose(value),
          }),
          h("span", { class: word ? "word" : "", "aria-hidden": "true" }, text),
        ),
      ),
    ),
  );
  if (refocus !== null) /** @type {HTMLElement | null} */ (fieldset.querySelector(`input[value="${refocus}"]`))?.focus();
}

/** @param {string} seat the character on its tile */
const character = (seat) => ({ E: "東", S: "南", W: "西", N: "北" })[seat] ?? seat;

function renderWin() {
  const { win } = state;
  const discards = SEATS.map((seat) => ({
    value: seat, text: character(seat), label: t("discardOf", { seat: t(seat) }), disabled: seat === win.seat,
  }));
  choiceRow(
    "won",
    t("won"),
    [{ value: "self", text: t("selfDraw"), word: true, label: t("selfDraw") }, ...discards],
    win.self_draw ? "self" : (win.from ?? ""),
    (value) => change({ self_draw: value === "self", from: value === "self" ? null : value }),
  );
  for (const key of /** @type {const} */ (["seat", "round", "dealer"])) {
    const choices = SEATS.map((seat) => ({ value: seat, text: character(seat), label: t(seat) }));
    choiceRow(key, t(key), choices, win[key], (value) => change({ [key]: value }));
  }
  const events = byId("events");
  const focused = /** @type {HTMLInputElement | null} */ (document.activeElement);
  const refocus = focused?.name === "events" ? focused.value : null;
  events.replaceChildren(
    h("legend", {}, t("events")),
    h(
      "div.choices",
      {},
      ...EVENTS.map((event) =>
        h(
          "label",
          {},
          h("input", {
            type: "checkbox", name: "events", value: event, checked: win.events.includes(event),
            onchange: () => change({ events: win.events.includes(event) ? win.events.filter((other) => other !== event) : [...win.events, event] }),
          }),
          h("span", {}, h("b", { lang: "zh-HK" }, zh(event)), language() === "en" && h("small", {}, t(event))),
        ),
      ),
    ),
  );
  if (refocus !== null) /** @type {HTMLElement | null} */ (events.querySelector(`input[value="${refocus}"]`))?.focus();
  const select = byId("rules");
  select.replaceChildren(...state.rules.map((rules) => h("option", { value: rules.name, selected: rules.name === win.rules }, rules.title)));
}

/** @param {Partial<typeof state.win>} changes */
function change(changes) {
  Object.assign(state.win, changes);
  if (state.win.from === state.win.seat) state.win.from = null;
  if (!state.win.self_draw && state.win.from === null) state.win.self_draw = true;
  remember();
  renderWin();
  rescore();
}

// ---- hands kept ----

async function keepHand() {
  try {
    const kept = await api.save(state.asked);
    state.saved = true;
    state.kept.unshift(kept);
    renderKept();
    renderResult();
  } catch (error) {
    state.fault = messageOf(error);
    renderHand();
  }
}

function renderKept() {
  byId("kept").hidden = state.kept.length === 0;
  byId("hands").replaceChildren(...state.kept.map(keptItem));
}

/** @param {any} kept */
function keptItem(kept) {
  const forget = h("button.button.quiet.forget", { type: "button", onclick: () => void forgetHand(kept.id, forget) }, t("remove"));
  const when = new Date(kept.saved_at).toLocaleString(language() === "zh" ? "zh-HK" : "en-GB", { dateStyle: "medium", timeStyle: "short" });
  const rules = state.rules.find((found) => found.name === kept.rules)?.title ?? kept.rules;
  return h(
    "li",
    {},
    h("button.show", { type: "button", "aria-label": `${t("show")}: ${kept.result.hand}`, onclick: () => showKept(kept) }, ...smallHand(groups(kept.result.hand))),
    h("span.what", {}, h("b", {}, `${kept.result.paid_faan} ${t("faan")}`), h("b", {}, pointsText(kept.result.points)), h("span", {}, rules), h("span", {}, when)),
    forget,
  );
}

/** Forgetting takes two taps. @param {number} id @param {HTMLElement} button */
async function forgetHand(id, button) {
  if (button.textContent !== t("removeSure")) {
    button.textContent = t("removeSure");
    window.setTimeout(() => (button.textContent = t("remove")), 4000);
    return;
  }
  try {
    await api.forget(id);
  } catch (error) {
    if (!(error instanceof api.ApiError && error.code === "hand_missing")) {
      button.textContent = messageOf(error);
      return;
    }
  }
  state.kept = state.kept.filter((kept) => kept.id !== id);
  renderKept();
}

/** @param {any} kept */
function showKept(kept) {
  const { seat, round, dealer, self_draw, from, events } = kept.circumstances;
  state.reading = null;
  hidePhoto();
  notation.value = kept.hand;
  change({ seat, round, dealer, self_draw, from, events, rules: kept.rules });
  window.scrollTo({ top: 0 });
}

// ---- the start ----

function renderAll() {
  translate();
  for (const button of document.querySelectorAll("[data-language]")) {
    button.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (button).dataset.language === language()));
  }
  renderWin();
  render();
  renderKept();
}

function listen() {
  for (const button of document.querySelectorAll("[data-language]")) {
    button.addEventListener("click", () => {
      speak(/** @type {HTMLElement} */ (button).dataset.language ?? "en");
      remember();
      renderAll();
    });
  }
  for (const id of ["camera", "file"]) {
    const input = /** @type {HTMLInputElement} */ (byId(id));
    input.addEventListener("change", () => {
      void take(input.files?.[0]);
      input.value = "";
    });
  }
  notation.addEventListener("input", () => rescore(200));
  byId("rules").addEventListener("change", (/** @type {any} */ event) => change({ rules: event.target.value }));
  byId("win").addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
  const body = document.body;
  body.addEventListener("dragover", (event) => {
    event.preventDefault();
    body.classList.add("dropping");
  });
  body.addEventListener("dragleave", () => body.classList.remove("dropping"));
  body.addEventListener("drop", (event) => {
    event.preventDefault();
    body.classList.remove("dropping");
    void take(event.dataTransfer?.files[0]);
  });
}

async function start() {
  recall();
  drawGuide();
  listen();
  renderAll();
  try {
    const [rules, names, kept] = await Promise.all([api.rules(), api.tiles(), api.hands()]);
    state.rules = rules.rules;
    state.patterns = Object.fromEntries(rules.patterns.map((/** @type {any} */ pattern) => [pattern.id, pattern]));
    if (!state.rules.some((found) => found.name === state.win.rules)) state.win.rules = rules.default;
    learn(names);
    state.kept = kept.hands;
  } catch (error) {
    byId("needs").replaceChildren(needItem(messageOf(error)));
    return;
  }
  renderAll();
  rescore();
}

void start();
