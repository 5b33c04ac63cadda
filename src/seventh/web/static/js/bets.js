// @ts-check
// Betting before the deal: the chip tray, the bet slip, and the button that places the bets.
import { BetSummary, wordings } from "./bet-summary.js";
import { chipFace, trayChips } from "./chips.js";
import { byId, el, write } from "./dom.js";
import { keepBets, lastBets } from "./last-bets.js";
import { hintKeys } from "./settings.js";
import { checked, doubled, halted, withChip, withNamed, without } from "./slip.js";
import { total } from "./state.js";
import { slipWords } from "./voice.js";

export const TYPE_DEAL = "Type “deal” to place your bets.";

export class Bets {
  /** @param {any} table @param {any} stage @param {{place: (amounts: Record<string, number>) => void, weigh: (amounts: Record<string, number>) => void, say: (text: string) => void, remark: (text: string) => void, change: () => void}} on `remark` answers a key that changes nothing */
  constructor(table, stage, on) {
    this.table = table;
    this.stage = stage;
    this.on = on;
    this.open = false;
    /** @type {Record<string, number>} */
    this.slip = {};
    /** @type {Record<string, number>[]} */
    this.past = [];
    this.round = "";
    /** Whether the slip is still the preset bet: the last or the simplest one. */
    this.preset = false;
    /** What was chosen for the next round while a result was shown: wagers to place or only to lay out, amounts for some spots, or a spot to start with. @type {{after: string, amounts?: Record<string, number>, lay?: Record<string, number>, named?: Record<string, number>, spot?: string} | null} */
    this.next = null;
    this.editing = true;
    this.budget = 0;
    /** @type {import("./slip.js").Rule[]} */
    this.rules = [];
    /** What the slip could win, once the server has answered. @type {{awards: Record<string, number>, fixed: string[], warnings: string[], note: string, short: string} | null} */
    this.weighed = null;
    /** Whether to place the slip as soon as the server has nothing against it: the last bet, repeated without a look at it. */
    this.placing = false;
    /** The slip last asked about, as JSON. */
    this.asked = "";
    /** Why the latest press was rejected. */
    this.problem = "";
    this.kinds = trayChips(table.layout.smallest, table.layout.most, table.money.unit);
    this.chip = this.kinds.find((kind) => kind.worth >= 5 * table.money.unit) ?? this.kinds[0];
    this.element = byId("bets");
    this.#build();
    byId("stage").addEventListener("contextmenu", (/** @type {Event} */ event) => {
      const spot = /** @type {HTMLElement} */ (event.target).closest(".spot");
      if (!spot || !this.betting) return;
      event.preventDefault();
      this.remove(/** @type {HTMLElement} */ (spot).dataset.wager ?? "");
    });
  }

