// @ts-check
// The form of a house's settings: what differs from the book, and the server's problems at the fields they belong to.
// Used by any page that includes the macros of _house_editor.html. The server decides what is valid.
import { hide, write } from "./dom.js";

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */
/** @typedef {{ where: string, why: string, says: string }} Problem */

/** Milliseconds within which further changes are reported together; the first one is reported at once. */
const PAUSE = 30;

export class HouseEditor {
  /** @param {HTMLFormElement} form @param {(values: Record<string, string>) => void} changed called after every change */
  constructor(form, changed) {
    this.form = form;
    let timer = 0;
    let latest = -PAUSE;
    const soon = () => {
      clearTimeout(timer);
      const pause = performance.now() - latest < PAUSE ? PAUSE : 0;
      latest = performance.now();
      timer = setTimeout(() => {
        changed(this.values());
        this.#markChanged();
      }, pause);
    };
    form.addEventListener("input", (event) => this.#fields().includes(/** @type {Field} */ (event.target)) && soon());
    form.addEventListener("submit", (event) => {
      if (event.submitter?.hasAttribute("data-saves")) return;
      event.preventDefault();
      changed(this.values());
    });
  }

  /** @returns {Field[]} */
  #fields() {
    return /** @type {Field[]} */ ([...this.form.querySelectorAll("[data-book]")]);
  }

  /** The settings that differ from the book; of a list, all entries. @returns {Record<string, string>} */
  values() {
    const fields = this.#fields();
    const lists = new Set(fields.filter(differs).map((field) => field.dataset.entry).filter(Boolean));
    const wanted = fields.filter((field) => differs(field) || lists.has(field.dataset.entry));
    return Object.fromEntries(wanted.map((field) => [field.name, field.value]));
  }

  #markChanged() {
    for (const field of this.#fields()) field.closest(".editor-field")?.classList.toggle("changed", differs(field));
  }

  /** Show the problems: each at its field; those of no field are returned. @param {Problem[]} problems @returns {Problem[]} */
  showProblems(problems) {
    const first = new Map();
    for (const problem of problems) if (!first.has(problem.where)) first.set(problem.where, problem.says);
    const known = new Set();
    for (const field of this.#fields()) {
      const why = first.get(field.name);
      known.add(field.name);
      const place = document.getElementById(`problem-${field.name}`);
      if (why === undefined) field.removeAttribute("aria-invalid");
      else field.setAttribute("aria-invalid", "true");
      if (!place) continue;
      write(place, why ?? "");
      hide(place, why === undefined);
      if (why !== undefined) field.closest("details")?.setAttribute("open", "");
    }
    return problems.filter((problem) => !known.has(problem.where));
  }

  /** Show amounts in the house's currency where they are written in another way. @param {Record<string, string>} money by path */
  showMoney(money) {
    for (const place of /** @type {NodeListOf<HTMLElement>} */ (this.form.querySelectorAll("[data-money]"))) {
      const text = money[place.dataset.money ?? ""] ?? "";
      const field = place.parentElement?.querySelector("input");
      write(place, text === field?.value ? "" : text);
    }
  }
}

/** @param {Field} field */
const differs = (field) => field.value !== (field.dataset.book ?? "");
