// @ts-check
// Playing events in order: cards that fly and turn, chips that move, and what each settlement pays. Only transforms and
// opacity change, so that nothing is laid out again while something moves. Of each event everything is measured first
// and moved after that: a measurement between two moves would lay the page out each time.
import { codeOf, coverCard, showCard } from "./cards.js";
import { chipStack } from "./chips.js";
import { byId } from "./dom.js";
import { moves } from "./settings.js";
import { play as sound } from "./sound.js";

/** Events after which a card may lie elsewhere; after all others none is measured. */
const CARDS_MOVE = new Set(["dealt", "revealed", "shown", "folded", "mucked", "reshuffled", "round_closed"]);
/** Events whose chips come from and go to what is there before them: measured before anything changes. */
const KNOWN_WAYS = new Set(["settled", "pot_won"]);
/** Events that show nothing in motion. */
const MOTIONLESS = new Set(["hand_set", "stub_racked", "burned", "all_in_declared", "rake_taken", "round_closed"]);
const EASE = "cubic-bezier(.2,.75,.25,1)";

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{amount: number, from: string, to: string, then?: Way}} Way */

/** @param {DOMRect} box @returns {Point} */
const middle = ({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 });
/** @param {Element} element */
const centre = (element) => middle(element.getBoundingClientRect());

/** When the browser has drawn, or after a moment where it draws nothing. */
const nextFrame = () => new Promise((resolve) => {
  requestAnimationFrame(resolve);
  setTimeout(resolve, 50);
});

/** Whether a table is so far behind that it must hurry: not because of frames in which nothing moves. @param {import("./state.js").TableFrame[]} queue */
export const behind = (queue) => queue.filter((frame) => frame.events.some((event) => !MOTIONLESS.has(event.event))).length > 3;

export class Animator {
  /** @param {any} stage a FeltTable or an OvalTable @param {any} table @param {import("./story.js").Story} story */
  constructor(stage, table, story) {
    this.stage = stage;
    this.table = table;
    this.story = story;
    this.hurried = false;
    this.playing = false;
    this.callout = byId("callout");
    this.flights = byId("flights");
    /** @type {Set<() => void>} */
    this.waits = new Set();
    this.due = { seq: -1, at: 0 };
    /** Cards on their way from the deck. @type {Set<HTMLElement>} */
    this.flying = new Set();
  }

  /** Cards that came with a frame, or before it, lie there when the clock of the viewer's decision starts. @param {import("./state.js").TableFrame} frame */
  see({ seq, now, round, you }) {
    const clock = round?.clocks[you?.seat ?? 0];
    if (!clock || clock.starts <= now) return;
    this.due = { seq, at: performance.now() + clock.starts - now };
    clearTimeout(this.dueTimer);
    this.dueTimer = setTimeout(() => this.hurry(), clock.starts - now);
  }

  /** Whether the clock of a decision runs already that waits for this frame. @param {number} seq */
  late(seq) {
    return seq <= this.due.seq && performance.now() >= this.due.at;
  }

  /** Finish what is moving at once. */
  hurry() {
    if (!this.playing || this.hurried) return;
    this.hurried = true;
    for (const animation of document.getAnimations()) if (animation.effect && isFinite(Number(animation.effect.getComputedTiming().endTime))) animation.finish();
    for (const card of this.stage.allCards) showCard(card, codeOf(card));
    for (const end of [...this.waits]) end();
  }

