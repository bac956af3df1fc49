/**
 * A hand as the app edits it. Whether it is one is for the service to say; this only moves tiles about.
 * Every function returns a new hand and leaves the old one as it was.
 */

/** @typedef {{ key: number, code: string, found: number | null }} Piece a tile; `found` is its index in the reading */
/** @typedef {{ key: number, role: "exposed" | "concealed_kong", pieces: Piece[], feeder: string | null }} Meld */
/** @typedef {{ melds: Meld[], concealed: Piece[], winning: Piece | null, bonus: Piece[] }} Hand */
/** @typedef {{ role: string, meld: Meld | null, pieces: Piece[] }} Group what is drawn together */

/** @returns {Hand} */
export const empty = () => ({ melds: [], concealed: [], winning: null, bonus: [] });

let last = 0;
const key = () => (last += 1);

/** Keys that are handed out later must differ from those of a hand that was kept. @param {Hand} hand */
export function adopt(hand) {
  const used = [...pieces(hand), ...hand.melds].map((one) => one.key);
  last = Math.max(last, ...used, 0);
  return hand;
}

/** @param {string} code @param {number | null} [found] @returns {Piece} */
export const piece = (code, found = null) => ({ key: key(), code, found });

/** @param {Meld["role"]} role @param {Piece[]} inside @returns {Meld} */
const meld = (role, inside) => ({ key: key(), role, pieces: inside, feeder: null });

/** @param {string} code */
export const isBonus = (code) => code[1] === "f" || code[1] === "g";

/** Every tile of a hand. @param {Hand} hand @returns {Piece[]} */
export const pieces = (hand) => [
  ...hand.melds.flatMap((one) => one.pieces),
  ...hand.concealed,
  ...(hand.winning ? [hand.winning] : []),
  ...hand.bonus,
];

/** @param {Hand} hand */
export const isEmpty = (hand) => pieces(hand).length === 0;

/** How many tiles stand in the hand, and how many a complete one has: fourteen and one more for each kong. @param {Hand} hand */
export function counted(hand) {
  const kongs = hand.melds.filter((one) => one.pieces.length === 4).length;
  return { have: pieces(hand).length - hand.bonus.length, wanted: 14 + kongs };
}

/**
 * The hand of a reading.
 * @param {{ tiles: { code: string, role: string, group: number | null }[] }} reading
 * @returns {Hand}
 */
export function fromReading(reading) {
  const hand = empty();
  /** @type {Map<number, Meld>} */
  const melds = new Map();
  reading.tiles.forEach(({ code, role, group }, index) => {
    if (code === "back" && role !== "concealed_kong") return;
    const found = piece(code, index);
    if (role === "concealed") hand.concealed.push(found);
    else if (role === "bonus") hand.bonus.push(found);
    else if (role === "winning") {
      if (hand.winning) hand.concealed.push(found);
      else hand.winning = found;
    } else if ((role === "exposed" || role === "concealed_kong") && group !== null) {
      const place = melds.get(group) ?? meld(role, []);
      place.pieces.push(found);
      melds.set(group, place);
    }
  });
  hand.melds = [...melds.values()].map((one) => {
    // The backs of a kong are what its faces show; four backs stay unknown until a person says.
    const shown = one.pieces.find(({ code }) => code !== "back")?.code;
    if (one.role !== "concealed_kong" || !shown) return one;
    return { ...one, pieces: one.pieces.map((part) => (part.code === "back" ? { ...part, code: shown } : part)) };
  });
  return hand;
}

/** @param {string} text such as `(123m)` or `EES` */
const codes = (text) =>
  [...text.matchAll(/([1-9]+)([mpsfg])|([ESWNCFP])/g)].flatMap(([, digits, suit, honour]) =>
    honour ? [honour] : [...(digits ?? "")].map((digit) => digit + suit),
  );

/**
 * The groups of a text in the service's canonical notation.
 * @param {string} text
 * @returns {{ role: string, codes: string[] }[]}
 */
export function groupsOf(text) {
  const [hand = "", bonus = ""] = text.split("|");
  const found = [];
  for (const part of hand.trim().split(/\s+/).filter(Boolean)) {
    const roles = /** @type {Record<string, string>} */ ({ "(": "exposed", "[": "concealed_kong", "+": "winning" });
    found.push({ role: roles[part.charAt(0)] ?? "concealed", codes: codes(part) });
  }
  if (bonus.trim()) found.push({ role: "bonus", codes: codes(bonus) });
  return found;
}

