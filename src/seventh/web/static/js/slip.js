// @ts-check
// Wagers before the cards as a value: what may be added where, and why not.
import { total } from "./state.js";

/** @typedef {Record<string, number>} Wagers */

/** @param {any} house @param {string} wager @param {Wagers} slip @returns {{least: number, most: number, step: number, why: string}} */
export function roomFor(house, wager, slip) {
  const limits = house.limits[wager] ?? { minimum: 0, maximum: 0 };
  const open = { least: limits.minimum, most: limits.maximum, step: house.table_unit, why: "" };
  const closed = (/** @type {string} */ why) => ({ least: 0, most: 0, step: 1, why });
  if (house.game === "boston-7-stud") {
    const ante = slip.ante ?? 0;
    if (wager === "first") return ante ? { least: ante, most: ante, step: 1, why: "" } : closed("The 1st wager stands beside an ante of the same amount.");
    if (wager === "second") return closed("The 2nd wager comes after the first three cards.");
    if (wager === "three_card_bonus") {
      if (!slip.first) return closed("The three-card bonus needs the ante and the 1st wager.");
      return house.three_card_up_to_ante ? { ...open, most: Math.min(open.most, ante) } : open;
    }
  }
  if (house.game === "high-card-flush") {
    if (wager === "raise") return closed("The raise comes after the seven cards.");
    if (wager !== "ante" && !slip.ante) return closed("The bonus wagers stand beside an ante.");
  }
  if (house.game === "seven-card-thrill") {
    const primary = Object.keys(slip).filter((name) => name !== "special" && name !== wager && slip[name]);
    if (wager === "special" && !primary.length) return closed("The Special wager stands beside a primary one.");
    if (wager !== "special" && primary.length && house.primary_wagers === "exactly_one") return closed("This house takes one primary wager from each player.");
  }
  return open;
}

/** One more chip on a spot; a text instead says why not. @param {any} house @param {Wagers} slip @param {string} wager @param {number} chip @param {number} budget @returns {Wagers | string} */
export function withChip(house, slip, wager, chip, budget) {
  const room = roomFor(house, wager, slip);
  if (room.why) return room.why;
  const now = slip[wager] ?? 0;
  if (wager === "first" && house.game === "boston-7-stud") {
    if (!now) return checked(house, { ...slip, first: room.least }, budget);
    return withChip(house, slip, "ante", chip, budget);
  }
  if (now >= room.most) return "That spot holds the most that the table takes.";
  let next = Math.min(room.most, Math.max(room.least, now + chip));
  next -= (next - room.least) % room.step;
  const changed = { ...slip, [wager]: next };
  if (wager === "ante" && changed.first) changed.first = next;
  return checked(house, changed, budget);
}

/** The same wagers, or why they cannot all be made. @param {any} house @param {Wagers} wagers @param {number} budget @returns {Wagers | string} */
export function checked(house, wagers, budget) {
  const sum = total(wagers);
  if (sum > budget) return "That is more than you have in front of you.";
  for (const [wager, amount] of Object.entries(wagers)) {
    if (!amount) continue;
    const room = roomFor(house, wager, wagers);
    if (room.why) return room.why;
    if (amount < room.least || amount > room.most || (amount - room.least) % room.step) return "The table does not take that amount there.";
  }
  return wagers;
}

/** Without a spot, and without whatever needs it. @param {any} house @param {Wagers} slip @param {string} wager @returns {Wagers} */
export function without(house, slip, wager) {
  const left = { ...slip };
  delete left[wager];
  for (const other of Object.keys(left)) if (roomFor(house, other, left).why) delete left[other];
  return left;
}

/** The least that a round can be played for. @param {any} house @returns {number} */
export const leastBet = (house) => Math.min(...Object.keys(house.limits).map((wager) => roomFor(house, wager, {})).filter((room) => !room.why).map((room) => room.least));

/** The usual way to play for little, for whoever has not bet yet. @param {any} house @returns {Wagers} */
export function simplest(house) {
  const ante = house.limits.ante?.minimum;
  if (house.game === "boston-7-stud") {
    const amount = Math.min(house.limits.ante.maximum, Math.max(ante, 5 * house.chips_per_unit));
    return { ante: amount, first: amount };
  }
  if (house.game === "high-card-flush") return { ante };
  return { poker: house.limits.poker.minimum };
}

/** Everything twice, as far as the table takes it. @param {any} house @param {Wagers} slip @param {number} budget @returns {Wagers | string} */
export function doubled(house, slip, budget) {
  const twice = Object.fromEntries(Object.entries(slip).map(([wager, amount]) => [wager, amount * 2]));
  for (const wager of Object.keys(twice)) {
    const most = house.limits[wager]?.maximum ?? twice[wager];
    if (twice[wager] > most) twice[wager] = most;
  }
  if (twice.first) twice.first = twice.ante;
  return checked(house, twice, budget);
}
