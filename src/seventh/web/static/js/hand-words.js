// @ts-check
// What a hand is called: "pair of kings, ace kicker".
import { RANK_NAMES } from "./cards.js";
import * as rank from "./hand-rank.js";

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven"];
/** @param {number} value */
const name = (value) => RANK_NAMES[value - 2];
/** @param {number} value */
const plural = (value) => (value === 6 ? "sixes" : `${name(value)}s`);

/** A ranked hand of poker in words. @param {rank.Ranked} hand */
export function pokerWords({ category, madeOf, kickers, wheel }) {
  const kicker = kickers.length ? `, ${name(kickers[0])} kicker` : "";
  const high = madeOf[0] === 5 && madeOf.length === 5 && madeOf[4] === 14 && wheel === "second" ? "ace to five" : `${name(madeOf[0])} high`;
  switch (category) {
    case rank.HIGH_CARD: return `${name(madeOf[0])} high`;
    case rank.PAIR: return `pair of ${plural(madeOf[0])}${kicker}`;
    case rank.TWO_PAIR: return `two pair, ${plural(madeOf[0])} and ${plural(madeOf[1])}${kicker}`;
    case rank.THREE: return `three of a kind, ${plural(madeOf[0])}${kicker}`;
    case rank.STRAIGHT: return `straight, ${high}`;
    case rank.FLUSH: return `flush, ${name(madeOf[0])} high`;
    case rank.FULL_HOUSE: return `full house, ${plural(madeOf[0])} over ${plural(madeOf[1])}`;
    case rank.FOUR: return `four of a kind, ${plural(madeOf[0])}${kicker}`;
    case rank.STRAIGHT_FLUSH: return `straight flush, ${high}`;
    case rank.ROYAL: return "royal flush";
    default: return "five aces";
  }
}

/** @param {string[]} codes exactly three */
export function threeWords(codes) {
  const { strength, category } = rank.rankThree(codes);
  const made = rank.ranksOf((strength >> 13) & 8191);
  const rest = rank.ranksOf(strength & 8191);
  if (category === 6) return "royal";
  if (category === 4) return `three of a kind, ${plural(made[0])}`;
  if (category === 1) return `pair of ${plural(made[0])}, ${name(rest[0])} kicker`;
  const lowest = (category === 3 || category === 5) && (strength & 8191) === 1;
  const top = `${name(lowest ? 3 : rest[0])} high`;
  return category === 0 ? top : `${rank.THREE_CARD[category]}, ${top}`;
}

/** @param {string[]} codes */
export function suitWords(codes) {
  const { length, top } = rank.longestSuit(codes);
  return `${NUMBERS[length]}-card flush, ${name(top)} high`;
}

/** @param {string[]} codes */
export function runWords(codes) {
  const { length, top } = rank.longestRun(codes);
  const extent = top === length && length > 1 ? `ace to ${NUMBERS[length]}` : `${name(top)} high`;
  return `${NUMBERS[length]}-card straight flush, ${extent}`;
}

/** The same answer for the same cards without finding it again: a table asks at every event. @template T @param {(game: string, codes: string[], house?: any) => T} find @returns {(game: string, codes: string[], house?: any) => T} */
function remembered(find) {
  /** @type {Map<string, T>} */
  const known = new Map();
  return (game, codes, house) => {
    const key = `${game} ${house?.ace_to_five} ${codes.join("")}`;
    if (known.size > 50) known.clear();
    if (!known.has(key)) known.set(key, find(game, codes, house));
    return /** @type {T} */ (known.get(key));
  };
}

/** What these cards are called in a game; empty if not all are known. */
export const handWords = remembered((game, codes, house) => {
  if (!codes.length || codes.includes("??")) return "";
  if (game === "high-card-flush") {
    const run = rank.longestRun(codes);
    return suitWords(codes) + (run.length >= 3 ? `; ${runWords(codes)}` : "");
  }
  if (game === "boston-7-stud" && codes.length === 3) return threeWords(codes);
  if (game === "seven-card-thrill") {
    if (codes.length >= 5) return pokerWords(rank.rankJoker(codes, house?.ace_to_five === "lowest" ? "lowest" : "second"));
    const natural = codes.filter((code) => code !== "Jk");
    return natural.length ? pokerWords(rank.rankShowing(natural)) : "joker";
  }
  if (codes.length >= 5) return pokerWords(rank.rankPoker(codes.slice(0, 7)));
  return pokerWords(rank.rankShowing(codes));
});

/** The cards that play, null if the game lifts none yet. */
export const cardsThatPlay = remembered((game, codes, house) => {
  if (codes.includes("??") || codes.length < 5) return null;
  if (game === "high-card-flush") return rank.longestSuit(codes).cards;
  if (game === "seven-card-thrill") return rank.rankJoker(codes, house?.ace_to_five === "lowest" ? "lowest" : "second").cards;
  return rank.rankPoker(codes.slice(0, 7)).cards;
});

/** The order in which a hand is easiest to see: places of the cards as dealt. */
export const easiestOrder = remembered((game, codes) => {
  const places = codes.map((_, place) => place);
  if (codes.includes("??")) return places;
  const value = (/** @type {string} */ code) => (code === "Jk" ? 15 : rank.rankOf(code));
  const size = (/** @type {string} */ suit) => codes.filter((code) => code[1] === suit).length;
  if (game === "high-card-flush") {
    const best = rank.longestSuit(codes).suit;
    const order = (/** @type {string} */ code) => [code[1] === best ? 0 : 1, -size(code[1]), "shdc".indexOf(code[1]), -value(code)];
    return places.sort((a, b) => compare(order(codes[a]), order(codes[b])));
  }
  const same = (/** @type {string} */ code) => codes.filter((other) => other[0] === code[0] && code !== "Jk").length;
  return places.sort((a, b) => compare([-same(codes[a]), -value(codes[a])], [-same(codes[b]), -value(codes[b])]));
});

/** @param {number[]} a @param {number[]} b */
function compare(a, b) {
  for (let place = 0; place < a.length; place++) if (a[place] !== b[place]) return a[place] - b[place];
  return 0;
}
