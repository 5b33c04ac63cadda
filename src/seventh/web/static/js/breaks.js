// @ts-check
// The reality check: between rounds it says how long the player has played and what the result is, and asks whether to go on.
import { duration } from "./clock.js";
import { byId, write } from "./dom.js";

export class Breaks {
  /** @param {any} table @param {{ask: (frame: any) => Promise<any>, leave: () => void}} on */
  constructor(table, on) {
    this.table = table;
    /** @type {HTMLDialogElement} */
    this.panel = byId("reality-check");
    // It is answered with one of its two buttons. The heading has the focus at first, so that a key meant for the table
    // answers nothing.
    this.panel.addEventListener("cancel", (event) => event.preventDefault());
    byId("reality-check-on").addEventListener("click", () => on.ask({ do: "go_on" }));
    byId("reality-check-leave").addEventListener("click", () => {
      this.panel.close();
      on.leave();
    });
  }

  /** @param {import("./state.js").TableFrame} frame */
  follow(frame) {
    const stop = frame.you?.seat ? frame.you.stop : null;
    const leaving = frame.seats.find((seat) => seat.seat === frame.you?.seat)?.leaving;
    if (!stop?.check || leaving) return this.panel.open && this.panel.close();
    const { money } = this.table;
    write(byId("reality-check-time"), duration(stop.time));
    write(byId("reality-check-net"), money.signed(stop.net));
    write(byId("reality-check-here"), money.signed(frame.you?.net ?? 0));
    if (!this.panel.open) this.panel.showModal();
  }
}
