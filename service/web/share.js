/** A result to be shown elsewhere: as a picture, or as a link that opens it on whoever reaches this service. */

import { pattern, titleOf } from "./catalogue.js";
import { SEATS, begin, lent } from "./draft.js";
import { nameAt } from "./game.js";
import { groupsOf } from "./hand.js";
import { go } from "./route.js";
import { answer, question } from "./scoring.js";
import { language, number, signed, t } from "./words.js";

const [WIDTH, EDGE] = [1080, 64];
const [GROUND, FELT, JADE, IVORY, QUIET] = ["#0a2f25", "#103c30", "#12805a", "#f7f1e1", "#b4c6b6"];
const SERIF = '"Iowan Old Style", Palatino, "Songti HK", "Noto Serif CJK HK", Georgia, serif';

/** @param {string} code @returns {Promise<HTMLImageElement>} */
function face(code) {
  return new Promise((resolve, reject) => {
    const image = new Image(300, 400);
    image.onload = () => resolve(image);
    image.onerror = reject;
    image.src = `/faces/${code}.svg`;
  });
}

/** @param {CanvasRenderingContext2D} brush @param {{ role: string, codes: string[] }[]} groups @param {number} top @returns {Promise<number>} where the hand ends */
async function drawHand(brush, groups, top) {
  const gap = 18;
  const count = groups.reduce((total, { codes }) => total + codes.length, 0);
  const width = Math.min(62, (WIDTH - 2 * EDGE - gap * (groups.length - 1)) / count - 2);
  const height = (width * 4) / 3;
  let x = EDGE;
  for (const group of groups) {
    for (const [place, code] of group.codes.entries()) {
      const back = group.role === "concealed_kong" && (place === 0 || place === 3);
      for (const [drop, colour] of /** @type {[number, string][]} */ ([[5, back ? "#e9e0c6" : JADE], [0, back ? JADE : IVORY]])) {
        brush.fillStyle = colour;
        brush.beginPath();
        brush.roundRect(x, top + drop, width, height, 8);
        brush.fill();
      }
      if (back) brush.drawImage(await face("back"), x, top, width, height);
      else brush.drawImage(await face(code), x + width * 0.06, top + height * 0.05, width * 0.88, height * 0.9);
      x += width + 2;
    }
    brush.fillStyle = IVORY;
    if (group.role === "winning") brush.fillRect(x - width - 2, top + height + 16, width, 4);
    x += gap;
  }
  return top + height;
}

/** Draw the result. @returns {Promise<HTMLCanvasElement>} */
export async function picture() {
  const found = answer.value;
  if (!found) throw new Error("nothing to draw");
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = 620 + 74 * found.patterns.length + 300;
  const brush = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const write = (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size, colour = IVORY, align = /** @type {CanvasTextAlign} */ ("left")) => {
    brush.font = `${size}px ${SERIF}`;
    brush.fillStyle = colour;
    brush.textAlign = align;
    brush.fillText(text, x, y);
  };
  brush.fillStyle = GROUND;
  brush.fillRect(0, 0, canvas.width, canvas.height);
  write(String(found.paid_faan), EDGE, 220, 200);
  write(t("faan"), EDGE + brush.measureText(String(found.paid_faan)).width + 24, 220, 64);
  write(t("points", { points: number(found.points) }), WIDTH - EDGE, 220, 44, QUIET, "right");
  let y = (await drawHand(brush, groupsOf(found.hand), 290)) + 90;
  for (const line of found.patterns) {
    write(line.zh, EDGE, y, 44);
    const known = pattern(line.id);
    write(language.value === "zh" ? line.jyutping : `${line.jyutping}  ${known?.en ?? line.en}`, EDGE + 260, y, 30, QUIET);
    write(String(line.faan), WIDTH - EDGE, y, 48, IVORY, "right");
    y += 74;
  }
  const seats = SEATS.filter((seat) => found.payments && seat in found.payments);
  seats.forEach((seat, index) => {
    const x = EDGE + index * ((WIDTH - 2 * EDGE) / 4);
    brush.fillStyle = FELT;
    brush.beginPath();
    brush.roundRect(x, y, (WIDTH - 2 * EDGE) / 4 - 14, 150, 18);
    brush.fill();
    write(nameAt(seat) || t(seat), x + 22, y + 56, 32, QUIET);
    write(signed(found.payments?.[seat] ?? 0), x + 22, y + 118, 52);
  });
  write(`食糊 sikwu · ${titleOf(found.rules)}`, EDGE, y + 220, 28, QUIET);
  const cut = document.createElement("canvas");
  cut.width = WIDTH;
  cut.height = y + 260;
  cut.getContext("2d")?.drawImage(canvas, 0, 0);
  return cut;
}

export async function sharePicture() {
  const canvas = await picture();
  const blob = await new Promise((/** @type {BlobCallback} */ resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) return;
  const file = new File([blob], "sikwu.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] }).catch(() => undefined);
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = file.name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** @param {unknown} value */
const packed = (value) => btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value)))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

/** @param {string} text */
const unpacked = (text) => JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0))));

/** The address that opens this result. */
export const link = () => `${location.origin}/#/shared/${packed({ ...question.value, hand: answer.value?.hand })}`;

/** @returns {Promise<boolean>} whether it was copied, rather than handed on */
export async function shareLink() {
  const url = link();
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ title: "食糊 sikwu", url }).catch(() => undefined);
    return false;
  }
  try {
    await navigator.clipboard.writeText(url);
  } catch {
    window.prompt(t("shareLink"), url);
  }
  return true;
}

/** Open what a link holds. @param {string} text */
export function openShared(text) {
  try {
    const { hand, rules, set, seat, round, dealer, self_draw, from, events, feeds, liable } = unpacked(text);
    begin(String(hand), { seat, round, dealer, self_draw, from, events, liable }, feeds);
    lent.value = { rules: String(rules), set: set ?? {} };
    go("result", { replace: true });
  } catch {
    go("snap", { replace: true });
  }
}
