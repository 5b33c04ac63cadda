// @ts-check
// Ranking hands as the rules do: a strength that compares as the hands do, and the cards that play.
import { RANKS } from "./cards.js";

const SUITS = "cdhs";
export const HIGH_CARD = 0, PAIR = 1, TWO_PAIR = 2, THREE = 3, STRAIGHT = 4, FLUSH = 5, FULL_HOUSE = 6, FOUR = 7, STRAIGHT_FLUSH = 8, ROYAL = 9, FIVE_ACES = 10;
const WHEEL = 0b1000000001111;
const RUNS = Array.from({ length: 9 }, (_, low) => 0b11111 << low);
/** The ten straights, lowest first; where the wheel stands is a rule of the game. */
const STRAIGHTS = { lowest: [WHEEL, ...RUNS], second: [...RUNS.slice(0, 8), WHEEL, RUNS[8]] };

/** @typedef {"lowest" | "second"} Wheel */
/** @typedef {{strength: number, category: number, madeOf: number[], kickers: number[], cards: string[], wheel: Wheel}} Ranked */

/** The ranks of a set from the top, 14 the ace. @param {number} set */
export function ranksOf(set) {
  const ranks = [];
  for (let rank = 14; rank > 1; rank--) if ((set >> (rank - 2)) & 1) ranks.push(rank);
  return ranks;
}

/** @param {string} code */
export const rankOf = (code) => RANKS.indexOf(code[0]) + 2;

/** @param {number} set */
function count(set) {
  let found = 0;
  for (; set; set &= set - 1) found++;
  return found;
}

/** The highest so many of a set. @param {number} set @param {number} number */
function highest(set, number) {
  for (let extra = count(set) - number; extra > 0; extra--) set &= set - 1;
  return set;
}

/** The ranks held in each suit, as sets. @param {string[]} codes */
export function suitSets(codes) {
  const sets = [0, 0, 0, 0];
  for (const code of codes) if (code !== "Jk") sets[SUITS.indexOf(code[1])] |= 1 << (rankOf(code) - 2);
  return sets;
}

/** Ranks held at least once, twice, three and four times. @param {number[]} sets */
function repeated([c, d, h, s]) {
  return {
    once: c | d | h | s,
    twice: (c & d) | (h & s) | ((c | d) & (h | s)),
    thrice: (c & d & (h | s)) | (h & s & (c | d)),
    four: c & d & h & s,
  };
}

/** Where the best straight of a set stands, -1 without one. @param {number} set @param {Wheel} wheel */
function straightPlace(set, wheel) {
  for (let place = 9; place >= 0; place--) if ((set & STRAIGHTS[wheel][place]) === STRAIGHTS[wheel][place]) return place;
  return -1;
}

/** @param {number[]} sets five to seven natural cards by suit @param {Wheel} wheel */
function pokerStrength(sets, wheel) {
  const suited = sets.find((set) => count(set) > 4);
  if (suited) {
    const place = straightPlace(suited, wheel);
    if (place < 0) return (FLUSH << 26) | highest(suited, 5);
    return ((place === 9 ? ROYAL : STRAIGHT_FLUSH) << 26) | place;
  }
  const { once, twice, thrice, four } = repeated(sets);
  if (four) return (FOUR << 26) | (four << 13) | highest(once & ~four, 1);
  const three = highest(thrice, 1);
  if (three && twice !== three) return (FULL_HOUSE << 26) | (three << 13) | highest(twice & ~three, 1);
  const place = straightPlace(once, wheel);
  if (place >= 0) return (STRAIGHT << 26) | place;
  if (three) return (THREE << 26) | (three << 13) | highest(once & ~three, 2);
  const pairs = highest(twice, 2);
  if (count(pairs) === 2) return (TWO_PAIR << 26) | (pairs << 13) | highest(once & ~pairs, 1);
  if (pairs) return (PAIR << 26) | (pairs << 13) | highest(once & ~pairs, 3);
  return highest(once, 5);
}

/** What a strength is made of. @param {number} strength @param {Wheel} wheel */
function parts(strength, wheel) {
  const category = strength >> 26;
  const upper = (strength >> 13) & 8191;
  const lower = strength & 8191;
  if ([STRAIGHT, STRAIGHT_FLUSH, ROYAL].includes(category)) {
    const run = STRAIGHTS[wheel][strength & 15];
    return { category, madeOf: run === WHEEL ? [5, 4, 3, 2, 14] : ranksOf(run), kickers: [] };
  }
  if (category === HIGH_CARD || category === FLUSH) return { category, madeOf: ranksOf(lower), kickers: [] };
  if (category === FULL_HOUSE) return { category, madeOf: [...ranksOf(upper), ...ranksOf(lower)], kickers: [] };
  return { category, madeOf: ranksOf(upper), kickers: ranksOf(lower) };
}

/** @type {Record<number, number[]>} */
const COPIES = { [PAIR]: [2], [TWO_PAIR]: [2, 2], [THREE]: [3], [FULL_HOUSE]: [3, 2], [FOUR]: [4] };

