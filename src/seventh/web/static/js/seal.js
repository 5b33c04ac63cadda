// @ts-check
// The hash that fixes a round's deck before the first wager: its first digits in sight, all of it in a panel to copy.
import { byId, copied, hide, mark, write } from "./dom.js";

/** How much of a hash is enough to tell two rounds apart at a glance. */
const SHORT = 8;

export class Seal {
  /** @param {string | undefined} person who looks @param {(text: string) => void} say */
  constructor(person, say) {
    this.person = person ?? "";
    this.button = byId("seal");
    this.hash = "";
    byId("seal-copy").addEventListener("click", async () => {
      say((await copied(this.hash)) ? "The hash of this round’s seed is copied." : `The hash of this round’s seed: ${this.hash}`);
    });
  }

  /** @param {import("./state.js").TableFrame} frame */
  show({ round, last }) {
    hide(this.button, !round);
    if (!round) return;
    this.hash = round.seed_hash;
    const short = this.hash.slice(0, SHORT);
    write(byId("seal-short"), short);
    mark(this.button, "title", this.hash);
    mark(this.button, "aria-label", `Seed hash of round ${round.number}, ${short} and so on: show all of it`);
    write(byId("seal-round"), String(round.number));
    write(byId("seal-hash"), this.hash);
    hide(byId("seal-root").parentElement, !round.root);
    write(byId("seal-root"), round.root);
    const own = Boolean(last && last.nets[this.person] !== undefined);
    hide(byId("seal-last").parentElement, !own);
    if (own) mark(byId("seal-last"), "href", `/me/rounds/${last?.id}`);
  }
}
