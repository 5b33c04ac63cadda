// @ts-check
// A recorded round, step by step: the server made the frames, the table's own scene draws them.
import { withCards } from "./card-words.js";
import { byId, el, hide, mark, write } from "./dom.js";
import { FeltTable } from "./felt.js";
import { Money } from "./money.js";
import { OvalTable } from "./oval.js";
import { followOpeners, followPanel, pace, settings } from "./settings.js";
import { Model } from "./state.js";
import { localTimes } from "./times.js";

/**
 * @typedef {{frame: import("./state.js").TableFrame, says: string[], caption: string[], verdict: string[], who: number, action: number, at: number,
 *   timed_out: boolean, remark: {text: string, kind: string} | null}} Step
 */
const boot = JSON.parse(byId("bootstrap").textContent);
/** @type {Step[]} */
const steps = boot.steps;
/** @type {any} */
const Scene = boot.scene === "oval" ? OvalTable : FeltTable;

/** How long a step stays while the replay runs: 60 ms a letter, but at least this long. */
const LEAST = 1200;
const MOST = 6000;

/** @param {string} wager */
const spot = (wager) => boot.layout.spots.find((/** @type {any} */ other) => other.wager === wager);
const names = new Map(steps[0].frame.seats.map((seat) => [seat.seat, seat.name]));
/** What the scene needs of a table. @type {any} */
const table = {
  boot,
  game: boot.game,
  layout: boot.layout,
  money: new Money(boot.money),
  wagers: Object.fromEntries(boot.wagers.map((/** @type {any} */ wager) => [wager.key, wager])),
  clauses: boot.clauses,
  title: (/** @type {string} */ wager) => spot(wager)?.title ?? wager.replaceAll("_", " "),
  row: (/** @type {import("./state.js").Settled} */ { wager, row }) => spot(wager)?.rows[row] ?? row.replaceAll("_", " "),
  mySeat: () => boot.viewer ?? 0,
  nameOf: (/** @type {number} */ seat) => names.get(seat) ?? `Seat ${seat}`,
};

const nothing = () => {};
const stage = new Scene(byId("stage"), table, { sit: nothing, press: nothing, pick: nothing });
for (const { button } of stage.spots?.values() ?? []) {
  button.tabIndex = -1;
  mark(button, "aria-disabled", "true");
}

const [slider, caption, list] = [byId("slider"), byId("caption"), byId("steps")];
const items = /** @type {HTMLElement[]} */ ([...list.children]);
let now = 0;
/** The timer of the next step while the replay runs. @type {number | undefined} */
let running;

/** @param {Step} step */
const said = (step) => step.caption.join(" ").replace(/(?<=\s)-(?=\D?\d)/g, "\u2212");

/** Show a step. @param {number} number */
function show(number) {
  now = Math.max(0, Math.min(steps.length - 1, number));
  const { frame, verdict, remark, timed_out: late } = steps[now];
  stage.show(Model.of(/** @type {any} */ (frame.round), frame.seats), frame);
  stage.verdict.show(verdict);
  const words = said(steps[now]);
  if (caption.dataset.step !== String(now)) {
    caption.replaceChildren(...withCards(words), ...(late ? [" ", el("span", { class: "badge" }, "timed out")] : []));
    caption.dataset.step = String(now);
  }
  const advice = byId("remark");
  hide(advice, !remark);
  write(advice, remark?.text ?? "");
  mark(advice, "class", `remark ${remark?.kind ?? ""}`);
  write(byId("count"), `${now} of ${steps.length - 1}`);
  slider.value = String(now);
  mark(slider, "aria-valuetext", `Step ${now} of ${steps.length - 1}: ${words}`);
  for (const [name, at] of Object.entries({ first: 0, back: 0, forward: steps.length - 1, last: steps.length - 1 })) mark(byId(name), "aria-disabled", String(now === at));
  items.forEach((item, place) => {
    if (place === now) mark(item, "aria-current", "step");
    else item.removeAttribute("aria-current");
  });
  const { offsetTop, offsetHeight } = items[now];
  if (offsetTop < list.scrollTop || offsetTop + offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = offsetTop - list.clientHeight / 2;
}

/** A step that the person chose: the replay stops. @param {number} number */
function go(number) {
  pause();
  show(number);
}

function play() {
  if (running !== undefined) return pause();
  if (now === steps.length - 1) show(0);
  mark(byId("play"), "data-on", "true");
  write(byId("play-name"), "Pause");
  wait();
}

function wait() {
  const read = Math.min(MOST, Math.max(LEAST, 60 * said(steps[now]).length));
  running = window.setTimeout(() => {
    show(now + 1);
    if (now < steps.length - 1) wait();
    else pause();
  }, read * (pace() || 0.3));
}

function pause() {
  clearTimeout(running);
  running = undefined;
  byId("play").removeAttribute("data-on");
  write(byId("play-name"), "Play");
}

/** @type {Record<string, () => void>} */
const KEYS = { ArrowLeft: () => go(now - 1), ArrowRight: () => go(now + 1), Home: () => go(0), End: () => go(steps.length - 1), " ": play };
document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const does = KEYS[event.key];
  if (!does || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || target.closest("dialog, select, textarea, input:not([type=range])")) return;
  // A focused button or slider has its own use of some of these keys.
  if (event.key === " " ? target.closest("button, a, summary, label") || !settings.shortcuts : target === slider) return;
  event.preventDefault();
  does();
});
byId("first").addEventListener("click", () => go(0));
byId("back").addEventListener("click", () => go(now - 1));
byId("forward").addEventListener("click", () => go(now + 1));
byId("last").addEventListener("click", () => go(steps.length - 1));
byId("play").addEventListener("click", play);
slider.addEventListener("input", () => go(Number(slider.value)));
items.forEach((item, place) => item.querySelector("button")?.addEventListener("click", () => {
  go(place);
  byId("steps-panel").close();
}));

// Where there is no room for the list of steps beside the table, it opens in a panel.
byId("steps-open").addEventListener("click", () => {
  byId("steps-panel").append(list);
  show(now);
});
byId("steps-panel").addEventListener("close", () => byId("steps-home").append(list));

followPanel();
followOpeners();
localTimes();
addEventListener("settings", () => show(now));
slider.max = String(steps.length - 1);
const asked = Number(new URLSearchParams(location.search).get("step") ?? 0);
show(Number.isInteger(asked) ? asked : 0);
document.body.dataset.ready = "true";
