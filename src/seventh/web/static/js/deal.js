// @ts-check
// A hand-dealt table: the card pad, two-keystroke cards, and forms without reloading the page.
// The server decides everything; without this script the same forms work with a reload.

const CARD = /^(?:(?:10|[2-9tjqka])[cdhs]|jk)$/i;

/** The part of the page that changes with every entry. @returns {HTMLElement} */
const table = () => /** @type {HTMLElement} */ (document.getElementById("main"));

/** @template {Element} T @param {string} id @returns {T | null} */
const find = (id) => /** @type {T | null} */ (/** @type {unknown} */ (document.getElementById(id)));

/** The cards picked so far, and the entry that they belong to: "" for the instruction itself. */
let picked = /** @type {string[]} */ ([]);
let prefix = "";
let label = "";
let wanted = 0;
let busy = false;

/** Start picking cards for an entry. @param {string} entry @param {number} number @param {string} [what] */
function pickFor(entry, number, what = "") {
  picked = [];
  prefix = entry;
  label = what;
  wanted = number;
  for (const card of document.querySelectorAll(".pad-card")) {
    card.classList.remove("picked");
    card.removeAttribute("aria-pressed");
    if (card.hasAttribute("data-free")) /** @type {HTMLButtonElement} */ (card).disabled = !number;
  }
  showPicked();
}

function showPicked() {
  showUndo();
  const line = find("picked"), note = find("pad-note");
  if (note) /** @type {HTMLElement} */ (note).hidden = !(wanted > 1 || prefix);
  if (!line) return;
  /** @type {HTMLElement} */ (line).hidden = !(wanted > 1 || prefix);
  const cards = `${picked.length} of ${wanted} cards${picked.length ? `: ${picked.join(" ")}` : ""}`;
  line.textContent = label ? `${label}: tap the cards, ${cards}` : cards;
}

/** Undo takes back what has only been tapped before anything that has been entered. */
function showUndo() {
  const button = document.querySelector("button[form=undo]");
  if (!button) return;
  const last = picked[picked.length - 1];
  button.textContent = last ? `Take back ${last}` : prefix ? "Cancel" : "Undo the last step";
}

/** Take back the last tap; false if nothing has been tapped since the last entry. */
function takeBack() {
  const last = picked[picked.length - 1];
  if (!last && !prefix) return false;
  if (last) pick(/** @type {HTMLButtonElement} */ (document.querySelector(`.pad-card[value="${last}"]`)));
  else pickFor("", Number(enterForm().dataset.number));
  return true;
}

/** @param {HTMLButtonElement} button */
function pick(button) {
  const card = button.value;
  if (picked.includes(card)) picked = picked.filter((other) => other !== card);
  else picked.push(card);
  button.classList.toggle("picked", picked.includes(card));
  button.setAttribute("aria-pressed", String(picked.includes(card)));
  if (picked.length === wanted) send(enterForm(), `${prefix} ${picked.join("")}`.trim());
  else showPicked();
}

/** @returns {HTMLFormElement} */
const enterForm = () => /** @type {HTMLFormElement} */ (find("enter"));

/** Submit a form with this entry. @param {HTMLFormElement} form @param {string} entry */
function send(form, entry) {
  const data = new FormData(form);
  data.delete("typed");
  data.set("entry", entry);
  post(form.action, data);
}

/** The boxes for wagers, by seat and wager. @param {ParentNode} page @returns {Map<string, HTMLInputElement>} */
function boxes(page) {
  const found = new Map();
  for (const form of page.querySelectorAll(".deal-bets")) {
    const seat = /** @type {HTMLInputElement} */ (form.querySelector("[name=seat]")).value;
    for (const box of form.querySelectorAll("[data-placed]")) found.set(`${seat} ${box.getAttribute("name")}`, box);
  }
  return found;
}

/** The seats in whose boxes a person has put other amounts than placed. */
function changedSeats() {
  const changed = [...boxes(document)].filter(([, box]) => box.dataset.edited && box.value.trim() !== box.dataset.placed);
  return [...new Set(changed.map(([key]) => key.split(" ")[0]))].join(",");
}

/**
 * Bring what was typed to the new page: all of it but what has been accepted, and also what was typed in the meantime.
 * A box that nobody typed in shows what the server says.
 * @param {HTMLElement} fresh @param {Map<string, string>} sent the boxes when the form was sent
 * @param {string} accepted the seat whose wagers were accepted
 */
