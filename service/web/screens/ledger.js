/** The game at a glance: where it stands, totals over time, every hand, and what was entered wrongly put right. */

import * as api from "../api.js";
import { begin, correcting } from "../draft.js";
import { deleteGame, game, games, leaveGame, listGames, nameAt, openGame, redo, removeHand, undo } from "../game.js";
import { groupsOf } from "../hand.js";
import { Places } from "../parts/bar.js";
import { Chart } from "../parts/chart.js";
import { Icon } from "../parts/icon.js";
import { Need } from "../parts/questions.js";
import { Sheet } from "../parts/sheet.js";
import { TablePicture } from "../parts/table-picture.js";
import { SmallHand, Tile } from "../parts/tile.js";
import { go } from "../route.js";
import { classes, html, useEffect, useState } from "../view.js";
import { moment, signed, t } from "../words.js";
import { GameForm } from "./game-form.js";
import { Kept } from "./kept.js";
import { Quick } from "./quick.js";

/** @typedef {import("../game.js").HandInGame} HandInGame */

/** @param {HandInGame} hand */
function title(hand) {
  const name = (/** @type {string | null} */ seat) => nameAt(seat ?? "", hand.position) || t(seat ?? "");
  if (hand.kind === "draw") return t("kind_draw");
  if (hand.kind === "false_win") return t("falseWinOf", { who: name(hand.offender) });
  const winners = hand.winners.map(({ seat }) => name(seat)).join(" + ");
  return hand.self_draw ? t("selfDrawOf", { who: winners }) : t("wonOff", { who: winners, from: name(hand.from) });
}

/** Open a winner's tiles of an earlier hand to be corrected. @param {HandInGame} hand @param {import("../game.js").Winner} one */
function correct(hand, one) {
  if (!game.value || one.hand === null) return;
  begin(one.hand, { seat: one.seat, round: hand.position.round, dealer: "E", self_draw: hand.self_draw, from: hand.from, events: one.events, liable: one.liable }, one.feeds);
  correcting.value = { game: game.value.id, hand: String(hand.id), seat: one.seat };
  go("hand");
}

/** @param {{ hand: HandInGame, close: () => void, again: () => void }} properties `again` enters it anew without tiles */
function HandSheet({ hand, close, again }) {
  const [fault, setFault] = useState("");
  const [sure, setSure] = useState(false);
  const remove = () => void removeHand(hand.id).then(close).catch((error) => setFault(error.message));
  const tiles = hand.winners.filter((one) => one.hand !== null);
  const several = hand.winners.length > 1;
  /** @param {import("../game.js").Winner} one */
  const words = (one) => (several ? t("correctHandOf", { who: nameAt(one.seat, hand.position) || t(one.seat) }) : t("correctHand"));
  const main = hand.winners[0]?.seat ?? hand.offender ?? "E";
  return html`<${Sheet} label=${title(hand)} close=${close}>
    <h2>${title(hand)}</h2>
    <p class="hint">${moment(hand.played_at)}${hand.corrected && ` · ${t("wasCorrected")}`}</p>
    ${hand.winners.map((winner) => html`<div class="one-winner" key=${winner.seat}>
      ${winner.hand && html`<${SmallHand} groups=${groupsOf(winner.result?.hand ?? winner.hand)} />`}
      <p><b class="big">${winner.paid_faan}</b> ${t("faan")}${winner.result && html` <span lang="zh-HK">${winner.result.patterns.map((/** @type {any} */ one) => one.zh).join(" ")}</span>`}</p>
      ${winner.photo && html`<img class="kept-photo" src=${`/api/v1/photos/${winner.photo}`} alt=${t("photoOfHand")} loading="lazy" />`}
    </div>`)}
    ${hand.kind !== "draw" && html`<${TablePicture} payments=${hand.payments} winner=${main} from=${hand.from} names=${(/** @type {string} */ seat) => nameAt(seat, hand.position)} />`}
    ${fault && html`<p class="fault" role="alert">${fault}</p>`}
    <div class="actions">
      ${tiles.map((one) => html`<button type="button" class="button strong" key=${one.seat} onClick=${() => correct(hand, one)}>${words(one)}</button>`)}
      ${(several || tiles.length === 0) && html`<button type="button" class=${classes("button", tiles.length === 0 && "strong")} onClick=${again}>${t(tiles.length === 0 ? "correctHand" : "correctFaan")}</button>`}
      <button type="button" class="button" onClick=${sure ? remove : () => setSure(true)}>${t(sure ? "reallyRemove" : "removeHand")}</button>
    </div>
  <//>`;
}

