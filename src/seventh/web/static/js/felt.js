// @ts-check
// Spots on a felt: the dealer's cards, the others, and the viewer's own part of the layout.
import { CardRow, codeOf } from "./cards.js";
import { Pile } from "./chips.js";
import { el, hide, mark, svg, write } from "./dom.js";
import { Fit, overlap } from "./fit.js";
import { Seat } from "./seat.js";
import { netWords } from "./settlement.js";
import { spotShape } from "./shapes.js";
import { codes, total } from "./state.js";

/** @param {string} text */
const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** Where the cards of a hand stand when it is easiest to see; as they were dealt while that is not said. @param {string[]} cards @param {import("./state.js").Hand | undefined} hand */
function places(cards, hand) {
  const order = codes(hand?.order);
  return order.length === cards.length ? order.map((card) => cards.indexOf(card)) : undefined;
}

export class FeltTable {
  /** @param {HTMLElement} root @param {any} table @param {{sit: (seat: number) => void, press: (wager: string) => void, pick: (card: string) => void}} on */
  constructor(root, table, on) {
    this.root = root;
    this.table = table;
    this.on = on;
    /** Chips that are chosen but not placed yet. @type {Record<string, number> | null} */
    this.slip = null;
    /** Cards of the own hand that are to be put aside. @type {string[]} */
    this.picked = [];
    this.picking = false;
    this.rack = el("div", { class: "rack", "aria-hidden": "true" });
    this.shoe = el("div", { class: "shoe", "aria-hidden": "true" });
    this.bank = el("div", { class: "bank", "aria-hidden": "true" });
    this.dealer = new CardRow("dealer-cards", "The dealer’s cards");
    this.dealerWords = el("p", { class: "words dealer-words" });
    this.own = new CardRow("own-cards", "Your cards");
    this.ownWords = el("p", { class: "words own-words" });
    this.ownResult = el("p", { class: "own-result", hidden: true });
    this.others = el("div", { class: "others" });
    /** @type {Map<number, Seat>} */
    this.seats = new Map();
    for (let number = 1; number <= table.boot.seats; number++) this.seats.set(number, new Seat(table, number, on.sit));
    /** @type {Map<string, {button: any, pile: Pile, result: any, spot: import("./shapes.js").Spot}>} */
    this.spots = new Map();
    this.spotRow = el("div", { class: "spots", role: "group", "aria-label": "Your wagers" }, table.layout.spots.map((/** @type {any} */ spot) => this.#spot(spot)));
    const { title, line, tables } = table.layout;
    const arc = svg("svg", { class: "arc", viewBox: "0 0 900 130", "aria-hidden": "true" },
      svg("path", { id: "arc-path", d: "M40 20Q450 150 860 20", fill: "none" }),
      svg("path", { d: "M30 34Q450 166 870 34", class: "arc-line" }),
      svg("text", { class: "arc-title" }, svg("textPath", { href: "#arc-path", startOffset: "50%", "text-anchor": "middle" }, title)));
    const printed = tables.map((/** @type {{title: string, rows: string[][]}[]} */ side, /** @type {number} */ place) =>
      el("div", { class: `felt-pays ${place ? "right" : "left"}` }, side.map(({ title: caption, rows }) =>
        el("table", {}, el("caption", {}, caption), el("tbody", {}, rows.map(([row, pays]) => el("tr", {}, el("th", { scope: "row" }, row), el("td", {}, pays))))))));
    this.mine = el("div", { class: "mine" }, this.spotRow, el("div", { class: "own-hand" }, this.own.element, this.ownWords), this.ownResult);
    this.whole = el("div", { class: "dealer-table" },
      el("div", { class: "dealer-area" }, this.rack, el("div", { class: "dealer-middle" }, this.bank, this.dealer.element, this.dealerWords), this.shoe),
      el("div", { class: "felt-words" }, arc, el("p", { class: "felt-line" }, line)), printed, this.others, this.mine);
    root.replaceChildren(this.whole);
    this.fit = new Fit(root, this.whole, () => !printed.some((/** @type {Element} */ pays) => overlap(pays, this.spotRow) || overlap(pays, this.own.element) || overlap(pays, this.others)));
    this.own.element.addEventListener("click", (/** @type {MouseEvent} */ event) => this.#pick(event.target));
    this.own.element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Enter" || event.key === " ") this.#pick(event.target, event);
    });
  }

  /** @param {import("./shapes.js").Spot} spot */
  #spot(spot) {
    const pile = new Pile(this.table.money, "spot-pile");
    const result = el("span", { class: "spot-result", hidden: true });
    const edge = this.table.wagers[spot.wager]?.edge_text;
    const button = el("button", { type: "button", class: `spot spot-${spot.shape}${spot.later ? " later" : ""}`, data: { wager: spot.wager }, onclick: () => this.on.press(spot.wager) },
      el("span", { class: "spot-body" }, spotShape(spot.shape), pile.element, result),
      el("span", { class: "spot-label" }, spot.label), el("span", { class: "spot-pays" }, spot.pays),
      edge && el("span", { class: "spot-edge", title: capital(this.table.wagers[spot.wager].edge_words) }, `edge ${edge}`));
    this.spots.set(spot.wager, { button, pile, result, spot });
    return button;
  }

