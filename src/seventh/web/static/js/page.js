// @ts-check
// Static pages: settings, and an up-to-date wallet.
import { followOpeners, followPanel } from "./settings.js";
import { localTimes } from "./times.js";
import { showWallet } from "./wallet.js";

followPanel();
followOpeners();
localTimes();

/** Refresh the wallet when the page becomes visible again: a seat may have been taken or left since. */
async function lookAgain() {
  if (document.visibilityState !== "visible" || !document.querySelector("[data-wallet]")) return;
  try {
    const answer = await fetch("/api/me");
    if (answer.ok) showWallet(await answer.json(), Date.now());
  } catch {
    // Offline: keep the old value.
  }
}
document.addEventListener("visibilitychange", lookAgain);
addEventListener("pageshow", (event) => event.persisted && lookAgain());
