// @ts-check
// The equity page: cards are put into places by clicking or typing; the server computes the shares.
import { cardName, cardSign } from "./cards.js";
import { byId, copied, el, hide, write } from "./dom.js";
import { Asking, passes, replacePart } from "./lab-answers.js";

const PLACES = 7;
const DOWN = [0, 1, 6];
const FIRST_STREET = 3;
const MOST_DEAD = 30;
const CARD = /^(?:[2-9TJQKA][cdhs]|\?\?)/i;

/** @type {HTMLFormElement} */
const form = byId("equity-form");
const deck = byId("deck");
const results = byId("equity-results");
const problem = byId("equity-problem");
const asking = new Asking(form.dataset.results ?? "");

/** @typedef {{ box: HTMLFieldSetElement, input: HTMLInputElement, row: HTMLElement, cards: string[], dead: boolean, name: string }} Seat */
/** @type {Seat[]} */
let seats = [];
/** The place that gets the next card. */
let at = { seat: /** @type {Seat | null} */ (null), place: 0 };

/** @param {HTMLFieldSetElement} box @returns {Seat} */
function seatOf(box) {
  const dead = box.dataset.seat === "dead";
  const input = /** @type {HTMLInputElement} */ (box.querySelector("input"));
  const row = /** @type {HTMLElement} */ (box.querySelector(".places"));
  const seat = { box, input, row, cards: /** @type {string[]} */ ([]), dead, name: box.querySelector("legend")?.textContent ?? "" };
  row.hidden = false;
  input.addEventListener("input", () => {
    const cards = typed(input.value);
    if (cards) seat.cards = cards;
    draw();
    compute();
  });
  seat.cards = typed(input.value) ?? [];
  return seat;
}

/** The cards of a typed hand; null if it is not one yet. @param {string} text */
function typed(text) {
  const cards = [];
  let rest = text.replace(/[\s()]/g, "");
  for (; rest; rest = rest.slice(2)) {
    const found = CARD.exec(rest);
    if (!found) return null;
    cards.push(found[0] === "??" ? "" : found[0][0].toUpperCase() + found[0][1].toLowerCase());
  }
  return cards;
}

/** @param {Seat} seat */
function text(seat) {
  const last = seat.cards.findLastIndex((card) => card);
  if (last < 0) return "";
  const cards = Array.from({ length: seat.dead ? last + 1 : Math.max(last + 1, FIRST_STREET) }, (_, place) => seat.cards[place] || "??");
  if (seat.dead) return cards.filter((card) => card !== "??").join("");
  const [first, up, end] = [cards.slice(0, 2), cards.slice(2, 6), cards.slice(6)];
  return `(${first.join("")})${up.join("")}${end.length ? `(${end.join("")})` : ""}`;
}

const used = () => new Set(seats.flatMap((seat) => seat.cards).filter(Boolean));

function draw() {
  for (const seat of seats) {
    const count = seat.dead ? Math.min(MOST_DEAD, seat.cards.filter(Boolean).length + 1) : PLACES;
    const places = Array.from({ length: count }, (_, place) => placeOf(seat, place));
    const focused = [...seat.row.children].indexOf(/** @type {any} */ (document.activeElement));
    seat.row.replaceChildren(...places);
    if (focused >= 0) places[Math.min(focused, count - 1)].focus();
  }
  const gone = used();
  for (const card of /** @type {NodeListOf<HTMLElement>} */ (deck.querySelectorAll("[data-card]"))) {
    if (gone.has(card.dataset.card ?? "")) card.setAttribute("aria-disabled", "true");
    else card.removeAttribute("aria-disabled");
  }
  write(byId("deck-hint"), at.seat ? `The next card goes to ${placeName(at.seat, at.place)}.` : "");
}

/** @param {Seat} seat @param {number} place */
function placeName(seat, place) {
  if (seat.dead) return "the dead cards";
  return `${seat.name}, card ${place + 1}, ${DOWN.includes(place) ? "down" : "up"}`;
}

/** @param {Seat} seat @param {number} place */
function placeOf(seat, place) {
  const card = seat.cards[place] || "";
  const next = at.seat === seat && at.place === place;
  const label = `${placeName(seat, place)}: ${card ? `${cardName(card)}, remove` : "empty"}`;
  const sign = cardSign(card || "??");
  const face = card ? [el("span", {}, sign.slice(0, -1)), el("span", {}, sign.slice(-1))] : seat.dead ? "+" : DOWN.includes(place) ? "down" : "up";
  return el("button", {
    type: "button", class: `place${DOWN.includes(place) && !seat.dead ? " down" : ""}${card ? ` filled suit-${card[1]}` : ""}`, "aria-label": label, "aria-pressed": String(next),
    onclick: () => {
      if (card) seat.cards[place] = "";
      at = { seat, place };
      changed(seat);
    },
  }, face);
}

/** @param {Seat} seat */
function changed(seat) {
  if (seat.dead) seat.cards = seat.cards.filter(Boolean);
  if (seat.dead && at.seat === seat) at.place = seat.cards.length;
  seat.input.value = text(seat);
  draw();
  compute();
}

