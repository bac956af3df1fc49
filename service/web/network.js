/** Whether the service can be reached, as the last request found it. */

import { signal } from "./view.js";

/** Null until something has been asked. */
export const reachable = signal(/** @type {boolean | null} */ (null));

/** The worker marks an answer that it kept from earlier. */
export const KEPT = "x-sikwu-kept";