  /** @param {any} target @param {Event} [event] */
  #pick(target, event) {
    const card = target.closest?.(".card");
    if (!card || !this.picking) return;
    event?.preventDefault();
    this.on.pick(codeOf(card));
  }

  /** @param {import("./state.js").Model} model @param {import("./state.js").TableFrame} frame */
  show(model, frame) {
    const me = frame.you?.seat ?? 0;
    const closed = model.phase === "closed";
    /** @type {{fresh: HTMLElement[], turned: HTMLElement[]}} */
    const changes = { fresh: [], turned: [] };
    const add = (/** @type {{fresh: HTMLElement[], turned: HTMLElement[]}} */ more) => {
      changes.fresh.push(...more.fresh);
      changes.turned.push(...more.turned);
    };
    const dealer = model.dealer.includes("??") ? undefined : model.hand("dealer");
    add(this.dealer.show(model.dealer, places(model.dealer, dealer)));
    this.dealer.lift(dealer?.plays ? codes(dealer.plays) : null);
    write(this.dealerWords, dealer?.order ? `Dealer: ${dealer.name}` : "");
    const acting = new Set(frame.round?.view.to_act ?? []);
    const betting = model.phase === "wagers";
    const row = [];
    for (const [number, seat] of this.seats) {
      const info = frame.seats.find((other) => other.seat === number);
      const place = model.places.get(number);
      if (number === me) continue;
      const how = { acting: acting.has(number) && !betting, betting, mine: false, maySit: !me && Boolean(this.table.boot.person), marker: "", closed };
      add(seat.show(info, place, how));
      seat.pile.show(place ? total(place.wagers) : 0);
      row.push(seat.element);
    }
    if (this.others.childElementCount !== row.length || row.some((element, place) => this.others.children[place] !== element)) this.others.replaceChildren(...row);
    const alone = frame.seats.every((seat) => seat.seat === me);
    this.others.classList.toggle("alone", alone);
    this.whole.classList.toggle("company", !alone);
    this.root.classList.toggle("shared", !alone);
    this.mine.classList.toggle("watching", !me);
    this.fit.now(`${frame.seats.length} ${this.others.childElementCount} ${Boolean(me)}`);
    add(this.#own(model.places.get(me), model.hand(me), closed));
    return changes;
  }

  /** @param {import("./state.js").Place | undefined} place @param {import("./state.js").Hand | undefined} hand @param {boolean} closed */
  #own(place, hand, closed) {
    const { money } = this.table;
    const cards = place?.cards ?? [];
    for (const [wager, spot] of this.spots) {
      const line = place?.settled.find((settled) => settled.wager === wager);
      const amount = this.slip?.[wager] ?? place?.wagers[wager] ?? 0;
      spot.pile.show(amount);
      spot.button.classList.toggle("unplaced", Boolean(this.slip && amount));
      hide(spot.result, !line);
      if (line) {
        const net = line.returned + line.payoff - line.amount;
        mark(spot.result, "class", `spot-result ${line.result}`);
        spot.result.dataset.net = String(net);
        write(spot.result, netWords(money, line));
      }
      const terms = this.table.wagers[wager];
      const pays = `pays ${spot.spot.in_full}${terms?.edge_words ? `; ${terms.edge_words}` : ""}`;
      mark(spot.button, "aria-label", `${this.table.title(wager)}: ${amount ? money.text(amount) : "nothing"} on it; ${terms?.limits}, ${terms?.terms}; ${pays}`);
    }
    const changes = this.own.show(cards, places(cards, hand));
    const kept = place?.discards.length ? cards.filter((card) => !place.discards.includes(card)) : null;
    const aside = this.picked.length ? cards.filter((card) => !this.picked.includes(card)) : null;
    this.own.lift(kept ?? aside ?? (hand?.plays ? codes(hand.plays) : null));
    for (const card of this.own.cards) {
      if (this.picking) {
        mark(card, "role", "button");
        card.tabIndex = 0;
        mark(card, "aria-pressed", String(this.picked.includes(codeOf(card))));
      } else {
        mark(card, "role", "img");
        card.removeAttribute("tabindex");
        card.removeAttribute("aria-pressed");
      }
    }
    this.own.element.classList.toggle("folded", place?.status === "folded");
    const words = cards.length ? hand?.name : "";
    write(this.ownWords, words ? `${capital(words)}${place?.status === "folded" ? " (folded)" : ""}` : "");
    const done = closed && place && place.settled.length > 0;
    hide(this.ownResult, !done);
    if (done) {
      this.ownResult.className = `own-result ${place.net > 0 ? "up" : place.net < 0 ? "down" : "even"}`;
      this.ownResult.dataset.net = String(place.net);
      write(this.ownResult, place.net > 0 ? `You win ${money.text(place.net)}` : place.net < 0 ? `You lose ${money.text(-place.net)}` : "Even");
    }
    return changes;
  }

  // Where chips and cards come from and go to.

  get bankElement() { return this.bank; }
  get cardSource() { return this.shoe; }
  get cardSink() { return this.rack; }
  /** @param {number} seat @param {string} wager */
  wagerElement(seat, wager) {
    return seat === this.table.mySeat() ? this.spots.get(wager)?.button.querySelector(".spot-body") : this.seats.get(seat)?.pile.element;
  }
  /** @param {number} seat */
  stackElement(seat) {
    return seat === this.table.mySeat() ? document.getElementById("dock") : this.seats.get(seat)?.plate;
  }
  /** Every card on the table. */
  get allCards() {
    return [...document.querySelectorAll("#stage .card")];
  }
  /** @param {number} number @returns {Seat | undefined} */
  seat(number) {
    return this.seats.get(number);
  }
}
