// @ts-check
// What happens, in sentences: for the story on the screen and for the screen reader.
import { cardNames, cardSign } from "./cards.js";
import { handWords } from "./hand-words.js";
import { byId, el } from "./dom.js";
import { codes } from "./state.js";

const KEPT = 200;
const STREETS = { 3: "Third street", 4: "Fourth street", 5: "Fifth street", 6: "Sixth street", 7: "Seventh street" };

/** The rule that something follows, if one is named. @param {string} clause */
const by = (clause) => (clause ? ` (${clause})` : "");

export class Speaker {
  /** @param {any} table the page's shared parts: money, game, house, title(wager), nameOf(seat), mySeat() */
  constructor(table) {
    this.table = table;
    this.story = byId("story");
    this.live = byId("live");
    this.held = "";
    /** The latest thing that happened. */
    this.latest = "";
    /** Whether the story is read at its end; whoever scrolled back is left there. */
    this.atEnd = true;
    this.story.addEventListener("scroll", () => (this.atEnd = this.story.scrollHeight - this.story.scrollTop - this.story.clientHeight < 80), { passive: true });
  }

  /** Say a sentence: in the story, and aloud. @param {string} sentence @param {string} [kind] */
  say(sentence, kind = "") {
    if (!sentence) return;
    // A minus sign stays with its amount at the end of a line.
    const words = sentence.split(/(\u2212\S+)/).map((part, place) => (place % 2 ? el("span", { class: "amount-word" }, part) : part));
    this.story.append(el("li", { class: kind }, words));
    while (this.story.children.length > KEPT) this.story.firstElementChild.remove();
    this.#follow();
    this.aloud(sentence);
  }

