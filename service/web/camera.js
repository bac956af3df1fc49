/** The phone's camera, as long as somebody looks through it. */

import { prefer, preferred } from "./storage.js";
import { signal } from "./view.js";

const WANTED = { facingMode: "environment", width: { ideal: 2048 }, height: { ideal: 1536 } };

/** @type {import("./vendor/signals.js").Signal<MediaStream | null>} */
export const stream = signal(null);
/** Why there is no picture: `insecure`, `denied`, `missing`, or empty. */
export const trouble = signal("");
export const torch = signal(/** @type {boolean | null} */ (null));

/** Whether this page may ask for a camera: a browser gives it to a secure page only. */
export const available = () => window.isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia);

/** Whether the camera opens without a question: it was opened before. */
export async function familiar() {
  if (!available() || !preferred("camera", false)) return false;
  try {
    const permission = await navigator.permissions.query({ name: /** @type {PermissionName} */ ("camera") });
    return permission.state === "granted";
  } catch {
    return true;
  }
}

let turn = 0;

export async function open() {
  if (stream.value) return;
  if (!available()) {
    trouble.value = "insecure";
    return;
  }
  turn += 1;
  const mine = turn;
  try {
    const opened = await navigator.mediaDevices.getUserMedia({ video: WANTED, audio: false });
    if (mine !== turn) {
      opened.getTracks().forEach((track) => track.stop());
      return;
    }
    const track = opened.getVideoTracks()[0];
    const capable = /** @type {any} */ (track?.getCapabilities?.() ?? {});
    torch.value = capable.torch ? false : null;
    trouble.value = "";
    stream.value = opened;
    track?.addEventListener("ended", close);
    prefer("camera", true);
  } catch (error) {
    const name = error instanceof DOMException ? error.name : "";
    trouble.value = name === "NotAllowedError" ? "denied" : "missing";
  }
}

export function close() {
  turn += 1;
  stream.value?.getTracks().forEach((track) => track.stop());
  stream.value = null;
  torch.value = null;
}

export async function light() {
  const track = stream.value?.getVideoTracks()[0];
  if (!track || torch.value === null) return;
  const on = !torch.value;
  await track.applyConstraints(/** @type {any} */ ({ advanced: [{ torch: on }] }));
  torch.value = on;
}
