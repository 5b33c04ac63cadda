// @ts-check
// Keyboard focus in the dock: a button that was pressed disappears with its decision. Until the next decision gets the focus, the
// dock itself keeps it: on the page it would be lost, and Tab would start from its top.

/** Milliseconds during which a button that was just focused ignores Enter and Space, which may have been meant for something else. */
const UNTIL_PRESSED = 350;
/** Milliseconds within which a button that is shown disabled is expected to be enabled and get the focus. */
const SOON = 600;
const NEXT = [".actions .act.primary", ".actions .act", "#bets .go"];

export class DockFocus {
  /** @param {HTMLElement} dock */
  constructor(dock) {
    this.dock = dock;
    /** Whether the person was last in the dock by keyboard: if the focused control disappears, the next decision gets the focus. */
    this.owed = false;
    /** Whether the latest input was a key. */
    this.keyed = false;
    /** Until when the focus is expected to move. */
    this.expected = 0;
    /** The timer of the next attempt, 0 if there is none. */
    this.again = 0;
    /** The button that was focused here, and when. @type {HTMLElement | null} */
    this.given = null;
    this.since = -UNTIL_PRESSED;
    document.addEventListener("keydown", (event) => this.#key(event), true);
    document.addEventListener("keyup", (event) => this.#early(event), true);
    document.addEventListener("pointerdown", () => (this.owed = this.keyed = false), true);
    dock.addEventListener("focusin", () => (this.owed ||= this.keyed));
    // A button pressed with a mouse or a finger does not keep the focus, not even after a dialog that it opens: Enter then
    // means the main button, not the same one again.
    document.addEventListener("click", (event) => {
      const pressed = /** @type {HTMLElement} */ (event.target).closest?.("button");
      if (/** @type {PointerEvent} */ (event).pointerType && pressed && !pressed.closest("dialog, form")) pressed.blur();
    }, true);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    this.keyed = true;
    if (event.key === "Tab") {
      // People who move the focus out of the dock are owed nothing, and mean the button that they reach.
      this.owed = false;
      this.since = -UNTIL_PRESSED;
      return;
    }
    if (this.#early(event)) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (this.dock.contains(target) && target.closest("button")) this.owed = true; // also for a shortcut
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key came too soon after the focus */
  #early(event) {
    const early = (event.key === "Enter" || event.key === " ") && event.target === this.given && performance.now() - this.since < UNTIL_PRESSED;
    if (early) {
      event.preventDefault();
      event.stopPropagation();
    }
    return early;
  }

  /** Focus the main button of the current decision if the focus was lost with another; never takes it from elsewhere. @param {boolean} [may] whether it can be pressed now */
  follow(may = true) {
    const tried = this.again;
    clearTimeout(tried);
    this.again = 0;
    if (!this.owed || document.querySelector("dialog[open]")) return;
    const active = /** @type {HTMLButtonElement | null} */ (document.activeElement);
    const lost = !active || active === document.body || active === this.dock || (this.dock.contains(active) && (active.disabled || !active.checkVisibility()));
    if (!lost) {
      if (active && !this.dock.contains(active)) this.owed = false;
      return;
    }
    const shown = may ? this.#shown() : [];
    const next = shown.find((button) => !button.disabled);
    if (next) return this.#give(next);
    if (active !== this.dock) this.dock.focus({ preventScroll: true });
    if (!shown.length) return;
    // A button may be enabled a moment later.
    if (!tried) this.expected = performance.now() + SOON;
    this.again = setTimeout(() => this.follow(), 100);
  }

  /** Focus the main button of the current decision, at once or when it can be pressed. */
  main() {
    const next = this.#shown().find((button) => !button.disabled);
    if (next) return this.#give(next);
    this.owed = true;
    this.follow();
  }

  /** Whether the focus is about to move: many screen readers stop speaking then, so announcements wait for it. */
  get pending() {
    return performance.now() < this.expected;
  }

  #shown() {
    return NEXT.flatMap((query) => [.../** @type {NodeListOf<HTMLButtonElement>} */ (this.dock.querySelectorAll(query))]).filter((button) => button.checkVisibility());
  }

  /** @param {HTMLElement} button */
  #give(button) {
    this.owed = true;
    this.expected = 0;
    this.given = button;
    this.since = performance.now();
    button.focus({ preventScroll: true });
  }
}
