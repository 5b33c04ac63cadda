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
    /** The question that a typed command asked. */
    this.unsure = "";
    /** @type {HTMLDialogElement} */
    this.panel = byId("leave-panel");
    this.panel.addEventListener("close", () => {
      if (this.panel.returnValue === "leave") this.leave();
      this.panel.returnValue = "";
    });
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
      frame.seats = [...frame.seats, { ...kept.mine, leaving: true, left: true }];
    }
    return frame;
  }

  /** Return to the lobby after leaving, once the result of the round has been seen. @param {import("./state.js").TableFrame} frame */
  follow(frame) {
    const mine = mySeat(frame);
    if (mine?.leaving) this.leaving = true;
    const round = frame.round?.view.phase === "closed" ? frame.round.id : "";
    if (this.seen.round !== round) this.seen = { round, at: performance.now() };
    const quick = this.pressed && this.#quick;
    if ((mine && !this.left && !quick) || !this.leaving || this.goes) return;
    const home = () => location.assign(`${this.table.boot.urls.lobby}?left=${encodeURIComponent(frame.table)}${this.folds ? "&folded=1" : ""}`);
    this.goes = setTimeout(home, mine && round && !quick ? Math.max(0, this.seen.at + LINGER - performance.now()) : 0);
  }

  /** Whether the seat's chips are on their way to the wallet, or there already, but the seat is still on the screen. @param {import("./state.js").SeatInfo | undefined} mine */
  takes(mine) {
    return Boolean(mine?.leaving || (mine && this.pressed));
  }

  /** What a player who is leaving is told, at once. @param {import("./state.js").TableFrame} frame */
  says(frame) {
    const { round } = frame;
    if (!round?.view.seats.some((/** @type {any} */ seat) => seat.seat === frame.you?.seat)) return "Leaving…";
    return round.view.phase === "closed" ? "Leaving after this result" : "Leaving after this round";
  }

  /** What leaving now would mean, as a question and the answer that leaves; null if nothing is at stake. @returns {{question: string, answer: string, folds: boolean} | null} */
  #atStake() {
    const { host, seats } = this.table.frame ?? {};
    const me = this.table.boot.person?.id;
    const passes = host && host.person === me && !host.closing && seats.some((/** @type {any} */ seat) => !seat.bot && seat.person !== me);
    const stake = this.#inPlay();
    if (!passes) return stake;
    const { question, answer, folds } = stake ?? { question: "Leave the table?", answer: "Leave", folds: false };
    return { question: `${question} Another player becomes the host.`, answer, folds };
  }

  /** The same for chips in play. @returns {{question: string, answer: string, folds: boolean} | null} */
  #inPlay() {
    const { frame, money, balances } = this.table;
    const line = frame?.round?.view.seats.find((/** @type {any} */ seat) => seat.seat === frame.you?.seat);
    const chips = balances.here?.inPlay ?? 0;
    if (!chips || !["betting", "playing"].includes(frame?.state) || ["folded", "mucked"].includes(line?.status)) return null;
    const folds = this.#quick ? !line?.all_in : frame.round.yours?.offers.some((/** @type {any} */ offer) => offer.name === "fold");
    const sum = money.text(chips);
    if (folds) return { question: this.#quick ? `Fold and lose the ${sum} you have in the pot?` : `Fold this hand? You have ${sum} in play.`, answer: "Fold and leave", folds };
    return this.#quick ? { question: `Leave now? Your ${sum} stays in the pot, and you get what it wins.`, answer: "Leave", folds } : { question: `Leave after this round? You have ${sum} in play.`, answer: "Leave after this round", folds };
  }

  /** Whether a player who leaves during a round need not see its end: among players, the hand is folded. */
  get #quick() {
    return !this.table.layout.spots.length;
  }

  /** The question that a typed command has to answer by being repeated; empty if it was, or if nothing is at stake. */
  question() {
    const question = this.#atStake()?.question ?? "";
    if (!question || this.unsure === question) return "";
    this.unsure = question;
    clearTimeout(this.doubt);
    this.doubt = setTimeout(() => (this.unsure = ""), 8000);
    return question;
  }

  /** Keep the question on the screen true: the round goes on meanwhile. */
  refresh() {
    if (!this.panel.open) return;
    const { question, answer, folds } = this.#atStake() ?? { question: "Leave the table?", answer: "Leave", folds: false };
    write(byId("leave-question"), question);
    write(byId("leave-go"), answer);
    byId("leave-go").classList.toggle("danger", folds);
    if (!mySeat(this.table.frame) || this.takes(mySeat(this.table.frame))) this.panel.close();
  }

  /** The Leave button was pressed: with chips in play, ask first. */
  press() {
    if (!this.#atStake()) return this.leave();
    this.panel.showModal();
    this.refresh();
  }

  async leave() {
    this.folds = this.#inPlay()?.folds;
    this.leaving = this.pressed = true; // the frame without the seat may arrive before the answer
    if (this.table.frame) this.table.story.aloud(`${this.says(this.table.frame)}.`);
    this.table.redraw();
    const answer = await this.ask({ do: "leave" });
    this.leaving = this.pressed = answer.is === "done";
    this.table.redraw();
    // The frame without the seat may have been shown before the answer arrived.
    if (this.table.frame) this.follow(this.table.frame);
  }
}
