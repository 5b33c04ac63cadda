// @ts-check
// Building DOM elements: tag, attributes, children.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @param {string} tag
 * @param {Record<string, any>} [attributes] `on…` are listeners, `data` is the dataset, true and false set or omit the attribute
 * @param {...(Child | Child[])} children
 * @returns {any}
 */
export function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {any}
 */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/** @param {Element} element @param {Record<string, any>} attributes @param {(Child | Child[])[]} children */
function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(/** @type {HTMLElement} */ (element).dataset, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) element.append(/** @type {any} */ (child));
  }
  return element;
}

/** The element with this id, which must exist. @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

/** Set the text only if it differs, so that nothing is announced or painted twice. @param {Element} element @param {string} text */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Set a text whose parts, after commas and semicolons, are elements: where they do not fit, the last ones can be left out. @param {Element} element @param {string} text */
export function writeParts(element, text) {
  if (element.textContent !== text) element.replaceChildren(...text.split(/(?=[,;] )/).map((part) => el("span", {}, part)));
}

/** Set an attribute only if its value differs: setting even the same value makes the browser recompute styles. @param {Element} element @param {string} name @param {string} value */
export function mark(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** @param {HTMLElement} element @param {boolean} hidden */
export function hide(element, hidden) {
  if (element.hidden !== hidden) element.hidden = hidden;
}

/** Make these the children, in this order, without touching those already in place. @param {Element} parent @param {Element[]} children */
export function arrange(parent, children) {
  const wanted = new Set(children);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  children.forEach((child, place) => {
    if (parent.children[place] !== child) parent.insertBefore(child, parent.children[place] ?? null);
  });
}

/** A text with a capital first letter. @param {string} text */
export const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Copy text to the clipboard; returns false if the browser does not allow it. @param {string} text */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
