// @ts-check
// The bet slip as a value: which wagers may be added or changed, by the rules sent with the spots.
import { total } from "./state.js";

/** @typedef {Record<string, number>} Wagers */
/**
 * A spot's rule as described in the frame: the amounts; the spots at least one of which must have a wager; the spot whose wager must
 * be equal, or at least as large; and the spots only one of which may be used.
 * @typedef {{wager: string, from: number, to: number, step: number, needs?: string[], same_as?: string, at_most?: string,
 *   one_of?: string[], closed?: string}} Rule
 */

/** @param {string} text */
const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

/** @param {Rule[]} rules @param {string} wager @param {Wagers} slip @returns {{least: number, most: number, step: number, why: string}} */
export function roomFor(rules, wager, slip) {
  const rule = rules.find((other) => other.wager === wager);
  if (!rule) return { least: 0, most: 0, step: 1, why: "That bet is made after the deal." };
  const lacks = rule.needs?.length && !rule.needs.some((name) => slip[name]);
  const taken = rule.one_of?.some((name) => name !== wager && slip[name]);
  if (lacks || taken) return { least: 0, most: 0, step: 1, why: sentence(rule.closed || "this spot is closed now") };
  if (rule.same_as) return { least: slip[rule.same_as], most: slip[rule.same_as], step: 1, why: "" };
  const most = rule.at_most ? Math.min(rule.to, slip[rule.at_most] ?? 0) : rule.to;
  return { least: rule.from, most, step: rule.step, why: "" };
}

/** The same wagers, with each one that must equal another adjusted. @param {Rule[]} rules @param {Wagers} slip @param {Wagers} [kept] those that stay as they are @returns {Wagers} */
function followed(rules, slip, kept = {}) {
  const next = { ...slip };
  for (const { wager, same_as } of rules) if (same_as && next[wager] && !kept[wager]) next[wager] = next[same_as] ?? 0;
  return next;
}

/** Add a chip to a spot; returns the reason as text if that is not possible. @param {Rule[]} rules @param {Wagers} slip @param {string} wager @param {number} chip @param {number} budget @param {(wager: string, amount: number) => string} full what to say about a maximum @returns {Wagers | string} */
export function withChip(rules, slip, wager, chip, budget, full) {
  const room = roomFor(rules, wager, slip);
  if (room.why) return room.why;
  const now = slip[wager] ?? 0;
  const other = rules.find((rule) => rule.wager === wager)?.same_as;
  if (other && now) return withChip(rules, slip, other, chip, budget, full);
  if (now >= room.most) return full(wager, room.most);
  let next = Math.min(room.most, Math.max(room.least, now + chip));
  next -= (next - room.least) % room.step;
  return checked(rules, followed(rules, { ...slip, [wager]: next }), budget);
}

/** @typedef {"minimum" | "maximum" | "equal" | "step"} Limit what an amount is not, or not a multiple of */

/** The same wagers, or the reason why they cannot all be made. @param {Rule[]} rules @param {Wagers} wagers @param {number} budget @param {(which: Limit, wager: string, amount: number) => string} [broken] what to say about a limit @returns {Wagers | string} */
export function checked(rules, wagers, budget, broken = () => "That amount is not allowed there.") {
  if (total(wagers) > budget) return "More than you have in front of you.";
  for (const [wager, amount] of Object.entries(wagers)) {
    if (!amount) continue;
    const room = roomFor(rules, wager, wagers);
    if (room.why) return room.why;
    if (rules.some((rule) => rule.wager === wager && rule.same_as) && amount !== room.least) return broken("equal", wager, room.least);
    if (amount < room.least) return broken("minimum", wager, room.least);
    if (amount > room.most) return broken("maximum", wager, room.most);
    if ((amount - room.least) % room.step) return broken("step", wager, room.step);
  }
  return wagers;
}

/** The slip without a spot and without the wagers that require it. @param {Rule[]} rules @param {Wagers} slip @param {string} wager @returns {Wagers} */
export function without(rules, slip, wager) {
  const left = { ...slip };
  delete left[wager];
  for (const { wager: other } of rules) if (left[other] && roomFor(rules, other, left).why) delete left[other];
  return left;
}

/** The slip with these amounts on these spots, and the others as they are; an amount of 0 takes a bet back, and those that require it. @param {Rule[]} rules @param {Wagers} slip @param {Wagers} named @returns {Wagers} */
export function withNamed(rules, slip, named) {
  const left = Object.keys(named).filter((wager) => !named[wager]).reduce((rest, wager) => without(rules, rest, wager), slip);
  return followed(rules, { ...left, ...named }, named);
}

/** The most that a wager may be by its own rule. @param {Rule[]} rules @param {string} wager */
const most = (rules, wager) => rules.find((rule) => rule.wager === wager && !rule.same_as)?.to ?? Infinity;

/** A wager whose double is above its maximum, if there is one. @param {Rule[]} rules @param {Wagers} slip @returns {{wager: string, to: number} | undefined} */
export function halted(rules, slip) {
  const wager = Object.keys(slip).find((name) => slip[name] * 2 > most(rules, name));
  return wager ? { wager, to: most(rules, wager) } : undefined;
}

/** The slip doubled, up to the table limits. @param {Rule[]} rules @param {Wagers} slip @param {number} budget @returns {Wagers | string} */
export function doubled(rules, slip, budget) {
  const twice = Object.fromEntries(Object.entries(slip).map(([wager, amount]) => [wager, Math.min(amount * 2, most(rules, wager))]));
  return checked(rules, followed(rules, twice), budget);
}
