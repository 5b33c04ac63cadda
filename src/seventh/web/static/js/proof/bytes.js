// @ts-check
// Bytes: hexadecimal, text, and joining.

const encoder = new TextEncoder();

/** Text in UTF-8. @param {string} text */
export const utf8 = (text) => encoder.encode(text);

/** @param {Uint8Array} bytes */
export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} hex an even number of digits */
export function fromHex(hex) {
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

/** @param {...Uint8Array} parts */
export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const SIGNS = { c: "\u2663", d: "\u2666", h: "\u2665", s: "\u2660" };

/** Cards as a sentence shows them: `10♦ A♠`. @param {string[]} cards */
export const shown = (...cards) => cards.map((card) => (card === "Jk" ? "joker" : card.replace(/^T/, "10").replace(/[cdhs]$/, (suit) => SIGNS[/** @type {"c"} */ (suit)]))).join(" ");

/** A hand, two characters a card, as a list of cards. @param {string} cards @returns {string[]} */
export const cardsIn = (cards) => cards.match(/../g) ?? [];
