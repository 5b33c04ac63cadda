// @ts-check
// Plays events in order: cards fly and turn, chips move, settlements are shown. Only transforms and opacity change, to
// avoid layout during animation. For each event, everything is measured before anything is moved: a measurement
// between two moves would force a layout each time.
import { codeOf, coverCard, showCard } from "./cards.js";
import { chipStack } from "./chips.js";
import { byId } from "./dom.js";
import { whatMoves } from "./prompt.js";
import { moves, pace } from "./settings.js";
import { play as sound } from "./sound.js";

/** Events that may move a card; for all others no card is measured. */
const CARDS_MOVE = new Set(["dealt", "revealed", "shown", "folded", "mucked", "reshuffled", "round_closed"]);
/** Events that show faces. */
const CARDS_SHOWN = new Set(["dealt", "revealed", "shown"]);
/** Events whose chips start and end at existing elements, which are measured before anything changes. */
const KNOWN_WAYS = new Set(["settled", "pot_won"]);
/** Events without an animation. */
export const MOTIONLESS = new Set(["hand_set", "stub_racked", "burned", "all_in_declared", "rake_taken", "round_closed"]);
const EASE = "cubic-bezier(.2,.75,.25,1)";

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{amount: number, from: string, to: string, then?: Way}} Way */

/** @param {DOMRect} box @returns {Point} */
const middle = ({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 });
/** @param {Element} element */
const centre = (element) => middle(element.getBoundingClientRect());

/** How long a result stays at least and at most, and how much of the time to bet it leaves, in milliseconds. */
const [LEAST, MOST, TO_BET] = [1800, 6000, 10_000];

/** How long it takes to read a sentence. @param {string | undefined} text */
const reading = (text) => 60 * (text?.length ?? 0);

/** Resolves after the next paint, or after a timeout if the browser does not paint. */
const nextFrame = () => new Promise((resolve) => {
  requestAnimationFrame(resolve);
  setTimeout(resolve, 50);
});

