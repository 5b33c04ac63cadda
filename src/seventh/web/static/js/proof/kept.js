// @ts-check
// The receipts that this browser keeps, as the checks use them.
import { receipts } from "../seeds.js";
import { readEvidence } from "./evidence.js";

/** The receipt of a round; null if this browser has none. @param {string} round @returns {import("./evidence.js").Receipt | null} */
export function keptReceipt(round) {
  const found = receipts().findLast((kept) => kept?.round === round);
  if (!found) return null;
  try {
    return /** @type {import("./evidence.js").Receipt} */ (readEvidence(JSON.stringify(found), {}));
  } catch {
    return null; // not one of ours
  }
}

/** A receipt as a file for `seventh verify --receipt`. @param {import("./evidence.js").Receipt} receipt */
export function receiptFile({ round, seat, seed_hash, client_seed, key, signature }) {
  return `${JSON.stringify({ receipt: 1, round, seat, seed_hash, client_seed, key, signature }, null, 2)}\n`;
}
