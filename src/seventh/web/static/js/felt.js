// @ts-check
// The table of a game against the dealer: the dealer's cards, the other players, and the viewer's betting spots and cards.
import { spoken, withRanks } from "./card-words.js";
import { CardRow, codeOf } from "./cards.js";
import { Pile } from "./chips.js";
import { capital, el, hide, mark, svg, write, writeParts } from "./dom.js";
import { Fit, overlap } from "./fit.js";
import { netWords } from "./money.js";
import { Others } from "./others.js";
import { brief, paysButton } from "./pays.js";
import { spotShape } from "./shapes.js";
import { codes } from "./state.js";
import { Verdict } from "./verdict.js";


/** The order in which a hand is easiest to read, if the server gave one; otherwise as dealt. @param {string[]} cards @param {import("./state.js").Hand | undefined} hand */
function places(cards, hand) {
  const order = codes(hand?.order);
  return order.length === cards.length ? order.map((card) => cards.indexOf(card)) : undefined;
}

/** What the scene keeps free at both sides, as in felt.css. */
const MARGIN = 10;
/** What is left free around the pay tables. */
const GAP = 6;
/** Below this width a spot says what it pays in one short line. */
const NARROW = 100;
/** The width of the longest name of a dealer's hand, in its font size; what is written after a semicolon may be left out. */
const LONG_NAME = 24;

export class FeltTable {
  /** @param {HTMLElement} root @param {any} table @param {{sit: (seat: number) => void, press: (wager: string) => void, pick: (card: string) => void}} on */
  constructor(root, table, on) {
    this.root = root;
    this.table = table;
    this.on = on;
    /** Chips on the slip that are not placed yet. @type {Record<string, number> | null} */
    this.slip = null;
    /** Own cards selected for discard. @type {string[]} */
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
    this.whole = el("div", { class: "dealer-table" });
    /** Whether an animation is still playing before the next player acts. */
    this.moving = false;
    this.others = new Others(table, on.sit, this.whole);
    /** @type {Map<string, {button: any, pile: Pile, result: any, spot: import("./shapes.js").Spot}>} */
    this.spots = new Map();
    this.spotRow = el("div", { class: "spots", role: "group", "aria-label": "Your wagers" }, table.layout.spots.map((/** @type {any} */ spot) => this.#spot(spot)));
    this.spotRow.style.setProperty("--spots", String(this.spots.size));
    const { title, line, tables } = table.layout;
    this.verdict = new Verdict();
    const arc = svg("svg", { class: "arc", viewBox: "0 0 900 130", "aria-hidden": "true" },
      svg("path", { id: "arc-path", d: "M40 20Q450 150 860 20", fill: "none" }),
      svg("path", { d: "M30 34Q450 166 870 34", class: "arc-line" }),
      svg("text", { class: "arc-title" }, svg("textPath", { href: "#arc-path", startOffset: "50%", "text-anchor": "middle" }, title)));
    const printed = tables.map((/** @type {{title: string, rows: string[][]}[]} */ side, /** @type {number} */ place) =>
      el("div", { class: `felt-pays ${place ? "right" : "left"}` }, side.map(({ title: caption, rows }) =>
        el("table", {}, el("caption", {}, caption), el("tbody", {}, rows.map(([row, pays]) => el("tr", {}, el("th", { scope: "row" }, withRanks(row)), el("td", {}, pays))))))));
    this.hand = el("div", { class: "own-hand" }, this.own.element, el("div", { class: "own-line" }, this.ownWords, this.ownResult));
    this.mine = el("div", { class: "mine" }, this.spotRow, this.hand);
    this.dealerPart = el("div", { class: "dealer-middle" }, this.bank, this.dealer.element);
    this.print = el("div", { class: "print" }, printed[0], el("div", { class: "felt-words" }, arc, el("p", { class: "felt-line" }, line), this.verdict.element), printed[1]);
    /** The pay tables. @type {HTMLElement[]} */
    this.printed = printed;
    this.paysOpen = paysButton(table);
    this.whole.append(this.paysOpen, el("div", { class: "dealer-area" }, this.others.count, this.rack, this.dealerPart, this.shoe, this.dealerWords), this.print, this.others.element, this.mine, this.others.more);
    root.replaceChildren(this.whole);
    this.fit = new Fit(root, this.whole, {
      levels: ["no-ornaments", "no-pays", "no-terms", "no-backs", "short-plates", "no-others"],
      widths: { "small-cards": 1, "small-dealer": 0.74, "small-others": 0.36 },
      calls: this.print, clear: () => this.#place(), usual: () => [9.7, 5.1], finish: () => this.others.again(root.classList.contains("no-backs")),
    });
    this.own.element.addEventListener("click", (/** @type {MouseEvent} */ event) => this.#pick(event.target));
    this.own.element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Enter" || event.key === " ") this.#pick(event.target, event);
    });
  }

  /** Arrange the other players around the felt, or in a row if it is too narrow, and the pay tables beside the dealer's cards or below them; returns whether nothing overlaps. */
  #place() {
    this.others.aside();
    const narrow = this.spotRow.firstElementChild.offsetWidth < NARROW;
    this.whole.classList.toggle("brief", narrow);
    if (narrow) this.root.classList.add("no-ornaments", "no-pays"); // until the next size is tried
    if (overlap(this.paysOpen, this.dealerPart)) return false;
    const middle = [this.dealerPart, this.spotRow, this.hand];
    const fixed = [...middle, this.rack, this.shoe];
    // With others around the felt the pay tables are always in the middle.
    const ways = this.whole.matches(".company") ? ["arc between", "row beside", "row between"] : ["arc beside", "arc between", "row beside", "row between"];
    return ways.some((both) => {
      const [way, pays] = both.split(" ");
      mark(this.whole, "data-way", way);
      mark(this.whole, "data-pays", pays);
      const inside = this.own.element.offsetWidth <= this.whole.clientWidth - 2 * MARGIN;
      return inside && this.#seated(way, [...fixed, ...this.printed], Math.min(...middle.map((part) => part.offsetLeft || Infinity))) && this.#printed(pays, fixed) && this.whole.scrollHeight <= this.whole.clientHeight;
    });
  }

