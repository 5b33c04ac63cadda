// @ts-check
// Taking a seat, leaving it, and chips for it: buttons that stand beside the actions.
import { byId, el, hide } from "./dom.js";
import { refillAdds } from "./wallet.js";

export class Seating {
  /** @param {any} table @param {{ask: (frame: Record<string, any>) => Promise<any>, refill: () => Promise<boolean>, say: (text: string) => void}} on */
  constructor(table, on) {
    this.table = table;
    this.on = on;
    this.amount = 0;
    this.busy = false;
    /** @type {Element[]} */
    this.elements = [];
    /** Names the state of affairs that is drawn: nothing is drawn anew without need, so that focus stays where it is. */
    this.key = "";
    byId("more-chips-refill").addEventListener("click", async () => (await this.on.refill()) && this.#offerMore());
  }

  /** What a refill would add to the wallet now. */
  get refill() {
    return refillAdds(this.table.purse, this.table.connection.now());
  }

  /** The chips that can be brought: the wallet, refilled first if it does not hold enough. @param {number} least */
  means(least) {
    const { wallet } = this.table.purse;
    return wallet >= least ? { funds: wallet, first: false } : { funds: wallet + this.refill, first: true };
  }

  /** The own seat. @param {import("./state.js").TableFrame | null} frame */
  #mine(frame) {
    return frame?.seats.find((seat) => seat.seat === frame.you?.seat);
  }

  /** What keeps somebody who sits here from playing on; empty if nothing. @param {import("./state.js").TableFrame} frame */
  short(frame) {
    const { least, money } = this.table;
    const mine = this.#mine(frame);
    if (!mine || mine.leaving || mine.chips >= least) return "";
    return mine.chips ? `You have ${money.text(mine.chips)} here, less than the smallest bet of ${money.text(least)}.` : "You are out of chips at this table.";
  }

  /** Draw the buttons; those of somebody who sits go to the dock's head, the others stand among the actions. @param {import("./state.js").TableFrame} frame @param {boolean} watches whether something is still moving @returns {Element[]} */
  buttons(frame, watches) {
    const { boot, purse } = this.table;
    const mine = this.#mine(frame);
    const full = frame.seats.length >= boot.seats;
    const short = watches ? "" : this.short(frame);
    const key = JSON.stringify([mine?.sits_out, mine?.leaving, mine ? short : full, mine && !short ? 0 : [purse.wallet, this.refill, purse.next_refill]]);
    if (key !== this.key) {
      this.key = key;
      for (const element of this.elements) element.remove();
      this.elements = mine ? (short ? this.#broke(mine) : []) : this.#standing(full);
      byId("seat-acts").replaceChildren(...(mine ? this.#seated(mine, Boolean(short)) : []));
    }
    return this.elements;
  }

  /** @param {import("./state.js").SeatInfo} mine @param {boolean} short */
  #seated(mine, short) {
    const quiet = (/** @type {string} */ label, /** @type {string} */ what) =>
      el("button", { type: "button", class: "small seat-act", data: { seatAct: what }, onclick: () => this.on.ask({ do: what }) }, label);
    return [
      !short && (mine.sits_out ? quiet("I am back", "sit_in") : quiet("Sit out", "sit_out")),
      !short && el("button", { type: "button", class: "small seat-act", "aria-haspopup": "dialog", data: { seatAct: "rebuy" }, onclick: () => this.more() }, "More chips"),
      mine.leaving ? el("span", { class: "note" }, "Leaving after this round") : quiet("Leave", "leave"),
    ].filter(Boolean);
  }

  /** @param {boolean} full */
  #standing(full) {
    if (!this.table.boot.person) return [this.#enter()];
    return this.#bring(0, full ? "queue" : "sit", full ? "wait for a seat" : "sit down", () => this.sit(0, true));
  }

  /** @param {import("./state.js").SeatInfo} mine */
  #broke(mine) {
    return this.#bring(mine.chips, "buy_in", "buy in", () => this.#buyIn(mine));
  }

  /** An amount to bring and the button that does it, or why there is no way now. @param {number} chips already there @param {string} name @param {string} words @param {() => void} act */
  #bring(chips, name, words, act) {
    const { boot, money, purse } = this.table;
    const unit = boot.house.table_unit;
    const least = Math.max(boot.buy_in.minimum - chips, unit);
    const { funds, first } = this.means(least);
    if (funds < least) {
      const later = purse.next_refill ? ` Your next refill is possible from ${new Date(purse.next_refill).toLocaleString([], { weekday: "short", hour: "2-digit", minute: "2-digit" })}.` : "";
      return [el("p", { class: "note" }, `It takes at least ${money.text(least)} to ${words}, and your wallet holds ${money.text(purse.wallet)}.${later}`)];
    }
    const step = Math.max(unit, Math.round(boot.buy_in.minimum / 4 / unit) * unit);
    const input = el("input", { type: "range", min: least, max: Math.min(boot.buy_in.maximum - chips, funds), step, value: this.#usual(least, boot.buy_in.maximum - chips, funds), "aria-label": "Chips to bring" });
    const button = el("button", { type: "button", class: "primary big", data: { seatAct: name }, onclick: act });
    const label = () => {
      this.amount = Number(input.value);
      const what = `${first ? "refill and " : ""}${words} with ${money.text(this.amount)}`;
      button.textContent = `${what[0].toUpperCase()}${what.slice(1)}`;
    };
    input.addEventListener("input", label);
    label();
    const why = first && el("p", { class: "note" }, `Your wallet holds ${money.text(purse.wallet)}. Refills are free: they bring it to ${money.text(purse.refill_to)}.`);
    return [el("div", { class: "buy-in" }, el("label", { class: "range" }, "Bring", input), button, why)];
  }

  /** The amount to bring, within the limits and what there is. @param {number} least @param {number} most @param {number} funds */
  #usual(least, most, funds) {
    return Math.max(least, Math.min(this.amount || this.table.boot.buy_in.usual || least, most, funds));
  }

  /** Bring chips, from a refilled wallet if it holds too few. One click is one of these, however often it is pressed. @param {number} amount @param {() => Promise<any>} bring */
  async #with(amount, bring) {
    if (this.busy) return;
    this.busy = true;
    try {
      if (this.table.purse.wallet >= amount || (await this.on.refill())) await bring();
    } finally {
      this.busy = false;
    }
  }

