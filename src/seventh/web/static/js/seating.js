// @ts-check
// Taking a seat and adding chips: the seat buttons.
import { Amount } from "./amount.js";
import { Breaks } from "./breaks.js";
import { byId, capital, el, hide } from "./dom.js";
import { Leaving } from "./leaving.js";
import { shut, waiting } from "./prompt.js";
import { mySeat } from "./state.js";


/** Label a button with its amount; without one it cannot be pressed, whatever else is enabled. @param {HTMLButtonElement} button @param {string} words @param {string} amount */
function offer(button, words, amount) {
  button.textContent = `${amount ? words : words.replace(/ with$/, "")} ${amount}`.trim();
  button.toggleAttribute("data-lacks-amount", !amount);
  button.disabled = !amount;
}

export class Seating {
  /** @param {any} table @param {{ask: (frame: Record<string, any>) => Promise<any>, say: (text: string) => void}} on */
  constructor(table, on) {
    this.table = table;
    this.on = on;
    this.amount = 0;
    this.leaving = table.leaving = new Leaving(table, on.ask);
    this.breaks = new Breaks(table, { ask: on.ask, leave: () => this.leaving.leave() });
    /** Whether they asked for a seat and wait for it. */
    this.queued = false;
    this.busy = false;
    /** @type {Element[]} */
    this.elements = [];
    /** Identifies the drawn state: nothing is redrawn without need, to keep the focus. */
    this.key = "";
    byId("more-chips-refill").addEventListener("click", async () => (await this.table.wallet.refill()) && this.more());
  }

  /** The chips available for a buy-in: the wallet, refilled first if it does not cover the minimum. @param {number} least */
  means(least) {
    const { holds, adds } = this.table.wallet;
    return holds >= least ? { funds: holds, first: false } : { funds: holds + adds, first: true };
  }

  /** Why the seated viewer cannot continue; empty if they can. @param {import("./state.js").TableFrame} frame */
  short(frame) {
    const { money } = this.table;
    const { least } = this.table.layout;
    const mine = mySeat(frame);
    if (!mine || mine.leaving || mine.chips >= least) return "";
    return mine.chips ? `You have ${money.text(mine.chips)} at this table, less than the minimum bet of ${money.text(least)}.` : "You are out of chips at this table.";
  }

