/** A new game: four names as they sit, and who begins is East. */

import { titleOf } from "../catalogue.js";
import { startGame } from "../game.js";
import { OneOf } from "../parts/choices.js";
import { Tile } from "../parts/tile.js";
import { preferred, prefer } from "../storage.js";
import { own } from "../table.js";
import { html, useState } from "../view.js";
import { t } from "../words.js";
import { SEATS } from "../draft.js";

/** @param {{ done: () => void }} properties */
export function GameForm({ done }) {
  const [players, setPlayers] = useState(/** @type {string[]} */ (preferred("players", ["", "", "", ""])));
  const [draw, setDraw] = useState("stay");
  const [fault, setFault] = useState("");
  const names = players.map((name, index) => name.trim() || t(SEATS[index] ?? "E"));
  /** @param {SubmitEvent} event */
  const start = async (event) => {
    event.preventDefault();
    try {
      await startGame({ players: names, name: "", rules: own.value.rules, set: own.value.set, dealing: { draw } });
      prefer("players", players);
      done();
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    }
  };
  return html`<form class="game-form" onSubmit=${start}>
    <h2>${t("newGame")}</h2>
    <p class="hint">${t("newGameHint")}</p>
    ${SEATS.map((seat, index) => html`<label class="name" key=${seat}>
      <${Tile} code=${seat} /><span class="sr-only">${t("playerAt", { seat: t(seat) })}</span>
      <input type="text" maxlength="40" autocomplete="off" placeholder=${t(seat)} value=${players[index]}
        onInput=${(/** @type {any} */ { currentTarget }) => setPlayers(players.map((name, other) => (other === index ? currentTarget.value : name)))} />
    </label>`)}
    <${OneOf} legend=${t("afterDraw")} choices=${["stay", "pass"].map((value) => ({ value, label: t(`draw_${value}`), text: t(`draw_${value}`) }))} chosen=${draw} choose=${setDraw} />
    <p class="hint">${t("byRules", { rules: titleOf(own.value.rules) })} <a href="#/rules">${t("changeRules")}</a></p>
    ${fault && html`<p class="fault" role="alert">${fault}</p>`}
    <button type="submit" class="button strong wide">${t("startGame")}</button>
  </form>`;
}
