/** Every word of the page, in English and in Cantonese Chinese. */

/** @type {Record<string, [string, string]>} */
const STRINGS = {
  language: ["Language", "語言"],
  photo: ["Photo of the hand", "手牌相片"],
  take: ["Take a photo", "影相"],
  choose: ["Choose a photo", "揀相"],
  dropHint: ["Lay the hand in a row, melds above it, the winning tile a little apart. Or write the hand below.",
             "手牌排一行,明牌擺上面,糊嗰隻擺開少少。或者喺下面打低手牌。"],
  reading: ["Reading the photo …", "睇緊張相 …"],
  readIn: ["{tiles} tiles found in {seconds} s", "{seconds} 秒搵到 {tiles} 隻牌"],
  unshown: ["This browser cannot show this kind of photo; the boxes lie where the tiles are.",
            "呢個瀏覽器開唔到呢種相,格仔就係牌嘅位置。"],
  hand: ["Hand", "手牌"],
  notation: ["The hand as text", "手牌文字"],
  notationHint: ["( ) exposed, [ ] concealed kong, + winning tile, | flowers. m 萬  p 筒  s 索  E S W N  C 中  F 發  P 白",
                 "( ) 明牌、[ ] 暗槓、+ 糊嗰隻、| 花。m 萬  p 筒  s 索  E 東 S 南 W 西 N 北  C 中  F 發  P 白"],
  exposed: ["exposed", "明牌"],
  concealed: ["concealed", "暗牌"],
  concealed_kong: ["concealed kong", "暗槓"],
  winning: ["winning tile", "糊嗰隻"],
  bonus: ["flowers", "花"],
  back: ["face down", "蓋住嘅牌"],
  result: ["Faan and payments", "番數同找數"],
  win: ["How it was won", "點樣糊"],
  won: ["Won by", "點糊"],
  selfDraw: ["Self-draw", "自摸"],
  discardOf: ["discard of {seat}", "{seat}家出銃"],
  seat: ["Winner's seat", "門風"],
  round: ["Round", "圈風"],
  dealer: ["Dealer", "莊家"],
  events: ["At the win", "糊嗰陣"],
  rules: ["Rules", "規矩"],
  robbing_kong: ["Robbing a kong", "搶槓"],
  last_tile: ["Last of the wall", "海底撈月"],
  last_discard: ["Last discard", "河底撈魚"],
  after_kong: ["After a kong", "槓上開花"],
  kong_on_kong: ["Kong on kong", "槓上槓"],
  after_flower: ["After a flower", "花上自摸"],
  heavenly: ["Heavenly", "天糊"],
  earthly: ["Earthly", "地糊"],
  human: ["Human", "人糊"],
  E: ["East", "東"],
  S: ["South", "南"],
  W: ["West", "西"],
  N: ["North", "北"],
  faan: ["faan", "番"],
  paidAs: ["paid as {faan} faan, the cap", "封頂 {faan} 番"],
  points: ["{points} points", "{points} 分"],
  point: ["1 point", "1 分"],
  suppressed: ["Not counted beside another: {names}", "唔另計:{names}"],
  chicken: ["No pattern: a chicken hand", "雞糊"],
  payments: ["Who pays whom", "邊個找數"],
  wins: ["wins", "食糊"],
  discards: ["discarded", "出銃"],
  deals: ["dealer", "莊"],
  liable: ["liable", "包牌"],
  noWin: ["Not a win", "未糊"],
  belowMinimum: ["Not enough faan", "唔夠番"],
  save: ["Keep this hand", "記低呢手"],
  saved: ["Kept", "記低咗"],
  kept: ["Hands kept", "記低嘅手牌"],
  show: ["Show this hand again", "再睇呢手"],
  remove: ["Forget", "刪除"],
  removeSure: ["Really forget?", "真係刪除?"],
  toResult: ["To the faan and payments", "去番數同找數"],
  confidence: ["chance that all of it is right: {percent} %", "成手睇啱嘅機會 {percent}%"],
  uncertain_tile: ["Which tile is this?", "呢隻係乜牌?"],
  winning_tile: ["Which tile completed the hand?", "邊隻係糊嗰隻?"],
  kong_tile: ["A kong lies face down: write its four tiles into the text, such as [9999m].",
              "有副暗槓睇唔到牌面:請喺文字度打返,例如 [9999m]。"],
  tile_count: ["A hand has fourteen tiles and one more for each kong; this is another number. Correct the text, or take the photo anew.",
               "一手牌十四隻,每副槓多一隻;而家數目唔啱。請改文字,或者再影過。"],
  kong: ["Is this kong exposed or concealed?", "呢副槓係明定暗?"],
  exposed_melds: ["Are these melds exposed, or a concealed hand sorted for the photo?", "呢幾副係明牌,定係暗牌排好嚟影相?"],
  otherQuestion: ["Please check: {kind}", "請睇清楚:{kind}"],
  offline: ["The service does not answer. Is it still running?", "連唔到服務。佢仲行緊嗎?"],
};

export const LANGUAGES = /** @type {const} */ (["en", "zh"]);

let current = 0;

/** @param {string} language `en` or `zh` */
export function speak(language) {
  current = Math.max(0, LANGUAGES.indexOf(/** @type {any} */ (language)));
  document.documentElement.lang = current === 0 ? "en" : "zh-HK";
}

/** @returns {string} */
export function language() {
  return LANGUAGES[current];
}

/**
 * A string in the chosen language.
 * @param {string} key
 * @param {Record<string, string | number>} values what stands for `{name}`
 */
export function t(key, values = {}) {
  const pair = STRINGS[key];
  if (!pair) return key;
  return pair[current].replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** The Chinese of a string, whatever the language. @param {string} key */
export function zh(key) {
  return STRINGS[key]?.[1] ?? key;
}

/** Whether the table has this key. @param {string} key */
export function known(key) {
  return Object.hasOwn(STRINGS, key);
}

/** Put the words of the chosen language where the page asks for them. */
export function translate() {
  for (const element of document.querySelectorAll("[data-text]")) {
    element.textContent = t(/** @type {HTMLElement} */ (element).dataset.text ?? "");
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", t(/** @type {HTMLElement} */ (element).dataset.label ?? ""));
  }
}
