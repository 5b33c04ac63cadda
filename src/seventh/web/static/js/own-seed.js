// @ts-check
// The player's own seed: the one in this round, and the next one, which can be typed or drawn again until it is sent.
import { byId, hide, write } from "./dom.js";
import { LONGEST, bytesOf } from "./seeds.js";

export class OwnSeed {
  /** @param {import("./seeds.js").Seeds} seeds */
  constructor(seeds) {
    this.seeds = seeds;
    const text = byId("own-seed-text");
    byId("own-seed-random").addEventListener("click", () => {
      seeds.draw();
      text.value = "";
      this.#next("New random seed.");
    });
    byId("own-seed-form").addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      const bytes = bytesOf(text.value);
      if (!bytes.length) return this.#next("Type at least one character, or use a random seed.");
      if (bytes.length > LONGEST) return this.#next(`That is ${bytes.length} bytes; the limit is ${LONGEST}. Accented letters and symbols take more than one byte.`);
      seeds.choose(bytes);
      this.#next("This seed is for your next round.");
    });
    seeds.changed = () => this.#next("");
    this.#next("");
  }

  /** @param {string} says */
  #next(says) {
    write(byId("own-seed-next"), this.seeds.next);
    write(byId("own-seed-how"), this.seeds.typed ? "typed by you" : "random");
    write(byId("own-seed-says"), says);
  }

  /** @param {import("./state.js").TableFrame} frame */
  show({ round, you }) {
    hide(byId("own-seed"), !you?.seat);
    if (!you?.seat) return;
    const sent = round?.seeds[you.seat] ?? "";
    const part = byId("own-seed-now");
    hide(part, !round);
    write(byId("own-seed-sent"), sent);
    hide(byId("own-seed-sent"), !sent);
    const waits = round && !round.seeds_closed && this.seeds.round === round.id;
    write(byId("own-seed-state"), sent ? (you.receipt ? ", accepted and signed for by the room." : ", accepted by the room.") : waits ? "on its way." : "none; your browser’s seed is not part of this deck.");
  }
}
