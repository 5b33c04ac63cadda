// @ts-check
// The settlement of the viewer's own wagers: each line in order, with its amount and its rule.
import { byId, el } from "./dom.js";

const RESULTS = { win: "wins", lose: "loses", push: "pushes", void: "comes back" };

/** What a settled wager comes to, in a word where the amount alone would mislead. @param {import("./money.js").Money} money @param {import("./state.js").Settled} line */
export function netWords(money, line) {
  const net = line.returned + line.payoff - line.amount;
  return net ? money.signed(net) : line.result === "push" || line.result === "void" ? line.result : money.text(0);
}

export class Settlement {
  /** @param {any} table */
  constructor(table) {
    this.table = table;
    this.element = byId("settlement");
    this.shown = "";
  }

  /** The lines so far; those of the round before stay until new bets are made. @param {import("./state.js").Model} model @param {boolean} [fresh] whether bets lie already */
  show(model, fresh = true) {
    const place = model.places.get(this.table.mySeat());
    const lines = place?.settled ?? [];
    if (!lines.length && !fresh) return;
    const key = `${model.round} ${lines.length} ${model.phase}`;
    if (key === this.shown) return;
    this.shown = key;
    this.element.hidden = !lines.length;
    if (!lines.length || !place) return;
    const { money, title, clauses } = this.table;
    const rows = lines.map((line) => {
      const net = line.returned + line.payoff - line.amount;
      const cut = line.uncapped > line.payoff ? `cut from ${money.text(line.uncapped)}` : "";
      const what = [RESULTS[/** @type {"win"} */ (line.result)], this.table.row(line), cut].filter(Boolean).join(", ");
      return el("li", { class: line.result, data: { wager: line.wager, result: line.result, net, payoff: line.payoff, clause: line.clause } },
        el("span", { class: "line-wager" }, `${title(line.wager)} ${money.text(line.amount)}`), ` ${what} `, el("strong", { class: "net" }, net ? money.signed(net) : money.text(0)), " ",
        el("span", { class: "clause-id", title: clauses[line.clause] ?? "" }, line.clause));
    });
    const sum = model.phase === "closed" ? [el("li", { class: "sum", data: { net: place.net } }, "Result ", el("strong", { class: "net" }, money.signed(place.net)))] : [];
    this.element.replaceChildren(...rows, ...sum);
  }
}
