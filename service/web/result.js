/** The answer: faan line by line, and who pays whom. */

import { h, svg } from "/web/dom.js";
import { language, t } from "/web/strings.js";
import { mark, tile } from "/web/tiles.js";

const SEATS = ["E", "S", "W", "N"];
const NUMBER = new Intl.NumberFormat("en", { maximumFractionDigits: 6 });

/** A number as it is said aloud at the table, with a real minus. @param {number | string} value */
function amount(value) {
  const number = Number(value);
  if (!Number.isFinite(number)) return String(value);
  return `${number < 0 ? "−" : number > 0 ? "+" : ""}${NUMBER.format(Math.abs(number))}`;
}

/** @param {number | string} points */
export function pointsText(points) {
  return Number(points) === 1 ? t("point") : t("points", { points: NUMBER.format(Number(points)) });
}

/** @param {any} answer */
export function isWin(answer) {
  return answer.complete && answer.legal;
}

/** @param {any} answer */
export function verdict(answer) {
  return answer.problems.some((/** @type {any} */ problem) => problem.code === "below_minimum") ? t("belowMinimum") : t("noWin");
}

/** @param {any} line */
function lineItem(line) {
  const names = language() === "zh" ? [] : [h("span.en", {}, line.en)];
  return h(
    "li",
    {},
    h("span.names", {}, h("span.zh", { lang: "zh-HK" }, line.zh), ...names, h("span.sound", { lang: "yue-Latn" }, line.jyutping)),
    h("span.worth", {}, line.count > 1 && h("small", {}, `${line.count} × ${line.faan / line.count} = `), line.faan),
  );
}

/** @param {any} answer @param {any} win @param {Record<string, any>} patterns */
export function resultParts(answer, win, patterns) {
  const parts = [];
  const win_ = isWin(answer);
  const needed = answer.problems.filter((/** @type {any} */ problem) => problem.severity !== "notice");
  const notices = answer.problems.filter((/** @type {any} */ problem) => problem.severity === "notice");
  if (!win_) parts.push(h("p.verdict", {}, verdict(answer)));
  if (win_ || answer.patterns.length > 0) {
    parts.push(
      h(
        "div.total",
        {},
        h("b", {}, answer.faan),
        h("span", { lang: language() === "zh" ? "zh-HK" : "en" }, t("faan")),
        win_ && h("span.points", {}, pointsText(answer.points)),
      ),
    );
  }
  for (const problem of needed) parts.push(h("div.need", {}, mark(), h("p", {}, problem.message)));
  if (win_ && answer.paid_faan !== answer.faan) parts.push(h("p.cap", {}, t("paidAs", { faan: answer.paid_faan })));
  if (answer.patterns.length > 0) parts.push(h("ol.lines", {}, ...answer.patterns.map(lineItem)));
  else if (win_) parts.push(h("p.notice", {}, t("chicken")));
  if (answer.suppressed.length > 0) {
    const names = answer.suppressed.map((/** @type {any} */ gone) => {
      const pattern = patterns[gone.id];
      return pattern ? (language() === "zh" ? pattern.zh : `${pattern.zh} ${pattern.en}`) : gone.id;
    });
    parts.push(h("p.suppressed", {}, t("suppressed", { names: [...new Set(names)].join(", ") })));
  }
  for (const problem of notices) parts.push(h("p.notice", {}, problem.message));
  if (answer.payments) parts.push(payments(answer, win));
  return parts;
}

/** The table as it is sat at: the winner nearest, the next in turn at the right hand. @param {any} answer @param {any} win */
function payments(answer, win) {
  const start = SEATS.indexOf(win.seat);
  const places = ["bottom", "right", "top", "left"];
  const seats = places.map((place, step) => {
    const seat = SEATS[(start + step) % 4];
    const paid = Number(answer.payments[seat]);
    const tags = [
      seat === win.seat && t("wins"),
      seat === win.from && t("discards"),
      seat === win.dealer && t("deals"),
      seat === win.liable && t("liable"),
    ].filter(Boolean);
    return h(
      "div.seat",
      { class: seat === win.seat ? `${place} winner` : place },
      h("span.who", {}, tile(seat), t(seat)),
      h("span.amount", { class: paid === 0 ? "nil" : "" }, amount(answer.payments[seat])),
      h("span.tags", {}, tags.join(" · ")),
    );
  });
  const paying = places.filter((_, step) => step > 0 && Number(answer.payments[SEATS[(start + step) % 4]]) < 0);
  const label = seats.map((seat) => seat.textContent).join(", ");
  return h(
    "div.payments",
    {},
    h("h2", {}, t("payments")),
    h("div.table", { role: "group", "aria-label": label }, ...seats, h("div.middle", { "aria-hidden": "true" }, arrows(paying))),
  );
}

/** Who pays: a stroke from each payer's side of the table to the winner's. @param {string[]} paying */
function arrows(paying) {
  const picture = svg("svg", { viewBox: "0 0 100 100" });
  const from = { right: "M84 44 Q52 50 50 82", top: "M50 16 L50 82", left: "M16 44 Q48 50 50 82" };
  for (const place of paying) picture.append(svg("path", { d: from[/** @type {keyof typeof from} */ (place)] }));
  if (paying.length > 0) picture.append(svg("path", { d: "M43 74 L50 83 L57 74" }));
  return picture;
}
