// @ts-check
// The results and their reasons in sentences on the felt, until the next decision. A sentence is shown whole or not at all.
import { withRanks } from "./card-words.js";
import { el } from "./dom.js";

/** How the sentences are set, the first way that fits: in small letters or not, one after the other on the same lines or not. */
const WAYS = [[false, false], [false, true], [true, false], [true, true]];

export class Verdict {
  constructor() {
    this.element = el("div", { class: "verdict" });
    this.shown = "";
    this.sizes = new ResizeObserver(() => this.#fit());
  }

  /** @param {string[]} sentences the most important first */
  show(sentences) {
    const key = sentences.join("\n");
    if (key === this.shown) return;
    this.shown = key;
    this.element.replaceChildren(...sentences.map((sentence) => el("p", {}, withRanks(sentence.replace(/(?<=\s)-(?=\D?\d)/g, "\u2212")))));
    this.sizes.disconnect();
    // The sentences too: they grow with the cards, whether or not the space for them does.
    for (const part of [this.element, ...this.element.children]) this.sizes.observe(part);
    this.#fit();
  }

  /** Those for which there is still no room are in the last round's panel. */
  #fit() {
    const { element } = this;
    const lines = /** @type {HTMLElement[]} */ ([...element.children]);
    const sum = () => (element.classList.contains("running") ? element.scrollHeight : lines.reduce((sum, line) => sum + line.offsetHeight, 0));
    const fits = () => sum() <= element.clientHeight + 1 && element.scrollWidth <= element.clientWidth;
    for (const line of lines) line.hidden = false;
    for (const [compact, running] of WAYS) {
      element.classList.toggle("compact", compact);
      element.classList.toggle("running", running);
      if (!lines.length || fits()) return;
    }
    element.classList.remove("running");
    for (const line of [...lines].reverse()) {
      if (fits()) return;
      line.hidden = true;
    }
  }
}
