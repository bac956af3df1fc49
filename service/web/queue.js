/** Photos taken without a network: they wait on the phone and are read when the service answers again. */

import * as api from "./api.js";
import { whenBack } from "./network.js";
import { nameOf } from "./shrink.js";
import * as storage from "./storage.js";
import { signal } from "./view.js";

/** @typedef {{ id: number, photo: Blob, reading: any | null, fault: string }} Waiting */

export const queue = signal(/** @type {Waiting[]} */ ([]));

export async function load() {
  try {
    queue.value = (await storage.all("queue")).map(([id, kept]) => ({ id: Number(id), ...kept }));
  } catch {
    queue.value = [];
  }
}

/** @param {Blob} photo */
export async function enqueue(photo) {
  if (queue.value.some((one) => one.photo === photo)) return;
  const id = Date.now();
  const kept = { photo, reading: null, fault: "" };
  await storage.put("queue", id, kept);
  queue.value = [...queue.value, { id, ...kept }];
}

/** @param {number} id */
export async function dequeue(id) {
  await storage.remove("queue", id);
  queue.value = queue.value.filter((one) => one.id !== id);
}

/** @param {Waiting} changed */
async function keep({ id, ...rest }) {
  await storage.put("queue", id, rest);
  queue.value = queue.value.map((one) => (one.id === id ? { id, ...rest } : one));
}

let working = false;

/** Read what waits, one photo after another, until the service cannot be reached. */
export async function work() {
  if (working) return;
  working = true;
  try {
    for (const waiting of queue.value.filter((one) => !one.reading && !one.fault)) {
      try {
        const found = await api.read(waiting.photo, nameOf(waiting.photo), () => undefined, new AbortController().signal);
        await keep({ ...waiting, reading: found });
      } catch (error) {
        if (!(error instanceof api.ApiError) || error.offline || error.code === "busy") break;
        await keep({ ...waiting, fault: error.message });
      }
    }
  } finally {
    working = false;
  }
}

whenBack(() => void work());
document.addEventListener("visibilitychange", () => document.hidden || void work());
