/** The photo with a box around every tile found. */

import { byId, svg } from "/web/dom.js";

const frame = byId("frame");
const picture = /** @type {HTMLImageElement} */ (byId("picture"));
const boxes = byId("boxes");

let address = "";

/** Show a photo that is being read. @param {File} file @param {() => void} unshown called where the browser cannot show it */
export function showPhoto(file, unshown) {
  if (address) URL.revokeObjectURL(address);
  address = URL.createObjectURL(file);
  frame.classList.remove("unshown");
  frame.classList.add("waiting");
  frame.hidden = false;
  boxes.replaceChildren();
  picture.onerror = () => {
    frame.classList.add("unshown");
    unshown();
  };
  picture.src = address;
}

/** @param {any} reading the service's answer @param {Set<number>} doubted indexes of tiles that a question is about */
export function showBoxes(reading, doubted) {
  frame.classList.remove("waiting");
  frame.style.aspectRatio = frame.classList.contains("unshown") ? `${reading.width} / ${reading.height}` : "";
  boxes.setAttribute("viewBox", `0 0 ${reading.width} ${reading.height}`);
  boxes.replaceChildren(
    ...reading.tiles.map((/** @type {any} */ found, /** @type {number} */ index) => {
      const [x1, y1, x2, y2] = found.box;
      const kind = doubted.has(index) ? "doubt" : found.role;
      return svg("rect", { x: x1, y: y1, width: x2 - x1, height: y2 - y1, rx: (x2 - x1) * 0.12, class: kind });
    }),
  );
}

/** Reading failed: the photo stays, without boxes. */
export function showFailure() {
  frame.classList.remove("waiting");
}

/** No photo. */
export function hidePhoto() {
  frame.hidden = true;
}
