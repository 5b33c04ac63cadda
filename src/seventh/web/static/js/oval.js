// @ts-check
// Seats around an oval, the viewer's own at the bottom, and the pots in the middle.
import { CardRow, codeOf } from "./cards.js";
import { Pile } from "./chips.js";
import { arrange, el, hide, mark, write } from "./dom.js";
import { Seat } from "./seat.js";
import { codes } from "./state.js";

export class OvalTable {
  /** @param {HTMLElement} root @param {any} table @param {{sit: (seat: number) => void}} on */
  constructor(root, table, on) {
    this.table = table;
    this.count = table.boot.seats;
    /** @type {Map<number, Seat>} */
    this.seats = new Map();
    for (let number = 1; number <= this.count; number++) this.seats.set(number, new Seat(table, number, on.sit));
    this.street = el("p", { class: "street" });
    this.pots = el("div", { class: "pots", role: "group", "aria-label": "Pots" });
    /** @type {{pile: Pile, label: any, element: any}[]} */
    this.potPiles = [];
    this.totals = el("p", { class: "pot-total" });
    this.common = new CardRow("common", "A card for everybody");
    this.commonBox = el("div", { class: "common-box", hidden: true }, this.common.element, el("span", {}, "for everybody"));
    this.deck = el("div", { class: "shoe", "aria-hidden": "true" });
    this.ownWords = el("p", { class: "words own-words" });
    this.middle = el("div", { class: "middle" }, this.street, this.pots, this.totals, this.commonBox);
    root.replaceChildren(el("div", { class: "oval-table" }, el("div", { class: "oval", "aria-hidden": "true" }), this.deck, this.middle,
      [...this.seats.values()].map((seat) => seat.element), this.ownWords));
  }

  /** @param {import("./state.js").Model} model @param {import("./state.js").TableFrame} frame */
  show(model, frame) {
    const me = frame.you?.seat ?? 0;
    const acting = new Set(frame.round?.view.to_act ?? []);
    const closed = model.phase === "closed";
    /** @type {{fresh: HTMLElement[], turned: HTMLElement[]}} */
    const changes = { fresh: [], turned: [] };
    for (const [number, seat] of this.seats) {
      const around = (number - (me || 1) + this.count) % this.count;
      mark(seat.element, "data-around", String(around));
      const info = frame.seats.find((other) => other.seat === number);
      const place = model.places.get(number);
      const marker = model.round && number === model.dealerPosition ? "D" : model.bringIn === number ? "bring-in" : "";
      const shown = seat.show(info, place, { acting: acting.has(number), mine: number === me, maySit: !me && Boolean(this.table.boot.person), marker, closed });
      changes.fresh.push(...shown.fresh);
      changes.turned.push(...shown.turned);
      seat.pile.show(place?.bet ?? 0);
      this.#faces(seat, model, place, number === me, closed);
    }
    write(this.street, model.round ? model.heading : "");
    this.#pots(model, closed);
    hide(this.commonBox, !model.common.length);
    const shown = this.common.show(model.common);
    changes.fresh.push(...shown.fresh);
    changes.turned.push(...shown.turned);
    const mine = model.places.get(me);
    const words = mine?.cards.length ? model.hand(me)?.name : "";
    write(this.ownWords, words ? `${words[0].toUpperCase()}${words.slice(1)}` : "");
    return changes;
  }

  /** Which cards lie down, and which play at the end. @param {Seat} seat @param {import("./state.js").Model} model @param {import("./state.js").Place | undefined} place @param {boolean} mine @param {boolean} closed */
  #faces(seat, model, place, mine, closed) {
    const open = place ? place.cards.length && !place.cards.includes("??") && !mine && closed : false;
    seat.row.cards.forEach((card) => card.classList.toggle("hole", !open && Boolean(place) && !place?.up.includes(codeOf(card))));
    const shown = closed && place?.status === "in" && !place.cards.includes("??");
    const plays = shown && codes(model.hand(seat.number)?.plays);
    seat.row.lift(plays && plays.length ? plays : null);
    seat.element.classList.toggle("winner", Boolean(place?.won));
  }

  /** @param {import("./state.js").Model} model @param {boolean} closed */
  #pots(model, closed) {
    const bets = [...model.places.values()].reduce((sum, place) => sum + place.bet, 0);
    const amounts = this.#collected(model, bets);
    while (this.potPiles.length < amounts.length) this.potPiles.push(this.#pot(this.potPiles.length));
    this.potPiles.forEach((pot, place) => {
      pot.pile.show(amounts[place] ?? 0);
      hide(pot.element, !amounts[place]);
    });
    arrange(this.pots, this.potPiles.map((pot) => pot.element));
    const all = model.pot + bets;
    hide(this.totals, !all || closed);
    mark(this.totals, "data-amount", String(all));
    write(this.totals, `Total ${this.table.money.text(all)}`);
  }

  /** Main and side pots without this street's bets: those lie in front of the seats and leave the last pots first. @param {import("./state.js").Model} model @param {number} bets */
  #collected(model, bets) {
    const allIn = [...model.places.values()].some((place) => place.allIn && place.status === "in");
    if (model.pots.length < 2 || !allIn) return [model.pot];
    const amounts = model.pots.map(([amount]) => amount);
    for (let place = amounts.length - 1, left = bets; place >= 0 && left > 0; place--) {
      const less = Math.min(left, amounts[place]);
      amounts[place] -= less;
      left -= less;
    }
    return amounts.reduce((sum, amount) => sum + amount, 0) === model.pot ? amounts : [model.pot];
  }

  /** @param {number} place */
  #pot(place) {
    const pile = new Pile(this.table.money, "pot-pile");
    const label = el("span", { class: "pot-label" }, place ? `Side pot ${place}` : "Pot");
    return { pile, label, element: el("div", { class: "pot", data: { pot: place } }, label, pile.element) };
  }

  get bankElement() { return this.pots; }
  get cardSource() { return this.deck; }
  get cardSink() { return this.deck; }
  /** @param {number} seat */
  wagerElement(seat) { return this.seats.get(seat)?.pile.element; }
  /** @param {number} seat */
  stackElement(seat) { return this.seats.get(seat)?.plate; }
  get allCards() { return [...document.querySelectorAll("#stage .card")]; }
  /** @param {number} number */
  seat(number) { return this.seats.get(number); }
}
