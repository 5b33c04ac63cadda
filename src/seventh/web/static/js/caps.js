// @ts-check
// What a wager can win at most, and whether the house's cap would cut it.

/** @typedef {{wager: string, award: number, paid: number}} Cut an award, and what is left of it under the cap */

/** High Card Flush: the wagers that pay even money, which a cap serves first (H11). */
const EVEN = ["ante", "raise"];

/** What a row of a pay table pays: 30, or "1:2". @param {number | string} pays */
export function times(pays) {
  if (typeof pays === "number") return pays;
  const [up, down] = pays.split(":").map(Number);
  return up / (down || 1);
}

/** The best row of a table. @param {Record<string, number | string>} table */
const best = (table) => Math.max(0, ...Object.values(table).map(times));

/** @param {any} house @param {Record<string, number>} wagers @returns {[string, number][]} top awards in the order in which a cap cuts */
function awards(house, wagers) {
  const has = (/** @type {string} */ wager) => wagers[wager] ?? 0;
  switch (house.game) {
    case "boston-7-stud":
      return [
        ["three_card_bonus", has("three_card_bonus") * best(house.pays.three_card_bonus)],
        ["first", has("first")],
        ["second", has("first")], // the 2nd wager will be as large
        ["ante", has("ante") * best(house.pays.ante_bonus)],
      ];
    case "seven-card-thrill":
      return Object.entries(wagers).map(([wager, amount]) => [wager, amount * best(house.pays[wager])]);
    case "high-card-flush": {
      const raise = Math.max(...Object.values(house.most_raise).map(Number));
      return [
        ["ante", has("ante")],
        ["raise", has("ante") * raise],
        ["flush", has("flush") * best(house.pays.flush)],
        ["straight_flush", has("straight_flush") * best(house.pays.straight_flush)],
      ];
    }
    default:
      return [];
  }
}

/** The most that is paid, 0 for no cap. @param {any} house @param {Record<string, number>} wagers */
export function capOf(house, wagers) {
  if (house.game === "boston-7-stud") {
    return house.caps.find((/** @type {any} */ tier) => (wagers.ante ?? 0) <= tier.ante_up_to)?.pays_at_most ?? 0;
  }
  return house.game === "high-card-flush" ? house.aggregate_cap : (house.cap ?? 0);
}

/** The top award of each wager. @param {any} house @param {Record<string, number>} wagers @returns {Record<string, number>} */
export const topAwards = (house, wagers) => Object.fromEntries(awards(house, wagers).filter(([, award]) => award > 0));

/**
 * The wagers whose top award would be cut: alone, or with the top awards of the others that come before it.
 * @param {any} house @param {Record<string, number>} wagers @param {Record<string, number>[]} [others] of the other seats
 * @returns {Cut[]}
 */
export function cuts(house, wagers, others = []) {
  const cap = capOf(house, wagers);
  if (!cap) return [];
  const own = awards(house, wagers).filter(([, award]) => award > 0);
  if (house.game === "high-card-flush") return shared(house, cap, own, others);
  return inOrder(own, cap);
}

/** A cap that pays one award after the other until nothing is left. @param {[string, number][]} own @param {number} cap @returns {Cut[]} */
function inOrder(own, cap) {
  let left = cap;
  /** @type {Cut[]} */
  const found = [];
  for (const [wager, award] of own) {
    const paid = Math.min(award, left);
    if (paid < award) found.push({ wager, award, paid });
    left -= paid;
  }
  return found;
}

/** A cap that pays even money first and shares the rest among the bonuses in proportion (H11). @param {any} house @param {number} cap @param {[string, number][]} own @param {Record<string, number>[]} others */
function shared(house, cap, own, others) {
  const everybody = house.aggregate_cap_scope === "round" ? others.flatMap((wagers) => awards(house, wagers)) : [];
  const sum = (/** @type {(wager: string) => boolean} */ which) => [...own, ...everybody].reduce((total, [wager, award]) => total + (which(wager) ? award : 0), 0);
  const even = sum((wager) => EVEN.includes(wager));
  const bonuses = sum((wager) => !EVEN.includes(wager));
  if (even + bonuses <= cap) return [];
  const left = Math.max(cap - even, 0);
  const stakes = inOrder(own.filter(([wager]) => EVEN.includes(wager)), cap);
  return [...stakes, ...own.filter(([wager]) => !EVEN.includes(wager)).map(([wager, award]) => ({ wager, award, paid: Math.floor((award * left) / bonuses) }))];
}
