// @ts-check
// A part of the page that is loaded when it is first used, with its style sheet: most visits need only a few of them.

/** @template T */
export class Later {
  /** @param {() => Promise<T>} load @param {string} [style] the address of its style sheet */
  constructor(load, style = "") {
    this.load = load;
    this.style = style;
    /** The part, once it is there. @type {T | null} */
    this.part = null;
    /** @type {Promise<T> | null} */
    this.coming = null;
  }

  /** The part, loaded if need be. If that fails, the next use tries again. @returns {Promise<T>} */
  get() {
    this.coming ??= Promise.all([this.load(), styled(this.style)]).then(([part]) => (this.part = part)).catch((error) => {
      this.coming = null;
      throw error;
    });
    return this.coming;
  }

  /** Load it without waiting for it. @param {(part: T) => void} [then] */
  use(then = () => {}) {
    this.get().then(then).catch(console.error);
  }
}

/** Add a style sheet to the page, once. @param {string} address @returns {Promise<void>} */
export function styled(address) {
  if (!address || document.querySelector(`link[href="${CSS.escape(address)}"]`)) return Promise.resolve();
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: address });
  return new Promise((done) => {
    link.onload = () => done();
    link.onerror = () => (link.remove(), done()); // readable without it
    document.head.append(link);
  });
}
