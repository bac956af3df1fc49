/** Result: the faan with their reasons, the arithmetic, and who pays whom as a picture of the table. */

import { pattern, titleOf } from "../catalogue.js";
import { begin, clear, correcting, hand, photo, win } from "../draft.js";
import { anotherWinner, game, keep, nameAt, others } from "../game.js";
import { arranged } from "../hand.js";
import { StepBar } from "../parts/bar.js";
import { Toggle } from "../parts/choices.js";
import { Compare } from "../parts/compare.js";
import { Icon } from "../parts/icon.js";
import { Ladder } from "../parts/ladder.js";
import { Need } from "../parts/questions.js";
import { SmallHand } from "../parts/tile.js";
import { TablePicture } from "../parts/table-picture.js";
import { go } from "../route.js";
import { answer, answered, current, faults, isWin, refused, retry } from "../scoring.js";
import { prefer, preferred } from "../storage.js";
import { shareLink, sharePicture } from "../share.js";
import { inForce, settingsInForce } from "../table.js";
import { html, useState } from "../view.js";
import { language, number, problemText, ruleOf, t } from "../words.js";

/** @param {{ line: import("../scoring.js").Answer["patterns"][number] }} properties */
export function Line({ line }) {
  const known = pattern(line.id);
  return html`<li>
    <span class="names"><b lang="zh-HK">${line.zh}</b><i lang="yue-Latn">${line.jyutping}</i>${language.value === "en" && html`<span>${line.en}</span>`}</span>
    <span class="why">${known ? ruleOf(known) : ""}</span>
    <span class="worth-of">${line.count > 1 && html`<small>${line.count} × ${line.faan / line.count}</small>`}<b>${line.faan}</b></span>
  </li>`;
}

/** @param {{ found: import("../scoring.js").Answer, settings: Record<string, any> | null }} properties */
function Arithmetic({ found, settings }) {
  const base = settings ? Number(settings.base) : 1;
  const sum = found.patterns.map(({ faan }) => faan).join(" + ");
  return html`<div class="arithmetic">
    <p>${found.patterns.length > 1 && html`${sum} = `}<b>${found.faan}</b> ${t("faan")}${found.paid_faan < found.faan && html`, ${t("paidAs", { faan: found.paid_faan })}`}
      ${" → "}<b>${number(found.points)}</b> ${t("pointsHead")}${base !== 1 && html` × ${number(base)}`}</p>
    ${settings && html`<${Ladder} settings=${settings} faan=${found.paid_faan} selfDraw=${win.value.self_draw === true} />`}
  </div>`;
}

/** @param {{ found: import("../scoring.js").Answer }} properties */
function NotCounted({ found }) {
  const gone = found.suppressed.filter(({ id }, index, all) => all.findIndex((other) => other.id === id) === index);
  if (gone.length === 0) return null;
  return html`<ul class="not-counted" aria-label=${t("notCounted")}>
    ${gone.map(({ id, by, why }) => {
      /** @param {string} one */
      const name = (one) => (language.value === "zh" ? pattern(one)?.zh : `${pattern(one)?.zh ?? ""} ${pattern(one)?.en ?? one}`.trim()) ?? one;
      return html`<li>${t(`why_${why}`, { what: name(id), by: name(by) })}</li>`;
    })}
  </ul>`;
}

/** @param {{ found: import("../scoring.js").Answer }} properties */
function Liable({ found }) {
  if (!found.liable) return null;
  const { seat, pao } = found.liable;
  const who = nameAt(seat) || t(seat);
  return html`<section class="liability"><h2>${t("liability")}</h2>
    <p>${t(`pao_${pao}`, { who })}</p>
    <p class="hint">${t(win.value.self_draw ? "liableSelfDraw" : "liableDiscard", { who })}</p>
  </section>`;
}

