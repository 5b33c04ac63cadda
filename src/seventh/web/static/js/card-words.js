// @ts-check
// Cards within a sentence, such as `K♠ 10♦`, and ranks, such as `K-J-8`: short on screen, in words for screen readers.
import { RANKS, RANK_NAMES, cardName } from "./cards.js";
import { el } from "./dom.js";

const CARD = /(10|[2-9JQKA])([\u2663\u2666\u2665\u2660])/;
/** What continues a list of cards. */
const FOLLOWS = new RegExp(`^ (?:${CARD.source}|[Jj]oker\\b)`);
const SUITS = { "\u2663": "c", "\u2666": "d", "\u2665": "h", "\u2660": "s" };

/** Ranks joined by hyphens, which may be non-breaking. */
const LIST = /(?<![\w$.-])(?:10|[2-9JQKA])(?:[-\u2011](?:10|[2-9JQKA]))+(?![\w-])/g;

/** `K-J-8` in words. @param {string} list */
const rankWords = (list) => list.split(/[-\u2011]/).map((rank) => RANK_NAMES[RANKS.indexOf(rank === "10" ? "T" : rank)]).join(", ");

/** @param {string} rank @param {string} sign */
const code = (rank, sign) => `${rank === "10" ? "T" : rank}${SUITS[/** @type {"\u2660"} */ (sign)]}`;

/** A sentence for screen readers; consecutive cards and ranks are separated by commas. @param {string} text */
export function spoken(text) {
  return text
    .replace(new RegExp(`(${CARD.source}|\\b[Jj]oker) (?=${CARD.source}|[Jj]oker\\b)`, "g"), "$1, ")
    .replace(new RegExp(CARD.source, "g"), (_, rank, sign) => cardName(code(rank, sign)))
    .replace(LIST, rankWords);
}

/** A sentence for the page in which each list of ranks has separate visible and spoken forms. @param {string} text @returns {(string | HTMLElement)[]} */
export function withRanks(text) {
  const lists = text.match(LIST) ?? [];
  return text.split(LIST).flatMap((part, place) => (place < lists.length ? [part, worded("ranks", lists[place], rankWords(lists[place]))] : [part]));
}

/** @param {string} kind @param {string} seen @param {string} heard */
const worded = (kind, seen, heard) => el("span", { class: kind }, el("span", { "aria-hidden": "true" }, seen), el("span", { class: "visually-hidden" }, heard));

/** A sentence for the page: text, and for each card an element with separate visible and spoken forms. @param {string} text @returns {(string | HTMLElement)[]} */
export function withCards(text) {
  const parts = [];
  for (let rest = text, found = CARD.exec(rest); ; found = CARD.exec(rest)) {
    if (!found) return [...parts, ...withRanks(rest)];
    const card = code(found[1], found[2]);
    const before = rest.slice(0, found.index);
    rest = rest.slice(found.index + found[0].length);
    parts.push(...withRanks(before));
    if (/\b[Jj]oker $/.test(before)) parts.push(el("span", { class: "visually-hidden" }, ", "));
    parts.push(worded(`card-word suit-${card[1]}`, found[0], `${cardName(card)}${FOLLOWS.test(rest) ? "," : ""}`));
  }
}
