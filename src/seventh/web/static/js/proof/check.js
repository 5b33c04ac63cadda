// @ts-check
// Checks a record or a proof from its bytes alone: one line for each thing that was checked, or could not be.
import { fromHex, shown, toHex } from "./bytes.js";
import { Orders, cardsOf, deckOpeningProblem, openingProblem } from "./cards-checked.js";
import { UNKNOWN, dealingOf } from "./dealing.js";
import { SCHEME } from "./deck.js";
import { houseHash } from "./house-hash.js";
import { Money } from "../money.js";
import { receiptProblem } from "./receipt.js";
import { sha256 } from "./sha256.js";
import { sumsOf } from "./sums.js";

/** @typedef {"right" | "wrong" | "open"} State */
/** @typedef {{key: string, state: State, words: string}} Line */
/** @typedef {import("./evidence.js").Proof} Proof */
/** @typedef {import("./evidence.js").RoundRecord} RoundRecord */
/** @typedef {{seat?: number, receipt?: import("./evidence.js").Receipt | null}} Own what this person knows: their seat, and the receipt for their seed */

/** Collects the lines. */
class Lines {
  constructor() {
    /** @type {Line[]} */
    this.all = [];
  }

  /** A line that is right unless there is a problem. @param {string} key @param {string} problem @param {string} otherwise */
  check(key, problem, otherwise) {
    this.all.push({ key, state: problem ? "wrong" : "right", words: problem || otherwise });
  }

  /** What could not be checked. @param {string} key @param {string} why */
  open(key, why) {
    this.all.push({ key, state: "open", words: why });
  }
}

/** @param {number} count @param {string} noun */
export const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
const NOT_YET = "The server seed is not revealed yet.";

/** @param {import("./evidence.js").RoundRecord | import("./evidence.js").Standalone} evidence @param {import("./evidence.js").Games} games @param {Own} [own] @returns {Line[]} */
export function check(evidence, games, own = {}) {
  const lines = new Lines();
  const { proof } = evidence;
  if (evidence.kind === "record") {
    const found = houseHash(evidence.house);
    lines.check("rules", found === evidence.house_hash ? "" : `The hash of the rules is ${found}, but the record names ${evidence.house_hash}.`, `Their hash is ${found}.`);
  }
  if (!proof) lines.open("deck", "The record has no proof of the shuffle: a person shuffled the cards.");
  else if (proof.scheme !== SCHEME) lines.check("proof", `Unknown scheme ${proof.scheme}; this page supports scheme ${SCHEME}.`, "");
  else if (evidence.kind === "record") checkRecord(lines, evidence, proof, games, own);
  else checkStandalone(lines, evidence.game, proof, games);
  if (evidence.kind === "record") checkSums(lines, evidence);
  else lines.open("sums", "The proof alone does not have the play: use the round’s record.");
  if (proof) checkReceipt(lines, proof, own);
  lines.open("payment", "The command line checks, from the record, that each amount is the one that the rules give.");
  return lines.all;
}

/** @param {Lines} lines @param {Proof} proof @param {number} [mine] @param {string[]} [seats] */
function checkSeeds(lines, proof, mine, seats) {
  const givers = Object.keys(proof.client_seeds);
  const stranger = givers.find((seat) => (seats ? !seats.includes(seat) : Number(seat) < 1));
  const many = givers.length > 1 ? "s" : "";
  const from = givers.length ? `The deck includes the seed${many} of seat${many} ${givers.join(", ")}.` : "No seat gave a seed.";
  const own = mine && proof.client_seeds[mine] ? ` Yours is ${proof.client_seeds[mine]}.` : "";
  if (proof.server_seed) {
    const found = toHex(sha256(fromHex(proof.server_seed)));
    lines.check("seed", found === proof.seed_hash ? "" : `Its SHA-256 is ${found}, but ${proof.seed_hash} was published.`, `Its SHA-256 is the published seed hash, ${found}.`);
  } else lines.open("seed", `${NOT_YET} The published seed hash is ${proof.seed_hash}.`);
  if (stranger !== undefined) lines.check("client_seeds", `Seat ${stranger} gave a seed, but was not in the round.`, "");
  else if (proof.server_seed) lines.check("client_seeds", "", from + own);
  else lines.open("client_seeds", `${NOT_YET} ${from}${own}`);
}

