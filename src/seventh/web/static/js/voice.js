// @ts-check
// Screen-reader announcements: sentences in order, each once, batched: the cards when they lie there, the result when the animation is over.
import { spoken } from "./card-words.js";
import { cardNames } from "./cards.js";
import { codes, total } from "./state.js";

/** Sentences that arrive within this many milliseconds are announced together. */
const BREATH = 120;

/** Without clause ids such as ` (H5)`, which only the visible log needs. @param {string} text */
const unnumbered = (text) => text.replace(/ \([A-Z]\d+(?:, [A-Z]\d+)*\)/g, "");

/** Without sentences that a later one repeats and continues: “The dealer does not qualify.” before the reason for a payment. @param {string} text */
function once(text) {
  const sentences = text.split(/(?<=[.!?]) (?=[A-Z])/);
  return sentences.filter((one, place) => !sentences.slice(place + 1).some((other) => other.startsWith(one.slice(0, -1)))).join(" ");
}

export class Voice {
  /** @param {HTMLElement} live the page's live region */
  constructor(live) {
    this.live = live;
    /** @type {string[]} */
    this.waiting = [];
    /** What follows all that. */
    this.last = "";
    this.held = false;
    /** Whether to wait: a change of focus would cut the announcement off. */
    this.waits = () => false;
  }

  /** @param {string} sentence */
  say(sentence) {
    if (!sentence || this.waiting.at(-1) === unnumbered(sentence)) return;
    this.waiting.push(unnumbered(sentence));
    if (!this.held) this.#soon();
  }

  /** Say this after everything that waits, unless it is replaced first; empty to take it back. @param {string} sentence */
  after(sentence) {
    this.last = sentence;
    if (sentence && !this.held) this.#soon();
  }

  /** Take back the last sentence, if it is still waiting. @param {string} sentence @returns {boolean} whether it was */
  unsay(sentence) {
    const waits = Boolean(sentence) && this.waiting.at(-1) === sentence;
    if (waits) this.waiting.pop();
    return waits;
  }

  /** Confirm the person's own action at once, after what came before it. @param {string} sentence */
  confirm(sentence) {
    this.say(sentence);
    if (this.held) this.#all();
  }

  /** Answer what the person has typed or pressed: during a deal at once, and on its own. @param {string} sentence */
  answer(sentence) {
    if (this.held && sentence) this.#speak(unnumbered(sentence));
    else this.say(sentence);
  }

  /** The cards lie there, and something else begins. @param {boolean} aloud whether there is time to announce what happened so far */
  next(aloud) {
    if (aloud && this.held) this.#all();
  }

  /** Hold announcements until `release`: during a deal they would cut each other off. */
  hold() {
    this.held = true;
    clearTimeout(this.timer);
  }

  release() {
    if (!this.held) return;
    this.held = false;
    this.#soon();
  }

  #soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.waits() ? this.#soon() : this.#all()), BREATH);
  }

  #all() {
    const sentences = [...this.waiting, this.last].filter(Boolean);
    if (sentences.length) this.#speak(sentences.join(" "));
    [this.waiting, this.last] = [[], ""];
  }

  /** @param {string} sentences */
  #speak(sentences) {
    const text = spoken(once(sentences));
    // A screen reader repeats a sentence only if the text differs.
    this.live.textContent = this.live.textContent === text ? `${text}\u00a0` : text;
  }
}

