// @ts-check
// Runs before the first paint, so that the page never flashes in the wrong theme.
(() => {
  const root = document.documentElement;
  try {
    const kept = JSON.parse(localStorage.getItem("seventh") || "{}");
    if (kept.theme === "dark" || kept.theme === "light") root.dataset.theme = kept.theme;
    if (kept.deck === "four") root.dataset.deck = "four";
    if (kept.motion === "none" || kept.motion === "full") root.dataset.motion = kept.motion;
  } catch {
    // A browser that keeps nothing shows the page as the device has it.
  }
})();
