// @ts-check
// The prompt: what the player can do, or who the table is waiting for.

/** The players the table is waiting for: before the deal, those not ready; after it, those to act. @param {import("./state.js").TableFrame} frame @returns {number[]} */
export function waitedFor(frame) {
  const view = frame.round?.view;
  if (!view) return [];
  if (frame.state !== "betting") return view.to_act.filter((/** @type {any} */ who) => typeof who === "number" && who !== frame.you?.seat);
  return view.seats.filter((/** @type {any} */ { seat, status }) => {
    const info = frame.seats.find((other) => other.seat === seat);
    const gone = !info || info.ready || info.leaving || (status === "open" && info.away);
    return seat !== frame.you?.seat && !gone && (status === "open" || status === "in");
  }).map((/** @type {any} */ { seat }) => seat);
}

/** What is being shown, by the event; the others only lead up to one of these. @type {Record<string, string>} */
const MOVES = { dealt: "Dealing…", revealed: "Turning the dealer’s cards…", settled: "Settling…" };

/** What is being shown at this place of the events, in words. @param {import("./state.js").GameEvent[]} events @param {number} place */
export function whatMoves(events, place) {
  const next = events.slice(place).find(({ event }) => event in MOVES) ?? events.findLast(({ event }) => event in MOVES);
  return next ? MOVES[next.event] : "One moment…";
}

/** How long there is to bet once everybody else is ready, in a sentence; empty before. @param {import("./state.js").TableFrame} frame @param {any} table */
export function lastCall(frame, { connection, nameOf }) {
  const left = frame.until - connection.now();
  const others = (frame.round?.view.seats ?? []).filter((/** @type {any} */ { seat, status }) => seat !== frame.you?.seat && status === "in");
  if (frame.state !== "betting" || !frame.until || left <= 0 || !others.length || waitedFor(frame).length) return "";
  return `${others.length > 1 ? "The others are" : `${nameOf(others[0].seat)} is`} ready: ${Math.ceil(left / 1000)} s to bet.`;
}

/** A refusal as a sentence. @param {any} answer */
export function refusalText({ why, allowed, clause }) {
  const reason = `${why.slice(0, 1).toUpperCase()}${why.slice(1).replace(/\.$/, "")}`;
  return `${reason}${clause ? ` (${clause})` : ""}${allowed ? `; allowed: ${allowed}` : ""}.`;
}

/** What the floor or the room says, as a sentence. @param {string} text */
export const sentence = (text) => (text ? `${text.slice(0, 1).toUpperCase()}${text.slice(1).replace(/\.$/, "")}.` : "");

/** The decision that a refusal is about: it is shown until the next one. @param {import("./state.js").TableFrame | null} frame */
export const decisionKey = (frame) => `${frame?.round?.id} ${frame?.round?.decision}`;

/** Whether nobody can act: the game is stopped. @param {import("./state.js").TableFrame} frame */
export const stopped = (frame) => frame.state === "paused" || frame.state === "closed";

/** Why this person's bets would be refused, in words; empty if they would not be. @param {import("./state.js").TableFrame} frame */
export const shut = (frame) => (stopped(frame) ? frame.notice : "") || (frame.you?.closed ?? "");

/** @param {string[]} names @param {number} [most] how many are named */
const listed = (names, most = 2) => {
  const [last, ...others] = (names.length > most ? [...names.slice(0, most), `${names.length - most} more`] : names).toReversed();
  return [others.reverse().join(", "), last].filter(Boolean).join(" and ");
};