/** Whether the table is so far behind that it must hurry; frames without animation do not count. @param {import("./state.js").TableFrame[]} queue */
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
    /** A result that is being read. @type {{since: number, time: number, end: () => void} | null} */
    this.resting = null;
    /** When betting closes; 0 if no such clock runs. */
    this.betsClose = 0;
    /** Cards flying from the deck. @type {Set<HTMLElement>} */
    this.flying = new Set();
    /** Resolves when everything so far has been announced, each event after its cards have turned. @type {Promise<unknown>} */
    this.telling = Promise.resolve();
  }

  /** Finish the animation of a frame by the time the clock of the viewer's decision starts. @param {import("./state.js").TableFrame} frame */
  see({ seq, now, state, until, round, you }) {
    this.betsClose = state === "betting" && until ? performance.now() + until - now : 0;
    this.#rested();
    const clock = round?.clocks[you?.seat ?? 0];
    if (!clock || clock.starts <= now) return;
    this.due = { seq, at: performance.now() + clock.starts - now };
    clearTimeout(this.dueTimer);
    this.dueTimer = setTimeout(() => this.resting || this.hurry(), clock.starts - now);
  }

  /** Whether the clock of a decision that follows this frame is already running. @param {number} seq */
  late(seq) {
    return seq <= this.due.seq && performance.now() >= this.due.at;
  }

  /** Finish all animations at once. */
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
    const time = moves() ? milliseconds * pace() : Math.min(milliseconds, 200);
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

  /** Whether events are applied without animation, so that only the final state is seen. */
  get rushed() {
    return this.hurried || document.hidden;
  }

  get still() {
    return this.rushed || !moves() || !pace();
  }

  /** Apply one event to the model and the screen. @param {import("./state.js").Model} model @param {import("./state.js").TableFrame} frame @param {import("./state.js").GameEvent} event @param {import("./state.js").Told} told the same in words @param {import("./state.js").GameEvent} [next] what follows */
  async play(model, frame, event, told, next) {
    this.table.playing = whatMoves(frame.events, frame.events.indexOf(event));
    if (this.rushed) return this.#rush(model, frame, event, told);
    const still = this.still;
    const lie = still || !CARDS_MOVE.has(event.event);
    const places = lie ? new Map() : this.#places();
    const before = still ? [] : this.#chipsBefore(event);
    const known = !still && KNOWN_WAYS.has(event.event) ? this.#ways(event, before) : null;
    model.apply(event, told);
    const { fresh, turned } = this.stage.show(model, frame);
    // Before measuring, which would draw the faces.
    if (!still) for (const card of [...fresh, ...turned]) coverCard(card);
    const now = lie ? new Map() : this.#places();
    const ways = still ? [] : known ?? this.#ways(event, before);
    const source = fresh.length && !still ? centre(this.stage.cardSource) : { x: 0, y: 0 };
    this.#slide(places, now);
    for (const way of ways) this.#fly(way);
    /** @type {Promise<unknown>[]} */
    const faces = [];
    let time = 0;
    if (fresh.length) time = this.#deal(fresh, now, source, next?.event === "dealt", faces);
    if (turned.length) time = Math.max(time, this.#turn(turned, faces));
    const tell = () => this.#tell(model, frame, event, told, before.length);
    this.telling = Promise.all([this.telling, ...faces]).then(tell);
    // Only more cards may be dealt before these have turned and been announced.
    if (!fresh.length || next?.event !== "dealt") time = Math.max(time, Number(await this.telling));
    if (time) await this.wait(time);
  }

  /** Announce an event once it is visible: hand names, the log, sounds. @param {import("./state.js").Model} model @param {import("./state.js").TableFrame} frame @param {any} event @param {import("./state.js").Told} told @param {number} piles @returns {number} how long it is looked at */
  #tell(model, frame, event, told, piles) {
    model.learn(told);
    if (told.hands || told.why) this.stage.show(model, frame);
    if (told.why) this.stage.verdict.show(model.says);
    this.story.tell(told, event);
    return this.#after(event, told, piles);
  }

  /** Apply an event without animation: it is logged and heard, and the table is drawn after the last one. Drawing many cards at once
   * would take several frames, so the cards of each place are drawn before the next. @param {import("./state.js").Model} model @param {import("./state.js").TableFrame} frame @param {any} event @param {import("./state.js").Told} told */
  async #rush(model, frame, event, told) {
    await this.telling;
    model.apply(event, told);
    model.learn(told);
    const shows = CARDS_SHOWN.has(event.event);
    if (shows) this.stage.show(model, frame);
    this.story.tell(told, event);
    if (shows && event.event !== "dealt") sound("turn");
    this.#after(event, told, 0);
    if (event.event === "dealt" && !document.hidden) await nextFrame();
  }

  /** The position of every card. @returns {Map<HTMLElement, DOMRect>} */
  #places() {
    return new Map(this.stage.allCards.map((/** @type {HTMLElement} */ card) => [card, card.getBoundingClientRect()]));
  }

  /** Chips that must be measured before they are removed. @param {any} event @returns {{at: Point, amount: number}[]} */
  #chipsBefore(event) {
    if (event.event === "bets_collected") return [...document.querySelectorAll(".bet-pile:not([hidden])")].map((pile) => ({ at: centre(pile), amount: Number(/** @type {HTMLElement} */ (pile).dataset.amount) }));
    if (event.event === "settled") {
      const spot = this.stage.wagerElement(event.seat, event.wager);
      return spot ? [{ at: centre(spot), amount: event.amount }] : [];
    }
    if (event.event === "pot_won" || event.event === "chips_returned") return [{ at: centre(this.stage.bankElement), amount: event.amount }];
    return [];
  }

  /** The chip movements of an event. @param {any} event @param {{at: Point, amount: number}[]} before @returns {Way[]} */
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

  /** A settled wager: losses go to the bank; winnings come from it and go to the player with the wager. @param {any} line @param {Point} spot @param {Point} home @param {Point} bank @returns {Way[]} */
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
        return reading(told.why);
      case "round_voided": return this.#call(told.call, 1200);
      default: return told.call && !told.kind ? this.#call(told.call, 500) : 0;
    }
  }

  /** One of the viewer's wagers is settled. @param {any} line @param {import("./state.js").Told} told */
  #settled(line, told) {
    const net = line.returned + line.payoff - line.amount;
    sound(net > 0 ? "win" : net < 0 ? "lose" : "push");
    return told.why ? 850 : 400;
  }

  /** Show a short message over the felt. @param {string | undefined} text @param {number} time @param {string} [kind] */
  #call(text, time, kind = "") {
    if (!text) return time;
    this.callout.textContent = text;
    this.callout.className = `callout ${kind}`;
    this.callout.hidden = false;
    clearTimeout(this.calloutTimer);
    this.calloutTimer = setTimeout(() => (this.callout.hidden = true), Math.max(time * pace() + 500, reading(text)));
    if (!this.still) this.callout.animate([{ opacity: 0, transform: "translate(-50%, -30%) scale(.94)" }, { opacity: 1, transform: "translate(-50%, -50%)" }], { duration: 180, easing: EASE });
    return time;
  }

  /** @param {HTMLElement[]} cards @param {Map<HTMLElement, DOMRect>} now their positions @param {Point} from @param {boolean} more whether others follow, which need not wait until these lie there @param {Promise<unknown>[]} faces resolve when they have turned */
  #deal(cards, now, from, more, faces) {
    if (this.still) return 60;
    const gap = cards.length < 5 ? 90 : more ? 40 : 60;
    cards.forEach((card, place) => {
      const to = middle(now.get(card) ?? card.getBoundingClientRect());
      const code = codeOf(card);
      const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) rotate(-25deg) scale(.7)`;
      const flight = card.animate([{ transform: start, opacity: 0 }, { opacity: 1, offset: 0.2 }, { transform: "none", opacity: 1 }], { duration: 300 * pace(), delay: place * gap * pace(), easing: EASE, fill: "backwards" });
      setTimeout(() => sound("card"), place * gap * pace());
      this.flying.add(card);
      const landed = flight.finished.catch(() => {}).then(() => this.flying.delete(card));
      // The face as dealt: a card dealt face down may have been turned since.
      faces.push(code === "??" ? landed : landed.then(() => this.#flip(card, code)));
    });
    return cards.length * gap + (more ? 0 : 420);
  }

  /** @param {HTMLElement[]} cards @param {Promise<unknown>[]} faces resolve when they have turned */
  #turn(cards, faces) {
    sound("turn");
    if (this.still) return 60;
    cards.forEach((card, place) => {
      const code = codeOf(card);
      faces.push(this.wait(place * 55).then(() => this.#flip(card, code)));
    });
    return 240 + cards.length * 55;
  }

  /** Resolves when the face is visible. @param {HTMLElement} card @param {string} code */
  async #flip(card, code) {
    const face = card.firstElementChild;
    if (this.still || !face || card.dataset.card === code) return showCard(card, code);
    const [flat, edge] = ["perspective(900px) rotateY(0)", "perspective(900px) rotateY(90deg)"];
    await face.animate([{ transform: flat }, { transform: edge }], { duration: 90 * pace(), easing: "ease-in" }).finished.catch(() => {});
    showCard(card, code);
    await face.animate([{ transform: edge }, { transform: flat }], { duration: 120 * pace(), easing: "ease-out" }).finished.catch(() => {});
  }

  /** Slide cards that moved to their new positions. @param {Map<HTMLElement, DOMRect>} places @param {Map<HTMLElement, DOMRect>} now */
  #slide(places, now) {
    for (const [card, was] of places) {
      const is = now.get(card);
      if (!is || this.flying.has(card)) continue;
      const [x, y] = [was.left - is.left, was.top - is.top];
      if (Math.abs(x) + Math.abs(y) > 3) card.animate([{ transform: `translate(${x}px, ${y}px)` }, {}], { duration: 220 * pace(), easing: EASE });
    }
  }

  /** A measured chip movement. @param {number} amount @param {Point} from @param {Point} to @returns {Way} */
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
    const flight = ghost.animate([{ transform: from }, { transform: to, opacity: 1, offset: 0.9 }, { transform: to, opacity: 0 }], { duration: 460 * pace(), easing: EASE });
    const over = () => {
      ghost.remove();
      if (then && !this.still) this.#fly(then);
    };
    flight.finished.then(over, over);
  }

  /** Leave a result on the table long enough to be read; a click moves on. @param {number} since when it was complete @param {string} text what there is to read */
  async rest(since, text) {
    if (!pace() || document.hidden) return;
    this.playing = true;
    this.hurried = false;
    await new Promise((resolve) => {
      const end = () => (this.waits.delete(end), resolve(undefined));
      this.waits.add(end);
      this.resting = { since, time: Math.min(Math.max(LEAST, reading(text)), MOST), end };
      this.#rested();
    });
    this.resting = null;
    this.playing = false;
  }

  /** When the result has been read. Once the others bet, the clock of the bets comes first. */
  #rested() {
    clearTimeout(this.restTimer);
    if (!this.resting) return;
    const { since, time, end } = this.resting;
    const latest = this.betsClose ? Math.max(since + LEAST, this.betsClose - TO_BET) : Infinity;
    this.restTimer = setTimeout(end, Math.min(since + time, latest) - performance.now());
  }

  /** Move the cards of a finished round to the discard rack. */
  async sweep() {
    const cards = this.stage.allCards;
    if (!cards.length || this.still) return;
    const to = centre(this.stage.cardSink);
    const lie = cards.map(centre);
    cards.forEach((/** @type {Element} */ card, /** @type {number} */ place) => {
      const from = lie[place];
      card.animate([{}, { transform: `translate(${to.x - from.x}px, ${to.y - from.y}px) rotate(20deg) scale(.6)`, opacity: 0 }], { duration: 320 * pace(), delay: (place % 8) * 18 * pace(), easing: "ease-in", fill: "forwards" });
    });
    sound("card");
    await this.wait(430);
  }
}

