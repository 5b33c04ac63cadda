// @ts-check
// Asking the lab: the same question again until its answer is there, and never more than the latest one.

/** @typedef {{ status: number, told: any, wait: number }} Told */

/** What this page is called in its questions, so that a new one replaces the one before. */
export const PAGE = Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36)).join("").slice(0, 20);
const LONGEST_WAIT = 30;

/** One kind of question, such as the figures or the chart. */
export class Asking {
  /** @param {string} url */
  constructor(url) {
    this.url = url;
    /** @type {AbortController | null} */
    this.current = null;
  }

  /**
   * Ask, and report every answer: those that are not final too. A new question cancels the one before.
   * @param {Record<string, any>} question @param {(told: Told) => boolean} report returns whether to ask again
   */
  async ask(question, report) {
    this.current?.abort();
    const mine = (this.current = new AbortController());
    const body = JSON.stringify({ ...question, page: PAGE });
    for (;;) {
      const told = await this.#once(body, mine.signal);
      if (mine.signal.aborted) return;
      if (!report(told)) return;
      if (told.wait) await new Promise((done) => setTimeout(done, 1000 * told.wait));
      if (mine.signal.aborted) return;
    }
  }

  cancel() {
    this.current?.abort();
  }

  /** @param {string} body @param {AbortSignal} signal @returns {Promise<Told>} */
  async #once(body, signal) {
    try {
      const answer = await fetch(this.url, { method: "POST", headers: { "Content-Type": "application/json" }, body, signal });
      const wait = Math.min(Number(answer.headers.get("Retry-After") ?? 0), LONGEST_WAIT);
      return { status: answer.status, told: await answer.json(), wait };
    } catch (error) {
      return { status: 0, told: { why: signal.aborted ? "" : "The room cannot be reached; trying again" }, wait: 3 };
    }
  }
}

/** Whether the answer is a refusal that may pass: too many questions, or no connection. @param {Told} told */
export const passes = (told) => told.status === 0 || told.status === 429 || told.status === 503;

/** Replace a part of the page; what was unfolded stays so. @param {HTMLElement} place @param {string} html rendered by the server */
export function replacePart(place, html) {
  const open = [...place.querySelectorAll("details[open]")].map((part) => part.id);
  const focused = place.contains(document.activeElement) ? document.activeElement?.closest("details")?.id : "";
  const fresh = new DOMParser().parseFromString(html, "text/html").body;
  place.replaceChildren(...fresh.childNodes);
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  if (focused) document.getElementById(focused)?.querySelector("summary")?.focus();
}
