// @ts-check
// The layout of each game: which spots there are, where they lie, and how they are drawn.
import { svg } from "./dom.js";
import { times } from "./caps.js";

/** @typedef {{wager: string, label: string, shape: "circle" | "diamond" | "shield" | "star" | "pill", later?: boolean, key: string}} Spot */

/** In the order of the layout, from the left. `later` is made after seeing cards. @type {Record<string, Spot[]>} */
export const LAYOUTS = {
  "boston-7-stud": [
    { wager: "three_card_bonus", label: "3-card bonus", shape: "diamond", key: "E" },
    { wager: "ante", label: "Ante", shape: "circle", key: "Q" },
    { wager: "first", label: "1st", shape: "circle", key: "W" },
    { wager: "second", label: "2nd", shape: "circle", later: true, key: "" },
  ],
  "seven-card-thrill": [
    { wager: "poker", label: "Poker", shape: "circle", key: "Q" },
    { wager: "pair_of_kings", label: "Pair of kings", shape: "shield", key: "W" },
    { wager: "three_of_a_kind", label: "Three of a kind", shape: "shield", key: "E" },
    { wager: "full_house", label: "Full house", shape: "shield", key: "T" },
    { wager: "special", label: "Special", shape: "star", key: "Y" },
  ],
  "high-card-flush": [
    { wager: "flush", label: "Flush", shape: "diamond", key: "W" },
    { wager: "ante", label: "Ante", shape: "circle", key: "Q" },
    { wager: "raise", label: "Raise", shape: "circle", later: true, key: "" },
    { wager: "straight_flush", label: "Straight flush", shape: "diamond", key: "E" },
  ],
};

/** What stands on the felt. @param {any} house */
export function feltWords(house) {
  switch (house.game) {
    case "boston-7-stud":
      return ["Boston 7 Stud Poker", "Ante bonus pays whatever the dealer holds"];
    case "seven-card-thrill":
      return ["7 Card Thrill", "The joker is an ace, or completes a straight or a flush"];
    case "high-card-flush": {
      const need = house.dealer_qualifies;
      return ["High Card Flush", `Dealer qualifies with ${need.length} suited cards, ${need.high_card} high`];
    }
    default:
      return ["Seven-Card Stud", ""];
  }
}

/** The pay tables that are printed on the felt, left and right. @param {any} house @returns {[string, [string, string][]][]} */
export function feltTables(house) {
  const rows = (/** @type {Record<string, any>} */ table) =>
    Object.entries(table).filter(([, pays]) => times(pays)).sort(([, a], [, b]) => times(b) - times(a)).map(([row, pays]) => /** @type {[string, string]} */ ([row.replaceAll("_", " "), typeof pays === "number" ? `${pays.toLocaleString("en-US")} : 1` : pays.replace(":", " : ")]));
  switch (house.game) {
    case "boston-7-stud": return [["Three-card bonus", rows(house.pays.three_card_bonus)], ["Ante bonus", rows(house.pays.ante_bonus)]];
    case "high-card-flush": return [["Flush", rows(house.pays.flush)], ["Straight flush", rows(house.pays.straight_flush)]];
    case "seven-card-thrill": return [["Kings or better", rows(house.pays.pair_of_kings)], ["Special", rows(house.pays.special)]];
    default: return [];
  }
}

/** The best that a spot pays, in a few words. @param {any} house @param {string} wager */
export function paysWords(house, wager) {
  const odds = (/** @type {number} */ pays) => (pays >= 1 ? `${pays.toLocaleString("en-US")} to 1` : `1 to ${1 / pays}`);
  const most = (/** @type {Record<string, any>} */ table) => Math.max(...Object.values(table).map(times));
  if (house.game === "boston-7-stud") {
    if (wager === "ante") return `to ${most(house.pays.ante_bonus)} to 1`;
    return wager === "three_card_bonus" ? `to ${odds(most(house.pays.three_card_bonus))}` : "1 to 1";
  }
  if (house.game === "high-card-flush" && (wager === "ante" || wager === "raise")) return "1 to 1";
  const table = house.pays[wager];
  return table ? `${Object.keys(table).length > 1 && most(table) > 1 ? "to " : ""}${odds(most(table))}` : "";
}

const SHAPES = {
  circle: ["circle", { cx: 50, cy: 50, r: 46 }],
  diamond: ["path", { d: "M50 2 98 50 50 98 2 50Z" }],
  shield: ["path", { d: "M8 10Q50-4 92 10V54Q88 84 50 98 12 84 8 54Z" }],
  star: ["path", { d: star(50, 52, 52, 37, 8) }],
  pill: ["rect", { x: 4, y: 18, width: 92, height: 64, rx: 32 }],
};

/** @param {number} x @param {number} y @param {number} outer @param {number} inner @param {number} points */
function star(x, y, outer, inner, points) {
  const corners = Array.from({ length: points * 2 }, (_, place) => {
    const radius = place % 2 ? inner : outer;
    const angle = (Math.PI * place) / points - Math.PI / 2;
    return `${(x + radius * Math.cos(angle)).toFixed(1)} ${(y + radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join("L")}Z`;
}

/** @param {Spot["shape"]} shape */
export function spotShape(shape) {
  const [tag, attributes] = /** @type {[string, any]} */ (SHAPES[shape]);
  return svg(
    "svg",
    { viewBox: "-3 -3 106 106", class: "spot-shape", "aria-hidden": "true" },
    svg(tag, { ...attributes, class: "spot-fill" }),
    svg(tag, { ...attributes, class: "spot-line" }),
  );
}
