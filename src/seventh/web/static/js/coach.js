// @ts-check
// The coach: what the server says each choice is worth, and what choices have cost. Nothing is computed here.
import { byId, el, hide, write } from "./dom.js";
import { picture } from "./picture.js";
import { change, settings } from "./settings.js";

/**
 * @typedef {{name: string, label: string, action: any, exact: string, antes: string, chips: string, cost: string, cost_text: string, best: boolean, warns: boolean}} Choice
 * @typedef {{round: string, chosen: string, best: string, cost: string, says: string}} Remark
 * @typedef {{round: string, decision: number, hand: string, choices: Choice[], says: string, asked: Choice | null, made: Remark | null,
 *   tally: {decisions: number, mistakes: number, best: string, made: string, cost: string, says: string}, has_picture: boolean,
 *   picture: import("./picture.js").Picture | null}} Coached
 */

const RETRY = 1500;
const TRIES = 5;
const LONGEST = 4000;
const NO_DECISIONS = "There is nothing to decide in this game.";

/** @param {any} one @param {any} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

export class Coach {
  /** @param {any} table @param {{say: (text: string) => void, aloud: (text: string) => void, redraw: () => void}} on */
  constructor(table, on) {
    this.table = table;
    this.on = on;
    /** The latest answer. @type {Coached | null} */
    this.latest = null;
    /** What the latest question was about. */
    this.asked = "";
    /** Why there is no answer. */
    this.refused = "";
    this.tries = 0;
    /** What was last announced. */
    this.said = "";
    /** The action that was pressed once, despite the warning about it. */
    this.unsure = "";
    /** A warning until the action is pressed again. */
    this.warning = "";
    /** Whoever waits for the value of an action. @type {{action: any, tell: (choice: Choice | null) => void} | null} */
    this.pricing = null;
    this.panel = byId("coach-panel");
    byId("coach-line").addEventListener("click", () => this.open());
    byId("coach-more").addEventListener("click", () => this.open());
    byId("coach-warns").addEventListener("change", () => change({ coachWarns: byId("coach-warns").checked }));
    addEventListener("settings", () => this.#settle());
    table.connection.addEventListener("open", () => (this.asked = "")); // after a new connection everything is asked again
    table.connection.addEventListener("frame", (/** @type {CustomEvent} */ { detail }) => {
      if (detail.is === "coached" || (detail.is === "refused" && detail.id === `coach:${table.boot.table}`)) this.#told(detail);
    });
    this.#settle();
  }

  /** Whether the coach is on. */
  get on_duty() {
    return settings.coach;
  }

  /** Whether mistakes are to be warned about now. */
  get warns() {
    return this.on_duty && settings.coachWarns && this.choices.length > 0;
  }

  /** Open the panel with the figures and the picture. */
  open() {
    this.panel.showModal();
    this.#ask({ picture: true });
    this.#draw();
  }

  #settle() {
    byId("coach-warns").checked = settings.coachWarns;
    if (settings.coach) return;
    [this.asked, this.latest, this.warning, this.unsure, this.said] = ["", null, "", "", ""];
    this.#draw();
  }

  /** @param {Record<string, any>} [more] */
  #ask(more = {}) {
    this.table.connection.tell({ do: "coach", table: this.table.boot.table, picture: Boolean(this.panel.open), ...more });
  }

  /** Follow the table: ask whenever the player's decision or the phase changes. @param {import("./state.js").TableFrame} frame @param {boolean} moving whether cards are still on their way */
  see(frame, moving) {
    if (!this.on_duty) return;
    const round = frame.round;
    const key = `${round?.id} ${round?.decision} ${round?.view.phase} ${frame.you?.seat}`;
    if (frame.you?.seat && key !== this.asked && this.table.connection.ready) {
      this.asked = key;
      this.#ask();
    }
    this.moving = moving;
    this.seat = frame.you?.seat ?? 0;
    this.now = round ? `${round.id} ${round.decision}` : "";
    this.#draw();
  }

  /** An answer or a refusal. @param {any} tell */
  #told(tell) {
    if (tell.is === "refused") {
      this.pricing?.tell(null);
      this.refused = tell.why;
      if ((tell.code === "failed" || tell.code === "too_fast") && this.tries++ < TRIES) setTimeout(() => this.on_duty && this.#ask(), RETRY);
    } else {
      const pictured = tell.round === this.latest?.round && tell.decision === this.latest?.decision ? this.latest?.picture : null;
      this.latest = { ...tell, picture: tell.picture ?? pictured };
      this.refused = "";
      this.tries = 0;
      if (this.pricing && tell.asked && same(tell.asked.action, this.pricing.action)) this.pricing.tell(tell.asked);
    }
    this.on.redraw();
  }

  /** The choices of the open decision, if they are known. @returns {Choice[]} */
  get choices() {
    const { latest } = this;
    return latest && latest.decision && `${latest.round} ${latest.decision}` === this.now ? latest.choices : [];
  }

  /** Whether an action is a mistake to warn about that has to be pressed again. @param {any} round @param {import("./state.js").Offer} offer */
  async stops(round, offer) {
    const key = `${round.id} ${JSON.stringify(offer.action)}`;
    const again = this.unsure === key;
    this.warning = "";
    if (again) return false;
    const listed = this.choices.find((one) => same(one.action, offer.action));
    const choice = listed ?? (await this.#priced(offer.action));
    if (!choice?.warns) return false;
    this.unsure = key;
    const best = this.choices.find((one) => one.best);
    this.warning = `${listed?.label ?? "That"} costs ${choice.cost_text} compared with ${best?.label ?? "the best choice"}. Press again to do it anyway.`;
    this.on.say(this.warning);
    this.on.redraw();
    return true;
  }

  /** The value of an action that is not listed, from the server; null if there is none. @param {any} action @returns {Promise<Choice | null>} */
  #priced(action) {
    return new Promise((tell) => {
      const done = (/** @type {Choice | null} */ choice) => {
        this.pricing = null;
        clearTimeout(timer);
        tell(choice);
      };
      const timer = setTimeout(() => done(null), LONGEST);
      this.pricing = { action, tell: done };
      this.#ask({ action });
    });
  }

  #draw() {
    const on = this.on_duty && Boolean(this.seat);
    hide(byId("coach-home"), !on);
    const { latest, moving } = this;
    const choices = moving ? [] : this.choices;
    const best = choices.find((one) => one.best);
    const made = !moving && latest?.made && latest.made.round === (this.now ?? "").split(" ")[0] && !choices.length ? latest.made : null;
    // A decision without figures may follow one with figures, such as setting the hand.
    const open = !(this.now ?? "").endsWith(" 0");
    const idle = !this.table.boot.decides && !latest?.round; // then the tally says all there is to say
    const says = moving ? "" : idle ? this.refused : this.refused || (choices.length ? "" : made ? [made.says, open && latest?.says].filter(Boolean).join(" ") : latest?.says ?? "");
    const line = this.warning || (best ? `Coach: ${choices.map((one) => `${one.label} ${one.chips}`).join(", ")}` : made ? `Coach: ${made.says}` : choices.length === 1 ? `Coach: ${choices[0].label} is your only choice` : "Coach");
    hide(byId("coach-line"), !on);
    write(byId("coach-line"), line);
    byId("dock").classList.toggle("coached", on);
    if (!on) return void (this.panel.open && this.panel.close());
    for (const root of [byId("coach-body"), byId("coach-panel-body")]) this.#fill(root, choices, says, made);
    const tally = latest?.tally.decisions || this.table.boot.decides ? latest?.tally.says ?? "" : NO_DECISIONS;
    write(byId("coach-tally"), tally);
    byId("coach-tally").dataset.cost = latest?.tally.cost ?? "0";
    byId("coach-tally").dataset.best = latest?.tally.best ?? "0";
    byId("coach-tally").dataset.made = latest?.tally.made ?? "0";
    write(byId("coach-panel-tally"), tally);
    if (this.panel.open) this.#picture(moving ? null : latest);
    this.#announce(choices, made);
  }

  /** @param {any} root @param {Choice[]} choices @param {string} says @param {Remark | null} made */
  #fill(root, choices, says, made) {
    const key = JSON.stringify([choices, says, this.warning, choices.length ? this.latest?.says : ""]);
    if (root.dataset.drawn === key) return;
    root.dataset.drawn = key;
    const rows = choices.map((one) => el("tr", { class: one.best ? "best" : "", data: { choice: one.name, exact: one.exact, cost: one.cost } },
      el("th", { scope: "row" }, one.label, one.best && el("span", { class: "coach-best" }, "best")),
      el("td", { title: `exactly ${one.exact} antes` }, one.antes), el("td", {}, one.chips)));
    root.replaceChildren(
      ...(this.warning ? [el("p", { class: "coach-warning" }, this.warning)] : []),
      ...(rows.length ? [el("table", { class: "coach-choices" }, el("caption", {}, this.latest?.hand ? `${this.latest.hand[0].toUpperCase()}${this.latest.hand.slice(1)}` : "Choices"), el("tbody", {}, rows)), el("p", { class: "note" }, this.latest?.says ?? "")] : []),
      ...(says ? [el("p", { class: made && made.cost !== "0" ? "coach-made mistake" : "coach-made" }, says)] : []));
  }

  /** @param {Coached | null} latest */
  #picture(latest) {
    const root = byId("coach-picture");
    const shown = latest?.picture && this.choices.length ? latest.picture : null;
    const key = JSON.stringify(shown);
    if (root.dataset.drawn === key) return;
    root.dataset.drawn = key;
    root.replaceChildren(...(shown ? [picture(shown)] : []));
    if (!shown && latest?.has_picture && this.choices.length) this.#ask({ picture: true });
  }

  /** Say it to those who cannot see it, once. @param {Choice[]} choices @param {Remark | null} made */
  #announce(choices, made) {
    const text = choices.length ? `Coach: ${choices.map((one) => `${one.label} ${one.chips}${one.best ? ", best" : ""}`).join("; ")}.` : made ? `Coach: ${made.says}` : "";
    const key = `${this.now} ${text}`;
    if (!text || key === this.said) return;
    this.said = key;
    this.on.aloud(text);
  }
}
