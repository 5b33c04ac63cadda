// @ts-check
// Cards on the screen: one element each, with a face that can change and a name for screen readers.
import { el, mark, svg } from "./dom.js";

const SHEET = document.documentElement.dataset.cards ?? "/static/img/cards.svg";
export const RANKS = "23456789TJQKA";
export const RANK_NAMES = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"];
const SUIT_NAMES = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
const SUIT_SIGNS = { c: "\u2663", d: "\u2666", h: "\u2665", s: "\u2660" };

/** Where the faces are: inlined into the page, since the browser draws a face from an external file twice, the second time when it finds
 * the file in its cache. Cards created earlier get their faces when the sheet arrives. */
let faces = "#face-";

async function inlineSheet() {
  const answer = await fetch(SHEET);
  if (!answer.ok) throw new Error(`${SHEET}: ${answer.status}`);
  const named = (await answer.text()).replaceAll(' id="', ' id="face-').replaceAll(' href="#', ' href="#face-');
  const sheet = new DOMParser().parseFromString(named, "image/svg+xml").documentElement;
  sheet.setAttribute("hidden", "");
  document.body.append(sheet);
}

inlineSheet().catch(() => {
  faces = `${SHEET}#`;
  for (const card of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".card"))) drawFace(card);
});

/** "ace of spades". @param {string} code */
export function cardName(code) {
  if (code === "??") return "face-down card";
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

/** The template of every card: a face, and the shade of a card that does not play. */
const BLANK = el("div", { class: "card", role: "img" }, svg("svg", { viewBox: "0 0 100 140", "aria-hidden": "true" }, svg("use"), index(), svg("rect", { width: 100, height: 140, rx: 8.75, class: "card-shade" })));

/** The face of a small card: rank and suit only, large and on the left, so that it is readable when half covered. */
function index() {
  return svg("g", { class: "card-index" }, svg("rect", { x: 0.75, y: 0.75, width: 98.5, height: 138.5, rx: 8, class: "card-paper" }),
    svg("text", { x: 7, y: 56, class: "index-rank", lengthAdjust: "spacingAndGlyphs" }), svg("text", { x: 7, y: 116, class: "index-suit" }));
}

/** A card element; `showCard` changes its face. @param {string} code */
export function makeCard(code) {
  const card = BLANK.cloneNode(true);
  showCard(card, code);
  return card;
}

/** @param {HTMLElement} card @param {string} code */
export function showCard(card, code) {
  delete card.dataset.waits;
  if (card.dataset.card === code) return;
  card.dataset.card = code;
  card.setAttribute("aria-label", cardName(code));
  drawFace(card);
}

/** @param {HTMLElement} card */
function drawFace(card) {
  const code = card.dataset.card ?? "??";
  card.firstElementChild?.setAttribute("class", `suit-${code === "??" ? "x" : code[1]}`);
  card.querySelector("use")?.setAttribute("href", `${faces}${code === "??" ? "back" : code}`);
  const [rank, suit] = /** @type {[any, any]} */ ([card.querySelector(".index-rank"), card.querySelector(".index-suit")]);
  card.classList.toggle("back", code === "??");
  if (code === "??" || !rank) return;
  rank.textContent = code === "Jk" ? "Jk" : code[0] === "T" ? "10" : code[0];
  // Of a card half covered by its neighbour a ten, too, leaves some of the paper: it must not be read together with the next rank.
  if (rank.textContent.length > 1) rank.setAttribute("textLength", "40");
  else rank.removeAttribute("textLength");
  suit.textContent = code === "Jk" ? "\u2605" : SUIT_SIGNS[/** @type {"c"} */ (code[1])];
}

/** Turn a card face down until `showCard` shows its face: it is still in flight, or waiting to be turned. @param {HTMLElement} card */
export function coverCard(card) {
  const code = codeOf(card);
  showCard(card, "??");
  if (code !== "??") card.dataset.waits = code;
}

/** A card's code, whether or not its face is shown yet. @param {HTMLElement} card */
export const codeOf = (card) => card.dataset.waits ?? card.dataset.card ?? "??";

/** A row of cards that reuses its elements: a card that stays keeps its element. */
export class CardRow {
  /** @param {string} className @param {string} label */
  constructor(className, label) {
    this.element = el("div", { class: `cards ${className}`, role: "group", "aria-label": label });
    /** In dealing order. @type {HTMLElement[]} */
    this.cards = [];
  }

  /**
   * Show these cards in this order; returns the elements that are new and those that were turned over.
   * @param {string[]} codes as dealt @param {number[]} [order] which of them comes first, second, …
   */
  show(codes, order) {
    const fresh = [];
    const turned = [];
    while (this.cards.length > codes.length) this.cards.pop()?.remove();
    for (let place = 0; place < codes.length; place++) {
      const card = this.cards[place];
      if (!card) fresh.push((this.cards[place] = makeCard(codes[place])));
      else if (codeOf(card) !== codes[place]) {
        if (codeOf(card) === "??") turned.push(card);
        showCard(card, codes[place]);
      }
    }
    mark(this.element, "data-count", String(codes.length));
    const row = (order ?? codes.map((_, place) => place)).map((place) => this.cards[place]);
    row.forEach((card, place) => {
      if (this.element.children[place] !== card) this.element.insertBefore(card, this.element.children[place] ?? null);
    });
    return { fresh, turned };
  }

  /** Lift the cards that play and dim the others. @param {string[] | null} playing null lifts none */
  lift(playing) {
    for (const card of this.cards) {
      const plays = playing?.includes(codeOf(card)) ?? false;
      card.classList.toggle("plays", plays);
      card.classList.toggle("rests", playing !== null && !plays);
    }
  }
}
