// @ts-check
// The proof of the cards during the hand: loads the verifier when the first root arrives, and says what it finds.
import { byId, hide, write } from "./dom.js";

/** @param {import("./proof/live.js").Proved} proved */
function words({ problem, mine, dealt, others, later }) {
  if (problem) return `Not proved: ${problem}. Keep the record of this round.`;
  const own = dealt ? `${mine} of your ${dealt} cards proved` : "";
  const rest = others ? `${others} ${own ? "other " : ""}card${others === 1 ? "" : "s"}${own ? "" : " proved"}` : "";
  const record = later ? `; ${later} more can be checked with the record` : "";
  return own || rest ? `${[own, rest].filter(Boolean).join(", and ")}${record}.` : "";
}

export class CardProof {
  /** @param {number} size of the deck @param {import("./seed-hash.js").SeedHash} seedHash @param {(text: string) => void} say */
  constructor(size, seedHash, say) {
    this.size = size;
    this.seedHash = seedHash;
    this.say = say;
    /** Frames that arrived before the verifier. @type {import("./state.js").TableFrame[]} */
    this.waiting = [];
    /** @type {import("./proof/live.js").LiveProof | null} */
    this.verifier = null;
    this.loading = false;
    this.warned = "";
  }

  /** @param {import("./state.js").TableFrame} frame */
  see(frame) {
    if (!frame.round?.root) return this.#show(null);
    this.waiting.push(frame);
    if (this.verifier) return this.#drain();
    if (this.loading) return;
    this.loading = true;
    import("./proof/live.js").then(
      ({ LiveProof }) => {
        this.verifier = new LiveProof(this.size);
        this.#drain();
      },
      () => (this.loading = false),
    );
  }

  #drain() {
    for (const frame of this.waiting.splice(0)) this.#show(/** @type {any} */ (this.verifier).see(frame));
  }

  /** @param {import("./proof/live.js").Proved | null} proved */
  #show(proved) {
    const text = proved ? words(proved) : "";
    const part = byId("card-proof");
    hide(part, !text);
    write(part, text);
    part.classList.toggle("wrong", Boolean(proved?.problem));
    this.seedHash.proved(proved);
    if (proved?.problem && this.warned !== proved.problem) this.say(text);
    this.warned = proved?.problem ?? "";
  }
}
