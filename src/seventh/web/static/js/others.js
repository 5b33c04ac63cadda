// @ts-check
// The other players at a felt: in an arc around it, or in a row below the dealer. Where there is no room for their bets and cards,
// their plates open a list that has them; where there is none for plates either, a count does.
import { arrange, el, hide, mark, write } from "./dom.js";
import { overlap } from "./fit.js";
import { Seat } from "./seat.js";
import { spotShape } from "./shapes.js";
import { codes, total } from "./state.js";

/** Another player's spots: small, each with its bet and, after settlement, its result. */
class SmallSpots {
  /** @param {any} table */
  constructor(table) {
    this.table = table;
    /** @type {Map<string, {element: any, amount: any}>} */
    this.spots = new Map();
    for (const { wager, shape } of table.layout.spots) {
      const amount = el("span", { class: "small-amount" });
      this.spots.set(wager, { amount, element: el("span", { class: "small-spot", data: { wager } }, spotShape(shape), amount) });
    }
    this.element = el("div", { class: "small-spots", role: "img" }, [...this.spots.values()].map((spot) => spot.element));
  }

  /** @param {import("./state.js").Place | undefined} place */
  show(place) {
    const { money, title } = this.table;
    const said = [];
    for (const [wager, { element, amount }] of this.spots) {
      const line = place?.settled.find((settled) => settled.wager === wager);
      const lies = place?.wagers[wager] ?? 0;
      const net = line ? line.returned + line.payoff - line.amount : 0;
      // A returned bet is no longer on the spot.
      const back = line && ["push", "void"].includes(line.result) ? line.result : "";
      const text = line ? back || (net ? money.signed(net) : money.text(line.amount)) : lies ? money.text(lies) : "";
      mark(element, "class", `small-spot${text ? " on" : ""}${net > 0 ? " win" : net < 0 ? " lose" : ""}`);
      write(amount, text);
      if (text) said.push(`${title(wager)} ${text}`);
    }
    mark(this.element, "aria-label", said.join(", ") || "No bets");
  }
}

