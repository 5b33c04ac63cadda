// @ts-check
// Seats around an oval, the viewer's own at the bottom, and the pots in the middle.
import { CardRow, codeOf } from "./cards.js";
import { Pile } from "./chips.js";
import { arrange, el, hide, mark, write } from "./dom.js";
import { Fit, overlap } from "./fit.js";
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
    this.whole = el("div", { class: "oval-table" }, el("div", { class: "oval", "aria-hidden": "true" }), this.deck, this.middle,
      [...this.seats.values()].map((seat) => seat.element), this.ownWords);
    root.replaceChildren(this.whole);
    /** The seats that are seen, from the viewer's own clockwise. @type {Seat[]} */
    this.around = [];
    this.fit = new Fit(root, this.whole, () => this.#arrange());
  }

  /** @param {import("./state.js").Model} model @param {import("./state.js").TableFrame} frame */
  show(model, frame) {
    const me = frame.you?.seat ?? 0;
    const acting = new Set(frame.round?.view.to_act ?? []);
    const closed = model.phase === "closed";
    const maySit = !me && Boolean(this.table.boot.person);
    /** @type {{fresh: HTMLElement[], turned: HTMLElement[]}} */
    const changes = { fresh: [], turned: [] };
    for (const [number, seat] of this.seats) {
      const info = frame.seats.find((other) => other.seat === number);
      const place = model.places.get(number);
      const marker = model.round && number === model.dealerPosition ? "D" : model.bringIn === number ? "bring-in" : "";
      const shown = seat.show(info, place, { acting: acting.has(number), mine: number === me, maySit, marker, closed });
      changes.fresh.push(...shown.fresh);
      changes.turned.push(...shown.turned);
      seat.pile.show(place?.bet ?? 0);
      this.#faces(seat, model, place, number === me, closed);
    }
    this.#seat(frame, me, maySit);
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

  /** Spread the seats that are taken, or may be, around the oval. @param {import("./state.js").TableFrame} frame @param {number} me @param {boolean} maySit */
  #seat(frame, me, maySit) {
    const taken = new Set(frame.seats.map((info) => info.seat));
    const order = [...this.seats.keys()].map((_, place) => ((((me || 1) - 1 + place) % this.count) + 1));
    const seen = order.filter((number) => taken.has(number) || maySit).map((number) => /** @type {Seat} */ (this.seats.get(number)));
    for (const seat of this.seats.values()) seat.element.classList.toggle("gone", !seen.includes(seat));
    this.around = me ? seen : [/** @type {any} */ (null), ...seen];
    this.fit.now(`${me} ${seen.map((seat) => seat.number).join(" ")} ${[...taken].join(" ")}`);
  }

  /** Put the seats in their places, and say whether they lie clear of each other and of the pots. */
  #arrange() {
    const { clientWidth: width, clientHeight: height } = this.whole;
    const [own, ...others] = this.around;
    const elements = others.map((seat) => seat.element);
    const [wide, high] = [Math.max(0, ...elements.map((seat) => seat.offsetWidth)), Math.max(0, ...elements.map((seat) => seat.offsetHeight))];
    const ownHigh = own ? own.element.offsetHeight + this.ownWords.offsetHeight : 0;
    const put = (/** @type {HTMLElement} */ element, /** @type {number} */ x, /** @type {number} */ y) => {
      element.style.left = `${x}px`;
      element.style.top = `${y}px`;
      element.dataset.side = Math.abs(x - width / 2) < wide / 3 ? (y < height / 2 ? "top" : "bottom") : x < width / 2 ? "left" : "right";
    };
    if (own) put(own.element, width / 2, height - this.ownWords.offsetHeight - own.element.offsetHeight / 2 - 4);
    const room = height - ownHigh - 8;
    const all = [...elements, ...(own ? [own.element] : []), this.middle];
    const ways = [
      () => this.#ellipse(elements, put, { width, wide, high, height: own ? height - ownHigh * 0.35 : height }, room),
      () => this.#columns(elements, put, { width, wide, high, room }),
    ];
    if (width < 1.15 * room) ways.reverse();
    return ways.some((way) => {
      way();
      return clearOf(all, width, height);
    });
  }

  /** @param {HTMLElement[]} seats @param {(element: HTMLElement, x: number, y: number) => void} put @param {{width: number, wide: number, high: number, height: number}} space @param {number} room above the own seat */
  #ellipse(seats, put, { width, wide, high, height }, room) {
    seats.forEach((seat, place) => {
      const angle = Math.PI / 2 + ((place + 1) * 2 * Math.PI) / (seats.length + 1);
      put(seat, width / 2 + Math.cos(angle) * (width / 2 - wide / 2 - 6), height / 2 + Math.sin(angle) * (height / 2 - high / 2 - 4));
    });
    const above = seats.some((seat) => seat.dataset.side === "top") ? high * 1.3 : 0; // with its bet before it
    put(this.middle, width / 2, (above + room) / 2);
  }

  /** Two columns above the own seat, clockwise from below at the left; an odd one stands at the top. @param {HTMLElement[]} seats @param {(element: HTMLElement, x: number, y: number) => void} put @param {{width: number, wide: number, high: number, room: number}} space */
  #columns(seats, put, { width, wide, high, room }) {
    const half = Math.floor(seats.length / 2);
    const top = seats.length % 2;
    const own = top && width < 3 * wide + 12 ? 1 : 0; // else the odd one fits between the two columns
    const rows = half + own || top;
    const pots = this.middle.offsetHeight;
    const step = rows > 1 ? Math.min((room - pots - 6 - high) / (rows - 1), high * 1.25) : 0;
    const y = (/** @type {number} */ row) => high / 2 + 2 + row * step;
    const [left, right] = [wide / 2 + 4, width - wide / 2 - 4];
    seats.forEach((seat, place) => {
      if (place < half) put(seat, left, y(rows - 1 - place));
      else if (top && place === half) put(seat, width / 2, y(0));
      else put(seat, right, y(place - half - top + own));
    });
    put(this.middle, width / 2, room - pots / 2);
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

/** Whether elements lie inside a space and clear of each other. @param {HTMLElement[]} all @param {number} width @param {number} height */
function clearOf(all, width, height) {
  const inside = all.every(({ offsetLeft: x, offsetTop: y, offsetWidth: w, offsetHeight: h }) => x - w / 2 >= -1 && y - h / 2 >= -1 && x + w / 2 <= width + 1 && y + h / 2 <= height + 1);
  return inside && all.every((one, place) => all.slice(place + 1).every((other) => !overlap(one, other)));
}
