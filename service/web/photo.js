/** The photo with a box around every tile found. */

import { byId, h, svg } from "/web/dom.js";

const frame = byId("frame");
const picture = /** @type {HTMLImageElement} */ (byId("picture"));
const boxes = byId("boxes");
const guide = byId("guide");

let address = "";

/** Show a photo that is being read. @param {File} file @param {() => void} unshown called where the browser cannot show it */
export function showPhoto(file, unshown) {
  if (address) URL.revokeObjectURL(address);
  address = URL.createObjectURL(file);
  frame.classList.remove("unshown");
  frame.classList.add("waiting");
  frame.hidden = false;
  guide.toggleAttribute("hidden", true);
  byId("photo").classList.add("taken");
  boxes.replaceChildren();
  picture.onerror = () => {
    frame.classList.add("unshown");
    if (frame.classList.contains("waiting")) unshown();
    else if (boxes.childElementCount === 0) hidePhoto();
  };
  picture.src = address;
}

/** @param {any} reading the service's answer @param {Set<number>} doubted indexes of tiles that a question is about */
export function showBoxes(reading, doubted) {
  frame.classList.remove("waiting");
  frame.style.aspectRatio = frame.classList.contains("unshown") ? `${reading.width} / ${reading.height}` : "";
  boxes.setAttribute("viewBox", `0 0 ${reading.width} ${reading.height}`);
  const hand = reading.tiles.filter((/** @type {any} */ found) => found.role !== "ignored");
  const holes = hand.map((/** @type {any} */ { box: [x1, y1, x2, y2] }) => `M${x1} ${y1}V${y2}H${x2}V${y1}Z`);
  const shade = svg("path", { class: "shade", d: `M0 0H${reading.width}V${reading.height}H0Z${holes.join("")}` });
  boxes.replaceChildren(
    ...(hand.length > 0 ? [shade] : []),
    ...reading.tiles.map((/** @type {any} */ found, /** @type {number} */ index) => {
      const [x1, y1, x2, y2] = found.box;
      const kind = doubted.has(index) ? "doubt" : found.role;
      return svg("rect", { x: x1, y: y1, width: x2 - x1, height: y2 - y1, rx: (x2 - x1) * 0.12, class: kind });
    }),
  );
}

/**
 * The piece of the photo that shows a tile, with a little around it; null where the browser cannot show the photo.
 * @param {any} reading @param {number} index
 */
export function pieceOf(reading, index) {
  if (!picture.complete || picture.naturalWidth === 0) return null;
  const [x1, y1, x2, y2] = reading.tiles[index].box;
  const scale = picture.naturalWidth / reading.width;
  const around = (x2 - x1) * 0.35;
  const [width, height] = [x2 - x1 + 2 * around, y2 - y1 + 2 * around];
  const canvas = /** @type {HTMLCanvasElement} */ (h("canvas.piece", { "aria-hidden": "true" }));
  canvas.height = 144;
  canvas.width = Math.min(216, Math.round((144 * width) / height));
  canvas
    .getContext("2d")
    ?.drawImage(picture, (x1 - around) * scale, (y1 - around) * scale, width * scale, height * scale, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Reading failed: the photo stays, without boxes, if it is one. */
export function showFailure() {
  frame.classList.remove("waiting");
  if (frame.classList.contains("unshown")) hidePhoto();
}

/** No photo. */
export function hidePhoto() {
  frame.hidden = true;
  guide.toggleAttribute("hidden", false);
  byId("photo").classList.remove("taken");
}

/** How to lay the hand for a photo: melds in a row of their own, the hand below, the winning tile apart. */
export function drawGuide() {
  const [width, height, gap] = [18, 24, 1.5];
  /** @type {[number, number, number, string?][]} */
  const rows = [[52, 62, 3], [124, 62, 3], [254, 62, 2, "bonus"], [52, 122, 7], [216, 122, 1, "winning"]];
  for (const [x, y, count, kind = "tile"] of rows) {
    for (let place = 0; place < count; place += 1) {
      guide.append(svg("rect", { x: x + place * (width + gap), y, width, height, rx: 2.6, class: kind }));
    }
  }
}
