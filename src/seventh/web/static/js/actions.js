// @ts-check
// What can be done now, as buttons that say what they cost; and what was chosen before one's turn.
import { el } from "./dom.js";
import { THREE_CARD, rankThree } from "./hand-rank.js";
import { settings, change } from "./settings.js";
import { codes } from "./state.js";

const ALL_THE_SAME = "Fold all the same";

/** @typedef {{label: string, action: any, price: number, key: string, kind?: string, name: string}} Offer */

/** The chips that an action takes from the stack. @param {any} view @param {any} action @param {any} house */
export function priceOf(view, action, house) {
  const mine = view.seats.find((/** @type {any} */ seat) => seat.seat === view.viewer);
  if (!mine) return 0;
  switch (action.action) {
    case "place_wagers": return sum(action.amounts) - sum(mine.wagers);
    case "bet":
    case "call": return action.amount;
    case "bet_to": return action.amount - mine.bet;
    case "bring_in": return Math.min(house.stakes.bring_in, mine.stack);
    default: return 0;
  }
}

/** @param {Record<string, number>} amounts */
const sum = (amounts) => Object.values(amounts).reduce((all, amount) => all + amount, 0);

/** @param {any} table @param {any} view @returns {Offer[]} what the choices come to */
export function offers(table, view) {
  const { money, title, house } = table;
  /** @type {Offer[]} */
  const found = [];
  const add = (/** @type {string} */ name, /** @type {string} */ label, /** @type {any} */ action, /** @type {string} */ key = "", kind = "") => {
    const price = priceOf(view, action, house);
    found.push({ name, label, action, price, key, kind });
  };
  for (const choice of view.choices) {
    switch (choice.action) {
      case "claim":
        if (table.game === "high-card-flush") add("claim", `Claim ${bonuses(view).map((/** @type {string} */ wager) => capital(title(wager))).join(" and ")}`, { action: "claim" }, "C");
        else if (qualifies(view, house)) add("claim", "Claim the three-card bonus", { action: "claim" }, "C", "primary");
        break;
      case "fold":
        for (const action of choice.any_of) {
          const both = choice.any_of.length > 1;
          add(action.claim ? "fold-claim" : "fold", both ? (action.claim ? "Fold, claim bonuses" : "Fold all") : "Fold", action, action.claim || !both ? "F" : "", "quiet");
        }
        break;
      case "bet": addBets(table, view, choice, add); break;
      case "set_hand": add("best", "Play the best five", { action: "set_hand" }, "B", "primary"); break;
      case "bring_in": add("bring-in", `Bring in ${money.text(priceOf(view, { action: "bring_in" }, house))}`, { action: "bring_in" }, "C", "primary"); break;
      case "check": add("check", "Check", { action: "check" }, "C", "primary"); break;
      case "call": for (const action of choice.any_of) add("call", `Call ${money.text(action.amount)}`, action, "C", "primary"); break;
      case "bet_to": for (const amount of choice.amounts) add("bet", `${betWord(view, house, amount)} ${money.text(amount)}`, { action: "bet_to", amount }, "B"); break;
      case "show": add("show", "Show", { action: "show" }, "B", "primary"); break;
      case "muck": add("muck", "Muck", { action: "muck" }, "F", "quiet"); break;
      case "declare_all_in": add("all-in", "Stay in without betting", { action: "declare_all_in" }, "A"); break;
    }
  }
  return found.sort((a, b) => Number(b.kind === "quiet") - Number(a.kind === "quiet"));
}

/** The bonus wagers that a folded hand has not claimed yet (H10). @param {any} view @returns {string[]} */
function bonuses(view) {
  const mine = view.seats.find((/** @type {any} */ seat) => seat.seat === view.viewer);
  return ["flush", "straight_flush"].filter((wager) => mine.wagers[wager]);
}

/** Whether the first three cards earn the three-card bonus, which is lost unless it is claimed (B5). @param {any} view @param {any} house */
function qualifies(view, house) {
  const mine = view.seats.find((/** @type {any} */ seat) => seat.seat === view.viewer);
  const row = THREE_CARD[rankThree(codes(mine.cards).slice(0, 3)).category].replaceAll(" ", "_");
  return Boolean(house.pays.three_card_bonus[row]);
}