  /** @param {number} milliseconds */
  wait(milliseconds) {
    if (this.rushed) return Promise.resolve();
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

  /** Whether events follow each other at once: only what the last of them leaves is ever seen. */
  get rushed() {
    return this.hurried || document.hidden;
  }

  get still() {
    return this.rushed || !moves();
  }

  /** One event: the model goes one step on, and the screen with it. @param {import("./state.js").Model} model @param {import("./state.js").TableFrame} frame @param {import("./state.js").GameEvent} event @param {import("./state.js").Told} told the same in words @param {import("./state.js").GameEvent} [next] what follows */
  async play(model, frame, event, told, next) {
    if (this.rushed) return this.#rush(model, frame, event, told);
    const still = this.still;
    const lie = still || !CARDS_MOVE.has(event.event);
    const places = lie ? new Map() : this.#places();
    const before = still ? [] : this.#chipsBefore(event);
    const known = !still && KNOWN_WAYS.has(event.event) ? this.#ways(event, before) : null;
    model.apply(event, told);
    const { fresh, turned } = this.stage.show(model, frame);
    // Before anything is measured, which would have the faces drawn.
    if (!still) for (const card of [...fresh, ...turned]) coverCard(card);
    const now = lie ? new Map() : this.#places();
    const ways = still ? [] : known ?? this.#ways(event, before);
    const source = fresh.length && !still ? centre(this.stage.cardSource) : { x: 0, y: 0 };
    this.story.tell(told);
    this.#slide(places, now);
    for (const way of ways) this.#fly(way);
    let time = this.#after(event, told, before.length);
    if (fresh.length) time = Math.max(time, this.#deal(fresh, now, source, next?.event === "dealt"));
    if (turned.length) time = Math.max(time, this.#turn(turned));
    if (time) await this.wait(time);
  }

  /** An event between others that is hardly seen: it is told and heard, and the table is drawn after the last one. But many cards at once
   * would take several frames to draw, so those of each place lie there before the next come. @param {import("./state.js").Model} model @param {import("./state.js").TableFrame} frame @param {any} event @param {import("./state.js").Told} told */
  async #rush(model, frame, event, told) {
    model.apply(event, told);
    this.story.tell(told);
    if (event.event === "revealed" || event.event === "shown") sound("turn");
    this.#after(event, told, 0);
    if (event.event !== "dealt" || document.hidden) return;
    this.stage.show(model, frame);
    await nextFrame();
  }

  /** Where every card lies. @returns {Map<HTMLElement, DOMRect>} */
  #places() {
    return new Map(this.stage.allCards.map((/** @type {HTMLElement} */ card) => [card, card.getBoundingClientRect()]));
  }

  /** Chips that have to be measured before they are gone. @param {any} event @returns {{at: Point, amount: number}[]} */
  #chipsBefore(event) {
    if (event.event === "bets_collected") return [...document.querySelectorAll(".bet-pile:not([hidden])")].map((pile) => ({ at: centre(pile), amount: Number(/** @type {HTMLElement} */ (pile).dataset.amount) }));
    if (event.event === "settled") {
      const spot = this.stage.wagerElement(event.seat, event.wager);
      return spot ? [{ at: centre(spot), amount: event.amount }] : [];
    }
    if (event.event === "pot_won" || event.event === "chips_returned") return [{ at: centre(this.stage.bankElement), amount: event.amount }];
    return [];
  }

