/** Talks to the service. Every refusal becomes an `ApiError` whose message is the service's own sentence. */

import { t } from "/web/strings.js";

export class ApiError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {Record<string, unknown>} details
   */
  constructor(code, message, details = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/**
 * @param {string} path
 * @param {RequestInit} options
 */
async function call(path, options = {}) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError("offline", t("offline"));
  }
  if (response.status === 204) return null;
  let answer;
  try {
    answer = await response.json();
  } catch {
    throw new ApiError("offline", t("offline"));
  }
  if (!response.ok) throw new ApiError(answer.error.code, answer.error.message, answer.error.details);
  return answer;
}

/** @param {string} path @param {unknown} body @param {AbortSignal} [signal] */
function post(path, body, signal) {
  return call(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
}

/** @param {File} photo @param {AbortSignal} signal */
export function read(photo, signal) {
  const form = new FormData();
  form.append("photo", photo, photo.name);
  return call("/api/v1/read", { method: "POST", body: form, signal });
}

/** @param {object} win the hand and how it was won @param {AbortSignal} signal */
export const score = (win, signal) => post("/api/v1/score", win, signal);

export const rules = () => call("/api/v1/rules");

export const tiles = () => call("/faces/names.json");

export const hands = () => call("/api/v1/hands");

/** @param {object} win */
export const save = (win) => post("/api/v1/hands", win);

/** @param {number} id */
export const forget = (id) => call(`/api/v1/hands/${id}`, { method: "DELETE" });
