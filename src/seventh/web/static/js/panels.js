// @ts-check
// Panels whose contents and style sheets are fetched when they are first opened.
import { styled } from "./later.js";

/** @type {Map<HTMLElement, Promise<void>>} */
const fetching = new Map();

/** Fetch the contents of a panel, unless already fetched or in progress. @param {HTMLElement} panel */
export function filled(panel) {
  const body = /** @type {HTMLElement | null} */ (panel.querySelector("[data-from]"));
  if (!body) return Promise.resolve();
  const known = fetching.get(body) ?? fill(body).finally(() => fetching.delete(body));
  fetching.set(body, known);
  return known;
}

/** @param {HTMLElement} body */
async function fill(body) {
  try {
    const answer = await fetch(`${body.dataset.from}${location.search}`);
    if (!answer.ok) throw new Error(String(answer.status));
    body.replaceChildren(...new DOMParser().parseFromString(await answer.text(), "text/html").body.childNodes);
    delete body.dataset.from;
  } catch {
    body.textContent = "Could not be loaded. Close the panel and try again.";
  }
}

/** The top of a panel, whatever was read in it last; a clause that was asked for is scrolled to after this. @param {HTMLElement} panel */
function toTop(panel) {
  panel.querySelector(".rules-body")?.scrollTo(0, 0);
  for (const found of panel.querySelectorAll(".found")) found.classList.remove("found");
}

/** Load each such panel when it is opened, then call `then`. @param {(panel: HTMLElement) => void} then */
export function followPanels(then) {
  for (const panel of document.querySelectorAll("dialog")) {
    new MutationObserver(() => {
      if (!panel.open) return;
      toTop(panel);
      Promise.all([filled(panel), styled(panel.dataset.style ?? "")]).then(() => then(panel));
    }).observe(panel, { attributes: true, attributeFilter: ["open"] });
  }
}
