// @ts-check
// The seed hash that commits to a round's deck before the first wager: a short form in the dock, the full hash in a panel.
import { byId, copied, hide, mark, write } from "./dom.js";

/** Length of the short form, enough to distinguish two rounds at a glance. */
const SHORT = 8;

export class SeedHash {
  /** @param {string | undefined} person the viewer @param {(text: string) => void} say */
  constructor(person, say) {
    this.person = person ?? "";
    this.button = byId("seed-hash");
    this.hash = "";
    this.proof = "";
    byId("seed-hash-copy").addEventListener("click", async () => {
      say((await copied(this.hash)) ? "Seed hash copied." : `Seed hash of this round: ${this.hash}`);
    });
  }

  /** A mark for the cards proved so far. @param {import("./proof/live.js").Proved | null} proved */
  proved(proved) {
    const count = proved ? proved.mine + proved.others : 0;
    const sign = byId("card-proof-mark");
    hide(sign, !count && !proved?.problem);
    write(sign, proved?.problem ? "\u2717 not verified" : `${count} card${count === 1 ? "" : "s"} verified`);
    sign.classList.toggle("wrong", Boolean(proved?.problem));
    this.proof = proved?.problem ? ". A card is not verified" : count ? `. ${count} card${count === 1 ? "" : "s"} verified` : "";
  }

  /** @param {import("./state.js").TableFrame} frame */
  show({ round, last }) {
    hide(this.button, !round);
    if (!round) return;
    this.hash = round.seed_hash;
    const short = this.hash.slice(0, SHORT);
    write(byId("seed-hash-short"), short);
    mark(this.button, "title", this.hash);
    mark(this.button, "aria-label", `Seed hash of round ${round.number}, starting ${short}: show full hash${this.proof}`);
    write(byId("seed-hash-round"), String(round.number));
    write(byId("seed-hash-full"), this.hash);
    hide(byId("seed-hash-root").parentElement, !round.root);
    write(byId("seed-hash-root"), round.root);
    const own = Boolean(last && last.nets[this.person] !== undefined);
    hide(byId("seed-hash-last").parentElement, !own);
    if (own) mark(byId("seed-hash-last"), "href", `/me/rounds/${last?.id}`);
  }
}
