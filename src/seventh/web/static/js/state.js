// @ts-check
// What lies on the table as it is shown: a frame's view, or that view some events before it.

/**
 * @typedef {{seat: number, person: string, name: string, bot: boolean, chips: number, sits_out: boolean, away: boolean,
 *   leaving: boolean, ready: boolean, time_bank: number}} SeatInfo
 * @typedef {{id: string, number: number, people: Record<string, string>, seed_hash: string, seeds: Record<string, string>, seeds_closed: boolean,
 *   root: string, view: any, decision: number, deadlines: Record<string, number>,
 *   clocks: Record<string, {starts: number, bank_from: number}>, winners: number[], heading: string,
 *   hands: Record<string, Hand>, yours: {prompt: string, offers: Offer[], intentions: Intention[]} | null}} RoundInfo
 * @typedef {{name: string, plays: string, order: string}} Hand what a hand is called, which cards play, and in which order it is seen
 * @typedef {{name: string, label: string, action: any, price?: number, key?: string, kind?: string, typed?: string[],
 *   amounts?: [number, number, number], pick?: number, confirm?: string, again?: string, always?: string,
 *   first?: boolean}} Offer
 * @typedef {{name: string, label: string, does: string[], price: number | null}} Intention
 * @typedef {{say?: string, who?: number, kind?: string, call?: string, hands?: Record<string, Hand>}} Told
 * @typedef {{is: "table", table: string, seq: number, name: string, game: string, rules: string, private: boolean,
 *   state: string, notice: string, until: number, now: number, seats: SeatInfo[], queue: string[],
 *   you: {seat: number, wallet: number, net: number, since: number} | null, round: RoundInfo | null,
 *   last: {id: string, void: boolean, reason: string, nets: Record<string, number>, seed: string} | null,
 *   events: GameEvent[], told: Told[], story: Told[] | null, layout: any}} TableFrame
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
    this.heading = "";
    /** What the hands are called that are seen whole, by seat, and the dealer's. @type {Record<string, Hand>} */
    this.hands = {};
  }

  /** Exactly what a frame says. @param {RoundInfo} round @param {SeatInfo[]} [seats] who sits there now */
  static of(round, seats = []) {
    const model = new Model();
    const view = round.view;
    model.round = round.id;
    model.phase = view.phase;
    model.dealer = codes(view.dealer);
    model.common = codes(view.common);
    model.setAside = codes(view.set_aside);
    model.pots = view.pots ?? [];
    model.betTo = view.bet_to ?? 0;
    model.dealerPosition = view.dealer_position ?? 0;
    model.void = view.void;
    model.voidClause = view.void_clause;
    for (const seat of view.seats) model.places.set(seat.seat, place(seat));
    for (const seat of round.winners) model.at(seat).won = true;
    model.heading = round.heading;
    model.hands = { ...round.hands };
    const inFront = [...model.places.values()].reduce((sum, seat) => sum + seat.bet, 0);
    model.pot = model.pots.reduce((sum, [amount]) => sum + amount, 0) - inFront;
    // Cards and results are the person's who played them, not the newcomer's at the same seat.
    for (const { seat, person } of seats) if (round.people[seat] !== person) model.places.delete(seat);
    return model;
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

  /** One event further. @param {GameEvent} event @param {Told} [told] the same in words */
  apply(event, told) {
    APPLY[event.event]?.(this, event);
    if (told?.hands) Object.assign(this.hands, told.hands);
    if (told?.kind === "street") this.heading = told.call ?? this.heading;
  }

  /** The hand at a place, if it is seen whole. @param {number | "dealer"} place @returns {Hand | undefined} */
  hand(place) {
    return this.hands[String(place)];
  }
}

/** The seats of a round with nothing in front of them. @param {RoundInfo} round */
function bare(round) {
  const model = new Model();
  model.round = round.id;
  model.dealerPosition = round.view.dealer_position ?? 0;
  model.heading = round.heading;
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
