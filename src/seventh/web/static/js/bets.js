// @ts-check
// Betting before the cards: the chip tray, the slip, and the one button that places it.
import { chipFace, trayChips } from "./chips.js";
import { byId, el, write } from "./dom.js";
import { checked, doubled, withChip, without } from "./slip.js";
import { total } from "./state.js";

export class Bets {
  /** @param {any} table @param {any} stage @param {{place: (amounts: Record<string, number>) => void, weigh: (amounts: Record<string, number>) => void, say: (text: string) => void, change: () => void}} on */
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
    this.editing = true;
    this.budget = 0;
    /** @type {import("./slip.js").Rule[]} */
    this.rules = [];
    /** What the slip could win, as far as it has been told. @type {{awards: Record<string, number>, warnings: string[], note: string} | null} */
    this.weighed = null;
    this.kinds = trayChips(table.layout.smallest, table.layout.most, table.money.unit);
    this.chip = this.kinds.find((kind) => kind.worth >= 5 * table.money.unit) ?? this.kinds[0];
    this.element = byId("bets");
    this.#build();
  }

  #build() {
    this.chips = this.kinds.map((kind, place) =>
      el("button", { type: "button", class: "chip", "aria-pressed": "false", "aria-keyshortcuts": String(place + 1), "aria-label": `Chip of ${this.table.money.text(kind.worth)}`, onclick: () => this.choose(place) }, chipFace(kind)));
    const tool = (/** @type {string} */ name, /** @type {string} */ key, /** @type {() => void} */ act) => el("button", { type: "button", class: "tool", "aria-keyshortcuts": key, onclick: act }, name);
    this.tools = {
      undo: tool("Undo", "Z", () => this.undo()),
      clear: tool("Clear", "X", () => this.clear()),
      rebet: tool("Rebet", "V", () => this.rebet()),
      double: tool("Double", "D", () => this.double()),
    };
    this.go = el("button", { type: "button", class: "primary big go", "aria-keyshortcuts": "Enter", onclick: () => this.place() }, "Deal");
    this.lines = el("p", { class: "slip-lines" });
    this.flags = el("p", { class: "slip-flags", role: "status" });
    this.element.replaceChildren(
      el("div", { class: "tray", role: "group", "aria-label": "Chips: choose one, then press a spot" }, this.chips),
      el("div", { class: "tools" }, Object.values(this.tools)),
      el("div", { class: "slip" }, this.lines, this.flags), this.go);
    this.choose(this.kinds.indexOf(this.chip));
  }

  /** @param {number} place */
  choose(place) {
    if (!this.kinds[place]) return;
    this.chip = this.kinds[place];
    this.chips?.forEach((chip, other) => chip.setAttribute("aria-pressed", String(other === place)));
  }

  /** What the frame offers. @param {import("./state.js").TableFrame} frame */
  see(frame) {
    const choice = frame.round?.view.choices.find((/** @type {any} */ offered) => offered.action === "place_wagers");
    const mine = frame.round?.view.seats.find((/** @type {any} */ seat) => seat.seat === frame.you?.seat);
    const placed = mine?.wagers ?? {};
    if (frame.round && frame.round.id !== this.round) {
      this.round = frame.round.id;
      this.slip = {};
      this.past = [];
      this.editing = !total(placed);
    }
    this.placed = placed;
    this.budget = choice?.budget ?? 0;
    if (choice) this.rules = choice.spots;
    this.open = Boolean(choice) && this.budget >= this.table.layout.least;
    if (this.open && this.editing && total(placed) && !total(this.slip)) this.editing = false;
    this.show();
  }

  get betting() {
    return this.open && this.editing;
  }

  show() {
    this.element.hidden = !this.betting;
    this.stage.slip = this.betting ? this.slip : null;
    if (!this.betting) return;
    const { money, title } = this.table;
    const sum = total(this.slip);
    this.go.disabled = !sum || typeof checked(this.rules, this.slip, this.budget) === "string";
    write(this.go, sum ? `Deal \u00b7 ${money.text(sum)}` : "Place a bet");
    this.#weigh();
    const awards = this.weighed?.awards ?? {};
    const lines = Object.entries(this.slip).filter(([, amount]) => amount).map(([wager, amount], place) =>
      el("span", {}, `${place ? " \u00b7 " : ""}${title(wager)} ${money.text(amount)}`, awards[wager] && el("span", { class: "award" }, ` (wins up to ${money.text(awards[wager])})`)));
    const text = lines.map((line) => line.textContent).join("");
    if (!text) write(this.lines, `${money.text(this.budget)} in front of you. Choose a chip and press a spot.`);
    else if (this.lines.textContent !== text) this.lines.replaceChildren(...lines);
    const warnings = this.weighed?.warnings ?? [];
    write(this.flags, warnings.join(" ") || this.weighed?.note || "");
    this.flags.classList.toggle("cut", warnings.length > 0);
    this.tools?.undo.toggleAttribute("disabled", !this.past.length);
    this.tools?.clear.toggleAttribute("disabled", !sum);
    this.tools?.double.toggleAttribute("disabled", !sum);
    if (this.tools) write(this.tools.rebet, this.#last() ? "Rebet" : "Quick bet");
  }

  /** Ask what the slip could win, once for each slip. */
  #weigh() {
    const amounts = JSON.stringify(this.slip);
    if (amounts === this.asked) return;
    this.asked = amounts;
    this.weighed = null;
    if (total(this.slip)) this.on.weigh(this.slip);
  }

  /** What was asked about, answered. @param {{amounts: Record<string, number>, awards: Record<string, number>, warnings: string[], note: string}} answer */
  told(answer) {
    if (JSON.stringify(answer.amounts) !== this.asked) return;
    this.weighed = answer;
    this.show();
  }

  /** @param {Record<string, number> | string} next */
  #become(next) {
    if (typeof next === "string") return this.on.say(next);
    this.past.push(this.slip);
    this.slip = Object.fromEntries(Object.entries(next).filter(([, amount]) => amount));
    this.show();
    this.on.change();
  }

  /** @param {string} wager */
  press(wager) {
    if (this.betting) this.#become(withChip(this.rules, this.slip, wager, this.chip.worth, this.budget));
  }

  /** @param {string} wager */
  remove(wager) {
    if (this.betting && this.slip[wager]) this.#become(without(this.rules, this.slip, wager));
  }

  undo() {
    const before = this.past.pop();
    if (!before || !this.betting) return;
    this.slip = before;
    this.show();
    this.on.change();
  }

  clear() {
    if (this.betting && total(this.slip)) this.#become({});
  }

  rebet() {
    if (this.betting) this.#become(checked(this.rules, this.#last() ?? this.table.layout.simplest, this.budget));
  }

  double() {
    if (this.betting && total(this.slip)) this.#become(doubled(this.rules, this.slip, this.budget));
  }

  /** Exactly these wagers, as somebody typed them. @param {Record<string, number>} wagers */
  set(wagers) {
    if (!this.betting) return false;
    const next = checked(this.rules, wagers, this.budget);
    this.#become(next);
    return typeof next !== "string";
  }

  /** Take placed wagers up again to change them. */
  change() {
    if (!this.open) return;
    this.slip = { ...this.placed };
    this.past = [];
    this.editing = true;
    this.show();
    this.on.change();
  }

  place() {
    if (!this.betting || this.go.disabled) return;
    this.#keep(this.slip);
    this.editing = false;
    this.on.place(this.slip);
    this.show();
  }

  /** The server did not take them. */
  refused() {
    this.editing = true;
    this.show();
    this.on.change();
  }

  #last() {
    try {
      return JSON.parse(sessionStorage.getItem(`bets ${this.table.game}`) || "null");
    } catch {
      return null;
    }
  }

  /** @param {Record<string, number>} wagers */
  #keep(wagers) {
    try {
      sessionStorage.setItem(`bets ${this.table.game}`, JSON.stringify(wagers));
    } catch {
      // Not kept then.
    }
  }
}
