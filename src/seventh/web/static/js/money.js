// @ts-check
// Formatting and parsing amounts, which are counted in smallest chips.

/** Created once: formatting without a shared formatter is much slower. */
const WHOLE = new Intl.NumberFormat("en-US");

export class Money {
  /** @param {{currency: string, chips_per_unit: number, worth?: number}} house `worth` is what each chip counts for, if not one */
  constructor(house) {
    this.currency = house.currency;
    this.unit = house.chips_per_unit;
    this.worth = house.worth ?? 1;
    this.digits = String(this.unit - 1).length;
  }

  /** `$1,250` or `$2.50`. @param {number} amount */
  text(amount) {
    const size = Math.abs(amount) * this.worth;
    const whole = Math.floor(size / this.unit);
    const rest = size % this.unit;
    const part = rest ? `.${String(rest).padStart(this.digits, "0")}` : "";
    return `${amount < 0 ? "\u2212" : ""}${this.currency}${WHOLE.format(whole)}${part}`;
  }

  /** With a sign: `+$5`, `−$5`, `$0`. @param {number} amount */
  signed(amount) {
    return amount > 0 ? `+${this.text(amount)}` : this.text(amount);
  }

  /** Parse a typed amount; null if invalid. A comma separates thousands only: in `1,5` it would be another amount. @param {string} word */
  parse(word) {
    const plain = word.replace(this.currency, "").trim();
    if (!/^(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(plain)) return null;
    const amount = Number(plain.replaceAll(",", "")) * this.unit;
    return Number.isInteger(Math.round(amount * 1e6) / 1e6) ? Math.round(amount) : null;
  }
}

/** The net result of a settled wager, or a word where the amount alone would mislead. @param {Money} money @param {{net?: number, returned?: number, payoff: number, amount: number, result: string}} line */
export function netWords(money, line) {
  const net = line.net ?? (line.returned ?? 0) + line.payoff - line.amount;
  return net ? money.signed(net) : line.result === "push" || line.result === "void" ? line.result : money.text(0);
}
