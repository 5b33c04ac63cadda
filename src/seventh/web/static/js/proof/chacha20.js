// @ts-check
// ChaCha20 (RFC 8439) with a nonce of zeros and a block counter from 0, encrypting zeros: WebCrypto does not have it.

const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];

/** @param {Uint32Array} s @param {number} a @param {number} b @param {number} c @param {number} d */
function quarter(s, a, b, c, d) {
  s[a] += s[b];
  s[d] = turned(s[d] ^ s[a], 16);
  s[c] += s[d];
  s[b] = turned(s[b] ^ s[c], 12);
  s[a] += s[b];
  s[d] = turned(s[d] ^ s[a], 8);
  s[c] += s[d];
  s[b] = turned(s[b] ^ s[c], 7);
}

/** @param {number} word @param {number} by */
const turned = (word, by) => (word << by) | (word >>> (32 - by));

/** The stream's 16 words of one block. @param {Uint32Array} start the state, with the counter in word 12 */
function block(start) {
  const s = start.slice();
  for (let round = 0; round < 10; round++) {
    for (let i = 0; i < 4; i++) quarter(s, i, 4 + i, 8 + i, 12 + i);
    for (let i = 0; i < 4; i++) quarter(s, i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4));
  }
  return s.map((word, i) => word + start[i]);
}

/** The stream of a key, as 32-bit words without end. @param {Uint8Array} key 32 bytes @returns {Generator<number, never>} */
export function* words(key) {
  const view = new DataView(key.buffer, key.byteOffset, 32);
  const state = new Uint32Array(16);
  state.set(CONSTANTS);
  for (let i = 0; i < 8; i++) state[4 + i] = view.getUint32(4 * i, true);
  for (;;) {
    yield* block(state);
    state[12] += 1;
  }
}

/** The first bytes of a key's stream. @param {Uint8Array} key @param {number} length a multiple of 4 */
export function stream(key, length) {
  const view = new DataView(new ArrayBuffer(length));
  const source = words(key);
  for (let at = 0; at < length; at += 4) view.setUint32(at, source.next().value, true);
  return new Uint8Array(view.buffer);
}
