// @ts-check
// Everything by keyboard, and the list of keys that `?` shows.
import { byId, el } from "./dom.js";

/** @typedef {{keys: string, what: string}} Key */

/** @param {any} table @returns {Key[]} */
function listed({ layout }) {
  const spots = layout.spots.filter((/** @type {any} */ spot) => spot.key).map((/** @type {any} */ spot) => ({ keys: spot.key, what: `A chip on ${spot.label}; with Shift take it off` }));
  const betting = spots.length ? [
    { keys: "1 2 3 4 5", what: "Choose a chip" }, ...spots,
    { keys: "Z", what: "Undo" }, { keys: "X", what: "Clear" }, { keys: "V", what: "Rebet, or a quick bet" }, { keys: "D", what: "Double" },
  ] : [];
  return [
    { keys: "Enter", what: "The main button: deal, or the first choice that is not a fold" },
    ...betting, ...layout.keys.map((/** @type {[string, string]} */ [keys, what]) => ({ keys, what })),
    { keys: "I", what: "Say what is on the table" }, { keys: "/", what: "Type an action" }, { keys: "R", what: "Rules" }, { keys: "S", what: "Settings" }, { keys: "M", what: "Sound on or off" },
    { keys: "Space", what: "Skip what is moving" }, { keys: "?", what: "This list" }, { keys: "Esc", what: "Close a panel" },
  ];
}

export class Keyboard {
  /** @param {any} desk bets, actions, act, press, state, openPanel, hurry, mute, main */
  constructor(desk) {
    this.desk = desk;
    byId("keys").replaceChildren(...listed(desk.table).map(({ keys, what }) => el("tr", {}, el("th", { scope: "row" }, keys.split(" ").map((key) => el("kbd", {}, key))), el("td", {}, what))));
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (document.querySelector("dialog[open]") || target.closest("input:not([type=checkbox]), select, textarea")) return;
    const onButton = target.closest("button, a, summary, [role=button]");
    if ((event.key === "Enter" || event.key === " ") && onButton) return;
    if (this.#do(event.key, event.shiftKey)) event.preventDefault();
  }

  /** @param {string} key @param {boolean} shift @returns {boolean} */
  #do(key, shift) {
    const { desk } = this;
    const letter = key.toUpperCase();
    /** @type {Record<string, () => void>} */
    const always = {
      "?": () => desk.openPanel("help"), R: () => desk.openPanel("rules"), S: () => desk.openPanel("settings"),
      I: () => desk.describe(), M: () => desk.mute(), "/": () => byId("typed-text").focus(), " ": () => desk.hurry(), Enter: () => desk.main(),
    };
    if (desk.bets?.betting && this.#bet(key, letter, shift)) return true;
    const offer = desk.actions.withKey(letter);
    if (offer && !desk.blocked()) {
      desk.actions.take(offer);
      return true;
    }
    const act = always[key] ?? always[letter];
    act?.();
    return Boolean(act);
  }

  /** @param {string} key @param {string} letter @param {boolean} shift */
  #bet(key, letter, shift) {
    const { bets, table } = this.desk;
    const spot = table.layout.spots.find((/** @type {any} */ other) => other.key === letter);
    if (spot) shift ? bets.remove(spot.wager) : this.desk.press(spot.wager);
    else if (/^[1-5]$/.test(key)) bets.choose(Number(key) - 1);
    else if (letter === "Z") bets.undo();
    else if (letter === "X") bets.clear();
    else if (letter === "V") bets.rebet();
    else if (letter === "D") bets.double();
    else return false;
    return true;
  }
}