/** What goes into the game beside the hand. @param {{ ready: boolean, fail: (message: string) => void }} properties */
function ForTheGame({ ready, fail }) {
  const [photos, setPhotos] = useState(Boolean(preferred("keepPhotos", false)));
  const toggle = () => {
    prefer("keepPhotos", !photos);
    setPhotos(!photos);
  };
  const more = async () => {
    try {
      const known = await anotherWinner();
      begin("", known);
      go("snap");
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error));
    }
  };
  return html`<section class="for-the-game">
    ${others.value.length > 0 && html`<p class="hint">${t("othersSoFar", { count: others.value.length })}</p>`}
    ${photo.value && html`<${Toggle} label=${t("keepPhotos")} hint=${t("keepPhotosHint")} on=${photos} toggle=${toggle} />`}
    ${win.value.self_draw === false && !correcting.value && others.value.length < 2 && html`<button type="button" class="button" disabled=${!ready} onClick=${() => void more()}>${t("anotherWinner")}</button>`}
  </section>`;
}

export function Result() {
  const [saving, setSaving] = useState("");
  const found = answer.value;
  const settings = settingsInForce();
  const back = "win";
  if (!found) {
    return html`<main class="result"><h1>${t("resultTitle")}</h1>
      ${refused.value ? html`<${Need}><p>${refused.value.offline ? t("needsService") : refused.value.message}</p><div class="answers"><button type="button" class="button" onClick=${retry}>${t("tryAgain")}</button></div><//>` : html`<p class="hint">${t("noHand")}</p>`}
      <${StepBar} back="snap" /></main>`;
  }
  const won = isWin(found);
  const ready = won && found.payments !== null && current.value;
  const add = async () => {
    setSaving("saving");
    try {
      await keep(answered.value);
      clear();
      go("game");
    } catch (error) {
      setSaving(error instanceof Error ? error.message : String(error));
    }
  };
  const notices = found.problems.filter(({ severity }) => severity === "notice");
  return html`<main class="result">
    <h1 class="sr-only">${t("resultTitle")}</h1>
    ${refused.value?.offline && html`<${Need}><p>${t("needsService")}</p><//>`}
    ${won
      ? html`<p class="total"><b>${found.paid_faan}</b><span>${t("faan")}${found.limit && html`<small>${t("limitHand")}</small>`}</span><em>${t("points", { points: number(found.points) })}</em></p>`
      : html`<p class="verdict">${t(found.problems.some(({ code }) => code === "below_minimum") ? "belowMinimum" : "noWin")}</p>`}
    ${faults(found).map((problem) => html`<${Need} key=${problem.code}><p>${problemText(problem)}</p><//>`)}
    <${SmallHand} groups=${arranged(hand.value, found.hand).map(({ role, pieces }) => ({ role, codes: pieces.map(({ code }) => code) }))} />
    ${found.payments && win.value.seat && html`<${TablePicture} payments=${found.payments} winner=${win.value.seat} from=${win.value.self_draw ? null : win.value.from} dealer=${win.value.dealer} liable=${found.liable?.seat ?? null} />`}
    ${notices.map((problem) => html`<p class="notice" key=${problem.code}>${problemText(problem)}</p>`)}
    ${found.patterns.length > 0 ? html`<ol class="lines">${found.patterns.map((line) => html`<${Line} key=${line.id} line=${line} />`)}</ol>` : won && html`<p class="hint">${t("chicken")}</p>`}
    ${found.complete && html`<${Arithmetic} found=${found} settings=${settings} />`}
    <${NotCounted} found=${found} />
    <${Liable} found=${found} />
    <p class="hint">${t("byRules", { rules: titleOf(found.rules) })}${Object.keys(inForce.value.set).length > 0 && ` · ${t("withChanges", { count: Object.keys(inForce.value.set).length })}`}</p>
    ${found.complete && html`<${Compare} />`}
    ${won && html`<div class="share">
      <button type="button" class="button" onClick=${() => void sharePicture()}><${Icon} name="share" />${t("sharePicture")}</button>
      <button type="button" class="button" onClick=${() => void shareLink().then((copied) => copied && setSaving(t("linkCopied")))}><${Icon} name="share" />${t("shareLink")}</button>
    </div>`}
    ${won && game.value && html`<${ForTheGame} ready=${ready} fail=${setSaving} />`}
    <p class="notice" role="status">${saving === "saving" ? "" : saving}</p>
    <${StepBar} back=${back} worth=${false} label=${t(correcting.value ? "saveCorrection" : game.value ? "addToGame" : "keepHand")} disabled=${!ready || saving === "saving"} act=${() => void add()} />
  </main>`;
}
