// @ts-check
// A signed receipt for a client seed: the room cannot deny having accepted it.
import { fromHex, utf8 } from "./bytes.js";
import { isSigned } from "./ed25519.js";

/**
 * What is wrong with a receipt, alone or against the proof of its round; empty if nothing is.
 * @param {import("./evidence.js").Receipt} receipt @param {import("./evidence.js").Proof | null} proof
 */
export function receiptProblem(receipt, proof) {
  const { round, seat, seed_hash, client_seed, key, signature } = receipt;
  const signed = utf8(`seventh/receipt/1 ${round} ${seat} ${seed_hash} ${client_seed}`);
  if (!isSigned(fromHex(key), signed, fromHex(signature))) return "Its signature does not match its key.";
  if (!proof) return "";
  if (round !== proof.round) return `It is for round ${round}, not for ${proof.round}.`;
  if (seed_hash !== proof.seed_hash) return `The room signed the seed hash ${seed_hash} before the cards, but the round has ${proof.seed_hash}.`;
  const dealt = proof.client_seeds[seat];
  if (dealt !== client_seed) return `The room signed the seed ${client_seed} from seat ${seat}, but dealt ${dealt ? `with the seed ${dealt}` : "without a seed"} from that seat.`;
  return "";
}
