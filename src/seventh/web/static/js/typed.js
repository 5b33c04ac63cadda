// @ts-check
// Typed commands.
import { TYPE_DEAL } from "./bets.js";
import { byId, el } from "./dom.js";
import { completed, meant } from "./suggest.js";
import { typedHelp } from "./typed-box.js";

/** Parse wagers such as `ante 5 flush 5`; returns an error message if invalid. @param {import("./shapes.js").Spot[]} spots @param {string} text @param {import("./money.js").Money} money */
export function parseWagers(spots, text, money) {
  /** @type {Record<string, number>} */
  const wagers = {};
  let rest = text.replace(/[,+]/g, " ").replace(/\s+/g, " ").trim();
  while (rest) {
    const match = /^(.*?) ([$\d.]+)(?: |$)/.exec(`${rest} `);
    if (!match) return notABet(spots, rest);
    const wager = wagerNamed(spots, match[1].trim());
    const amount = money.parse(match[2]);
    if (!wager) return `There is no wager “${match[1].trim()}”.`;
    if (amount === null) return `“${match[2]}” is not an amount.`;
    wagers[wager] = amount;
    rest = rest.slice(match[0].trimEnd().length).trim();
  }
  return wagers;
}

/** What is wrong with a wager that cannot be parsed. @param {import("./shapes.js").Spot[]} spots @param {string} text */
function notABet(spots, text) {
  const [, name, amount] = /^(.*) (\S+)$/.exec(text) ?? [];
  if (wagerNamed(spots, text)) return `“${text}” needs an amount.`;
  if (/^[$\d.]+$/.test(text)) return "Type what to bet on, then the amount.";
  return name && wagerNamed(spots, name) ? `“${amount}” is not an amount.` : `“${text}” is not a bet. Type “help” for a list of commands.`;
}

/** @param {import("./shapes.js").Spot[]} spots @param {string} name */
function wagerNamed(spots, name) {
  const plain = name.toLowerCase().replace(/ wager$/, "");
  const found = spots.find((spot) => spot.wager === plain.replaceAll(" ", "_") || spot.aliases.includes(plain)) ?? spots.find((spot) => spot.wager.startsWith(plain) && plain.length > 1);
  return found?.wager;
}

/** Commands of the betting phase, which are known at any time. */
const KNOWN = ["deal", "place", "undo", "clear", "rebet", "double", "change", "bet"];

/** Commands for the seat and the page, available at any time. */
const ANY_TIME = ["help", "state", "rules", "settings", "leave", "sit out", "sit in", "rebuy", "refill"];

export class Typed {
  /** @param {any} page the page's actions: bets, actions, act, say, seat, describe, openPanel */
  constructor(page) {
    this.page = page;
    this.field = byId("typed-text");
    this.field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.#key(event));
    this.field.addEventListener("input", () => this.list());
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const whole = completed(this.field.value.toLowerCase(), this.words);
    if (event.key === "Tab" && !event.shiftKey && this.field.value && whole !== this.field.value) {
      this.field.value = whole;
      event.preventDefault();
    }
  }

  /** Offer the commands available now for completion. */
  list() {
    byId("typed-words").replaceChildren(...this.words.map((word) => el("option", { value: word })));
  }

  /** The commands available now. @returns {string[]} */
  get words() {
    const { table, bets, actions, rebet } = this.page;
    const seat = table.frame?.you?.seat ? ANY_TIME : ["sit", ...ANY_TIME.slice(0, 4), "refill"];
    const betting = bets?.betting || (bets && rebet.offered) ? ["deal", "undo", "clear", "rebet", "double", ...table.layout.spots.map((/** @type {any} */ spot) => spot.wager.replaceAll("_", " "))] : bets?.open ? ["change"] : [];
    const after = rebet.offered ? (bets ? ["change bets"] : ["next", "deal"]) : [];
    return [...new Set([...after, ...actions.offers.flatMap((/** @type {any} */ offer) => offer.typed ?? []), ...betting, ...seat])];
  }

