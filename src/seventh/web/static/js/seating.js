// @ts-check
// Taking a seat, leaving it, and chips for it: buttons that stand beside the actions.
import { byId, el, hide } from "./dom.js";

export class Seating {
  /** @param {any} table @param {{ask: (frame: Record<string, any>) => Promise<any>, say: (text: string) => void}} on */
  constructor(table, on) {
    this.table = table;
    this.on = on;
    this.amount = 0;
    this.busy = false;
    /** @type {Element[]} */
    this.elements = [];
    /** Names the state of affairs that is drawn: nothing is drawn anew without need, so that focus stays where it is. */
    this.key = "";
    byId("more-chips-refill").addEventListener("click", async () => (await this.table.wallet.refill()) && this.#offerMore());
  }

  /** The chips that can be brought: the wallet, refilled first if it does not hold enough. @param {number} least */
  means(least) {
    const { holds, adds } = this.table.wallet;
    return holds >= least ? { funds: holds, first: false } : { funds: holds + adds, first: true };
  }

  /** The own seat. @param {import("./state.js").TableFrame | null} frame */
  #mine(frame) {
    return frame?.seats.find((seat) => seat.seat === frame.you?.seat);
  }

  /** What keeps somebody who sits here from playing on; empty if nothing. @param {import("./state.js").TableFrame} frame */
  short(frame) {
    const { money } = this.table;
    const { least } = this.table.layout;
    const mine = this.#mine(frame);
    if (!mine || mine.leaving || mine.chips >= least) return "";
    return mine.chips ? `You have ${money.text(mine.chips)} here, less than the smallest bet of ${money.text(least)}.` : "You are out of chips at this table.";
  }

  /** Draw the buttons; those of somebody who sits go to the dock's head, the others stand among the actions. @param {import("./state.js").TableFrame} frame @param {boolean} watches whether something is still moving @returns {Element[]} */
  buttons(frame, watches) {
    const { boot, wallet } = this.table;
    const mine = this.#mine(frame);
    const full = frame.seats.length >= boot.seats;
    const short = watches ? "" : this.short(frame);
    const key = JSON.stringify([mine?.sits_out, mine?.leaving, mine ? short : full, mine && !short ? 0 : [wallet.holds, wallet.adds, wallet.nextRefill]]);
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
    return this.#bring(0, full ? "queue" : "sit", full ? "wait for a seat" : "sit down", (amount) => this.sit(0, amount));
  }

