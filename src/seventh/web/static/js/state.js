// @ts-check
// What lies on the table as it is shown: a frame's view, or that view some events before it.
import { rankPoker } from "./hand-rank.js";

/**
 * @typedef {{seat: number, person: string, name: string, bot: boolean, chips: number, sits_out: boolean, away: boolean,
 *   leaving: boolean, ready: boolean, time_bank: number}} SeatInfo
 * @typedef {{id: string, number: number, people: Record<string, string>, seed_hash: string, seeds: Record<string, string>, seeds_closed: boolean,
 *   root: string, view: any, decision: number, deadlines: Record<string, number>,
 *   clocks: Record<string, {starts: number, bank_from: number}>}} RoundInfo
 * @typedef {{is: "table", table: string, seq: number, name: string, game: string, rules: string, private: boolean,
 *   state: string, notice: string, until: number, now: number, seats: SeatInfo[], queue: string[],
 *   you: {seat: number, wallet: number, net: number, since: number} | null, round: RoundInfo | null,
 *   last: {id: string, void: boolean, reason: string, nets: Record<string, number>, seed: string} | null,
 *   events: GameEvent[]}} TableFrame
 * @typedef {{event: string, [key: string]: any}} GameEvent
 * @typedef {{seat: number, wager: string, amount: number, result: string, returned: number, payoff: number, clause: string,
 *   row: string, uncapped: number}} Settled
 * @typedef {{seat: number, stack: number, wagers: Record<string, number>, bet: number, cards: string[], up: string[],
 *   status: string, discards: string[], settled: Settled[], net: number, claimed: boolean, allIn: boolean, won: boolean}} Place
 */

/** Cards in a row: `AsKd` is two. @param {string | undefined} text */
export const codes = (text) => (text ?? "").match(/../g) ?? [];

export class Model {
  constructor() {
    this.round = "";
    this.phase = "";
    this.street = 0;
    /** @type {Map<number, Place>} */
    this.places = new Map();
    /** @type {string[]} */
    this.dealer = [];
    /** @type {string[]} */
    this.common = [];
    /** @type {string[]} */
    this.setAside = [];
    /** What lies in the middle, without this street's bets. */
    this.pot = 0;
    /** @type {[number, number[]][]} */
    this.pots = [];
    this.betTo = 0;
    this.dealerPosition = 0;
    this.bringIn = 0;
    this.void = false;
    this.voidClause = "";
  }

  /** Exactly what a view says, and who won: seen, or found from the hands. @param {RoundInfo} round @param {Model} [seen] the same round as it was shown @param {SeatInfo[]} [seats] who sits there now */
  static of(round, seen, seats = []) {
    const model = new Model();
    const view = round.view;
    model.round = round.id;
    model.phase = view.phase;
    model.street = view.street ?? 0;
    model.dealer = codes(view.dealer);
    model.common = codes(view.common);
    model.setAside = codes(view.set_aside);
    model.pots = view.pots ?? [];
    model.betTo = view.bet_to ?? 0;
    model.dealerPosition = view.dealer_position ?? 0;
    model.void = view.void;
    model.voidClause = view.void_clause;
    for (const seat of view.seats) model.places.set(seat.seat, place(seat));
    if (seen?.round === round.id) for (const [seat, shown] of seen.places) model.at(seat).won = shown.won;
    if (view.pots) model.#findWinners();
    const inFront = [...model.places.values()].reduce((sum, seat) => sum + seat.bet, 0);
    model.pot = model.pots.reduce((sum, [amount]) => sum + amount, 0) - inFront;
    // Cards and results are the person's who played them, not the newcomer's at the same seat.
    for (const { seat, person } of seats) if (round.people[seat] !== person) model.places.delete(seat);
    return model;
  }

  /** Stud: no view names the winners, but the best hand of those still in wins the main pot, and who gained won something. */
  #findWinners() {
    const places = [...this.places.values()];
    if (this.phase !== "closed" || this.void || places.some((place) => place.won)) return;
    const hands = places.filter((place) => place.status === "in").map((place) => ({ place, cards: [...place.cards, ...this.common] }));
    const shown = hands.filter(({ cards }) => cards.length === 7 && !cards.includes("??")).map(({ place, cards }) => ({ place, strength: rankPoker(cards).strength }));
    const best = Math.max(...shown.map(({ strength }) => strength));
    for (const { place, strength } of shown) place.won = strength === best;
    for (const place of places) if (place.net > 0) place.won = true;
  }

  /** The same round before these events, which are all that happened in it. @param {RoundInfo} round @param {GameEvent[]} events */
  static before(round, events) {
    const [model, trial] = [bare(round), bare(round)];
    for (const event of events) trial.apply(event);
    // Whatever the events did to an empty stack they also did to the real one.
    for (const seat of round.view.seats) model.at(seat.seat).stack = seat.stack - trial.at(seat.seat).stack;
    return model;
  }

  /** @param {number} seat @returns {Place} */
  at(seat) {
    let found = this.places.get(seat);
    if (!found) this.places.set(seat, (found = place({ seat })));
    return found;
  }

  /** One event further. @param {GameEvent} event */
  apply(event) {
    APPLY[event.event]?.(this, event);
  }
}

