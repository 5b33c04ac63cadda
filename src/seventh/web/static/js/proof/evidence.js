// @ts-check
// Reading a file: the record of a round, a proof without its record, or a receipt. Whatever the checks rely on has the right type afterwards.

const RECORD_VERSION = 4;
const PROOF_VERSION = 1;
const RECEIPT_VERSION = 1;
const LONGEST = 8_000_000;

/** What the page knows about each game: its deck in ascending order, and whether single cards are committed to. @typedef {Record<string, {title: string, cards: string, single: boolean}>} Games */
/**
 * @typedef {{scheme: number, table: string, round: string, seed_hash: string, server_seed: string | null,
 *   client_seeds: Record<string, string>, root: string | null, shuffle_roots: string[],
 *   openings: import("./merkle.js").Opening[]}} Proof
 * @typedef {{who: number | string, action: Record<string, any>, events: Record<string, any>[]}} Step
 * @typedef {{kind: "record", version: number, game: string, house: Record<string, any>, house_hash: string, seats: Record<string, number>,
 *   steps: Step[], result: {void: boolean, stacks: Record<string, number>} | null, proof: Proof | null, about: Record<string, any>}} RoundRecord
 * @typedef {{kind: "proof", game: string, proof: Proof}} Standalone
 * @typedef {{kind: "receipt", round: string, seat: number, seed_hash: string, client_seed: string, key: string, signature: string}} Receipt
 */

/** A file that cannot be checked; the message is one line. */
export class BadFile extends Error {}

/** @param {string} message @returns {never} */
const refuse = (message) => {
  throw new BadFile(message);
};

/** @typedef {(value: any, where: string) => any} Type */

/** @param {string} what @param {(value: any) => boolean} fits @returns {Type} */
const plain = (what, fits) => (value, where) => (fits(value) ? value : refuse(`${where} is not ${what}`));
/** @param {RegExp} pattern @param {string} what */
const text = (pattern, what) => plain(what, (value) => typeof value === "string" && pattern.test(value));

const string = plain("text", (value) => typeof value === "string");
const whole = plain("a whole number", Number.isSafeInteger);
const yes = plain("true or false", (value) => typeof value === "boolean");
const object = plain("an object", (value) => typeof value === "object" && value !== null && !Array.isArray(value));
const hash = text(/^[0-9a-f]{64}$/, "32 bytes in hexadecimal");
const clientSeed = text(/^([0-9a-f]{2}){1,32}$/, "1 to 32 bytes in hexadecimal");
const cards = text(/^(\S\S)*$/, "a list of cards");
/** Not a name that every object has anyway, such as `constructor`: it would be found in every table. */
const name = plain("a name", (value) => typeof value === "string" && !(value in Object.prototype));
const place = plain("a seat or a place", (value) => Number.isSafeInteger(value) || typeof value === "string");

/** @param {Type} type @returns {Type} */
const maybe = (type) => (value, where) => (value === undefined || value === null || value === "" ? null : type(value, where));
/** @param {Type} type @returns {Type} */
const list = (type) => (value, where) => (Array.isArray(value) ? value.map((item, i) => type(item, `${where}[${i}]`)) : refuse(`${where} is not a list`));
/** @param {Type} type @returns {Type} */
const bySeat = (type) => (value, where) => {
  for (const [seat, item] of Object.entries(object(value, where))) {
    if (!/^(0|-?[1-9]\d{0,8})$/.test(seat)) refuse(`${where}: ${seat} is not a seat`);
    type(item, `${where}.${seat}`);
  }
  return value;
};

/** An object with these fields and no others; a default makes a field optional. @param {Record<string, [Type, any?]>} fields @returns {Type} */
const form = (fields) => (value, where) => {
  object(value, where);
  for (const field of Object.keys(value)) if (!Object.hasOwn(fields, field)) refuse(`${where} has the unknown field ${field}`);
  return Object.fromEntries(
    Object.entries(fields).map(([field, [type, ...otherwise]]) => {
      if (Object.hasOwn(value, field)) return [field, type(value[field], `${where}.${field}`)];
      return otherwise.length ? [field, otherwise[0]] : refuse(`${where} has no ${field}`);
    }),
  );
};

const opening = form({ position: [whole], card: [string], salt: [hash], path: [list(hash)], tree: [whole, 0] });
const proof = form({
  scheme: [whole], table: [string], round: [string], seed_hash: [hash], server_seed: [maybe(hash), null],
  client_seeds: [bySeat(clientSeed), {}], root: [maybe(hash), null], shuffle_roots: [list(hash), []], openings: [list(opening), []],
});
const standalone = form({
  proof: [whole], game: [string], scheme: [whole], table: [string], round: [string], seed_hash: [hash], seed: [maybe(hash)],
  client_seeds: [bySeat(clientSeed)], root: [maybe(hash)], shuffle_roots: [list(hash)], openings: [list(opening)],
});
const receipt = form({
  receipt: [whole], round: [string], seat: [whole], seed_hash: [hash], client_seed: [clientSeed], key: [hash],
  signature: [text(/^[0-9a-f]{128}$/, "64 bytes in hexadecimal")],
});

