// @ts-check
// The tour of a table, which is loaded for those who have not taken it yet, and for those who ask for it.
import { byId, hide } from "./dom.js";
import { Later } from "./later.js";

export class Tour {
  /** @param {any} table @param {import("./walkthrough.js").Step[]} steps */
  constructor(table, steps) {
    this.table = table;
    this.steps = steps;
    /** Whether it starts by itself: not where everybody bets against a clock, which would run while it is read. */
    this.starts = table.boot.own || !table.boot.spots;
    this.key = `toured ${table.game}`;
    /** The state of the table. @type {any} */
    this.now = null;
    this.walkthrough = new Later(async () => new (await import("./walkthrough.js")).Walkthrough(table, steps), byId("tour").dataset.style);
    byId("tour-again").addEventListener("click", () => this.begin());
    hide(byId("tour-again"), !steps.length);
  }

  /** Start it, or start it again. */
  begin() {
    for (const panel of document.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (panel).close();
    if (this.steps.length) this.walkthrough.use((tour) => (tour.see(this.now), tour.open || tour.begin(), tour.focus()));
  }

  /** Start it, or go on to the next step. */
  forward() {
    const tour = this.walkthrough.part;
    if (tour?.open) tour.forward();
    else this.begin();
  }

  /** Update from the state of the table. @param {any} now */
  see(now) {
    this.now = now;
    if (this.walkthrough.part) this.walkthrough.part.see(now);
    else if (now.seated && now.round && !this.walkthrough.coming && this.#due()) {
      if (this.starts) this.walkthrough.use((tour) => tour.see(this.now));
      else this.#mention();
    }
  }

  /** Say once where it is. */
  #mention() {
    if (this.mentioned) return;
    this.mentioned = true;
    this.table.story.say("New to this game? The tour is in the help.", "notice");
  }

  /** Let the round wait while a step is read. @param {number} cards how many the player has */
  async hold(cards) {
    await this.walkthrough.coming?.catch(() => {});
    await this.walkthrough.part?.hold(cards);
  }

  #due() {
    try {
      return this.steps.length > 0 && !localStorage.getItem(this.key);
    } catch {
      return false;
    }
  }
}
