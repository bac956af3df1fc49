/** The photo, cut to the hand, with a box around every tile found. */

import { nameOf } from "../catalogue.js";
import { doubted, photo, reading } from "../draft.js";
import { classes, effect, html, signal, useEffect, useRef, useState } from "../view.js";
import { t } from "../words.js";

/** The photo's address in this page, and whether this browser can show it. */
export const address = signal("");
export const shown = signal(/** @type {HTMLImageElement | null} */ (null));

effect(() => {
  const blob = photo.value;
  if (address.peek()) URL.revokeObjectURL(address.peek());
  shown.value = null;
  address.value = blob ? URL.createObjectURL(blob) : "";
  if (!blob) return;
  const picture = new Image();
  picture.onload = () => {
    if (picture.src === address.peek()) shown.value = picture;
  };
  picture.src = address.peek();
});

/** The least height of what is shown, in widths of the hand. */
const FLATTEST = 0.42;

/** What of the photo is looked at: the hand with some table around it. @param {import("../draft.js").Reading} read */
function viewOf(read) {
  const boxes = read.tiles.filter(({ role }) => role !== "ignored").map(({ box }) => box);
  if (boxes.length === 0) return [0, 0, read.width, read.height];
  const x1 = Math.min(...boxes.map((box) => box[0]));
  const y1 = Math.min(...boxes.map((box) => box[1]));
  const x2 = Math.max(...boxes.map((box) => box[2]));
  const y2 = Math.max(...boxes.map((box) => box[3]));
  const around = 0.05 * (x2 - x1);
  // a hand in one long row would be a thin strip: some table above and below it tells where one looks
  const over = Math.max(around, (FLATTEST * (x2 - x1) - (y2 - y1)) / 2);
  const [left, top] = [Math.max(0, x1 - around), Math.max(0, y1 - over)];
  const [right, bottom] = [Math.min(read.width, x2 + around), Math.min(read.height, y2 + over)];
  return [left, top, right - left, bottom - top];
}

/** @param {{ found: import("../draft.js").Found, index: number, chosen: number | null }} properties */
function Box({ found, index, chosen }) {
  const [x1, y1, x2, y2] = found.box;
  const kind = doubted.value.has(index) ? "doubt" : found.role;
  return html`<rect class=${classes(kind, chosen === index && "chosen")} x=${x1} y=${y1} width=${x2 - x1} height=${y2 - y1} rx=${(x2 - x1) * 0.12}>
    <title>${nameOf(found.code)}</title>
  </rect>`;
}

/** @param {{ chosen?: number | null, choose?: (index: number) => void, waiting?: boolean }} properties */
export function Photo({ chosen = null, choose = () => undefined, waiting = false }) {
  const [whole, setWhole] = useState(false);
  const read = reading.value;
  const picture = shown.value;
  const width = read?.width ?? picture?.naturalWidth ?? 4;
  const height = read?.height ?? picture?.naturalHeight ?? 3;
  const view = read && !whole ? viewOf(read) : [0, 0, width, height];
  /** @param {MouseEvent & { currentTarget: SVGSVGElement }} event */
  const tapped = ({ currentTarget, clientX, clientY }) => {
    const matrix = currentTarget.getScreenCTM();
    if (!read || !matrix) return;
    const place = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    const index = read.tiles.findIndex(({ box: [x1, y1, x2, y2], role }) => role !== "ignored" && place.x >= x1 && place.x <= x2 && place.y >= y1 && place.y <= y2);
    if (index >= 0) choose(index);
    else setWhole(!whole);
  };
  return html`<figure class=${classes("photo", waiting && "waiting", !picture && "unshown")}>
    <svg viewBox=${view.join(" ")} role="img" aria-label=${t("photoOfHand")} onClick=${tapped}>
      ${picture && html`<image href=${address.value} width=${width} height=${height} preserveAspectRatio="none" />`}
      ${read?.tiles.map((found, index) => html`<${Box} found=${found} index=${index} chosen=${chosen} />`)}
    </svg>
    ${read && !picture && html`<figcaption>${t("unshown")}</figcaption>`}
  </figure>`;
}

/** The piece of the photo that shows a tile, or all from it to another one, with a little around. @param {{ index: number, to?: number }} properties */
export function Piece({ index, to = index }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const found = reading.value?.tiles[index];
  const end = reading.value?.tiles[to];
  const picture = shown.value;
  useEffect(() => {
    if (!canvas.current || !found || !end || !picture || !reading.value) return;
    const [x1, y1] = [Math.min(found.box[0], end.box[0]), Math.min(found.box[1], end.box[1])];
    const [x2, y2] = [Math.max(found.box[2], end.box[2]), Math.max(found.box[3], end.box[3])];
    const scale = picture.naturalWidth / reading.value.width;
    const around = (found.box[2] - found.box[0]) * 0.3;
    const [width, height] = [x2 - x1 + 2 * around, y2 - y1 + 2 * around];
    canvas.current.height = 168;
    canvas.current.width = Math.min(252, Math.round((168 * width) / height));
    canvas.current.getContext("2d")?.drawImage(
      picture, (x1 - around) * scale, (y1 - around) * scale, width * scale, height * scale,
      0, 0, canvas.current.width, canvas.current.height,
    );
  }, [index, to, picture, found]);
  return picture && found ? html`<canvas ref=${canvas} class="piece" role="img" aria-label=${t("asPhotographed")}></canvas>` : null;
}
