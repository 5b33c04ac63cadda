// @ts-check
// The constants of SHA-2: the first bits of the fractional parts of roots of the first primes, computed exactly.

/** The first prime numbers. @param {number} count */
function primes(count) {
  /** @type {number[]} */
  const found = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime)) found.push(n);
  return found;
}

/** The largest whole number whose power is at most `value`. @param {bigint} value @param {bigint} power */
function wholeRoot(value, power) {
  let low = 0n;
  let high = 1n << (BigInt(value.toString(2).length) / power + 1n);
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** power <= value) low = middle;
    else high = middle;
  }
  return low;
}

/** @param {number} count @param {number} power 2 for square roots, 3 for cube roots @param {number} bits @returns {bigint[]} */
export function rootFractions(count, power, bits) {
  const root = (/** @type {number} */ prime) => wholeRoot(BigInt(prime) << BigInt(power * bits), BigInt(power));
  return primes(count).map((prime) => BigInt.asUintN(bits, root(prime)));
}
