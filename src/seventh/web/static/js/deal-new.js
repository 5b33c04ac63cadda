// @ts-check
// The form for a new hand-dealt table: another game brings its own stakes and seats, and what was typed stays.

const game = /** @type {HTMLSelectElement} */ (document.getElementById("game"));

game.addEventListener("change", async () => {
  const wanted = game.value;
  const answer = await fetch(`/deal?${new URLSearchParams({ game: wanted })}`, { headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const stakes = page.getElementById("stakes");
  const seats = page.querySelectorAll("#players .deal-player");
  if (game.value !== wanted || !stakes) return; // chosen again meanwhile, or logged out
  document.getElementById("stakes")?.replaceWith(document.adoptNode(stakes));
  // The rows that stay are not replaced, because somebody may be typing in one.
  const rows = document.querySelectorAll("#players .deal-player");
  for (const row of [...rows].slice(seats.length)) row.remove();
  for (const row of [...seats].slice(rows.length)) document.getElementById("players")?.append(document.adoptNode(row));
});
