// @ts-check
// What every bet pays, in a panel: for windows in which the felt has no room for it.
import { withRanks } from "./card-words.js";
import { capital, el } from "./dom.js";


/** What a spot pays in one short line; a star means that there is more to it, which is in the panel. @param {string} pays */
export function brief(pays) {
  const short = pays.replace(/^.*\bup to |;.*/g, "");
  return short === pays ? pays : `${short}*`;
}

/** The button that opens the panel. @param {any} table */
export function paysButton({ layout, wagers }) {
  const row = (/** @type {any[]} */ cells) => el("tr", {}, el("th", { scope: "row" }, withRanks(cells[0])), cells.slice(1).map((cell) => el("td", {}, withRanks(cell))));
  const bets = layout.spots.map((/** @type {import("./shapes.js").Spot} */ { wager, label, pays, in_full }) => row([label, pays || in_full, wagers[wager]?.edge_text ?? ""]));
  const heads = ["Bet", "Pays", "House edge"].map((head) => el("th", { scope: "col" }, head));
  const printed = layout.tables.flat().map((/** @type {{title: string, rows: string[][]}} */ { title, rows }) =>
    el("table", { class: "pays" }, el("caption", {}, title), el("tbody", {}, rows.map(([name, pays]) => row([capital(name), pays])))));
  const starred = el("p", { class: "note" }, "A star on the felt marks the highest of several payouts.");
  const close = el("button", { class: "small", value: "close", autofocus: true }, "Close");
  const panel = el("dialog", { class: "panel", "aria-labelledby": "pays-title" },
    el("form", { method: "dialog", class: "panel-head" }, el("h2", { id: "pays-title" }, "What the bets pay"), close),
    el("div", { class: "panel-body", tabindex: "0" }, el("table", { class: "pays" }, el("thead", {}, el("tr", {}, heads)), el("tbody", {}, bets)), starred, printed));
  document.body.append(panel);
  return el("button", { type: "button", class: "pays-open", "aria-haspopup": "dialog", onclick: () => panel.showModal() }, "Pays");
}
