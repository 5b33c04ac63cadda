// @ts-check
// The wallet: its balance, and when it can be refilled.
import { hide, write } from "./dom.js";
import { Money } from "./money.js";

/** @typedef {{wallet: number, refill_to: number, next_refill: number}} Balance */

/** An amount of chips in words. @param {number} amount */
const text = (amount) => new Money(JSON.parse(document.documentElement.dataset.money ?? "{}")).text(amount);

/** The amount a refill would add now. @param {Balance} balance @param {number} now server time */
const adds = (balance, now) => (now < balance.next_refill ? 0 : Math.max(balance.refill_to - balance.wallet, 0));

/** Update the wallet everywhere on the page, and show the refill button if a refill is possible. @param {Balance} balance @param {number} now */
export function showWallet(balance, now) {
  for (const place of document.querySelectorAll("[data-wallet]")) write(place, text(balance.wallet));
  const form = document.querySelector("form.refill");
  if (form) hide(/** @type {HTMLElement} */ (form), !adds(balance, now));
}

/** The viewer's current wallet at a table, independent of the frame being shown. */
export class Wallet {
  /** @param {Partial<Balance> | null} person @param {import("./connection.js").Connection} connection @param {{table: string, changed: () => void, say: (text: string) => void}} on `table` is this one */
  constructor(person, connection, on) {
    this.connection = connection;
    this.on = on;
    /** @type {Balance} */
    this.balance = { wallet: person?.wallet ?? 0, refill_to: person?.refill_to ?? 0, next_refill: person?.next_refill ?? 0 };
    connection.addEventListener("frame", (event) => {
      const tell = /** @type {CustomEvent} */ (event).detail;
      if (tell.is === "welcome" || tell.is === "wallet") this.#see(tell);
      if (tell.is === "table" && tell.you) this.#see(tell.you);
      // What this table gives back is on the screen when its result is.
      if (tell.is === "wallet" && tell.told && tell.table !== on.table) on.say(tell.told);
    });
  }

  /** @param {Partial<Balance>} told */
  #see({ wallet = 0, refill_to = this.balance.refill_to, next_refill = this.balance.next_refill }) {
    const now = { wallet, refill_to, next_refill };
    if (JSON.stringify(now) === JSON.stringify(this.balance)) return;
    this.balance = now;
    clearTimeout(this.timer);
    const wait = next_refill - this.connection.now();
    if (wait > 0) this.timer = setTimeout(this.on.changed, wait + 50);
    this.on.changed();
  }

  get holds() {
    return this.balance.wallet;
  }

  get refillTo() {
    return this.balance.refill_to;
  }

  /** When the next refill is possible, if the room limits refills and none is possible now; otherwise 0. */
  get nextRefill() {
    return this.connection.now() < this.balance.next_refill ? this.balance.next_refill : 0;
  }

  /** The amount a refill would add now. */
  get adds() {
    return adds(this.balance, this.connection.now());
  }

  /** Refill the wallet; returns whether it succeeded. */
  async refill() {
    const answer = await this.connection.ask({ do: "refill" });
    const done = answer.is === "done";
    this.on.say(done ? `Wallet refilled to ${text(this.balance.refill_to)}.` : `${answer.why[0].toUpperCase()}${answer.why.slice(1)}.`);
    return done;
  }
}
