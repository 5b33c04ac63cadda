// @ts-check
// The tour of a table during the first round: a bubble beside the element it describes, which advances as the round does.
// It requires no extra presses and never covers a control.
import { byId, el, hide, write } from "./dom.js";
import { ignoreSecondClicks } from "./second-click.js";
import { settings } from "./settings.js";

/** The elements a step may describe; of several, the first that is visible. @type {Record<string, string[]>} */
const PLACES = {
  spots: [".spots"], chips: [".tray"], go: ["#bets .go", "#actions .act.primary"], own_cards: [".own-cards .card, .own-words:not(:empty)", ".own-hand", ".seat.mine"], hand_name: [".own-words"],
  actions: ["#actions .act", "#actions"], dealer: [".dealer-middle"], pot: [".middle"], others: [".seat:not(.mine, .empty, .gone)"],
  result: ["#last-round-home:has(#last-round:not([hidden]))", "#last-round-open", "#prompt"], log: ["#story"], help: [".bar [data-opens=help], .bar [data-opens=rules], .bar [data-opens=chart]", ".bar .more-tools"],
};
/** What may advance the tour, in the order of a round. */
const FACTS = ["next", "bet", "dealt", "turn", "acted", "over"];
/** What the bubble must not cover, including empty card rows. */
const KEEP_CLEAR = "#stage :is(.card, .cards, .spot, .words, .seat:not(.gone), .middle, .felt-pays, .verdict, .shoe, .own-line), #callout";
/** Windows with a column beside the felt; in others the bubble is a strip in place of the log. As in walkthrough.css. */
const WIDE = "(min-width: 901px) and (min-height: 561px)";
const GAP = 10;
/** The distance of the ring from what it surrounds, in pixels; in the column beside the felt, whose parts adjoin, it is inside. */
const OUTSET = 3;
const INSET = -3;
/** The distance of the ring from the edge of the window: its own width and a little more. */
const WINDOW = 5;
/** Things nearer to each other than this share a ring. */
const NEAR = 14;
/** How long the round waits at most for a step to be read, in milliseconds. */
const HELD = 20_000;

/** @typedef {{at: string, text: string, until: string, wagers: string[]}} Step */

/** @param {Element} element */
const seen = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 0;

/** The boxes of the rings around these elements, within the window; lifted cards extend beyond their row. @param {Element[]} elements */
function grouped(elements) {
  /** @type {{felt: boolean, left: number, top: number, right: number, bottom: number}[]} */
  const groups = [];
  for (const element of elements) {
    const felt = Boolean(element.closest("#stage"));
    const boxes = [element, ...element.querySelectorAll(".card")].map((part) => part.getBoundingClientRect()).filter(({ width }) => width);
    const beside = Boolean(element.closest(".side"));
    const [inside, out] = beside ? [boxes.slice(0, 1), INSET] : [boxes, OUTSET];
    const box = {
      felt, left: Math.max(WINDOW, Math.min(...inside.map(({ left }) => left)) - out), top: Math.max(WINDOW, Math.min(...inside.map(({ top }) => top)) - out),
      right: Math.min(innerWidth - WINDOW, Math.max(...inside.map(({ right }) => right)) + out), bottom: Math.min(innerHeight - WINDOW, Math.max(...inside.map(({ bottom }) => bottom)) + out),
    };
    const near = groups.find((group) => box.left - group.right < NEAR && group.left - box.right < NEAR && box.top - group.bottom < NEAR && group.top - box.bottom < NEAR);
    if (near) Object.assign(near, { left: Math.min(near.left, box.left), top: Math.min(near.top, box.top), right: Math.max(near.right, box.right), bottom: Math.max(near.bottom, box.bottom) });
    else groups.push(box);
  }
  return groups;
}

