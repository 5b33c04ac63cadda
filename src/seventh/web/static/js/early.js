// @ts-check
// Runs before the first paint, so that the page never flashes in the wrong theme.
(() => {
  const root = document.documentElement;
  try {
    const kept = JSON.parse(localStorage.getItem("seventh") || "{}");
    if (kept.theme === "dark" || kept.theme === "light") root.dataset.theme = kept.theme;
    if (kept.deck === "four") root.dataset.deck = "four";
    if (kept.shortcuts === false) root.dataset.shortcuts = "off";
    if (kept.motion === "none" || kept.motion === "full") root.dataset.motion = kept.motion;
  } catch {
    // Without stored settings the page follows the device.
  }
})();