/** @param {string} text canonical @returns {Hand} */
export function fromText(text) {
  const hand = empty();
  for (const group of groupsOf(text)) {
    const inside = group.codes.map((code) => piece(code));
    if (group.role === "winning") hand.winning = inside[0] ?? null;
    else if (group.role === "concealed") hand.concealed.push(...inside);
    else if (group.role === "bonus") hand.bonus.push(...inside);
    else hand.melds.push(meld(/** @type {Meld["role"]} */ (group.role), inside));
  }
  return hand;
}

/** @param {Piece[]} inside */
const written = (inside) => inside.map(({ code }) => code).join("");

/** The notation; a kong that nobody has named is left out. @param {Hand} hand */
export function toText(hand) {
  const melds = namedMelds(hand).map((one) => (one.role === "exposed" ? `(${written(one.pieces)})` : `[${written(one.pieces)}]`));
  const parts = [...melds, written(hand.concealed), hand.winning && `+${hand.winning.code}`, hand.bonus.length > 0 && `|${written(hand.bonus)}`];
  return parts.filter(Boolean).join(" ");
}

/** @param {Hand} hand */
const namedMelds = (hand) => hand.melds.filter((one) => one.pieces.every(({ code }) => code !== "back"));

/** Who fed each meld, in the order of the notation. @param {Hand} hand */
export function feedsOf(hand) {
  const feeds = namedMelds(hand).map((one) => (one.role === "exposed" ? one.feeder : null));
  return feeds.some(Boolean) ? feeds : [];
}

/** The hand without a tile, and the tile. @param {Hand} hand @param {number} which @returns {[Hand, Piece | undefined]} */
function without(hand, which) {
  const gone = pieces(hand).find((one) => one.key === which);
  const rest = (/** @type {Piece[]} */ list) => list.filter((one) => one.key !== which);
  const melds = hand.melds.map((one) => ({ ...one, pieces: rest(one.pieces) })).filter((one) => one.pieces.length > 0);
  const winning = hand.winning?.key === which ? null : hand.winning;
  return [{ melds, concealed: rest(hand.concealed), winning, bonus: rest(hand.bonus) }, gone];
}

/** @param {Hand} hand @param {Piece} one @param {string} zone @returns {Hand} */
function put(hand, one, zone) {
  if (zone === "bonus") return { ...hand, bonus: [...hand.bonus, one] };
  if (zone === "winning") {
    const concealed = hand.winning ? [...hand.concealed, hand.winning] : hand.concealed;
    return { ...hand, concealed, winning: one };
  }
  if (zone === "exposed" || zone.startsWith("meld:")) {
    const open = hand.melds.filter((other) => other.role === "exposed" && other.pieces.length < 3);
    const target = zone === "exposed" ? open.at(-1) : hand.melds.find((other) => `meld:${other.key}` === zone);
    if (!target) return { ...hand, melds: [...hand.melds, meld("exposed", [one])] };
    const grown = { ...target, pieces: [...target.pieces, one] };
    return { ...hand, melds: hand.melds.map((other) => (other === target ? grown : other)) };
  }
  return { ...hand, concealed: [...hand.concealed, one] };
}

/** @param {Hand} hand @param {number} which @returns {Hand} */
export const removed = (hand, which) => without(hand, which)[0];

/** Move a tile to `concealed`, `winning`, `bonus`, `exposed` or `meld:KEY`. @param {Hand} hand @param {number} which @param {string} zone */
export function moved(hand, which, zone) {
  const [rest, one] = without(hand, which);
  return one ? put(rest, one, zone) : hand;
}

/** @param {Hand} hand @param {string} zone @param {string} code @returns {Hand} */
export function added(hand, zone, code) {
  const one = piece(code);
  if (isBonus(code)) return put(hand, one, "bonus");
  if (zone !== "concealed") return put(hand, one, zone);
  const full = hand.concealed.length + 3 * hand.melds.length >= 13;
  return put(hand, one, full && !hand.winning ? "winning" : "concealed");
}

/** Take a tile into the hand that belongs there; which one won stays as it was. @param {Hand} hand @param {string} code @param {number | null} found @returns {Hand} */
export const takenIn = (hand, code, found) => put(hand, piece(code, found), isBonus(code) ? "bonus" : "concealed");

