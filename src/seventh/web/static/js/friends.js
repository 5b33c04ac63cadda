// @ts-check
// The panel with the people at the table, the chat, the invitation link and the host's controls (loaded only for a host).
import { Chat } from "./chat.js";
import { decisionLeft } from "./clock.js";
import { arrange, byId, copied, el, hide, write } from "./dom.js";
import { refusalText } from "./prompt.js";

/** @typedef {import("./host.js").Host} Host */

export class Friends {
  /** @param {any} table @param {{ask: (frame: Record<string, any>) => Promise<any>, say: (text: string) => void}} on */
  constructor(table, on) {
    this.table = table;
    this.on = on;
    this.panel = byId("friends");
    this.chat = new Chat(table, { ask: on.ask, told: (text) => this.#told(text), changed: () => this.draw(table.frame) });
    this.start = el("button", { type: "button", class: "act primary", data: { host: "start" }, onclick: () => this.on.ask({ do: "start" }) });
    this.invite = el("button", { type: "button", class: "act", "aria-haspopup": "dialog", data: { host: "invite" }, onclick: () => this.panel.showModal() }, "Invite friends");
    /** The host's controls, if this person is the host. @type {Host | null} */
    this.host = null;
    /** The host's controls as drawn: only what has changed is redrawn, to keep the focus. */
    this.drawn = "";
    /** The lines of the people as drawn. @type {Map<string, {key: string, line: Element}>} */
    this.lines = new Map();
    this.link = new URL(table.boot.link || location.pathname, location.href).href;
    /** Whether the link works on this computer only. */
    this.local = ["localhost", "127.0.0.1", "[::1]"].includes(new URL(this.link).hostname);
    this.#follow();
  }

  #follow() {
    write(byId("friends-link"), this.link);
    byId("friends-copy").addEventListener("click", () => this.#copy());
    const share = byId("friends-share");
    hide(share, !("share" in navigator));
    share.addEventListener("click", () => navigator.share({ title: byId("table-name").textContent, url: this.link }).catch(() => {}));
    this.panel.addEventListener("close", () => (this.#told(""), write(byId("friends-copied"), ""), this.#forget()));
    byId("friends-turn").addEventListener("click", () => this.panel.close());
    setInterval(() => this.#turn(), 250);
  }

  /** Copy the link, and say so beside the button: nothing moves under the finger. */
  async #copy() {
    const done = await copied(this.link);
    const says = byId("friends-copied");
    says.classList.toggle("long", !done);
    write(says, done ? "Link copied." : "Your browser does not allow copying. Select the link and copy it.");
  }

  /** Keyboard shortcut: focus the chat box, or open the panel. */
  talk() {
    if (this.chat.fieldOnPage) this.chat.fieldOnPage.focus();
    else if (!byId("invite").hidden) this.panel.showModal();
  }

  /** While the panel covers the table, say in it that it is the viewer's turn. */
  #turn() {
    const { frame, connection } = this.table;
    const turn = this.panel.open && byId("dock").classList.contains("turn");
    hide(byId("friends-turn"), !turn);
    if (!turn) return;
    const { clocks, deadlines } = frame.round ?? {};
    const left = decisionLeft(clocks?.[frame.you?.seat], deadlines?.[frame.you?.seat], connection.now());
    write(byId("friends-turn"), `Your turn${left ? `: ${left.last} s` : ""}`);
  }

  /** Show a message in the panel if it is open, otherwise on the page. @param {string} text */
  #told(text) {
    write(byId("friends-says"), text);
  }

  /** @param {Record<string, any>} ask */
  async #ask(ask) {
    const answer = await this.on.ask(ask);
    this.#told(answer.is === "done" ? "" : refusalText(answer));
    if (answer.is === "done" && ask.do === "close") this.panel.close(); // the round is played to its end
    if (this.panel.open && !this.panel.contains(document.activeElement)) byId("friends-title").focus();
  }

  /** Update from a frame. @param {any} frame @param {any[]} said the messages that came with it @param {boolean} follows */
  see(frame, said, follows) {
    for (const line of said) {
      this.chat.add(line, line.text, follows);
      if (follows && !this.chat.quiet(line.person)) this.table.story.aloud(`${line.name}: ${line.text}`);
    }
    this.chat.hush();
    this.draw(frame);
  }

  /** The panel was closed: what the host was asked, and did not answer, is not asked any more. */
  #forget() {
    const asked = this.panel.querySelectorAll(".sure");
    if (!asked.length) return;
    for (const question of asked) question.classList.remove("sure");
    this.lines.clear();
    this.drawn = "";
    this.draw(this.table.frame);
  }

