// @ts-check
// Wagers before the cards as a value: what may be added where, and why not, by the rules that came with the spots.
import { total } from "./state.js";

/** @typedef {Record<string, number>} Wagers */
/**
 * A spot's rule as the frame tells it: amounts, the spots of which one must have a wager, the one that must have as
 * much, or at least as much, and those of which only one may be used.
 * @typedef {{wager: string, from: number, to: number, step: number, needs?: string[], same_as?: string, at_most?: string,
 *   one_of?: string[], closed?: string}} Rule
 */

/** @param {string} text */
const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

/** @param {Rule[]} rules @param {string} wager @param {Wagers} slip @returns {{least: number, most: number, step: number, why: string}} */
export function roomFor(rules, wager, slip) {
  const rule = rules.find((other) => other.wager === wager);
  if (!rule) return { least: 0, most: 0, step: 1, why: "That wager comes after the cards." };
  const lacks = rule.needs?.length && !rule.needs.some((name) => slip[name]);
  const taken = rule.one_of?.some((name) => name !== wager && slip[name]);
  if (lacks || taken) return { least: 0, most: 0, step: 1, why: sentence(rule.closed || "nothing goes there now") };
  if (rule.same_as) return { least: slip[rule.same_as], most: slip[rule.same_as], step: 1, why: "" };
  const most = rule.at_most ? Math.min(rule.to, slip[rule.at_most] ?? 0) : rule.to;
  return { least: rule.from, most, step: rule.step, why: "" };
}

/** The same wagers with those that follow another one made equal to it. @param {Rule[]} rules @param {Wagers} slip @returns {Wagers} */
function followed(rules, slip) {
  const next = { ...slip };
  for (const { wager, same_as } of rules) if (same_as && next[wager]) next[wager] = next[same_as] ?? 0;
  return next;
}

/** One more chip on a spot; a text instead says why not. @param {Rule[]} rules @param {Wagers} slip @param {string} wager @param {number} chip @param {number} budget @returns {Wagers | string} */
export function withChip(rules, slip, wager, chip, budget) {
  const room = roomFor(rules, wager, slip);
  if (room.why) return room.why;
  const now = slip[wager] ?? 0;
  const other = rules.find((rule) => rule.wager === wager)?.same_as;
  if (other && now) return withChip(rules, slip, other, chip, budget);
  if (now >= room.most) return "That spot holds the most that the table takes.";
  let next = Math.min(room.most, Math.max(room.least, now + chip));
  next -= (next - room.least) % room.step;
  return checked(rules, followed(rules, { ...slip, [wager]: next }), budget);
}

/** The same wagers, or why they cannot all be made. @param {Rule[]} rules @param {Wagers} wagers @param {number} budget @returns {Wagers | string} */
export function checked(rules, wagers, budget) {
  if (total(wagers) > budget) return "That is more than you have in front of you.";
  for (const [wager, amount] of Object.entries(wagers)) {
    if (!amount) continue;
    const room = roomFor(rules, wager, wagers);
    if (room.why) return room.why;
    if (amount < room.least || amount > room.most || (amount - room.least) % room.step) return "The table does not take that amount there.";
  }
  return wagers;
}

/** Without a spot, and without whatever needs it. @param {Rule[]} rules @param {Wagers} slip @param {string} wager @returns {Wagers} */
export function without(rules, slip, wager) {
  const left = { ...slip };
  delete left[wager];
  for (const { wager: other } of rules) if (left[other] && roomFor(rules, other, left).why) delete left[other];
  return left;
}

/** Everything twice, as far as the table takes it. @param {Rule[]} rules @param {Wagers} slip @param {number} budget @returns {Wagers | string} */
export function doubled(rules, slip, budget) {
  const most = (/** @type {string} */ wager) => rules.find((rule) => rule.wager === wager && !rule.same_as)?.to ?? Infinity;
  const twice = Object.fromEntries(Object.entries(slip).map(([wager, amount]) => [wager, Math.min(amount * 2, most(wager))]));
  return checked(rules, followed(rules, twice), budget);
}
