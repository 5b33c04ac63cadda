// @ts-check
// The hand chart: highlights the row of the player's own hand.

/** @param {HTMLElement} panel @param {any} table */
export function markOwnHand(panel, table) {
  const name = table.frame?.round?.hands?.[table.mySeat()]?.name ?? "";
  for (const chart of panel.querySelectorAll("tbody")) {
    const rows = /** @type {HTMLElement[]} */ ([...chart.children]);
    const alike = rows.filter((row) => name.startsWith(row.dataset.hand ?? "")).sort((one, other) => (other.dataset.hand?.length ?? 0) - (one.dataset.hand?.length ?? 0));
    for (const row of rows) {
      if (row === alike[0]) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
  }
}