export class Others {
  /** @param {any} table @param {(seat: number) => void} sit @param {HTMLElement} whole the scene they belong to */
  constructor(table, sit, whole) {
    this.table = table;
    this.whole = whole;
    /** @type {Map<number, Seat>} */
    this.seats = new Map();
    /** @type {Map<number, SmallSpots>} */
    this.spots = new Map();
    /** What opens the list at each seat. @type {Map<number, HTMLElement>} */
    this.openers = new Map();
    for (let number = 1; number <= table.boot.seats; number++) {
      const [seat, spots] = [new Seat(table, number, sit), new SmallSpots(table)];
      const open = el("button", { type: "button", class: "seat-open", onclick: (/** @type {Event} */ event) => (event.stopPropagation(), this.look(true)) });
      seat.element.prepend(spots.element);
      seat.element.append(open);
      this.openers.set(number, open);
      this.seats.set(number, seat);
      this.spots.set(number, spots);
    }
    /** The round, and this player's latest decision in it. */
    this.known = { id: "", decision: 0 };
    /** Whether the list is open. */
    this.open = false;
    /** The plate from which it was opened by keyboard. @type {HTMLElement | null} */
    this.opener = null;
    this.element = el("div", { class: "others", role: "group", "aria-label": "Other players", onclick: () => this.look(false), onscroll: () => this.#more() });
    this.count = el("button", { type: "button", class: "others-count", "aria-expanded": "false", onclick: () => this.look(!this.open) });
    this.more = el("button", { type: "button", class: "others-more", tabindex: -1, onclick: () => this.element.scrollBy({ top: this.element.clientHeight - 90 }) }, "More \u25be");
    addEventListener("keydown", (event) => event.key === "Escape" && !document.querySelector("dialog[open]") && this.look(false));
    new ResizeObserver(() => this.#more()).observe(this.element);
  }

  /** Open or close the list of other players, with their bets and cards. @param {boolean} open */
  look(open) {
    if (open === this.open) return;
    this.open = open;
    const active = /** @type {HTMLElement | null} */ (document.activeElement);
    this.whole.classList.toggle("looking", open);
    mark(this.count, "aria-expanded", String(open));
    if (open) {
      // The plates are buttons no longer: what closes the list is where the focus goes.
      this.opener = this.element.contains(active) ? active : null;
      if (this.opener) this.count.focus();
      this.element.scrollTop = 0;
    } else if (active === this.count) this.opener?.focus();
    this.#more();
  }

  /** Measure the table without the list over it. */
  aside() {
    this.whole.classList.remove("looking");
  }

  /** Show the list again if it was open and the table, as it was measured, has something that it leaves out. @param {boolean} needed */
  again(needed) {
    if (!needed) this.look(false);
    this.whole.classList.toggle("looking", this.open);
    this.#more();
  }

  /** Show whether there is more of the list below; of a list that is too long, those who are waited for come first. */
  #more() {
    const { scrollHeight, scrollTop, clientHeight } = this.element;
    const long = this.open && scrollHeight > clientHeight + 3;
    this.element.classList.toggle("long", long);
    if (long) this.element.tabIndex = 0; // for the arrow keys
    else this.element.removeAttribute("tabindex");
    this.whole.classList.toggle("more", long && scrollHeight - scrollTop - clientHeight > 3);
  }

  /** @param {import("./state.js").Model} model @param {import("./state.js").TableFrame} frame @param {number} me @param {boolean} moving whether an animation is still playing before the next player acts */
  show(model, frame, me, moving) {
    /** @type {{fresh: HTMLElement[], turned: HTMLElement[]}} */
    const changes = { fresh: [], turned: [] };
    const acting = new Set(moving ? [] : frame.round?.view.to_act ?? []);
    const betting = model.phase === "wagers";
    // The list does not cover a table at which there is something to do.
    const { id = "", decision = 0 } = frame.round ?? {};
    if (id !== this.known.id || (decision && decision !== this.known.decision)) this.look(false);
    this.known = { id, decision: decision || this.known.decision };
    const maySit = !me && Boolean(this.table.boot.person) && !this.table.arriving;
    const row = [];
    const count = this.seats.size;
    for (let place = me ? 1 : 0; place < count; place++) {
      const number = (((me || 1) - 1 + place) % count) + 1; // clockwise from the viewer's seat
      const seat = /** @type {Seat} */ (this.seats.get(number));
      const info = frame.seats.find((other) => other.seat === number);
      const held = model.places.get(number);
      // A hand that has been turned up is named, and in the order in which it reads.
      const hand = held?.cards.length && !held.cards.includes("??") && held.status !== "folded" ? model.hand(number) : undefined;
      const order = codes(hand?.order);
      const shown = seat.show(info, held, { acting: acting.has(number) && !betting, betting, mine: false, maySit, marker: "", closed: model.phase === "closed", hand: hand?.name, plays: order.length ? order : undefined });
      seat.row.lift(hand?.plays ? codes(hand.plays) : null);
      changes.fresh.push(...shown.fresh);
      changes.turned.push(...shown.turned);
      seat.pile.show(held ? total(held.wagers) : 0);
      this.spots.get(number)?.show(held);
      const open = this.openers.get(number);
      if (open && info) mark(open, "aria-label", `${info.name}: bets and cards`);
      if (info || maySit) row.push(seat.element);
    }
    arrange(this.element, row);
    const taken = frame.seats.filter((seat) => seat.seat !== me).length;
    hide(this.count, !taken);
    write(this.count, taken === 1 ? "1 other" : `${taken} others`);
    if (this.open) this.#more();
    return changes;
  }

  /** Arrange them in an arc from lower left to lower right; returns whether nothing overlaps. @param {Element[]} fixed @param {number} inner how much room there is from each side */
  arc(fixed, inner) {
    const seats = /** @type {HTMLElement[]} */ ([...this.element.children]);
    if (!seats.length) return true;
    const { clientWidth: width, clientHeight: height } = this.whole;
    const [wide, high] = [Math.max(...seats.map((seat) => seat.offsetWidth)), Math.max(...seats.map((seat) => seat.offsetHeight))];
    const half = Math.ceil(seats.length / 2);
    const bend = Math.max(0, inner - wide - 16);
    seats.forEach((seat, place) => {
      const left = place < half;
      const [many, up] = left ? [half, place] : [seats.length - half, seats.length - 1 - place];
      const step = many > 1 ? Math.min((height - high - 12) / (many - 1), high * 1.3) : 0;
      const y = height / 2 + ((many - 1) / 2 - up) * step;
      const x = 8 + wide / 2 + bend * (y / height) ** 2;
      seat.style.setProperty("--x", `${left ? x : width - x}px`);
      seat.style.setProperty("--y", `${y}px`);
    });
    return high * Math.max(half, 1) <= height - 8 && seats.every((seat, place) => !fixed.some((other) => overlap(seat, other, 4)) && !seats.slice(place + 1).some((other) => overlap(seat, other)));
  }

  /** The element of a wager's chips. @param {number} seat @param {string} wager */
  wagerElement(seat, wager) {
    const small = this.spots.get(seat)?.spots.get(wager)?.element;
    return small?.checkVisibility() ? small : this.seats.get(seat)?.pile.element;
  }
}
