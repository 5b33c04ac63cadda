// @ts-check
// The box for typed commands: a setting, or opened once with a key. What understands them is loaded with the first use.
import { byId, hide } from "./dom.js";
import { Later } from "./later.js";
import { settings } from "./settings.js";

const ALWAYS = "state, sit, leave, sit out, sit in, rebuy 100, refill, rules, help";

/** The available commands, in one line. @param {any} layout */
export const typedHelp = (layout) => `${layout.typed}; ${layout.spots.length ? "" : "next or deal after a hand; "}${ALWAYS}.`;

export class TypedBox {
  /** @param {any} page the page's actions: bets, actions, act, say, seat, describe, openPanel */
  constructor(page) {
    this.form = byId("typed");
    this.field = byId("typed-text");
    this.typed = new Later(async () => new (await import("./typed.js")).Typed(page));
    this.form.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      const line = this.field.value;
      this.field.value = "";
      this.typed.use((typed) => page.say(typed.run(line)));
    });
    /** What had the focus before. @type {HTMLElement | null} */
    this.before = null;
    this.field.addEventListener("focus", (/** @type {FocusEvent} */ event) => (this.before = /** @type {HTMLElement | null} */ (event.relatedTarget)));
    this.field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && this.#close(page));
    addEventListener("settings", () => this.#settle());
    this.#settle();
  }

  #settle() {
    hide(this.form, !settings.typing);
    if (settings.typing) this.typed.use();
  }

  /** @param {any} page */
  #close(page) {
    hide(this.form, !settings.typing);
    this.field.blur();
    // What had the focus may be gone with its decision.
    this.before?.focus({ preventScroll: true });
    if (!document.activeElement || document.activeElement === document.body) page.focusMain();
  }

  open() {
    hide(this.form, false);
    this.field.focus();
    this.typed.use((typed) => typed.list());
  }
}
