// @ts-check
// Clauses of the rules: clause numbers in sentences are links that open the clause without leaving the table.
import { withCards } from "./card-words.js";
import { byId, el } from "./dom.js";
import { filled } from "./panels.js";

/** A link that opens a clause. @param {string} id */
export function clauseLink(id) {
  return el("a", { class: "clause-id", href: `#${id}`, data: { clauseLink: id }, "aria-label": `Clause ${id} of the rules` }, id);
}

/** A sentence with its clause numbers as links, and its amounts protected from line breaks. @param {string} sentence @param {string[]} clauses all clauses of the rules */
export function withClauses(sentence, clauses) {
  return sentence.split(/(\([A-Z]\d+[a-z]?(?:, [A-Z]\d+[a-z]?)*\)|(?<=\s|^)[-\u2212]\D?[\d.,]*\d)/).flatMap((part, place) => {
    if (place % 2 === 0) return withCards(part);
    if (!part.startsWith("(")) return el("span", { class: "amount-word" }, part.replace("-", "\u2212"));
    const ids = part.slice(1, -1).split(", ");
    return ids.every((id) => clauses.includes(id)) ? ids.flatMap((id, n) => (n ? [" ", clauseLink(id)] : [clauseLink(id)])) : part;
  });
}

/** Open the rules at a clause. @param {string} id */
export async function openClause(id) {
  const panel = byId("rules");
  if (!panel.open) panel.showModal();
  await filled(panel);
  const found = panel.querySelector(`[data-clause="${CSS.escape(id)}"]`);
  for (const other of panel.querySelectorAll(".found")) other.classList.remove("found");
  if (!found) return;
  for (let part = found.parentElement; part && part !== panel; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
  found.classList.add("found");
  found.tabIndex = -1;
  found.scrollIntoView({ block: "center" });
  found.focus({ preventScroll: true });
}

/** Handle clause links anywhere on the page. */
export function followClauses() {
  document.addEventListener("click", (event) => {
    const link = /** @type {HTMLElement} */ (event.target).closest?.("[data-clause-link]");
    if (!link) return;
    event.preventDefault();
    openClause(/** @type {HTMLElement} */ (link).dataset.clauseLink ?? "");
  });
}
