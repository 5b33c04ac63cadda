// @ts-check
// One seat at a table: the player, the stack, the cards and the bet.
import { CardRow } from "./cards.js";
import { Pile } from "./chips.js";
import { el, hide, mark, write } from "./dom.js";

/** The cards that play in sequence, then the others. @param {string[]} cards @param {string[]} plays @returns {number[]} */
function playingFirst(cards, plays) {
  const first = plays.map((card) => cards.indexOf(card)).filter((place) => place >= 0);
  return [...first, ...cards.map((_, place) => place).filter((place) => !first.includes(place))];
}

export class Seat {
  /** @param {any} table the page's shared parts @param {number} number @param {(seat: number) => void} sit */
  constructor(table, number, sit) {
    this.table = table;
    this.number = number;
    this.row = new CardRow("seat-cards", `Cards of seat ${number}`);
    this.pile = new Pile(table.money, "bet-pile");
    this.name = el("span", { class: "seat-name" });
    this.badge = el("span", { class: "seat-badge", hidden: true });
    this.chips = el("span", { class: "seat-chips" });
    this.note = el("span", { class: "seat-note" });
    this.ranks = el("span", { class: "seat-ranks" });
    this.timer = el("span", { class: "seat-timer", hidden: true });
    this.result = el("span", { class: "seat-result", hidden: true });
    this.plate = el("div", { class: "plate" }, el("span", { class: "plate-top" }, this.name, this.badge), this.chips, el("span", { class: "seat-says" }, this.note, this.ranks), this.result, this.timer);
    this.free = el("button", { type: "button", class: "free-seat", onclick: () => sit(number) }, el("span", {}, "Sit here"), el("span", { class: "visually-hidden" }, `, seat ${number}`));
    this.marker = el("span", { class: "marker", hidden: true });
    this.element = el("div", { class: "seat", data: { seat: number } }, this.row.element, this.plate, this.pile.element, this.marker, this.free);
  }

  /**
   * @param {import("./state.js").SeatInfo | undefined} info @param {import("./state.js").Place | undefined} place
   * @param {{acting: boolean, mine: boolean, maySit: boolean, marker: string, closed: boolean, betting?: boolean, did?: import("./state.js").Did, hand?: string, plays?: string[]}} how `did` is the latest action, `hand` is the name of a hand that was shown, `plays` the cards that play
   */
  show(info, place, how) {
    const taken = Boolean(info);
    this.element.classList.toggle("empty", !taken);
    this.element.classList.toggle("mine", how.mine);
    this.element.classList.toggle("acting", how.acting);
    // Who has lost the last chips sits out from the next round on: the hand that is shown was in play.
    const beaten = how.mine && how.closed && place?.status === "mucked"; // which others do not see, but its player compares
    this.element.classList.toggle("out", taken && !beaten && ((info?.sits_out && !place?.cards.length) || ["folded", "mucked", "out", "dead", "void"].includes(place?.status ?? "in")));
    this.element.classList.toggle("free", !taken && how.maySit);
    hide(this.free, taken || !how.maySit);
    hide(this.plate, !taken);
    hide(this.marker, !how.marker);
    write(this.marker, how.marker);
    this.marker.classList.toggle("worded", how.marker.length > 1);
    mark(this.row.element, "aria-label", how.mine ? "Your cards" : info ? `${info.name}’s cards` : `Cards of seat ${this.number}`);
    write(this.name, taken ? (how.mine ? "You" : info?.name ?? "") : "");
    hide(this.badge, !info?.bot);
    write(this.badge, info?.bot ? "bot" : "");
    write(this.chips, taken ? this.table.money.text(place?.stack ?? info?.chips ?? 0) : "");
    const [kind, ...ranks] = (how.hand ?? "").split(/(?=[,;] )/);
    this.element.classList.toggle("named", Boolean(kind));
    write(this.note, kind || (taken ? this.#note(/** @type {any} */ (info), place, how) : ""));
    // Each part of the name is an element: those that do not fit are left out, the last first.
    if (this.ranks.textContent !== ranks.join("")) this.ranks.replaceChildren(...ranks.map((part) => el("span", {}, part)));
    const net = taken && place && how.closed && place.status !== "out" ? place.net : 0;
    this.element.classList.toggle("settled", Boolean(net));
    hide(this.result, !net);
    this.result.classList.toggle("up", net > 0);
    write(this.result, net ? this.table.money.signed(net) : "");
    mark(this.element, "data-status", place?.status ?? (taken ? "waiting" : "empty"));
    return this.row.show(place?.cards ?? [], how.plays && playingFirst(place?.cards ?? [], how.plays));
  }

  /** @param {import("./state.js").SeatInfo} info @param {import("./state.js").Place | undefined} place @param {{acting: boolean, mine: boolean, closed: boolean, betting?: boolean, did?: import("./state.js").Did}} how */
  #note(info, place, how) {
    if (info.leaving) return "leaving";
    if (info.away) return "away";
    // Who sits out in the middle of a round does so from the next one on: a hand in play still acts.
    if (info.sits_out && (how.closed || place?.status !== "in")) return "sitting out";
    if (!place) return this.table.frame?.state === "waiting" ? "ready" : "next round";
    if (place.status === "folded") return "folded";
    if (place.status === "mucked") return "mucked";
    if (place.status === "out") return "sitting out";
    if (place.status === "dead" || place.status === "void") return "hand void";
    if (place.allIn) return "all-in";
    if (how.acting) return how.mine ? "your turn" : "to act";
    if (how.did) return [how.did.what, how.did.amount && this.table.money.text(how.did.amount)].filter(Boolean).join(" ");
    if (info.ready) return "ready";
    return how.betting ? "betting" : "";
  }

  /** The time left, null if no clock is running. @param {number | null} part 0 to 1 @param {number} seconds */
  clock(part, seconds) {
    hide(this.timer, part === null);
    if (part === null) return;
    this.timer.style.setProperty("--part", String(part));
    this.timer.classList.toggle("short", seconds < 6);
  }
}