/** Cards and chips in events, which the checks read. @type {Record<string, Record<string, Type>>} */
const EVENTS = {
  dealt: { place, cards }, burned: { card: cards }, burns_shuffled: { order: cards },
  shown: { seat: whole, cards }, revealed: { cards }, down_card_exposed: { seat: whole, card: cards },
  wagers_placed: { seat: whole, amounts: object }, bet_placed: { seat: whole, amount: whole },
  settled: { seat: whole, amount: whole, returned: whole, payoff: whole },
  ante_posted: { seat: whole, amount: whole }, brought_in: { seat: whole, amount: whole }, called: { seat: whole, amount: whole },
  bet_made: { seat: whole, to: whole }, bet_returned: { seat: whole, amount: whole }, rake_taken: { amount: whole },
  pot_won: { seat: whole, amount: whole }, chips_returned: { seat: whole, amount: whole },
};

/** @type {Type} */
const event = (value, where) => {
  const kind = name(object(value, where).event, `${where}.event`);
  for (const [field, type] of Object.entries(EVENTS[kind] ?? {})) type(value[field], `${where}.${field}`);
  if (kind === "wagers_placed") Object.entries(value.amounts).forEach(([wager, amount]) => whole(amount, `${where}.amounts.${wager}`));
  return value;
};
/** @type {Type} */
const action = (value, where) => (name(object(value, where).action, `${where}.action`), value);
const step = form({ who: [place], action: [action], events: [list(event)] });
/** @type {Type} */
const result = (value, where) => ({ void: yes(object(value, where).void, `${where}.void`), stacks: bySeat(whole)(value.stacks, `${where}.stacks`) });
const record = form({
  record: [whole], game: [string], house: [object], house_hash: [string], seats: [bySeat(whole)], steps: [list(step)],
  dealer_position: [maybe(whole), null], result: [maybe(result), null], about: [object, {}], proof: [maybe(proof), null],
  hand_dealt: [yes, false], corrections: [list(object), []],
});

/** @param {any} version @param {number} latest @param {string} what */
function supported(version, latest, what) {
  if (!Number.isSafeInteger(version) || version < 1) refuse(`This is not ${what}: it does not name its version.`);
  if (version > latest) refuse(`This is ${what} of version ${version}; this page supports up to version ${latest}.`);
}

/** @param {string} game @param {Games} games */
function known(game, games) {
  if (typeof game === "string" && !Object.hasOwn(games, game)) refuse(`This room does not know the game ${game}; it has ${Object.keys(games).join(", ")}.`);
}

/** @param {Type} type @param {any} data @param {string} what */
function typed(type, data, what) {
  try {
    return type(data, "it");
  } catch (error) {
    throw error instanceof BadFile ? new BadFile(`This is not ${what}: ${error.message.replace(/\bit\./g, "")}.`) : error;
  }
}

/** Read a file; throws `BadFile`. @param {string} content @param {Games} games @returns {RoundRecord | Standalone | Receipt} */
export function readEvidence(content, games) {
  if (content.length > LONGEST) refuse("This file is larger than any record of a round.");
  let data;
  try {
    data = JSON.parse(content.replace(/^\ufeff/, ""));
  } catch {
    refuse(content.trim() ? "This is not a record or a proof: it is not JSON." : "This file is empty.");
  }
  if (typeof data !== "object" || data === null || Array.isArray(data)) refuse("This is not a record, a proof or a receipt of a round.");
  if (Object.hasOwn(data, "record")) {
    supported(data.record, RECORD_VERSION, "a record of a round");
    known(data.game, games);
    const read = typed(record, data, "a record of a round");
    if (read.proof && read.record === 1) refuse("This is not a record of a round: a record of version 1 has no proof.");
    return { kind: "record", version: read.record, ...read };
  }
  if (Object.hasOwn(data, "receipt")) {
    supported(data.receipt, RECEIPT_VERSION, "a receipt");
    return { kind: "receipt", ...typed(receipt, data, "a receipt") };
  }
  if (!Object.hasOwn(data, "seed_hash")) refuse("This is not a record, a proof or a receipt of a round.");
  supported(data.proof, PROOF_VERSION, "a proof of a round");
  known(data.game, games);
  const { seed, game, proof: _, ...rest } = typed(standalone, data, "a proof of a round");
  return { kind: "proof", game, proof: { ...rest, server_seed: seed } };
}
