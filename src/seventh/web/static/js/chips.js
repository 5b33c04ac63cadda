// @ts-check
// Chips: an amount drawn as stacks of denominations.
import { el, svg } from "./dom.js";

/** Largest first; each has its own colour and edge. */
const KINDS = [
  { worth: 1000000, label: "10K", body: "#8c6a12", mark: "#ffe9ae" },
  { worth: 500000, label: "5K", body: "#0f6d7a", mark: "#d7fbff" },
  { worth: 100000, label: "1K", body: "#c46a00", mark: "#fff1d6" },
  { worth: 50000, label: "500", body: "#5b2aa0", mark: "#eadbff" },
  { worth: 10000, label: "100", body: "#23262d", mark: "#f2f2f2" },
  { worth: 2500, label: "25", body: "#157347", mark: "#e2ffe9" },
  { worth: 500, label: "5", body: "#b3202e", mark: "#ffe8e8" },
  { worth: 100, label: "1", body: "#e9e6dc", mark: "#2d5ea8" },
  { worth: 25, label: "\u00bc", body: "#d77a9e", mark: "#fff" },
  { worth: 5, label: "5\u00a2", body: "#7d8590", mark: "#fff" },
  { worth: 1, label: "1\u00a2", body: "#a5673f", mark: "#fff" },
];
const HEIGHT = 5;
const MOST_IN_STACK = 9;
const MOST_STACKS = 4;

/** The chips of an amount, largest first. @param {number} amount @param {number} unit smallest chips in one unit */
export function chipsOf(amount, unit = 100) {
  const chips = [];
  let left = Math.round((amount * 100) / unit);
  for (const kind of KINDS) {
    for (; left >= kind.worth && chips.length < 400; left -= kind.worth) chips.push(kind);
  }
  return chips;
}

/** A stack of chips of one kind, seen from above at an angle: one path for all sides, one for all marks and one for all edges, so that
 * a tall stack draws as fast as a single chip. @param {typeof KINDS[number]} kind @param {number} x @param {number[]} heights from below */
function sides(kind, x, heights) {
  const rims = heights.map((y) => `M${x - 19} ${y}v5a19 11.5 0 0 0 38 0v-5`).join("");
  const marks = heights.map((y) => `M${x - 13.5} ${y + 8}v5M${x} ${y + 11.5}v5M${x + 13.5} ${y + 8}v5`).join("");
  return [
    svg("path", { d: rims, fill: kind.body }),
    svg("path", { d: marks, stroke: kind.mark, "stroke-width": 5 }),
    svg("path", { d: rims, fill: "none", stroke: "#0007", "stroke-width": 0.7 }),
  ];
}

/** The face of the top chip. @param {typeof KINDS[number]} kind @param {number} cx @param {number} cy */
function face(kind, cx, cy) {
  return [
    svg("ellipse", { cx, cy, rx: 19, ry: 11.5, fill: kind.body, stroke: "#0007", "stroke-width": 0.7 }),
    svg("ellipse", { cx, cy, rx: 15.5, ry: 9.2, fill: "none", stroke: kind.mark, "stroke-width": 3.4, "stroke-dasharray": "6 7" }),
    svg("ellipse", { cx, cy, rx: 11.5, ry: 6.8, fill: kind.body, stroke: kind.mark, "stroke-width": 0.9 }),
  ];
}

/** One stack at a position. @param {typeof KINDS} stack from below @param {number} x @param {number} ground */
function tower(stack, x, ground) {
  const heights = stack.map((_, level) => ground - level * HEIGHT);
  const kinds = [...new Set(stack)];
  return [
    svg("ellipse", { cx: x, cy: ground + 7, rx: 20.5, ry: 12.5, class: "chip-shade" }),
    ...kinds.flatMap((kind) => sides(kind, x, heights.filter((_, level) => stack[level] === kind))),
    ...face(stack[stack.length - 1], x, heights[stack.length - 1]),
  ];
}

/** An amount as an image of chip stacks. @param {number} amount @param {number} unit */
export function chipStack(amount, unit = 100) {
  /** @type {(typeof KINDS)[]} */
  const stacks = [];
  for (const kind of chipsOf(amount, unit)) {
    const last = stacks[stacks.length - 1];
    const joins = last && last.length < MOST_IN_STACK && (last[0] === kind || stacks.length === MOST_STACKS || last.length < 4);
    if (joins) last.push(kind);
    else if (stacks.length < MOST_STACKS) stacks.push([kind]);
  }
  const tallest = Math.max(1, ...stacks.map((stack) => stack.length));
  const width = 42 + (stacks.length - 1) * 32;
  const height = 31 + (tallest - 1) * HEIGHT;
  const picture = svg("svg", { class: "chips", viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" });
  stacks.forEach((stack, place) => picture.append(...tower(stack, 21 + place * 32, height - 18)));
  return picture;
}

/** A pile of chips with its amount below, redrawn only when the amount changes. */
export class Pile {
  /** @param {import("./money.js").Money} money @param {string} [className] */
  constructor(money, className = "") {
    this.money = money;
    this.picture = el("div", { class: "pile-chips" });
    this.label = el("span", { class: "pile-amount" });
    this.element = el("div", { class: `pile ${className}`, hidden: true }, this.picture, this.label);
    this.amount = -1;
  }

  /** @param {number} amount */
  show(amount) {
    if (amount === this.amount) return;
    this.amount = amount;
    this.element.hidden = !amount;
    this.element.dataset.amount = String(amount);
    this.label.textContent = this.money.text(amount);
    this.picture.replaceChildren(...(amount ? [chipStack(amount, this.money.unit)] : []));
  }
}

/** The chips in the tray: denominations that are useful within the table's limits. @param {number} least @param {number} most @param {number} unit */
export function trayChips(least, most, unit = 100) {
  const scaled = KINDS.map((kind) => ({ ...kind, worth: Math.round((kind.worth * unit) / 100) }));
  const useful = scaled.filter((kind) => kind.worth % least === 0 || (kind.worth >= least && kind.worth <= most)).filter((kind) => kind.worth <= most);
  return useful.slice(-5).reverse();
}

/** One chip in the tray. @param {{worth: number, label: string, body: string, mark: string}} kind */
export function chipFace(kind) {
  return svg(
    "svg",
    { viewBox: "0 0 48 48", "aria-hidden": "true", class: "chip-face" },
    svg("circle", { cx: 24, cy: 24, r: 22.5, fill: kind.body, stroke: "#0008" }),
    svg("circle", { cx: 24, cy: 24, r: 19.5, fill: "none", stroke: kind.mark, "stroke-width": 5, "stroke-dasharray": "9.5 10.92" }),
    svg("circle", { cx: 24, cy: 24, r: 14, fill: kind.body, stroke: kind.mark, "stroke-width": 1.2 }),
    svg("text", { x: 24, y: 29.7, "text-anchor": "middle", class: "chip-face-label", fill: kind.mark }, kind.label),
  );
}
