// @ts-check
// A table in the browser: frames come in, are shown in order, and what a person does goes out.
import { Actions } from "./actions.js";
import { Animator, behind } from "./animate.js";
import { Bets } from "./bets.js";
import { Clocks } from "./clock.js";
import { Connection } from "./connection.js";
import { byId, copied, hide, mark, write } from "./dom.js";
import { FeltTable } from "./felt.js";
import { Keyboard } from "./keyboard.js";
import { Money } from "./money.js";
import { OvalTable } from "./oval.js";
import { promptText } from "./prompt.js";
import { Seal } from "./seal.js";
import { Seating } from "./seating.js";
import { Seeds } from "./seeds.js";
import { Settlement } from "./settlement.js";
import { change, followOpeners, followPanel, settings } from "./settings.js";
import { play as sound } from "./sound.js";
import { Model, total } from "./state.js";
import { Story } from "./story.js";
import { Typed, typedHelp } from "./typed.js";
import { Wallet } from "./wallet.js";

const boot = JSON.parse(byId("bootstrap").textContent);

/** What the parts of the page share. @type {any} */
const table = {
  boot,
  game: boot.game,
  /** How the table looks, from its first frame. @type {any} */
  layout: null,
  money: new Money(boot.money),
  wagers: Object.fromEntries(boot.wagers.map((/** @type {any} */ wager) => [wager.key, wager])),
  clauses: boot.clauses ?? {},
  /** @type {import("./state.js").TableFrame | null} */
  frame: null,
  title: (/** @type {string} */ wager) => spot(wager)?.title ?? wager.replaceAll("_", " "),
  row: (/** @type {import("./state.js").Settled} */ { wager, row }) => spot(wager)?.rows[row] ?? row.replaceAll("_", " "),
  mySeat: () => table.frame?.you?.seat ?? 0,
  nameOf: (/** @type {number} */ seat) => table.frame?.seats.find((/** @type {any} */ other) => other.seat === seat)?.name ?? names.get(seat) ?? `Seat ${seat}`,
  describeSlip: () => (bets && total(bets.slip) ? `${Object.entries(bets.slip).map(([wager, amount]) => `${table.title(wager)} ${table.money.text(amount)}`).join(", ")}: ${table.money.text(total(bets.slip))} together.` : "No wagers."),
};

/** @param {string} wager */
const spot = (wager) => table.layout?.spots.find((/** @type {any} */ other) => other.wager === wager);

/** Who sat where when somebody has left already. @type {Map<number, string>} */
const names = new Map();
const connection = new Connection(boot.socket, [{ do: "watch", table: boot.table, invitation: boot.invitation || "" }]);
table.connection = connection;
table.wallet = new Wallet(boot.person, connection, { changed: redraw, say: notice });
const story = new Story(table);
table.story = story;
const seeds = new Seeds(connection);
const seating = new Seating(table, { ask: (frame) => ask({ table: boot.table, ...frame }), say: notice });
const settlement = new Settlement(table);
const seal = new Seal(boot.person?.id, notice);
const actions = new Actions(table, byId("actions"), { act, say: notice });
/** The felt or the oval, once it is known which. @type {any} */
let stage = null;
/** @type {any} */
let animator = null;
/** Where wagers are placed before the cards. @type {Bets | null} */
let bets = null;
new Clocks(table, () => stage);

/** Build the table as it is told to look. @param {any} layout */
function build(layout) {
  table.layout = layout;
  const on = { sit: (/** @type {number} */ seat) => seating.sit(seat), press, pick };
  const root = byId("stage");
  for (const [name, colour] of Object.entries({ "--felt": layout.felt.cloth, "--felt-light": layout.felt.light, "--felt-edge": layout.felt.edge, "--felt-ink": layout.felt.ink })) document.body.style.setProperty(name, String(colour));
  stage = layout.scene === "oval" ? new OvalTable(root, table, on) : new FeltTable(root, table, on);
  animator = new Animator(stage, table, story);
  const weigh = (/** @type {Record<string, number>} */ amounts) => connection.tell({ do: "weigh", table: boot.table, amounts });
  if (layout.spots.length) bets = new Bets(table, stage, { place: placeWagers, weigh, say: notice, change: redraw });
  desk.bets = bets;
  new Keyboard(desk);
  byId("typed-help").textContent = `Type in the field beside the story: ${typedHelp(layout)}`;
}

let model = new Model();
let seq = -1;
let asked = false;
let wantsSeat = new URLSearchParams(location.search).has("sit");
/** @type {import("./state.js").TableFrame[]} */
const queue = [];
let presenting = false;
/** When the latest result was shown in full. */
let complete = 0;

// Frames in.

