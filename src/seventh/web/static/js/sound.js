// @ts-check
// Nothing plays, and nothing is loaded for it, unless sound is turned on.
import { settings } from "./settings.js";

/** @param {import("./sounds.js").Sound} name */
export async function play(name) {
  if (!settings.sound || document.hidden) return;
  try {
    (await import("./sounds.js")).play(name);
  } catch {
    // The next one is tried again.
  }
}