  /** Whether the viewer still has a hand or a decision in the round. @param {import("./state.js").TableFrame} frame */
  #plays(frame) {
    const view = frame.round?.view;
    const line = view?.seats.find((/** @type {any} */ seat) => seat.seat === frame.you?.seat);
    return Boolean(line && view.phase !== "closed" && !["folded", "mucked", "out", "void"].includes(line.status));
  }

  /** What a seated viewer who is not playing is told: that they were removed, that they sit out, or that their time ran out in this round. @param {import("./state.js").TableFrame} frame */
  out(frame) {
    const { missed } = this.table;
    const mine = mySeat(frame);
    if (mine?.leaving && this.table.removed) return this.table.removed;
    if (mine && !mine.leaving && frame.you?.stop?.why) return `${capital(frame.you.stop.why)}.`;
    if (!mine || mine.leaving || this.#plays(frame)) return "";
    const absence = frame.you?.absence ?? "";
    const waits = frame.state === "playing" ? waiting(frame, this.table) : "";
    if (mine.sits_out) return `${absence ? `${absence} You are sitting out.` : missed?.text ?? "You are sitting out."} ${waits}`.trim();
    return missed && missed.round === frame.round?.id && frame.state === "playing" ? `${absence || missed.text} ${waits}`.trim() : "";
  }

  /** Take the seat that the address asks for, once, and return to the lobby after leaving. @param {import("./state.js").TableFrame} frame */
  follow(frame) {
    const address = new URL(location.href);
    const wanted = address.searchParams.has("sit");
    if (wanted && (frame.you?.seat || this.table.boot.person)) {
      const amount = Number(address.searchParams.get("buy_in"));
      for (const name of ["sit", "buy_in"]) address.searchParams.delete(name); // not again when the page is reloaded
      history.replaceState(null, "", address);
      if (!frame.you?.seat) this.#arrive(amount);
    }
    if (mySeat(frame)) this.queued = this.table.arriving = false;
    this.leaving.follow(frame);
    this.breaks.follow(frame);
  }

  /** Take any seat. Until it is there, the table is laid out for it. @param {number} amount the chosen buy-in; 0 for the usual one */
  async #arrive(amount) {
    this.table.arriving = true;
    if (await this.sit(0, amount)) return;
    this.table.arriving = false;
    this.table.redraw();
  }

  /** Whether the viewer is on the waiting list. @param {import("./state.js").TableFrame} frame */
  #waits(frame) {
    // Where cards stay hidden, those without a seat see the list later.
    return !frame.you?.seat && (this.queued || Boolean(this.table.boot.person && frame.queue.includes(this.table.boot.person.name)));
  }

  /** What a viewer without a seat is told. @param {any} frame */
  watching(frame) {
    const why = frame.state === "waiting" ? (frame.host?.words ?? "") : "";
    const { name } = this.table.boot.person ?? {};
    const others = frame.queue.filter((/** @type {string} */ other) => other !== name);
    if (this.table.arriving) return "Sitting down…";
    if (!this.#waits(frame)) return ["You are watching.", others.length ? `On the waiting list: ${others.join(", ")}.` : "", why].filter(Boolean).join(" ");
    const place = Math.max(0, frame.queue.indexOf(name));
    const bots = frame.seats.filter((/** @type {any} */ seat) => seat.bot).length;
    if (bots > place) return `${place ? "You’ll get a seat soon" : "You’re next"}: a bot will give up its seat after this hand. ${why}`.trim();
    return `${place ? `You’re number ${place + 1} on the waiting list.` : "You’re next for a seat."} You’ll be seated automatically. ${why}`.trim();
  }

  /** Draw the buttons; those of a seated player go in the dock header, the others among the actions. @param {import("./state.js").TableFrame} frame @param {boolean} watches whether an animation is playing @returns {Element[]} */
  buttons(frame, watches) {
    const { boot, wallet } = this.table;
    const mine = mySeat(frame);
    const full = frame.seats.length >= boot.seats;
    const short = watches ? "" : this.short(frame);
    const back = Boolean(mine?.sits_out && !mine.leaving && !short && !watches && !this.#plays(frame));
    const leaves = this.leaving.takes(mine) ? this.leaving.says(frame) : "";
    const key = JSON.stringify([this.table.arriving, mine?.sits_out, Boolean(mine?.chips), back, leaves, mine ? short : full, !mine && [this.#waits(frame), this.#bots(frame), shut(frame)], mine && !short ? 0 : [wallet.holds, wallet.adds, wallet.nextRefill]]);
    if (key !== this.key) {
      this.key = key;
      for (const element of this.elements) element.remove();
      this.elements = mine ? (short ? this.#broke(mine) : back ? [this.#back()] : []) : this.#notSeated(frame, full);
      byId("seat-acts").replaceChildren(...(mine ? this.#seated(mine, Boolean(short), back, leaves) : []));
    }
    this.leaving.refresh();
    return this.elements;
  }

  #back() {
    return el("button", { type: "button", class: "primary big", data: { seatAct: "sit_in" }, onclick: () => this.on.ask({ do: "sit_in" }) }, "I’m back");
  }

  /** @param {import("./state.js").SeatInfo} mine @param {boolean} short @param {boolean} back whether the way back to the game is among the actions @param {string} leaves what is said to a player who is leaving */
  #seated(mine, short, back, leaves) {
    if (leaves) return [el("span", { class: "note" }, leaves)];
    const quiet = (/** @type {string} */ label, /** @type {string} */ what) =>
      el("button", { type: "button", class: "small seat-act", data: { seatAct: what }, onclick: () => this.on.ask({ do: what }) }, label);
    return [
      !short && !back && mine.chips > 0 && (mine.sits_out || !this.table.boot.own) && (mine.sits_out ? quiet("I’m back", "sit_in") : quiet("Sit out", "sit_out")),
      !short && el("button", { type: "button", class: "small seat-act", "aria-haspopup": "dialog", data: { seatAct: "rebuy" }, onclick: () => this.more() }, "Add chips"),
      el("button", { type: "button", class: "small seat-act", data: { seatAct: "leave" }, onclick: () => this.leaving.press() }, "Leave"),
    ].filter(Boolean);
  }

  /** @param {import("./state.js").TableFrame} frame */
  #bots(frame) {
    return frame.seats.some((seat) => seat.bot);
  }

  /** @param {import("./state.js").TableFrame} frame @param {boolean} full */
  #notSeated(frame, full) {
    if (!this.table.boot.person) return [this.#enter()];
    if (shut(frame) || this.table.arriving) return [];
    if (this.#waits(frame)) return [el("button", { type: "button", class: "act", data: { seatAct: "unqueue" }, onclick: () => this.#stopWaiting() }, "Leave the waiting list")];
    const words = !full ? "sit down" : this.#bots(frame) ? "take a bot’s seat" : "wait for a seat";
    return this.#bring(0, full ? "queue" : "sit", words, (amount) => this.sit(0, amount));
  }

  async #stopWaiting() {
    const answer = await this.on.ask({ do: "leave" });
    if (answer.is !== "done") return;
    this.queued = false;
    this.table.redraw();
  }

  /** @param {import("./state.js").SeatInfo} mine */
  #broke(mine) {
    return this.#bring(mine.chips, "buy_in", "buy in", (amount) => this.#buyIn(mine, amount));
  }

  /** A buy-in amount and its button, or why none is possible now. @param {number} chips already at the seat @param {string} name @param {string} words @param {(amount: number) => void} act */
  #bring(chips, name, words, act) {
    const { boot, money, wallet } = this.table;
    const least = Math.max(boot.buy_in.minimum - chips, boot.unit);
    const { funds, first } = this.means(least);
    if (funds < least) {
      const later = wallet.nextRefill ? ` Next refill available ${new Date(wallet.nextRefill).toLocaleString([], { weekday: "short", hour: "2-digit", minute: "2-digit" })}.` : "";
      return [el("p", { class: "note" }, `You need at least ${money.text(least)} to ${words}, and you have ${money.text(wallet.holds)} in your wallet.${later}`)];
    }
    const button = el("button", { type: "button", class: "primary big", data: { seatAct: name }, onclick: () => amount.value !== null && act(amount.value) });
    const label = (/** @type {number | null} */ chips) => offer(button, capital(`${first ? "refill and " : ""}${words}`), chips === null ? "" : `with ${money.text(chips)}`);
    const amount = this.#amount("Buy-in", least, boot.buy_in.maximum - chips, funds, label);
    const why = `You have ${money.text(wallet.holds)} in your wallet.${first ? ` A free refill tops it up to ${money.text(wallet.refillTo)}.` : ""}`;
    return [el("div", { class: "buy-in" }, amount.element, button, el("p", { class: "note" }, why))];
  }

  /** A field for the buy-in amount. @param {string} label @param {number} least @param {number} most @param {number} funds @param {(amount: number | null) => void} says */
  #amount(label, least, most, funds, says) {
    const { boot, money } = this.table;
    const changed = (/** @type {number | null} */ amount) => {
      this.amount = amount ?? this.amount;
      says(amount);
    };
    const field = new Amount(money, { label, least, most: Math.min(most, funds), step: boot.unit, value: this.#usual(least, most, funds) }, changed);
    says(field.value);
    return field;
  }

  /** The buy-in amount, within the limits and the funds. @param {number} least @param {number} most @param {number} funds */
  #usual(least, most, funds) {
    return Math.max(least, Math.min(this.amount || this.table.boot.buy_in.usual || least, most, funds));
  }

  /** Buy in, refilling the wallet first if needed. Further clicks are ignored until it is done. @param {number} amount @param {() => Promise<any>} bring */
  async #with(amount, bring) {
    if (this.busy) return false;
    this.busy = true;
    try {
      return (this.table.wallet.holds >= amount || (await this.table.wallet.refill())) && (await bring());
    } finally {
      this.busy = false;
    }
  }

  /** @param {import("./state.js").SeatInfo} mine @param {number} amount */
  #buyIn(mine, amount) {
    return this.#with(amount, async () => {
      const answer = await this.on.ask({ do: "rebuy", amount });
      if (answer.is !== "done") return;
      // A player too short for a bet may have been sat out by the clock.
      if (mine.chips && mine.sits_out) await this.on.ask({ do: "sit_in" });
      const { frame, connection } = this.table;
      if (frame?.state === "showing" && frame.round) connection.tell({ do: "ready", table: frame.table, round: frame.round.id });
    });
  }

  /** @param {number} seat 0 for any @param {number} [amount] the chosen amount, refilling the wallet if needed; otherwise the default buy-in from the wallet as it is @returns {Promise<boolean>} whether the seat is theirs */
  async sit(seat, amount = 0) {
    const { frame, boot, money, wallet } = this.table;
    if (!frame || !boot.person) return false;
    const { minimum, maximum } = boot.buy_in;
    if (!amount && wallet.holds < minimum) {
      this.on.say(`You need at least ${money.text(minimum)} to sit down, and you have ${money.text(wallet.holds)} in your wallet.`);
      return false;
    }
    const buy_in = amount || this.#usual(minimum, maximum, wallet.holds);
    const full = frame.seats.length >= boot.seats;
    return this.#with(buy_in, async () => {
      const answer = await this.on.ask(full ? { do: "queue", buy_in } : { do: "sit", buy_in, seat });
      this.queued = full && answer.is === "done";
      if (this.queued) this.table.redraw();
      return !full && answer.is === "done";
    });
  }

  /** @param {number} amount */
  rebuy(amount) {
    if (amount > 0) this.on.ask({ do: "rebuy", amount });
  }

  /** A free seat was pressed: ask for the buy-in. @param {number} seat */
  choose(seat) {
    const { boot, frame, money, wallet } = this.table;
    if (!frame || !boot.person) return;
    const { minimum, maximum } = boot.buy_in;
    const { funds, first } = this.means(minimum);
    if (funds < minimum) return this.sit(seat);
    const says = `You have ${money.text(wallet.holds)} in your wallet.${first ? ` It will be refilled to ${money.text(wallet.refillTo)} first.` : ""} Your remaining chips are returned to it when you leave.`;
    this.#panel({ title: `Sit down in seat ${seat}`, says, act: (amount) => this.sit(seat, amount), words: first ? "Refill and sit down with" : "Sit down with", least: minimum, most: maximum, funds });
  }

  /** Ask for an amount to add, up to the table maximum and the wallet balance. */
  more() {
    const { frame, boot, money, wallet, balances } = this.table;
    const mine = mySeat(frame);
    const chips = balances.here?.stack ?? 0; // as shown: the seat's own figure is ahead of the cards
    const most = Math.min(boot.buy_in.maximum - chips, wallet.holds);
    const least = Math.max(boot.buy_in.minimum - chips, Math.min(boot.unit, most));
    const playing = Boolean(frame?.round?.view.seats.some((/** @type {any} */ seat) => seat.seat === mine?.seat));
    const says = most >= least && most > 0
      ? `You have ${money.text(chips)} at this table and ${money.text(wallet.holds)} in your wallet; the table maximum is ${money.text(boot.buy_in.maximum)}.${playing ? " Chips you add during a round arrive when it is over." : ""}`
      : `You have ${money.text(chips)} at this table. ${chips >= boot.buy_in.maximum ? `That is at or above the table maximum of ${money.text(boot.buy_in.maximum)}.` : `You have ${money.text(wallet.holds)} in your wallet, and the minimum to add is ${money.text(Math.max(boot.buy_in.minimum - chips, boot.unit))}.`}`;
    this.#panel({ title: "Add chips", says, act: (amount) => this.rebuy(amount), words: "Add", least, most, funds: wallet.holds, refill: chips < boot.buy_in.maximum });
  }

  /** Ask for an amount. @param {{title: string, says: string, act: (amount: number) => void, words: string, least: number, most: number, funds: number, refill?: boolean}} how */
  #panel({ title, says, act, words, least, most, funds, refill = false }) {
    const { money, wallet } = this.table;
    const [panel, buy] = [byId("more-chips"), byId("more-chips-buy")];
    const buys = most >= least && most > 0;
    byId("more-chips-title").textContent = title;
    byId("more-chips-says").textContent = says;
    hide(buy, !buys);
    const field = buys ? this.#amount("Amount", least, most, funds, (amount) => offer(buy, words, amount === null ? "" : money.text(amount))) : null;
    byId("more-chips-field").replaceChildren(...(field ? [field.element] : []));
    hide(byId("more-chips-refill"), !refill || !wallet.adds);
    byId("more-chips-refill").textContent = `Refill wallet to ${money.text(wallet.refillTo)}`;
    panel.onclose = () => {
      if (panel.returnValue === "buy" && field && field.value !== null) {
        act(field.value);
        /** @type {HTMLElement} */ (document.activeElement)?.blur(); // Enter then means the main button, not this panel again
      }
      panel.returnValue = "";
    };
    if (!panel.open) panel.showModal();
  }

  /** A typed command about the seat or chips; returns the message to show. @param {string} text */
  words(text) {
    const [word, amount] = text.split(" ");
    if (text === "sit" || text === "sit down") this.sit(0);
    else if (text === "refill") this.table.wallet.refill();
    else if (word === "rebuy" && amount) {
      const chips = this.table.money.parse(amount);
      if (!chips) return `“${amount}” is not an amount.`;
      this.rebuy(chips);
    } else if (word === "rebuy") this.more();
    else if (text === "leave") {
      const question = this.leaving.question();
      if (question) return `${question} Type “leave” again to confirm.`;
      this.leaving.leave();
    }
    else this.on.ask({ do: text.replace(" ", "_") });
    return "";
  }

  /** A form for a visitor without an account: enter as a guest and return to this table. */
  #enter() {
    const { boot } = this.table;
    const next = `${location.pathname}${location.search ? `${location.search}&` : "?"}sit=1`;
    return el("form", { method: "post", action: boot.urls?.enter ?? "/enter", class: "buy-in" },
      el("input", { type: "hidden", name: "csrf", value: boot.csrf }), el("input", { type: "hidden", name: "next", value: next }),
      el("button", { class: "primary big" }, "Play as a guest for play chips"));
  }
}
