// @ts-check
// The lobby: who sits where, and the wallet, kept up to date.
import { Connection } from "./connection.js";
import { byId, el, write } from "./dom.js";
import { followOpeners, followPanel } from "./settings.js";
import { showWallet } from "./wallet.js";

followPanel();
followOpeners();

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

if (boot.socket && boot.person) {
  const connection = new Connection(boot.socket, [{ do: "lobby" }]);
  connection.addEventListener("frame", (event) => {
    const tell = /** @type {CustomEvent} */ (event).detail;
    if (tell.is === "lobby") tell.tables.forEach(show);
    if (tell.is === "welcome" || tell.is === "wallet") showWallet(tell, connection.now());
  });
  connection.open();
}
