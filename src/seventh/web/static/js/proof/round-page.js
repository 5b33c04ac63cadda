// @ts-check
// The page of a round: Check fetches the record that this person may see, and checks its bytes.
import { byId, el } from "../dom.js";
import { check } from "./check.js";
import { readEvidence } from "./evidence.js";
import { keptReceipt, receiptFile } from "./kept.js";
import { command, savedAs, showReport } from "./report.js";

const part = byId("round-check");
const start = byId("round-check-start");
const report = byId("round-check-report");
const games = JSON.parse(byId("proof-games").textContent);

/** The record; for a round that has none, because the ledger voided it, the proof. */
async function evidence() {
  for (const address of [part.dataset.record, part.dataset.proof]) {
    const answer = await fetch(address);
    if (answer.ok) return answer.text();
    if (answer.status !== 409) throw new Error(String(answer.status));
  }
  throw new Error("409");
}

async function run() {
  start.disabled = true;
  try {
    const { round, seat } = part.dataset;
    const receipt = keptReceipt(round);
    const lines = check(/** @type {any} */ (readEvidence(await evidence(), games)), games, { seat: Number(seat), receipt });
    const files = [el("a", { href: part.dataset.record, download: true }, "Download record"), receipt && savedAs(`${round}.receipt.json`, receiptFile(receipt), "Download receipt")];
    const more = el("p", { class: "check-command row-of-links" }, files, el("span", {}, "In a terminal: ", command(`${round}.json`, receipt ? `${round}.receipt.json` : "")));
    showReport(report, "Checked in your browser", lines, [more]);
    start.textContent = "Check again";
  } catch (error) {
    const known = error instanceof Error && error.constructor !== Error && !(error instanceof TypeError);
    report.replaceChildren(el("p", { class: "error", role: "alert" }, known ? /** @type {Error} */ (error).message : "The record could not be loaded. Try again."));
    report.hidden = false;
  } finally {
    start.disabled = false;
    report.focus();
  }
}

start.addEventListener("click", run);
start.hidden = false;
