// @ts-check
// Clocks: time left to act, time left to bet, and time at the table.
import { byId, hide, write } from "./dom.js";
import { waitedFor } from "./prompt.js";
import { play as sound } from "./sound.js";

/** @param {number} milliseconds */
export function duration(milliseconds) {
  const minutes = Math.max(0, Math.floor(milliseconds / 60000));
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")}`;
}

/**
 * The time left for a decision: first the decision time, which starts when the cards have been shown, then the time bank.
 * Null once both are used up.
 * @typedef {{part: number, seconds: number, last: number, bank: number, banking: boolean}} Left `last` is the total time left, in
 * seconds; `bank` the time bank that follows the decision time
 * @param {{starts: number, bank_from: number} | undefined} clock @param {number | undefined} ends @param {number} now
 * @returns {Left | null}
 */
export function decisionLeft(clock, ends, now) {
  if (!clock || !ends || now >= ends) return null;
  const banking = now >= clock.bank_from;
  const [from, to] = banking ? [clock.bank_from, ends] : [clock.starts, clock.bank_from];
  const left = to - Math.max(now, from);
  const seconds = (/** @type {number} */ time) => Math.ceil(time / 1000);
  return { part: left / (to - from), seconds: seconds(left), last: seconds(banking ? left : left + ends - to), bank: banking ? 0 : seconds(ends - to), banking };
}

/** A clock with minutes left would only hurry people. @param {Left | null} left */
const soon = (left) => (left && left.seconds <= 120 ? left : null);

export class Clocks {
  /** @param {any} table @param {() => any} stage @param {() => void} ticked */
  constructor(table, stage, ticked) {
    this.table = table;
    this.ticked = ticked;
    this.stage = stage;
    this.box = byId("clock");
    this.bar = this.box.querySelector(".clock-bar");
    this.text = this.box.querySelector(".clock-text");
    /** The longest time seen for each deadline, which is the full length of its bar. @type {Map<string, number>} */
    this.wholes = new Map();
    this.warned = "";
    setInterval(() => this.tick(), 250);
  }

  tick() {
    const frame = this.table.frame;
    if (!frame) return;
    const now = this.table.connection.now();
    write(byId("since"), frame.you?.since ? duration(now - frame.you.since) : "\u2013");
    const { clocks = {}, deadlines = {} } = frame.round ?? {};
    for (let seat = 1; seat <= this.table.boot.seats; seat++) {
      const left = soon(decisionLeft(clocks[seat], deadlines[seat], now));
      this.stage()?.seat(seat)?.clock(left ? left.part : null, left ? left.last : 0);
    }
    const me = this.table.mySeat();
    const mine = me ? soon(decisionLeft(clocks[me], deadlines[me], now)) : null;
    if (mine) this.#own(mine, `${frame.round.id} ${deadlines[me]}`);
    else this.#others(frame, now);
    this.ticked();
  }

  /** The viewer's own clock. @param {Left} left @param {string} key */
  #own(left, key) {
    this.#show(left.part, left.last <= 5, left.banking ? `Time bank: ${left.seconds} s` : `${left.seconds} s to act${left.bank ? `, then ${left.bank} s time bank` : ""}`);
    if (left.last > 5 || this.warned === key) return;
    this.warned = key;
    sound("warn");
    this.table.story.aloud(`${left.last} seconds left.`);
  }

  /** The longest clock of the other players, or the time until betting closes or the next round begins. @param {any} frame @param {number} now */
  #others(frame, now) {
    const { clocks = {}, deadlines = {} } = frame.round ?? {};
    const people = waitedFor(frame).filter((seat) => !frame.seats.find((/** @type {any} */ other) => other.seat === seat)?.bot);
    const longest = people.map((seat) => soon(decisionLeft(clocks[seat], deadlines[seat], now))).filter((left) => left !== null).sort((one, two) => two.last - one.last)[0];
    if (longest) return this.#show(longest.part, false, `up to ${longest.last} s`);
    const betting = frame.state === "betting";
    const left = betting || frame.state === "waiting" ? this.#left(`${frame.round?.id} ${frame.state}`, frame.until, now) : null;
    hide(this.box, !left);
    if (left) this.#show(left.part, left.seconds <= 5, `${left.seconds} s${betting ? " until bets close" : ""}`);
  }

  /** @param {number} part @param {boolean} short @param {string} text */
  #show(part, short, text) {
    hide(this.box, false);
    this.bar.style.setProperty("--part", String(part));
    this.box.classList.toggle("short", short);
    write(this.text, text);
  }

  /** @param {string} key @param {number | undefined} until @param {number} now */
  #left(key, until, now) {
    if (!until || until <= now) return null;
    const whole = Math.max(this.wholes.get(`${key} ${until}`) ?? 0, until - now);
    if (this.wholes.size > 40) this.wholes.clear();
    this.wholes.set(`${key} ${until}`, whole);
    return { part: (until - now) / whole, seconds: Math.ceil((until - now) / 1000) };
  }
}
