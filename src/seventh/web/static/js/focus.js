// @ts-check
// Keyboard focus in the dock: a button that was pressed disappears with its decision, and the next decision gets the focus back.

/** Milliseconds during which a button that was just focused ignores Enter and Space, which may have been meant for something else. */
const UNTIL_PRESSED = 350;
const NEXT = [".actions .act.primary", ".actions .act", "#bets .go"];

export class DockFocus {
  /** @param {HTMLElement} dock */
  constructor(dock) {
    this.dock = dock;
    /** Whether the last press in the dock was by keyboard, and the focus has not been given back yet. */
    this.owed = false;
    /** When a button was focused here. */
    this.since = -UNTIL_PRESSED;
    document.addEventListener("keydown", (event) => this.#key(event), true);
    document.addEventListener("keyup", (event) => this.#early(event), true);
    document.addEventListener("pointerdown", () => (this.owed = false), true);
    // A button pressed with a mouse or a finger does not keep the focus, not even after a dialog that it opens: Enter then
    // means the main button, not the same one again.
    document.addEventListener("click", (event) => {
      const pressed = /** @type {HTMLElement} */ (event.target).closest?.("button");
      if (/** @type {PointerEvent} */ (event).pointerType && pressed && !pressed.closest("dialog, form")) pressed.blur();
    }, true);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === "Tab") {
      // People who move the focus themselves are owed nothing, and mean the button that they reach.
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
    const early = (event.key === "Enter" || event.key === " ") && this.dock.contains(/** @type {Node} */ (event.target)) && performance.now() - this.since < UNTIL_PRESSED;
    if (early) {
      event.preventDefault();
      event.stopPropagation();
    }
    return early;
  }

  /** Focus the main button of the current decision if the focus was lost to the page; never takes it from elsewhere. */
  follow() {
    if (!this.owed || document.querySelector("dialog[open]")) return;
    const active = /** @type {HTMLButtonElement | null} */ (document.activeElement);
    const lost = !active || active === document.body || (this.dock.contains(active) && (active.disabled || !active.checkVisibility()));
    if (!lost) {
      if (active && !this.dock.contains(active)) this.owed = false;
      return;
    }
    const shown = NEXT.flatMap((query) => [.../** @type {NodeListOf<HTMLButtonElement>} */ (this.dock.querySelectorAll(query))]).filter((button) => button.checkVisibility());
    const next = shown.find((button) => !button.disabled);
    clearTimeout(this.again);
    if (next) {
      this.owed = false;
      this.since = performance.now();
      next.focus({ preventScroll: true });
    } else if (shown.length) this.again = setTimeout(() => this.follow(), 100); // a button may be enabled a moment later
  }
}
