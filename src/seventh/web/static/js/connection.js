// @ts-check
// The WebSocket: hello, watched tables, requests and their answers, and reconnecting.

const VERSION = 1;
const WAITS = [300, 700, 1500, 3000, 5000, 8000];
const PING_EVERY = 8000;
const SILENT_FOR = 20000;

/** @typedef {{is: string, [key: string]: any}} Tell */

/** Emits `open`, `lost` and `frame` (detail: a server frame). Unanswered requests are sent again after reconnecting. */
export class Connection extends EventTarget {
  /** @param {string} path of the WebSocket on this server @param {Record<string, any>[]} watches sent after each hello */
  constructor(path, watches) {
    super();
    this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
    this.watches = watches;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.ready = false;
    this.ended = false;
    this.tries = 0;
    this.heard = 0;
    /** Server clock minus local clock, in milliseconds. */
    this.ahead = 0;
    /** @type {Map<string, {frame: any, answer: (tell: Tell) => void}>} */
    this.waiting = new Map();
    addEventListener("online", () => this.open());
    addEventListener("offline", () => this.#drop());
    // A socket that is still connecting is left to the browser, which drops it with the page: closing it is an error.
    addEventListener("pagehide", () => this.socket?.readyState === WebSocket.OPEN && this.socket.close());
    addEventListener("pageshow", (event) => event.persisted && this.open());
    setInterval(() => this.#pulse(), PING_EVERY);
  }

  /** The server's time. */
  now() {
    return Date.now() + this.ahead;
  }

  open() {
    if (this.ended || (this.socket && this.socket.readyState <= WebSocket.OPEN)) return;
    clearTimeout(this.timer);
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.addEventListener("open", () => this.#say({ do: "hello", version: VERSION }));
    socket.addEventListener("message", (event) => this.#hear(socket, JSON.parse(event.data)));
    socket.addEventListener("close", () => this.#closed(socket));
  }

  /** Send a frame that has no answer. Returns false if there is no connection. @param {Record<string, any>} frame */
  tell(frame) {
    if (this.ready) this.#say(frame);
    return this.ready;
  }

  /** Send a request; the answer is `done` or `refused`. @param {Record<string, any>} frame @returns {Promise<Tell>} */
  ask(frame) {
    const id = crypto.randomUUID();
    const whole = { ...frame, id };
    return new Promise((answer) => {
      this.waiting.set(id, { frame: whole, answer });
      if (this.ready) this.#say(whole);
    });
  }

  /** @param {Record<string, any>} frame */
  #say(frame) {
    this.socket?.send(JSON.stringify(frame));
  }

  /** @param {WebSocket} socket @param {Tell} tell */
  #hear(socket, tell) {
    if (socket !== this.socket) return;
    this.heard = Date.now();
    if (typeof tell.now === "number") this.ahead = tell.now - Date.now();
    if (tell.is === "welcome") this.#welcomed();
    if (tell.is === "done" || tell.is === "refused") {
      this.waiting.get(tell.id)?.answer(tell);
      this.waiting.delete(tell.id);
    }
    if (tell.is === "bye" && ["version", "elsewhere", "deleted", "closed"].includes(tell.code)) this.ended = true;
    this.dispatchEvent(new CustomEvent("frame", { detail: tell }));
  }

  #welcomed() {
    this.ready = true;
    this.tries = 0;
    for (const watch of this.watches) this.#say(watch);
    for (const { frame } of this.waiting.values()) this.#say(frame);
    this.dispatchEvent(new Event("open"));
  }

  /** @param {WebSocket} socket */
  #closed(socket) {
    if (socket !== this.socket) return;
    this.ready = false;
    this.socket = null;
    this.dispatchEvent(new CustomEvent("lost", { detail: { ended: this.ended } }));
    if (this.ended) return;
    const wait = WAITS[Math.min(this.tries++, WAITS.length - 1)];
    this.timer = setTimeout(() => this.open(), wait * (0.8 + Math.random() * 0.4));
  }

  /** Drop the connection at once: if the server does not respond, a clean close takes the browser a minute. */
  #drop() {
    const socket = this.socket;
    if (!socket) return;
    socket.close();
    this.#closed(socket);
  }

  #pulse() {
    if (!this.ready) return;
    if (Date.now() - this.heard > SILENT_FOR) this.#drop();
    else this.#say({ do: "ping", n: 0 });
  }
}
