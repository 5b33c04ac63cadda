// @ts-check
// Keyboard shortcuts, and the list of keys that `?` shows.
import { byId, el } from "./dom.js";
import { settings } from "./settings.js";

/** @typedef {{keys: string, what: string}} Key */

/** The keys that do something at this table. @param {any} page @returns {Key[]} */
function listed({ table: { layout }, bets }) {
  const spots = layout.spots.filter((/** @type {any} */ spot) => spot.key).map((/** @type {any} */ spot) => ({ keys: spot.key, what: `Bet a chip on ${spot.label}; with Shift, remove the bet` }));
  const betting = spots.length ? [
    { keys: bets.kinds.map((/** @type {any} */ _, /** @type {number} */ place) => place + 1).join(" "), what: "Select a chip" }, ...spots,
    { keys: "Z", what: "Undo" }, { keys: "X", what: "Clear" }, { keys: "V", what: "Rebet or quick bet; after a round, change bets" }, { keys: "D", what: "Double" },
  ] : [];
  return [
    { keys: "Enter", what: "Deal, or continue; when you have a decision, select the main button first, then press it" },
    ...betting, ...layout.keys.map((/** @type {[string, string]} */ [keys, what]) => ({ keys, what })),
    { keys: "I", what: "Describe the table" }, { keys: "/", what: "Type an action" }, ...(byId("chart") ? [{ keys: "H", what: "Which hand wins" }] : []), { keys: "R", what: "Rules" }, { keys: "S", what: "Settings" }, { keys: "M", what: "Sound on or off" },
    ...(layout.walkthrough.length ? [{ keys: "G", what: "Tour of the table, and its next step" }] : []), { keys: "L", what: "Last round" }, { keys: "\u2190 \u2192", what: "In the game log: previous or next clause; Enter opens it" }, { keys: "P", what: "Dealing speed: slow, normal, fast, instant" },
    ...(byId("coach-toggle") ? [{ keys: "K", what: "Coach on or off" }] : []),
    ...(byId("invite").hidden ? [] : [{ keys: "O", what: "Chat, and people at the table" }]),
    { keys: "Space", what: "Skip the animation" }, { keys: "?", what: "Help and keys" }, { keys: "Esc", what: "Close a panel, or end the tour" },
  ];
}

export class Keyboard {
  /** @param {any} page bets, actions, act, press, state, openPanel, hurry, mute, remark, main */
  constructor(page) {
    this.page = page;
    byId("keys").replaceChildren(...listed(page).map(({ keys, what }) => el("tr", {}, el("th", { scope: "row" }, keys.split(" ").flatMap((key, place) => [place ? " " : "", el("kbd", {}, key)])), el("td", {}, what))));
    byId("keys-part").open = !matchMedia("(pointer: coarse)").matches; // a touch screen seldom has keys
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.repeat && event.key === "Enter") return; // ignore a held-down Enter
    // WCAG 2.1.4: single-key shortcuts can be turned off, for speech input and accidental key presses.
    // Enter without focus on a control counts as one: it would stake chips.
    if (!settings.shortcuts && (event.key.length === 1 || (event.key === "Enter" && !/** @type {HTMLElement} */ (event.target).closest("#tour")))) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = /** @type {HTMLElement} */ (event.target);
    // The key of the last round also closes its panel.
    const panel = document.querySelector("dialog[open]");
    if ((panel && !(panel.id === "last-round-panel" && event.key.toUpperCase() === "L")) || target.closest("input:not([type=checkbox]), select, textarea")) return;
    const onButton = target.closest("button, a, summary, [role=button]");
    if ((event.key === "Enter" || event.key === " ") && onButton) return;
    if (this.#do(event.key, event.shiftKey)) event.preventDefault();
  }

  /** @param {string} key @param {boolean} shift @returns {boolean} */
  #do(key, shift) {
    const { page } = this;
    const letter = key.toUpperCase();
    /** @type {Record<string, () => void>} */
    const always = {
      "?": () => page.openPanel("help"), R: () => page.openPanel("rules"), H: () => page.openPanel("chart"), S: () => page.openPanel("settings"),
      I: () => page.describe(), M: () => page.mute(), L: () => page.lastRound(), P: () => page.speed(), G: () => page.tour.forward(), O: () => page.friends.talk(), K: () => page.coach.flip(), "/": () => page.type(), " ": () => page.hurry(), Enter: () => page.main(),
    };
    if (page.bets?.betting && this.#bet(key, letter, shift)) return true;
    const offer = page.actions.withKey(letter);
    if (offer && !page.blocked()) {
      page.actions.take(offer);
      return true;
    }
    const act = always[key] ?? always[letter];
    act?.();
    if (!act && !page.blocked()) this.#idle(letter);
    return Boolean(act);
  }

  /** A key that does something at this table at another time. @param {string} letter */
  #idle(letter) {
    const { bets, table, rebet, remark } = this.page;
    const betting = Boolean(bets) && (["Z", "X", "V", "D"].includes(letter) || (/^[1-5]$/.test(letter) && bets.kinds[Number(letter) - 1]) || table.layout.spots.some((/** @type {any} */ spot) => spot.key === letter));
    if (betting && rebet.offered) {
      if (rebet.chosen) remark("The next round begins in a moment.");
      else if (letter === "V") rebet.go({ spot: "" }); // the last bets are laid out, and nothing is dealt
      else remark("First choose Change bets, or press V.");
    } else if (betting || table.layout.keys.some((/** @type {[string, string]} */ [keys]) => keys.split(" ").includes(letter))) remark(`${letter} does nothing now.`);
  }

  /** @param {string} key @param {string} letter @param {boolean} shift */
  #bet(key, letter, shift) {
    const { bets, table } = this.page;
    const spot = table.layout.spots.find((/** @type {any} */ other) => other.key === letter);
    if (spot) shift ? bets.remove(spot.wager) : this.page.press(spot.wager);
    else if (/^[1-5]$/.test(key)) this.#chip(Number(key) - 1);
    else if (letter === "Z") bets.undo();
    else if (letter === "X") bets.clear();
    else if (letter === "V") bets.rebet();
    else if (letter === "D") bets.double();
    else return false;
    return true;
  }

  /** @param {number} place */
  #chip(place) {
    const { bets, table } = this.page;
    bets.choose(place);
    if (bets.kinds[place]) table.story.aloud(`${table.money.text(bets.kinds[place].worth)} chip.`);
  }
}
