// @ts-check
// SHA-512 (FIPS 180-4), which Ed25519 signatures use.
import { rootFractions } from "./primes.js";

const BLOCK = 128;
const START = rootFractions(8, 2, 64);
const ROUNDS = rootFractions(80, 3, 64);

/** @param {bigint} value */
const cut = (value) => BigInt.asUintN(64, value);
/** @param {bigint} word @param {bigint} by */
const turned = (word, by) => cut((word >> by) | (word << (64n - by)));

/** @param {bigint[]} state @param {DataView} view @param {number} at */
function compressed(state, view, at) {
  const words = Array.from({ length: 16 }, (_, i) => view.getBigUint64(at + 8 * i));
  for (let i = 16; i < 80; i++) {
    const s0 = turned(words[i - 15], 1n) ^ turned(words[i - 15], 8n) ^ (words[i - 15] >> 7n);
    const s1 = turned(words[i - 2], 19n) ^ turned(words[i - 2], 61n) ^ (words[i - 2] >> 6n);
    words.push(cut(words[i - 16] + s0 + words[i - 7] + s1));
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 80; i++) {
    const s1 = turned(e, 14n) ^ turned(e, 18n) ^ turned(e, 41n);
    const one = cut(h + s1 + ((e & f) ^ (cut(~e) & g)) + ROUNDS[i] + words[i]);
    const s0 = turned(a, 28n) ^ turned(a, 34n) ^ turned(a, 39n);
    const two = s0 + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, cut(d + one), c, b, a, cut(one + two)];
  }
  return [a, b, c, d, e, f, g, h].map((value, i) => cut(state[i] + value));
}

/** @param {Uint8Array} message @returns {Uint8Array} */
export function sha512(message) {
  const padded = new Uint8Array(Math.ceil((message.length + 17) / BLOCK) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  let state = START;
  for (let at = 0; at < padded.length; at += BLOCK) state = compressed(state, view, at);
  const digest = new DataView(new ArrayBuffer(64));
  state.forEach((word, i) => digest.setBigUint64(8 * i, word));
  return new Uint8Array(digest.buffer);
}
