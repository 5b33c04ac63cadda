// @ts-check
// The order of the lines of the log.

/**
 * @typedef {{round: string, kind: string, text: string, at?: number, number?: number, result?: string, news?: string, before?: boolean,
 *   person?: string, passed?: [number, number]}} Line `number` is the round number, on the line that starts a round; `news` identifies an
 *   event outside the game, which comes `before` those of the game that it led to; `person` is the sender of a chat message, `passed` the
 *   first and last of the rounds in which nobody bet
 */

/** The order of lines of the same time. @param {Line} line */
const rank = ({ number, news, before }) => (number ? 0 : news ? (before ? 1 : 3) : 2);

/** Where a line belongs by its time. Messages to one person have none, and stay with what they followed.
 * @param {Line} line @param {{line: Line}[]} lines @param {number} [from] the first place that it may have */
export function placeOf(line, lines, from = 0) {
  const at = line.at ?? 0;
  let place = lines.length;
  for (let each = place - 1; each >= from; each--) {
    const other = lines[each].line;
    if (other.at === undefined) continue;
    if (other.at < at || (other.at === at && rank(other) <= rank(line))) break;
    place = each;
  }
  return place;
}

/** The rounds in which nobody bet, with one more. @param {[number, number] | undefined} before @param {number} number @returns {[number, number]} */
export const passedRounds = (before, number) => [before?.[1] === number - 1 ? before[0] : number, number];

/** @param {[number, number]} passed */
export const passedWords = ([from, to]) => `Nobody bet in ${from === to ? `round ${to}` : `rounds ${from} ${to === from + 1 ? "and" : "to"} ${to}`}.`;
