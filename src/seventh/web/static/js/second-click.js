// @ts-check
// The second click of a double click, when something else has come to lie under the pointer.

/** The longest time between the clicks of a double click, in milliseconds. */
const SECOND = 500;

/** Ignore the second click on a part of the page that changes, moves or disappears when it is clicked, there and where it was. @param {HTMLElement} part */
export function ignoreSecondClicks(part) {
  let first = -SECOND;
  let was = new DOMRect();
  const second = (/** @type {MouseEvent} */ event) => {
    if (!event.detail) return false; // a key
    if (part.contains(/** @type {Node} */ (event.target))) return event.detail > 1;
    const { clientX: x, clientY: y } = event;
    return performance.now() - first < SECOND && x >= was.left && x <= was.right && y >= was.top && y <= was.bottom;
  };
  // Also its mousedown, which would focus what lies there for the next Enter.
  for (const kind of /** @type {const} */ (["mousedown", "click"])) {
    addEventListener(kind, (event) => {
      if (second(event)) {
        event.preventDefault();
        event.stopImmediatePropagation();
      } else if (kind === "click" && event.detail && part.contains(/** @type {Node} */ (event.target))) [first, was] = [performance.now(), part.getBoundingClientRect()];
    }, true);
  }
}
