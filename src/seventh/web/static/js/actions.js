// @ts-check
// What can be done now, as buttons that say what they cost; and what was chosen before one's turn.
import { el } from "./dom.js";
import { settings, change } from "./settings.js";

/** @typedef {import("./state.js").Offer} Offer */

/** @param {any} round */
const decisionOf = (round) => `${round?.id} ${round?.decision}`;

/** An offer with the amount or the cards that were chosen. @param {Offer} offer @param {{amount?: number, discards?: string}} chosen @returns {Offer} */
function chosenFrom(offer, { amount, discards }) {
  if (discards !== undefined) return { ...offer, action: { ...offer.action, discards } };
  const price = (offer.price ?? 0) + (amount ?? 0) - (offer.amounts?.[0] ?? 0);
  return { ...offer, action: { ...offer.action, amount }, price };
}

export class Actions {
  /** @param {any} table @param {HTMLElement} root @param {{act: (offer: Offer) => void, say: (text: string) => void}} on */
  constructor(table, root, on) {
    this.table = table;
    this.root = root;
    this.on = on;
    /** @type {Offer[]} */
    this.offers = [];
    /** What was chosen before the turn. @type {{name: string, does: string[], price: number | null, round: string} | null} */
    this.chosen = null;
    /** Own cards that are chosen, where an offer asks for some. @type {string[]} */
    this.picked = [];
    /** What follows an offer that had to come first. @type {{action: string, price: number, round: string} | null} */
    this.after = null;
    /** The decision in which something that asks for a second press was asked for once. */
    this.unsure = "";
    this.drawn = "";
  }

  /** How many of the own cards are to be chosen now. */
  get picks() {
    return this.offers.find((offer) => offer.pick)?.pick ?? 0;
  }

  /** Buttons for what the frame offers; answers with whether there are any. @param {import("./state.js").TableFrame} frame @param {Element[]} further buttons about the seat @param {boolean} quiet while something is shown that comes before */
  show(frame, further, quiet) {
    const yours = quiet ? null : frame.round?.yours;
    this.offers = yours?.offers ?? [];
    const intentions = this.offers.length ? [] : yours?.intentions ?? [];
    const key = JSON.stringify([this.offers, this.picked, intentions, this.chosen, frame.round?.decision, this.unsure, further.length]);
    if (key !== this.drawn) {
      this.drawn = key;
      this.root.replaceChildren(...this.#buttons(), ...this.#ranges(), ...this.#chooser(intentions), ...this.#always());
    }
    for (const element of further) this.root.append(element);
    return this.offers.length > 0;
  }

  /** The offers with a button of their own: those that want cards have one once these are chosen. */
  get plain() {
    return this.offers.filter((offer) => !offer.amounts && (!offer.pick || this.picked.length === offer.pick));
  }

  /** Do it, or ask once more first. @param {Offer} offer */
  take(offer) {
    if (offer.pick && this.picked.length === offer.pick) offer = chosenFrom(offer, { discards: this.picked.join("") });
    this.on.act(offer);
  }

  /** Ask once more before something is done that has a confirmation. @param {any} round @param {Offer} offer @returns {boolean} whether it has to be asked for again */
  asksAgain(round, offer) {
    if (!offer.confirm || this.unsure === decisionOf(round)) return false;
    this.unsure = decisionOf(round);
    const label = this.root.querySelector(`[data-act="${offer.name}"] span`);
    if (label && offer.again) label.textContent = offer.again;
    this.on.say(offer.confirm);
    return true;
  }

  #buttons() {
    return this.plain.map((offer) => {
      const label = offer.again && this.unsure === decisionOf(this.table.frame?.round) ? offer.again : offer.label;
      return el("button", { type: "button", class: `act ${offer.kind ?? ""}`, "aria-keyshortcuts": offer.key ?? "", data: { act: offer.name, price: offer.price ?? 0 }, onclick: () => this.take(offer) },
        el("span", {}, label), offer.key && el("kbd", { "aria-hidden": "true" }, offer.key));
    });
  }

