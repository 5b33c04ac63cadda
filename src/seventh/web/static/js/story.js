// @ts-check
// What happens, as it is told: the story on the screen, and the same for the screen reader.
import { byId, el } from "./dom.js";

const KEPT = 200;

export class Story {
  /** @param {any} table the page's shared parts: mySeat() */
  constructor(table) {
    this.table = table;
    this.list = byId("story");
    this.live = byId("live");
    this.held = "";
    /** The latest thing that happened. */
    this.latest = "";
    /** The round whose lines are written now. */
    this.round = "";
    /** Whether the story is read at its end; whoever scrolled back is left there. */
    this.atEnd = true;
    this.list.addEventListener("scroll", () => (this.atEnd = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 80), { passive: true });
  }

  /** Say a sentence: in the story, and aloud. @param {string} sentence @param {string} [kind] */
  say(sentence, kind = "") {
    if (!sentence) return;
    this.#write(sentence, kind);
    this.aloud(sentence);
  }

  /** @param {string} sentence @param {string} kind */
  #write(sentence, kind) {
    // A minus sign stays with its amount at the end of a line.
    const words = sentence.split(/(\u2212\S+)/).map((part, place) => (place % 2 ? el("span", { class: "amount-word" }, part) : part));
    this.list.append(el("li", { class: kind, data: { round: kind === "notice" ? "" : this.round } }, words));
    while (this.list.children.length > KEPT) this.list.firstElementChild.remove();
    this.#follow();
  }

  /** Scroll to the end once a frame, when the page is laid out anyway. */
  #follow() {
    if (!this.atEnd || this.scrolls) return;
    this.scrolls = requestAnimationFrame(() => {
      this.scrolls = 0;
      this.list.scrollTop = this.list.scrollHeight;
    });
  }

  /** Only aloud. Sentences that come within a moment are said together, so that none is lost. @param {string} sentence */
  aloud(sentence) {
    this.held = this.held ? `${this.held} ${sentence}` : sentence;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.live.textContent = this.held;
      this.held = "";
    }, 120);
  }

  /** What an event was told as. @param {import("./state.js").Told} told */
  tell(told) {
    if (!told.say) return;
    this.latest = told.say;
    this.say(told.say, this.#kind(told));
  }

  /** All that has been told of a round, in place of what is written of it: the page came late, or missed something. @param {string} round @param {import("./state.js").Told[]} lines */
  begin(round, lines) {
    for (const line of this.list.querySelectorAll(`[data-round="${CSS.escape(round)}"]`)) line.remove();
    this.round = round;
    for (const told of lines) this.#write(told.say ?? "", this.#kind(told));
    this.latest = lines.at(-1)?.say ?? "";
  }

  /** @param {import("./state.js").Told} told */
  #kind({ who, kind }) {
    return [who && who === this.table.mySeat() ? "own" : "", kind ?? ""].join(" ").trim();
  }
}
