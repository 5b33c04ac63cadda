// @ts-check
// Actions in words, for whoever would rather type.

const ALWAYS = "state, sit, leave, sit out, sit in, rebuy 100, refill, rules, help";

/** What may be typed, in one line. @param {any} layout */
export const typedHelp = (layout) => `${layout.typed}; ${ALWAYS}.`;

/** The wagers in a text such as `ante 5 flush 5`; a text instead says what is wrong. @param {import("./shapes.js").Spot[]} spots @param {string} text @param {import("./money.js").Money} money */
export function parseWagers(spots, text, money) {
  /** @type {Record<string, number>} */
  const wagers = {};
  let rest = text.replace(/[,+]/g, " ").replace(/\s+/g, " ").trim();
  while (rest) {
    const match = /^(.*?) ([$\d.]+)(?: |$)/.exec(`${rest} `);
    if (!match) return `“${rest}” needs an amount.`;
    const wager = wagerNamed(spots, match[1].trim());
    const amount = money.parse(match[2]);
    if (!wager) return `There is no wager “${match[1].trim()}”.`;
    if (amount === null) return `“${match[2]}” is not an amount.`;
    wagers[wager] = amount;
    rest = rest.slice(match[0].trimEnd().length).trim();
  }
  return wagers;
}

/** @param {import("./shapes.js").Spot[]} spots @param {string} name */
function wagerNamed(spots, name) {
  const plain = name.toLowerCase().replace(/ wager$/, "");
  const found = spots.find((spot) => spot.wager === plain.replaceAll(" ", "_") || spot.aliases.includes(plain)) ?? spots.find((spot) => spot.wager.startsWith(plain) && plain.length > 1);
  return found?.wager;
}

export class Typed {
  /** @param {any} desk what can be done: bets, actions, act, say, seat, describe, open */
  constructor(desk) {
    this.desk = desk;
  }

  /** Do what a line says; the answer is what to tell. @param {string} line @returns {string} */
  run(line) {
    const text = line.trim().toLowerCase().replace(/\s+/g, " ");
    const { desk } = this;
    const [word] = text.split(" ");
    if (!text) return "";
    if (["help", "?", "h"].includes(text)) return `You can type: ${typedHelp(desk.table.layout)}`;
    if (["state", "where", "s", "look"].includes(text)) return desk.describe();
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
    const wagers = parseWagers(table.layout.spots, text.replace(/^bet /, ""), table.money);
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
    const offer = actions.typed(text, table.money);
    if (offer) {
      desk.act(offer);
      return "";
    }
    const could = actions.offers.map((/** @type {any} */ other) => other.label.toLowerCase()).join(", ");
    return could ? `Possible now: ${could}.` : `Nothing to decide now. Type help for what can be typed.${table.frame?.you?.seat ? "" : " You are watching; sit takes a seat."}`;
  }
}
