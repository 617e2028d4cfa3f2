import type { Offered } from "./question";

/** Length of a word that is corrected, and of what it is read as. */
const LETTERS = /^\p{L}+$/u;
const MIN_LETTERS = 4;
const MAX_LETTERS = 24;
/** From this length, two edits are allowed. */
const TWO_EDITS_FROM = 8;
/** A word that agents have is preferred, as if so many more summaries (their logarithm) contained it. */
const AGENTS_BONUS = 6;
const EDIT_COST = 10;

/**
 * Returns the known word that a mistyped one probably means, or null. Both have the same first letter. Of equally near
 * words, one that agents have is chosen, then the most common one, then the first in the alphabet.
 */
export function correct(word: string, { knowledge, vocabulary, agentsWith }: Offered): string | null {
  if (word.length < MIN_LETTERS || word.length > MAX_LETTERS || !LETTERS.test(word)) return null;
  const most = word.length < TWO_EDITS_FROM ? 1 : 2;
  let best = { other: "", worth: Number.NEGATIVE_INFINITY };
  const consider = (words: ReadonlyMap<string, number>, worthOf: (other: string, number: number) => number) => {
    for (const [other, number] of words) {
      if (other.length < MIN_LETTERS || Math.abs(other.length - word.length) > most) continue;
      const edits = editsBetween(word, other, most);
      if (edits > most) continue;
      const worth = worthOf(other, number) - EDIT_COST * edits;
      if (worth > best.worth || (worth === best.worth && other < best.other)) best = { other, worth };
    }
  };
  consider(knowledge.spellingsWith(word), (other, count) => {
    const isOffered = agentsWith(vocabulary.numberOf(vocabulary.termOf(other))) > 0;
    return Math.log(count + 1) + (isOffered ? AGENTS_BONUS : 0);
  });
  // What agents say and few others do, such as names. A stem that is no word has another stem.
  const worthOf = (other: string, number: number) => {
    const count = agentsWith(number);
    return count > 0 && vocabulary.termOf(other) === other
      ? Math.log(count + 1) + AGENTS_BONUS
      : Number.NEGATIVE_INFINITY;
  };
  consider(knowledge.rowsWith(word), worthOf);
  consider(vocabulary.ownWith(word), worthOf);
  return best.other === "" ? null : best.other;
}

const ROWS = Array.from({ length: 3 }, () => new Uint8Array(MAX_LETTERS + 3));

/**
 * Returns the edits between two words (optimal string alignment, where a swap of neighbours is one), or a number above
 * `most` if there are more. Neither has more than two letters more than MAX_LETTERS.
 */
export function editsBetween(a: string, b: string, most: number): number {
  let [beforeLast, last, row] = ROWS as [Uint8Array, Uint8Array, Uint8Array];
  for (let column = 0; column <= b.length; column += 1) last[column] = column;
  for (let i = 1; i <= a.length; i += 1) {
    row[0] = i;
    let least = i;
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (last[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let edits = Math.min((last[j] as number) + 1, (row[j - 1] as number) + 1, replaced);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        edits = Math.min(edits, (beforeLast[j - 2] as number) + 1);
      }
      row[j] = edits;
      if (edits < least) least = edits;
    }
    if (least > most) return most + 1;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return last[b.length] as number;
}
