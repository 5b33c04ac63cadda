// @ts-check
// One unit for everything on the stage: the width of an own card, the largest with which the whole scene fits.

/** What a scene leaves out as room gets short, the least important first; each level leaves out all before it as well. */
const LEVELS = ["", "no-ornaments", "no-pays", "no-terms", "no-backs", "short-plates", "no-others"];
const LARGEST = 240;
const SMALLEST = 20;
/** From this width on a card has a full face; rather leave something out than go below it. */
const FULL_FACE = 64;
/** The width of the others' cards in units. */
const OTHERS = 0.66;

export class Fit {
  /** @param {HTMLElement} stage the space there is @param {HTMLElement} scene what has to fit into it @param {() => boolean} [clear] puts things in their places and says whether nothing lies over anything else */
  constructor(stage, scene, clear = () => true) {
    this.stage = stage;
    this.scene = scene;
    this.clear = clear;
    this.known = "";
    new ResizeObserver(() => this.now()).observe(stage);
  }

  /** Fit anew if the space or what stands on it has changed. @param {string} [what] names what the scene holds besides cards and chips, which have their place in any case */
  now(what) {
    this.what = what ?? this.what ?? "";
    const { clientWidth, clientHeight } = this.stage;
    const key = `${clientWidth} ${clientHeight} ${this.what}`;
    if (key === this.known || !clientWidth) return;
    this.known = key;
    let best = { level: LEVELS.length - 1, unit: SMALLEST };
    for (let level = 0; level < LEVELS.length; level++) {
      const unit = this.#largest(level);
      if (unit > best.unit + 1) best = { level, unit };
      if (unit >= FULL_FACE) break;
    }
    this.#try(best.level, best.unit);
    this.stage.dataset.unit = String(Math.round(best.unit));
  }

  /** The largest unit with which everything of a level fits. @param {number} level */
  #largest(level) {
    let [low, high] = [SMALLEST, LARGEST];
    if (!this.#try(level, low)) return 0;
    while (high - low > 0.5) {
      const middle = (low + high) / 2;
      if (this.#try(level, middle)) low = middle;
      else high = middle;
    }
    return low;
  }

  /** @param {number} level @param {number} unit @returns {boolean} whether it fits */
  #try(level, unit) {
    LEVELS.forEach((name, place) => name && this.stage.classList.toggle(name, place <= level));
    this.stage.classList.toggle("small-cards", unit < FULL_FACE);
    this.stage.classList.toggle("small-others", unit * OTHERS < FULL_FACE);
    this.stage.style.setProperty("--u", `${unit}px`);
    this.stage.style.setProperty("--k", String(unit / 100));
    const { scene } = this;
    return this.clear() && scene.scrollHeight <= scene.clientHeight && scene.scrollWidth <= scene.clientWidth;
  }
}

/** Whether two elements lie over each other; what is not shown lies nowhere. @param {Element} one @param {Element} other */
export function overlap(one, other) {
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  return a.width > 0 && b.width > 0 && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