  /** The ways that chips take because of an event. @param {any} event @param {{at: Point, amount: number}[]} before @returns {Way[]} */
  #ways(event, before) {
    const stack = event.seat ? this.stage.stackElement(event.seat) : null;
    switch (event.event) {
      case "wagers_placed":
      case "bet_placed":
      case "brought_in":
      case "called":
      case "bet_made": {
        const wager = event.wager ?? Object.keys(event.amounts ?? {})[0];
        const to = this.stage.wagerElement(event.seat, wager);
        const amount = event.amount ?? event.to ?? Object.values(event.amounts ?? {}).reduce((/** @type {any} */ a, /** @type {any} */ b) => a + b, 0);
        const placedHere = event.event === "wagers_placed" && event.seat === this.table.mySeat();
        return to && stack && amount && !placedHere ? [this.#way(amount, centre(stack), centre(to))] : [];
      }
      case "ante_posted": return stack ? [this.#way(event.amount, centre(stack), centre(this.stage.bankElement))] : [];
      case "bets_collected": return before.map(({ at, amount }) => this.#way(amount, at, centre(this.stage.bankElement)));
      case "pot_won": return stack ? before.map(({ at, amount }) => this.#way(amount, at, centre(stack))) : [];
      case "settled": return stack && before[0] ? this.#paid(event, before[0].at, centre(stack), centre(this.stage.bankElement)) : [];
      default: return [];
    }
  }

  /** A settled wager: what is lost goes to the bank; what is won comes from there and goes home with the wager. @param {any} line @param {Point} spot @param {Point} home @param {Point} bank @returns {Way[]} */
  #paid(line, spot, home, bank) {
    const lost = line.returned ? [] : [this.#way(line.amount, spot, bank)];
    if (line.payoff) return [...lost, { ...this.#way(line.payoff, bank, spot), then: this.#way(line.payoff + line.returned, spot, home) }];
    return line.returned ? [this.#way(line.returned, spot, home)] : lost;
  }

  /** @param {any} event @param {import("./state.js").Told} told @param {number} piles that were collected @returns {number} how long it takes */
  #after(event, told, piles) {
    const mine = event.seat === this.table.mySeat();
    switch (event.event) {
      case "wagers_placed": sound("chip"); return 150;
      case "bet_placed":
      case "brought_in":
      case "called":
      case "bet_made": sound("chip"); return 420;
      case "ante_posted": return 60;
      case "bets_closed": return this.#call(told.call, 500);
      case "checked": return 350;
      case "folded":
      case "mucked": sound("card"); return 350;
      case "bets_collected": return piles ? 420 : 0;
      case "revealed": return 900;
      case "shown": return mine ? 300 : 600;
      case "claimed": return 500;
      case "settled": return mine ? this.#settled(event, told) : 90;
      case "pot_won":
        sound(mine ? "win" : "chip");
        return this.#call(told.call, 1100, mine ? "win" : "");
      case "round_voided": return this.#call(told.call, 1200);
      default: return told.call && !told.kind ? this.#call(told.call, 500) : 0;
    }
  }

  /** An own wager that is settled. @param {any} line @param {import("./state.js").Told} told */
  #settled(line, told) {
    const net = line.returned + line.payoff - line.amount;
    sound(net > 0 ? "win" : net < 0 ? "lose" : "push");
    return this.#call(told.call, net > 0 ? 850 : 600, net > 0 ? "win" : net < 0 ? "lose" : "");
  }

  /** Words over the felt for a moment. @param {string | undefined} text @param {number} time @param {string} [kind] */
  #call(text, time, kind = "") {
    if (!text) return time;
    this.callout.textContent = text;
    this.callout.className = `callout ${kind}`;
    this.callout.hidden = false;
    clearTimeout(this.calloutTimer);
    this.calloutTimer = setTimeout(() => (this.callout.hidden = true), time + 500);
    if (!this.still) this.callout.animate([{ opacity: 0, transform: "translate(-50%, -30%) scale(.94)" }, { opacity: 1, transform: "translate(-50%, -50%)" }], { duration: 180, easing: EASE });
    return time;
  }

  /** @param {HTMLElement[]} cards @param {Map<HTMLElement, DOMRect>} now where they lie @param {Point} from @param {boolean} more whether others follow, which need not wait until these lie there */
  #deal(cards, now, from, more) {
    if (this.still) return 60;
    const gap = cards.length < 5 ? 90 : more ? 40 : 60;
    cards.forEach((card, place) => {
      const to = middle(now.get(card) ?? card.getBoundingClientRect());
      const code = codeOf(card);
      const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) rotate(-25deg) scale(.7)`;
      const flight = card.animate([{ transform: start, opacity: 0 }, { opacity: 1, offset: 0.2 }, { transform: "none", opacity: 1 }], { duration: 300, delay: place * gap, easing: EASE, fill: "backwards" });
      setTimeout(() => sound("card"), place * gap);
      this.flying.add(card);
      const landed = flight.finished.catch(() => {}).then(() => this.flying.delete(card));
      // What it was when it was dealt: a card that comes face down may have been turned since.
      if (code !== "??") landed.then(() => this.#flip(card, code));
    });
    return cards.length * gap + (more ? 0 : 420);
  }

  /** @param {HTMLElement[]} cards */
  #turn(cards) {
    sound("turn");
    if (this.still) return 60;
    cards.forEach((card, place) => {
      const code = codeOf(card);
      setTimeout(() => this.#flip(card, code), this.hurried ? 0 : place * 55);
    });
    return 240 + cards.length * 55;
  }

  /** @param {HTMLElement} card @param {string} code */
  #flip(card, code) {
    const face = card.firstElementChild;
    if (this.still || !face || card.dataset.card === code) return showCard(card, code);
    const [flat, edge] = ["perspective(900px) rotateY(0)", "perspective(900px) rotateY(90deg)"];
    const half = { duration: 90, easing: "ease-in" };
    face.animate([{ transform: flat }, { transform: edge }], half).finished.then(() => {
      showCard(card, code);
      face.animate([{ transform: edge }, { transform: flat }], { duration: 120, easing: "ease-out" });
    }, () => showCard(card, code));
  }

  /** Cards that changed their place slide there. @param {Map<HTMLElement, DOMRect>} places @param {Map<HTMLElement, DOMRect>} now */
  #slide(places, now) {
    for (const [card, was] of places) {
      const is = now.get(card);
      if (!is || this.flying.has(card)) continue;
      const [x, y] = [was.left - is.left, was.top - is.top];
      if (Math.abs(x) + Math.abs(y) > 3) card.animate([{ transform: `translate(${x}px, ${y}px)` }, {}], { duration: 220, easing: EASE });
    }
  }

  /** The way of some chips over the felt, measured. @param {number} amount @param {Point} from @param {Point} to @returns {Way} */
  #way(amount, from, to) {
    const { left, top } = this.flights.getBoundingClientRect();
    const at = (/** @type {Point} */ point) => `translate(${point.x - left}px, ${point.y - top}px) translate(-50%, -50%)`;
    return { amount, from: at(from), to: at(to) };
  }

  /** @param {Way} way */
  #fly({ amount, from, to, then }) {
    const ghost = document.createElement("div");
    ghost.className = "ghost";
    ghost.append(chipStack(amount, this.table.money.unit));
    this.flights.append(ghost);
    const flight = ghost.animate([{ transform: from }, { transform: to, opacity: 1, offset: 0.9 }, { transform: to, opacity: 0 }], { duration: 460, easing: EASE });
    const over = () => {
      ghost.remove();
      if (then && !this.still) this.#fly(then);
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
    const lie = cards.map(centre);
    cards.forEach((/** @type {Element} */ card, /** @type {number} */ place) => {
      const from = lie[place];
      card.animate([{}, { transform: `translate(${to.x - from.x}px, ${to.y - from.y}px) rotate(20deg) scale(.6)`, opacity: 0 }], { duration: 320, delay: (place % 8) * 18, easing: "ease-in", fill: "forwards" });
    });
    sound("card");
    await this.wait(430);
  }
}

