// @ts-check
// The shapes of betting spots.
import { svg } from "./dom.js";

/** @typedef {"circle" | "diamond" | "shield" | "star" | "pill"} Shape */
/**
 * A spot as described in the frame. `later` means that the wager is made after the deal.
 * @typedef {{wager: string, shape: Shape, key: string, later: boolean, label: string, title: string, pays: string,
 *   in_full: string, rows: Record<string, string>, aliases: string[]}} Spot
 */

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

/** @param {Shape} shape */
export function spotShape(shape) {
  const [tag, attributes] = /** @type {[string, any]} */ (SHAPES[shape] ?? SHAPES.circle);
  return svg(
    "svg",
    { viewBox: "-3 -3 106 106", class: "spot-shape", "aria-hidden": "true" },
    svg(tag, { ...attributes, class: "spot-fill" }),
    svg(tag, { ...attributes, class: "spot-line" }),
  );
}
