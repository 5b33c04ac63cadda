// @ts-check
// The browser's own part of every shuffle.

/** Sixteen bytes that nobody else chose, in hexadecimal. */
export function freshSeed() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Sends a seed once for each round in which the viewer sits. */
export class Seeds {
  /** @param {import("./connection.js").Connection} connection */
  constructor(connection) {
    this.connection = connection;
    this.round = "";
  }

  /** @param {import("./state.js").TableFrame} frame */
  see(frame) {
    const { round, you } = frame;
    if (!round || !you || !you.seat || round.seeds_closed || round.seeds[you.seat] || round.id === this.round) return;
    if (!round.view.seats.some((/** @type {any} */ seat) => seat.seat === you.seat)) return;
    if (this.connection.tell({ do: "seed", table: frame.table, round: round.id, seed: freshSeed() })) this.round = round.id;
  }
}