  /** Amounts between the least and the most. */
  #ranges() {
    return this.offers.filter((offer) => offer.amounts).map((offer) => {
      const [least, most, step] = /** @type {[number, number, number]} */ (offer.amounts);
      const input = el("input", { type: "range", min: least, max: most, step, value: least, "aria-label": "Amount" });
      const button = el("button", { type: "button", class: "act", onclick: () => this.on.act(chosenFrom(offer, { amount: Number(input.value) })) });
      const label = () => (button.textContent = `${offer.label} ${this.table.money.text(Number(input.value))}`);
      input.addEventListener("input", label);
      label();
      const box = el("div", { class: "amount" }, input, button);
      const others = this.offers.some((other) => !other.amounts && other.action.action === offer.action.action);
      return others ? el("details", { class: "other-amount" }, el("summary", {}, "Other amount"), box) : box;
    });
  }

  /** What may be chosen while others act, and at which price it holds. @param {import("./state.js").Intention[]} intentions */
  #chooser(intentions) {
    if (!intentions.length) return [];
    const round = this.table.frame.round.id;
    return [el("fieldset", { class: "before" }, el("legend", {}, "When it is your turn"), intentions.map(({ name, label, does, price }) => {
      const input = el("input", { type: "checkbox", name: "before", checked: this.chosen?.name === name, onchange: () => (this.chosen = input.checked ? { name, does, price, round } : null) });
      return el("label", {}, input, label);
    }))];
  }

  /** A switch for an offer that may be taken from now on without asking. */
  #always() {
    const offer = this.offers.find((other) => other.always);
    if (!offer) return [];
    const input = el("input", { type: "checkbox", checked: settings.bestFive, onchange: () => change({ bestFive: input.checked }) });
    return [el("label", { class: "always" }, input, offer.always)];
  }

  /** Do what was chosen beforehand, if its price still holds. @param {import("./state.js").TableFrame} frame @returns {boolean} whether something was done */
  answer(frame) {
    const yours = frame.round?.yours;
    if (!frame.round || !frame.round.decision || !yours?.offers.length) return this.#stale(frame);
    this.offers = yours.offers;
    if (this.after) return this.#afterFirst(frame.round.id);
    const always = this.offers.find((offer) => offer.always);
    if (settings.bestFive && always && !this.picked.length) return this.#do(always);
    if (!this.chosen) return false;
    const { does, price, round } = this.chosen;
    const offer = does.map((name) => this.#named(name)).find(Boolean);
    this.chosen = null;
    if (offer && round === frame.round.id && (price === null || (offer.price ?? 0) === price)) return this.#do(offer);
    this.on.say("The price has changed: choose again.");
    return false;
  }

  /** Do first what would be lost otherwise; what was pressed follows at the price that was seen. @param {Offer} offer @returns {boolean} whether there was such a thing */
  comesAfter(offer) {
    const first = this.offers.find((other) => other.first);
    if (!first || first.name === offer.name || this.after) return false;
    this.after = { action: JSON.stringify(offer.action), price: offer.price ?? 0, round: this.table.frame.round.id };
    this.on.act(first);
    return true;
  }

  /** @param {string} round */
  #afterFirst(round) {
    const { action, price, round: then } = /** @type {{action: string, price: number, round: string}} */ (this.after);
    if (this.offers.some((other) => other.first) && then === round) return false;
    this.after = null;
    const offer = this.offers.find((other) => JSON.stringify(other.action) === action && (other.price ?? 0) === price);
    return then === round ? this.#do(offer) : false;
  }

  /** A choice whose price has changed is taken back before the turn comes. @param {import("./state.js").TableFrame} frame */
  #stale(frame) {
    if (!this.chosen || this.chosen.price === null) return false;
    const now = frame.round?.yours?.intentions.find((intention) => intention.name === this.chosen?.name);
    if (now && now.price === this.chosen.price && frame.round?.id === this.chosen.round) return false;
    this.chosen = null;
    this.on.say("The price has changed: your choice was taken back.");
    return false;
  }

  /** @param {Offer | undefined} offer */
  #do(offer) {
    if (offer) this.on.act(offer);
    return Boolean(offer);
  }

  /** @param {string} name */
  #named(name) {
    return this.offers.find((offer) => offer.name === name);
  }

  /** @param {string} key */
  withKey(key) {
    return this.plain.find((offer) => offer.key === key);
  }

  /** What a line says, such as `fold`, `raise 10` or `discard 2c 3d`; nothing if no offer is typed like that. @param {string} text @param {import("./money.js").Money} money @returns {Offer | undefined} */
  typed(text, money) {
    const plain = this.offers.filter((offer) => !offer.amounts && !offer.pick);
    const exact = plain.find((offer) => offer.typed?.includes(text));
    if (exact) return exact;
    const cards = /^(\D+?) ((?:(?:[2-9tjqka][cdhs]|jk) ?)+)$/.exec(text);
    const picks = cards && this.offers.find((offer) => offer.pick && offer.typed?.includes(cards[1]));
    if (cards && picks) return chosenFrom(picks, { discards: cards[2].replace(/ /g, "").replace(/(.)(.)/g, (_, rank, suit) => (rank === "j" && suit === "k" ? "Jk" : rank.toUpperCase() + suit)) });
    const wanted = /^(\D+?) ([$\d.]+)$/.exec(text);
    const amount = wanted && money.parse(wanted[2]);
    if (!wanted || amount === null) return undefined;
    const like = this.offers.filter((offer) => offer.typed?.includes(wanted[1]) && offer.action.amount !== undefined);
    const sums = this.offers.filter((offer) => !offer.amounts && like.some((other) => other.action.action === offer.action.action && other.action.wager === offer.action.wager));
    const listed = sums.find((offer) => offer.action.amount === amount);
    // What is out of range is sent all the same: the answer says what is allowed.
    return listed ?? (like.length ? chosenFrom({ ...like[0], amounts: like[0].amounts ?? [like[0].action.amount, 0, 0] }, { amount }) : undefined);
  }
}