/** Add a whole meld. @param {Hand} hand @param {string[]} faces @param {Meld["role"]} role @returns {Hand} */
export const withMeld = (hand, faces, role) => ({ ...hand, melds: [...hand.melds, meld(role, faces.map((code) => piece(code)))] });

/**
 * Name a tile anew. A flower goes beside the hand by itself, and what is none comes back into it; the tiles of a
 * concealed kong are all alike.
 * @param {Hand} hand @param {number} which @param {string} code @returns {Hand}
 */
export function renamed(hand, which, code) {
  const kong = hand.melds.find((one) => one.role === "concealed_kong" && one.pieces.some((part) => part.key === which));
  const meant = kong ? new Set(kong.pieces.map((part) => part.key)) : new Set([which]);
  const name = (/** @type {Piece} */ one) => (meant.has(one.key) ? { ...one, code } : one);
  const named = {
    melds: hand.melds.map((one) => ({ ...one, pieces: one.pieces.map(name) })),
    concealed: hand.concealed.map(name),
    winning: hand.winning && name(hand.winning),
    bonus: hand.bonus.map(name),
  };
  if (kong) return named;
  const beside = hand.bonus.some((one) => one.key === which);
  if (isBonus(code) !== beside) return moved(named, which, isBonus(code) ? "bonus" : "concealed");
  return named;
}

/** Lay concealed tiles open as one meld. @param {Hand} hand @param {number[]} which @returns {Hand} */
export function laidOpen(hand, which) {
  const inside = hand.concealed.filter((one) => which.includes(one.key));
  if (inside.length === 0) return hand;
  const concealed = hand.concealed.filter((one) => !which.includes(one.key));
  return { ...hand, concealed, melds: [...hand.melds, meld("exposed", inside)] };
}

/** Take a meld back into the hand. @param {Hand} hand @param {number} which @returns {Hand} */
export function takenBack(hand, which) {
  const gone = hand.melds.find((one) => one.key === which);
  if (!gone) return hand;
  return { ...hand, melds: hand.melds.filter((one) => one !== gone), concealed: [...hand.concealed, ...gone.pieces] };
}

/** Say of a meld what it is. @param {Hand} hand @param {number} which @param {Partial<Meld>} what @returns {Hand} */
export const turned = (hand, which, what) => ({ ...hand, melds: hand.melds.map((one) => (one.key === which ? { ...one, ...what } : one)) });

const ORDER = "mpsESWNCFPfg";
/** @param {Piece} one */
const rank = ({ code }) => ORDER.indexOf(code[1] ?? code) * 10 + (code[1] ? Number(code[0]) : 0);

/** @param {Piece[]} sorted @returns {Piece[][]} */
function bySuit(sorted) {
  const suits = new Map();
  for (const one of sorted) suits.set(one.code[1] ?? "", [...(suits.get(one.code[1] ?? "") ?? []), one]);
  return [...suits.values()];
}

/**
 * What is drawn together: melds, the concealed tiles as the service reads them (by suit until it has answered), the
 * winning tile, the bonus tiles.
 * @param {Hand} hand @param {string} [canonical] the service's text of this hand
 * @returns {Group[]}
 */
export function arranged(hand, canonical = "") {
  const pool = [...hand.concealed].sort((one, two) => rank(one) - rank(two));
  /** @type {Piece[][]} */
  const concealed = [];
  for (const group of groupsOf(canonical).filter(({ role }) => role === "concealed")) {
    const taken = group.codes.map((code) => pool.splice(pool.findIndex((one) => one.code === code) >>> 0, 1)[0]);
    concealed.push(taken.filter((one) => one !== undefined));
  }
  if (canonical) concealed.push(pool);
  else concealed.push(...bySuit(pool));
  return [
    ...hand.melds.map((one) => ({ role: one.role, meld: one, pieces: one.pieces })),
    ...concealed.filter((inside) => inside.length > 0).map((inside) => ({ role: "concealed", meld: null, pieces: inside })),
    ...(hand.winning ? [{ role: "winning", meld: null, pieces: [hand.winning] }] : []),
    ...(hand.bonus.length > 0 ? [{ role: "bonus", meld: null, pieces: hand.bonus }] : []),
  ];
}
