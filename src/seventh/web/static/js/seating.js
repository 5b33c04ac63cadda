// @ts-check
// Taking a seat and leaving it: buttons that stand beside the actions.
import { byId, el } from "./dom.js";

export class Seating {
  /** @param {any} table @param {{ask: (frame: Record<string, any>) => void}} on */
  constructor(table, on) {
    this.table = table;
    this.on = on;
    this.amount = 0;
    /** Names the state of affairs that is drawn: nothing is drawn anew without need, so that focus stays where it is. */
    this.key = "";
  }

  /** The amount to bring, within the limits and the wallet. @param {number} wallet */
  usual(wallet) {
    const { minimum, maximum, usual } = this.table.boot.buy_in;
    return Math.max(minimum, Math.min(this.amount || usual || minimum, maximum, wallet));
  }

  /** Draw the buttons; those of somebody who sits go to the dock's head, the others stand among the actions. @param {import("./state.js").TableFrame} frame @returns {Element[]} */
  buttons(frame) {
    const mine = frame.seats.find((seat) => seat.seat === frame.you?.seat);
    const wallet = frame.you?.wallet ?? this.table.wallet;
    const full = frame.seats.length >= this.table.boot.seats;
    const broke = mine && !mine.chips && !frame.round;
    const key = JSON.stringify([Boolean(mine), mine?.sits_out, mine?.leaving, full, wallet >= this.table.boot.buy_in.minimum, frame.queue.length, Boolean(this.table.boot.person), Boolean(broke)]);
    if (key !== this.key) {
      this.key = key;
      this.elements = mine ? [] : this.#standing(frame, wallet, full);
      byId("seat-acts").replaceChildren(...(mine ? this.#seated(mine) : []));
    }
    return this.elements ?? [];
  }

  /** @param {import("./state.js").SeatInfo} mine */
  #seated(mine) {
    const quiet = (/** @type {string} */ label, /** @type {string} */ what, /** @type {Record<string, any>} */ more = {}) =>
      el("button", { type: "button", class: "small seat-act", data: { seatAct: what }, onclick: () => this.on.ask({ do: what, ...more }) }, label);
    return [
      mine.sits_out ? quiet("I am back", "sit_in") : quiet("Sit out", "sit_out"),
      el("button", { type: "button", class: "small seat-act", "aria-haspopup": "dialog", data: { seatAct: "rebuy" }, onclick: () => this.more() }, "More chips"),
      mine.leaving ? el("span", { class: "note" }, "Leaving after this round") : quiet("Leave", "leave"),
    ];
  }

  /** What may be bought now: at most up to the table's limit, and no more than the wallet holds. */
  room() {
    const { frame, boot } = this.table;
    const mine = frame?.seats.find((/** @type {any} */ seat) => seat.seat === frame.you?.seat);
    const chips = mine?.chips ?? 0;
    const most = Math.min(boot.buy_in.maximum - chips, frame?.you?.wallet ?? 0);
    return { chips, least: Math.max(boot.buy_in.minimum - chips, Math.min(boot.house.table_unit, most)), most, playing: Boolean(frame?.round?.view.seats.some((/** @type {any} */ seat) => seat.seat === mine?.seat)) };
  }

  /** Ask how many more chips. */
  more() {
    const { money, boot } = this.table;
    const { chips, least, most, playing } = this.room();
    const panel = byId("more-chips");
    const says = byId("more-chips-says");
    const field = byId("more-chips-field");
    const buys = most >= least && most > 0;
    field.hidden = !buys;
    byId("more-chips-buy").hidden = !buys;
    if (!buys) says.textContent = `You have ${money.text(chips)} here. ${chips >= boot.buy_in.maximum ? `That is as much as this table allows (${money.text(boot.buy_in.maximum)}).` : `Your wallet holds ${money.text(this.table.frame?.you?.wallet ?? 0)}, and it takes at least ${money.text(least)}.`}`;
    else says.textContent = `You have ${money.text(chips)} here, and the table allows ${money.text(boot.buy_in.maximum)}.${playing ? " During a round they come when it is over." : ""}`;
    const input = byId("more-chips-amount");
    const unit = boot.house.table_unit;
    Object.assign(input, { min: String(least), max: String(most), step: String(unit), value: String(Math.min(most, Math.max(least, (boot.buy_in.usual ?? 0) - chips, unit))) });
    const label = () => (byId("more-chips-buy").textContent = `Add ${money.text(Number(input.value))}`);
    input.oninput = label;
    label();
    panel.onclose = () => {
      if (panel.returnValue === "buy") this.rebuy(Number(input.value));
      panel.returnValue = "";
    };
    panel.showModal();
  }

  /** @param {number} amount */
  rebuy(amount) {
    if (amount > 0) this.on.ask({ do: "rebuy", amount });
  }

  /** @param {import("./state.js").TableFrame} frame @param {number} wallet @param {boolean} full */
  #standing(frame, wallet, full) {
    const { boot, money } = this.table;
    if (!boot.person) return [this.#enter()];
    const { minimum, maximum } = boot.buy_in;
    if (wallet < minimum) return [el("p", { class: "note" }, `A seat here takes at least ${money.text(minimum)}, and your wallet holds ${money.text(wallet)}. `, el("a", { href: boot.urls?.account ?? "/me" }, "More play chips"))];
    const most = Math.min(maximum, wallet);
    const step = Math.max(boot.house.table_unit, Math.round(minimum / 4 / boot.house.table_unit) * boot.house.table_unit);
    const input = el("input", { type: "range", min: minimum, max: most, step, value: this.usual(wallet), "aria-label": "Chips to bring" });
    const label = () => {
      this.amount = Number(input.value);
      button.textContent = full ? `Wait for a seat with ${money.text(this.amount)}` : `Sit down with ${money.text(this.amount)}`;
    };
    const button = el("button", { type: "button", class: "primary big", data: { seatAct: full ? "queue" : "sit" }, onclick: () => this.sit(0) });
    input.addEventListener("input", label);
    label();
    return [el("div", { class: "buy-in" }, el("label", { class: "range" }, "Bring", input), button)];
  }

  /** Somebody without a name enters as a guest and comes back to this table. */
  #enter() {
    const { boot } = this.table;
    const next = `${location.pathname}${location.search ? `${location.search}&` : "?"}sit=1`;
    return el("form", { method: "post", action: boot.urls?.enter ?? "/enter", class: "buy-in" },
      el("input", { type: "hidden", name: "csrf", value: boot.csrf }), el("input", { type: "hidden", name: "next", value: next }),
      el("button", { class: "primary big" }, "Play as a guest with play chips"));
  }

  /** @param {number} seat 0 is any */
  sit(seat) {
    const frame = this.table.frame;
    if (!frame || !this.table.boot.person) return;
    const buy_in = this.usual(frame.you?.wallet ?? this.table.wallet);
    const full = frame.seats.length >= this.table.boot.seats;
    this.on.ask(full ? { do: "queue", buy_in } : { do: "sit", buy_in, seat });
  }
}
