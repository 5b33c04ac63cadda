// @ts-check
// “Did you mean”: the closest of the commands that can be typed now.

/** The Damerau–Levenshtein distance. @param {string} a @param {string} b */
export function distance(a, b) {
  /** @type {number[][]} */
  const rows = [Array.from({ length: b.length + 1 }, (_, place) => place)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const other = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + other);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j], rows[i - 2][j - 2] + 1);
    }
    rows.push(row);
  }
  return rows[a.length][b.length];
}

/** The closest command, or empty if nothing is close. An amount at the end is kept. @param {string} text @param {string[]} words */
export function meant(text, words) {
  const [, typed, amount] = /^(.*?)((?: [$\d.]+)?)$/.exec(text) ?? ["", text, ""];
  const near = words.map((word) => ({ word, far: distance(typed, word) })).sort((a, b) => a.far - b.far)[0];
  return near && near.far <= Math.ceil(typed.length / 3) ? `${near.word}${amount}` : "";
}

/** Tab completion: the longest prefix common to all words that start with the text. @param {string} text @param {string[]} words */
export function completed(text, words) {
  const found = words.filter((word) => text && word.startsWith(text));
  if (!found.length) return text;
  let shared = found[0];
  for (const word of found) while (!word.startsWith(shared)) shared = shared.slice(0, -1);
  return shared;
}
