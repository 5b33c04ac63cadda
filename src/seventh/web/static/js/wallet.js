// @ts-check
// The wallet: what is in it, and when it can be refilled.
import { hide, write } from "./dom.js";
import { Money } from "./money.js";

/** @typedef {{wallet: number, refill_to: number, next_refill: number}} Purse */

/** What a refill would add now; 0 if nothing. @param {Purse} purse @param {number} now on the server's clock */
const adds = (purse, now) => (now < purse.next_refill ? 0 : Math.max(purse.refill_to - purse.wallet, 0));

/** Write the wallet wherever a page shows it, and offer a refill if there is one. @param {Purse} purse @param {number} now */
export function showWallet(purse, now) {
  const money = new Money(JSON.parse(document.documentElement.dataset.money ?? "{}"));
  for (const place of document.querySelectorAll("[data-wallet]")) write(place, money.text(purse.wallet));
  const form = document.querySelector("form.refill");
  if (form) hide(/** @type {HTMLElement} */ (form), !adds(purse, now));
}

/** The wallet of somebody at a table, as it is now, whatever the frame on the screen says. */
export class Wallet {
  /** @param {Partial<Purse> | null} person @param {import("./connection.js").Connection} connection @param {{changed: () => void, say: (text: string) => void}} on */
  constructor(person, connection, on) {
    this.connection = connection;
    this.on = on;
    /** @type {Purse} */
    this.purse = { wallet: person?.wallet ?? 0, refill_to: person?.refill_to ?? 0, next_refill: person?.next_refill ?? 0 };
    connection.addEventListener("frame", (event) => {
      const tell = /** @type {CustomEvent} */ (event).detail;
      if (tell.is === "welcome" || tell.is === "wallet") this.#see(tell);
      if (tell.is === "table" && tell.you) this.#see(tell.you);
    });
  }

  /** @param {Partial<Purse>} told */
  #see({ wallet = 0, refill_to = this.purse.refill_to, next_refill = this.purse.next_refill }) {
    const now = { wallet, refill_to, next_refill };
    if (JSON.stringify(now) === JSON.stringify(this.purse)) return;
    this.purse = now;
    clearTimeout(this.timer);
    const wait = next_refill - this.connection.now();
    if (wait > 0) this.timer = setTimeout(this.on.changed, wait + 50);
    this.on.changed();
  }

  get holds() {
    return this.purse.wallet;
  }

  get refillTo() {
    return this.purse.refill_to;
  }

  /** When the next refill is possible, if the room limits them and there is none now; else 0. */
  get nextRefill() {
    return this.connection.now() < this.purse.next_refill ? this.purse.next_refill : 0;
  }

  /** What a refill would add now. */
  get adds() {
    return adds(this.purse, this.connection.now());
  }

  /** Fill it up; answers with whether that was done. */
  async refill() {
    const answer = await this.connection.ask({ do: "refill" });
    const done = answer.is === "done";
    this.on.say(done ? "Your wallet is refilled." : `${answer.why[0].toUpperCase()}${answer.why.slice(1)}.`);
    return done;
  }
}