  /** @param {import("./state.js").SeatInfo} mine */
  #buyIn(mine) {
    return this.#with(this.amount, async () => {
      const answer = await this.on.ask({ do: "rebuy", amount: this.amount });
      if (answer.is !== "done") return;
      // The clock may have made somebody sit out who had too little for a bet.
      if (mine.chips && mine.sits_out) await this.on.ask({ do: "sit_in" });
      const { frame, connection } = this.table;
      if (frame?.state === "showing" && frame.round) connection.tell({ do: "ready", table: frame.table, round: frame.round.id });
    });
  }

  /** @param {number} seat 0 is any @param {boolean} [refill] whether the person has said that the wallet may be refilled for it */
  sit(seat, refill = false) {
    const { frame, boot, money, purse } = this.table;
    if (!frame || !boot.person) return;
    const { minimum, maximum } = boot.buy_in;
    const funds = refill ? this.means(minimum).funds : purse.wallet;
    if (funds < minimum) return this.on.say(`A seat here takes at least ${money.text(minimum)}, and your wallet holds ${money.text(purse.wallet)}.`);
    const buy_in = this.#usual(minimum, maximum, funds);
    const full = frame.seats.length >= boot.seats;
    this.#with(buy_in, () => this.on.ask(full ? { do: "queue", buy_in } : { do: "sit", buy_in, seat }));
  }

  /** @param {number} amount */
  rebuy(amount) {
    if (amount > 0) this.on.ask({ do: "rebuy", amount });
  }

  /** Ask how many more chips. */
  more() {
    const panel = byId("more-chips");
    this.#offerMore();
    panel.onclose = () => {
      if (panel.returnValue === "buy") this.rebuy(Number(byId("more-chips-amount").value));
      panel.returnValue = "";
    };
    panel.showModal();
  }

  /** What may be bought now: at most up to the table's limit, and no more than the wallet holds. */
  #offerMore() {
    const { frame, boot, money, purse } = this.table;
    const mine = this.#mine(frame);
    const chips = mine?.chips ?? 0;
    const unit = boot.house.table_unit;
    const most = Math.min(boot.buy_in.maximum - chips, purse.wallet);
    const least = Math.max(boot.buy_in.minimum - chips, Math.min(unit, most));
    const playing = Boolean(frame?.round?.view.seats.some((/** @type {any} */ seat) => seat.seat === mine?.seat));
    const buys = most >= least && most > 0;
    hide(byId("more-chips-field"), !buys);
    hide(byId("more-chips-buy"), !buys);
    const refill = byId("more-chips-refill");
    hide(refill, !this.refill);
    refill.textContent = `Refill the wallet to ${money.text(purse.refill_to)}`;
    byId("more-chips-says").textContent = buys
      ? `You have ${money.text(chips)} here and ${money.text(purse.wallet)} in your wallet; the table allows ${money.text(boot.buy_in.maximum)}.${playing ? " During a round they come when it is over." : ""}`
      : `You have ${money.text(chips)} here. ${chips >= boot.buy_in.maximum ? `That is as much as this table allows (${money.text(boot.buy_in.maximum)}).` : `Your wallet holds ${money.text(purse.wallet)}, and it takes at least ${money.text(Math.max(boot.buy_in.minimum - chips, unit))}.`}`;
    const input = byId("more-chips-amount");
    Object.assign(input, { min: String(least), max: String(most), step: String(unit), value: String(Math.min(most, Math.max(least, (boot.buy_in.usual ?? 0) - chips, unit))) });
    const label = () => (byId("more-chips-buy").textContent = `Add ${money.text(Number(input.value))}`);
    input.oninput = label;
    label();
  }

  /** Somebody without a name enters as a guest and comes back to this table. */
  #enter() {
    const { boot } = this.table;
    const next = `${location.pathname}${location.search ? `${location.search}&` : "?"}sit=1`;
    return el("form", { method: "post", action: boot.urls?.enter ?? "/enter", class: "buy-in" },
      el("input", { type: "hidden", name: "csrf", value: boot.csrf }), el("input", { type: "hidden", name: "next", value: next }),
      el("button", { class: "primary big" }, "Play as a guest with play chips"));
  }
}
