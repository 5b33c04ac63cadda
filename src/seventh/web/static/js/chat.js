// @ts-check
// Table chat: messages appear in the log, and also in the people panel where the log is only a line or two high.
import { byId, el, hide } from "./dom.js";
import { refusalText } from "./prompt.js";

const MUTED = "seventh-muted";
/** In the set of muted people: everyone. */
const ALL = "*";
/** Where the log has its own column, the chat box is below it. */
const roomy = matchMedia("(min-width: 901px) and (min-height: 481px)");

export class Chat {
  /** @param {any} table @param {{ask: (frame: Record<string, any>) => Promise<any>, told: (text: string) => void, changed: () => void}} on */
  constructor(table, on) {
    this.table = table;
    this.on = on;
    this.open = false;
    /** @type {Set<string>} */
    this.muted = new Set(kept());
    this.field = byId("chat-text");
    this.lines = byId("chat-lines");
    byId("chat").addEventListener("submit", (/** @type {Event} */ event) => this.#send(event));
    byId("mute-all").checked = this.muted.has(ALL);
    byId("mute-all").addEventListener("change", () => this.mute(ALL, byId("mute-all").checked));
    byId("friends").addEventListener("toggle", () => this.#read());
    roomy.addEventListener("change", () => this.#place());
    this.#place();
  }

  /** The chat box, if it is on the page and not in the panel. */
  get fieldOnPage() {
    return this.open && roomy.matches ? this.field : null;
  }

  #place() {
    const form = byId("chat");
    if (roomy.matches) byId("story").parentElement.insertBefore(form, byId("typed"));
    else byId("chat-part").append(form);
    this.show(this.open);
    this.#read();
  }

  /** @param {boolean} open whether this person can chat here */
  show(open) {
    this.open = open;
    hide(byId("chat"), !open);
    hide(byId("chat-part"), !open || roomy.matches);
    hide(byId("mute-all").parentElement, !open);
  }

  /** @param {Event} event */
  async #send(event) {
    event.preventDefault();
    const text = this.field.value.trim();
    if (!text) return;
    const answer = await this.on.ask({ do: "say", text });
    if (answer.is === "done") this.field.value = "";
    this.on.told(answer.is === "done" ? "" : refusalText(answer));
  }

  /** @param {string} person */
  quiet(person) {
    return this.muted.has(ALL) || this.muted.has(person);
  }

  /** Mute or unmute someone; this hides or shows their earlier messages too. @param {string} who @param {boolean} quiet */
  mute(who, quiet) {
    if (quiet) this.muted.add(who);
    else this.muted.delete(who);
    try {
      sessionStorage.setItem(MUTED, JSON.stringify([...this.muted]));
    } catch {
      // Not stored; still applies until the page is closed.
    }
    this.hush();
    this.on.changed();
  }

  hush() {
    for (const line of document.querySelectorAll("#story [data-person], #chat-lines [data-person]")) {
      hide(/** @type {HTMLElement} */ (line), this.quiet(/** @type {HTMLElement} */ (line).dataset.person ?? ""));
    }
  }

  /** Add a message. @param {{person: string, name: string}} line @param {string} text @param {boolean} fresh */
  add({ person, name }, text, fresh) {
    this.lines.append(el("li", { data: { person } }, el("b", {}, `${name}: `), text));
    while (this.lines.children.length > 60) this.lines.firstElementChild.remove();
    this.lines.scrollTop = this.lines.scrollHeight;
    const unread = fresh && !roomy.matches && !byId("friends").open && !this.quiet(person);
    if (unread) byId("invite").dataset.unread = String(Number(byId("invite").dataset.unread ?? 0) + 1);
  }

  /** Mark all messages as read. */
  #read() {
    this.lines.scrollTop = this.lines.scrollHeight;
    delete byId("invite").dataset.unread;
  }
}

/** @returns {string[]} */
function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(MUTED) ?? "[]");
  } catch {
    return [];
  }
}
