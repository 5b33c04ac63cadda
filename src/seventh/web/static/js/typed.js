// @ts-check
// Actions in words, for whoever would rather type.
import { LAYOUTS } from "./layout.js";

const ALIASES = {
  first: ["first", "1st", "1"], second: ["second", "2nd"], three_card_bonus: ["bonus", "three card bonus", "3 card bonus", "three card"],
  pair_of_kings: ["kings", "pair of kings", "pair"], three_of_a_kind: ["three of a kind", "three", "trips"], full_house: ["full house", "full"],
  straight_flush: ["straight flush", "straight", "sf"],
};

/** What may be typed, in one line. @param {string} game */
export function typedHelp(game) {
  const always = "state, sit, leave, sit out, sit in, rebuy 100, refill, rules, help";
  if (game === "seven-card-stud") return `fold, check, call, bring in, bet 8, raise 8, complete, all in, show, muck; ${always}.`;
  const spots = (LAYOUTS[game] ?? []).filter((spot) => !spot.later).map((spot) => `${(ALIASES[/** @type {"first"} */ (spot.wager)] ?? [spot.wager])[0]} 5`);
  const then = game === "boston-7-stud" ? "claim, fold, 2nd, best, discard 2c 3d" : game === "high-card-flush" ? "fold, fold claim, claim (after folding), raise 10" : "best, discard 2c 3d";
  return `${spots.join(" ")} places those wagers; deal, undo, clear, rebet, double; ${then}; ${always}.`;
}

/** The wagers in a text such as `ante 5 first 5`; a text instead says what is wrong. @param {string} game @param {string} text @param {import("./money.js").Money} money */
export function parseWagers(game, text, money) {
  /** @type {Record<string, number>} */
  const wagers = {};
  let rest = text.replace(/[,+]/g, " ").replace(/\s+/g, " ").trim();
  while (rest) {
    const match = /^(.*?) ([$\d.]+)(?: |$)/.exec(`${rest} `);
    if (!match) return `“${rest}” needs an amount.`;
    const wager = wagerNamed(game, match[1].trim());
    const amount = money.parse(match[2]);
    if (!wager) return `There is no wager “${match[1].trim()}”.`;
    if (amount === null) return `“${match[2]}” is not an amount.`;
    wagers[wager] = amount;
    rest = rest.slice(match[0].trimEnd().length).trim();
  }
  return wagers;
}

/** @param {string} game @param {string} name */
function wagerNamed(game, name) {
  const plain = name.toLowerCase().replace(/ wager$/, "");
  const spots = (LAYOUTS[game] ?? []).map((spot) => spot.wager);
  return spots.find((spot) => spot === plain.replaceAll(" ", "_") || (ALIASES[/** @type {"first"} */ (spot)] ?? []).includes(plain)) ?? spots.find((spot) => spot.startsWith(plain) && plain.length > 1);
}

export class Typed {
  /** @param {any} desk what can be done: bets, actions, act, say, seat, state, open */
  constructor(desk) {
    this.desk = desk;
  }

  /** Do what a line says; the answer is what to tell. @param {string} line @returns {string} */
  run(line) {
    const text = line.trim().toLowerCase().replace(/\s+/g, " ");
    const { desk } = this;
    const [word] = text.split(" ");
    if (!text) return "";
    if (["help", "?", "h"].includes(text)) return `You can type: ${typedHelp(desk.table.game)}`;
    if (["state", "where", "s", "look"].includes(text)) return desk.state();
    if (text === "rules") return desk.openPanel("rules");
    if (text === "settings") return desk.openPanel("settings");
    if (["sit", "sit down", "leave", "sit out", "sit in", "refill"].includes(text) || word === "rebuy") return desk.seat(text);
    if (desk.bets?.betting) {
      const done = this.#bet(text);
      if (done !== null) return done;
    }
    return this.#act(text);
  }

  /** @param {string} text @returns {string | null} null if it is about something else */
  #bet(text) {
    const { bets, table } = this.desk;
    const simple = { undo: () => bets.undo(), clear: () => bets.clear(), rebet: () => bets.rebet(), double: () => bets.double() };
    if (text in simple) {
      simple[/** @type {"undo"} */ (text)]();
      return table.describeSlip();
    }
    if (text === "deal" || text === "place") {
      if (bets.go.disabled) return "There is nothing to place yet.";
      bets.place();
      return "";
    }
    if (text === "change") return null;
    const wagers = parseWagers(table.game, text.replace(/^bet /, ""), table.money);
    if (typeof wagers === "string") return wagers;
    return bets.set(wagers) ? `${table.describeSlip()} Type deal to place it.` : "";
  }

  /** @param {string} text @returns {string} */
  #act(text) {
    const { desk } = this;
    const { actions, table } = desk;
    if (text === "change" && desk.bets?.open) {
      desk.bets.change();
      return "Change your wagers.";
    }
    const discard = /^(?:discard|set|aside) ((?:[2-9tjqka][cdhs] ?|jk ?){2})$/.exec(text);
    if (discard) {
      const cards = discard[1].replace(/ /g, "").replace(/(.)(.)/g, (_, rank, suit) => (rank === "j" && suit === "k" ? "Jk" : rank.toUpperCase() + suit));
      desk.act({ action: "set_hand", discards: cards }, 0);
      return "";
    }
    const names = { fold: "fold", "fold claim": "fold-claim", claim: "claim", best: "best", set: "best", check: "check", call: "call", "bring in": "bring-in", show: "show", muck: "muck", "2nd": "bet-second", second: "bet-second", complete: "bet" };
    const offer = actions.find(names[/** @type {"fold"} */ (text)] ?? text);
    if (offer) {
      desk.act(offer.action, offer.price);
      return "";
    }
    const amount = /^(?:bet|raise|complete|raise to|bet to|complete to|all in)(?: ([$\d.]+))?$/.exec(text);
    if (amount) return this.#amount(amount[1], text.startsWith("all"));
    const could = actions.offers.map((/** @type {any} */ other) => other.label.toLowerCase()).join(", ");
    return could ? `Possible now: ${could}.` : `Nothing to decide now. Type help for what can be typed.${table.frame?.you?.seat ? "" : " You are watching; sit takes a seat."}`;
  }

  /** @param {string | undefined} word @param {boolean} allIn */
  #amount(word, allIn) {
    const { desk } = this;
    const { money } = desk.table;
    const wanted = word ? money.parse(word) : null;
    const bets = desk.actions.offers.filter((/** @type {any} */ offer) => ["bet", "bet_to"].includes(offer.action.action));
    const choice = desk.table.frame?.round?.view.choices.find((/** @type {any} */ other) => ["bet", "bet_to"].includes(other.action));
    if (!choice) return "There is nothing to bet now.";
    if (allIn || wanted === null) {
      const offer = allIn ? bets.at(-1) : bets[0];
      desk.act(offer.action, offer.price);
      return "";
    }
    const action = choice.action === "bet" ? { action: "bet", wager: choice.wager, amount: wanted } : { action: "bet_to", amount: wanted };
    desk.act(action, desk.price(action));
    return "";
  }
}
