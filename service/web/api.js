/** Talks to the service. Every refusal becomes an `ApiError` whose message is the service's own sentence. */

import { KEPT, reachable } from "./network.js";

export class ApiError extends Error {
  /** @param {string} code @param {string} message @param {Record<string, unknown>} [details] */
  constructor(code, message, details = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }

  /** Whether the service could not be reached at all. */
  get offline() {
    return this.code === "offline";
  }
}

function unreachable() {
  reachable.value = false;
  return new ApiError("offline", "the service does not answer");
}

/** @param {number} status @param {string} body */
function answerOf(status, body) {
  let answer;
  try {
    answer = body === "" ? null : JSON.parse(body);
  } catch {
    throw unreachable();
  }
  if (status >= 200 && status < 300) return answer;
  if (!answer?.error) throw unreachable();
  throw new ApiError(answer.error.code, answer.error.message, answer.error.details);
}

/** @param {string} path @param {RequestInit} [options] @returns {Promise<any>} */
export async function call(path, options = {}) {
  let response;
  try {
    response = await fetch(path, options);
    reachable.value = !response.headers.has(KEPT);
    return answerOf(response.status, await response.text());
  } catch (error) {
    if (error instanceof ApiError || (error instanceof DOMException && error.name === "AbortError")) throw error;
    throw unreachable();
  }
}

/** @param {string} method @param {string} path @param {unknown} [body] @param {AbortSignal} [signal] */
export function send(method, path, body, signal) {
  const headers = body === undefined ? {} : { "Content-Type": "application/json" };
  return call(path, { method, headers: /** @type {Record<string, string>} */ (headers), body: body === undefined ? null : JSON.stringify(body), signal: signal ?? null });
}

/**
 * Upload a photo; a request of the older kind, for it alone tells how much has gone.
 * @param {string} path @param {Blob} photo @param {string} name @param {(share: number) => void} progress 0 to 1
 * @param {AbortSignal} signal @returns {Promise<any>}
 */
export function upload(path, photo, name, progress, signal) {
  return new Promise((resolve, reject) => {
    const form = new FormData();
    form.append("photo", photo, name);
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0);
    request.upload.onload = () => progress(1);
    request.onerror = () => reject(unreachable());
    request.onabort = () => reject(new DOMException("given up", "AbortError"));
    request.onload = () => {
      reachable.value = true;
      try {
        resolve(answerOf(request.status, request.responseText));
      } catch (error) {
        reject(error);
      }
    };
    signal.addEventListener("abort", () => request.abort());
    request.send(form);
  });
}

/** @param {Blob} photo @param {string} name @param {(share: number) => void} progress @param {AbortSignal} signal */
export const read = (photo, name, progress, signal) => upload("/api/v1/read", photo, name, progress, signal);

/** @param {object} win @param {AbortSignal} [signal] */
export const score = (win, signal) => send("POST", "/api/v1/score", win, signal);

/** @param {object} win @param {AbortSignal} [signal] */
export const possible = (win, signal) => send("POST", "/api/v1/possible", win, signal);

/** The same hand under every rule set. @param {object} win @param {AbortSignal} [signal] */
export const compare = (win, signal) => send("POST", "/api/v1/compare", win, signal);

export const rules = () => call("/api/v1/rules");

/** @param {string} name */
export const ruleSet = (name) => call(`/api/v1/rules/${encodeURIComponent(name)}`);

export const tiles = () => call("/faces/names.json");
