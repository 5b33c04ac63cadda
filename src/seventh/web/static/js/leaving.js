// @ts-check
// Leaving the table: the question about chips in play, and the way back to the lobby.
import { byId, write } from "./dom.js";
import { mySeat } from "./state.js";

/** How long a player who is leaving sees the result of the round, in milliseconds. */
const LINGER = 4000;

export class Leaving {
  /** @param {any} table @param {(frame: Record<string, any>) => Promise<any>} ask */
  constructor(table, ask) {
    this.table = table;
    this.ask = ask;
    /** Whether this person is leaving. */
    this.leaving = false;
    /** Whether they pressed Leave on this page. */
    this.pressed = false;
    /** The question the Leave button is asking. */
    this.unsure = "";
    /** The viewer's seat as last received. @type {any} */
    this.kept = null;
    /** Whether the seat on the screen has already been left. */
    this.left = false;
    /** Which result is shown, and since when. */
    this.seen = { round: "", at: 0 };
  }

  /** After leaving, keep the seat on the screen while its last round is shown. @param {import("./state.js").TableFrame} frame */
  keep(frame) {
    const { round, you } = frame;
    const mine = mySeat(frame);
    const line = round?.view.seats.find((/** @type {any} */ seat) => seat.seat === (mine ?? this.kept?.mine)?.seat);
    const { kept } = this;
    if (mine) this.kept = { you, mine, round: round?.id, closed: round?.view.phase === "closed", cards: line?.cards };
    else if (this.leaving && line && kept.round === round?.id && !frame.seats.some((seat) => seat.seat === kept.mine.seat)) {
      this.left = true;
      line.cards = kept.cards; // hidden from non-players
      frame.you = { ...kept.you, net: kept.you.net + (kept.closed ? 0 : (line.net ?? 0)) };
      frame.seats = [...frame.seats, { ...kept.mine, leaving: true }];
    }
    return frame;
  }

  /** Return to the lobby after leaving, once the result of the round has been seen. @param {import("./state.js").TableFrame} frame */
  follow(frame) {
    const mine = mySeat(frame);
    if (mine?.leaving) this.leaving = true;
    const round = frame.state === "showing" ? (frame.round?.id ?? "") : "";
    if (this.seen.round !== round) this.seen = { round, at: performance.now() };
    const quick = this.pressed && this.#quick;
    if ((mine && !this.left && !quick) || !this.leaving || this.goes) return;
    const home = () => location.assign(`${this.table.boot.urls.lobby}?left=${encodeURIComponent(frame.table)}${this.folds ? "&folded=1" : ""}`);
    this.goes = setTimeout(home, mine && round && !quick ? Math.max(0, this.seen.at + LINGER - performance.now()) : 0);
  }

  /** What leaving now would mean for chips in play, as a question; empty if nothing is at stake. */
  #atStake() {
    const { frame, money, balances } = this.table;
    const line = frame?.round?.view.seats.find((/** @type {any} */ seat) => seat.seat === frame.you?.seat);
    const chips = balances.here?.inPlay ?? 0;
    if (!chips || !["betting", "playing"].includes(frame?.state) || ["folded", "mucked"].includes(line?.status)) return "";
    const folds = this.#quick ? !line?.all_in : frame.round.yours?.offers.some((/** @type {any} */ offer) => offer.name === "fold");
    return folds ? `Leave and fold ${money.text(chips)}?` : `Leave with ${money.text(chips)} in play?`;
  }

  /** Whether a player who leaves during a round need not see its end: among players, the hand is folded. */
  get #quick() {
    return !this.table.layout.spots.length;
  }

  /** The question to ask before leaving, once; empty if it has been asked, or if nothing is at stake. */
  question() {
    const question = this.#atStake();
    if (!question || this.unsure === question) return "";
    this.unsure = question;
    clearTimeout(this.doubt);
    this.doubt = setTimeout(() => this.#sure(), 8000);
    this.label();
    return question;
  }

  #sure() {
    this.unsure = "";
    this.label();
  }

  /** Label the Leave button; with chips in play it asks first. */
  label() {
    if (this.unsure && this.unsure !== this.#atStake()) this.unsure = "";
    const button = byId("seat-acts").querySelector("[data-seat-act=leave]");
    if (!button) return;
    write(button, this.unsure || "Leave");
    button.classList.toggle("danger", Boolean(this.unsure));
  }

  /** The Leave button was pressed. */
  press() {
    const question = this.question();
    if (question) this.table.story.aloud(`${question} Press again to confirm.`);
    else this.leave();
  }

  async leave() {
    this.folds = this.#atStake().includes("fold");
    this.leaving = this.pressed = true; // the frame without the seat may arrive before the answer
    const answer = await this.ask({ do: "leave" });
    this.leaving = this.pressed = answer.is === "done";
    // The frame without the seat may have been shown before the answer arrived.
    if (this.table.frame) this.follow(this.table.frame);
  }
}
