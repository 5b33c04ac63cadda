// @ts-check
// The checks of a proof's cards: the deck derived from the seeds, the commitments to it, and the opened cards.
import { cardsIn, shown } from "./bytes.js";
import { UNKNOWN, placeName } from "./dealing.js";
import { burnsOf, deckOf } from "./deck.js";
import { isUnder, rootOf } from "./merkle.js";

/** @typedef {import("./evidence.js").Proof} Proof */
/** @typedef {import("./dealing.js").Dealing} Dealing */

/** The orders of the deck and of each shuffle of the burns that follow from the seeds. */
export class Orders {
  /** @param {import("./deck.js").Inputs} inputs @param {string[]} cards of the game, in ascending order @param {Dealing | null} dealing */
  constructor(inputs, cards, dealing) {
    this.inputs = inputs;
    this.orders = [deckOf(inputs, cards)];
    const rank = new Map(cards.map((card, place) => [card, place]));
    for (const [i, { members }] of (dealing?.shuffles ?? []).entries()) {
      const shuffled = members.map((origin) => this.at(origin)).sort((one, other) => (rank.get(one) ?? 0) - (rank.get(other) ?? 0));
      this.orders.push(burnsOf(inputs, i + 1, shuffled));
    }
  }

  get deck() {
    return this.orders[0];
  }

  /** @param {import("./dealing.js").Origin} origin */
  at({ tree, position }) {
    return this.orders[tree]?.[position] ?? "";
  }

  /** The root of the deck, or of a shuffle of the burns. @param {number} tree */
  root(tree) {
    return rootOf(this.inputs, tree ? `burns/${tree}` : "deck", this.orders[tree]);
  }

  /** The first recorded card that the seeds do not give; empty if there is none. @param {import("./dealing.js").DealtCard[]} cards */
  difference(cards) {
    const wrong = cards.find((card) => card.card !== UNKNOWN && card.card !== this.at(card));
    return wrong ? `Step ${wrong.step}: ${wrong.place === "burns" ? "the burn is" : `${placeName(wrong.place)} got`} ${shown(wrong.card)}, but the seeds give ${shown(this.at(wrong)) || "no card"}.` : "";
  }

  /** What is wrong with the recorded shuffles of the burns and their roots. @param {Dealing} dealing @param {string[]} roots */
  shuffleProblem(dealing, roots) {
    for (const [i, { step, order }] of dealing.shuffles.entries()) {
      const found = this.orders[i + 1];
      const wrong = order.findIndex((card, place) => card !== UNKNOWN && card !== found[place]);
      if (wrong >= 0) return `Step ${step}: card ${wrong + 1} of shuffle ${i + 1} is ${shown(order[wrong])}, but the seeds give ${shown(found[wrong] ?? "") || "no card"}.`;
      if (roots[i] !== undefined && this.root(i + 1) !== roots[i]) return `The root of shuffle ${i + 1} is ${this.root(i + 1)}, but ${roots[i]} was published.`;
    }
    return "";
  }
}

/** @param {import("./merkle.js").Opening} opening */
const where = ({ position, tree }) => `position ${position} of ${tree ? `shuffle ${tree}` : "the deck"}`;

/** What is wrong with the opened cards of a record; empty if nothing is. @param {Proof} proof @param {Dealing} dealing */
export function openingProblem(proof, dealing) {
  const dealt = new Map(dealing.dealt.map((card) => [`${card.tree} ${card.position}`, card]));
  const seen = new Set();
  for (const opening of proof.openings) {
    const tree = opening.tree ?? 0;
    const root = tree ? proof.shuffle_roots[tree - 1] : proof.root;
    const size = dealing.sizes[tree];
    if (!root || !size) return `The opening of ${where(opening)}: there was no such shuffle.`;
    if (!isUnder(root, opening, size)) return `The opening of ${where(opening)} does not prove ${shown(opening.card)} under the root.`;
    const at = `${tree} ${opening.position}`;
    if (seen.has(at)) return `The card at ${where(opening)} is opened twice.`;
    seen.add(at);
    const card = dealt.get(at);
    if (!card) return `The opening of ${where(opening)}: no card was dealt from there.`;
    if (![opening.card, UNKNOWN].includes(card.card)) return `Step ${card.step}: ${placeName(card.place)} got ${shown(card.card)}, but the opening says ${shown(opening.card)}.`;
  }
  return "";
}

/** The same without the record: only the deck's openings can be checked. @param {Proof} proof @param {number} size @param {string[] | null} deck */
export function deckOpeningProblem(proof, size, deck) {
  const opened = proof.openings.filter((opening) => !opening.tree);
  const stray = proof.openings.find(({ tree = 0 }) => tree < 0 || tree > proof.shuffle_roots.length);
  if (stray) return `The opening of ${where(stray)}: there was no such shuffle.`;
  for (const opening of opened) {
    if (!isUnder(proof.root ?? "", opening, size)) return `The opening of ${where(opening)} does not prove ${shown(opening.card)} under the root.`;
    if (deck && deck[opening.position] !== opening.card) return `${shown(opening.card)} is opened at ${where(opening)}, but the seeds give another card there.`;
  }
  const count = (/** @type {(opening: import("./merkle.js").Opening) => any} */ of) => new Set(opened.map(of)).size;
  return count(({ position }) => position) < opened.length || count(({ card }) => card) < opened.length ? "A card or a position is opened twice." : "";
}

/** @param {import("./evidence.js").Games} games @param {string} game */
export const cardsOf = (games, game) => cardsIn(games[game].cards);
