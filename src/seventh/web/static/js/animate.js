// @ts-check
// Playing events in order: cards that fly and turn, chips that move, and what each settlement pays. Only transforms and
// opacity change, so that nothing is laid out again while something moves.
import { showCard } from "./cards.js";
import { chipStack } from "./chips.js";
import { byId } from "./dom.js";
import { moves } from "./settings.js";
import { netWords } from "./settlement.js";
import { play as sound } from "./sound.js";

const EASE = "cubic-bezier(.2,.75,.25,1)";

/** @param {Element} element */
const centre = (element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
};

export class Animator {
  /** @param {any} stage a DealerTable or StudTable @param {any} table @param {import("./speak.js").Speaker} speaker */
  constructor(stage, table, speaker) {
    this.stage = stage;
    this.table = table;
    this.speaker = speaker;
    this.hurried = false;
    this.playing = false;
    this.callout = byId("callout");
    this.flights = byId("flights");
    /** @type {Set<() => void>} */
    this.waits = new Set();
  }

  /** Finish what is moving at once. */
  hurry() {
    if (!this.playing) return;
    this.hurried = true;
    for (const animation of document.getAnimations()) if (animation.effect && isFinite(Number(animation.effect.getComputedTiming().endTime))) animation.finish();
    for (const end of [...this.waits]) end();
  }

