// @ts-check
// News of the table: who came, left or said something. The panel with the people, the link and the chat is loaded for
// those who can use it.
import { byId, write } from "./dom.js";
import { Later } from "./later.js";

/** For how long new rules are news to somebody whose page was loaded again, in milliseconds. */
const RULES_NEW = 120_000;

/** Whether news explain the events of the game that come with them, and so precede them. @param {string} kind */
export const explains = (kind) => kind === "missed";

/** That bets closed, as the server says it, who does not know of chips that were laid out. */
const CLOSED = "before you placed a bet.";

export class People {
  /** @param {any} table @param {{ask: (frame: Record<string, any>) => Promise<any>, say: (text: string) => void}} on */
  constructor(table, on) {
    this.table = table;
    /** Lines already shown on this page; after a gap in the frames the latest lines are sent again. @type {Set<string>} */
    this.seen = new Set();
    /** Frames for the panel that is being loaded, with what was said. @type {[any, any[], boolean][]} */
    this.waiting = [];
    this.panel = new Later(async () => new (await import("./friends.js")).Friends(table, on), byId("friends").dataset.style);
    byId("invite").addEventListener("click", () => this.#use((panel) => panel.panel.showModal()));
  }

  /** Keyboard shortcut: focus the chat box, or open the panel. */
  talk() {
    this.#use((panel) => panel.talk());
  }

  /** @param {(panel: import("./friends.js").Friends) => void} then */
  #use(then) {
    this.panel.use((panel) => {
      for (const [frame, said, follows] of this.waiting.splice(0)) panel.see(frame, said, follows);
      if (this.table.frame) panel.draw(this.table.frame);
      then(panel);
    });
  }

  /** Whether this person can chat or is the host. @param {any} frame */
  #needed({ chat, host, you }) {
    const me = this.table.boot.person?.id;
    return Boolean(me && (host || (chat && you?.seat)));
  }

  /** Log the news that are not in the log yet; returns what was said. @param {any} frame @param {any[]} news @param {boolean} follows @returns {any[]} */
  #tell(frame, news, follows) {
    const { table } = this;
    const me = table.boot.person?.id;
    const messages = [];
    for (const line of news) {
      const said = line.kind === "said";
      const own = line.person === me;
      const theirs = Boolean(line.theirs) && line.whom === me;
      const text = said ? `${line.name}: ${line.text}` : theirs ? line.theirs : own ? this.#own(line) : line.text;
      const key = `${line.n} ${line.at}`;
      if (this.seen.has(key)) continue;
      this.seen.add(key);
      // Since this person sat down, and as long as they have not decided about their seat themselves.
      if (own && line.at >= (frame.you?.since ?? 0) && ["missed", "sits_in", "sits_out"].includes(line.kind)) table.missed = line.kind === "missed" ? { round: line.round, text } : null;
      // Shown in the prompt until this person has left.
      if (theirs) table.removed = ["kicked", "floor_removed"].includes(line.kind) ? text : "";
      // Shown in the prompt before the next bet.
      if (line.kind === "rules" && frame.now - line.at < RULES_NEW) table.rulesNews = { round: frame.round?.id ?? "", text };
      if (!text) continue;
      table.story.news(key, line, text, follows);
      if (said) messages.push(line);
      else if (follows) table.story.aloud(text);
    }
    return messages;
  }

  /** What this person is told about themselves. @param {any} line */
  #own(line) {
    const text = line.yours || line.text;
    const back = line.kind === "missed" && this.table.bets?.back(line.round);
    return back ? text.replace(CLOSED, back) : text;
  }

  /** Log what explains the moves of a frame, before they are shown. @param {any} frame @param {boolean} follows */
  explain(frame, follows) {
    this.#tell(frame, (frame.news ?? []).filter((/** @type {any} */ line) => explains(line.kind)), follows);
  }

  /** Update from a frame. @param {any} frame @param {boolean} follows */
  see(frame, follows) {
    for (const place of document.querySelectorAll("[data-table-name]")) write(place, frame.name);
    // At once, also while the panel is being loaded: the log keeps the order in which things happened.
    const said = this.#tell(frame, frame.news ?? [], follows);
    if (this.panel.part && !this.waiting.length) this.panel.part.see(frame, said, follows);
    else if (this.panel.coming || said.length || this.#needed(frame)) {
      this.waiting.push([frame, said, follows]);
      this.#use(() => this.table.redraw());
    }
  }

  /** The host's buttons among the actions. @param {any} frame @returns {Element[]} */
  buttons(frame) {
    return this.panel.part?.buttons(frame) ?? [];
  }

  /** This person may no longer see the table. @param {any} tell */
  out(tell) {
    try {
      sessionStorage.setItem("seventh-out", tell.why);
    } catch {
      // Then the lobby shows no message.
    }
    location.assign(this.table.boot.urls.lobby);
  }
}
