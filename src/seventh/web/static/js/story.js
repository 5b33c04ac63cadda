// @ts-check
// The game log, round by round, and the same text for screen readers.
//
// The server sends the log of the current round; earlier rounds are kept in this tab's session storage, since they may be
// seen only by this person and need not be stored anywhere else.
import { withClauses } from "./clauses.js";
import { byId, el } from "./dom.js";
import { explains } from "./people.js";
import { passedRounds, passedWords, placeOf } from "./story-order.js";
import { Street, Voice, betWords } from "./voice.js";

const KEPT = 200;
/** How long after an input of the person a scroll may still come from it, in milliseconds. */
const BY_HAND = 800;
/** Keys that scroll away from the end; Space does with Shift. */
const UPWARDS = ["ArrowUp", "PageUp", "Home", " "];
/** What a player does: the others only happen to them. */
const ACTIONS = new Set(["wagers_placed", "bet_placed", "claimed", "hand_set", "folded", "mucked", "brought_in", "checked", "called", "bet_made", "all_in_declared"]);
const CLOCK = new Intl.DateTimeFormat([], { hour: "2-digit", minute: "2-digit" });

/** @typedef {import("./story-order.js").Line} Line */

export class Story {
  /** @param {any} table the page's shared parts: boot, clauses, mySeat() */
  constructor(table) {
    this.table = table;
    this.list = byId("story");
    this.voice = new Voice(byId("live"));
    /** The cards of the latest street, as announced. */
    this.street = new Street("");
    /** The latest event. */
    this.latest = "";
    /** The round being logged. */
    this.round = "";
    /** The time of the frame being logged. */
    this.now = 0;
    /** Whether the log follows the game; if the person has scrolled away from the end, the position is kept. */
    this.atEnd = true;
    /** When the person last did something that may scroll the log, and whether a pointer is down on it. */
    this.touched = -Infinity;
    this.held = false;
    this.key = `story ${table.boot.table} ${table.boot.person?.id ?? ""}`;
    /** @type {{line: Line, item: HTMLElement}[]} */
    this.lines = [];
    /** When the latest of the news happened that are no longer in the log. */
    this.dropped = this.#kept("dropped", 0);
    this.jump = byId("story-latest");
    this.jump.addEventListener("click", () => this.#toEnd());
    this.#scrolling();
    this.list.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.#arrow(event));
    new ResizeObserver(() => this.atEnd && this.#toEnd()).observe(this.list);
    this.#panel();
    for (const line of this.#kept("", [])) this.#add(line);
    addEventListener("pagehide", () => this.#keep());
  }

  /**
   * Follow the person's scrolling. Scroll events also come from following the game and from resizing, and come late: by
   * then there may be new lines, or the panel above may have grown, and the end is no longer where it was.
   */
  #scrolling() {
    const { list } = this;
    const touch = () => (this.touched = performance.now());
    list.addEventListener("wheel", (/** @type {WheelEvent} */ event) => event.deltaY < 0 && touch(), { passive: true });
    list.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => UPWARDS.includes(event.key) && touch());
    list.addEventListener("touchmove", touch, { passive: true });
    list.addEventListener("focusin", touch); // the browser scrolls to a link
    list.addEventListener("pointerdown", () => (this.held = true));
    for (const kind of ["pointerup", "pointercancel"]) {
      addEventListener(kind, () => {
        if (this.held) touch();
        this.held = false;
      });
    }
    list.addEventListener("scroll", () => {
      const end = list.scrollHeight - list.scrollTop - list.clientHeight < 30;
      if (!end && !this.held && performance.now() - this.touched > BY_HAND) return;
      if (!end) touch(); // momentum
      this.atEnd = end;
      this.jump.hidden = end;
    }, { passive: true });
  }

  /** Go to the clause before or after the one with the focus; from the log itself, to the latest. @param {KeyboardEvent} event */
  #arrow(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const links = [...this.list.querySelectorAll("a")];
    const at = links.indexOf(/** @type {any} */ (document.activeElement));
    (at < 0 ? links.at(-1) : links[at + step])?.focus();
    event.preventDefault();
  }

  /** Where only its last line is seen, the log opens in a panel. */
  #panel() {
    const [panel, opener] = [/** @type {any} */ (byId("story-panel")), byId("story-open")];
    opener.addEventListener("click", () => {
      panel.append(this.list);
      this.#toEnd();
    });
    panel.addEventListener("close", () => {
      opener.before(this.list);
      this.#toEnd();
    });
  }

