// @ts-check
// Commitments to single cards: a Merkle tree over a deck, as docs/fair.md specifies it.
import { fromHex, joined, toHex, utf8 } from "./bytes.js";
import { stream } from "./chacha20.js";
import { key } from "./deck.js";
import { sha256 } from "./sha256.js";

const SALT = 32;

/** @typedef {{position: number, card: string, salt: string, path: string[], tree?: number}} Opening */

/** The number of levels from a leaf to the root. @param {number} size */
const height = (size) => Math.ceil(Math.log2(Math.max(size, 1)));

/** @param {number} position @param {string} card @param {Uint8Array} salt */
const leaf = (position, card, salt) => sha256(joined(Uint8Array.of(0, position), utf8(card), salt));

/** @param {Uint8Array} left @param {Uint8Array} right */
const node = (left, right) => sha256(joined(Uint8Array.of(1), left, right));

/** The root of an order of cards. @param {import("./deck.js").Inputs} inputs @param {string} label of the shuffle @param {string[]} cards */
export function rootOf(inputs, label, cards) {
  const salts = stream(key(inputs, `salts/${label}`, cards.length), SALT * cards.length);
  let level = cards.map((card, place) => leaf(place, card, salts.subarray(SALT * place, SALT * (place + 1))));
  while (level.length < 2 ** height(cards.length)) level.push(new Uint8Array(32));
  while (level.length > 1) level = level.filter((_, i) => i % 2 === 0).map((left, i) => node(left, level[2 * i + 1]));
  return toHex(level[0]);
}

/**
 * Whether the root of an order of `size` cards commits to this card at this position. The path must have the length that
 * the size implies: if it could vary, one position could have two cards.
 * @param {string} root @param {Opening} opening @param {number} size
 */
export function isUnder(root, { position, card, salt, path }, size) {
  if (!(position >= 0 && position < size) || path.length !== height(size) || utf8(card).length !== 2) return false;
  let found = leaf(position, card, fromHex(salt));
  path.forEach((sibling, level) => {
    found = (position >> level) & 1 ? node(fromHex(sibling), found) : node(found, fromHex(sibling));
  });
  return toHex(found) === root;
}