/** Describe the cards that lie face up while something moves; the server would describe the table as it is afterwards. @param {import("./state.js").Model} model @param {HTMLElement[]} cards on the table @param {any} table */
export function shownWords(model, cards, table) {
  const { mySeat, nameOf } = table;
  // In the order in which they lie, if they are sorted already.
  const lying = (/** @type {string[]} */ held, /** @type {string | undefined} */ order) => (codes(order).length === held.length ? codes(order) : held);
  const faces = new Set(cards.map((card) => card.dataset.card).filter((code) => code !== "??"));
  const about = (/** @type {string} */ who, /** @type {string[]} */ codes, name = "") => {
    const seen = codes.filter((code) => faces.has(code));
    return seen.length ? `${who} ${cardNames(seen)}${name && `: ${name}`}.` : "";
  };
  const [mine, others] = [model.places.get(mySeat()), [...model.places.values()].filter(({ seat }) => seat !== mySeat())];
  return [
    about("The dealer has", lying(model.dealer, model.hand("dealer")?.order), model.hand("dealer")?.name), about("Common card:", model.common),
    ...others.map(({ seat, cards: held }) => about(`${nameOf(seat)} shows`, held, model.hand(seat)?.name)),
    about("You hold", lying(mine?.cards ?? [], mine?.up.length ? "" : model.hand(mine?.seat ?? 0)?.order), model.hand(mine?.seat ?? 0)?.name),
    total(mine?.wagers ?? {}) && `Your bets: ${slipWords(mine?.wagers ?? {}, table)}`,
  ].filter(Boolean).join(" ");
}

/** The cards of one street as they are dealt around the table, in one sentence for the viewer and one for the others. */
export class Street {
  /** @param {string} title “Third street, $8 in the pot.” or empty */
  constructor(title) {
    this.title = title;
    /** @type {string[]} */
    this.down = [];
    /** @type {string[]} */
    this.up = [];
    /** @type {string[]} */
    this.others = [];
    this.hand = "";
  }

  /** @param {import("./state.js").GameEvent} event @param {string} who the name of another player; empty for the viewer @param {string | undefined} hand its name, if it is seen */
  add({ cards, up }, who, hand = "") {
    /** @type {string[]} */
    const shown = codes(up);
    if (who) return void (shown.length && this.others.push(`${who} ${cardNames(shown)}${hand && `: ${hand}`}`));
    this.up.push(...shown);
    this.down.push(...codes(cards).filter((card) => !shown.includes(card)));
    this.hand = hand || this.hand;
  }

  get words() {
    const own = [this.down.length && `${cardNames(this.down)} face down`, this.up.length && `${cardNames(this.up)} face up`].filter(Boolean).join(", ");
    return [this.title, own && `You're dealt ${own}${this.hand && `: ${this.hand}`}.`, this.others.length && `Others: ${this.others.join("; ")}.`].filter(Boolean).join(" ");
  }
}

/** Describe all chips on the spots. @param {Record<string, number>} slip @param {{money: import("./money.js").Money, title: (wager: string) => string}} table */
export function slipWords(slip, { money, title }) {
  const laid = Object.entries(slip).filter(([, amount]) => amount);
  if (!laid.length) return "No chips on the table.";
  return `${laid.map(([wager, amount]) => `${money.text(amount)} on ${title(wager)}`).join(", ")}${laid.length > 1 ? `, ${money.text(total(slip))} in total` : ""}.`;
}

/** Describe chips that are on the spots, and that the server does not know yet. @param {Record<string, number>} slip @param {{money: import("./money.js").Money, title: (wager: string) => string}} table */
export const laidOut = (slip, table) => `${total(slip) ? "Not placed yet: " : ""}${slipWords(slip, table)}`;

/** Announce the viewer's own bets, with the total of several. @param {string} sentence as logged @param {Record<string, number>} amounts @param {import("./money.js").Money} money */
export function betWords(sentence, amounts, money) {
  return Object.values(amounts).filter(Boolean).length > 1 ? `${sentence.replace(/\.$/, "")}, ${money.text(total(amounts))} in total.` : sentence;
}

/** Describe what a press of a spot or button has changed; empty if nothing. @param {Record<string, number>} before @param {Record<string, number>} after @param {{money: import("./money.js").Money, title: (wager: string) => string}} table */
export function slipChange(before, after, table) {
  const wagers = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((wager) => (before[wager] ?? 0) !== (after[wager] ?? 0));
  if (!wagers.length) return "";
  const [wager] = wagers;
  if (wagers.length > 1 || !total(after)) return slipWords(after, table);
  const now = after[wager] ? `${table.money.text(after[wager])} on ${table.title(wager)}` : `Nothing on ${table.title(wager)}`;
  return `${now}, ${table.money.text(total(after))} in total.`;
}
