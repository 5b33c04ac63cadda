// @ts-check
// A poker table: seats around an oval, the viewer's at the bottom, and the pots in the middle.
import { CardRow, cardName, codeOf } from "./cards.js";
import { Pile } from "./chips.js";
import { arrange, el, hide, mark, write, writeParts } from "./dom.js";
import { Fit, overlap } from "./fit.js";
import { Seat } from "./seat.js";
import { codes } from "./state.js";
import { Verdict } from "./verdict.js";

/** The width and height of a whole table in units, by the number of seats. @type {[number, number][]} */
const USUAL = [[5.4, 3.1], [5.4, 4.6], [8.4, 3.9], [7.8, 4.6], [11, 4.9], [11.7, 5.6], [13, 6.6], [13.1, 7]];

export class OvalTable {
  /** @param {HTMLElement} root @param {any} table @param {{sit: (seat: number) => void}} on */
  constructor(root, table, on) {
    this.root = root;
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
    this.common = new CardRow("common", "Common card");
    this.commonBox = el("div", { class: "common-box", hidden: true }, this.common.element, el("span", {}, "common card"));
    this.deck = el("div", { class: "shoe", "aria-hidden": "true" });
    this.ownWords = el("p", { class: "words own-words" });
    this.verdict = new Verdict();
    /** Whether an animation is still playing before the next player acts. */
    this.moving = false;
    this.middle = el("div", { class: "middle" }, el("div", { class: "middle-head" }, this.street, this.totals), this.pots, this.commonBox, this.verdict.element);
    this.whole = el("div", { class: "oval-table" }, el("div", { class: "oval", "aria-hidden": "true" }), this.deck, this.middle,
      [...this.seats.values()].map((seat) => seat.element), this.ownWords);
    root.replaceChildren(this.whole);
    /** The visible seats, clockwise from the viewer's. @type {Seat[]} */
    this.around = [];
    this.fit = new Fit(root, this.whole, {
      levels: ["no-terms", "no-backs", "short-plates"],
      widths: { "small-cards": 1, "small-others": 0.66 },
      calls: this.middle, clear: () => this.#arrange(), usual: () => USUAL[this.around.length - 1] ?? USUAL[0], finish: () => this.#bets(),
    });
  }

  /** @param {import("./state.js").Model} model @param {import("./state.js").TableFrame} frame */
  show(model, frame) {
    const me = frame.you?.seat ?? 0;
    const acting = new Set(this.moving ? [] : frame.round?.view.to_act ?? []);
    const closed = model.phase === "closed";
    const maySit = !me && Boolean(this.table.boot.person);
    /** @type {{fresh: HTMLElement[], turned: HTMLElement[]}} */
    const changes = { fresh: [], turned: [] };
    for (const [number, seat] of this.seats) {
      const info = frame.seats.find((other) => other.seat === number);
      const place = model.places.get(number);
      const marker = model.round && number === model.dealerPosition ? "D" : model.bringIn === number ? "bring-in" : "";
      const shown = seat.show(info, place, { acting: acting.has(number), mine: number === me, maySit, marker, closed, did: model.did.get(number), hand: shownHand(model, number), plays: playing(model, number) });
      changes.fresh.push(...shown.fresh);
      changes.turned.push(...shown.turned);
      seat.pile.show(place?.bet ?? 0);
      this.#faces(seat, model, place, number === me);
    }
    this.whole.classList.toggle("showdown", closed || [...model.places.values()].some((place) => place.shown));
    hide(this.commonBox, !model.common.length);
    this.#seat(frame, me, maySit);
    write(this.street, model.round ? model.heading : "");
    this.#pots(model, closed);
    const shown = this.common.show(model.common);
    changes.fresh.push(...shown.fresh);
    changes.turned.push(...shown.turned);
    const mine = model.places.get(me);
    const words = mine?.cards.length ? model.hand(me)?.name : "";
    writeParts(this.ownWords, words ? `${words[0].toUpperCase()}${words.slice(1)}` : "");
    return changes;
  }

