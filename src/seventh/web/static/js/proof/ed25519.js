// @ts-check
// Verification of Ed25519 signatures (RFC 8032). Only verification: nothing here is secret, so nothing needs constant time.
import { joined, toHex } from "./bytes.js";
import { sha512 } from "./sha512.js";

const P = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

/** @param {bigint} value */
const mod = (value) => ((value % P) + P) % P;

/** @param {bigint} base @param {bigint} exponent */
function power(base, exponent) {
  let result = 1n;
  for (; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % P;
    base = (base * base) % P;
  }
  return result;
}

const D = mod(-121665n * power(121666n, P - 2n));
const ROOT_OF_MINUS_ONE = power(2n, (P - 1n) / 4n);

/** A point in extended coordinates: x = X/Z, y = Y/Z, x·y = T/Z. @typedef {{X: bigint, Y: bigint, Z: bigint, T: bigint}} Point */

/** @param {bigint} x @param {bigint} y @returns {Point} */
const point = (x, y) => ({ X: x, Y: y, Z: 1n, T: mod(x * y) });

/** @param {Point} p @param {Point} q @returns {Point} */
function sum(p, q) {
  const a = mod((p.Y - p.X) * (q.Y - q.X));
  const b = mod((p.Y + p.X) * (q.Y + q.X));
  const c = mod(2n * p.T * q.T * D);
  const d = mod(2n * p.Z * q.Z);
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return { X: mod(e * f), Y: mod(g * h), Z: mod(f * g), T: mod(e * h) };
}

/** @param {bigint} scalar @param {Point} of */
function times(scalar, of) {
  let result = point(0n, 1n);
  for (; scalar > 0n; scalar >>= 1n) {
    if (scalar & 1n) result = sum(result, of);
    of = sum(of, of);
  }
  return result;
}

/** The x of a point from its y and the lowest bit of x; null if there is none. @param {bigint} y @param {bigint} odd */
function xOf(y, odd) {
  const square = mod((y * y - 1n) * power(mod(D * y * y + 1n), P - 2n));
  let x = power(square, (P + 3n) / 8n);
  if (mod(x * x - square)) x = mod(x * ROOT_OF_MINUS_ONE);
  if (mod(x * x - square) || (x === 0n && odd)) return null;
  return (x & 1n) === odd ? x : P - x;
}

/** @param {Uint8Array} bytes little-endian */
const number = (bytes) => BigInt(`0x${toHex(Uint8Array.from(bytes).reverse())}`);

/** @param {Uint8Array} bytes @returns {Point | null} */
function decoded(bytes) {
  const value = number(bytes);
  const y = BigInt.asUintN(255, value);
  const x = y < P ? xOf(y, value >> 255n) : null;
  return x === null ? null : point(x, y);
}

/** @param {Point} p @returns {Uint8Array} */
function encoded({ X, Y, Z }) {
  const inverse = power(Z, P - 2n);
  let value = mod(Y * inverse) | ((mod(X * inverse) & 1n) << 255n);
  const bytes = new Uint8Array(32);
  for (let i = 0; i < 32; i++, value >>= 8n) bytes[i] = Number(value & 255n);
  return bytes;
}

const BASE_Y = mod(4n * power(5n, P - 2n));
const BASE = point(/** @type {bigint} */ (xOf(BASE_Y, 0n)), BASE_Y);

/** Whether a message was signed with a key. @param {Uint8Array} key 32 bytes @param {Uint8Array} message @param {Uint8Array} signature 64 bytes */
export function isSigned(key, message, signature) {
  const [r, s] = [signature.slice(0, 32), number(signature.slice(32))];
  const signer = decoded(key);
  if (!signer || s >= ORDER) return false;
  const challenge = number(sha512(joined(r, key, message))) % ORDER;
  const minus = { ...signer, X: mod(-signer.X), T: mod(-signer.T) };
  return toHex(encoded(sum(times(s, BASE), times(challenge, minus)))) === toHex(r);
}
