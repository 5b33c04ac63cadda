// @ts-check
// The layout of each game: which spots there are, where they lie, and how they are drawn. The words on it come with the page.
import { svg } from "./dom.js";

/** @typedef {{wager: string, shape: "circle" | "diamond" | "shield" | "star" | "pill", later?: boolean, key: string}} Spot */

/** In the order of the layout, from the left. `later` is made after seeing cards. @type {Record<string, Spot[]>} */
export const LAYOUTS = {
  "boston-7-stud": [
    { wager: "three_card_bonus", shape: "diamond", key: "E" },
    { wager: "ante", shape: "circle", key: "Q" },
    { wager: "first", shape: "circle", key: "W" },
    { wager: "second", shape: "circle", later: true, key: "" },
  ],
  "seven-card-thrill": [
    { wager: "poker", shape: "circle", key: "Q" },
    { wager: "pair_of_kings", shape: "shield", key: "W" },
    { wager: "three_of_a_kind", shape: "shield", key: "E" },
    { wager: "full_house", shape: "shield", key: "T" },
    { wager: "special", shape: "star", key: "Y" },
  ],
  "high-card-flush": [
    { wager: "flush", shape: "diamond", key: "W" },
    { wager: "ante", shape: "circle", key: "Q" },
    { wager: "raise", shape: "circle", later: true, key: "" },
    { wager: "straight_flush", shape: "diamond", key: "E" },
  ],
};

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
