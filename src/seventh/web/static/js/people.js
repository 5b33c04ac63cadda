// @ts-check
// News of the table: who came, left or said something. The panel with the people, the link and the chat is loaded for
// those who can use it.
import { byId, write } from "./dom.js";
import { Later } from "./later.js";

/** For how long new rules are news to somebody whose page was loaded again, in milliseconds. */
const RULES_NEW = 120_000;

/** Show the news of a frame. @param {any} frame @param {boolean} follows @param {any} table @param {Set<string>} seen @param {import("./chat.js").Chat | null} chat */
export function tellNews(frame, follows, table, seen, chat) {
  const me = table.boot.person?.id;
  for (const line of frame.news ?? []) {
    const said = line.kind === "said";
    const own = line.person === me;
    const theirs = Boolean(line.theirs) && line.whom === me;
    const text = said ? `${line.name}: ${line.text}` : theirs ? line.theirs : (own && line.yours) || line.text;
    const key = `${line.n} ${line.at}`;
    if (seen.has(key)) continue;
    seen.add(key);
    // Since this person sat down, and as long as they have not decided about their seat themselves.
    if (own && line.at >= (frame.you?.since ?? 0) && ["missed", "sits_in", "sits_out"].includes(line.kind)) table.missed = line.kind === "missed" ? { round: line.round, text } : null;
    // Shown in the prompt until this person has left.
    if (theirs) table.removed = ["kicked", "floor_removed"].includes(line.kind) ? text : "";
    // Shown in the prompt before the next bet.
    if (line.kind === "rules" && frame.now - line.at < RULES_NEW) table.rulesNews = { round: frame.round?.id ?? "", text };
    if (!text) continue;
    table.story.news(key, line, text);
    if (said) chat?.add(line, line.text, follows);
    if (follows && !(said && chat?.quiet(line.person))) table.story.aloud(text);
  }
}

export class People {
  /** @param {any} table @param {{ask: (frame: Record<string, any>) => Promise<any>, say: (text: string) => void}} on */
  constructor(table, on) {
    this.table = table;
    /** Lines already shown on this page; after a gap in the frames the latest lines are sent again. @type {Set<string>} */
    this.seen = new Set();
    /** Frames for the panel that is being loaded. @type {[any, boolean][]} */
    this.waiting = [];
    this.panel = new Later(async () => new (await import("./friends.js")).Friends(table, on, this.seen), byId("friends").dataset.style);
    byId("invite").addEventListener("click", () => this.#use((panel) => panel.panel.showModal()));
  }

  /** Keyboard shortcut: focus the chat box, or open the panel. */
  talk() {
    this.#use((panel) => panel.talk());
  }

  /** @param {(panel: import("./friends.js").Friends) => void} then */
  #use(then) {
    this.panel.use((panel) => {
      for (const [frame, follows] of this.waiting.splice(0)) panel.see(frame, follows);
      if (this.table.frame) panel.draw(this.table.frame);
      then(panel);
    });
  }

  /** Whether this person can chat or is the host, or someone has said something. @param {any} frame */
  #needed({ chat, host, news, you }) {
    const me = this.table.boot.person?.id;
    return (me && (host || (chat && you?.seat))) || (news ?? []).some((/** @type {any} */ line) => line.kind === "said");
  }

  /** Update from a frame. @param {any} frame @param {boolean} follows */
  see(frame, follows) {
    for (const place of document.querySelectorAll("[data-table-name]")) write(place, frame.name);
    if (this.panel.part && !this.waiting.length) this.panel.part.see(frame, follows);
    else if (this.panel.coming || this.#needed(frame)) {
      this.waiting.push([frame, follows]);
      this.#use(() => this.table.redraw());
    } else tellNews(frame, follows, this.table, this.seen, null);
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