connection.addEventListener("frame", (event) => {
  const tell = /** @type {CustomEvent} */ (event).detail;
  if (tell.is === "bye") lost(tell.why, true);
  if (tell.is === "weighed") bets?.told(/** @type {any} */ (tell));
  if (tell.is === "described") notice([tell.words, byId("prompt").textContent].filter(Boolean).join(" "));
  if (tell.is !== "table" || tell.table !== boot.table) return;
  if (tell.layout && !table.layout) build(tell.layout);
  // Other rules than those that this page was made for: their text and their felt come with a new page.
  else if (tell.layout && tell.rules !== boot.rules) location.reload();
  seeds.see(tell);
  animator.see(tell);
  queue.push(tell);
  if (behind(queue)) animator.hurry();
  present();
});
connection.addEventListener("open", () => {
  byId("lost").hidden = true;
  seq = -1;
});
connection.addEventListener("lost", (event) => lost("", /** @type {CustomEvent} */ (event).detail.ended));

/** @param {string} why @param {boolean} ended */
function lost(why, ended) {
  const banner = byId("lost");
  banner.textContent = why || (ended ? "The connection has ended. Reload the page to come back." : "Connection lost. Reconnecting… Your seat and your chips are safe.");
  banner.hidden = false;
  redraw();
}

async function present() {
  if (presenting) return;
  presenting = true;
  try {
    while (queue.length) await shown(/** @type {import("./state.js").TableFrame} */ (queue.shift()));
  } finally {
    presenting = false;
  }
}

/** Show a frame; what fails in motion stands still then, for a table that shows nothing more costs its player the turn. @param {import("./state.js").TableFrame} frame */
async function shown(frame) {
  if (frame.seq < seq) return;
  try {
    await show(frame);
  } catch (error) {
    console.error(error);
    stand(frame);
  }
}

/** @param {import("./state.js").TableFrame} frame */
async function show(frame) {
  const follows = seq >= 0 && frame.seq === seq + 1;
  seq = frame.seq;
  table.frame = frame;
  for (const seat of frame.seats) names.set(seat.seat, seat.name);
  const round = frame.round;
  if (round && frame.story) story.begin(round.id, frame.story);
  story.round = round?.id ?? "";
  if (model.round && round?.id !== model.round) {
    if (follows && model.phase === "closed") await animator.rest(complete);
    if (follows) await animator.sweep();
    model = new Model();
  }
  if (round && follows && frame.events.length) {
    if (round.id !== model.round) model = Model.before(round, frame.events);
    animator.playing = true;
    animator.hurried = behind(queue) || animator.late(seq);
    redraw();
    for (const [place, event] of frame.events.entries()) {
      await animator.play(model, frame, event, frame.told[place] ?? {}, frame.events[place + 1]);
      if (animator.rushed) continue;
      settlement.show(model, newBets());
      prompt(frame);
    }
  }
  stand(frame);
  if (round && model.phase === "closed" && follows && frame.events.length) complete = performance.now();
}

/** The table as a frame says it is, with nothing moving, and what there is to do. @param {import("./state.js").TableFrame} frame */
function stand(frame) {
  const round = frame.round;
  animator.playing = false;
  if (round) model = Model.of(round, frame.seats);
  asked = false;
  if (frame.you?.seat) forget();
  else if (wantsSeat && boot.person) {
    forget();
    seating.sit(0);
  }
  bets?.see(frame);
  if (!round?.yours?.offers.some((offer) => offer.pick)) actions.picked = [];
  if (!drawnOver()) redraw();
  if (!queue.length) actions.answer(frame);
}

/** A seat is asked for once, and not again when the page is loaded again. */
function forget() {
  wantsSeat = false;
  const address = new URL(location.href);
  if (!address.searchParams.has("sit")) return;
  address.searchParams.delete("sit");
  history.replaceState(null, "", address);
}

// What is on the screen.

/** Whether this person's own part waits for what is moving; chips of others never keep anybody from betting. */
const watches = () => animator?.playing && !table.frame?.round?.view.choices.some((/** @type {any} */ choice) => choice.action === "place_wagers");
const blocked = () => !connection.ready || watches() || asked;
/** Whether a frame of the same round waits, which draws everything anew at once. */
const drawnOver = () => queue.length > 0 && queue[0].seq > seq && queue[0].round?.id === model.round;
/** Whether the settlement of the round before has served. */
const newBets = () => !bets?.betting || total(bets.slip) > 0;
let prompted = "";

function redraw() {
  const frame = table.frame;
  if (!frame || !stage) return;
  if (bets) stage.slip = bets.betting ? bets.slip : null;
  const picking = !watches() && !blocked() && Boolean(frame.round?.yours?.offers.some((offer) => offer.pick));
  Object.assign(stage, { picking, picked: actions.picked });
  stage.show(model, frame);
  settlement.show(model, newBets());
  seal.show(frame);
  byId("dock").classList.toggle("betting", Boolean(bets?.betting));
  write(byId("wallet"), boot.person ? table.money.text(table.wallet.holds) : "");
  const net = frame.you?.seat ? frame.you.net : 0;
  write(byId("net"), frame.you?.seat ? table.money.signed(net) : "\u2013");
  mark(byId("net"), "class", net > 0 ? "up" : net < 0 ? "down" : "");
  actions.show(frame, seating.buttons(frame, watches()), watches());
  if (bets) hide(byId("bets"), !bets.betting || watches());
  const stuck = !connection.ready || asked;
  for (const control of byId("dock").querySelectorAll("button, input")) {
    if (control.closest(".seat-acts, .tools, .go, .dock-said")) continue;
    control.disabled = stuck;
  }
  if (bets && stuck) bets.go.disabled = true;
  else if (bets) bets.show();
  prompt(frame);
}

