/** A sheet that comes up from the lower edge, where the thumb is. The browser keeps the focus inside; Escape closes it. */

import { html, useEffect, useRef } from "../view.js";
import { t } from "../words.js";

/** @param {{ label: string, close: () => void, children?: any, kind?: string }} properties */
export function Sheet({ label, close, children, kind = "" }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => /** @type {HTMLElement | null} */ (before)?.focus?.({ preventScroll: true });
  }, []);
  /** @param {MouseEvent} event */
  const outside = (event) => event.target === dialog.current && close();
  return html`<dialog ref=${dialog} class=${`sheet ${kind}`} aria-label=${label} onClose=${close} onClick=${outside}>
    <div class="sheet-body">
      ${children}
      <button type="button" class="button plain wide" onClick=${close}>${t("close")}</button>
    </div>
  </dialog>`;
}
