// @ts-check
// The result of a check on the page: a verdict, and for each line its state in words, what was found, and what it means.
import { withCards } from "../card-words.js";
import { el } from "../dom.js";
import { counted } from "./check.js";

/** Each line's title, and what it means. @type {Record<string, [string, string]>} */
const ABOUT = {
  rules: ["House rules", "The rules in the file are the ones that its hash identifies. The table and the rules page show the same hash."],
  proof: ["Proof", "How to read the proof."],
  seed: ["Server seed", "The house committed to its seed before the first bet, by publishing the hash. Another seed would have another hash. Compare it with the one you saw at the table."],
  client_seeds: ["Client seeds", "Each seat’s browser added a seed after the hash was published, so the house could not choose its own to suit them."],
  root: ["Commitment to every card", "Before the first card, the house published one hash that fixes every card of the deck at its position."],
  deck: ["Deck", "The deck is computed from all seeds together. Every card in the file must be the next one of that deck."],
  shuffles: ["Shuffles of the burns", "When cards run short, the burned ones are shuffled in an order that follows from the same seeds."],
  openings: ["Opened cards", "While the server seed is secret, each card that you may see comes with the hashes that lead from it to the published root."],
  cards: ["Your cards", "The cards that you were dealt are the ones that were fixed before the deal."],
  sums: ["Money", "For every seat: chips before, less wagers, plus what came back, gives the chips after. No chips appear from nowhere or get lost."],
  receipt: ["Receipt for your seed", "When the room accepted your browser’s seed, it signed a receipt. The round must have been dealt with that seed and that seed hash."],
  payment: ["Payouts by the rules", "Replaying the round under its rules takes the whole program, not just this page: seventh verify."],
};
const STATES = { right: ["\u2713", "Correct"], wrong: ["\u2717", "Wrong"], open: ["?", "Not checked"] };

/** Text with cards in colour and long hashes that can break. @param {string} text */
function formatted(text) {
  return text.split(/([0-9a-f]{16,})/).flatMap((part, i) => (i % 2 ? [el("code", { class: "whole-hash" }, part)] : withCards(part)));
}

/** One sentence about all lines. @param {import("./check.js").Line[]} lines */
export function verdictOf(lines) {
  const count = (/** @type {string} */ state) => lines.filter((line) => line.state === state).length;
  const open = count("open") ? ` ${counted(count("open"), "thing")} could not be checked here; see below.` : "";
  if (count("wrong")) return `Something is wrong: ${count("wrong")} of ${counted(count("wrong") + count("right"), "check")} failed.${open}`;
  return `${counted(count("right"), "check")}, all correct.${open}`;
}

/**
 * @param {HTMLElement} place @param {string} title @param {import("./check.js").Line[]} lines
 * @param {(HTMLElement | false)[]} [more] what follows, such as files
 */
export function showReport(place, title, lines, more = []) {
  const wrong = lines.some((line) => line.state === "wrong");
  place.replaceChildren(
    el("h3", {}, title),
    el("p", { class: `proof-verdict ${wrong ? "wrong" : "right"}`, role: wrong ? "alert" : "status" }, verdictOf(lines)),
    el("ul", { class: "proof-lines" }, lines.map(({ key, state, words }) => {
      const [name, about] = ABOUT[key];
      const [sign, said] = STATES[state];
      return el("li", { class: state, data: { line: key, state } },
        el("span", { class: "proof-sign", "aria-hidden": "true" }, sign),
        el("div", {},
          el("p", {}, el("strong", {}, name), el("span", { class: "visually-hidden" }, ": "), " ", el("span", { class: "proof-state" }, said)),
          el("p", { class: "proof-words" }, formatted(words)),
          el("p", { class: "note" }, about)));
    })),
    ...more.filter((item) => item !== false),
  );
  place.hidden = false;
}

/** A link that saves text as a file. @param {string} name @param {string} content @param {string} label */
export function savedAs(name, content, label) {
  return el("a", { download: name, href: URL.createObjectURL(new Blob([content], { type: "application/json" })) }, label);
}

/** The command that checks a record, and its receipt if there is one. @param {string} file @param {string} [receipt] */
export const command = (file, receipt) => el("code", { class: "command" }, `seventh verify ${file}${receipt ? ` --receipt ${receipt}` : ""}`);