  /** Whether the other players have room. @param {string} way @param {Element[]} fixed @param {number} inner */
  #seated(way, fixed, inner) {
    if (way === "row") return !this.printed.some((pays) => overlap(pays, this.others.element));
    // Shortened plates are for where there is little room, and an arc of them would leave none for the reasons.
    const short = this.others.element.childElementCount > 0 && this.root.classList.contains("short-plates");
    return !short && this.others.arc(fixed, inner);
  }

  /** Whether the pay tables have room, and between them the name of the dealer's hand, which is not known yet. @param {string} pays @param {Element[]} fixed */
  #printed(pays, fixed) {
    const [left, right] = this.printed.map((table) => table.getBoundingClientRect());
    if (!left?.width) return true;
    const name = pays === "beside" ? LONG_NAME * parseFloat(getComputedStyle(this.dealerWords).fontSize) : 0;
    const parts = pays === "beside" ? fixed : [...fixed, this.dealerWords];
    return (!right || right.left - left.right >= name) && this.printed.every((table) => !parts.some((part) => overlap(table, part, GAP)));
  }

  /** @param {import("./shapes.js").Spot} spot */
  #spot(spot) {
    const pile = new Pile(this.table.money, "spot-pile");
    const result = el("span", { class: "spot-result", hidden: true });
    const edge = this.table.wagers[spot.wager]?.edge_text;
    const button = el("button", { type: "button", class: `spot spot-${spot.shape}${spot.later ? " later" : ""}`, data: { wager: spot.wager }, onclick: () => this.on.press(spot.wager) },
      el("span", { class: "spot-body" }, spotShape(spot.shape), spot.key && el("kbd", { class: "spot-key", "aria-hidden": "true" }, spot.key), pile.element, result),
      el("span", { class: "spot-label" }, spot.label), el("span", { class: "spot-pays" }, spot.pays), el("span", { class: "spot-brief" }, brief(spot.pays)),
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
    const seated = me > 0 || Boolean(this.table.arriving);
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
    writeParts(this.dealerWords, dealer?.order && dealer.name ? `Dealer: ${dealer.name}` : "");
    add(this.others.show(model, frame, me, this.moving));
    const others = frame.seats.filter((seat) => seat.seat !== me).length;
    const alone = !others;
    this.others.element.classList.toggle("alone", alone);
    this.whole.classList.toggle("company", !alone);
    this.root.classList.toggle("shared", !alone);
    this.mine.classList.toggle("watching", !seated);
    this.fit.now(`${others} ${this.others.element.childElementCount} ${seated}`);
    add(this.#own(model.places.get(me), model.hand(me), closed));
    return changes;
  }

  /** @param {import("./state.js").Place | undefined} place @param {import("./state.js").Hand | undefined} hand @param {boolean} closed */
  #own(place, hand, closed) {
    const { money } = this.table;
    const cards = place?.cards ?? [];
    this.whole.classList.toggle("open", Boolean(this.slip));
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
      // The label is read each time the spot is focused; what needs to be known only once is in the description.
      mark(spot.button, "aria-label", spoken(`${this.table.title(wager)}: ${amount ? money.text(amount) : "nothing"} on it; ${terms?.limits}; pays ${spot.spot.pays || spot.spot.in_full}`));
      mark(spot.button, "aria-description", spoken([terms?.terms, `pays ${spot.spot.in_full}`, terms?.edge_words].filter(Boolean).join("; ")));
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
    writeParts(this.ownWords, words ? (place?.status === "folded" ? `Folded: ${words}` : capital(words)) : "");
    const done = closed && place && place.settled.length > 0;
    hide(this.ownResult, !done);
    if (done) {
      this.ownResult.className = `own-result ${place.net > 0 ? "up" : place.net < 0 ? "down" : "even"}`;
      this.ownResult.dataset.net = String(place.net);
      write(this.ownResult, place.net > 0 ? `You win ${money.text(place.net)}` : place.net < 0 ? `You lose ${money.text(-place.net)}` : "Even");
    }
    return changes;
  }

  // Sources and targets of moving chips and cards.

  get bankElement() { return this.bank; }
  get cardSource() { return this.shoe; }
  get cardSink() { return this.rack; }
  /** @param {number} seat @param {string} wager */
  wagerElement(seat, wager) {
    return seat === this.table.mySeat() ? this.spots.get(wager)?.button.querySelector(".spot-body") : this.others.wagerElement(seat, wager);
  }
  /** @param {number} seat */
  stackElement(seat) {
    return seat === this.table.mySeat() ? document.getElementById("dock") : this.seat(seat)?.plate;
  }
  /** Every card on the table. */
  get allCards() {
    return [...document.querySelectorAll("#stage .card")];
  }
  /** @param {number} number */
  seat(number) {
    return this.others.seats.get(number);
  }
}
