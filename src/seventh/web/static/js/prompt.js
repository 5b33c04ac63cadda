// @ts-check
// The one line that says what there is to do, or what is waited for.

/**
 * @param {import("./state.js").TableFrame} frame
 * @param {{table: any, connection: any, seating: any, bets: any, actions: any, story: any, model: import("./state.js").Model, moving: boolean}} page
 * @returns {string}
 */
export function promptText(frame, { table, connection, seating, bets, actions, story, model, moving }) {
  const { boot } = table;
  const mine = frame.round?.view.seats.find((/** @type {any} */ seat) => seat.seat === frame.you?.seat);
  if (!connection.ready) return "Connection lost. Reconnecting…";
  if (frame.notice) return frame.notice;
  if (!frame.you?.seat) return frame.queue.length ? `You are watching. Waiting: ${frame.queue.join(", ")}.` : "You are watching.";
  if (moving) return table.layout.scene === "oval" ? story.latest : [...model.places.values()].some((place) => place.settled.length) ? "Settling…" : "Dealing…";
  const short = seating.short(frame);
  if (short) return `${frame.state === "showing" ? "The round is over. " : ""}${short}`;
  const before = frame.last?.nets[boot.person.id];
  if (bets?.betting) return `Place your bets.${before === undefined ? "" : frame.last?.void ? " The last round was void." : ` Last round ${table.money.signed(before)}.`}`;
  if (bets?.open) return "Your bets are placed. Waiting for the others.";
  if (actions.offers.length) return frame.round?.yours?.prompt ?? "";
  if (frame.state === "waiting" && frame.seats.find((seat) => seat.seat === frame.you?.seat)?.sits_out) return "You are sitting out.";
  if (frame.state === "waiting") return frame.seats.length < boot.least ? "Waiting for another player." : "The next round begins in a moment.";
  if (frame.state === "showing") return "The round is over.";
  const next = frame.round?.view.to_act.find((/** @type {any} */ who) => typeof who === "number" && who !== frame.you?.seat);
  if (next) return `${table.nameOf(next)} is to act.`;
  return mine ? "One moment…" : "You play from the next round.";
}
