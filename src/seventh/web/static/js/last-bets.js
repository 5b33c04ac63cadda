// @ts-check
// The last bets at a game, kept for this tab.

/** @param {string} game @returns {Record<string, number> | null} */
export function lastBets(game) {
  try {
    return JSON.parse(sessionStorage.getItem(`bets ${game}`) || "null");
  } catch {
    return null;
  }
}

/** @param {string} game @param {Record<string, number>} wagers */
export function keepBets(game, wagers) {
  try {
    sessionStorage.setItem(`bets ${game}`, JSON.stringify(wagers));
  } catch {
    // Not stored.
  }
}
