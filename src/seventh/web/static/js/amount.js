// @ts-check
// An amount of chips: a text box and a slider, kept in sync. Text that is no allowed amount is not replaced by another one.
import { el, mark, write } from "./dom.js";

export class Amount {
  /**
   * @param {import("./money.js").Money} money
   * @param {{label: string, least: number, most: number, step: number, value: number}} how `step` is the slider's
   * @param {(amount: number | null) => void} changed called with null while the text is not an allowed amount
   */
  constructor(money, { label, least, most, step, value }, changed) {
    this.money = money;
    this.least = least;
    this.most = most;
    this.step = step;
    this.changed = changed;
    this.hint = el("span", { class: "note", id: `limits-${label.toLowerCase()}`, role: "status" });
    this.field = el("input", { type: "text", inputmode: "decimal", size: 7, autocomplete: "off", "aria-describedby": this.hint.id });
    // The slider is for pointer users; keyboard and screen-reader users have the text box.
    // Its last step may be a shorter one: otherwise it would stop before the end.
    this.end = least + Math.ceil((most - least) / step) * step;
    this.slider = el("input", { type: "range", min: least, max: this.end, step, tabindex: -1, "aria-hidden": "true" });
    this.element = el("div", { class: "amount-field" }, el("label", {}, label, " ", this.field), this.slider, this.hint);
    /** The amount; null while the text is not an allowed one. @type {number | null} */
    this.value = Math.min(most, Math.max(least, value));
    this.#write();
    this.#judge();
    this.slider.addEventListener("input", () => {
      this.#become(Math.min(most, Number(this.slider.value)));
      this.#write();
    });
    this.field.addEventListener("input", () => this.#become(money.parse(this.field.value)));
    this.field.addEventListener("change", () => this.#write());
  }

  /** @param {number | null} amount */
  #become(amount) {
    this.value = amount !== null && amount >= this.least && amount <= this.most ? amount : null;
    this.#slide();
    this.#judge();
    this.changed(this.value);
  }

  /** Say what is allowed, and whether the text is. */
  #judge() {
    const [least, most] = [this.money.text(this.least), this.money.text(this.most)];
    const one = this.least >= this.most;
    const wrong = this.value === null;
    if (wrong) mark(this.field, "aria-invalid", "true");
    else this.field.removeAttribute("aria-invalid");
    this.hint.classList.toggle("field-problem", wrong);
    write(this.hint, wrong ? (one ? `Enter ${most}.` : `Enter an amount from ${least} to ${most}.`) : one ? `exactly ${most}` : `${least} to ${most}`);
  }

  #write() {
    if (this.value === null) return;
    this.field.value = this.money.text(this.value);
    this.#slide();
  }

  #slide() {
    if (this.value !== null) this.slider.value = String(this.value === this.most ? this.end : this.value);
  }
}