/** @param {Proof} proof @param {string} game @param {string[]} cards @param {import("./dealing.js").Dealing | null} dealing */
const ordersOf = (proof, game, cards, dealing) =>
  proof.server_seed ? new Orders({ server_seed: proof.server_seed, game, table: proof.table, round: proof.round, client_seeds: proof.client_seeds }, cards, dealing) : null;

/** The commitment to the whole deck, where the game has one. @param {Lines} lines @param {Proof} proof @param {boolean} single @param {Orders | null} orders @param {string} without what its absence means */
function checkRoot(lines, proof, single, orders, without) {
  if (!single) {
    if (proof.root || proof.shuffle_roots.length || proof.openings.length) lines.check("root", "This game has no commitments to single cards, but the proof contains some.", "");
    return;
  }
  if (!proof.root) {
    if (without) lines.open("root", without);
    else lines.check("root", "The proof has no root, the commitment to every card of the deck.", "");
  } else if (orders) {
    const found = orders.root(0);
    lines.check("root", found === proof.root ? "" : `The root of the deck that the seeds give is ${found}, but ${proof.root} was published.`, `The root of the deck is the published one, ${found}.`);
  } else lines.open("root", `${NOT_YET} The published root is ${proof.root}.`);
}

/** @param {Lines} lines @param {RoundRecord} record @param {Proof} proof @param {import("./evidence.js").Games} games @param {Own} own */
function checkRecord(lines, record, proof, games, { seat = 0 }) {
  const { single } = games[record.game];
  const cards = cardsOf(games, record.game);
  const dealing = dealingOf(record, cards.length);
  const orders = ordersOf(proof, record.game, cards, dealing);
  checkSeeds(lines, proof, seat, Object.keys(record.seats));
  checkRoot(lines, proof, single, orders, "");
  const all = [...dealing.dealt, ...dealing.burned].sort((one, other) => one.step - other.step);
  const named = all.filter(({ card }) => card !== UNKNOWN);
  const problem = dealing.problems.length ? `${dealing.problems[0][0].toUpperCase()}${dealing.problems[0].slice(1)}.` : "";
  if (dealing.irregular < Infinity) return checkIrregular(lines, proof, dealing, orders, single, problem || (orders?.difference(all) ?? ""));
  if (orders) lines.check("deck", problem || orders.difference(all), `The seeds give ${cards.length} cards; ${named.length === 1 ? "the recorded card is" : `all ${named.length} recorded cards are`} in order.`);
  else if (problem) lines.check("deck", problem, "");
  else lines.open("deck", NOT_YET);
  checkShuffles(lines, proof, dealing, orders, single);
  const opened = single && proof.root ? openingProblem(proof, dealing) : "";
  if (proof.openings.length && single) lines.check("openings", opened, `${counted(proof.openings.length, "card")} proved under the root, each where it was dealt from.`);
  checkOwnCards(lines, proof, dealing, orders, seat, opened);
}

/** A round in which the floor changed which card comes next: this page follows the cards up to there. @param {Lines} lines @param {Proof} proof @param {import("./dealing.js").Dealing} dealing @param {Orders | null} orders @param {boolean} single @param {string} problem among the cards before */
function checkIrregular(lines, proof, dealing, orders, single, problem) {
  const rest = `At step ${dealing.irregular} the floor made a call that changes which card comes next. The command line checks the cards from there on.`;
  if (problem) lines.check("deck", problem, "");
  else lines.open("deck", orders ? `${counted(dealing.dealt.length + dealing.burned.length, "card")} in the order that the seeds give. ${rest}` : `${NOT_YET} ${rest}`);
  if (proof.openings.length && single && proof.root) lines.check("openings", deckOpeningProblem(proof, dealing.sizes[0], orders?.deck ?? null), `${counted(proof.openings.filter(({ tree }) => !tree).length, "card")} of the deck proved under the root.`);
  lines.open("cards", rest);
}

/** @param {Lines} lines @param {Proof} proof @param {import("./dealing.js").Dealing} dealing @param {Orders | null} orders @param {boolean} single */
function checkShuffles(lines, proof, dealing, orders, single) {
  const [done, roots] = [dealing.shuffles.length, proof.shuffle_roots.length];
  if (!single || (!done && !roots)) return;
  if (done !== roots) lines.check("shuffles", `The burns were shuffled ${done === 1 ? "once" : `${done} times`}, but there ${roots === 1 ? "is 1 root" : `are ${roots} roots`}.`, "");
  else if (orders) lines.check("shuffles", orders.shuffleProblem(dealing, proof.shuffle_roots), `${counted(done, "shuffle")} of the burns, in the order that the seeds give, under the published root${done === 1 ? "" : "s"}.`);
  else lines.open("shuffles", NOT_YET);
}