/** @param {any} table @param {any} view @param {any} choice @param {Function} add */
function addBets({ money, title }, view, choice, add) {
  const mine = view.seats.find((/** @type {any} */ seat) => seat.seat === view.viewer);
  const unit = mine.wagers.ante ?? choice.from;
  const amounts = [];
  for (let times = 1; times * unit <= choice.to; times++) if (times * unit >= choice.from) amounts.push(times * unit);
  if (!amounts.length) amounts.push(choice.from);
  for (const amount of amounts) {
    const label = `${capital(title(choice.wager))} ${money.text(amount)}${amounts.length > 1 ? ` (${amount / unit}\u00d7)` : ""}`;
    add(`bet-${choice.wager}`, label, { action: "bet", wager: choice.wager, amount }, amount === amounts[0] ? "B" : String(amount / unit), amount === amounts[0] ? "primary" : "");
  }
}

/** At fixed limit a completion goes no further than the small bet; above it is a raise over an all-in that counted as one. @param {any} view @param {any} house @param {number} [amount] */
function betWord(view, house, amount = 0) {
  if (!view.bet_to) return "Bet";
  const full = house.structure === "spread_limit" ? house.spread.third.minimum : house.stakes.small_bet;
  return view.street === 3 && view.bet_to < full && (amount <= full || house.structure !== "fixed_limit") ? "Complete to" : "Raise to";
}

/** @param {any} round */
const decisionOf = (round) => `${round?.id} ${round?.decision}`;

/** @param {string} text */
const capital = (text) => text[0].toUpperCase() + text.slice(1);

export class Actions {
  /** @param {any} table @param {HTMLElement} root @param {{act: (action: any, price: number) => void, say: (text: string) => void}} on */
  constructor(table, root, on) {
    this.table = table;
    this.root = root;
    this.on = on;
    /** @type {Offer[]} */
    this.offers = [];
    /** What was chosen before the turn. @type {{name: string, price: number, round: string} | null} */
    this.chosen = null;
    /** Two cards to put aside instead of the house's choice. @type {string[]} */
    this.picked = [];
    /** What follows a claim. @type {{action: string, price: number, round: string} | null} */
    this.after = null;
    /** The decision in which a fold without a bet has been asked for once. */
    this.unsure = "";
    this.drawn = "";
  }

  /** Buttons for what the frame offers; answers with whether there are any. @param {import("./state.js").TableFrame} frame @param {Element[]} further buttons about the seat */
  show(frame, further) {
    const view = frame.round?.view;
    this.offers = view ? offers(this.table, view) : [];
    if (this.offers.some((offer) => offer.name === "best") && this.picked.length === 2) {
      this.offers.push({ name: "set", label: "Put these two aside", action: { action: "set_hand", discards: this.picked.join("") }, price: 0, key: "S", kind: "primary" });
    }
    const fold = this.#freeFold();
    if (fold && this.unsure === decisionOf(frame.round)) fold.label = ALL_THE_SAME;
    const range = view?.choices.find((/** @type {any} */ choice) => (choice.action === "bet_to" || choice.action === "bet") && choice.from < choice.to);
    const pre = this.offers.length ? [] : this.#preselect(frame);
    const key = JSON.stringify([this.offers, range, pre.map(([name]) => name), this.chosen, frame.round?.decision, further.length]);
    if (key !== this.drawn) {
      this.drawn = key;
      this.root.replaceChildren(...this.#buttons(), ...(range ? [this.#slider(range, view)] : []), ...this.#chooser(pre), ...this.#bestFive());
    }
    for (const element of further) this.root.append(element);
    return this.offers.length > 0;
  }

  /** A fold where checking is free (S9). @returns {Offer | undefined} */
  #freeFold() {
    return this.offers.some((offer) => offer.name === "check") ? this.offers.find((offer) => offer.name === "fold") : undefined;
  }

  /** Ask once more before a hand is given up for nothing. @param {any} round @param {any} action @returns {boolean} whether it has to be asked for again */
  asksAgain(round, action) {
    if (action.action !== "fold" || !this.#freeFold() || this.unsure === decisionOf(round)) return false;
    this.unsure = decisionOf(round);
    const label = this.root.querySelector("[data-act=fold] span");
    if (label) label.textContent = ALL_THE_SAME;
    this.on.say("Checking is free. To give the hand up all the same, fold once more.");
    return true;
  }

  #buttons() {
    return this.offers.map((offer) =>
      el("button", { type: "button", class: `act ${offer.kind ?? ""}`, "aria-keyshortcuts": offer.key, data: { act: offer.name, price: offer.price }, onclick: () => this.on.act(offer.action, offer.price) },
        el("span", {}, offer.label), offer.key && el("kbd", { "aria-hidden": "true" }, offer.key)));
  }