function Standing() {
  const now = game.value;
  if (!now) return null;
  const { next, players, totals } = now;
  const best = Math.max(...totals);
  return html`<section class="standing" aria-label=${t("standing")}>
    <p class="position"><${Tile} code=${next.round} /><span><b>${next.over ? t("gameOver") : t("roundOf", { wind: t(next.round) })}</b>
      <small>${t("dealerIs", { who: players[next.dealer] ?? "" })}${next.repeats > 0 && ` · ${t("repeats", { count: next.repeats })}`}</small></span></p>
    <ul class="totals">
      ${players.map((name, player) => html`<li key=${player} class=${classes(player === next.dealer && "dealer", totals[player] === best && best > 0 && "ahead")}>
        <span class="who"><${Tile} code=${next.seats[player] ?? "E"} /><span>${name}</span></span><b>${signed(totals[player] ?? 0)}</b>
      </li>`)}
    </ul>
  </section>`;
}

function Running() {
  const [open, setOpen] = useState(/** @type {HandInGame | null} */ (null));
  const [quick, setQuick] = useState(/** @type {HandInGame | boolean} */ (false));
  const [sure, setSure] = useState(false);
  const [fault, setFault] = useState("");
  const now = game.value;
  if (!now) return null;
  const tell = (/** @type {any} */ error) => setFault(error instanceof api.ApiError && error.code === "game_changed" ? t("gameChanged") : error.message);
  return html`<${Standing} />
    ${fault && html`<${Need}><p>${fault}</p><//>`}
    <div class="actions">
      <button type="button" class="button" onClick=${() => setQuick(true)}>${t("withoutTiles")}</button>
      <button type="button" class="button" disabled=${!now.undo} onClick=${() => void undo().catch(tell)}><${Icon} name="undo" />${t("undo")}</button>
      ${now.redo && html`<button type="button" class="button" onClick=${() => void redo().catch(tell)}>${t("redo")}</button>`}
    </div>
    ${now.hands.length > 0 ? html`<${Chart} players=${now.players} totals=${now.hands.map(({ totals }) => totals)} />` : html`<p class="hint">${t("noHandsYet")}</p>`}
    ${now.hands.length > 0 && html`<div class="columns" aria-hidden="true">${now.players.map((name) => html`<span>${name}</span>`)}</div>`}
    <ol class="played" reversed>
      ${[...now.hands].reverse().map((hand) => html`<li key=${hand.id}><button type="button" onClick=${() => setOpen(hand)}>
        <span class="what"><${Tile} code=${hand.position.round} /><b>${title(hand)}</b>
          <small>${hand.winners.map(({ paid_faan }) => `${paid_faan} ${t("faan")}`).join(" + ")}${hand.corrected && ` · ${t("wasCorrected")}`}</small></span>
        ${hand.kind !== "draw" && html`<span class="deltas">${hand.by_player.map((amount, player) => html`<span class=${classes(amount === 0 && "nil", amount > 0 && "won")}><span class="sr-only">${now.players[player]} </span>${signed(amount)}</span>`)}</span>`}
      </button></li>`)}
    </ol>
    <details class="fold"><summary>${t("thisGame")}</summary>
      <div class="actions">
        <a class="button" href=${`/api/v1/games/${now.id}/export.csv`} download>CSV</a>
        <a class="button" href=${`/api/v1/games/${now.id}/export.json`} download>JSON</a>
        <button type="button" class="button" onClick=${leaveGame}>${t("leaveGame")}</button>
        <button type="button" class="button" onClick=${() => (sure ? void deleteGame(now.id).catch(tell) : setSure(true))}>${t(sure ? "reallyRemove" : "deleteGame")}</button>
      </div>
    </details>
    ${open && html`<${HandSheet} hand=${open} close=${() => setOpen(null)} again=${() => {
      setQuick(open);
      setOpen(null);
    }} />`}
    ${quick && html`<${Quick} hand=${quick === true ? null : quick} close=${() => setQuick(false)} />`}`;
}

function Choose() {
  useEffect(() => void listGames().catch(() => undefined), []);
  return html`<${GameForm} done=${() => undefined} />
    ${games.value.length > 0 && html`<section><h2>${t("earlierGames")}</h2><ul class="games">
      ${games.value.map((one) => html`<li key=${one.id}><button type="button" onClick=${() => void openGame(one.id)}>
        <b>${one.name || one.players.join(" · ")}</b><small>${moment(one.changed_at)} · ${t("handsPlayed", { count: one.hands_played })}</small>
      </button></li>`)}
    </ul></section>`}
    <${Kept} />`;
}

export function Ledger() {
  return html`<main class="ledger">
    <h1>${game.value?.name || t("place_game")}</h1>
    ${game.value ? html`<${Running} />` : html`<${Choose} />`}
    <${Places} />
  </main>`;
}
