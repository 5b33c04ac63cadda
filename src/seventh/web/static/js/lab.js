// @ts-check
// The lab: every change is sent to the server, which says what is wrong with it or what it does.
import { byId, copied, hide, write } from "./dom.js";
import { HouseEditor } from "./house-editor.js";
import { Asking, passes, replacePart } from "./lab-answers.js";

/** @type {HTMLFormElement} */
const form = byId("lab-form");
const results = byId("lab-results");
const state = byId("lab-state");
const said = byId("lab-said");
const problem = byId("lab-problem");
/** @type {HTMLSelectElement | null} */
const row = byId("row");
/** The button that puts the rules in force, on a page that does. @type {HTMLButtonElement | null} */
const save = document.querySelector("[data-saves]");
const figures = new Asking(form.dataset.results ?? "");
const chart = new Asking(form.dataset.row ?? "");

/** Milliseconds without a change before the chart follows: it takes as long as many figures, and would delay the next ones. */
const CALM = 250;
let drawing = 0;

const editor = new HouseEditor(form, (values) => compute({ values }));

/** @param {string} text */
function say(text) {
  write(state, text);
  hide(state, !text);
}

/** Figures that are not those of the form stay, marked. @param {boolean} stale */
function markStale(stale) {
  results.classList.toggle("stale", stale);
  byId("row-chart")?.classList.toggle("stale", stale);
}

/** A problem with the name of its setting. @param {{ where: string, says: string }} problem */
const spoken = ({ where, says }) => (where ? `${where}: ${says}` : says);

/** @param {{ values?: Record<string, string>, file?: string }} question */
function compute(question) {
  clearTimeout(drawing);
  chart.cancel();
  const slow = setTimeout(() => say("Computing…"), 250);
  figures.ask(question, (answer) => {
    clearTimeout(slow);
    const { told } = answer;
    if (passes(answer)) {
      markStale(true);
      say(`${told.why}.`);
      return true;
    }
    if (answer.status >= 400) {
      markStale(true);
      say(`${told.why}.`);
      return false;
    }
    const others = editor.showProblems(told.problems);
    write(problem, others.map(spoken).join(" "));
    hide(problem, !others.length);
    if (save) save.disabled = Boolean(told.problems.length);
    if (told.problems.length) {
      markStale(true);
      say("These settings are not valid yet. The figures shown are for the last valid ones.");
      write(said, `Not valid. ${spoken(told.problems[0])}`);
      return false;
    }
    if (question.file !== undefined) {
      location.assign(told.link);
      return false;
    }
    show(told);
    return answer.status === 202;
  });
}

/** @param {any} told */
function show(told) {
  editor.showMoney(told.money);
  history.replaceState(null, "", told.link);
  document.querySelector("[data-file-link]")?.setAttribute("href", told.file);
  if (told.html === undefined) {
    markStale(true);
    say(`${told.waiting}. The figures shown are for the previous settings.`.replace(/^./, (first) => first.toUpperCase()));
    return;
  }
  replacePart(results, told.html);
  warnOfEdge();
  markStale(false);
  say("");
  write(said, told.said);
  drawing = setTimeout(draw, CALM);
}

/** Repeat at the button that puts the rules in force that the house loses money by them. */
function warnOfEdge() {
  const place = byId("edge-warning");
  if (!place) return;
  const warnings = [...results.querySelectorAll("[data-players-edge]")].map((each) => each.textContent).join(" ");
  write(place, warnings);
  hide(place, !warnings);
}

/** The chart of one row of a pay table. */
function draw() {
  clearTimeout(drawing);
  if (!row) return;
  chart.ask({ values: editor.values(), row: row.value }, (answer) => {
    if (answer.status === 200 && answer.told.html !== null) replacePart(byId("row-chart"), answer.told.html);
    return answer.status === 202 || passes(answer);
  });
}

row?.addEventListener("change", draw);

// What needs a script is shown by it.
document.body.classList.add("scripted");
for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".lab-open, [data-copy-link]"))) hide(part, false);

document.querySelector("[data-open-file]")?.addEventListener("change", async (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  const file = input.files?.[0];
  if (!file) return;
  if (file.size > 40_000) say("This file is too large for a house file.");
  else compute({ file: await file.text() });
  input.value = "";
});

document.querySelector("[data-copy-link]")?.addEventListener("click", async () => {
  const done = await copied(location.href);
  say(done ? "Link copied." : `Copy the address of this page: ${location.href}`);
  write(said, done ? "Link copied." : "");
});

/** A link with mistakes shows the book's figures until they are corrected. */
function computeBook() {
  figures.ask({ values: {} }, (answer) => {
    if (answer.told.html === undefined) return answer.status === 202 || passes(answer);
    replacePart(results, answer.told.html);
    markStale(true);
    return false;
  });
}

if (results.dataset.pending) problem.hidden ? compute({ values: editor.values() }) : computeBook();
else if (row && !byId("row-chart")?.children.length) draw();
