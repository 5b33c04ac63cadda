// @ts-check
// The table as displayed: a frame's view, or that view some events earlier.

/**
 * @typedef {{seat: number, person: string, name: string, bot: boolean, chips: number, sits_out: boolean, away: boolean,
 *   leaving: boolean, ready: boolean, time_bank: number, idle: boolean, left?: boolean}} SeatInfo `left`: only the screen still has it
 * @typedef {{id: string, number: number, people: Record<string, string>, seed_hash: string, seeds: Record<string, string>, seeds_closed: boolean,
 *   root: string, view: any, decision: number, deadlines: Record<string, number>,
 *   clocks: Record<string, {starts: number, bank_from: number}>, winners: number[], heading: string,
 *   hands: Record<string, Hand>, yours: {prompt: string, offers: Offer[], intentions: Intention[]} | null}} RoundInfo
 * @typedef {{name: string, plays: string, order: string}} Hand a hand's name, the cards that play, and the order in which to show it
 * @typedef {{name: string, label: string, action: any, price?: number, key?: string, kind?: string, typed?: string[],
 *   amounts?: [number, number, number], pick?: number, confirm?: string, again?: string, always?: string, suggested?: boolean, typed_only?: boolean,
 *   first?: boolean}} Offer
 * @typedef {{name: string, label: string, does: string[], price: number | null}} Intention
 * @typedef {{say?: string, who?: number, kind?: string, call?: string, why?: string, leads?: boolean, at?: number, hands?: Record<string, Hand>}} Told
 * @typedef {{seat: number, who: string, cards: string, name: string, plays: string}} ReviewHand
 * @typedef {{seat: number, title: string, amount: number, result: string, net: number, why: string, clause: string, wager: string,
 *   row: string, payoff: number, uncapped: number, note: string, how: string}} ReviewLine
 * @typedef {{id: string, number: number, hands: ReviewHand[], lines: ReviewLine[], says: string[], net: number | null, short: string}} Review a finished round
 * @typedef {{is: "table", table: string, seq: number, name: string, game: string, rules: string, private: boolean,
 *   state: string, notice: string, until: number, now: number, seats: SeatInfo[], queue: string[],
 *   you: {seat: number, wallet: number, net: number, since: number, receipt: string,
 *     stop: {check: boolean, time: number, net: number, why: string} | null, closed: string, absence: string} | null, round: RoundInfo | null,
 *   last: {id: string, void: boolean, reason: string, nets: Record<string, number>, seed: string} | null,
 *   events: GameEvent[], told: Told[], story: Told[] | null, layout: any, review: Review | null, review_story: Told[] | null}} TableFrame
 * @typedef {{event: string, [key: string]: any}} GameEvent
 * @typedef {{what: string, amount: number}} Did an action in a word, and its amount
 * @typedef {{seat: number, wager: string, amount: number, result: string, returned: number, payoff: number, clause: string,
 *   row: string, uncapped: number}} Settled
 * @typedef {{seat: number, stack: number, wagers: Record<string, number>, bet: number, cards: string[], up: string[],
 *   status: string, discards: string[], settled: Settled[], net: number, claimed: boolean, allIn: boolean, won: boolean, shown: boolean}} Place
 */

/** Split card codes: `AsKd` is two cards. @param {string | undefined} text */
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
    /** The pot, without this street's bets. */
    this.pot = 0;
    /** @type {[number, number[]][]} */
    this.pots = [];
    this.betTo = 0;
    this.dealerPosition = 0;
    this.bringIn = 0;
    this.void = false;
    this.voidClause = "";
    this.heading = "";
    /** The hands that are fully visible, by seat, and the dealer's. @type {Record<string, Hand>} */
    this.hands = {};
    /** The results so far with their reasons, in sentences. @type {string[]} */
    this.says = [];
    /** How many of them are main results, which come first. */
    this.leading = 0;
    /** What each seat did last on this street. @type {Map<number, Did>} */
    this.did = new Map();
  }

  /** The model of a frame. @param {RoundInfo} round @param {SeatInfo[]} [seats] who is seated now */
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
    const me = view.viewer ?? 0;
    for (const place of model.places.values()) place.shown = place.seat !== me && place.cards.length > 0 && !place.cards.includes("??");
    model.heading = round.heading;
    model.hands = { ...round.hands };
    const inFront = [...model.places.values()].reduce((sum, seat) => sum + seat.bet, 0);
    model.pot = model.pots.reduce((sum, [amount]) => sum + amount, 0) - inFront;
    // Cards and results belong to the player of the round, not to someone who has since taken the seat.
    for (const { seat, person } of seats) if (round.people[seat] !== person) model.places.delete(seat);
    return model;
  }

  /** The model of a round before these events, which are all its events. @param {RoundInfo} round @param {GameEvent[]} events */
  static before(round, events) {
    const [model, trial] = [bare(round), bare(round)];
    for (const event of events) trial.apply(event);
    // The events change a stack of zero by the same amount as the real one.
    for (const seat of round.view.seats) model.at(seat.seat).stack = seat.stack - trial.at(seat.seat).stack;
    return model;
  }

  /** @param {number} seat @returns {Place} */
  at(seat) {
    let found = this.places.get(seat);
    if (!found) this.places.set(seat, (found = place({ seat })));
    return found;
  }

  /** Apply an event. Hand names are learned later, when the cards have turned. @param {GameEvent} event @param {Told} [told] the event in words */
  apply(event, told) {
    APPLY[event.event]?.(this, event);
    if (told?.kind === "street") this.heading = told.call ?? this.heading;
    for (const [place, { order }] of Object.entries(told?.hands ?? {})) this.hands[place] = { ...(this.hands[place] ?? { name: "", plays: "" }), order };
  }

  /** Update hand names and the cards that play. @param {Told} told */
  learn(told) {
    Object.assign(this.hands, told.hands);
    if (told.why) this.says.splice(told.leads ? this.leading++ : this.says.length, 0, told.why);
  }

  /** The hand at a place, if it is fully visible. @param {number | "dealer"} place @returns {Hand | undefined} */
  hand(place) {
    return this.hands[String(place)];
  }
}

/** The seats of a round without cards or bets. @param {RoundInfo} round */
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
    shown: false,
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

/** The cards that the floor counted; if they are hidden from the viewer, what was known before. @param {string[]} before @param {string[]} found */
const recounted = (before, found) => (found.includes("??") ? found.map((card, n) => before[n] ?? card) : found);

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
  shown: (model, { seat, cards }) => void Object.assign(model.at(seat), { cards: codes(cards), shown: true }),
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
  miscounted(model, { place, cards }) {
    const found = codes(cards);
    if (place === "dealer") return void (model.dealer = recounted(model.dealer, found));
    const seat = model.at(place);
    seat.cards = recounted(seat.cards, found);
    seat.up = seat.up.filter((card) => seat.cards.includes(card));
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
  checked: (model, { seat }) => void model.did.set(seat, { what: "checked", amount: 0 }),
  called(model, { seat, amount }) {
    putIn(model, seat, amount);
    model.did.set(seat, { what: "called", amount });
  },
  bet_made(model, { seat, to }) {
    const full = [...model.did.values()].some(({ what }) => !["checked", "called"].includes(what));
    model.did.set(seat, { what: !model.betTo ? "bet" : model.bringIn && !full ? "completed to" : "raised to", amount: to });
    putIn(model, seat, to - model.at(seat).bet);
  },
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
    model.did.clear();
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

/** The viewer's seat. @param {TableFrame | null} frame */
export function mySeat(frame) {
  return frame?.seats.find((seat) => seat.seat === frame.you?.seat);
}