  /** @param {import("./state.js").SeatInfo} mine */
  #broke(mine) {
    return this.#bring(mine.chips, "buy_in", "buy in", (amount) => this.#buyIn(mine, amount));
  }

  /** An amount to bring and the button that does it, or why there is no way now. @param {number} chips already there @param {string} name @param {string} words @param {(amount: number) => void} act */
  #bring(chips, name, words, act) {
    const { boot, money, wallet } = this.table;
    const unit = boot.unit;
    const least = Math.max(boot.buy_in.minimum - chips, unit);
    const { funds, first } = this.means(least);
    if (funds < least) {
      const later = wallet.nextRefill ? ` Your next refill is possible from ${new Date(wallet.nextRefill).toLocaleString([], { weekday: "short", hour: "2-digit", minute: "2-digit" })}.` : "";
      return [el("p", { class: "note" }, `It takes at least ${money.text(least)} to ${words}, and your wallet holds ${money.text(wallet.holds)}.${later}`)];
    }
    const step = Math.max(unit, Math.round(boot.buy_in.minimum / 4 / unit) * unit);
    const input = el("input", { type: "range", min: least, max: Math.min(boot.buy_in.maximum - chips, funds), step, value: this.#usual(least, boot.buy_in.maximum - chips, funds), "aria-label": "Chips to bring" });
    const button = el("button", { type: "button", class: "primary big", data: { seatAct: name }, onclick: () => act(Number(input.value)) });
    const label = () => {
      const what = `${first ? "refill and " : ""}${words} with ${money.text(Number(input.value))}`;
      button.textContent = `${what[0].toUpperCase()}${what.slice(1)}`;
    };
    input.addEventListener("input", () => {
      this.amount = Number(input.value);
      label();
    });
    label();
    const why = `Your wallet holds ${money.text(wallet.holds)}.${first ? ` Refills are free: they bring it to ${money.text(wallet.refillTo)}.` : ""}`;
    return [el("div", { class: "buy-in" }, el("label", { class: "range" }, "Bring", input), button, el("p", { class: "note" }, why))];
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
      if (this.table.wallet.holds >= amount || (await this.table.wallet.refill())) await bring();
    } finally {
      this.busy = false;
    }
  }

  /** @param {import("./state.js").SeatInfo} mine @param {number} amount */
  #buyIn(mine, amount) {
    return this.#with(amount, async () => {
      const answer = await this.on.ask({ do: "rebuy", amount });
      if (answer.is !== "done") return;
      // The clock may have made somebody sit out who had too little for a bet.
      if (mine.chips && mine.sits_out) await this.on.ask({ do: "sit_in" });
      const { frame, connection } = this.table;
      if (frame?.state === "showing" && frame.round) connection.tell({ do: "ready", table: frame.table, round: frame.round.id });
    });
  }

  /** @param {number} seat 0 is any @param {number} [amount] what was chosen, from a refilled wallet if need be; else the usual from the wallet as it is */
  sit(seat, amount = 0) {
    const { frame, boot, money, wallet } = this.table;
    if (!frame || !boot.person) return;
    const { minimum, maximum } = boot.buy_in;
    if (!amount && wallet.holds < minimum) return this.on.say(`A seat here takes at least ${money.text(minimum)}, and your wallet holds ${money.text(wallet.holds)}.`);
    const buy_in = amount || this.#usual(minimum, maximum, wallet.holds);
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
    const { frame, boot, money, wallet } = this.table;
    const mine = this.#mine(frame);
    const chips = mine?.chips ?? 0;
    const unit = boot.unit;
    const most = Math.min(boot.buy_in.maximum - chips, wallet.holds);
    const least = Math.max(boot.buy_in.minimum - chips, Math.min(unit, most));
    const playing = Boolean(frame?.round?.view.seats.some((/** @type {any} */ seat) => seat.seat === mine?.seat));
    const buys = most >= least && most > 0;
    hide(byId("more-chips-field"), !buys);
    hide(byId("more-chips-buy"), !buys);
    const refill = byId("more-chips-refill");
    hide(refill, !wallet.adds);
    refill.textContent = `Refill the wallet to ${money.text(wallet.refillTo)}`;
    byId("more-chips-says").textContent = buys
      ? `You have ${money.text(chips)} here and ${money.text(wallet.holds)} in your wallet; the table allows ${money.text(boot.buy_in.maximum)}.${playing ? " During a round they come when it is over." : ""}`
      : `You have ${money.text(chips)} here. ${chips >= boot.buy_in.maximum ? `That is as much as this table allows (${money.text(boot.buy_in.maximum)}).` : `Your wallet holds ${money.text(wallet.holds)}, and it takes at least ${money.text(Math.max(boot.buy_in.minimum - chips, unit))}.`}`;
    const input = byId("more-chips-amount");
    Object.assign(input, { min: String(least), max: String(most), step: String(unit), value: String(Math.min(most, Math.max(least, (boot.buy_in.usual ?? 0) - chips, unit))) });
    const label = () => (byId("more-chips-buy").textContent = `Add ${money.text(Number(input.value))}`);
    input.oninput = label;
    label();
  }

  /** What somebody typed about the seat or the chips; the answer is what to tell. @param {string} text */
  words(text) {
    const [word, amount] = text.split(" ");
    if (text === "sit" || text === "sit down") this.sit(0);
    else if (text === "refill") this.table.wallet.refill();
    else if (word === "rebuy" && amount) {
      const chips = this.table.money.parse(amount);
      if (!chips) return `“${amount}” is not an amount.`;
      this.rebuy(chips);
    } else if (word === "rebuy") this.more();
    else this.on.ask({ do: text.replace(" ", "_") });
    return "";
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
