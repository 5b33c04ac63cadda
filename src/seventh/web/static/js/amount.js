// @ts-check
// An amount of chips: a text box and a slider, kept in sync and within the limits.
import { el } from "./dom.js";

export class Amount {
  /**
   * @param {import("./money.js").Money} money
   * @param {{label: string, least: number, most: number, step: number, value: number}} how
   * @param {(amount: number) => void} changed
   */
  constructor(money, { label, least, most, step, value }, changed) {
    this.money = money;
    this.least = least;
    this.most = most;
    this.step = step;
    this.changed = changed;
    const limits = least < most ? `${money.text(least)} to ${money.text(most)}` : `exactly ${money.text(most)}`;
    this.hint = el("span", { class: "note", id: `limits-${label.toLowerCase()}` }, limits);
    this.field = el("input", { type: "text", inputmode: "decimal", size: 7, "aria-describedby": this.hint.id });
    // The slider is for pointer users; keyboard and screen-reader users have the text box.
    this.slider = el("input", { type: "range", min: least, max: most, step, tabindex: -1, "aria-hidden": "true" });
    this.element = el("div", { class: "amount-field" }, el("label", {}, label, " ", this.field), this.slider, this.hint);
    this.value = this.#within(value);
    this.#write();
    this.slider.addEventListener("input", () => this.#become(Number(this.slider.value), true));
    this.field.addEventListener("input", () => this.#become(money.parse(this.field.value), false));
    this.field.addEventListener("change", () => this.#write());
  }

  /** @param {number} amount */
  #within(amount) {
    const inside = Math.min(this.most, Math.max(this.least, amount));
    return inside === this.most ? inside : inside - ((inside - this.least) % this.step);
  }

  /** An amount outside the limits is marked as invalid, and replaced by the nearest valid one on blur. @param {number | null} amount @param {boolean} writes */
  #become(amount, writes) {
    const right = amount !== null && amount >= this.least && amount <= this.most;
    this.field.toggleAttribute("aria-invalid", !right);
    if (amount === null) return;
    this.value = this.#within(amount);
    if (writes) this.#write();
    else this.slider.value = String(this.value);
    this.changed(this.value);
  }

  #write() {
    this.field.value = this.money.text(this.value);
    this.slider.value = String(this.value);
    this.field.removeAttribute("aria-invalid");
  }
}
