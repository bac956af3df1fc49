/** Snap: look through the camera, lay the hand along the guide, take it. */

import * as camera from "../camera.js";
import { clear, hand, openRead, phase, photo, restored, take } from "../draft.js";
import { game, winFor } from "../game.js";
import { isEmpty } from "../hand.js";
import { Guide } from "../parts/guide.js";
import { Icon } from "../parts/icon.js";
import { Places } from "../parts/bar.js";
import { Need } from "../parts/questions.js";
import { Tile } from "../parts/tile.js";
import { dequeue, queue, work } from "../queue.js";
import { go } from "../route.js";
import { encoded } from "../shrink.js";
import { classes, html, useEffect, useRef, useState } from "../view.js";
import { t } from "../words.js";

const KINDS = "image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif";

/** @param {File | undefined} file */
const chosen = (file) => file && void take(file, winFor());

function Viewfinder() {
  const video = useRef(/** @type {HTMLVideoElement | null} */ (null));
  const stream = camera.stream.value;
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return html`<video ref=${video} id="viewfinder" autoplay playsinline muted aria-label=${t("camera")}></video>`;
}

/** @param {{ waiting: import("../queue.js").Waiting }} properties */
function WaitingPhoto({ waiting }) {
  const [address] = useState(() => URL.createObjectURL(waiting.photo));
  useEffect(() => () => URL.revokeObjectURL(address), []);
  const open = async () => {
    await openRead(waiting.photo, waiting.reading);
    await dequeue(waiting.id);
  };
  return html`<li>
    <img src=${address} alt="" />
    ${waiting.reading
      ? html`<button type="button" class="button strong" onClick=${open}>${t("openRead")}</button>`
      : html`<span>${waiting.fault || t("waitsForNetwork")}</span>`}
    <button type="button" class="button plain" aria-label=${t("forgetPhoto")} onClick=${() => void dequeue(waiting.id)}>×</button>
  </li>`;
}

function Unfinished() {
  if (phase.value === "waiting" || (isEmpty(hand.value) && !photo.value)) return null;
  return html`<div class="unfinished">
    <a class="button" href=${photo.value ? "#/check" : "#/hand"}>${t("continueHand")}</a>
    <button type="button" class="button plain" onClick=${clear}>${t("putAway")}</button>
  </div>`;
}

export function Snap() {
  const stream = camera.stream.value;
  const trouble = camera.trouble.value;
  useEffect(() => {
    let here = true;
    void camera.familiar().then((yes) => (yes && here ? camera.open() : undefined));
    void work();
    const hidden = () => document.hidden && camera.close();
    document.addEventListener("visibilitychange", hidden);
    return () => {
      here = false;
      document.removeEventListener("visibilitychange", hidden);
      camera.close();
    };
  }, []);
  const shoot = async () => {
    const video = /** @type {HTMLVideoElement | null} */ (document.getElementById("viewfinder"));
    if (!video || video.videoWidth === 0) return;
    const frame = await encoded(video, video.videoWidth, video.videoHeight);
    await take(frame, winFor());
  };
  const picker = html`<label class="side-key">
    <input type="file" accept=${KINDS} onChange=${(/** @type {any} */ { target }) => chosen(target.files[0])} />
    <${Icon} name="pick" /><span>${t("pickPhoto")}</span>
  </label>`;
  const live = Boolean(stream);
  return html`<main class=${classes("snap", live && "live")}>
    <h1><span lang="zh-HK">食糊</span><small>sikwu</small></h1>
    ${game.value && html`<a class="game-line" href="#/game">${game.value.name || game.value.players.join(" · ")}</a>`}
    <div class="finder">
      ${live && html`<${Viewfinder} />`}
      <${Guide} example=${!live} />
      <p class="hint">${t("layHint")}</p>
    </div>
    ${trouble && html`<${Need}><p>${t(`camera_${trouble}`)}${trouble === "insecure" && html` <a href="/trust">${t("howToTrust")}</a>`}</p><//>`}
    ${restored.value && html`<${Unfinished} />`}
    ${queue.value.length > 0 && html`<section class="queue" aria-label=${t("waitingPhotos")}>
      <h2>${t("waitingPhotos")}</h2>
      <ul>${queue.value.map((waiting) => html`<${WaitingPhoto} key=${waiting.id} waiting=${waiting} />`)}</ul>
    </section>`}
    <div class="shutter-row">
      ${picker}
      ${live
        ? html`<button type="button" class="shutter" aria-label=${t("takePhoto")} onClick=${() => void shoot()}><${Tile} code="P" /></button>`
        : camera.available() && trouble !== "missing"
          ? html`<button type="button" class="shutter" aria-label=${t("openCamera")} onClick=${() => void camera.open()}><${Tile} code="P" /></button>`
          : html`<label class="shutter">
              <input type="file" accept="image/*" capture="environment" aria-label=${t("takePhoto")} onChange=${(/** @type {any} */ { target }) => chosen(target.files[0])} />
              <${Tile} code="P" />
            </label>`}
      ${camera.torch.value === null
        ? html`<button type="button" class="side-key" onClick=${() => go("hand")}><${Icon} name="hand" /><span>${t("byHand")}</span></button>`
        : html`<button type="button" class="side-key" aria-pressed=${camera.torch.value} onClick=${() => void camera.light()}><${Icon} name="torch" /><span>${t("torch")}</span></button>`}
    </div>
    <${Places} />
  </main>`;
}
