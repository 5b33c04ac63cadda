// @ts-check
// The wallet: what is in it, and when it can be refilled.
import { hide, write } from "./dom.js";
import { Money } from "./money.js";

/** @typedef {{wallet: number, refill_to: number, next_refill: number}} Purse */

/** What a refill would add now; 0 if nothing. @param {Purse} purse @param {number} now on the server's clock */
export const refillAdds = (purse, now) => (now < purse.next_refill ? 0 : Math.max(purse.refill_to - purse.wallet, 0));

/** Write the wallet wherever the page shows it, and offer a refill if there is one. @param {Purse} purse @param {number} now */
export function showWallet(purse, now) {
  const money = new Money(JSON.parse(document.documentElement.dataset.money ?? "{}"));
  for (const place of document.querySelectorAll("[data-wallet]")) write(place, money.text(purse.wallet));
  const form = document.querySelector("form.refill");
  if (form) hide(/** @type {HTMLElement} */ (form), !refillAdds(purse, now));
}