  /** Choose the seats to show: those taken, and free ones the viewer may take. @param {import("./state.js").TableFrame} frame @param {number} me @param {boolean} maySit */
  #seat(frame, me, maySit) {
    const taken = new Set(frame.seats.map((info) => info.seat));
    const order = [...this.seats.keys()].map((_, place) => ((((me || 1) - 1 + place) % this.count) + 1));
    const seen = order.filter((number) => taken.has(number) || maySit).map((number) => /** @type {Seat} */ (this.seats.get(number)));
    for (const seat of this.seats.values()) seat.element.classList.toggle("gone", !seen.includes(seat));
    this.around = me ? seen : [/** @type {any} */ (null), ...seen];
    // With the viewer's own seat it will be another table.
    if (this.table.arriving) return this.fit.roughly();
    this.fit.now(`${me} ${this.commonBox.hidden} ${seen.map((seat) => seat.number).join(" ")} ${[...taken].join(" ")}`);
  }

  /** Position the seats; returns whether they overlap neither each other nor the pots. */
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
    const narrow = own && own.element.offsetWidth > width - 8;
    if (own) put(own.element, width / 2, height - this.ownWords.offsetHeight - own.element.offsetHeight / 2 - 4);
    const room = height - ownHigh - 8;
    const all = [...elements, ...(own ? [own.element] : []), this.middle];
    const around = () => this.#ellipse(elements, put, { width, wide, high, height: own ? height - ownHigh * 0.35 : height }, room);
    const beside = () => this.#columns(elements, put, { width, wide, high, room });
    const upright = width < 1.15 * room;
    // Around the oval, even if larger cards would fit in columns, as long as there is room for down cards.
    const ways = upright ? [beside, around] : this.root.classList.contains("no-backs") ? [around, beside] : [around];
    return !narrow && ways.some((way) => {
      way();
      this.#between(elements, width);
      return clearOf(all, width, height);
    });
  }

  /** Put each seat's bet in front of it: towards the pots, clear of everything else and clearly nearer to its own seat than to others; where there is no such place, in the seat's plate. */
  #bets() {
    const { clientWidth: width, clientHeight: height } = this.whole;
    const all = [...this.around.filter(Boolean).map((seat) => seat.element), this.middle];
    const unit = parseFloat(this.root.style.getPropertyValue("--u"));
    const bare = this.root.classList.contains("no-terms");
    const small = [Math.max(52, unit * 0.5), Math.max(20, unit * 0.22)];
    const sizes = bare ? [small] : [[Math.max(46, unit * 0.55), Math.max(46, unit * 0.75)], small];
    const few = this.root.classList.contains("no-backs") ? 0.28 : 0.45;
    const [pots] = parts(this.middle);
    const head = bare ? 0 : this.street.offsetHeight;
    const side = Math.max(0, (pots.right - pots.left) / 2 - Math.max(this.pots.offsetWidth / 2, unit * 0.75));
    const piled = { ...pots, top: pots.top - unit * 0.1, bottom: pots.bottom + unit * 0.1 }; // if there are many chips
    const boxes = new Map(all.map((element) => [element, parts(element)]));
    boxes.set(this.middle, [{ ...pots, bottom: pots.top + head }, { ...pots, left: pots.left + side, right: pots.right - side }]);
    const taken = [...boxes.values()].flat();
    // Short of room the name of the street is above the pots if nothing else is there.
    const street = boxAt((pots.left + pots.right) / 2, pots.top - 10, 104, 18);
    const nameless = bare && (street.top < 0 || taken.some((other) => other.top < pots.top && !apart(street, other)));
    if (bare && !nameless) taken.push(street);
    if (this.around[0]) taken.push({ left: 0, top: height - this.ownWords.offsetHeight, right: width, bottom: height });
    const { offsetLeft: potX, offsetTop: potY } = this.middle;
    const seats = this.around.filter(Boolean);
    const places = seats.map(({ element }) => {
      const own = /** @type {Box[]} */ (boxes.get(element));
      const others = all.filter((other) => other !== element && other !== this.middle).flatMap((other) => boxes.get(other) ?? []);
      // The first cards of a row are in its middle; without the down cards there is only one.
      const first = own.map((box, place) => (place ? box : boxAt((box.left + box.right) / 2, (box.top + box.bottom) / 2, (box.right - box.left) * few, box.bottom - box.top)));
      const { offsetLeft: x, offsetTop: y, offsetWidth: wide, offsetHeight: high } = element;
      let [best, cost, align] = [own[0], Infinity, ""];
      for (const [w, h] of sizes) {
        for (const [box, side] of own.flatMap((part) => besides(part, w, h))) {
          if (box.left < 0 || box.top < 0 || box.right > width || box.bottom > height || taken.some((other) => !apart(box, other))) continue;
          const away = least(box, first);
          const [atX, atY] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
          const off = astray(potX - x, potY - y, atX - x, atY - y);
          if (away + (off < STRAIGHT ? 2 : CLEARLY) > least(box, others)) continue;
          const rim = Math.hypot((atX / width - 0.5) / 0.43, (atY / height - 0.465) / 0.355) > 1 ? 0.3 : 0;
          const costs = away + off + unit * (rim + (h === small[1] ? 0.3 : 0) + (apart(box, piled) ? 0 : 0.3));
          if (costs < cost) [best, cost, align] = [box, costs, side];
        }
      }
      if (cost === Infinity) return undefined;
      taken.push(best);
      return { left: best.left - x + wide / 2, top: best.top - y + high / 2, width: best.right - best.left, height: best.bottom - best.top, align };
    });
    // After all is measured: measuring after a change lays the page out again.
    this.middle.classList.toggle("nameless", nameless);
    seats.forEach(({ element: seat, pile: { element } }, number) => {
      const place = places[number];
      seat.classList.toggle("bet-inside", !place);
      element.classList.toggle("amount-only", !place || place.height < small[1] + 1);
      for (const name of /** @type {const} */ (["left", "top", "width", "height"])) element.style[name] = place ? `${place[name]}px` : "";
      element.style.alignItems = place?.align ?? "";
    });
  }

  /** The width available to text in the middle without covering a seat. @param {HTMLElement[]} seats @param {number} width */
  #between(seats, width) {
    const { offsetTop: y, offsetHeight: high } = this.middle;
    const beside = seats.filter((seat) => Math.abs(seat.offsetTop - y) < (seat.offsetHeight + high) / 2);
    const half = Math.min(width / 2, ...beside.map((seat) => Math.abs(seat.offsetLeft - width / 2) - seat.offsetWidth / 2));
    this.middle.style.setProperty("--between", `${2 * half - 16}px`);
  }

  /** @param {HTMLElement[]} seats @param {(element: HTMLElement, x: number, y: number) => void} put @param {{width: number, wide: number, high: number, height: number}} space @param {number} room above the viewer's seat */
  #ellipse(seats, put, { width, wide, high, height }, room) {
    seats.forEach((seat, place) => {
      const angle = Math.PI / 2 + ((place + 1) * 2 * Math.PI) / (seats.length + 1);
      put(seat, width / 2 + Math.cos(angle) * (width / 2 - wide / 2 - 6), height / 2 + Math.sin(angle) * (height / 2 - high / 2 - 4));
    });
    const above = seats.some((seat) => seat.dataset.side === "top") ? high : 0;
    put(this.middle, width / 2, (above + room) / 2);
    this.middle.classList.toggle("tight", this.root.classList.contains("no-terms"));
  }

  /** Two columns above the viewer's seat, clockwise from the lower left; an odd seat goes at the top. @param {HTMLElement[]} seats @param {(element: HTMLElement, x: number, y: number) => void} put @param {{width: number, wide: number, high: number, room: number}} space */
  #columns(seats, put, { width, wide, high, room }) {
    const half = Math.floor(seats.length / 2);
    const top = seats.length % 2;
    const own = top && width < 3 * wide + 8 ? 1 : 0; // otherwise the odd seat fits between the two columns
    const rows = half + own || top;
    const { offsetWidth, offsetHeight: pots } = this.middle;
    const above = top ? high : 0;
    const inside = half > 0 && width >= 2 * wide + offsetWidth + 10 && room >= above + pots; // the pots fit between the columns
    const low = inside ? room : room - pots - 6;
    const step = rows > 1 ? Math.min((low - high) / (rows - 1), high * 1.25) : 0;
    const y = (/** @type {number} */ row) => high / 2 + 2 + row * step;
    const [left, right] = [wide / 2 + 3, width - wide / 2 - 3];
    seats.forEach((seat, place) => {
      if (place < half) put(seat, left, y(rows - 1 - place));
      else if (top && place === half) put(seat, width / 2, y(0));
      else put(seat, right, y(place - half - top + own));
    });
    put(this.middle, width / 2, inside ? (above + room) / 2 : room - pots / 2);
    this.middle.classList.toggle("tight", inside ? room - above < 120 : pots < 40); // for a sentence on several lines
  }

  /** Mark down cards and, at the end, the cards that play. @param {Seat} seat @param {import("./state.js").Model} model @param {import("./state.js").Place | undefined} place @param {boolean} mine */
  #faces(seat, model, place, mine) {
    const open = place ? place.cards.length && !place.cards.includes("??") && !mine : false;
    seat.row.cards.forEach((card) => {
      const hole = !open && Boolean(place) && !place?.up.includes(codeOf(card));
      card.classList.toggle("hole", hole);
      // The viewer sees the faces of all their cards; only some are seen by the others.
      const face = card.dataset.card ?? "??";
      mark(card, "aria-label", `${cardName(face)}${mine && hole && face !== "??" ? ", face down" : ""}`);
    });
    seat.element.classList.toggle("open", Boolean(open));
    const plays = playing(model, seat.number);
    seat.row.lift(plays ?? null);
    seat.element.classList.toggle("chosen", Boolean(open && plays?.length));
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
    hide(this.totals, !bets || !model.pot || closed);
    mark(this.totals, "data-amount", String(all));
    write(this.totals, `Total ${this.table.money.text(all)}`);
  }

  /** Main and side pots without this street's bets, which are still in front of the seats: they are taken from the last pots first. @param {import("./state.js").Model} model @param {number} bets */
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