function keepTyped(fresh, sent, accepted) {
  const now = boxes(document);
  for (const [key, box] of boxes(fresh)) {
    const old = now.get(key);
    if (!old?.dataset.edited || (key.split(" ")[0] === accepted && old.value === sent.get(key))) continue;
    box.value = old.value;
    box.dataset.edited = "1";
  }
  for (const [key, box] of now) {
    if (box === document.activeElement) return key;
  }
  return "";
}

/** @param {string} action @param {FormData} data */
async function post(action, data) {
  if (busy) return;
  busy = true;
  const sent = new Map([...boxes(document)].map(([key, box]) => [key, box.value]));
  try {
    const body = new URLSearchParams(/** @type {any} */ (data));
    const answer = await fetch(action, { method: "POST", body, headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("main");
    if (!fresh?.classList.contains("deal")) return location.assign(answer.url);
    const open = [...document.querySelectorAll("details[open] > summary")].map((one) => one.textContent);
    const typing = keepTyped(fresh, sent, answer.ok ? String(data.get("seat") ?? "") : "");
    table().replaceWith(document.adoptNode(fresh));
    for (const one of document.querySelectorAll("details > summary")) {
      if (open.includes(one.textContent) && !one.closest(".irregularities")) /** @type {HTMLDetailsElement} */ (one.parentElement).open = true;
    }
    ready();
    boxes(document).get(typing)?.focus({ preventScroll: true });
    (find("deal-error") ?? find("deal-ask"))?.scrollIntoView({ block: "nearest" });
  } catch {
    say("The room could not be reached, so your entry may not have been recorded. Reload the page to check.");
  } finally {
    busy = false;
  }
}

/** @param {string} message */
function say(message) {
  const place = document.querySelector(".deal-lines");
  if (!place) return;
  const line = document.createElement("p");
  line.className = "error";
  line.setAttribute("role", "alert");
  line.textContent = message;
  place.replaceChildren(line);
}

/** After the page is shown or replaced. */
function ready() {
  const form = enterForm();
  pickFor("", form ? Number(form.dataset.number) : 0);
  const told = find("told");
  /** @type {HTMLInputElement | null} */ (find("typed"))?.select(); // a refused entry, to be typed over
  // A screen keyboard must not open by itself, so only a mouse or trackpad gets the field at once.
  if (matchMedia("(pointer: fine)").matches) /** @type {HTMLElement | null} */ (find("typed"))?.focus({ preventScroll: true });
  else if (told) {
    told.setAttribute("tabindex", "-1");
    /** @type {HTMLElement} */ (told).focus({ preventScroll: true });
  }
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.closest(".deal")) return;
  const button = /** @type {HTMLButtonElement | null} */ (/** @type {SubmitEvent} */ (event).submitter);
  event.preventDefault();
  if (button?.classList.contains("pad-card")) return pick(button);
  const typed = /** @type {HTMLInputElement | null} */ (find("typed"));
  const undoes = form.id === "undo" || (button?.name !== "entry" && typed?.form === form && typed.value.trim().toLowerCase() === "undo");
  if (undoes && takeBack()) {
    if (typed && form.id !== "undo") typed.value = "";
    return;
  }
  if (button?.dataset.cards) {
    pickFor(button.value, Number(button.dataset.cards), button.textContent ?? "");
    return find("picked")?.scrollIntoView({ block: "nearest" });
  }
  const data = new FormData(form, button);
  if (form.id === "enter") data.set("changed", changedSeats());
  post(form.action, data);
});

/** A card is entered with its second keystroke when one is needed. */
document.addEventListener("input", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (field.dataset.placed !== undefined) field.dataset.edited = "1";
  if (field.id !== "typed" || wanted !== 1 || prefix || !CARD.test(field.value.trim())) return;
  send(enterForm(), field.value.trim());
});

/** Going back from a question keeps what was typed, so the page is not loaded again. */
document.addEventListener("click", (event) => {
  if (/** @type {HTMLElement} */ (event.target).id !== "deal-back") return;
  event.preventDefault();
  find("deal-ask")?.remove();
  ready();
});

/** Typing anywhere goes to the entry. */
document.addEventListener("keydown", (event) => {
  const at = /** @type {HTMLElement} */ (event.target);
  if (at.closest("input, select, textarea, dialog, button, a, summary")) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1 || event.key === " ") return;
  /** @type {HTMLElement | null} */ (find("typed"))?.focus();
});

ready();