/** Put a card into the chosen place, and choose the next: up to the street the others are on, then the next player. @param {string} card */
function deal(card) {
  const { seat } = at;
  if (!seat || used().has(card)) return;
  seat.cards[at.place] = card;
  const players = seats.filter((each) => !each.dead);
  const street = Math.max(FIRST_STREET, ...players.map((each) => each.cards.findLastIndex((one) => one) + 1));
  const free = (/** @type {Seat} */ each) => Array.from({ length: street }, (_, place) => place).find((place) => !each.cards[place]);
  if (seat.dead) at.place += 1;
  else {
    const order = [seat, ...players.slice(players.indexOf(seat) + 1), ...players.slice(0, players.indexOf(seat))];
    const open = order.find((each) => free(each) !== undefined);
    if (open) at = { seat: open, place: free(open) ?? 0 };
    else if (street < PLACES) at = { seat: players[0], place: street };
    else at = { seat: null, place: 0 };
  }
  changed(seat);
}

/** @param {string} line */
function say(line) {
  write(byId("lab-state"), line);
  hide(byId("lab-state"), !line);
}

/** @param {string} why */
function refuse(why) {
  write(problem, why ? `${why[0].toUpperCase()}${why.slice(1)}.` : "");
  hide(problem, !why);
  results.classList.toggle("stale", Boolean(why));
  if (why) write(byId("lab-said"), why);
}

function link() {
  const hands = seats.filter((seat) => !seat.dead).map((seat) => seat.input.value.trim()).filter(Boolean);
  const dead = seats.find((seat) => seat.dead)?.input.value.trim() ?? "";
  const query = new URLSearchParams(hands.map((hand) => ["hand", hand]));
  if (dead) query.set("dead", dead);
  return { hands, dead, path: `/lab/equity${query.size ? `?${query}` : ""}` };
}

function compute() {
  const { hands, dead, path } = link();
  history.replaceState(null, "", path);
  if (hands.length < 2) {
    asking.cancel();
    say("");
    refuse(hands.length && results.querySelector("table") ? "enter at least two hands. The shares shown are from before this change" : "");
    return;
  }
  const slow = setTimeout(() => say("Computing…"), 250);
  asking.ask({ hands, dead }, (answer) => {
    clearTimeout(slow);
    if (passes(answer)) {
      say(`${answer.told.why}.`);
      return true;
    }
    const why = answer.status >= 400 ? answer.told.why : answer.told.problem;
    if (why) {
      say("");
      refuse(`${why}${results.querySelector("table") ? ". The shares shown are from before this change" : ""}`);
      return false;
    }
    refuse("");
    replacePart(results, answer.told.html);
    say(answer.told.waiting ? `Computing. ${answer.told.waiting}.` : "");
    if (answer.told.said && !answer.told.waiting) write(byId("lab-said"), answer.told.said);
    return Boolean(answer.told.waiting);
  });
}

/** Arrow keys move within the deck, which is one stop of the Tab key. @param {KeyboardEvent} event */
function move(event) {
  const from = /** @type {HTMLElement} */ (event.target).closest("[data-card]");
  const rows = [...deck.querySelectorAll(".deck-suit")].map((suit) => [...suit.querySelectorAll("[data-card]")]);
  const y = rows.findIndex((cards) => cards.includes(/** @type {Element} */ (from)));
  if (y < 0 || !from) return;
  const x = rows[y].indexOf(from);
  /** @type {Record<string, [number, number]>} */
  const steps = { ArrowLeft: [x - 1, y], ArrowRight: [x + 1, y], ArrowUp: [x, y - 1], ArrowDown: [x, y + 1], Home: [0, y], End: [rows[y].length - 1, y] };
  const to = steps[event.key];
  const card = to && rows[to[1]]?.[to[0]];
  if (!to) return;
  event.preventDefault();
  if (card) focusCard(/** @type {HTMLElement} */ (card));
}

/** @param {HTMLElement} card */
function focusCard(card) {
  for (const other of deck.querySelectorAll('[tabindex="0"]')) other.setAttribute("tabindex", "-1");
  card.setAttribute("tabindex", "0");
  card.focus();
}

deck.addEventListener("keydown", move);
deck.addEventListener("click", (/** @type {MouseEvent} */ event) => {
  const card = /** @type {HTMLElement} */ (event.target).closest("[data-card]");
  if (card instanceof HTMLElement) deal(card.dataset.card ?? "");
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  compute();
});

function gather() {
  const known = new Map(seats.map((seat) => [seat.box, seat]));
  seats = /** @type {HTMLFieldSetElement[]} */ ([...form.querySelectorAll(".equity-seat")]).map((box) => known.get(box) ?? seatOf(box));
  const add = byId("add-player");
  hide(add, seats.length > Number(add.dataset.most));
}

byId("add-player").addEventListener("click", () => {
  const boxes = form.querySelectorAll("#equity-seats .equity-seat");
  const number = boxes.length + 1;
  const box = /** @type {HTMLElement} */ (boxes[0].cloneNode(true));
  box.dataset.seat = String(number);
  write(/** @type {Element} */ (box.querySelector("legend")), `Player ${number}`);
  /** @type {HTMLInputElement} */ (box.querySelector("input")).value = "";
  byId("equity-seats").append(box);
  gather();
  at = { seat: seats.filter((seat) => !seat.dead)[number - 1], place: 0 };
  draw();
});

document.querySelector("[data-copy-link]")?.addEventListener("click", async () => {
  const done = await copied(location.href);
  say(done ? "Link copied." : `Copy the address of this page: ${location.href}`);
});

document.body.classList.add("scripted");
for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#deck, #deck-hint, #add-player, [data-copy-link]"))) hide(part, false);
gather();
at.seat = seats[0];
at.place = seats[0].cards.findIndex((card) => !card);
if (at.place < 0) at.place = Math.min(seats[0].cards.length, PLACES - 1);
draw();
if (results.dataset.pending) compute();