/** The seats of a round with nothing in front of them. @param {RoundInfo} round */
function bare(round) {
  const model = new Model();
  model.round = round.id;
  model.dealerPosition = round.view.dealer_position ?? 0;
  model.street = 3;
  for (const { seat } of round.view.seats) model.at(seat);
  return model;
}

/** @param {any} seat @returns {Place} */
function place(seat) {
  return {
    seat: seat.seat,
    stack: seat.stack ?? 0,
    wagers: { ...seat.wagers },
    bet: seat.bet ?? 0,
    cards: codes(seat.cards),
    up: codes(seat.up),
    status: seat.status ?? "open",
    discards: codes(seat.discards),
    settled: [...(seat.settled ?? [])],
    net: seat.net ?? 0,
    claimed: false,
    allIn: seat.all_in ?? false,
    won: false,
  };
}

/** @param {Record<string, number>} amounts */
export const total = (amounts) => Object.values(amounts).reduce((sum, amount) => sum + amount, 0);

/** @param {Model} model @param {number} seat @param {number} amount */
function putIn(model, seat, amount) {
  const place = model.at(seat);
  place.stack -= amount;
  place.bet += amount;
  place.allIn = place.stack === 0;
  model.betTo = Math.max(model.betTo, place.bet);
}

/** @type {Record<string, (model: Model, event: any) => void>} */
const APPLY = {
  wagers_placed(model, { seat, amounts }) {
    const place = model.at(seat);
    place.stack += total(place.wagers) - total(amounts);
    place.wagers = { ...amounts };
    place.status = total(amounts) ? "in" : "out";
  },
  dealt(model, { place, cards, up }) {
    if (place === "dealer") model.dealer.push(...codes(cards));
    else if (place === "common") model.common.push(...codes(cards));
    else if (typeof place === "number") {
      model.at(place).cards.push(...codes(cards));
      model.at(place).up.push(...codes(up));
    }
  },
  claimed: (model, { seat }) => void (model.at(seat).claimed = true),
  folded: (model, { seat }) => void (model.at(seat).status = "folded"),
  mucked: (model, { seat }) => void (model.at(seat).status = "mucked"),
  bet_placed(model, { seat, wager, amount }) {
    model.at(seat).wagers[wager] = amount;
    model.at(seat).stack -= amount;
  },
  hand_set(model, { seat, discards }) {
    if (!discards.includes("?")) model.at(seat).discards = codes(discards);
  },
  revealed: (model, { cards }) => void (model.dealer = codes(cards)),
  shown: (model, { seat, cards }) => void (model.at(seat).cards = codes(cards)),
  settled(model, line) {
    const place = model.at(line.seat);
    delete place.wagers[line.wager];
    place.stack += line.returned + line.payoff;
    place.net += line.returned + line.payoff - line.amount;
    place.settled.push(line);
  },
  reshuffled(model) {
    model.dealer = [];
    model.common = [];
    for (const place of model.places.values()) Object.assign(place, { cards: [], up: [] });
  },
  hand_voided: (model, { seat }) => void (model.at(seat).status = "void"),
  round_voided(model, { clause }) {
    model.void = true;
    model.voidClause = clause;
  },
  card_set_aside: (model, { card }) => void model.setAside.push(card),
  ante_posted(model, { seat, amount }) {
    model.at(seat).stack -= amount;
    model.pot += amount;
  },
  brought_in(model, { seat, amount }) {
    putIn(model, seat, amount);
    model.bringIn = seat;
  },
  called: (model, { seat, amount }) => putIn(model, seat, amount),
  bet_made: (model, { seat, to }) => putIn(model, seat, to - model.at(seat).bet),
  bet_returned(model, { seat, amount }) {
    const place = model.at(seat);
    place.stack += amount;
    if (place.bet >= amount) place.bet -= amount;
    else model.pot -= amount;
  },
  bets_collected(model) {
    for (const place of model.places.values()) {
      model.pot += place.bet;
      place.bet = 0;
    }
    model.betTo = 0;
    model.bringIn = 0;
  },
  pot_won(model, { seat, amount }) {
    model.at(seat).stack += amount;
    model.at(seat).won = true;
    model.pot -= amount;
  },
  rake_taken: (model, { amount }) => void (model.pot -= amount),
  chips_returned(model, { seat, amount }) {
    model.at(seat).stack += amount;
    model.pot -= amount;
  },
  round_closed: (model) => void (model.phase = "closed"),
};
