// @ts-check
// Pages that are only read: settings, and the wallet as it is.
import { followOpeners, followPanel } from "./settings.js";
import { showWallet } from "./wallet.js";

followPanel();
followOpeners();

/** A page that is looked at again may have been left before a seat was taken or given up. */
async function lookAgain() {
  if (document.visibilityState !== "visible" || !document.querySelector("[data-wallet]")) return;
  try {
    const answer = await fetch("/api/me");
    if (answer.ok) showWallet(await answer.json(), Date.now());
  } catch {
    // Offline: it stays as it was.
  }
}
document.addEventListener("visibilitychange", lookAgain);
addEventListener("pageshow", (event) => event.persisted && lookAgain());
