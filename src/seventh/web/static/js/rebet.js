// @ts-check
// After a round: rebet with one press, or change bets; without bets, the next hand. The result stays on the screen until then.
import { el } from "./dom.js";
import { hintKeys } from "./settings.js";
import { total } from "./state.js";

/** Milliseconds during which the buttons ignore clicks, so that a double click on the previous button does not rebet. */
const UNTIL_PRESSED = 350;

export class Rebet {
  /** @param {any} table @param {{bets: () => any, blocked: () => boolean, redraw: () => void}} page */
  constructor(table, page) {
    this.table = table;
    this.page = page;
    /** @type {Record<string, number>} */
    this.amounts = {};
    /** What is said about the bets offered. */
    this.note = "";
    this.since = 0;
    this.drawn = "";
    /** The id of the round after which the player continued. */
    this.left = "";
    this.again = el("button", { type: "button", class: "act primary", "aria-keyshortcuts": "Enter", data: { act: "again" }, onclick: () => this.go(total(this.amounts) ? { amounts: this.amounts } : {}) }, el("span"), el("kbd", { "aria-hidden": "true" }, "Enter"));
    this.other = el("button", { type: "button", class: "act quiet", data: { act: "other-bets" }, onclick: () => this.go({ spot: "" }) }, el("span", {}, "Change bets"));
    this.elements = [el("div", { class: "again go" }, this.other, this.again)];
  }

  /** Whether the rebet buttons are shown. */
  get offered() {
    return Boolean(this.drawn);
  }

  /** Whether the player has continued already. */
  get chosen() {
    return this.left === this.table.frame?.round?.id;
  }

  /** Continue to the next round, placing these wagers at once, only laying them out, setting those named, or starting with a spot. @param {{amounts?: Record<string, number>, lay?: Record<string, number>, named?: Record<string, number>, spot?: string}} next */
  go(next) {
    const round = this.table.frame?.round;
    if (!round || this.page.blocked()) return;
    this.left = round.id;
    const bets = this.page.bets();
    if (bets) bets.next = { after: round.id, ...next };
    this.table.connection.tell({ do: "ready", table: this.table.boot.table, round: round.id });
    this.page.redraw();
  }

  /** @param {import("./state.js").TableFrame} frame @returns {Element[]} */
  buttons(frame) {
    const bets = this.page.bets();
    const mine = frame.seats.find((seat) => seat.seat === frame.you?.seat);
    // Where a time limit ends the result, only betting can be ahead of it.
    const over = (bets || !frame.until) && !this.page.blocked() && frame.state === "showing" && frame.round && mine && !mine.leaving && !mine.sits_out && mine.chips >= this.table.layout.least;
    if (!over) return this.#gone();
    const key = `${frame.round?.id} ${mine.chips} ${this.left}`;
    if (key !== this.drawn) {
      if (!this.drawn) this.#appear();
      this.drawn = key;
      this.amounts = bets?.usual(mine.chips) ?? {};
      this.note = bets?.uncovered(mine.chips) ?? "";
      const label = total(this.amounts) ? bets.label(this.amounts, bets.isLast(this.amounts)) : bets ? "Next round" : "Next hand";
      this.other.hidden = !bets;
      hintKeys(this.elements[0]);
      /** @type {Element} */ (this.again.firstElementChild).textContent = label;
    }
    this.#enable(frame.round?.id !== this.left);
    return this.elements;
  }

  #appear() {
    this.since = performance.now();
    setTimeout(() => this.#enable(true), UNTIL_PRESSED + 10);
  }

  /** @param {boolean} may */
  #enable(may) {
    const young = performance.now() - this.since < UNTIL_PRESSED;
    for (const button of [this.again, this.other]) button.disabled = young || !may;
  }

  #gone() {
    this.drawn = this.note = "";
    for (const element of this.elements) element.remove();
    return [];
  }
}
