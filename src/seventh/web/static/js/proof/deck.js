// @ts-check
// From seeds to a deck, byte for byte as docs/fair.md specifies it.
import { fromHex, joined, utf8 } from "./bytes.js";
import { words } from "./chacha20.js";
import { hmac } from "./sha256.js";

export const SCHEME = 1;

/**
 * Everything a round's deck depends on, bytes in hexadecimal.
 * @typedef {{server_seed: string, game: string, table: string, round: string, client_seeds: Record<string, string>}} Inputs
 */

/** Each value after its length in 4 bytes, big-endian. @param {Uint8Array[]} values */
function fieldsOf(values) {
  return joined(
    ...values.flatMap((value) => {
      const length = new Uint8Array(4);
      new DataView(length.buffer).setUint32(0, value.length);
      return [length, value];
    }),
  );
}

/** The fields a key is derived from, other than the server seed. @param {Inputs} inputs @param {string} label @param {number} size */
export function fields(inputs, label, size) {
  const first = [`seventh/${SCHEME}`, label, inputs.game, String(size), inputs.table, inputs.round].map(utf8);
  const seats = Object.keys(inputs.client_seeds).sort((one, other) => Number(one) - Number(other));
  return fieldsOf([...first, ...seats.flatMap((seat) => [utf8(seat), fromHex(inputs.client_seeds[seat])])]);
}

/** The key for one purpose. @param {Inputs} inputs @param {string} label `deck`, `burns/1`, `salts/deck` and so on @param {number} size */
export const key = (inputs, label, size) => hmac(fromHex(inputs.server_seed), fields(inputs, label, size));

/** Fisher-Yates from the last place down, skipping words that would favour some cards. @param {string[]} cards @param {Iterator<number, any>} numbers */
export function shuffled(cards, numbers) {
  const order = [...cards];
  for (let last = order.length - 1; last > 0; ) {
    const number = numbers.next().value;
    const places = last + 1;
    if (number >= 2 ** 32 - (2 ** 32 % places)) continue;
    const chosen = number % places;
    [order[last], order[chosen]] = [order[chosen], order[last]];
    last -= 1;
  }
  return order;
}

/** The whole deck, top card first. @param {Inputs} inputs @param {string[]} cards the game's cards in ascending order */
export const deckOf = (inputs, cards) => shuffled(cards, words(key(inputs, "deck", cards.length)));

/** A shuffle of burned cards. @param {Inputs} inputs @param {number} number from 1 @param {string[]} cards in ascending order */
export const burnsOf = (inputs, number, cards) => shuffled(cards, words(key(inputs, `burns/${number}`, cards.length)));
