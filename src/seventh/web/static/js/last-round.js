// @ts-check
// The last round: what the table remembers of it until this person's next decision. What shows it is loaded during the first.
import { byId } from "./dom.js";
import { Later } from "./later.js";

export class LastRound {
  /** @param {any} table @param {import("./story.js").Story} story */
  constructor(table, story) {
    this.table = table;
    this.story = story;
    /** The round being shown. @type {import("./state.js").Review | null} */
    this.review = null;
    this.view = new Later(async () => new (await import("./last-round-view.js")).LastRoundView(table));
    byId("last-round-open").addEventListener("click", () => this.open());
  }

  /** Load what shows it while the player thinks: loaded with the result, it would hold up the chips that are paid. */
  prepare() {
    if (!this.view.coming) (globalThis.requestIdleCallback ?? setTimeout)(() => this.view.use());
  }

  /** Go to it, or close it. @returns {boolean} whether there is one */
  open() {
    return this.view.part?.open() ?? Boolean(this.review);
  }

  /** Its results on the felt, if it is this round, such as after a reload. @param {string} round @returns {string[]} */
  saysOf(round) {
    return this.review?.id === round ? this.review.says : [];
  }

  /** Its reason and result in one line, if it is this round. @param {string} round */
  shortOf(round) {
    return this.review?.id === round ? this.review.short : "";
  }

  /** Close it once this person has bet or something to decide in the next round: its cards would be taken for those in play. @param {import("./state.js").TableFrame | null} frame */
  served(frame) {
    if (!this.review || frame?.round?.id === this.review.id) return;
    this.review = null;
    this.#close();
  }

  #close() {
    this.view.part?.close();
    delete document.body.dataset.over;
  }

  /** Show a finished round. @param {import("./state.js").Review} review */
  show(review) {
    this.review = review;
    if (review.net !== null) this.story.over(review.id, this.table.money.signed(review.net));
    if (this.view.part) this.#draw(review);
    else
      this.view.use(() => {
        this.#draw(this.review ?? review);
        if (!this.review) this.#close();
        this.table.redraw();
      });
  }

  /** @param {import("./state.js").Review} review */
  #draw(review) {
    // Whoever sat it out keeps their own last round.
    if (review.net !== null || !this.table.mySeat()) this.view.part?.show(review);
    document.body.dataset.over = review.id;
  }

  /** The viewer has a seat: a round that they only watched is not theirs. */
  seated() {
    this.view.part?.own();
  }
}