export class Walkthrough {
  /** @param {any} table @param {Step[]} steps */
  constructor(table, steps) {
    this.table = table;
    this.steps = steps;
    this.place = -1;
    this.key = `toured ${table.game}`;
    this.element = byId("tour");
    this.rings = byId("tour-rings");
    this.text = byId("tour-text");
    this.next = byId("tour-next");
    this.back = byId("tour-back");
    /** The steps shown so far, which alone are numbered: a round may be over before each has had its turn. @type {Set<number>} */
    this.shown = new Set();
    /** Whether it has been said how to go on. */
    this.hinted = false;
    /** How far the round has taken the tour; going back does not undo it. */
    this.known = 0;
    /** The progress of the round, as an index into FACTS. */
    this.fact = 0;
    this.round = "";
    this.turned = false;
    /** Whether the player's cards are being dealt, though they may not lie there yet. */
    this.dealing = false;
    /** The round that was over when the tour was begun, which is about the next one. */
    this.after = "";
    /** The window for which the strip was measured, and its height there. */
    this.tall = "";
    this.high = 0;
    /** The position of this step's bubble: null if there is no room. @type {{left: number, top: number} | null | undefined} */
    this.where = undefined;
    this.wide = matchMedia(WIDE);
    /** Lets the round continue that waits for a step to be read. @type {(() => void) | null} */
    this.release = null;
    /** Whether the next step follows by itself as soon as the round is over. */
    this.follows = false;
    /** Whether a round has a decision, without which the tour continues with the next round. */
    this.decides = steps.some(({ until }) => until === "turn" || until === "acted");
    // It would skip a step unread, or press what the tour has covered.
    ignoreSecondClicks(this.element);
    this.next.addEventListener("click", () => this.#next());
    this.back.addEventListener("click", () => this.#go(this.#before()));
    byId("tour-skip").addEventListener("click", () => this.end());
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !document.querySelector("dialog[open]")) this.end();
    });
    new ResizeObserver(() => ((this.where = undefined), this.#put())).observe(byId("stage"));
    new ResizeObserver(() => this.#put()).observe(byId("last-round-home"));
  }

  get open() {
    return this.place >= 0;
  }

  /** Start at the first step, or at the one that matches the state of the round. */
  begin() {
    if (!this.steps.length) return;
    try {
      localStorage.setItem(this.key, "yes"); // set at the start, so that a reload does not restart the tour
    } catch {
      // Then the tour starts again next time.
    }
    document.body.classList.add("touring");
    this.element.hidden = false;
    this.tall = "";
    this.shown.clear();
    this.hinted = false;
    if (this.fact === FACTS.length - 1) Object.assign(this, { after: this.round, fact: 0, known: 0, dealing: false });
    this.#go(this.#from(this.#reached()));
  }

  /** Give its main button the focus. */
  focus() {
    (this.next.hidden ? this.element : this.next).focus({ preventScroll: true });
  }

  /** Go on, or say again what the step waits for. */
  forward() {
    const step = this.steps[this.place];
    if (!this.next.hidden) this.#next();
    else if (!this.#past(step)) this.table.story.voice.answer(step.text);
  }

  end() {
    if (!this.open) return;
    this.place = -1;
    document.body.classList.remove("touring");
    this.table.story.after("");
    this.release?.();
    this.#ring([]);
    if (this.element.contains(document.activeElement)) byId("main").focus();
    this.element.hidden = true;
    byId("main").style.removeProperty("--tour");
  }

  /** Update from the state of the table. @param {{seated: boolean, round: string, bet: boolean, cards: number, turn: boolean, over: boolean, still: boolean, dealing: boolean}} now */
  see(now) {
    if (now.round !== this.round) {
      Object.assign(this, { round: now.round, fact: 0, turned: false, known: 0 });
    }
    this.turned ||= now.turn;
    this.dealing = now.dealing && now.round !== this.after;
    const facts = now.round === this.after ? [true] : [true, now.bet, now.cards > 0 && now.still, now.turn && now.still, this.turned && !now.turn, now.over && (this.turned || !this.decides)];
    this.fact = Math.max(this.fact, facts.lastIndexOf(true));
    if (!this.open && now.seated && now.round && this.#first()) this.begin();
    if (!this.open) return;
    const reached = this.#reached();
    if (reached > this.place && reached > this.known) this.#go(this.#from(reached));
    else if (this.follows && now.over) this.#go(this.#from(this.place + 1));
    else this.#put();
    if (this.place >= this.known && this.#past(this.steps[this.place])) this.table.story.after(""); // too late to say it
    this.#offer();
  }

  /** Let the round wait while the step about the player's cards is read, if no decision gives time for it. @param {number} cards how many the player has */
  async hold(cards) {
    if (!this.open || !cards || document.hidden || this.fact >= FACTS.indexOf("dealt")) return;
    this.fact = FACTS.indexOf("dealt");
    if (this.#reached() > this.place) this.#go(this.#from(this.#reached()));
    if (this.steps[this.place]?.until !== "next") return;
    this.table.story.voice.next(true);
    const held = new Promise((resolve) => {
      this.release = () => resolve(undefined);
      setTimeout(resolve, HELD);
    });
    this.#offer();
    await held;
    this.release = null;
    this.#offer();
  }

  #next() {
    const following = this.#from(this.place + 1);
    if (!this.release) return this.#go(following);
    this.follows = this.steps[following]?.at === "result";
    this.release();
    this.release = null;
    if (this.follows) this.#offer();
    else this.#go(following);
  }

  /** Show “Next” if nothing else advances the step, but not to a result or to cards before they are there. */
  #offer() {
    const following = this.#from(this.place + 1);
    const result = this.steps[following]?.at === "result" && this.fact < FACTS.indexOf("over") && !this.release;
    const deal = this.dealing && this.fact < FACTS.indexOf("dealt") ? this.steps.findIndex(({ until }) => until === "dealt") : -1;
    const waits = this.steps[this.place]?.until !== "next" && this.place >= this.known;
    hide(this.next, !this.open || waits || result || (deal >= 0 && following > deal));
    hide(this.back, !this.open || this.#before() < 0 || Boolean(this.release));
  }

  /** The step before this one that was shown, and can be shown now; -1 if there is none. */
  #before() {
    return this.steps.findLastIndex((step, place) => place < this.place && this.shown.has(place) && this.#spokenOf(step).length > 0);
  }

  /** This step, or the first one after it that can be shown now; the last one always can. @param {number} first */
  #from(first) {
    const last = this.steps.length - 1;
    const found = this.steps.findIndex((step, place) => place >= first && place < last && (step.until !== "next" ? !this.#past(step) || this.shown.has(place) : this.#spokenOf(step).length > 0));
    return found < 0 ? Math.max(first, last) : found;
  }

  /** Whether what a step waits for has begun. @param {Step} step */
  #past({ until }) {
    return until !== "next" && (FACTS.indexOf(until) <= this.fact || (until === "dealt" && this.dealing));
  }

  #first() {
    try {
      return this.steps.length > 0 && !localStorage.getItem(this.key);
    } catch {
      return false;
    }
  }

  /** The step after the last one whose condition is met. */
  #reached() {
    return this.steps.findLastIndex(({ until }) => until !== "next" && FACTS.indexOf(until) <= this.fact) + 1;
  }

  /** @param {number} place @returns {void} */
  #go(place) {
    const step = this.steps[place];
    if (!step) return this.end();
    const inside = document.activeElement === this.next;
    this.place = place;
    this.known = Math.max(this.known, this.#reached());
    this.follows = false;
    write(this.text, step.text);
    this.shown.add(place);
    write(byId("tour-count"), this.#count);
    write(this.next, place + 1 < this.steps.length ? "Next" : "Done");
    hide(byId("tour-skip"), place + 1 === this.steps.length);
    this.#offer();
    if (inside && this.next.hidden) this.element.focus(); // so that Enter triggers the main button again
    this.element.dataset.step = String(place);
    this.table.story.after(this.#words(step.text));
    this.where = undefined;
    this.#put();
  }

  get #count() {
    const shown = [...this.shown];
    const ahead = this.steps.length - 1 - Math.max(...shown);
    return `${shown.filter((place) => place <= this.place).length} of ${shown.length + ahead}`;
  }

  /** A step as it is said: first that this is a tour, and once how to go on. @param {string} text */
  #words(text) {
    const hint = this.hinted || this.next.hidden ? "" : settings.shortcuts && !matchMedia("(pointer: coarse)").matches ? " Press G for the next step, Escape to end the tour." : " The Next button is at the start of the main content.";
    this.hinted ||= Boolean(hint);
    return `${this.shown.size > 1 ? "" : "Tour of the table, "}${this.#count}: ${text}${hint}`;
  }

  /** @param {Step} step @returns {Element[]} */
  #spokenOf({ at, wagers }) {
    if (wagers.length) return wagers.map((wager) => document.querySelector(`.spot[data-wager="${wager}"]`)).filter((spot) => spot !== null).filter(seen);
    for (const selector of PLACES[at] ?? []) {
      const found = [...document.querySelectorAll(selector)].filter(seen);
      if (found.length) return found;
    }
    return [];
  }

  /** @param {Element[]} elements */
  #ring(elements) {
    const main = byId("main").getBoundingClientRect();
    const rings = grouped(elements).map(({ felt, left, top, right, bottom }) => {
      const ring = el("div", { class: `tour-ring${felt ? " on-felt" : ""}` });
      Object.assign(ring.style, { left: `${left - main.left}px`, top: `${top - main.top}px`, width: `${right - left}px`, height: `${bottom - top}px` });
      return ring;
    });
    this.rings.replaceChildren(...rings);
  }

  /** Place the bubble as near as possible to the element it describes without covering anything; in place of the log if there is no room. */
  #put() {
    if (!this.open) return;
    const things = this.#spokenOf(this.steps[this.place]);
    const main = byId("main").getBoundingClientRect();
    this.element.classList.toggle("strip", !this.wide.matches);
    if (this.wide.matches) this.element.style.width = "";
    const free = this.wide.matches ? this.#free(things) : null;
    this.element.classList.toggle("strip", !free);
    const side = /** @type {Element} */ (document.querySelector(".side")).getBoundingClientRect();
    if (free) byId("main").style.removeProperty("--tour");
    else this.#reserve(side.width);
    const at = free ?? side;
    Object.assign(this.element.style, { left: `${at.left - main.left}px`, top: `${at.top - main.top}px`, width: free ? "" : `${side.width}px` });
    this.#ring(things); // once the bubble has its place: where it was, or goes, other things move
  }

