// @ts-check
// The host's controls for the people at the table and for the table itself.
import { el } from "./dom.js";

export class Host {
  /** @param {(ask: Record<string, any>) => Promise<void>} ask @param {any} table @param {() => void} answered a question was answered */
  constructor(ask, table, answered) {
    this.ask = ask;
    this.table = table;
    this.answered = answered;
  }

  /** Buttons for one person at the table. @param {string} person @param {string} name @returns {Element[]} */
  over(person, name) {
    return [
      this.#sure("Make host", { do: "hand_over", person }, `Make ${name} the host? You will no longer be able to start, pause or close the game.`, `Make ${name} host`, `Make host: ${name}`),
      this.#sure("Remove", { do: "kick", person }, () => this.#removal(person, name), `Remove ${name}`, `Remove ${name}`),
    ];
  }

  /** What a removal means now. @param {string} person @param {string} name */
  #removal(person, name) {
    const { frame, money } = this.table;
    const seat = frame.seats.find((/** @type {any} */ other) => other.person === person);
    const line = ["betting", "playing"].includes(frame.state) && frame.round?.view.seats.find((/** @type {any} */ other) => other.seat === seat?.seat);
    const staked = line ? seat.chips - line.stack : 0;
    if (staked <= 0) return `Remove ${name} from the table? Their chips are returned to their wallet.`;
    return `Remove ${name} from the table? They have ${money.text(staked)} in play, and a hand that still has a decision is folded. The rest of their chips are returned to their wallet.`;
  }

  /** A host button. @param {string} label @param {Record<string, any>} ask @param {string} [name] */
  #act(label, ask, name) {
    return el("button", { type: "button", class: "small", data: { host: ask.do }, "aria-label": name, onclick: () => this.ask(ask) }, label);
  }

  /** A host button that asks for confirmation. @param {string} label @param {Record<string, any>} ask @param {string | (() => string)} question @param {string} yes @param {string} [name] */
  #sure(label, ask, question, yes, name) {
    const place = el("span", { class: "asks" });
    const closes = () => {
      const focused = place.contains(document.activeElement);
      place.classList.remove("sure");
      place.replaceChildren(button);
      if (focused) button.focus();
      this.answered();
    };
    const no = el("button", { type: "button", class: "small", onclick: closes }, "Cancel");
    const button = el("button", { type: "button", class: "small", data: { host: ask.do }, "aria-label": name, onclick: () => {
      let asked = false;
      const really = el("button", { type: "button", class: "small danger", data: { host: ask.do, sure: "" }, onclick: async () => {
        if (asked) return;
        asked = true;
        await this.ask(ask);
        closes();
      } }, yes);
      place.classList.add("sure");
      place.replaceChildren(el("span", { role: "alert" }, typeof question === "string" ? question : question()), really, no);
      no.focus();
    } }, label);
    place.append(button);
    return place;
  }

  /** Start, pause or resume; a pause begins when the round is over, and can be cancelled until then. @param {any} host @param {string} state */
  #pace(host, state) {
    const running = state === "betting" || state === "playing";
    if (!host.started) return [this.#act("Start the game", { do: "start" })];
    if (!host.paused) return [this.#act(running ? "Pause after this round" : "Pause", { do: "pause" })];
    if (!running) return [this.#act("Resume the game", { do: "start" })];
    return [el("span", {}, "Pausing after this round."), this.#act("Cancel the pause", { do: "start" })];
  }

  /** @param {any} frame */
  controls({ host, name, state }) {
    const field = el("input", { type: "text", id: "friends-name", maxlength: 40, value: name });
    const rename = (/** @type {Event} */ event) => (event.preventDefault(), this.ask({ do: "rename", name: field.value }));
    const bots = el("select", { id: "friends-bots", onchange: () => this.ask({ do: "bots", bots: Number(bots.value) }) }, ...Array.from({ length: host.most_bots + 1 }, (_, n) => el("option", { selected: n === host.bots }, n)));
    return [
      el("h3", {}, "You are the host"),
      !host.closing && el("p", {}, ...this.#pace(host, state)),
      el("form", { onsubmit: rename }, el("label", { for: "friends-name" }, "Name"), field, el("button", { class: "small", data: { host: "rename" } }, "Rename")),
      host.most_bots > 0 && el("p", {}, el("label", { for: "friends-bots" }, "Bots"), bots),
      ...Object.entries(host.kicked).map(([person, who]) => el("p", {}, el("span", {}, `${who} was removed.`), this.#act("Let back in", { do: "let_in", person }, `Let back in: ${who}`))),
      !host.closing && el("p", {}, this.#sure("Close the table", { do: "close" }, "Close the table permanently? A round in progress is finished first, and all chips are returned to their owners’ wallets.", "Close for everyone")),
    ].filter(Boolean);
  }
}