  /** Add a sentence to the log and announce it. @param {string} sentence @param {string} [kind] */
  say(sentence, kind = "") {
    if (!sentence) return;
    if (kind === "notice") this.#dropNotice(sentence);
    this.#write(sentence, kind);
    if (kind === "notice") this.voice.answer(sentence);
    else this.aloud(sentence);
  }

  /** Remove a notice that nothing but other notices has followed: pressing again and again would fill the log. @param {string} sentence */
  #dropNotice(sentence) {
    const since = this.lines.findLastIndex(({ line }) => line.kind !== "notice") + 1;
    const again = this.lines.findIndex(({ line }, place) => place >= since && line.text === sentence);
    if (again >= 0) this.#remove(this.lines[again]);
  }

  /** @param {string} text @param {string} kind */
  #write(text, kind) {
    this.#line(kind === "notice" ? { round: "", kind, text } : { round: this.round, kind, text, at: this.now });
  }

  /** @param {Line} line @param {number} [place] */
  #line(line, place) {
    this.#add(line, place);
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => this.#keep(), 400);
  }

  /** @param {Line} line @param {number} [place] before which line it goes; negative for the end */
  #add(line, place = -1) {
    const item = el("li", { class: line.kind, data: { round: line.round, ...(line.person && { person: line.person }) } }, this.#words(line));
    // Otherwise the log would soon be dozens of tab stops: within it, arrow keys go from link to link.
    for (const link of item.querySelectorAll("a")) link.tabIndex = -1;
    this.list.insertBefore(item, this.lines[place]?.item ?? null);
    this.lines.splice(place < 0 ? this.lines.length : place, 0, { line, item });
    while (this.lines.length > KEPT) this.#drop();
    this.#follow();
  }

  /** @param {{line: Line, item: HTMLElement}} one */
  #remove(one) {
    one.item.remove();
    this.lines = this.lines.filter((other) => other !== one);
  }

  /** Remove the oldest line. The latest news are sent again to every page that is loaded: those removed stay so. */
  #drop() {
    const { line, item } = /** @type {{line: Line, item: HTMLElement}} */ (this.lines.shift());
    item.remove();
    if (line.news) this.dropped = Math.max(this.dropped, line.at ?? 0);
  }

  /** @param {Line} line */
  #words(line) {
    if (line.person) return [line.text];
    if (!line.number) return withClauses(line.text, this.table.clauses);
    const parts = [`Round ${line.number}`, CLOCK.format(line.at), line.result ?? ""].filter(Boolean);
    return [parts.join(" \u00b7 ")];
  }

  /** Scroll to the end once per animation frame, when layout happens anyway. */
  #follow() {
    if (!this.atEnd || this.scrolls) return;
    this.scrolls = requestAnimationFrame(() => this.#toEnd());
  }

  #toEnd() {
    this.scrolls = 0;
    this.list.scrollTop = this.list.scrollHeight;
    this.atEnd = true;
    this.jump.hidden = true;
  }

  /** Log an event outside the game. After a reload it may already be in the log, or belong between what is there.
   * @param {string} news its id @param {any} event @param {string} text @param {boolean} follows whether it has just happened */
  news(news, { at, kind, person }, text, follows) {
    if (at <= this.dropped || this.lines.some(({ line }) => line.news === news)) return;
    const said = kind === "said";
    const line = { round: "", kind: said ? "chat" : "news", text, at, news, ...(said && { person }), ...(explains(kind) && { before: true }) };
    this.#line(line, follows ? -1 : placeOf(line, this.lines));
  }

  /** Announce only. @param {string} sentence */
  aloud(sentence) {
    this.voice.say(sentence);
  }

  /** Announce after everything that waits; empty to take it back. @param {string} sentence */
  after(sentence) {
    this.voice.after(sentence);
  }

  /** Log an event in words. @param {import("./state.js").Told} told @param {import("./state.js").GameEvent} event */
  tell(told, event) {
    if (!told.say) return;
    this.latest = told.say;
    this.#write(told.say, this.#kind(told));
    if (event.event === "dealt" && typeof event.place === "number" && this.table.layout.scene === "oval") return this.#dealt(told, event);
    if (event.seat !== this.table.mySeat() || !ACTIONS.has(event.event)) this.voice.say(told.say);
    else this.voice.confirm(event.event === "wagers_placed" ? betWords(told.say, event.amounts, this.table.money) : told.say);
  }

  /** Announce cards dealt one by one around the table together. @param {import("./state.js").Told} told @param {import("./state.js").GameEvent} event */
  #dealt(told, event) {
    const [title] = (told.kind === "street" && told.say?.match(/^.*?\.(?= |$)/)) || [""];
    const mine = event.place === this.table.mySeat();
    if (title || !this.voice.unsay(this.street.words)) this.street = new Street(title);
    this.street.add(event, mine ? "" : this.table.nameOf(event.place), told.hands?.[event.place]?.name);
    this.voice.say(this.street.words);
  }

  /** The page joins, or missed something. */
  joins() {
    this.round = "";
  }

  /** Start logging a round, with its log so far if the page joined late or missed something.
   * @param {string} round @param {number} number @param {import("./state.js").Told[] | null} told @param {number} now */
  begin(round, number, told, now) {
    const watched = this.round;
    this.round = round;
    this.now = now;
    if (!told && this.#heading(round)) return;
    this.#log(round, number, told, now, watched);
    this.latest = told?.at(-1)?.say ?? "";
  }

  /** Log the whole of an earlier round: the page may have been left before its end.
   * @param {string} round @param {number} number @param {import("./state.js").Told[]} told @param {number} now */
  complete(round, number, told, now) {
    this.#log(round, number, told, now);
  }

  /** @param {string} round */
  #heading(round) {
    return this.lines.find(({ line }) => line.round === round && line.number);
  }

  /** Log a round from its beginning. What else happened meanwhile stays between its sentences.
   * @param {string} round @param {number} number @param {import("./state.js").Told[] | null} told @param {number} now @param {string} [watched] the round logged until now */
  #log(round, number, told, now, watched = "") {
    for (const one of this.lines.filter(({ line }) => line.round === round && !line.number)) this.#remove(one);
    if (!this.#heading(round)) {
      this.#dropEmpty(watched, now);
      const heading = { round, number, kind: "round-break", text: "", at: told?.[0]?.at ?? now };
      this.#add(heading, told ? placeOf(heading, this.lines) : -1);
    }
    const from = this.lines.findIndex(({ line }) => line.round === round) + 1;
    for (const sentence of told ?? []) {
      const line = { round, kind: this.#kind(sentence), text: sentence.say ?? "", at: sentence.at ?? now };
      this.#add(line, placeOf(line, this.lines, from));
    }
  }

  /** Remove the heading of a round in which nothing happened: if the seats change before the first bet, another one begins.
   * @param {string} watched the round logged until now: others may have played one that this page did not watch @param {number} now */
  #dropEmpty(watched, now) {
    const last = this.lines.findLast(({ line }) => line.number);
    if (!last || this.lines.some(({ line }) => line.round === last.line.round && !line.number)) return;
    this.#remove(last);
    if (last.line.round !== watched) return;
    const before = this.lines.findLast(({ line }) => line.passed || line.number);
    const passed = passedRounds(before?.line.passed, last.line.number ?? 0);
    if (before && passed[0] < passed[1]) this.#remove(before);
    this.#add({ round: "", kind: "news", text: passedWords(passed), at: now, passed });
  }

  /** Show the result of a finished round. @param {string} round @param {string} result */
  over(round, result) {
    const found = this.#heading(round);
    if (!found || found.line.result === result) return;
    found.line.result = result;
    found.item.replaceChildren(...this.#words(found.line));
    this.#keep();
  }

  /** @param {import("./state.js").Told} told */
  #kind({ who, kind }) {
    return [who && who === this.table.mySeat() ? "own" : "", kind ?? ""].join(" ").trim();
  }

  /** @template T @param {string} what @param {T} none @returns {T} */
  #kept(what, none) {
    try {
      return JSON.parse(sessionStorage.getItem(this.key + what) ?? "null") ?? none;
    } catch {
      return none;
    }
  }

  #keep() {
    try {
      sessionStorage.setItem(this.key, JSON.stringify(this.lines.map(({ line }) => line).filter((line) => line.kind !== "notice")));
      sessionStorage.setItem(`${this.key}dropped`, String(this.dropped));
    } catch {
      // Without storage only the current round is logged.
    }
  }
}