  /** @param {any} frame */
  draw(frame) {
    if (!frame) return;
    const me = this.table.boot.person?.id;
    const { host } = frame;
    this.chat.show(Boolean(frame.chat && me && (frame.you?.seat || host)));
    arrange(byId("friends-here"), frame.seats.map((/** @type {any} */ seat) => this.#line(seat, frame, me)));
    const mine = Boolean(host && host.person === me);
    if (mine && !this.host) return this.#takeOver();
    const controls = mine ? JSON.stringify([host, frame.name, frame.state]) : "";
    // A question stays until it is answered, whatever happens at the table meanwhile.
    if (controls !== this.drawn && !(mine && byId("friends-host").querySelector(".sure"))) {
      byId("friends-host").replaceChildren(...(mine && this.host ? this.host.controls(frame) : []));
      this.drawn = controls;
    }
    hide(byId("friends-host"), !mine);
    hide(byId("friends-local"), !mine || !this.local);
    write(byId("friends-state"), host && !mine ? `The host is ${host.name}. ${host.words}` : "");
    hide(byId("friends-state"), !host || mine);
  }

  async #takeOver() {
    const { Host } = await import("./host.js");
    this.host ??= new Host((ask) => this.#ask(ask), this.table, () => this.draw(this.table.frame));
    this.lines.clear();
    this.draw(this.table.frame);
  }

  /** The line of a person: a new one only if something about them has changed, since the host may be asked about them in it. @param {any} seat @param {any} frame @param {string | undefined} me @returns {Element} */
  #line(seat, frame, me) {
    const { person, name, bot, away } = seat;
    const key = JSON.stringify([name, bot, away, frame.host?.person, person in (frame.host?.kicked ?? {}), frame.chat, this.chat.muted.has(person)]);
    const known = this.lines.get(person);
    if (known?.key === key) return known.line;
    const line = this.#person(seat, frame, me);
    this.lines.set(person, { key, line });
    return line;
  }

  /** @param {any} seat @param {any} frame @param {string | undefined} me */
  #person({ person, name, bot, away }, { host, chat }, me) {
    const removed = Boolean(host && person in host.kicked);
    const marks = [bot && "bot", person === me && "you", host?.person === person && "host", away && "away", removed && "leaves after this round"].filter(Boolean).join(", ");
    const who = el("span", {}, name, marks && el("small", {}, ` ${marks}`));
    if (bot || person === me) return el("li", {}, who);
    const muted = this.chat.muted.has(person);
    return el("li", {}, who,
      chat && me && el("button", { type: "button", class: "small", data: { mutes: person }, "aria-label": `${muted ? "Unmute" : "Mute"} ${name}`, onclick: () => this.chat.mute(person, !muted) }, muted ? "Unmute" : "Mute"),
      ...(host?.person === me && !removed ? (this.host?.over(person, name) ?? []) : []));
  }

  /** The host's buttons among the actions: start and invite. @param {any} frame @returns {Element[]} */
  buttons({ host, state }) {
    const waits = host && host.person === this.table.boot.person?.id && state === "waiting" && (!host.started || host.paused) && !host.closing;
    if (!waits) return [];
    write(this.start, host.started ? "Resume the game" : "Start the game");
    return [this.start, this.invite];
  }
}
