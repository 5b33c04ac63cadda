// @ts-check
// The browser's seed for each shuffle.

/** The most bytes that a seed may have. */
export const LONGEST = 32;

/** @param {Uint8Array} bytes */
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Sixteen random bytes, in hexadecimal. */
export const freshSeed = () => hex(crypto.getRandomValues(new Uint8Array(16)));

/** The bytes of a typed seed. @param {string} text */
export const bytesOf = (text) => new TextEncoder().encode(text);

const KEY = "seventh-receipts";
const MOST = 100;

/** The receipts kept in this browser, latest last, each as `seventh verify --receipt` reads it. @returns {Record<string, any>[]} */
export function receipts() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) || "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** Sends one seed for each round the viewer plays, and keeps the room's receipt for it. */
export class Seeds {
  /** @param {import("./connection.js").Connection} connection */
  constructor(connection) {
    this.connection = connection;
    this.round = "";
    this.seed = "";
    this.key = "";
    this.kept = "";
    /** The seed for the next round, in hexadecimal. It is used once. */
    this.next = freshSeed();
    this.typed = false;
    /** Called when there is another next seed. */
    this.changed = () => {};
    connection.addEventListener("frame", (event) => {
      const tell = /** @type {CustomEvent} */ (event).detail;
      if (tell.is === "welcome") this.key = tell.key;
    });
  }

  /** A new random seed for the next round. */
  draw() {
    this.next = freshSeed();
    this.typed = false;
  }

  /** The player's own seed for the next round. @param {Uint8Array} bytes */
  choose(bytes) {
    this.next = hex(bytes);
    this.typed = true;
  }

  /** @param {import("./state.js").TableFrame} frame */
  see(frame) {
    const { round, you } = frame;
    this.#keep(frame);
    if (!round || !you || !you.seat || round.seeds_closed || round.seeds[you.seat] || round.id === this.round) return;
    if (!round.view.seats.some((/** @type {any} */ seat) => seat.seat === you.seat)) return;
    const seed = this.next;
    if (!this.connection.tell({ do: "seed", table: frame.table, round: round.id, seed })) return;
    this.round = round.id;
    this.seed = seed;
    this.draw();
    this.changed();
  }

  /** @param {import("./state.js").TableFrame} frame */
  #keep({ round, you }) {
    if (!round || !you?.receipt || round.id !== this.round || round.id === this.kept) return;
    this.kept = round.id;
    const own = { round: round.id, seat: you.seat, seed_hash: round.seed_hash, client_seed: this.seed };
    const all = [...receipts(), { receipt: 1, ...own, key: this.key, signature: you.receipt }];
    try {
      localStorage.setItem(KEY, JSON.stringify(all.slice(-MOST)));
    } catch {
      // Storage is full or switched off: playing does not depend on it.
    }
  }
}
