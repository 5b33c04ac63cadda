// @ts-check
// Cards within a sentence, such as `K♠ 10♦`: coloured by suit on screen, in words for screen readers.
import { cardName } from "./cards.js";
import { el } from "./dom.js";

const CARD = /(10|[2-9JQKA])([\u2663\u2666\u2665\u2660])/;
/** What continues a list of cards. */
const FOLLOWS = new RegExp(`^ (?:${CARD.source}|[Jj]oker\\b)`);
const SUITS = { "\u2663": "c", "\u2666": "d", "\u2665": "h", "\u2660": "s" };

/** @param {string} rank @param {string} sign */
const code = (rank, sign) => `${rank === "10" ? "T" : rank}${SUITS[/** @type {"\u2660"} */ (sign)]}`;

/** A sentence for screen readers; consecutive cards are separated by commas. @param {string} text */
export function spoken(text) {
  return text
    .replace(new RegExp(`(${CARD.source}|\\b[Jj]oker) (?=${CARD.source}|[Jj]oker\\b)`, "g"), "$1, ")
    .replace(new RegExp(CARD.source, "g"), (_, rank, sign) => cardName(code(rank, sign)));
}

/** A sentence for the page: text, and for each card an element with separate visible and spoken forms. @param {string} text @returns {(string | HTMLElement)[]} */
export function withCards(text) {
  const parts = [];
  for (let rest = text, found = CARD.exec(rest); ; found = CARD.exec(rest)) {
    if (!found) return [...parts, rest];
    const card = code(found[1], found[2]);
    const before = rest.slice(0, found.index);
    rest = rest.slice(found.index + found[0].length);
    parts.push(before);
    if (/\b[Jj]oker $/.test(before)) parts.push(el("span", { class: "visually-hidden" }, ", "));
    parts.push(el("span", { class: `card-word suit-${card[1]}` }, el("span", { "aria-hidden": "true" }, found[0]),
      el("span", { class: "visually-hidden" }, `${cardName(card)}${FOLLOWS.test(rest) ? "," : ""}`)));
  }
}
