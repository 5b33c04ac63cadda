// @ts-check
// The table page: shows incoming frames in order and sends the player's actions.
import { Actions } from "./actions.js";
import { Animator, MOTIONLESS, behind } from "./animate.js";
import { Balances } from "./balances.js";
import { Bets } from "./bets.js";
import { markOwnHand } from "./chart.js";
import { followClauses } from "./clauses.js";
import { Clocks } from "./clock.js";
import { CoachSwitch } from "./coach-switch.js";
import { Connection } from "./connection.js";
import { byId, hide, mark, write } from "./dom.js";
import { Fairness } from "./fairness.js";
import { FeltTable } from "./felt.js";
import { DockFocus } from "./focus.js";
import { Keyboard } from "./keyboard.js";
import { LastRound } from "./last-round.js";
import { Money } from "./money.js";
import { OvalTable } from "./oval.js";
import { followPanels } from "./panels.js";
import { People } from "./people.js";
import { decisionKey, lastCall, promptText, refusalText, shut, stopped, whatMoves } from "./prompt.js";
import { Rebet } from "./rebet.js";
import { Remark } from "./remark.js";
import { Seating } from "./seating.js";
import { change, followOpeners, followPanel, nextSpeed, settings } from "./settings.js";
import { play as sound } from "./sound.js";
import { Model, total } from "./state.js";
import { Story } from "./story.js";
import { Tour } from "./tour.js";
import { TypedBox, typedHelp } from "./typed-box.js";
import { laidOut, shownWords, slipChange } from "./voice.js";
import { Wallet } from "./wallet.js";

const boot = JSON.parse(byId("bootstrap").textContent);
const Scene = boot.scene === "oval" ? OvalTable : FeltTable;

/** State shared by the parts of the page. @type {any} */
const table = {
  boot,
  game: boot.game,
  /** The layout, from the first frame. @type {any} */
  layout: null,
  money: new Money(boot.money),
  wagers: Object.fromEntries(boot.wagers.map((/** @type {any} */ wager) => [wager.key, wager])),
  clauses: boot.clauses,
  /** @type {import("./state.js").TableFrame | null} */
  frame: null,
  title: (/** @type {string} */ wager) => spot(wager)?.title ?? wager.replaceAll("_", " "),
  row: (/** @type {import("./state.js").Settled} */ { wager, row }) => spot(wager)?.rows[row] ?? row.replaceAll("_", " "),
  mySeat: () => table.frame?.you?.seat ?? 0,
  nameOf: (/** @type {number} */ seat) => table.frame?.seats.find((/** @type {any} */ other) => other.seat === seat)?.name ?? names.get(seat) ?? `Seat ${seat}`,
};

/** @param {string} wager */
const spot = (wager) => table.layout?.spots.find((/** @type {any} */ other) => other.wager === wager);

/** Names by seat, including players who have left. @type {Map<number, string>} */
const names = new Map();
const connection = new Connection(boot.socket, [{ do: "watch", table: boot.table, invitation: boot.invitation || "" }]);
Object.assign(table, { connection, redraw, focusMain: () => dockFocus.main(), playing: "", /** What the clock did for this player. @type {{round: string, text: string} | null} */ missed: null });
table.wallet = new Wallet(boot.person, connection, { table: boot.table, changed: redraw, say: notice });
const story = new Story(table);
table.story = story;
const balances = (table.balances = new Balances(table));
const seating = new Seating(table, { ask: (frame) => ask({ table: boot.table, ...frame }), say: notice });
const lastRound = new LastRound(table, story);
const friends = new People(table, { ask: (frame) => ask({ table: boot.table, ...frame }), say: notice });
const fairness = new Fairness(boot, connection, notice);
const actions = new Actions(table, byId("actions"), { act, say: notice });
const coach = new CoachSwitch(table, { say: notice, remark: answer, aloud: (text) => story.aloud(text), redraw });
const dockFocus = new DockFocus(byId("dock"));
story.voice.waits = () => dockFocus.pending;
const remark = new Remark(story.voice, { prompt: () => (table.frame && stage ? promptNow(table.frame) : ""), draw: () => table.frame && stage && prompt(table.frame) });
const rebet = new Rebet(table, { bets: () => bets, blocked: () => Boolean(blocked()), redraw });
/** The scene, from the first frame on. @type {any} */
let stage = null;
/** @type {any} */
let animator = null;
/** Betting before the deal, in games against the dealer. @type {import("./bets.js").Bets | null} */
let bets = null;
new Clocks(table, () => stage, () => bets?.betting && lastCall(table.frame, table) && prompt(table.frame));