  #build() {
    this.chips = this.kinds.map((kind, place) =>
      el("button", { type: "button", class: "chip", "aria-pressed": "false", "aria-keyshortcuts": String(place + 1), "aria-label": `${this.table.money.text(kind.worth)} chip`, onclick: () => this.choose(place) }, chipFace(kind)));
    const tool = (/** @type {string} */ name, /** @type {string} */ key, /** @type {() => void} */ act) => el("button", { type: "button", class: "tool", "aria-keyshortcuts": key, onclick: act }, name);
    this.tools = {
      undo: tool("Undo", "Z", () => this.undo()),
      clear: tool("Clear", "X", () => this.clear()),
      rebet: tool("Rebet", "V", () => this.rebet()),
      double: tool("Double", "D", () => this.double()),
    };
    this.goText = el("span", {}, "Deal");
    this.go = el("button", { type: "button", class: "primary big go", "aria-keyshortcuts": "Enter", onclick: () => this.place() }, this.goText, el("kbd", { "aria-hidden": "true" }, "Enter"));
    this.lines = el("p", { class: "slip-lines" });
    this.flags = el("p", { class: "slip-flags" });
    const slip = el("div", { class: "slip" }, this.lines, this.flags);
    this.summary = new BetSummary(this.lines, slip);
    this.element.replaceChildren(
      el("div", { class: "tray", role: "group", "aria-label": "Chips: select one, then press a spot" }, this.chips),
      el("div", { class: "tools" }, Object.values(this.tools)),
      slip, this.go);
    hintKeys(this.element);
    this.choose(this.kinds.indexOf(this.chip));
  }

  /** @param {number} place */
  choose(place) {
    if (!this.kinds[place]) return;
    this.chip = this.kinds[place];
    this.chips?.forEach((chip, other) => chip.setAttribute("aria-pressed", String(other === place)));
  }

  /** Update from a frame. @param {import("./state.js").TableFrame} frame */
  see(frame) {
    const choice = frame.round?.view.choices.find((/** @type {any} */ offered) => offered.action === "place_wagers");
    const mine = frame.round?.view.seats.find((/** @type {any} */ seat) => seat.seat === frame.you?.seat);
    const placed = mine?.wagers ?? {};
    if (frame.round && frame.round.id !== this.round) {
      // A round that ended before this player's bet, such as when somebody sat down, leaves the chosen chips where they are.
      if (this.preset || !total(this.slip) || total(this.placed ?? {})) {
        this.slip = {};
        this.past = [];
        this.preset = true;
      }
      this.round = frame.round.id;
      this.problem = "";
      this.editing = !total(placed);
    }
    this.placed = placed;
    const budget = choice?.budget ?? 0;
    if (budget !== this.budget) this.asked = ""; // with other chips the answer may be another
    this.budget = budget;
    if (choice) this.rules = choice.spots;
    if (choice && !total(placed) && total(this.slip) > budget) {
      // Laid out before a round that cost more than was expected.
      this.slip = {};
      this.past = [];
      this.preset = true;
    }
    this.open = Boolean(choice) && this.budget >= this.table.layout.least;
    if (this.open && this.editing && total(placed) && (this.preset || !total(this.slip))) this.editing = false;
    if (this.betting && this.preset) this.#preset();
    this.show();
  }

  /** Lay out the usual bet. A last bet that the rules no longer allow is not replaced by another one. */
  #preset() {
    const misfit = this.#misfit(lastBets(this.table.game) ?? {});
    this.slip = misfit ? {} : this.usual(this.budget);
    const why = misfit || this.uncovered(this.budget);
    if (why) this.problem = why;
  }

  /** Which limit these wagers break, in a sentence; empty if none. @param {Record<string, number>} wagers */
  #misfit(wagers) {
    const { money, title } = this.table;
    for (const { wager, from, to, same_as } of this.rules) {
      if (same_as) continue; // its limits are the other's
      const amount = wagers[wager] ?? 0;
      if (amount && amount < from) return `Your last bet no longer fits: the minimum for ${title(wager)} is ${money.text(from)}.`;
      if (amount > to && to >= from && amount <= this.budget) return `Your last bet no longer fits: the maximum for ${title(wager)} is ${money.text(to)}.`;
    }
    return "";
  }

  /** That the last bets cost more than there is, in a sentence; empty if they don't. @param {number} budget */
  uncovered(budget) {
    const last = total(lastBets(this.table.game) ?? {});
    return last > budget ? `You can’t cover your last bets (${this.table.money.text(last)}); this is the smallest bet.` : "";
  }

  /** The last bet, or the simplest one if the budget does not cover it; empty if it covers neither. @param {number} budget @returns {Record<string, number>} */
  usual(budget) {
    // After a reload during a round the rules of the spots are not known yet: they are checked when the next one begins.
    const check = (/** @type {Record<string, number>} */ wagers) => (this.rules.length ? checked(this.rules, wagers, budget) : total(wagers) <= budget ? wagers : "");
    const bets = [lastBets(this.table.game), this.table.layout.simplest].map((wagers) => wagers && check(wagers));
    return bets.find((wagers) => wagers && typeof wagers !== "string") ?? {};
  }

  /** Whether these wagers are the last bet. @param {Record<string, number>} wagers */
  isLast(wagers) {
    return JSON.stringify(wagers) === JSON.stringify(lastBets(this.table.game));
  }

  /** The label of the button that places these wagers. With others at the table they don't start the deal. @param {Record<string, number>} wagers @param {boolean} again whether they are the last bet */
  label(wagers, again) {
    const { frame, money } = this.table;
    const others = (frame?.seats ?? []).some((/** @type {any} */ seat) => seat.seat !== frame.you?.seat && !seat.bot && !seat.sits_out && !seat.leaving);
    const sum = money.text(total(wagers));
    if (others) return `${again ? "Rebet" : "Bet"} ${sum}`;
    return again ? `Rebet ${sum} and deal` : `Deal ${sum}`;
  }

  /** Carry out what was chosen before this round began. */
  follow() {
    const wanted = this.next;
    if (!wanted || !this.open || wanted.after === this.round) return;
    if (!wanted.amounts || !this.betting) this.next = null;
    if (!this.betting) return;
    if (wanted.spot === "") this.#begin(this.usual(this.budget));
    if (wanted.spot) this.press(wanted.spot);
    if (wanted.lay) this.set(wanted.lay);
    if (wanted.named) {
      if (this.put(wanted.named)) this.on.say(TYPE_DEAL);
      else this.on.change(); // what is laid out is said after the reason
    }
    if (!wanted.amounts) return;
    this.placing = this.set(wanted.amounts);
    this.next = null;
    if (this.placing) this.#placeUnlessShort();
    else this.on.change();
  }

  /** Whether bets chosen before this round began are about to be placed without a further press. */
  get automatic() {
    return this.betting && Boolean(this.next || this.placing);
  }

  /** The last bet may leave too little for the decision after the deal: then the player sees the warning first. */
  #placeUnlessShort() {
    if (!this.placing || !this.weighed) return;
    this.placing = false;
    if (this.weighed.short) this.on.change();
    else this.place();
  }

  /** Why the player might not want to place these bets; empty if there is no reason. */
  get short() {
    return (this.betting && this.weighed?.short) || "";
  }

  /** What became of chips that this player had laid out when the bets of a round closed: the end of a sentence; empty if there were none. @param {string} round */
  back(round) {
    const sum = total(this.slip);
    if (round !== this.round || this.preset || !sum || total(this.placed ?? {})) return "";
    return `before you pressed Bet: your ${this.table.money.text(sum)} is back in your stack.`;
  }

  /** Whether the player has started to bet in this round. */
  get begun() {
    return !this.betting || (!this.preset && total(this.slip) > 0);
  }

  get betting() {
    return this.open && this.editing;
  }

  show() {
    this.element.hidden = !this.betting;
    this.stage.slip = this.betting ? this.slip : null;
    if (!this.betting) return byId("dock").classList.remove("warned");
    const { money } = this.table;
    const sum = total(this.slip);
    this.go.disabled = !sum || typeof checked(this.rules, this.slip, this.budget) === "string";
    write(this.goText, sum ? this.label(this.slip, this.preset && this.isLast(this.slip)) : "Place a bet");
    this.#weigh();
    const empty = `${money.text(this.budget)} in front of you. Select a chip and press a spot.`;
    const warnings = this.weighed?.warnings ?? [];
    // The prompt has room for this warning in every window.
    const heard = Boolean(this.short && !this.problem);
    const flags = this.problem || this.short || warnings.join(" ") || this.weighed?.note || "";
    if (this.flags.textContent !== flags) this.table.story.aloud(flags);
    write(this.flags, flags);
    this.flags.classList.toggle("visually-hidden", heard);
    this.flags.classList.toggle("cut", Boolean(this.problem) || warnings.length > 0);
    byId("dock").classList.toggle("warned", Boolean(this.short));
    this.summary?.show(sum ? [...wordings(this.table, this.slip, this.weighed?.awards ?? {}, this.weighed?.fixed ?? []), ""] : [empty, ""], flags);
    this.tools?.undo.toggleAttribute("disabled", !this.past.length);
    this.tools?.clear.toggleAttribute("disabled", !sum);
    this.tools?.double.toggleAttribute("disabled", !sum);
    if (this.tools) write(this.tools.rebet, lastBets(this.table.game) ? "Rebet" : "Quick bet");
  }

  /** Ask the server what the slip could win, once per slip. */
  #weigh() {
    const amounts = JSON.stringify(this.slip);
    if (amounts === this.asked) return;
    this.asked = amounts;
    this.weighed = null;
    if (total(this.slip)) this.on.weigh(this.slip);
  }

  /** The server's answer. @param {{amounts: Record<string, number>, awards: Record<string, number>, fixed: string[], warnings: string[], note: string, short: string}} answer */
  told(answer) {
    if (JSON.stringify(answer.amounts) !== this.asked) return;
    this.weighed = answer;
    this.show();
    this.on.change();
    this.#placeUnlessShort();
  }

  /** @param {Record<string, number> | string} next */
  #become(next) {
    if (typeof next === "string") return this.#explain(next);
    this.past.push(this.slip);
    this.#begin(next);
  }

  /** Say why a press did not do what it asked for. @param {string} why */
  #explain(why) {
    this.problem = why;
    write(this.flags, why); // what is already written is not announced again
    this.show();
    this.on.say(why);
  }

  /** @param {Record<string, number>} next */
  #begin(next) {
    this.preset = false;
    this.placing = false;
    this.problem = "";
    this.slip = Object.fromEntries(Object.entries(next).filter(([, amount]) => amount));
    this.show();
    this.on.change();
  }

  /** Put a chip on a spot, on top of what is laid out. @param {string} wager */
  press(wager) {
    if (!this.betting) return;
    const before = this.slip[wager] ?? 0;
    this.#become(withChip(this.rules, this.slip, wager, this.chip.worth, this.budget, (spot, most) => this.#limit("maximum", spot, most)));
    const now = this.slip[wager] ?? 0;
    const added = now - before;
    const equal = this.rules.find((rule) => rule.wager === wager)?.same_as;
    if (added > 0 && added < this.chip.worth && !equal) this.#explain(this.#limit("maximum", wager, now));
    if (added > this.chip.worth) this.#explain(this.#limit(equal ? "equal" : "minimum", wager, now));
  }

  /** @param {import("./slip.js").Limit} which @param {string} wager @param {number} amount */
  #limit(which, wager, amount) {
    if (which === "equal") return `The bets on ${this.table.title(this.rules.find((rule) => rule.wager === wager)?.same_as)} and ${this.table.title(wager)} are equal.`;
    if (which === "step") return `The bet on ${this.table.title(wager)} goes in steps of ${this.table.money.text(amount)}.`;
    if (which === "maximum" && amount >= this.budget) return `You have only ${this.table.money.text(this.budget)} in front of you.`;
    const rule = this.rules.find((one) => one.wager === wager);
    const other = which === "maximum" && rule?.at_most && amount < rule.to ? `; it may not be larger than the ${this.table.title(rule.at_most)}` : "";
    return `The ${which} for ${this.table.title(wager)} is ${this.table.money.text(amount)}${other}.`;
  }

  /** @param {string} wager */
  remove(wager) {
    if (!this.betting) return;
    if (this.slip[wager]) this.#become(without(this.rules, this.slip, wager));
    else this.on.remark(`Nothing on ${this.table.title(wager)}.`);
  }

  undo() {
    if (!this.betting) return;
    const before = this.past.pop();
    if (!before) return this.on.remark("There is nothing to undo.");
    this.slip = before;
    this.show();
    this.on.change();
  }

  clear() {
    if (!this.betting) return;
    if (total(this.slip)) this.#become({});
    else this.#same();
  }

  rebet() {
    if (!this.betting) return;
    const last = lastBets(this.table.game);
    const next = (last && this.#misfit(last)) || this.#checked(last ?? this.table.layout.simplest);
    const same = slipWords(this.slip, this.table) === slipWords(typeof next === "string" ? {} : next, this.table);
    this.#become(next);
    if (same && typeof next !== "string") this.#same();
  }

  /** Say what is laid out where a press changes nothing. */
  #same() {
    this.on.remark(slipWords(this.slip, this.table));
  }

  double() {
    if (!this.betting) return;
    if (!total(this.slip)) return this.#same();
    const full = halted(this.rules, this.slip);
    const next = doubled(this.rules, this.slip, this.budget);
    const same = JSON.stringify(next) === JSON.stringify(this.slip);
    if (!same) this.#become(next);
    if (full && typeof next !== "string") this.#explain(this.#limit("maximum", full.wager, full.to));
  }

  /** Set the slip to exactly these wagers. @param {Record<string, number>} wagers */
  set(wagers) {
    if (!this.betting) return false;
    const next = this.#checked(wagers);
    this.#become(next);
    return typeof next !== "string";
  }

  /** Set the wagers that are named, and leave the others as they are. @param {Record<string, number>} named */
  put(named) {
    return this.set(withNamed(this.rules, this.slip, named));
  }

  /** @param {Record<string, number>} wagers */
  #checked(wagers) {
    return checked(this.rules, wagers, this.budget, (which, wager, amount) => this.#limit(which, wager, amount));
  }

  /** Edit wagers that were already placed. */
  change() {
    if (!this.open) return;
    this.slip = { ...this.placed };
    this.past = [];
    this.preset = false;
    this.editing = true;
    this.show();
    this.on.change();
  }

  place() {
    if (!this.betting || this.go.disabled) return;
    keepBets(this.table.game, this.slip);
    this.editing = false;
    this.on.place(this.slip);
    this.show();
  }

  /** The server refused the wagers. */
  refused() {
    this.editing = true;
    this.show();
    this.on.change();
  }
}