/** @param {Lines} lines @param {Proof} proof @param {import("./dealing.js").Dealing} dealing @param {Orders | null} orders @param {number} seat @param {string} opened what is wrong with the openings */
function checkOwnCards(lines, proof, dealing, orders, seat, opened) {
  const mine = dealing.dealt.filter(({ place }) => place === seat);
  if (!mine.length) return;
  const told = shown(...mine.map(({ card }) => card));
  if (orders) return lines.check("cards", orders.difference(mine), `${told}: each in its place in the deck.`);
  const committed = new Map(proof.openings.map((opening) => [`${opening.tree ?? 0} ${opening.position}`, opening.card]));
  const without = mine.filter(({ tree, position }) => !committed.has(`${tree} ${position}`)).map(({ card }) => card);
  const wrong = mine.find(({ tree, position, card }) => (committed.get(`${tree} ${position}`) ?? card) !== card);
  if (wrong) lines.check("cards", `Step ${wrong.step}: you got ${shown(wrong.card)}, but another card was committed to.`, "");
  else if (without.length) lines.open("cards", `${shown(...without)}: dealt without an opening. ${NOT_YET}`);
  else if (opened) lines.open("cards", "See the opened cards.");
  else lines.check("cards", "", `${told}: each proved under the root, where it was dealt from.`);
}

/** @param {Lines} lines @param {string} game @param {Proof} proof @param {import("./evidence.js").Games} games */
function checkStandalone(lines, game, proof, games) {
  const { single } = games[game];
  const cards = cardsOf(games, game);
  const orders = ordersOf(proof, game, cards, null);
  checkSeeds(lines, proof);
  const needed = proof.shuffle_roots.length || proof.openings.length;
  checkRoot(lines, proof, single, orders, needed ? "" : "There is none: the round ended before its first card.");
  if (orders) lines.check("deck", "", `The seeds give these ${cards.length} cards, from the top: ${shown(...orders.deck)}.`);
  else lines.open("deck", NOT_YET);
  if (proof.openings.length && single && proof.root) lines.check("openings", deckOpeningProblem(proof, cards.length, orders?.deck ?? null), `${counted(proof.openings.filter(({ tree }) => !tree).length, "card")} of the deck proved under the root.`);
  if (proof.shuffle_roots.length && single) lines.open("shuffles", "The proof alone does not say which cards were shuffled: use the round’s record.");
  lines.open("cards", "The proof alone does not say who was dealt which card: use the round’s record.");
}

/** @param {Lines} lines @param {RoundRecord} record */
function checkSums(lines, record) {
  if (!record.result) return lines.open("sums", "The round is not over.");
  const { currency, chips_per_unit } = record.house;
  const chips = new Money({ currency: String(currency ?? ""), chips_per_unit: Number.isSafeInteger(chips_per_unit) && chips_per_unit > 0 ? chips_per_unit : 1 });
  const { problem, unknown, rake, wagered } = sumsOf(record, (amount) => chips.text(amount));
  if (unknown) return lines.open("sums", `This page does not know what the event ${unknown} does to the chips.`);
  const sentence = problem && `${problem[0].toUpperCase()}${problem.slice(1)}.`;
  lines.check("sums", sentence, `${chips.text(wagered)} wagered by ${counted(Object.keys(record.seats).length, "seat")}; what each had, less its wagers, plus what it got back, is what it has at the end${rake ? `; the house took ${chips.text(rake)}` : ""}.`);
}

/** @param {Lines} lines @param {Proof} proof @param {Own} own */
function checkReceipt(lines, proof, { receipt, seat = 0 }) {
  if (receipt) lines.check("receipt", receiptProblem(receipt, proof), `Signed by the room with the key ${receipt.key}: it accepted your seed ${receipt.client_seed} under this seed hash, and dealt with it.`);
  else if (proof.client_seeds[seat] || !seat) lines.open("receipt", "This browser has no receipt for this round: it keeps receipts only for rounds played in it.");
}
