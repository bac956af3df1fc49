/**
 * A hand on the page: the service's canonical notation taken apart for drawing, and put together again after a tap.
 * Whether a text is a hand is for the service to say; this reads only what the service wrote.
 */

/**
 * @typedef {{ role: "exposed" | "concealed_kong" | "concealed" | "winning" | "bonus", codes: string[] }} Group
 */

/**
 * The groups of a canonical text, in its order.
 * @param {string} text
 * @returns {Group[]}
 */
export function groups(text) {
  const [hand, bonus = ""] = text.split("|");
  /** @type {Group[]} */
  const found = [];
  for (const piece of hand.trim().split(/\s+/).filter(Boolean)) {
    const role = { "(": "exposed", "[": "concealed_kong", "+": "winning" }[piece[0]] ?? "concealed";
    found.push({ role: /** @type {Group["role"]} */ (role), codes: codes(piece) });
  }
  if (bonus.trim()) found.push({ role: "bonus", codes: codes(bonus) });
  return found;
}

/** @param {string} piece such as `(123m)` or `EES` */
function codes(piece) {
  return [...piece.matchAll(/([1-9]+)([mpsfg])|([ESWNCFP])/g)].flatMap(([, digits, suit, honour]) =>
    honour ? [honour] : [...digits].map((digit) => digit + suit),
  );
}

/**
 * The text of groups; the service makes it canonical.
 * @param {Group[]} parts
 */
export function text(parts) {
  const written = parts.filter((part) => part.codes.length > 0 && part.role !== "bonus").map((part) => {
    const tiles = part.codes.join("");
    return { exposed: `(${tiles})`, concealed_kong: `[${tiles}]`, winning: `+${tiles}` }[part.role] ?? tiles;
  });
  const bonus = parts.filter((part) => part.role === "bonus").flatMap((part) => part.codes);
  const order = (/** @type {string} */ piece) => (piece[0] === "+" ? 1 : 0);
  written.sort((one, two) => order(one) - order(two));
  return written.join(" ") + (bonus.length ? ` |${bonus.join("")}` : "");
}

/**
 * The text with one tile of a role turned into another; the text as it was if there is none.
 * @param {string} hand @param {string} role @param {string} from @param {string} to
 */
export function replaced(hand, role, from, to) {
  const parts = groups(hand);
  const part = parts.find((group) => group.role === role && group.codes.includes(from));
  if (!part) return hand;
  part.codes[part.codes.indexOf(from)] = to;
  return text(parts);
}

/**
 * The text with this concealed tile as the winning one.
 * @param {string} hand @param {string} code
 */
export function wonOn(hand, code) {
  const parts = groups(hand);
  for (const part of parts) if (part.role === "winning") part.role = "concealed";
  const part = parts.find((group) => group.role === "concealed" && group.codes.includes(code));
  if (!part) return hand;
  part.codes.splice(part.codes.indexOf(code), 1);
  return text([...parts, { role: "winning", codes: [code] }]);
}

/**
 * The text with melds turned from one role into another.
 * @param {string} hand @param {string} from @param {string} to @param {string[]} [only] one tile of each meld meant
 */
export function turned(hand, from, to, only) {
  const parts = groups(hand);
  for (const part of parts) {
    if (part.role === from && (!only || only.includes(part.codes[0]))) part.role = /** @type {any} */ (to);
  }
  return text(parts);
}
