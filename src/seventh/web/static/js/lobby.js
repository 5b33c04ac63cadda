// @ts-check
// The lobby: live seats and wallet.
import { Connection } from "./connection.js";
import { byId, el, write } from "./dom.js";
import { followOpeners, followPanel } from "./settings.js";
import { localTimes } from "./times.js";
import { showWallet } from "./wallet.js";

followPanel();
followOpeners();
localTimes();

// Where the page is wide and high, the figures are always open; as in pages.css.
const wide = matchMedia("(min-width: 641px) and (max-width: 1159px) and (min-height: 701px)");
const unfold = () => document.querySelectorAll(".game-fold").forEach((fold) => fold.toggleAttribute("open", wide.matches));
wide.addEventListener("change", unfold);
unfold();

const boot = JSON.parse(byId("bootstrap")?.textContent || "{}");

/** @param {any} table */
function show(table) {
  const line = document.querySelector(`[data-table="${CSS.escape(table.table)}"]`);
  if (!line) return;
  const pips = Array.from({ length: table.seats }, (_, place) => el("i", { class: place < table.taken && "on" }));
  line.querySelector(".pips")?.replaceChildren(...pips);
  const count = line.querySelector(".count");
  if (count) write(count, `${table.taken} of ${table.seats}`);
  const bots = table.bots ? `${table.bots} bot${table.bots === 1 ? "" : "s"}` : "";
  const note = line.querySelector(".table-note");
  if (note) write(note, [bots, table.queue ? `${table.queue} waiting` : ""].filter(Boolean).join(", "));
}

/** Who is playing at shared tables, by house. @param {any[]} tables */
function showWho(tables) {
  for (const line of document.querySelectorAll("[data-who]")) {
    const names = tables.filter(({ house }) => house === /** @type {HTMLElement} */ (line).dataset.who).flatMap(({ people }) => people);
    const [first, second] = names;
    const words = ["No shared table is in use.", `${first} is playing.`, `${first} and ${second} are playing.`];
    write(line, words[names.length] ?? `${first}, ${second} and ${names.length - 2} more are playing.`);
  }
}

/** A seat that has been given up no longer holds chips. */
async function showSeats() {
  if (!document.querySelector("[data-seat-at]")) return;
  const answer = await fetch("/api/me").catch(() => null);
  if (!answer?.ok) return;
  const kept = (await answer.json()).seats.map((/** @type {any} */ seat) => seat.table);
  for (const seat of document.querySelectorAll("[data-seat-at]")) if (!kept.includes(/** @type {HTMLElement} */ (seat).dataset.seatAt)) seat.remove();
}

/** Show a message in place of an earlier one. @param {string} text */
function tellOnce(text) {
  const message = document.querySelector("#main > .message") ?? el("p", { class: "message", role: "status" });
  write(message, text);
  if (!message.parentNode) byId("main").prepend(message);
}

const out = sessionStorage.getItem("seventh-out");
if (out) {
  sessionStorage.removeItem("seventh-out");
  tellOnce(out);
}

if (boot.socket && boot.person) {
  const connection = new Connection(boot.socket, [{ do: "lobby" }]);
  connection.addEventListener("frame", (event) => {
    const tell = /** @type {CustomEvent} */ (event).detail;
    if (tell.is === "lobby") {
      tell.tables.forEach(show);
      showWho(tell.tables);
    }
    if (tell.is === "welcome" || tell.is === "wallet") {
      showWallet(tell, connection.now());
      if (tell.told) tellOnce(tell.told);
      showSeats();
    }
  });
  connection.open();
}
