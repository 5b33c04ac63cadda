// @ts-check
// Clocks: whose turn runs out when, how long bets are open, and how long one has been here.
import { byId, hide, write } from "./dom.js";
import { play as sound } from "./sound.js";

/** @param {number} milliseconds */
export function duration(milliseconds) {
  const minutes = Math.max(0, Math.floor(milliseconds / 60000));
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")}`;
}

export class Clocks {
  /** @param {any} table @param {() => any} stage */
  constructor(table, stage) {
    this.table = table;
    this.stage = stage;
    this.box = byId("clock");
    this.bar = this.box.querySelector(".clock-bar");
    this.text = this.box.querySelector(".clock-text");
    /** The longest time seen for each deadline, so that a bar knows what its whole is. @type {Map<string, number>} */
    this.wholes = new Map();
    this.warned = "";
    setInterval(() => this.tick(), 250);
  }

  tick() {
    const frame = this.table.frame;
    if (!frame) return;
    const now = this.table.connection.now();
    write(byId("since"), frame.you?.since ? duration(now - frame.you.since) : "\u2013");
    const deadlines = frame.round?.deadlines ?? {};
    for (let seat = 1; seat <= this.table.boot.seats; seat++) {
      const left = this.#left(`${frame.round?.id} ${seat}`, deadlines[seat], now);
      this.stage()?.seat(seat)?.clock(left ? left.part : null, left ? left.seconds : 0);
    }
    this.#own(frame, deadlines, now);
  }

  /** @param {any} frame @param {Record<string, number>} deadlines @param {number} now */
  #own(frame, deadlines, now) {
    const me = this.table.mySeat();
    const mine = me && deadlines[me] ? deadlines[me] : 0;
    const until = mine || (frame.state === "betting" || frame.state === "waiting" ? frame.until : 0);
    const left = this.#left(`${frame.round?.id} ${mine ? "me" : frame.state}`, until, now);
    hide(this.box, !left);
    if (!left) return;
    const bank = frame.seats.find((/** @type {any} */ seat) => seat.seat === me)?.time_bank ?? 0;
    this.bar.style.setProperty("--part", String(left.part));
    this.box.classList.toggle("short", left.seconds <= 5);
    const what = mine && frame.state !== "betting" ? "to act" : frame.state === "betting" ? "until no more bets" : "";
    write(this.text, `${left.seconds} s ${what}${mine && bank ? `, time bank ${Math.round(bank / 1000)} s` : ""}`);
    const key = `${frame.round?.id} ${until}`;
    if (mine && left.seconds <= 5 && this.warned !== key) {
      this.warned = key;
      sound("warn");
      this.table.speaker.aloud(`${left.seconds} seconds left.`);
    }
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