/** The prompt of a hosted table that is waiting or paused. @param {any} frame @param {string} me @param {number} places */
function hostWords({ host, seats }, me, places) {
  const others = seats.filter((/** @type {any} */ seat) => !seat.bot && seat.person !== me);
  const bots = host.started ? 0 : Math.min(host.bots, places - seats.length);
  const mine = host.person === me && !host.closing;
  const who = (/** @type {string} */ what, /** @type {any[]} */ some) => (some.length ? `${listed(some.map((seat) => seat.name), 5)} ${some.length > 1 ? "are" : "is"} ${what}.` : "");
  const out = others.filter((/** @type {any} */ seat) => !seat.away && seat.sits_out);
  const away = others.filter((/** @type {any} */ seat) => seat.away);
  const there = others.filter((/** @type {any} */ seat) => !seat.away && !seat.sits_out);
  const here = others.length ? [who("here", there), who("sitting out", out), who("away", away)].filter(Boolean).join(" ") : bots > 0 ? "" : "Nobody else has joined yet.";
  const company = bots > 0 ? `${bots} ${bots > 1 ? "bots" : "bot"} will join when ${mine ? "you start" : "the game starts"}.` : "";
  const paused = host.paused_by === me ? "You paused the table." : host.words;
  const says = mine ? (host.started ? [here, paused] : [here, company, "Start the game when everybody is here."]) : host.started || host.closing ? [host.words] : [here, company, host.words];
  return says.filter(Boolean).join(" ");
}

/** Whom the table waits for, in a sentence; empty if nobody. @param {import("./state.js").TableFrame} frame @param {any} table */
export function waiting(frame, { nameOf }) {
  const others = waitedFor(frame).map(nameOf);
  return others.length ? `Waiting for ${listed(others)}${frame.round?.view.phase === "showdown" ? " to show or muck" : ""}.` : "";
}

/**
 * @param {import("./state.js").TableFrame} frame
 * @param {{table: any, connection: any, seating: any, lastRound: import("./last-round.js").LastRound, rebet: import("./rebet.js").Rebet, bets: any, actions: any, story: any, moving: boolean}} page
 * @returns {string}
 */
export function promptText(frame, { table, connection, seating, lastRound, rebet, bets, actions, story, moving }) {
  const { boot } = table;
  const { host } = /** @type {any} */ (frame);
  const mine = frame.round?.view.seats.find((/** @type {any} */ seat) => seat.seat === frame.you?.seat);
  if (!connection.ready) return "Connection lost. Reconnecting…";
  const why = sentence(frame.notice);
  if (why && stopped(frame)) return why;
  if (!frame.you?.seat) return sentence(shut(frame)) || [seating.watching(frame), moving || table.arriving ? "" : waiting(frame, table), why].filter(Boolean).join(" ");
  if (moving) return table.layout.scene === "oval" ? story.latest : table.playing;
  // The summary of the last round stays until the next decision.
  const over = lastRound.review?.short ?? "";
  const ended = frame.you.absence || lastRound.shortOf(frame.round?.id ?? "") || "The round is over.";
  const short = seating.short(frame);
  if (short) return `${frame.state === "showing" ? ended : ""} ${short}`.trim();
  const out = seating.out(frame);
  if (out && !(frame.state === "waiting" && host?.words)) return out;
  const before = frame.last?.nets[boot.person.id];
  const last = before === undefined || (!before && !frame.last?.void) ? "" : frame.last?.void ? "The last round was void." : `Last round ${table.money.signed(before)}.`;
  if (shut(frame) && (bets?.betting || !mine)) return sentence(shut(frame));
  if (table.refused?.at === decisionKey(frame) && (bets?.betting || actions.offers.length)) return table.refused.text;
  if (bets?.betting && table.rulesNews?.round === frame.round?.id) return table.rulesNews.text;
  // On a phone the last round is only on its button.
  if (bets?.betting) return bets.short || lastCall(frame, table) || `${innerHeight < 340 || innerWidth <= 640 ? "" : frame.you.absence ? frame.you.absence : over ? `Last round: ${over}` : last} Place your bets.`.trim();
  const waits = waiting(frame, table);
  if (bets?.open) return `Your bets are placed. ${waits || why || "Betting is about to close."}`;
  if (actions.offers.length) return `${frame.round?.yours?.prompt ?? ""} ${shut(frame) ? "" : why}`.trim();
  if (frame.state === "waiting" && host?.words) return [hostWords(frame, boot.person.id, boot.seats), out].filter(Boolean).join(" ");
  if (frame.state === "waiting") return frame.seats.length < boot.least ? "Waiting for another player." : "The next round begins in a moment.";
  if (frame.state === "showing") return `${ended} ${rebet.note}`.trim();
  if (waits) return waits;
  if (why) return why;
  return mine ? "One moment…" : "You’re in from the next round.";
}