/** @param {import("./state.js").TableFrame} frame */
function prompt(frame) {
  const text = promptText(frame, { table, connection, seating, bets, actions, story, model, moving: watches() });
  write(byId("prompt"), text);
  const turn = Boolean(frame.round?.decision && frame.round.view.to_act.includes(frame.you?.seat) && !animator.playing && actions.offers.length);
  byId("dock").classList.toggle("turn", turn);
  const title = `${turn ? "\u25cf " : ""}${boot.title}: Seventh`;
  if (document.title !== title) document.title = title;
  const short = !watches() && seating.short(frame);
  const key = `${frame.round?.id} ${frame.round?.decision} ${turn} ${short}`;
  if (turn && key !== prompted) sound("turnToAct");
  if ((turn || short) && key !== prompted) story.aloud(text);
  prompted = key;
}

// What a person does.

/** @param {Record<string, any>} frame */
async function ask(frame) {
  const answer = await connection.ask(frame);
  if (answer.is === "refused") notice([answer.why, answer.allowed ? `Allowed: ${answer.allowed}.` : "", answer.clause ? `(${answer.clause})` : ""].filter(Boolean).join(" "));
  return answer;
}

/** @param {import("./state.js").Offer} offer */
async function act(offer) {
  const round = table.frame?.round;
  if (!round || blocked() || actions.asksAgain(round, offer) || actions.comesAfter(offer)) return;
  asked = true;
  redraw();
  const answer = await ask({ do: "act", table: boot.table, round: round.id, decision: round.decision, action: offer.action, price: offer.price ?? 0 });
  asked = false;
  actions.picked = [];
  if (answer.is === "refused") redraw();
  return answer;
}

/** @param {Record<string, number>} amounts */
async function placeWagers(amounts) {
  const round = table.frame?.round;
  if (!round) return;
  const mine = round.view.seats.find((/** @type {any} */ seat) => seat.seat === table.mySeat());
  const price = total(amounts) - total(mine?.wagers ?? {});
  const answer = await act({ name: "wagers", label: "", action: { action: "place_wagers", amounts }, price });
  if (answer?.is === "done") connection.tell({ do: "ready", table: boot.table, round: round.id });
  else bets?.refused();
}

/** A spot of the layout. @param {string} wager */
function press(wager) {
  if (bets?.betting) return bets.press(wager);
  const offer = actions.plain.find((other) => other.action.wager === wager);
  if (offer) act(offer);
  else if (bets?.open) bets.change();
}

/** A card of the own hand while it is set. @param {string} card */
function pick(card) {
  const picked = actions.picked.includes(card) ? actions.picked.filter((other) => other !== card) : [...actions.picked, card].slice(-actions.picks || undefined);
  actions.picked = picked;
  redraw();
}

/** Something to tell this person alone. @param {string} text */
function notice(text) {
  if (text) story.say(text, "notice");
}

/** @type {any} */
const desk = {
  table, bets, actions, act, press, blocked,
  describe: () => (connection.tell({ do: "describe", table: boot.table }), ""),
  seat: (/** @type {string} */ text) => seating.words(text),
  openPanel: (/** @type {string} */ id) => (byId(id).showModal(), ""),
  hurry: () => animator.hurry(),
  mute: () => (change({ sound: !settings.sound }), notice(settings.sound ? "Sound on." : "Sound off.")),
  main: () => (bets?.betting ? bets.place() : byId("dock").querySelector(".act.primary, .act:not(.quiet), .buy-in button")?.click()),
};
const typed = new Typed(desk);
byId("typed").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  const field = byId("typed-text");
  notice(typed.run(field.value));
  field.value = "";
});
byId("stage").addEventListener("contextmenu", (/** @type {Event} */ event) => {
  const spot = /** @type {HTMLElement} */ (event.target).closest(".spot");
  if (!spot || !bets?.betting) return;
  event.preventDefault();
  bets.remove(/** @type {HTMLElement} */ (spot).dataset.wager ?? "");
});
byId("invite").addEventListener("click", async () => {
  const link = new URL(boot.link || location.pathname, location.href).href;
  notice((await copied(link)) ? "The link to this table is copied: send it to whom you like." : `The link to this table: ${link}`);
});
followPanel();
followOpeners();
connection.open();