  /** Reserve the height of the longest step, so that nothing moves between steps. @param {number} width */
  #reserve(width) {
    const tall = `${width} ${this.wide.matches} ${innerHeight}`;
    if (tall !== this.tall) {
      this.tall = tall;
      const now = this.text.textContent;
      Object.assign(this.element.style, { width: `${width}px`, minHeight: "" });
      this.high = Math.max(...this.steps.map(({ text }) => ((this.text.textContent = text), this.element.offsetHeight)));
      this.text.textContent = now;
    }
    byId("main").style.setProperty("--tour", `${this.high}px`);
  }

  /** @param {Element[]} things @returns {{left: number, top: number} | null} */
  #free(things) {
    const stage = byId("stage").getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const kept = [...document.querySelectorAll(KEEP_CLEAR)].filter(seen).map((element) => element.getBoundingClientRect());
    const clear = (/** @type {number} */ left, /** @type {number} */ top) => kept.every((box) => left >= box.right + GAP || box.left >= left + width + GAP || top >= box.bottom + GAP || box.top >= top + height + GAP);
    if (this.where === null || (this.where && clear(this.where.left, this.where.top))) return this.where; // keep the position if it is still clear
    const boxes = things.map((thing) => thing.getBoundingClientRect());
    const far = (/** @type {number} */ left, /** @type {number} */ top) => Math.min(...boxes.map((box) => Math.hypot(
      Math.max(0, box.left - left - width, left - box.right), Math.max(0, box.top - top - height, top - box.bottom)) + 0.1 * Math.abs(left + width / 2 - box.left - box.width / 2)));
    let best = null;
    let least = Infinity;
    for (let top = stage.top + GAP; top + height + GAP <= stage.bottom; top += 12) {
      for (let left = stage.left + GAP; left + width + GAP <= stage.right; left += 16) {
        const away = boxes.length ? far(left, top) : top;
        if (away < least && clear(left, top)) [best, least] = [{ left, top }, away];
      }
    }
    this.where = best;
    return best;
  }
}