  /** Scroll to the end once a frame, when the page is laid out anyway. */
  #follow() {
    if (!this.atEnd || this.scrolls) return;
    this.scrolls = requestAnimationFrame(() => {
      this.scrolls = 0;
      this.story.scrollTop = this.story.scrollHeight;
    });
  }

  /** Only aloud. Sentences that come within a moment are said together, so that none is lost. @param {string} sentence */
  aloud(sentence) {
    this.held = this.held ? `${this.held} ${sentence}` : sentence;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.live.textContent = this.held;
      this.held = "";
    }, 120);
  }

  /** @param {import("./state.js").GameEvent} event @param {import("./state.js").Model} model after the event */
  event(event, model) {
    const sentence = this.sentence(event, model);
    if (sentence) this.latest = sentence;
    const mine = event.seat !== undefined && event.seat === this.table.mySeat();
    this.say(sentence, [mine ? "own" : "", event.event === "settled" || event.event === "pot_won" ? "money" : ""].join(" ").trim());
  }

  /** @param {any} event @param {import("./state.js").Model} model @returns {string} */
  sentence(event, model) {
    const { money, title, game, house } = this.table;
    const me = this.table.mySeat();
    const who = (/** @type {number} */ seat) => (seat === me ? "You" : this.table.nameOf(seat));
    const does = (/** @type {number} */ seat, /** @type {string} */ verb) => `${who(seat)} ${seat === me ? verb : third(verb)}`;
    const words = (/** @type {string[]} */ cards) => handWords(game, cards, house);
    const named = (/** @type {string} */ cards) => codes(cards).map(cardSign).join(" ");
    switch (event.event) {
      case "wagers_placed": {
        const bets = Object.entries(event.amounts).map(([wager, amount]) => `${title(wager)} ${money.text(amount)}`);
        return bets.length ? `${does(event.seat, "bet")} ${bets.join(", ")}.` : `${does(event.seat, "sit")} this round out.`;
      }
      case "bets_closed": return "No more bets.";
      case "dealt": return this.#dealt(event, model, who, words);
      case "claimed": return event.cards ? `${does(event.seat, "show")} ${named(event.cards)} for the three-card bonus.` : `${does(event.seat, "claim")} the bonus wagers.`;
      case "folded": return `${does(event.seat, "fold")}.`;
      case "bet_placed": return `${does(event.seat, "add")} the ${title(event.wager)}, ${money.text(event.amount)}.`;
      case "stub_racked": return "";
      case "hand_set": return event.seat === me ? "Your hand is set." : "";
      case "revealed": return `The dealer has ${named(event.cards)}: ${words(codes(event.cards))}.`;
      case "shown": {
        const cards = [...codes(event.cards), ...model.common];
        return `${does(event.seat, "show")} ${named(event.cards)}: ${words(cards)}.`;
      }
      case "settled": return this.settled(event, who(event.seat));
      case "card_exposed": return `A card of the dealer was seen: ${cardNames([event.card])}.`;
      case "card_set_aside": return `${cardNames([event.card])} lay face up in the deck and is set aside.`;
      case "reshuffled": return `The cards are shuffled again; wagers stand (${event.clause}).`;
      case "hand_voided": return `The hand of ${who(event.seat)} is void (${event.clause}).`;
      case "round_voided": return `The round is void${event.reason ? `: ${event.reason}` : ""}${by(event.clause)}.`;
      case "ante_posted": return "";
      case "brought_in": return `${does(event.seat, "bring")} it in for ${money.text(event.amount)}.`;
      case "checked": return `${does(event.seat, "check")}.`;
      case "called": return `${does(event.seat, "call")} ${money.text(event.amount)}${model.at(event.seat).allIn ? ", all-in" : ""}.`;
      case "bet_made": return `${does(event.seat, "bet")} to ${money.text(event.to)}${model.at(event.seat).allIn ? ", all-in" : ""}.`;
      case "bet_returned": return `${money.text(event.amount)} that nobody called goes back to ${event.seat === me ? "you" : who(event.seat)}.`;
      case "mucked": return `${does(event.seat, "muck")}.`;
      case "all_in_declared": return `${does(event.seat, "stay")} in for what is in the pot.`;
      case "rake_taken": return `The house takes ${money.text(event.amount)}.`;
      case "pot_won": return `${does(event.seat, "win")} ${money.text(event.amount)}${event.pot ? ` from side pot ${event.pot}` : ""} (${event.clause}).`;
      case "chips_returned": return `${money.text(event.amount)} goes back to ${event.seat === me ? "you" : who(event.seat)}${by(event.clause)}.`;
      default: return "";
    }
  }

  /** @param {any} event @param {import("./state.js").Model} model @param {(seat: number) => string} who @param {(cards: string[]) => string} words */
  #dealt(event, model, who, words) {
    if (event.place === "dealer") return event.up ? `The dealer shows ${cardNames(codes(event.up))}.` : "";
    if (event.place === "common") return `A card for everybody: ${cardNames(codes(event.cards))}.`;
    if (event.place === this.table.mySeat()) {
      const held = model.at(event.place).cards;
      return `You get ${cardNames(codes(event.cards))}${held.length > 1 ? `. You hold ${words(held)}` : ""}.`;
    }
    return event.up ? `${who(event.place)} gets ${cardNames(codes(event.up))}.` : "";
  }

  /** One line of a settlement. @param {import("./state.js").Settled} line @param {string} who */
  settled(line, who) {
    const { money, title } = this.table;
    const net = line.returned + line.payoff - line.amount;
    const row = line.row && `, ${this.table.row(line)}`;
    const result = { win: `wins ${money.text(line.payoff)}`, lose: "loses", push: "pushes", void: "comes back" }[line.result] ?? line.result;
    const bonus = line.result === "lose" && line.payoff ? `, but is paid ${money.text(line.payoff)}` : "";
    const capped = line.uncapped > line.payoff ? `, cut by the cap from ${money.text(line.uncapped)}` : "";
    return `${who === "You" ? "Your" : `${who}’s`} ${title(line.wager)} of ${money.text(line.amount)} ${result}${bonus}${row}${capped}: ${money.signed(net)}${by(line.clause)}.`;
  }

  /** Everything that matters now, for whoever asks. @param {import("./state.js").Model} model @param {string} prompt */
  state(model, prompt) {
    const { money, game, house } = this.table;
    const me = this.table.mySeat();
    const mine = model.places.get(me);
    const said = [];
    if (game === "seven-card-stud" && model.round) said.push(`${STREETS[/** @type {3} */ (model.street)] ?? ""}. Pot ${money.text(model.pot)}.`);
    if (model.dealer.length) said.push(`The dealer has ${cardNames(model.dealer.filter((card) => card !== "??")) || "cards face down"}.`);
    for (const place of model.places.values()) {
      if (place.seat === me || !place.up.length || place.status !== "in") continue;
      said.push(`${this.table.nameOf(place.seat)} shows ${cardNames(place.up)}${place.bet ? `, bet ${money.text(place.bet)}` : ""}.`);
    }
    if (mine?.cards.length) said.push(`You hold ${cardNames(mine.cards)}: ${handWords(game, [...mine.cards, ...model.common], house)}.`);
    if (mine) said.push(`You have ${money.text(mine.stack)}.`);
    return [...said, prompt].join(" ");
  }
}

/** @param {string} verb */
function third(verb) {
  return verb.endsWith("s") || verb.endsWith("ch") ? `${verb}es` : `${verb}s`;
}
