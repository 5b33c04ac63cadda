// @ts-check
// The floor console: keeps the live part of the page up to date while nobody is typing in it.
import { localTimes } from "./times.js";

const EVERY = 2000;

/** Whether replacing the live part would disturb somebody: a field with text or the focus in it. */
function busy(/** @type {Element} */ part) {
  if (document.visibilityState !== "visible") return true;
  const focus = document.activeElement;
  if (focus && part.contains(focus) && focus !== document.body) return true;
  return [...part.querySelectorAll("input[data-keep]")].some((field) => /** @type {HTMLInputElement} */ (field).value);
}

let seen = "";

async function refresh() {
  const part = document.querySelector("[data-live]");
  if (!part || busy(part)) return;
  try {
    const answer = await fetch(location.pathname + location.search, { headers: { Accept: "text/html" } });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("[data-live]");
    const now = document.querySelector("[data-live]");
    if (!fresh || !now || busy(now)) return;
    // Request ids differ in every answer, and do not count as a change.
    const content = fresh.innerHTML.replace(/name="id" value="[^"]*"/g, "").replace(/name="csrf" value="[^"]*"/g, "");
    if (content === seen) return;
    seen = content;
    const open = new Set([...now.querySelectorAll("details")].map((one, place) => (one.open ? place : -1)));
    [...fresh.querySelectorAll("details")].forEach((one, place) => (one.open = open.has(place)));
    now.replaceWith(fresh);
    localTimes();
  } catch {
    // Offline: keep what is shown.
  }
}

setInterval(refresh, EVERY);