/** The name of a seat's hand, if it has been shown. @param {import("./state.js").Model} model @param {number} seat */
function shownHand(model, seat) {
  const place = model.places.get(seat);
  return place?.shown && place.status === "in" ? model.hand(seat)?.name ?? "" : "";
}

/** The cards that play of a hand that was shown, and of all hands seen at the end of a round; undefined before. @param {import("./state.js").Model} model @param {number} seat */
function playing(model, seat) {
  const place = model.places.get(seat);
  const seen = (place?.shown || model.phase === "closed") && ["in", "mucked"].includes(place?.status ?? "") && !place?.cards.includes("??");
  const plays = seen ? codes(model.hand(seat)?.plays) : [];
  return plays.length ? plays : undefined;
}

/** Whether elements fit inside a space without overlapping. @param {HTMLElement[]} all @param {number} width @param {number} height */
function clearOf(all, width, height) {
  const inside = all.every(({ offsetLeft: x, offsetTop: y, offsetWidth: w, offsetHeight: h }) => x - w / 2 >= -1 && y - h / 2 >= -1 && x + w / 2 <= width + 1 && y + h / 2 <= height + 1);
  return inside && all.every((one, place) => all.slice(place + 1).every((other) => !overlap(one, other)));
}

/** By how many pixels a bet is nearer to its own seat than to any other, unless it is straight on the way to the pots. */
const CLEARLY = 12;
const STRAIGHT = 8;
/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */
/** @param {number} x of the middle @param {number} y of the middle @param {number} w @param {number} h @returns {Box} */
const boxAt = (x, y, w, h) => ({ left: x - w / 2, top: y - h / 2, right: x + w / 2, bottom: y + h / 2 });
/** Boxes of one size all around another box, and where in them is near it. @param {Box} box @param {number} w @param {number} h @returns {[Box, string][]} */
function besides({ left, top, right, bottom }, w, h) {
  const [x, y, dx, dy] = [(left + right) / 2, (top + bottom) / 2, (right - left + w) / 2, (bottom - top + h) / 2];
  const box = (/** @type {number} */ toX, /** @type {number} */ toY, side = "") => /** @type {[Box, string]} */ ([boxAt(x + toX, y + toY, w, h), side]);
  return [6, 12].flatMap((gap) => STEPS.flatMap((to) => [box(to * dx, dy + gap), box(to * dx, -dy - gap), box(dx + gap, to * dy, "flex-start"), box(-dx - gap, to * dy, "flex-end")]));
}
const STEPS = [...Array(25).keys()].map((step) => step / 12 - 1);
/** The distance of two boxes, 0 if they overlap. @param {Box} a @param {Box} b */
const apart = (a, b) => Math.hypot(Math.max(0, a.left - b.right, b.left - a.right), Math.max(0, a.top - b.bottom, b.top - a.bottom));
/** How far a box is from the nearest of some others. @param {Box} box @param {Box[]} others */
const least = (box, others) => others.reduce((sum, other) => Math.min(sum, apart(box, other)), Infinity);
/** How far a point is from the way from nothing to another; behind the start, twice as far. @param {number} toX @param {number} toY @param {number} x @param {number} y */
function astray(toX, toY, x, y) {
  const way = Math.hypot(toX, toY) || 1;
  return Math.abs(x * toY - y * toX) / way + 2 * Math.max(0, -(x * toX + y * toY) / way);
}
/** The boxes of what an element shows: a seat's cards and plate, or the element itself. @param {HTMLElement} element @returns {Box[]} */
function parts(element) {
  const { offsetLeft: x, offsetTop: y, offsetWidth: wide, offsetHeight: high } = element;
  const shown = /** @type {HTMLElement[]} */ ([...element.querySelectorAll(":scope > :is(.cards, .plate)")]).filter((part) => part.offsetWidth);
  if (!shown.length) return [boxAt(x, y, wide, high)];
  return shown.map((part) => boxAt(x - wide / 2 + part.offsetLeft + part.offsetWidth / 2, y - high / 2 + part.offsetTop + part.offsetHeight / 2, part.offsetWidth, part.offsetHeight));
}