  /** @param {number} milliseconds */
  wait(milliseconds) {
    if (this.hurried || document.hidden) return Promise.resolve();
    const time = moves() ? milliseconds : Math.min(milliseconds, 200);
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.waits.delete(end);
        resolve(undefined);
      };
      const timer = setTimeout(end, time);
      this.waits.add(end);
    });
  }

  get still() {
    return this.hurried || document.hidden || !moves();
  }

  /** One event: the model goes one step on, and the screen with it. @param {import("./state.js").Model} model @param {import("./state.js").TableFrame} frame @param {import("./state.js").GameEvent} event */
  async play(model, frame, event) {
    const places = this.still ? null : new Map(this.stage.allCards.map((/** @type {Element} */ card) => [card, card.getBoundingClientRect()]));
    const before = this.#chipsBefore(event);
    model.apply(event);
    const { fresh, turned } = this.stage.show(model, frame);
    this.speaker.event(event, model);
    if (places) this.#slide(places);
    let time = 0;
    if (fresh.length) time = this.#deal(fresh);
    if (turned.length) time = Math.max(time, this.#turn(turned));
    time = Math.max(time, this.#after(event, before));
    if (time) await this.wait(time);
  }

  /** Chips that have to be measured before they are gone. @param {any} event */
  #chipsBefore(event) {
    if (event.event === "bets_collected") return [...document.querySelectorAll(".bet-pile:not([hidden])")].map((pile) => ({ at: centre(pile), amount: Number(/** @type {HTMLElement} */ (pile).dataset.amount) }));
    if (event.event === "settled") {
      const spot = this.stage.wagerElement(event.seat, event.wager);
      return spot ? [{ at: centre(spot), amount: event.amount }] : [];
    }
    if (event.event === "pot_won" || event.event === "chips_returned") return [{ at: centre(this.stage.bankElement), amount: event.amount }];
    return [];
  }

  /** @param {any} event @param {{at: {x: number, y: number}, amount: number}[]} before @returns {number} how long it takes */
  #after(event, before) {
    const mine = event.seat === this.table.mySeat();
    const stack = event.seat ? this.stage.stackElement(event.seat) : null;
    switch (event.event) {
      case "wagers_placed":
      case "bet_placed":
      case "brought_in":
      case "called":
      case "bet_made": {
        sound("chip");
        const wager = event.wager ?? Object.keys(event.amounts ?? {})[0];
        const to = this.stage.wagerElement(event.seat, wager);
        const amount = event.amount ?? event.to ?? Object.values(event.amounts ?? {}).reduce((/** @type {any} */ a, /** @type {any} */ b) => a + b, 0);
        if (to && stack && amount && !(mine && event.event === "wagers_placed")) this.#fly(amount, centre(stack), centre(to));
        return event.event === "wagers_placed" ? 150 : 420;
      }
      case "ante_posted":
        if (stack) this.#fly(event.amount, centre(stack), centre(this.stage.bankElement));
        return 60;
      case "bets_closed": return this.#call("No more bets", 500);
      case "checked": return 350;
      case "folded":
      case "mucked": sound("card"); return 350;
      case "bets_collected": {
        for (const { at, amount } of before) this.#fly(amount, at, centre(this.stage.bankElement));
        return before.length ? 420 : 0;
      }
      case "revealed": return 900;
      case "shown": return mine ? 300 : 600;
      case "claimed": return 500;
      case "settled": return this.#settled(event, before[0], mine);
      case "pot_won":
        sound(mine ? "win" : "chip");
        for (const { at, amount } of before) if (stack) this.#fly(amount, at, centre(stack));
        return this.#call(`${mine ? "You win" : `${this.table.nameOf(event.seat)} wins`} ${this.table.money.text(event.amount)} \u00b7 ${event.clause}`, 1100, mine ? "win" : "");
      case "round_voided": return this.#call(`Void${event.clause && ` \u00b7 ${event.clause}`}`, 1200);
      default: return 0;
    }
  }

  /** @param {any} line @param {{at: {x: number, y: number}, amount: number} | undefined} from @param {boolean} mine */
  #settled(line, from, mine) {
    const { money, title } = this.table;
    const bank = centre(this.stage.bankElement);
    const stack = this.stage.stackElement(line.seat);
    if (from && stack) {
      const home = centre(stack);
      if (!line.returned) this.#fly(line.amount, from.at, bank);
      if (line.payoff) this.#fly(line.payoff, bank, from.at, () => this.#fly(line.payoff + line.returned, from.at, home));
      else if (line.returned) this.#fly(line.returned, from.at, home);
    }
    if (!mine) return 90;
    const net = line.returned + line.payoff - line.amount;
    sound(net > 0 ? "win" : net < 0 ? "lose" : "push");
    const row = line.row ? `${line.row.replaceAll("_", " ")}, ` : "";
    return this.#call(`${title(line.wager)}: ${row}${netWords(money, line)}${line.clause && ` \u00b7 ${line.clause}`}`, net > 0 ? 850 : 600, net > 0 ? "win" : net < 0 ? "lose" : "");
  }

  /** Words over the felt for a moment. @param {string} text @param {number} time @param {string} [kind] */
  #call(text, time, kind = "") {
    this.callout.textContent = text;
    this.callout.className = `callout ${kind}`;
    this.callout.hidden = false;
    clearTimeout(this.calloutTimer);
    this.calloutTimer = setTimeout(() => (this.callout.hidden = true), time + 500);
    if (!this.still) this.callout.animate([{ opacity: 0, transform: "translate(-50%, -30%) scale(.94)" }, { opacity: 1, transform: "translate(-50%, -50%)" }], { duration: 180, easing: EASE });
    return time;
  }

  /** @param {HTMLElement[]} cards */
  #deal(cards) {
    if (this.still) return 60;
    const from = centre(this.stage.cardSource);
    const gap = cards.length > 4 ? 60 : 90;
    cards.forEach((card, place) => {
      const to = centre(card);
      const code = card.dataset.card ?? "??";
      const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) rotate(-25deg) scale(.7)`;
      const flight = card.animate([{ transform: start, opacity: 0 }, { opacity: 1, offset: 0.2 }, { transform: "none", opacity: 1 }], { duration: 300, delay: place * gap, easing: EASE, fill: "backwards" });
      setTimeout(() => sound("card"), place * gap);
      if (code === "??") return;
      showCard(card, "??");
      flight.finished.then(() => this.#flip(card, code), () => showCard(card, code));
    });
    return 300 + cards.length * gap + (cards.some((card) => card.dataset.card === "??") ? 120 : 0);
  }

  /** @param {HTMLElement[]} cards that show their faces already */
  #turn(cards) {
    sound("turn");
    if (this.still) return 60;
    cards.forEach((card, place) => {
      const code = card.dataset.card ?? "??";
      showCard(card, "??");
      setTimeout(() => this.#flip(card, code), this.hurried ? 0 : place * 55);
    });
    return 240 + cards.length * 55;
  }

  /** @param {HTMLElement} card @param {string} code */
  #flip(card, code) {
    const face = card.firstElementChild;
    if (this.still || !face) return showCard(card, code);
    const half = { duration: 90, easing: "ease-in" };
    face.animate([{ transform: "rotateY(0)" }, { transform: "rotateY(90deg)" }], half).finished.then(() => {
      showCard(card, code);
      face.animate([{ transform: "rotateY(90deg)" }, { transform: "rotateY(0)" }], { duration: 120, easing: "ease-out" });
    }, () => showCard(card, code));
  }

  /** Cards that changed their place slide there. @param {Map<Element, DOMRect>} places */
  #slide(places) {
    for (const [card, was] of places) {
      if (!card.isConnected) continue;
      const is = card.getBoundingClientRect();
      const [x, y] = [was.left - is.left, was.top - is.top];
      if (Math.abs(x) + Math.abs(y) > 3) card.animate([{ transform: `translate(${x}px, ${y}px)` }, {}], { duration: 220, easing: EASE });
    }
  }

  /** @param {number} amount @param {{x: number, y: number}} from @param {{x: number, y: number}} to @param {() => void} [then] */
  #fly(amount, from, to, then) {
    if (this.still) return;
    const origin = this.flights.getBoundingClientRect();
    const ghost = document.createElement("div");
    ghost.className = "ghost";
    ghost.append(chipStack(amount, this.table.money.unit));
    this.flights.append(ghost);
    const at = (/** @type {{x: number, y: number}} */ point) => `translate(${point.x - origin.left}px, ${point.y - origin.top}px) translate(-50%, -50%)`;
    const flight = ghost.animate([{ transform: at(from) }, { transform: at(to), opacity: 1, offset: 0.9 }, { transform: at(to), opacity: 0 }], { duration: 460, easing: EASE });
    const over = () => {
      ghost.remove();
      then?.();
    };
    flight.finished.then(over, over);
  }

  /** Leave a result on the table long enough to be read. @param {number} since when it was complete */
  async rest(since) {
    const left = 1800 - (performance.now() - since);
    if (left <= 0) return;
    this.playing = true;
    this.hurried = false;
    await this.wait(left);
    this.playing = false;
  }

  /** The cards of a round that is over go to the discard rack. */
  async sweep() {
    const cards = this.stage.allCards;
    if (!cards.length || this.still) return;
    const to = centre(this.stage.cardSink);
    cards.forEach((/** @type {Element} */ card, /** @type {number} */ place) => {
      const from = centre(card);
      card.animate([{}, { transform: `translate(${to.x - from.x}px, ${to.y - from.y}px) rotate(20deg) scale(.6)`, opacity: 0 }], { duration: 320, delay: (place % 8) * 18, easing: "ease-in", fill: "forwards" });
    });
    sound("card");
    await this.wait(430);
  }
}

