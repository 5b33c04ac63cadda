// @ts-check
// One unit for everything on the stage: the width of the viewer's cards, as large as fits the whole scene.

/** How much larger the cards must become for a level to be worth what it hides: what the bets pay, shortened names, or all other players. @type {Record<string, number>} */
const GAIN = { "no-terms": 1.1, "no-backs": 1.25, "short-plates": 1.2, "no-others": 1.5 };
const LARGEST = 240;
/** At this width the rank is 20 px high. Other players' cards are never narrower than 28 px, so none has to be shown as text. */
const SMALLEST = 42;
/** Elements are hidden before cards become narrower than this. */
const LARGE = 64;
/** From this width on a card has a full face, whose corner is enlarged until the rank can be read (table.css). */
const FULL_FACE = 64;
/** How near the unit is to the largest that fits. */
const NEAR = 1;
/**
 * What a scene is like: the classes that hide parts of it when space is short, least important first, each on top of those before;
 * card widths in units, by the class that marks them as small; where a callout covers nothing important; `clear` arranges the elements and returns whether nothing overlaps; `usual` is the
 * width and height of a whole scene in units, about: where the search starts; `finish` places what needs no room of its own.
 * @typedef {{levels: string[], widths: Record<string, number>, calls: HTMLElement, clear: () => boolean, usual: () => [number, number], finish?: () => void}} Shape
 */

export class Fit {
  /** @param {HTMLElement} stage the available space @param {HTMLElement} scene what has to fit into it @param {Shape} shape */
  constructor(stage, scene, { levels, widths, calls, clear, usual, finish = () => {} }) {
    this.stage = stage;
    this.scene = scene;
    this.levels = ["", ...levels];
    this.widths = widths;
    this.calls = calls;
    this.clear = clear;
    this.usual = usual;
    this.finish = finish;
    this.known = "";
    /** The contents of the latest fit. @type {string | undefined} */
    this.what = undefined;
    /** What was tried last, and is on the screen. */
    this.tried = "";
    /** The unit of the fit before in this space; 0 before the first. */
    this.unit = 0;
    /** Whether the space may have changed since it was last measured. */
    this.resized = true;
    new ResizeObserver(() => {
      this.resized = true;
      if (this.what !== undefined) this.now(this.what);
    }).observe(stage);
  }

  /** Refit if the space or the contents have changed. @param {string} what identifies the contents besides cards and chips, whose space is reserved */
  now(what) {
    // Measuring lays the page out, and a table is redrawn for each card and each bet.
    if (what === this.what && !this.resized) return;
    this.what = what;
    const { clientWidth, clientHeight } = this.stage;
    const space = `${clientWidth} ${clientHeight} ${this.usual()}`;
    const key = `${space} ${this.what}`;
    if (!clientWidth) return;
    this.resized = false;
    if (key === this.known) return;
    // A window has the same table whatever its size was before, and whoever sat there.
    if (!this.known.startsWith(`${space} `)) this.unit = 0;
    this.known = key;
    this.stage.style.setProperty("--stage", `${clientWidth}px`);
    this.stage.classList.add("fitting");
    let best = { level: this.levels.length - 1, unit: 0 };
    for (let level = 0; level < this.levels.length; level++) {
      const gain = Math.max(...this.levels.slice(best.level + 1, level + 1).map((name) => GAIN[name] ?? 1));
      const least = best.unit ? best.unit * gain + 1 : SMALLEST;
      const unit = this.#largest(level, least);
      if (unit) best = { level, unit };
      if (unit >= LARGE) break;
    }
    this.unit = Math.max(best.unit, SMALLEST);
    if (this.tried !== `${best.level} ${this.unit}`) this.#try(best.level, this.unit);
    this.stage.classList.remove("fitting");
    this.finish();
    this.stage.dataset.unit = String(Math.round(this.unit));
    const { top, height } = this.calls.getBoundingClientRect();
    this.stage.parentElement?.style.setProperty("--call-top", `${top + height / 2 - this.stage.getBoundingClientRect().top}px`);
  }

  /** About the right size at once, for a scene that is to change in a moment. */
  roughly() {
    this.#try(0, this.#expected());
  }

  #expected() {
    const [wide, high] = this.usual();
    return Math.max(SMALLEST, Math.min(LARGEST, this.stage.clientWidth / wide, this.stage.clientHeight / high));
  }

  /** The largest unit at which a level fits; 0 if it is less than the least one. Every try lays the page out anew, so there are few. @param {number} level @param {number} least */
  #largest(level, least) {
    // Once it is known that a level is worth what it hides, its size depends on nothing before it.
    if (level && !this.#try(level, least)) return 0;
    // What changes at a table, such as who sits there, seldom changes it by much.
    let low = this.unit || (level ? SMALLEST : this.#expected());
    let high = LARGEST;
    let step = low * 0.03;
    if (this.#try(level, low)) {
      if (this.unit) step = NEAR; // it was the largest before
      for (; low + step < high; step *= 2) {
        if (this.#try(level, low + step)) low += step;
        else high = low + step;
      }
    } else {
      do {
        if (low === SMALLEST) return 0;
        high = low;
        low = Math.max(SMALLEST, low - step);
        step *= 2;
      } while (!this.#try(level, low));
    }
    while (high - low > NEAR) {
      const middle = (low + high) / 2;
      if (this.#try(level, middle)) low = middle;
      else high = middle;
    }
    return low;
  }

  /** @param {number} level @param {number} unit @returns {boolean} whether it fits */
  #try(level, unit) {
    this.tried = `${level} ${unit}`;
    this.levels.forEach((name, place) => name && this.stage.classList.toggle(name, place <= level));
    for (const [name, width] of Object.entries(this.widths)) this.stage.classList.toggle(name, unit * width < FULL_FACE);
    this.stage.style.setProperty("--u", `${unit}px`);
    this.stage.style.setProperty("--k", String(unit / 100));
    const { scene } = this;
    return this.clear() && scene.scrollHeight <= scene.clientHeight && scene.scrollWidth <= scene.clientWidth;
  }
}

/** Whether two elements overlap, or are nearer than a gap; hidden elements never do. @param {Element} one @param {Element} other @param {number} [gap] */
export function overlap(one, other, gap = 0) {
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  return a.width > 0 && b.width > 0 && a.left < b.right + gap && b.left < a.right + gap && a.top < b.bottom + gap && b.top < a.bottom + gap;
}
