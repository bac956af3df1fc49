/**
 * Dragging tiles between the parts of a hand. A finger has to rest on the tile for a moment, so that a swipe still
 * scrolls the page; a mouse drags at once. What can be dragged carries `data-drag`, where it may fall `data-zone`.
 */

import { useEffect, useRef } from "../view.js";

const REST = 180;
const FAR = 6;

/** @param {(what: string, zone: string) => void} drop @returns {{ current: HTMLElement | null }} for the element around it all */
export function useDrag(drop) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const dropped = useRef(drop);
  dropped.current = drop;
  useEffect(() => {
    const area = place.current;
    if (!area) return undefined;
    let timer = 0;
    /** @type {{ what: HTMLElement, x: number, y: number, id: number, ghost: HTMLElement | null, zone: HTMLElement | null } | null} */
    let held = null;

    const lift = () => {
      if (!held || held.ghost) return;
      const { left, top } = held.what.getBoundingClientRect();
      const ghost = /** @type {HTMLElement} */ (held.what.cloneNode(true));
      ghost.classList.add("ghost");
      ghost.setAttribute("aria-hidden", "true");
      ghost.style.left = `${left - held.x}px`;
      ghost.style.top = `${top - held.y}px`;
      document.body.append(ghost);
      held.ghost = ghost;
      held.what.classList.add("lifted");
      area.classList.add("dragging");
      move(held.x, held.y);
    };
    /** @param {number} x @param {number} y */
    const move = (x, y) => {
      if (!held?.ghost) return;
      held.ghost.style.transform = `translate(${x}px, ${y}px)`;
      const under = document.elementFromPoint(x, y)?.closest("[data-zone]");
      const zone = under instanceof HTMLElement && area.contains(under) ? under : null;
      if (zone !== held.zone) {
        held.zone?.classList.remove("over");
        zone?.classList.add("over");
        held.zone = zone;
      }
    };
    const end = () => {
      window.clearTimeout(timer);
      held?.ghost?.remove();
      held?.what.classList.remove("lifted");
      held?.zone?.classList.remove("over");
      area.classList.remove("dragging");
      held = null;
    };
    /** @param {PointerEvent} event */
    const down = (event) => {
      const what = event.target instanceof Element ? event.target.closest("[data-drag]") : null;
      if (!(what instanceof HTMLElement) || event.button !== 0) return;
      held = { what, x: event.clientX, y: event.clientY, id: event.pointerId, ghost: null, zone: null };
      if (event.pointerType !== "mouse") timer = window.setTimeout(lift, REST);
    };
    /** @param {PointerEvent} event */
    const moving = (event) => {
      if (!held || event.pointerId !== held.id) return;
      const far = Math.hypot(event.clientX - held.x, event.clientY - held.y) > FAR;
      if (!held.ghost && far) {
        if (event.pointerType === "mouse") lift();
        else end();
      }
      move(event.clientX, event.clientY);
    };
    /** @param {PointerEvent} event */
    const up = (event) => {
      if (!held || event.pointerId !== held.id) return;
      const { ghost, zone, what } = held;
      end();
      if (!ghost) return;
      // the click that follows a drag is none
      window.addEventListener("click", swallow, { capture: true, once: true });
      window.setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 50);
      if (zone) dropped.current(what.dataset.drag ?? "", zone.dataset.zone ?? "");
    };
    /** @param {Event} event */
    const swallow = (event) => {
      event.stopPropagation();
      event.preventDefault();
    };
    /** @param {TouchEvent} event */
    const touched = (event) => held?.ghost && event.preventDefault();
    /** @param {Event} event */
    const menu = (event) => event.target instanceof Element && event.target.closest("[data-drag]") && event.preventDefault();

    area.addEventListener("pointerdown", down);
    area.addEventListener("touchmove", touched, { passive: false });
    area.addEventListener("contextmenu", menu);
    window.addEventListener("pointermove", moving);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", end);
    return () => {
      end();
      area.removeEventListener("pointerdown", down);
      area.removeEventListener("touchmove", touched);
      area.removeEventListener("contextmenu", menu);
      window.removeEventListener("pointermove", moving);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", end);
    };
  }, []);
  return place;
}
