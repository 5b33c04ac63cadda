// @ts-check
// Everything at the table about the fairness of the cards: the seed hash, the player's seed, and proofs during the hand.
import { CardProof } from "./card-proof.js";
import { OwnSeed } from "./own-seed.js";
import { SeedHash } from "./seed-hash.js";
import { Seeds } from "./seeds.js";

export class Fairness {
  /** @param {any} boot @param {import("./connection.js").Connection} connection @param {(text: string) => void} say */
  constructor(boot, connection, say) {
    this.seeds = new Seeds(connection);
    this.ownSeed = new OwnSeed(this.seeds);
    this.seedHash = new SeedHash(boot.person?.id, say);
    this.cardProof = new CardProof(boot.deck, this.seedHash, say);
  }

  /** A frame has arrived. @param {import("./state.js").TableFrame} frame */
  see(frame) {
    this.seeds.see(frame);
    this.cardProof.see(frame);
  }

  /** A frame is shown. @param {import("./state.js").TableFrame} frame */
  show(frame) {
    this.seedHash.show(frame);
    this.ownSeed.show(frame);
  }
}
