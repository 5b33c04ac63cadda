// @ts-check
// The coach's switch. The coach itself is loaded when it is first switched on.
import { byId } from "./dom.js";
import { Later } from "./later.js";
import { change, settings } from "./settings.js";

export class CoachSwitch {
  /** @param {any} table @param {{say: (text: string) => void, remark: (text: string) => void, aloud: (text: string) => void, redraw: () => void}} on */
  constructor(table, on) {
    this.table = table;
    this.on = on;
    this.toggle = byId("coach-toggle");
    this.coach = new Later(async () => new (await import("./coach.js")).Coach(table, on), byId("coach-panel")?.dataset.style);
    if (!this.toggle) return;
    this.toggle.addEventListener("click", () => {
      this.flip();
      if (byId("bar-tools").matches(":popover-open")) byId("bar-tools").hidePopover();
    });
    addEventListener("settings", () => this.#settle());
    this.#settle();
  }

  #settle() {
    this.toggle.setAttribute("aria-pressed", String(settings.coach));
    if (settings.coach && !this.coach.part) this.coach.use(() => this.on.redraw());
  }

  /** Switch it on or off. */
  flip() {
    if (!this.toggle) {
      this.on.remark("There is no coach for this game.");
      return "";
    }
    change({ coach: !settings.coach });
    for (const input of byId("settings").querySelectorAll("[name=coach]")) input.checked = settings.coach;
    if (!settings.coach) this.table.connection.tell({ do: "coach", table: this.table.boot.table, off: true });
    this.on.say(settings.coach ? "Coach on: it says what each choice is worth." : "Coach off.");
    this.on.redraw();
    return "";
  }

  /** @param {import("./state.js").TableFrame} frame @param {boolean} moving whether cards are still on their way */
  see(frame, moving) {
    this.coach.part?.see(frame, moving);
  }

  /** Whether mistakes are to be warned about now. */
  get warns() {
    return Boolean(this.coach.part?.warns);
  }

  /** Whether an action is a mistake to warn about that has to be pressed again. @param {any} round @param {import("./state.js").Offer} offer */
  async stops(round, offer) {
    return Boolean(await this.coach.part?.stops(round, offer));
  }
}
