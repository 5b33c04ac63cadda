// @ts-check
// The hash that identifies the rules in force: SHA-256 of their values as JSON with sorted keys, in ASCII.
import { toHex, utf8 } from "./bytes.js";
import { sha256 } from "./sha256.js";

/** @param {any} value @returns {string} */
function sorted(value) {
  if (Array.isArray(value)) return `[${value.map(sorted).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${sorted(value[name])}`).join(",")}}`;
}

/** @param {Record<string, any>} house */
export function houseHash(house) {
  const escaped = (/** @type {string} */ sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return toHex(sha256(utf8(sorted({ house: 1, ...house }).replace(/[\u007f-\uffff]/g, escaped))));
}