/** Build the table from its layout. @param {any} layout */
function build(layout) {
  table.layout = layout;
  const on = { sit: (/** @type {number} */ seat) => seating.choose(seat), press, pick };
  const root = byId("stage");
  for (const [name, colour] of Object.entries({ "--felt": layout.felt.cloth, "--felt-light": layout.felt.light, "--felt-edge": layout.felt.edge, "--felt-ink": layout.felt.ink })) document.body.style.setProperty(name, String(colour));
  stage = new Scene(root, table, on);
  animator = new Animator(stage, table, story);
  const weigh = (/** @type {Record<string, number>} */ amounts) => connection.tell({ do: "weigh", table: boot.table, amounts });
  if (boot.spots) bets = table.bets = new Bets(table, stage, { place: placeWagers, weigh, say: notice, remark: answer, change: redraw });
  Object.assign(page, { bets, tour: new Tour(table, layout.walkthrough) });
  new Keyboard(page);
  byId("typed-help").textContent = typedHelp(layout);
}

/** Events whose chips are counted only once their reason is visible. */
const RESULTS = new Set(["settled", "pot_won", "chips_returned"]);
let model = new Model();
let seq = -1;
let asked = false;
/** The decisions that were open when the table last stood still, and that this player has answered, whose frame may be still to come. */
let [standing, answered] = ["", ""];
/** @type {import("./state.js").TableFrame[]} */
const queue = [];
let presenting = false;
/** When the latest result was fully shown. */
let complete = 0;

// Incoming frames.