  /** Execute a command; returns the message to show. @param {string} line @returns {string} */
  run(line) {
    // The key that opens the box is easily pressed again in it.
    const text = line.trim().replace(/^\/+\s*/, "").toLowerCase().replace(/\s+/g, " ");
    const { page } = this;
    const [word] = text.split(" ");
    if (!text) return "";
    if (["help", "?", "h"].includes(text)) return `You can type: ${typedHelp(page.table.layout)}`;
    if (["state", "where", "s", "look"].includes(text)) return page.describe();
    if (text === "rules") return page.openPanel("rules");
    if (text === "settings") return page.openPanel("settings");
    if (["sit", "sit down", "leave", "sit out", "sit in", "refill"].includes(text) || word === "rebuy") return page.seat(text);
    const { say, wrong } = page.bets?.betting && text !== "change" ? this.#bet(text) : page.rebet.offered ? this.#after(text) : this.#act(text);
    const guess = wrong ? meant(text, this.words) : "";
    return guess ? `“${text}” isn’t an action${KNOWN.includes(word) ? " now" : ""}. Did you mean “${guess}”?` : say;
  }

  /** @param {string} text @returns {{say: string, wrong?: boolean}} */
  #bet(text) {
    const { bets, table } = this.page;
    const simple = { undo: () => bets.undo(), clear: () => bets.clear(), rebet: () => bets.rebet(), double: () => bets.double() };
    if (text in simple) {
      simple[/** @type {"undo"} */ (text)]();
      return { say: "" };
    }
    if (text === "deal" || text === "place") {
      if (bets.go.disabled) return { say: "There are no bets to place yet." };
      bets.place();
      return { say: "" };
    }
    const wagers = parseWagers(table.layout.spots, text.replace(/^bet /, ""), table.money);
    if (typeof wagers === "string") return { say: wagers, wrong: true };
    return { say: bets.put(wagers) ? TYPE_DEAL : "" };
  }

  /** After a round: the next one, with the same bets or others. @param {string} text @returns {{say: string, wrong?: boolean}} */
  #after(text) {
    const { bets, table, rebet, main } = this.page;
    if (["deal", "place", "rebet", "again", "next"].includes(text)) {
      if (bets?.next?.lay) rebet.go({ amounts: bets.next.lay });
      else if (!bets?.next) main();
      return { say: bets?.next ? "Your bets will be placed when the next round opens." : "" };
    }
    if (!bets) return this.#act(text);
    if (["change", "change bets", "bet"].includes(text)) rebet.go({ spot: "" });
    else if (text === "clear") rebet.go({ lay: {} });
    else {
      const wagers = parseWagers(table.layout.spots, text.replace(/^bet /, ""), table.money);
      if (typeof wagers === "string") return { say: wagers, wrong: true };
      rebet.go({ named: wagers }); // answered once they lie there
    }
    return { say: "" };
  }

  /** @param {string} text @returns {{say: string, wrong?: boolean}} */
  #act(text) {
    const { page } = this;
    const { actions, table } = page;
    if (text === "change" && page.bets?.open) {
      page.bets.change();
      return { say: "Change your bets." };
    }
    if (["deal", "rebet", "again"].includes(text)) {
      if (page.bets?.next) return { say: "Your bets will be placed when the next round opens." };
      if (page.bets?.open) return { say: "Your bets are placed." };
    }
    const offer = actions.typed(text, table.money);
    if (offer) {
      page.act(offer);
      return { say: "" };
    }
    const [, word, amount] = /^(\D+?) (\S*\d\S*)$/.exec(text.replace(/ ?-(?=\d)/, " -")) ?? [];
    if (actions.offers.some((/** @type {any} */ other) => other.typed?.includes(word) && other.action.amount !== undefined)) return { say: `“${amount}” is not an amount.` };
    const could = actions.offers.map((/** @type {any} */ other) => other.label.toLowerCase()).join(", ");
    return { say: could ? `Possible now: ${could}.` : `There is nothing for you to decide at the moment. Type “help” for a list of commands.${table.frame?.you?.seat ? "" : " You are watching; type “sit” to take a seat."}`, wrong: true };
  }
}
