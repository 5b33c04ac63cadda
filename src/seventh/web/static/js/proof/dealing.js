// @ts-check
// Where in the deck each recorded card came from. Cards leave the deck in the order of the events, whatever the rules.
import { cardsIn, shown } from "./bytes.js";

export const UNKNOWN = "??";

/** Cards with the place they came from: tree 0 is the deck, 1 the first shuffle of the burns. @typedef {{tree: number, position: number}} Origin */
/** @typedef {Origin & {step: number, place: number | string, card: string}} DealtCard */
/** @typedef {{step: number, order: string[], members: Origin[]}} BurnShuffle */

/** Actions of the dealer that move cards, and the field with the cards. @type {Record<string, string>} */
const MOVES = { deal: "cards", deal_cards: "cards", burn: "card", shuffle_burns: "order" };
/** @type {Record<string, string>} */
const MOVED = { dealt: "cards", burned: "card", burns_shuffled: "order" };
/** Events that name cards which a place already has. @type {Record<string, string>} */
const SHOWN = { shown: "cards", revealed: "cards", down_card_exposed: "card" };
/** The floor's calls that change which card comes next, and what follows from them. Only the rules say how. */
const MISHAPS = ["drawn_in_error", "face_up_card", "shuffler_fails", "wrong_number"];
const AFTER_MISHAPS = ["card_drawn", "card_set_aside", "miscounted", "reshuffled"];

/** @param {number | string} place */
export const placeName = (place) => (typeof place === "number" ? `seat ${place}` : place === "dealer" ? "the dealer" : `the ${place} card`);

/** Follows the cards of a round, event by event. */
export class Dealing {
  /** @param {number} size of the deck */
  constructor(size) {
    /** @type {DealtCard[]} */
    this.dealt = [];
    /** @type {DealtCard[]} */
    this.burned = [];
    /** @type {BurnShuffle[]} */
    this.shuffles = [];
    /** Contradictions within the record. @type {string[]} */
    this.problems = [];
    /** The first step that changed which card comes next; Infinity if there is none. Later cards cannot be followed here. */
    this.irregular = Infinity;
    this.sizes = [size];
    /** @type {Origin[]} */
    this.stub = positions(0, size);
    /** @type {Origin[]} */
    this.burns = [];
  }

  /** @param {number} number of the step, from 1 @param {Record<string, any>} event @param {() => boolean} commonNext */
  see(number, event, commonNext) {
    if (AFTER_MISHAPS.includes(event.event)) this.irregular = Math.min(this.irregular, number);
    if (this.irregular < Infinity) return;
    if (event.event === "dealt") {
      for (const card of cardsIn(event.cards)) this.dealt.push(this.#next(number, event.place, card));
      if (cardsIn(event.up ?? "").some((card) => !event.cards.includes(card))) this.problems.push(`step ${number}: a card shown face up was not among those dealt`);
    } else if (event.event === "burned") {
      const card = this.#next(number, "burns", event.card);
      this.burned.push(card);
      this.burns.push(card);
    } else if (event.event === "burns_shuffled") this.#shuffle(number, cardsIn(event.order), commonNext);
    else if (SHOWN[event.event]) this.#shows(number, event.seat ?? "dealer", cardsIn(event[SHOWN[event.event]]));
  }

  /** @param {number} step @param {number | string} place @param {string} card @returns {DealtCard} */
  #next(step, place, card) {
    const origin = this.stub.shift();
    if (!origin) this.problems.push(`step ${step}: no card was left to deal`);
    return { step, place, card, ...(origin ?? { tree: -1, position: -1 }) };
  }

  /**
   * The burns, with the rest of the stub if their number says so, come back in a new order: instead of the stub, or below
   * it. A last card of the stub that is not shuffled with them stays out when a card for everybody comes next.
   * @param {number} step @param {string[]} order @param {() => boolean} commonNext
   */
  #shuffle(step, order, commonNext) {
    const together = this.stub.length > 0 && order.length === this.burns.length + this.stub.length;
    if (!together && order.length !== this.burns.length) this.problems.push(`step ${step}: ${order.length} cards were shuffled, but ${this.burns.length} had been burned`);
    this.shuffles.push({ step, order, members: together ? [...this.burns, ...this.stub] : this.burns });
    const back = positions(this.sizes.length, order.length);
    this.stub = together || commonNext() ? back : [...this.stub, ...back];
    this.burns = [];
    this.sizes.push(order.length);
  }

  /** @param {number} step @param {number | string} place @param {string[]} cards */
  #shows(step, place, cards) {
    const has = this.dealt.filter((card) => card.place === place).map((card) => card.card);
    const strange = cards.filter((card) => card !== UNKNOWN && !has.includes(card));
    if (strange.length > has.filter((card) => card === UNKNOWN).length) this.problems.push(`step ${step}: ${placeName(place)} shows ${shown(...strange)} without having been dealt it`);
  }
}

/** @param {number} tree @param {number} size */
const positions = (tree, size) => Array.from({ length: size }, (_, position) => ({ tree, position }));

/** The cards of a record. @param {import("./evidence.js").RoundRecord} record @param {number} size of the deck */
export function dealingOf(record, size) {
  const dealing = new Dealing(size);
  const events = record.steps.flatMap(({ events: some }, i) => some.map((event) => ({ number: i + 1, event })));
  record.steps.forEach((step, i) => contradictions(step, i + 1).forEach((problem) => dealing.problems.push(problem)));
  events.forEach(({ number, event }, at) => {
    dealing.see(number, event, () => events.slice(at).find((later) => later.event.event === "dealt")?.event.place === "common");
  });
  return dealing;
}

/** Where the dealer's action and its events name different cards. @param {import("./evidence.js").Step} step @param {number} number */
function contradictions({ who, action, events }, number) {
  const field = who === "dealer" ? MOVES[action.action] : undefined;
  const moved = events.filter((event) => MOVED[event.event]);
  if (MISHAPS.includes(action.action)) return events.length ? [] : [`step ${number}: the floor’s call has no effect`];
  if (!field) return moved.length ? [`step ${number}: cards move without the dealer`] : [];
  const said = String(action[field] ?? UNKNOWN).replace(/\s/g, "");
  const done = moved.map((event) => event[MOVED[event.event]]).join("");
  if (said !== done) return [`step ${number}: the dealer’s action says ${shown(...cardsIn(said)) || "nothing"}, but its events say ${shown(...cardsIn(done)) || "nothing"}`];
  return action.action === "deal" && moved.some((event) => event.place !== action.place) ? [`step ${number}: the cards did not go where the dealer’s action says`] : [];
}
