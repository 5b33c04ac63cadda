// @ts-check
// The openings that arrive during a hand: each is checked against the root that was published before the first card.
import { cardsIn, shown } from "./bytes.js";
import { Dealing, UNKNOWN, placeName } from "./dealing.js";
import { isUnder } from "./merkle.js";

/** @typedef {{problem: string, mine: number, dealt: number, others: number, later: number}} Proved how many of the viewer's cards are proved, of how many; how many others; and how many only the record can prove */

/** The proof of one hand. */
class HandProof {
  /** @param {string} round @param {number} size of the deck @param {boolean} late whether cards had been dealt when the viewer came */
  constructor(round, size, late) {
    this.round = round;
    this.size = size;
    this.root = "";
    this.seq = -1;
    /** Everything that happened since before the first card; null if some of it was missed. @type {Record<string, any>[] | null} */
    this.events = late ? null : [];
    /** Cards by position. @type {Map<string, string>} */
    this.opened = new Map();
    /** @type {Set<string>} */
    this.proved = new Set();
    this.later = 0;
    this.problem = "";
  }

  /** @param {import("../state.js").TableFrame} frame @param {any} round */
  see(frame, round) {
    if (this.seq >= 0 && frame.seq !== this.seq + 1) this.events = null;
    this.seq = frame.seq;
    this.events?.push(...frame.events);
    if (this.root && round.root !== this.root) this.#wrong("the root of the cards has changed during the hand");
    this.root ||= round.root;
    const dealing = this.#dealing();
    for (const opening of round.openings ?? []) this.#check(opening, round, dealing);
    return this.#summary(round, frame.you?.seat ?? 0);
  }

  #dealing() {
    const events = this.events;
    if (!events) return null;
    const dealing = new Dealing(this.size);
    events.forEach((event, at) => dealing.see(0, event, () => events.slice(at).find((later) => later.event === "dealt")?.place === "common"));
    return dealing.irregular < Infinity ? null : dealing;
  }

  /** @param {import("./merkle.js").Opening} opening @param {any} round @param {Dealing | null} dealing */
  #check(opening, round, dealing) {
    const { tree = 0, position, card } = opening;
    const at = `${tree} ${position}`;
    const root = tree ? round.shuffle_roots?.[tree - 1] : round.root;
    const size = tree ? dealing?.sizes[tree] : this.size;
    if (tree && root && size === undefined) return void (this.later += 1); // came after the shuffle: the record says how many cards it had
    const before = this.opened.get(at);
    if (!root || size === undefined) return this.#wrong(`${shown(card)} is said to be from a shuffle that did not happen`);
    if (!isUnder(root, opening, size)) return this.#wrong(`${shown(card)} is not under the published root`);
    if ((before && before !== card) || (!before && this.proved.has(card))) return this.#wrong(`${shown(card)} is opened at two positions, or a position has two cards`);
    const dealt = dealing?.dealt.find((other) => other.tree === tree && other.position === position);
    if (dealing && !dealt) return this.#wrong(`${shown(card)} is opened, but was not dealt`);
    if (dealt && dealt.card !== UNKNOWN && dealt.card !== card) return this.#wrong(`${placeName(dealt.place)} got ${shown(dealt.card)}, but the house had committed to ${shown(card)}`);
    this.opened.set(at, card);
    this.proved.add(card);
  }

  /** @param {string} problem */
  #wrong(problem) {
    this.problem ||= problem;
  }

  /** @param {any} round @param {number} seat @returns {Proved} */
  #summary(round, seat) {
    const cards = cardsIn(round.view.seats.find((/** @type {any} */ other) => other.seat === seat)?.cards ?? "").filter((card) => card !== UNKNOWN);
    const mine = cards.filter((card) => this.proved.has(card)).length;
    if (mine + this.later < cards.length) this.#wrong(`${shown(...cards.filter((card) => !this.proved.has(card)))} came without a proof`);
    return { problem: this.problem, mine, dealt: cards.length, others: this.proved.size - mine, later: this.later };
  }
}

/** The proof of whatever hand is being dealt. */
export class LiveProof {
  /** @param {number} size of the deck */
  constructor(size) {
    this.size = size;
    /** @type {HandProof | null} */
    this.hand = null;
  }

  /** @param {import("../state.js").TableFrame} frame @returns {Proved | null} null if there is nothing to prove */
  see(frame) {
    const round = frame.round;
    if (!round?.root) return null;
    if (this.hand?.round !== round.id) this.hand = new HandProof(round.id, this.size, round.view.seats.some((/** @type {any} */ seat) => seat.cards));
    return this.hand.see(frame, round);
  }
}
