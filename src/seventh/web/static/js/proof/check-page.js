// @ts-check
// The page that checks a dropped file. Everything is loaded with the page, so it works with the network cut.
import { byId, el } from "../dom.js";
import { check } from "./check.js";
import { BadFile, readEvidence } from "./evidence.js";
import { keptReceipt } from "./kept.js";
import { receiptProblem } from "./receipt.js";
import { command, showReport } from "./report.js";

const games = JSON.parse(byId("proof-games").textContent);
const drop = byId("drop");
const input = byId("drop-file");
const trouble = byId("drop-error");
const report = byId("drop-report");
const seats = byId("drop-seat-choice");

/** What was dropped last: a round, and a receipt. @type {{round: any, file: string, receipt: any, receiptName: string}} */
const chosen = { round: null, file: "", receipt: null, receiptName: "" };

/** @param {Iterable<File>} files */
async function take(files) {
  trouble.hidden = true;
  for (const file of files) {
    try {
      const found = readEvidence(new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()), games);
      if (found.kind === "receipt") Object.assign(chosen, { receipt: found, receiptName: file.name });
      else Object.assign(chosen, { round: found, file: file.name });
    } catch (error) {
      const why = error instanceof BadFile ? error.message : error instanceof TypeError ? "This is not a record or a proof: it is not text." : "The file could not be read.";
      trouble.textContent = `${file.name}: ${why}`;
      trouble.hidden = false;
    }
  }
  if (chosen.round) offerSeats(chosen.round);
  show();
}

/** The receipt for the round: the dropped one, or the one that this browser kept. */
const receipt = () => chosen.receipt ?? (chosen.round?.proof && keptReceipt(chosen.round.proof.round));

/** Let the person say which seat was theirs; a receipt or the account's name in the record says it first. @param {any} round */
function offerSeats(round) {
  const there = Object.keys(round.seats ?? {});
  const people = Object.entries(round.about?.people ?? {});
  const known = receipt()?.seat ?? people.find(([, person]) => person && person === drop.dataset.person)?.[0] ?? "";
  seats.replaceChildren(el("option", { value: "" }, "not at the table"), ...there.map((seat) => el("option", { value: seat }, `seat ${seat}`)));
  seats.value = there.includes(String(known)) ? String(known) : "";
  byId("drop-seat").hidden = !there.length;
}

function show() {
  if (chosen.round) {
    const found = receipt();
    const lines = check(chosen.round, games, { seat: Number(seats.value || 0), receipt: found });
    const title = `${games[chosen.round.game].title}${chosen.round.proof ? `, round ${chosen.round.proof.round}` : ""}`;
    const named = chosen.receipt ? chosen.receiptName : "";
    showReport(report, title, lines, [el("p", { class: "check-command" }, "In a terminal: ", command(chosen.file, named))]);
  } else if (chosen.receipt) {
    const problem = receiptProblem(chosen.receipt, null);
    const words = problem || `Signed with the key ${chosen.receipt.key}, for seat ${chosen.receipt.seat} of round ${chosen.receipt.round}. Add the round’s record to see whether it was dealt with this seed.`;
    showReport(report, "Receipt", [{ key: "receipt", state: problem ? "wrong" : "right", words }]);
  }
  report.hidden = !chosen.round && !chosen.receipt;
  if (!report.hidden) report.focus({ preventScroll: true });
}

input.addEventListener("change", () => take(input.files));
seats.addEventListener("change", () => {
  show();
  seats.focus();
});
for (const kind of ["dragenter", "dragover"]) {
  document.addEventListener(kind, (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
}
document.addEventListener("dragleave", (event) => event.relatedTarget === null && drop.classList.remove("over"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  take(event.dataTransfer?.files ?? []);
});
drop.dataset.ready = "";
