// @ts-check
// What a person has chosen about looks and sound; kept in this browser.
import { byId } from "./dom.js";

const KEY = "seventh";
const DEFAULTS = { theme: "auto", deck: "two", motion: "auto", sound: false, volume: 50, bestFive: false };

/** @returns {typeof DEFAULTS} */
function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) || "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings = read();

/** @param {Partial<typeof DEFAULTS>} changes */
export function change(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Kept for this page at least.
  }
  apply();
}

function apply() {
  const root = document.documentElement.dataset;
  /** @type {[string, string][]} */
  const kept = [["theme", settings.theme], ["deck", settings.deck], ["motion", settings.motion]];
  for (const [name, value] of kept) {
    if (value === "auto" || value === "two") delete root[name];
    else root[name] = value;
  }
}

/** Whether things may move. */
export function moves() {
  if (settings.motion !== "auto") return settings.motion === "full";
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Fill the panel in and follow it. */
export function followPanel() {
  const panel = byId("settings");
  if (!panel) return;
  for (const input of panel.querySelectorAll("input")) {
    const name = /** @type {keyof typeof DEFAULTS} */ (input.name);
    if (input.type === "radio") input.checked = settings[name] === input.value;
    else if (input.type === "checkbox") input.checked = Boolean(settings[name]);
    else input.value = String(settings[name]);
    input.addEventListener("input", () => {
      const value = input.type === "checkbox" ? input.checked : input.type === "range" ? Number(input.value) : input.value;
      change({ [name]: value });
    });
  }
}

/** Buttons that open a panel. */
export function followOpeners() {
  for (const button of document.querySelectorAll("[data-opens]")) {
    button.addEventListener("click", () => byId(/** @type {HTMLElement} */ (button).dataset.opens ?? "")?.showModal());
  }
  for (const panel of document.querySelectorAll("dialog")) {
    panel.addEventListener("click", (event) => event.target === panel && panel.close());
  }
}