connection.addEventListener("frame", (event) => {
  const tell = /** @type {CustomEvent} */ (event).detail;
  if (tell.is === "bye") lost(tell.why && refusalText(tell), true);
  if (tell.is === "out" && tell.table === boot.table) friends.out(tell);
  if (tell.is === "weighed") bets?.told(/** @type {any} */ (tell));
  if (tell.is === "described") notice([presenting ? shownWords(model, stage.allCards, table) : tell.words, bets?.betting && !watches() && laidOut(bets.slip, table), asks()].filter(Boolean).join(" "));
  // The table no longer exists, such as a single-player table after a long absence.
  if (tell.is === "refused" && tell.id === `watch:${boot.table}`) friends.out({ why: refusalText(tell) });
  if (tell.is !== "table" || tell.table !== boot.table) return;
  if (tell.layout && !table.layout) build(tell.layout);
  // The rules have changed since this page was rendered: reload for the new text and layout.
  else if (tell.layout && tell.rules !== boot.rules) location.reload();
  fairness.see(tell);
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
  banner.textContent = why || (ended ? "Disconnected. Reload the page to reconnect." : "Connection lost. Reconnecting… Your seat and your chips are safe.");
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

/** Show a frame. If its animation fails, show it without: a frozen table would cost the player their turn. @param {import("./state.js").TableFrame} frame */
async function shown(frame) {
  if (frame.seq < seq) return;
  try {
    await show(frame);
  } catch (error) {
    console.error(error);
    animator.telling = Promise.resolve(0);
    stand(frame);
  }
}

/** @param {import("./state.js").TableFrame} frame */
async function show(frame) {
  const follows = seq >= 0 && frame.seq === seq + 1;
  seq = frame.seq;
  table.frame = seating.leaving.keep(frame);
  const round = frame.round;
  const moves = Boolean(round && follows && frame.events.length);
  if (!follows) story.joins();
  if (moves) friends.explain(frame, follows);
  else friends.see(frame, follows);
  for (const seat of frame.seats) names.set(seat.seat, seat.name);
  if (frame.review && frame.review_story) story.complete(frame.review.id, frame.review.number, frame.review_story, frame.now);
  if (round) story.begin(round.id, round.number, frame.story, frame.now);
  if (model.round && round?.id !== model.round) {
    if (follows && model.phase === "closed" && rebet.left !== model.round) await animator.rest(complete, [model.says.join(" "), lastRound.shortOf(model.round)].sort((one, two) => two.length - one.length)[0]);
    if (follows) await animator.sweep();
    model = new Model();
  }
  if (round && moves) {
    if (round.id !== model.round) model = Model.before(round, frame.events);
    stage.moving = animator.playing = true;
    story.voice.hold();
    animator.hurried = behind(queue) || animator.late(seq);
    table.playing = whatMoves(frame.events, 0);
    if (!placing(frame)) bets?.see(frame); // betting has closed
    redraw();
    let lie = false; // whether new cards lie there and nothing has moved since
    for (const [place, event] of frame.events.entries()) {
      // In the tour of a round without a decision there is time to read about the player's cards.
      if (event.event === "revealed") await animator.telling.then(() => page.tour.hold(model.places.get(table.mySeat())?.cards.length ?? 0));
      if (lie && !MOTIONLESS.has(event.event)) story.voice.next(!animator.rushed);
      lie = event.event === "dealt" ? frame.events[place + 1]?.event !== "dealt" : lie && MOTIONLESS.has(event.event);
      const played = animator.play(model, frame, event, frame.told[place] ?? {}, frame.events[place + 1]);
      if (!animator.rushed) prompt(frame);
      if (!RESULTS.has(event.event)) balances.show(frame, model, true);
      await played;
      balances.show(frame, model, true);
    }
    await animator.telling;
    friends.see(frame, follows); // who left did so after these events
  }
  stand(frame);
  if (moves && model.phase === "closed") complete = performance.now();
}

/** Show a frame without animation, with the available actions. @param {import("./state.js").TableFrame} frame */
function stand(frame) {
  const round = frame.round;
  stage.moving = animator.playing = false;
  if (frame.review) lastRound.show(frame.review);
  if (frame.you?.seat) lastRound.seated();
  const { says, leading, did } = model.round === round?.id ? model : new Model();
  if (round) model = Object.assign(Model.of(round, frame.seats), { says, leading, did });
  asked = false;
  standing = round?.decision && round.yours?.offers.length ? decisionKey(frame) : "";
  if (standing) lastRound.prepare();
  seating.follow(frame);
  bets?.see(frame);
  if (!round?.yours?.offers.some((offer) => offer.pick)) actions.picked = [];
  if (!drawnOver()) redraw();
  if (!queue.length) story.voice.release();
  if (!queue.length) bets?.follow();
  if (!queue.length) actions.answer(frame);
}

// The screen.

/** Whether the viewer may bet. @param {import("./state.js").TableFrame | null} frame */
const placing = (frame) => Boolean(frame?.round?.view.choices.some((/** @type {any} */ choice) => choice.action === "place_wagers"));
/** Whether the viewer has a decision that was open before the animation: where several decide at once, another one's action plays. */
const decides = () => Boolean(standing) && standing === decisionKey(table.frame) && standing !== answered;
/** Whether the viewer's controls wait for the animation; what other players do never blocks betting or deciding. */
const watches = () => animator?.playing && !placing(table.frame) && !decides();
const blocked = () => !connection.ready || watches() || asked;
/** Whether a frame of the same round is queued, which will redraw everything. */
const drawnOver = () => queue.length > 0 && queue[0].seq > seq && queue[0].round?.id === model.round;
let prompted = "";
/** The chips on the spots as last announced. @type {Record<string, number>} */
let laid = {};

function redraw() {
  const frame = table.frame;
  if (!frame || !stage) return;
  if (bets) stage.slip = bets.betting ? bets.slip : null;
  if (!bets?.automatic) {
    if (bets?.betting) story.aloud(slipChange(laid, bets.slip, table));
    laid = bets?.betting ? bets.slip : {};
  }
  const picking = !watches() && !blocked() && Boolean(frame.round?.yours?.offers.some((/** @type {any} */ offer) => offer.pick));
  Object.assign(stage, { picking, picked: actions.picked });
  stage.show(model, frame);
  if (!animator.playing && (bets?.betting ? bets.begun : frame.round?.yours?.offers.length)) lastRound.served(frame);
  stage.verdict.show(model.says.length ? model.says : lastRound.saysOf(model.round));
  fairness.show(frame);
  coach.see(frame, Boolean(watches()));
  byId("dock").classList.toggle("betting", Boolean(bets?.betting));
  balances.show(frame, model, animator.playing);
  actions.show(frame, [...seating.buttons(frame, watches()), ...rebet.buttons(frame), ...friends.buttons(frame)], watches());
  if (bets) hide(byId("bets"), !bets.betting || watches());
  const stuck = !connection.ready || asked || stopped(frame) || Boolean(bets?.betting && shut(frame));
  for (const control of byId("dock").querySelectorAll("button, input")) {
    if (control.closest(".seat-acts, .tools, .go, .dock-said")) continue;
    control.disabled = stuck || control.hasAttribute("data-lacks-amount");
  }
  if (bets && stuck) bets.go.disabled = true;
  else if (bets) bets.show();
  prompt(frame);
  // Without chips on the table nothing can be pressed until the player acts: waiting for it would hold up what is said.
  dockFocus.follow(!stuck && !watches() && !bets?.automatic && !(bets?.betting && !total(bets.slip)));
  page.tour.see({ seated: Boolean(frame.you?.seat), round: model.round, bet: Boolean(bets?.open && bets.begun), cards: model.places.get(table.mySeat())?.cards.length ?? 0, turn: Boolean(frame.round?.yours?.offers.length), over: model.phase === "closed" && document.body.dataset.over === model.round, still: !watches(), dealing: Boolean(frame.round?.view.seats.find((/** @type {any} */ { seat }) => seat === table.mySeat())?.cards) });
}

/** What the person is asked, also after a mistake, when the prompt says what is wrong. */
function asks() {
  if (!table.frame || !stage) return "";
  const text = promptText(table.frame, { table: { ...table, refused: null }, connection, seating, lastRound, rebet, bets, actions, story, moving: watches() });
  return byId("dock").classList.contains("turn") ? turnWords(text) : text;
}

/** Announce a turn: the prompt, and the button that is marked. @param {string} text */
const turnWords = (text) => `Your turn. ${text} ${actions.suggestion}`.trim();

/** @param {import("./state.js").TableFrame} frame */
const promptNow = (frame) => promptText(frame, { table, connection, seating, lastRound, rebet, bets, actions, story, moving: watches() });

/** @param {import("./state.js").TableFrame} frame */
function prompt(frame) {
  const text = promptNow(frame);
  write(byId("prompt"), remark.or(text));
  mark(byId("prompt"), "data-state", watches() ? "" : frame.state);
  const turn = Boolean(frame.round?.decision && frame.round.view.to_act.includes(frame.you?.seat) && !watches() && actions.offers.length);
  byId("dock").classList.toggle("turn", turn);
  const title = `${turn ? "\u25cf " : ""}${frame.name} \u00b7 ${boot.title}`;
  if (document.title !== title) document.title = title;
  const short = !watches() && seating.short(frame);
  if (bets?.automatic) return;
  const key = `${frame.round?.id} ${frame.round?.decision} ${turn} ${short} ${Boolean(bets?.betting && !watches())} ${Boolean(bets?.betting && lastCall(frame, table))}`;
  if (turn && key !== prompted) sound("turnToAct");
  if ((turn || short || bets?.betting) && key !== prompted) story.aloud(turn ? turnWords(text) : text);
  prompted = key;
}

// The player's actions.

/** @param {Record<string, any>} frame */
async function ask(frame) {
  const answer = await connection.ask(frame);
  if (answer.is === "refused") notice(refusalText(answer));
  table.refused = answer.is === "refused" ? { at: decisionKey(table.frame), text: refusalText(answer) } : null;
  return answer;
}

/** @param {import("./state.js").Offer} offer */
async function act(offer) {
  const round = table.frame?.round;
  if (!round || blocked() || (coach.warns && (await coach.stops(round, offer))) || blocked() || actions.asksAgain(round, offer) || actions.comesAfter(offer)) return;
  asked = true;
  lastRound.served(table.frame);
  redraw();
  const answer = await ask({ do: "act", table: boot.table, round: round.id, decision: round.decision, action: offer.action, price: offer.price ?? 0 });
  asked = false;
  if (answer.is === "done") answered = decisionKey(/** @type {any} */ ({ round }));
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

/** A betting spot was pressed. @param {string} wager */
function press(wager) {
  if (rebet.offered) return rebet.go({ spot: wager });
  if (bets?.betting) return bets.press(wager);
  const offer = actions.plain.find((other) => other.action.wager === wager);
  if (offer) act(offer);
  else if (bets?.open) bets.change();
}

/** A card was pressed while setting a hand. @param {string} card */
function pick(card) {
  actions.picked = actions.picked.includes(card) ? actions.picked.filter((other) => other !== card) : [...actions.picked, card].slice(-actions.picks || undefined);
  redraw();
}

/** Enter without focus on a control: deal or continue. A decision is only focused, so that nobody bets or folds by pressing it once too often. */
function main() {
  const next = document.querySelector("#tour:not([hidden]) #tour-next:not([hidden])");
  if (!next && actions.offers.length) return dockFocus.main();
  (next ?? (bets?.betting ? bets.go : byId("dock").querySelector(".act.primary") ?? byId("dock").querySelector(".act:not(.quiet), .buy-in button")))?.click();
}

/** Answer a key that changes nothing. @param {string} text */
function answer(text) { remark.say(text); }

/** Show a message to this person only. @param {string} text */
function notice(text) {
  if (text) story.say(text, "notice");
}

/** @type {any} */
const page = {
  table, bets, actions, coach, rebet, friends, act, press, blocked,
  describe: () => (connection.tell({ do: "describe", table: boot.table }), ""),
  seat: (/** @type {string} */ text) => seating.words(text),
  openPanel: (/** @type {string} */ id) => (byId(id)?.showModal(), ""),
  say: notice,
  remark: answer,
  type: () => typed.open(),
  focusMain: () => dockFocus.main(),
  hurry: () => animator.hurry(),
  lastRound: () => lastRound.open() || answer("There is no last round yet."),
  speed: () => (nextSpeed(), notice(`Dealing speed: ${settings.speed}.`)),
  mute: () => (change({ sound: !settings.sound }), notice(settings.sound ? "Sound on." : "Sound off.")),
  main,
};
const typed = new TypedBox(page);
byId("stage").addEventListener("click", (/** @type {any} */ event) => void (event.target.closest("button, a, [role=button]") || animator?.hurry()));
followPanel();
addEventListener("settings", () => redraw());
followPanels((panel) => panel.id === "chart" && markOwnHand(panel, table));
followClauses();
followOpeners();
connection.open();