/** The cards among natural ones that make a hand. @param {{category: number, madeOf: number[], kickers: number[]}} hand @param {string[]} codes */
function playing(hand, codes) {
  let pool = codes;
  if ([FLUSH, STRAIGHT_FLUSH, ROYAL].includes(hand.category)) {
    const suit = [...SUITS].find((kind) => codes.filter((code) => code[1] === kind).length > 4);
    pool = codes.filter((code) => code[1] === suit);
  }
  const copies = COPIES[hand.category] ?? hand.madeOf.map(() => 1);
  const wanted = [...hand.madeOf.map((rank, place) => [rank, copies[place]]), ...hand.kickers.map((rank) => [rank, 1])];
  return wanted.flatMap(([rank, number]) => pool.filter((code) => rankOf(code) === rank).slice(0, number));
}

/** Five to seven cards without a joker. @param {string[]} codes @param {Wheel} wheel @returns {Ranked} */
export function rankPoker(codes, wheel = "lowest") {
  const strength = pokerStrength(suitSets(codes), wheel);
  const hand = { strength, wheel, ...parts(strength, wheel) };
  return { ...hand, cards: playing(hand, codes) };
}

/** Everything the joker may stand for beside these cards, with the strength that it gives. @param {string[]} natural @param {Wheel} wheel */
function readings(natural, wheel) {
  /** @type {[string, number][]} */
  const found = [];
  for (const suit of SUITS) {
    for (const rank of RANKS) {
      const code = rank + suit;
      if (natural.includes(code)) continue;
      const strength = pokerStrength(suitSets([...natural, code]), wheel);
      if (rank === "A" || [STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL].includes(strength >> 26)) found.push([code, strength]);
    }
  }
  return found;
}

/** Five to seven cards of the deck with a joker. @param {string[]} codes @param {Wheel} wheel @returns {Ranked} */
export function rankJoker(codes, wheel = "second") {
  const natural = codes.filter((code) => code !== "Jk");
  if (natural.length === codes.length) return rankPoker(codes, wheel);
  const aces = natural.filter((code) => code[0] === "A");
  if (aces.length === 4) {
    return { strength: FIVE_ACES << 26, category: FIVE_ACES, madeOf: [14], kickers: [], cards: ["Jk", ...aces], wheel };
  }
  const [best, strength] = readings(natural, wheel).reduce((high, next) => (next[1] > high[1] ? next : high));
  const hand = { strength, wheel, ...parts(strength, wheel) };
  return { ...hand, cards: playing(hand, [...natural, best]).map((code) => (code === best ? "Jk" : code)) };
}

/** One to four cards that lie open: pairs count, straights and flushes do not exist yet. @param {string[]} codes @returns {Ranked} */
export function rankShowing(codes) {
  const { once, twice, thrice, four } = repeated(suitSets(codes));
  const category = four ? FOUR : thrice ? THREE : count(twice) === 2 ? TWO_PAIR : twice ? PAIR : HIGH_CARD;
  const rest = once & ~twice;
  const made = category === HIGH_CARD ? ranksOf(once) : ranksOf(twice);
  return { strength: (category << 26) | (twice << 13) | rest, category, madeOf: made, kickers: category ? ranksOf(rest) : [], cards: codes, wheel: "lowest" };
}

export const THREE_CARD = ["high card", "pair", "flush", "straight", "three of a kind", "straight flush", "royal"];

/** Exactly three cards, where a straight is above a flush. @param {string[]} codes */
export function rankThree(codes) {
  const sets = suitSets(codes);
  const { once, twice } = repeated(sets);
  if (count(once) === 1) return { strength: (4 << 26) | (once << 13), category: 4 };
  if (count(once) === 2) return { strength: (1 << 26) | (twice << 13) | (once & ~twice), category: 1 };
  const suited = sets.includes(once);
  const low = once === 0b1000000000011;
  if (low || once & (once >> 1) & (once >> 2)) {
    const category = !suited ? 3 : once === 0b1110000000000 ? 6 : 5;
    return { strength: (category << 26) | (low ? 1 : once), category };
  }
  return { strength: ((suited ? 2 : 0) << 26) | once, category: suited ? 2 : 0 };
}

/** The suit with the most cards, then the highest ones. @param {string[]} codes */
export function longestSuit(codes) {
  const strengths = suitSets(codes).map((set) => (count(set) << 13) | set);
  const strength = Math.max(...strengths);
  const suit = SUITS[strengths.lastIndexOf(strength)];
  const cards = codes.filter((code) => code[1] === suit).sort((a, b) => rankOf(b) - rankOf(a));
  return { strength, length: strength >> 13, top: rankOf(cards[0]), suit, cards };
}

/** The longest sequence within a suit, the ace high or low. @param {string[]} codes */
export function longestRun(codes) {
  let best = { strength: 0, length: 0, top: 0, suit: "", cards: /** @type {string[]} */ ([]) };
  suitSets(codes).forEach((set, place) => {
    const lowAce = (set << 1) | (set >> 12);
    let length = 0;
    for (let rank = 1; rank < 16; rank++) {
      if ((lowAce >> (rank - 1)) & 1) length++;
      else if (length) {
        const strength = (length << 4) | (rank - 1);
        if (rank > 2 && strength >= best.strength) best = { strength, length, top: rank - 1, suit: SUITS[place], cards: [] };
        length = 0;
      }
    }
  });
  for (let rank = best.top; rank > best.top - best.length; rank--) best.cards.push(RANKS[(rank === 1 ? 14 : rank) - 2] + best.suit);
  return best;
}