  /** Amounts between the least and the most. @param {any} range @param {any} view */
  #slider(range, view) {
    const { money, house } = this.table;
    const input = el("input", { type: "range", min: range.from, max: range.to, step: range.step, value: range.from, "aria-label": "Amount" });
    const action = () => (range.action === "bet" ? { action: "bet", wager: range.wager, amount: Number(input.value) } : { action: "bet_to", amount: Number(input.value) });
    const word = range.action === "bet" ? capital(this.table.title(range.wager)) : betWord(view, house);
    const button = el("button", { type: "button", class: "act", onclick: () => this.on.act(action(), priceOf(view, action(), house)) });
    const label = () => (button.textContent = `${word} ${money.text(Number(input.value))}`);
    input.addEventListener("input", label);
    label();
    const box = el("div", { class: "amount" }, input, button);
    return range.action === "bet" ? el("details", { class: "other-amount" }, el("summary", {}, "Other amount"), box) : box;
  }

  /** What may be chosen while others act, and at which price it holds. @param {import("./state.js").TableFrame} frame @returns {[string, string, number][]} */
  #preselect(frame) {
    const view = frame.round?.view;
    const mine = view?.seats.find((/** @type {any} */ seat) => seat.seat === frame.you?.seat);
    if (this.table.game !== "seven-card-stud" || !mine || mine.status !== "in" || mine.all_in || view.phase !== "betting") return [];
    const price = Math.min(view.bet_to - mine.bet, mine.stack);
    return [["check-fold", "Check or fold", -1], price > 0 ? ["call", `Call ${this.table.money.text(price)}`, price] : ["check", "Check", 0]];
  }

  /** @param {[string, string, number][]} pre */
  #chooser(pre) {
    if (!pre.length) return [];
    const round = this.table.frame.round.id;
    return [el("fieldset", { class: "before" }, el("legend", {}, "When it is your turn"), pre.map(([name, label, price]) => {
      const input = el("input", { type: "checkbox", name: "before", checked: this.chosen?.name === name, onchange: () => (this.chosen = input.checked ? { name, price, round } : null) });
      return el("label", {}, input, label);
    }))];
  }

  /** In games where the hand is set, the choice to leave that to the house for good. */
  #bestFive() {
    if (!this.offers.some((offer) => offer.name === "best")) return [];
    const input = el("input", { type: "checkbox", checked: settings.bestFive, onchange: () => change({ bestFive: input.checked }) });
    return [el("label", { class: "always" }, input, "Always play the best five")];
  }

  /** Do what was chosen beforehand, if its price still holds. @param {import("./state.js").TableFrame} frame @returns {boolean} whether something was done */
  answer(frame) {
    const view = frame.round?.view;
    if (!view || !frame.round?.decision) return this.#stale(frame);
    const offered = offers(this.table, view);
    const named = (/** @type {string} */ name) => offered.find((offer) => offer.name === name);
    if (this.after) return this.#afterClaim(offered, frame.round.id);
    if (settings.bestFive && named("best") && !this.picked.length) return this.#do(named("best"));
    if (!this.chosen) return false;
    const { name, price, round } = this.chosen;
    const offer = name === "check-fold" ? named("check") ?? named("fold") : named(name);
    this.chosen = null;
    if (offer && round === frame.round.id && (price < 0 || offer.price === price)) return this.#do(offer);
    this.on.say("The price has changed: choose again.");
    return false;
  }

  /** Claim first what would be lost otherwise; what was pressed follows at the price that was seen. @param {Offer} claim @param {any} action @param {number} price */
  claimFirst(claim, action, price) {
    this.after = { action: JSON.stringify(action), price, round: this.table.frame.round.id };
    this.on.act(claim.action, claim.price);
  }

  /** @param {Offer[]} offered @param {string} round */
  #afterClaim(offered, round) {
    const { action, price, round: then } = /** @type {{action: string, price: number, round: string}} */ (this.after);
    const offer = offered.find((other) => JSON.stringify(other.action) === action && other.price === price);
    if (offered.some((other) => other.name === "claim") && then === round) return false;
    this.after = null;
    return then === round ? this.#do(offer) : false;
  }

  /** A choice whose price has changed is taken back before the turn comes. @param {import("./state.js").TableFrame} frame */
  #stale(frame) {
    if (!this.chosen || this.chosen.price < 0) return false;
    const now = this.#preselect(frame).find(([name]) => name === this.chosen?.name);
    if (now && now[2] === this.chosen.price && frame.round?.id === this.chosen.round) return false;
    this.chosen = null;
    this.on.say("The price has changed: your choice was taken back.");
    return false;
  }

  /** @param {Offer | undefined} offer */
  #do(offer) {
    if (offer) this.on.act(offer.action, offer.price);
    return Boolean(offer);
  }

  /** The offer of a key, or of a name. @param {string} key */
  find(key) {
    return this.offers.find((offer) => offer.key === key) ?? this.offers.find((offer) => offer.name === key);
  }
}
