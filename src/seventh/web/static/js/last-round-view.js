// @ts-check
// The last round on the screen: the hands with the cards that played, each wager with its reason, and the net result. It is
// beside the felt if there is room, otherwise behind a button with the net result.
import { withRanks } from "./card-words.js";
import { CardRow } from "./cards.js";
import { clauseLink } from "./clauses.js";
import { byId, capital, el, hide, write } from "./dom.js";
import { codes } from "./state.js";

/** Windows with a tall enough column beside the felt; as in last-round.css. */
const WITH_COLUMN = "(min-width: 901px) and (min-height: 561px)";


export class LastRoundView {
  /** @param {any} table */
  constructor(table) {
    this.table = table;
    this.element = byId("last-round");
    this.panel = byId("last-round-panel");
    this.opener = byId("last-round-open");
    this.column = matchMedia(WITH_COLUMN);
    this.column.addEventListener("change", () => this.#place());
    /** What had the focus before a key led here. @type {HTMLElement | null} */
    this.before = null;
    this.element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && this.before && this.#back());
    this.home = byId("last-round-home");
    hide(this.home, false);
    this.home.addEventListener("scroll", () => this.#more(), { passive: true });
    byId("last-round-more").addEventListener("click", () => this.home.scrollBy({ top: this.home.clientHeight - 90 }));
    const sizes = new ResizeObserver(() => this.#more());
    sizes.observe(this.home);
    sizes.observe(this.element);
    this.#place();
  }

  /** Put it in its column or its panel. */
  #place() {
    const home = this.column.matches ? this.home : byId("last-round-body");
    if (this.element.parentElement !== home) home.prepend(this.element);
    if (this.column.matches && this.panel.open) this.panel.close();
    hide(this.opener, this.column.matches || !this.element.dataset.round);
  }

  /** Mark the lower edge of the column while there is more below it. */
  #more() {
    const { scrollHeight, scrollTop, clientHeight } = this.home;
    this.home.classList.toggle("more", scrollHeight - scrollTop - clientHeight > 3);
  }

  /** Go to it; from there, close it and go back. @returns {boolean} whether there is one */
  open() {
    if (!this.element.dataset.round) return false;
    if (this.column.matches) {
      const active = /** @type {HTMLElement | null} */ (document.activeElement);
      if (this.element.open && this.element.contains(active)) {
        this.element.open = false;
        this.#back();
      } else {
        this.element.open = true;
        if (!this.element.contains(active)) this.before = active;
        this.element.querySelector("summary").focus();
      }
    } else if (this.panel.open) this.panel.close();
    else {
      this.element.open = true;
      this.panel.showModal();
    }
    return true;
  }

  /** Return the focus to what had it; that may be gone with its decision. */
  #back() {
    this.before?.focus({ preventScroll: true });
    if (this.element.contains(document.activeElement)) /** @type {HTMLElement} */ (document.activeElement).blur();
    if (!document.activeElement || document.activeElement === document.body) this.table.focusMain();
    this.before = null;
  }

  /** Remove a round that the viewer was not in. */
  own() {
    if (!this.element.dataset.round || this.element.querySelector(".sum")) return;
    this.element.hidden = true;
    delete this.element.dataset.round;
    this.#place();
  }

  /** Close it. */
  close() {
    if (this.column.matches) this.element.open = false;
  }

  /** Show a finished round. @param {import("./state.js").Review} review */
  show(review) {
    const { money } = this.table;
    const net = review.net;
    const sum = net === null ? "" : money.signed(net);
    const how = net === null ? "" : net > 0 ? "up" : net < 0 ? "down" : "even";
    const link = this.table.boot.person && net !== null ? el("a", { class: "last-link", href: `/me/rounds/${review.id}` }, "Round details") : null;
    this.element.replaceChildren(
      el("summary", {}, el("span", { class: "last-title" }, `Round ${review.number}`), sum && el("strong", { class: `sum ${how}`, data: { net: net ?? 0 } }, sum)),
      el("div", { class: "last-hands" }, review.hands.map((hand) => this.#hand(hand))),
      el("div", { class: "last-lines" }, this.#reasons(review.lines)), ...(link ? [link] : []));
    this.element.dataset.round = review.id;
    this.element.hidden = false;
    this.element.open = true;
    this.home.scrollTop = 0;
    write(this.opener, sum ? `Last round ${sum.replace(/^[+\u2212-]/, "$&\u2060")}` : "Last round");
    this.#place();
  }

  /** @param {import("./state.js").ReviewHand} hand */
  #hand(hand) {
    const row = new CardRow("last-cards", hand.who);
    row.show(codes(hand.cards));
    row.lift(hand.plays ? codes(hand.plays) : null);
    return el("div", { class: "last-hand", data: { seat: hand.seat } }, el("p", {}, el("strong", {}, hand.who), withRanks(`: ${hand.name}`)), row.element);
  }

  /** The lines grouped by reason. @param {import("./state.js").ReviewLine[]} lines */
  #reasons(lines) {
    /** @type {import("./state.js").ReviewLine[][]} */
    const groups = [];
    for (const line of lines) {
      const last = groups.at(-1);
      if (last && line.wager && last[0].why === line.why) last.push(line);
      else groups.push([line]);
    }
    return groups.map((group) => {
      const clauses = [...new Set(group.map((line) => line.clause).filter(Boolean))];
      const links = clauses.map((id) => (this.table.clauses.includes(id) ? clauseLink(id) : el("span", { class: "clause-id" }, id)));
      return el("div", { class: "last-reason" }, el("ul", {}, group.map((line) => this.#line(line))),
        el("p", { class: "last-why" }, withRanks(`${[`${capital(group[0].why)}.`, ...group.map((line) => line.note).filter(Boolean)].join(" ")} `), links.flatMap((link, n) => (n ? [" ", link] : [link]))));
    });
  }

  /** @param {import("./state.js").ReviewLine} line */
  #line(line) {
    const { money } = this.table;
    if (!line.wager) return el("li", { data: { pot: line.title, seat: line.seat } }, el("span", { class: "last-wager" }, line.title), el("strong", { class: "net" }, money.text(line.amount)));
    const data = { wager: line.wager, result: line.result, net: line.net, payoff: line.payoff, clause: line.clause, row: line.row };
    const cut = line.uncapped > line.payoff ? `, capped from ${money.text(line.uncapped)}` : "";
    return el("li", { class: line.result, data },
      el("span", { class: "last-wager" }, `${capital(line.title)} ${money.text(line.amount)} ${line.how}${cut}`),
      " ", el("strong", { class: "net" }, line.net ? money.signed(line.net) : money.text(0)));
  }
}
