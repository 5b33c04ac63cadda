// @ts-check
// The person's display, sound and keyboard settings, stored in this browser.
import { byId } from "./dom.js";

const KEY = "seventh";
const DEFAULTS = { theme: "auto", deck: "two", motion: "auto", speed: "normal", sound: false, volume: 50, /** The offer that is always taken automatically, if any. */ always: "muck", shortcuts: true, typing: false, /** Whether the suggested action is marked. */ suggestions: true, /** Whether the coach is on, and warns before mistakes. */ coach: false, coachWarns: false };

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
    // Not stored; still applies until the page is closed.
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
  root.shortcuts = settings.shortcuts ? "on" : "off";
  hintKeys(document.body);
  dispatchEvent(new Event("settings"));
}

/** Buttons announce their keys only while these do something. @param {Element} part */
export function hintKeys(part) {
  const [from, to] = settings.shortcuts ? ["data-key", "aria-keyshortcuts"] : ["aria-keyshortcuts", "data-key"];
  for (const button of part.querySelectorAll(`[${from}]`)) {
    button.setAttribute(to, button.getAttribute(from) ?? "");
    button.removeAttribute(from);
  }
}

/** Whether animation is on. */
export function moves() {
  if (settings.motion !== "auto") return settings.motion === "full";
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

const SPEEDS = ["slow", "normal", "fast", "instant"];

/** Switch to the next dealing speed. */
export function nextSpeed() {
  change({ speed: SPEEDS[(SPEEDS.indexOf(settings.speed) + 1) % SPEEDS.length] });
  for (const input of byId("settings").querySelectorAll("[name=speed]")) input.checked = input.value === settings.speed;
}

/** The factor by which animations are slowed down; 0 means no animation. */
export function pace() {
  return { slow: 1.8, fast: 0.45, instant: 0 }[settings.speed] ?? 1;
}

/** Fill in the settings panel and listen for changes. */
export function followPanel() {
  hintKeys(document.body);
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
