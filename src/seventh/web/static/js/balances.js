// @ts-check
// The player's balances: wallet, stack, chips in play and net result in the bar, with details in a panel.
import { byId, el, mark, write } from "./dom.js";
import { total } from "./state.js";

/** @typedef {{table: string, name: string, url: string, chips: number, in_play: number}} MySeat */

/** A table of one's own is named "Your … table"; within a sentence, without the capital. @param {string} name */
const inSentence = (name) => name.replace(/^Your /, "your ");

export class Balances {
  /** @param {any} table */
  constructor(table) {
    this.table = table;
    /** Seats at other tables. @type {MySeat[]} */
    this.elsewhere = [];
    this.#others(table.boot.person?.seats ?? []);
    /** @type {{stack: number, inPlay: number} | null} */
    this.here = null;
    this.net = 0;
    /** The wallet as shown. */
    this.wallet = table.wallet.holds;
    /** The chips at the seat when the round began. */
    this.began = { round: "", chips: 0 };
    byId("balances").addEventListener("click", () => this.#lookAround());
  }

  /** @param {MySeat[]} seats */
  #others(seats) {
    this.elsewhere = seats.filter((seat) => seat.table !== this.table.boot.table);
  }

  /** Update the balances at other tables. */
  async #lookAround() {
    this.#list();
    try {
      const answer = await fetch("/api/me");
      if (answer.ok) this.#others((await answer.json()).seats);
    } catch {
      // Offline: keep the old values.
    }
    this.#list();
  }

  /** @param {import("./state.js").TableFrame} frame @param {import("./state.js").Model} model the table as displayed, which an animation may keep behind the frame @param {boolean} [animated] whether it does: then the frame's own figures would reveal the result */
  show(frame, model, animated = false) {
    const { boot, money, wallet, leaving } = this.table;
    const mine = frame.seats.find((seat) => seat.seat === frame.you?.seat);
    // The chips of a player who leaves are in the wallet before the result is on the screen: there they move after it.
    const moved = mine?.left && !animated;
    if (!animated && (moved || !leaving.takes(mine))) this.wallet = wallet.holds;
    const place = mine && model.places.get(mine.seat);
    if (mine && frame.round && frame.round.view.phase !== "closed") this.began = { round: frame.round.id, chips: mine.chips };
    // Chips bought during a round arrive with its end.
    const stack = moved ? 0 : place && (animated || model.phase !== "closed" || mine.leaving) ? place.stack : (mine?.chips ?? 0);
    this.here = mine ? { stack, inPlay: place ? this.#inPlay(place, model) : 0 } : null;
    const { inPlay } = this.here ?? { inPlay: 0 };
    if (!animated) this.net = mine ? (frame.you?.net ?? 0) : 0;
    mark(byId("balances"), "data-seated", mine ? "yes" : "");
    write(byId("wallet"), boot.person ? money.text(this.wallet) : "");
    write(byId("stack"), mine ? money.text(stack) : "\u2013");
    write(byId("in-play"), mine ? money.text(inPlay) : "\u2013");
    write(byId("net"), mine ? money.signed(this.net) : "\u2013");
    mark(byId("net"), "class", this.net > 0 ? "up" : this.net < 0 ? "down" : "");
    if (byId("chips-panel").open) this.#list();
  }

  /** The seat's chips in bets and pots. @param {import("./state.js").Place} place @param {import("./state.js").Model} model */
  #inPlay(place, model) {
    if (model.phase === "closed") return 0;
    if (this.table.layout.spots.length) return total(place.wagers);
    const awarded = [...model.places.values()].some((other) => other.won);
    return awarded || this.began.round !== model.round ? 0 : Math.max(0, this.began.chips - place.stack);
  }

  #list() {
    const { boot, money } = this.table;
    const line = (/** @type {string | Element} */ where, /** @type {number} */ chips, kind = "") => el("div", { class: kind }, el("dt", {}, where), el("dd", {}, money.text(chips)));
    const here = this.here ? [line(`In front of you at ${inSentence(boot.name)}`, this.here.stack), line("In bets and pots here", this.here.inPlay)] : [];
    const others = this.elsewhere.map((seat) => line(el("a", { href: seat.url }, `At ${inSentence(seat.name)}`), seat.chips + seat.in_play));
    const all = this.wallet + (this.here ? this.here.stack + this.here.inPlay : 0) + this.elsewhere.reduce((sum, seat) => sum + seat.chips + seat.in_play, 0);
    byId("chips-list").replaceChildren(line("In your wallet", this.wallet), ...here, ...others, line("Total", all, "sum"));
    const net = this.here ? (this.net ? `Since you sat down here you have ${this.net > 0 ? "won" : "lost"} ${money.text(Math.abs(this.net))}.` : "You have broken even since you sat down here.") : "You are not seated at this table.";
    write(byId("chips-net"), net);
  }
}
