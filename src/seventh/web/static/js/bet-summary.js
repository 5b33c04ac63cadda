// @ts-check
// The bets in one line: in full, or as short as the space requires, but never cut.
import { capital, write } from "./dom.js";
import { total } from "./state.js";

/**
 * The bets in words, the longest wording first.
 * @param {any} table @param {Record<string, number>} slip @param {Record<string, number>} awards what each could win at most
 * @param {string[]} fixed those that win just that
 * @returns {string[]}
 */
export function wordings({ money, title }, slip, awards, fixed) {
  const wagers = Object.keys(slip).filter((wager) => slip[wager]);
  const [best] = wagers.filter((wager) => awards[wager]).sort((one, other) => awards[other] - awards[one]);
  const wins = (/** @type {string} */ wager) => `wins ${fixed.includes(wager) ? "" : "up to "}${money.text(awards[wager])}`;
  const listed = (/** @type {boolean} */ full) => capital(wagers.map((wager) => `${title(wager)} ${money.text(slip[wager])}${awards[wager] && full ? ` (${wins(wager)})` : ""}`).join(" \u00b7 "));
  const sum = money.text(total(slip));
  if (!best) return [listed(false), sum];
  const most = wins(best);
  // Behind the last of several bets, one figure would be taken for all of them.
  return [listed(true), `${listed(false)}; ${wagers.length > 1 ? `${title(best)} ` : ""}${most}`, wagers.length > 1 ? `${wagers.length} bets, ${sum}; ${title(best)} ${most}` : capital(most), capital(most)];
}

export class BetSummary {
  /** @param {HTMLElement} line @param {HTMLElement} box the space there is */
  constructor(line, box) {
    this.line = line;
    this.box = box;
    /** @type {string[]} */
    this.texts = [];
    this.key = "";
    new ResizeObserver(() => this.#fit()).observe(box);
  }

  /** @param {string[]} texts the longest first @param {string} [below] what stands below, in the same space */
  show(texts, below = "") {
    const key = [...texts, below].join("\n");
    if (key === this.key) return;
    this.key = key;
    this.texts = texts;
    this.#fit();
  }

  #fit() {
    for (const text of this.texts) {
      write(this.line, text);
      if (this.box.scrollHeight <= this.box.clientHeight + 1 && this.line.scrollWidth <= this.line.clientWidth + 1) return;
    }
  }
}
