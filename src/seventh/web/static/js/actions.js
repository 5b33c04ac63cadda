// @ts-check
// Buttons for the available actions with their cost, and actions selected in advance.
import { el } from "./dom.js";
import { change, hintKeys, settings } from "./settings.js";

/** @typedef {import("./state.js").Offer} Offer */

const SUGGESTED = "Suggested: the best action with these cards";

/** @param {any} round */
const decisionOf = (round) => `${round?.id} ${round?.decision}`;

/** An offer with the chosen amount or cards. @param {Offer} offer @param {{amount?: number, discards?: string}} chosen @returns {Offer} */
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
    /** The action selected in advance. @type {{name: string, does: string[], price: number | null, round: string} | null} */
    this.chosen = null;
    /** The player's selected cards, if an offer requires some. @type {string[]} */
    this.picked = [];
    /** The action to take after an offer marked `first`. @type {{action: string, price: number, round: string} | null} */
    this.after = null;
    /** The decision in which an action that needs confirmation was pressed once. */
    this.unsure = "";
    this.drawn = "";
  }

  /** The number of own cards to select now. */
  get picks() {
    return this.offers.find((offer) => offer.pick)?.pick ?? 0;
  }

  /** Draw buttons for the offers in the frame; returns whether there are any. @param {import("./state.js").TableFrame} frame @param {Element[]} further buttons about the seat @param {boolean} quiet while something is shown that comes before */
  show(frame, further, quiet) {
    const yours = quiet ? null : frame.round?.yours;
    this.offers = yours?.offers ?? [];
    const intentions = this.offers.length ? [] : yours?.intentions ?? [];
    const key = JSON.stringify([this.offers, settings.suggestions, this.picked, intentions, this.chosen, frame.round?.decision, this.unsure, further.length]);
    if (key !== this.drawn) {
      this.drawn = key;
      this.root.replaceChildren(...this.#buttons(), ...this.#ranges(), ...this.#chooser(intentions), ...this.#always());
      hintKeys(this.root);
    }
    // Elements that are already there stay, to keep the focus.
    for (const element of further) if (element.parentNode !== this.root) this.root.append(element);
    return this.offers.length > 0;
  }

  /** The offers shown as a button; those that require cards get one once the cards are selected. */
  get plain() {
    return this.offers.filter((offer) => !offer.amounts && !offer.typed_only && (!offer.pick || this.picked.length === offer.pick));
  }

  /** Take an action. @param {Offer} offer */
  take(offer) {
    if (offer.pick && this.picked.length === offer.pick) offer = chosenFrom(offer, { discards: this.picked.join("") });
    this.on.act(offer);
  }

  /** Ask for confirmation if the action needs it. @param {any} round @param {Offer} offer @returns {boolean} whether it has to be pressed again */
  asksAgain(round, offer) {
    if (!offer.confirm || this.unsure === decisionOf(round)) return false;
    this.unsure = decisionOf(round);
    const label = this.root.querySelector(`[data-act="${offer.name}"] span`);
    if (label && offer.again) label.textContent = offer.again;
    this.on.say(offer.confirm);
    return true;
  }

  #buttons() {
    const filled = this.#filled();
    return this.plain.map((offer) => {
      const suggested = settings.suggestions && offer.suggested && offer === filled;
      const kind = offer === filled ? "primary" : offer.kind === "primary" ? "" : offer.kind ?? "";
      const label = offer.again && this.unsure === decisionOf(this.table.frame?.round) ? offer.again : offer.label;
      return el("button", { type: "button", class: `act ${kind}`, "aria-keyshortcuts": offer.key ?? "", title: suggested && SUGGESTED, "aria-description": suggested && SUGGESTED, data: { act: offer.name, price: offer.price ?? 0 }, onclick: () => this.take(offer) },
        el("span", {}, label), suggested && el("small", { "aria-hidden": "true" }, "suggested"), offer.key && el("kbd", { "aria-hidden": "true" }, offer.key));
    });
  }

  /** The offer whose button is filled: the primary one; without suggestions, the usual one instead of advice. @returns {Offer | undefined} */
  #filled() {
    const primary = this.plain.find((offer) => offer.kind === "primary");
    if (!primary?.suggested || settings.suggestions) return primary;
    return this.plain.find((offer) => offer.kind !== "quiet" && offer.name !== "fold") ?? primary;
  }

  /** The suggested action in a sentence; empty if none is marked. */
  get suggestion() {
    const filled = this.#filled();
    return settings.suggestions && filled?.suggested ? `Suggested: ${filled.label[0].toLowerCase()}${filled.label.slice(1)}.` : "";
  }

  /** Sliders for actions with a range of amounts. */
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

  /** Checkboxes for actions that can be selected in advance, each valid at one price. @param {import("./state.js").Intention[]} intentions */
  #chooser(intentions) {
    if (!intentions.length) return [];
    const round = this.table.frame.round.id;
    return [el("fieldset", { class: "before" }, el("legend", {}, "On your turn"), intentions.map(({ name, label, does, price }) => {
      const input = el("input", { type: "checkbox", name: "before", checked: this.chosen?.name === name, onchange: () => (this.chosen = input.checked ? { name, does, price, round } : null) });
      return el("label", {}, input, label);
    }))];
  }

  /** Checkboxes for offers that can always be taken automatically; one at a time. */
  #always() {
    return this.offers.filter((offer) => offer.always).map((offer) => {
      const input = el("input", { type: "checkbox", checked: settings.always === offer.name, onchange: () => change({ always: input.checked ? offer.name : "" }) });
      return el("label", { class: "always" }, input, offer.always);
    });
  }

  /** Take the action selected in advance, if its price has not changed. @param {import("./state.js").TableFrame} frame @returns {boolean} whether an action was taken */
  answer(frame) {
    const yours = frame.round?.yours;
    if (!frame.round || !frame.round.decision || !yours?.offers.length) return this.#stale(frame);
    this.offers = yours.offers;
    if (this.after) return this.#afterFirst(frame.round.id);
    const always = this.offers.find((offer) => offer.always && offer.name === settings.always);
    if (always) return this.#do(always);
    if (!this.chosen) return false;
    const { does, price, round } = this.chosen;
    const offer = does.map((name) => this.#named(name)).find(Boolean);
    this.chosen = null;
    if (offer && round === frame.round.id && (price === null || (offer.price ?? 0) === price)) return this.#do(offer);
    this.on.say("The price has changed. Choose again.");
    return false;
  }

  /** Take the offer marked `first`, which would otherwise be lost; the pressed action follows at the price shown. @param {Offer} offer @returns {boolean} whether there was such an offer */
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

  /** Cancel an action selected in advance if its price has changed. @param {import("./state.js").TableFrame} frame */
  #stale(frame) {
    if (!this.chosen || this.chosen.price === null) return false;
    const now = frame.round?.yours?.intentions.find((intention) => intention.name === this.chosen?.name);
    if (now && now.price === this.chosen.price && frame.round?.id === this.chosen.round) return false;
    this.chosen = null;
    this.on.say("The price has changed. Your selection was cancelled.");
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

  /** The offer a typed command means, such as `fold`, `raise 10` or `discard 2c 3d`; undefined if none matches. @param {string} text @param {import("./money.js").Money} money @returns {Offer | undefined} */
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
    // An amount out of range is sent anyway: the server's answer says what is allowed.
    return listed ?? (like.length ? chosenFrom({ ...like[0], amounts: like[0].amounts ?? [like[0].action.amount, 0, 0] }, { amount }) : undefined);
  }
}
