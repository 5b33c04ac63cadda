// @ts-check
// The sums of a round: what each seat had, put in and got back. Whether the amounts are right by the rules is not asked here.

/** Events that move no chips. */
const NO_CHIPS = new Set(["bets_closed", "dealt", "claimed", "folded", "stub_racked", "hand_set", "revealed", "shown", "card_exposed", "card_set_aside", "card_drawn", "miscounted", "reshuffled", "hand_voided", "round_voided", "round_closed", "checked", "burned", "burns_shuffled", "down_card_exposed", "all_in_declared", "mucked", "turns_due", "turned_up", "burns_left"]);

/** @typedef {{start: number, placed: number, further: number, put: number, street: number, back: number, settled: number}} Account */

/** Adds up a round's events. */
class Sums {
  /** @param {Record<string, number>} seats */
  constructor(seats) {
    /** @type {Map<string, Account>} */
    this.accounts = new Map(Object.entries(seats).map(([seat, start]) => [seat, { start, placed: 0, further: 0, put: 0, street: 0, back: 0, settled: 0 }]));
    this.rake = 0;
    /** @type {string[]} */
    this.problems = [];
    this.unknown = "";
  }

  /** @param {Record<string, any>} event */
  see(event) {
    const { seat, amount } = event;
    if (NO_CHIPS.has(event.event)) return;
    if (event.event === "rake_taken") return void (this.rake += amount);
    if (event.event === "bets_collected") return void this.accounts.forEach((account) => (account.street = 0));
    const account = this.accounts.get(String(seat));
    const change = MOVES[event.event];
    if (!change) this.unknown ||= event.event;
    else if (!account) this.problems.push(`seat ${seat} was not in the round`);
    else change(account, event);
    if (amount < 0 || event.returned < 0 || event.payoff < 0) this.problems.push(`seat ${seat} has a negative amount`);
  }
}

/** Actions that name amounts, and the event and field in which the same amounts are. @type {Record<string, [string, string, string]>} */
const SAID = { place_wagers: ["amounts", "wagers_placed", "amounts"], bet: ["amount", "bet_placed", "amount"], call: ["amount", "called", "amount"], bet_to: ["amount", "bet_made", "to"] };

/** @param {import("./evidence.js").Step} step @param {number} number */
function contradiction({ who, action, events }, number) {
  const [field, kind, other] = SAID[action.action] ?? [];
  const event = events.find((some) => some.event === kind);
  if (!field || !event) return "";
  const plain = (/** @type {any} */ value) => JSON.stringify(typeof value === "object" && value ? Object.entries(value).sort() : value);
  return plain(action[field]) === plain(event[/** @type {string} */ (other)]) ? "" : `step ${number}: the action of seat ${who} and its event name different amounts`;
}

/** Chips bet on this street. @param {Account} account @param {number} amount */
function bet(account, amount) {
  account.put += amount;
  account.street += amount;
}

/** @type {Record<string, (account: Account, event: any) => void>} */
const MOVES = {
  wagers_placed: (account, { amounts }) => (account.placed = Object.values(amounts).reduce((sum, amount) => sum + amount, 0)),
  bet_placed: (account, { amount }) => (account.further += amount),
  wager_reduced: (account, { returned }) => (account.further -= returned),
  settled(account, { amount, returned, payoff }) {
    account.settled += amount;
    account.back += returned + payoff;
  },
  ante_posted: (account, { amount }) => (account.put += amount),
  brought_in: (account, { amount }) => bet(account, amount),
  called: (account, { amount }) => bet(account, amount),
  bet_made: (account, { to }) => bet(account, to - account.street),
  bet_returned(account, { amount }) {
    account.back += amount;
    account.street = Math.max(account.street - amount, 0);
  },
  pot_won: (account, { amount }) => (account.back += amount),
  chips_returned: (account, { amount }) => (account.back += amount),
};

/**
 * What is wrong with the sums of a finished round, or which event this page does not know.
 * @param {import("./evidence.js").RoundRecord} record @param {(amount: number) => string} money
 * @returns {{problem: string, unknown: string, rake: number, wagered: number}}
 */
export function sumsOf(record, money) {
  const sums = new Sums(record.seats);
  const events = record.steps.flatMap((step) => step.events);
  sums.problems.push(...record.steps.map((step, i) => contradiction(step, i + 1)).filter(Boolean));
  for (const event of events) sums.see(event);
  const { void: isVoid = false, stacks = {} } = record.result ?? {};
  let wagered = 0;
  let pot = -sums.rake;
  for (const [seat, { start, placed, further, put, back, settled }] of sums.accounts) {
    wagered += settled + put;
    if (settled !== placed + further) sums.problems.push(`seat ${seat} wagered ${money(placed + further)}, but ${money(settled)} was settled`);
    if (put) pot += put;
    const end = start - settled - put + back;
    if (!settled) pot -= back;
    if (end !== stacks[seat]) sums.problems.push(`seat ${seat} had ${money(start)}, wagered ${money(settled + put)} and got ${money(back)}, which leaves ${money(end)}, but the record says ${stacks[seat] === undefined ? "nothing" : money(stacks[seat])}`);
  }
  const strangers = Object.keys(stacks).filter((seat) => !sums.accounts.has(seat));
  if (strangers.length) sums.problems.push(`seat ${strangers[0]} has chips at the end, but was not in the round`);
  if (pot) sums.problems.push(`the pots do not add up: ${money(Math.abs(pot))} too ${pot > 0 ? "little" : "much"} was paid out`);
  if (isVoid !== events.some((event) => event.event === "round_voided")) sums.problems.push(isVoid ? "the result is void, but no step voided the round" : "a step voided the round, but the result is not void");
  return { problem: sums.problems[0] ?? "", unknown: sums.unknown, rake: sums.rake, wagered };
}
