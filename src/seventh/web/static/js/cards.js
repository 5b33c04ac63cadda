// @ts-check
// Cards on the screen: one element each, with a face that can change and a name that can be read out.
import { el, svg } from "./dom.js";

const SHEET = document.documentElement.dataset.cards ?? "/static/img/cards.svg";
export const RANKS = "23456789TJQKA";
export const RANK_NAMES = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"];
const SUIT_NAMES = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
const SUIT_SIGNS = { c: "\u2663", d: "\u2666", h: "\u2665", s: "\u2660" };

/** "ace of spades". @param {string} code */
export function cardName(code) {
  if (code === "??") return "a card face down";
  if (code === "Jk") return "joker";
  return `${RANK_NAMES[RANKS.indexOf(code[0])]} of ${SUIT_NAMES[/** @type {"c"} */ (code[1])]}`;
}

/** "A♠". @param {string} code */
export function cardSign(code) {
  if (code === "??") return "??";
  if (code === "Jk") return "Joker";
  return `${code[0] === "T" ? "10" : code[0]}${SUIT_SIGNS[/** @type {"c"} */ (code[1])]}`;
}

/** Several cards in words. @param {string[]} cards */
export const cardNames = (cards) => cards.map(cardName).join(", ");

/** A card's element; `showCard` gives it another face. @param {string} code */
export function makeCard(code) {
  const use = svg("use");
  const card = el("div", { class: "card", role: "img" }, svg("svg", { viewBox: "0 0 100 140", "aria-hidden": "true" }, use));
  showCard(card, code);
  return card;
}

/** @param {HTMLElement} card @param {string} code */
export function showCard(card, code) {
  if (card.dataset.card === code) return;
  card.dataset.card = code;
  card.setAttribute("aria-label", cardName(code));
  const suit = code === "??" ? "x" : code[1];
  card.firstElementChild?.setAttribute("class", `suit-${suit}`);
  card.querySelector("use")?.setAttribute("href", `${SHEET}#${code === "??" ? "back" : code}`);
}

/** A row of cards that remembers its elements, so that each card that stays is the same element. */
export class CardRow {
  /** @param {string} className @param {string} label */
  constructor(className, label) {
    this.element = el("div", { class: `cards ${className}`, role: "group", "aria-label": label });
    /** In the order of dealing. @type {HTMLElement[]} */
    this.cards = [];
  }

  /**
   * Show these cards in this order of places; answers with the elements that are new and those that were turned over.
   * @param {string[]} codes as dealt @param {number[]} [order] which of them stands first, second, …
   */
  show(codes, order) {
    const fresh = [];
    const turned = [];
    while (this.cards.length > codes.length) this.cards.pop()?.remove();
    for (let place = 0; place < codes.length; place++) {
      const card = this.cards[place];
      if (!card) fresh.push((this.cards[place] = makeCard(codes[place])));
      else if (card.dataset.card !== codes[place]) {
        if (card.dataset.card === "??") turned.push(card);
        showCard(card, codes[place]);
      }
    }
    this.element.dataset.count = String(codes.length);
    const row = (order ?? codes.map((_, place) => place)).map((place) => this.cards[place]);
    row.forEach((card, place) => {
      if (this.element.children[place] !== card) this.element.insertBefore(card, this.element.children[place] ?? null);
    });
    return { fresh, turned };
  }

  /** Lift the cards that play and dim the others. @param {string[] | null} playing null lifts none */
  lift(playing) {
    for (const card of this.cards) {
      const plays = playing?.includes(card.dataset.card ?? "") ?? false;
      card.classList.toggle("plays", plays);
      card.classList.toggle("rests", playing !== null && !plays);
    }
  }
}
