// @ts-check
// A strategy as a grid of hands with one's own marked, as the server describes it.
import { el } from "./dom.js";

/**
 * @typedef {{tone: string, sign: string}} Cell
 * @typedef {{title: string, axes: string, columns: string[], rows: string[], cells: (Cell | null)[][], own: [number, number], legend: [Cell, string][], words: string}} Picture
 */

/** @param {Picture} drawn @returns {HTMLElement} */
export function picture(drawn) {
  const [row, column] = drawn.own;
  const head = el("tr", {}, el("td"), drawn.columns.map((name) => el("th", {}, name)));
  const body = drawn.cells.map((cells, y) => el("tr", {}, el("th", {}, drawn.rows[y]), cells.map((cell, x) =>
    el("td", { class: `${cell ? `tone-${cell.tone}` : "none"}${y === row && x === column ? " own" : ""}` }, cell?.sign ?? ""))));
  // One picture to a screen reader, which reads the words below instead of two hundred squares.
  const grid = el("table", { class: "strategy", "aria-hidden": "true" }, el("thead", {}, head), el("tbody", {}, body));
  const legend = el("ul", { class: "strategy-legend", "aria-hidden": "true" }, drawn.legend.map(([cell, text]) => el("li", {}, el("span", { class: `tone-${cell.tone}` }, cell.sign), ` ${text}`)), el("li", {}, el("span", { class: "own" }, " "), " your hand"));
  return el("figure", { class: "strategy-figure" }, el("figcaption", {}, el("strong", {}, drawn.title), el("p", { class: "note" }, drawn.axes)), el("div", { class: "strategy-frame" }, grid), legend, el("p", { class: "strategy-words" }, drawn.words));
}
