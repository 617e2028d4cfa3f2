import type { Knowledge } from "./knowledge";
import type { Vocabulary } from "./vocabulary";

const CORRECTABLE = /^\p{L}{4,24}$/u;
/** From this length, two edits are allowed. */
const TWO_EDITS_FROM = 8;
/** A word that agents have is preferred, as if so many more summaries (their logarithm) contained it. */
const AGENTS_BONUS = 6;
const EDIT_COST = 10;

/**
 * Returns the known word that a mistyped one probably means, or null. Both have the same first letter. Of equally near
 * words, one that agents have is chosen, then the most common one, then the first in the alphabet.
 */
export function correct(
  word: string,
  knowledge: Knowledge,
  vocabulary: Vocabulary,
  agentsWith: (term: string) => number,
): string | null {
  if (!CORRECTABLE.test(word)) return null;
  const most = word.length < TWO_EDITS_FROM ? 1 : 2;
  let best: { other: string; worth: number } | undefined;
  const consider = (other: string, worthOf: () => number) => {
    if (other.length < 4 || Math.abs(other.length - word.length) > most) return;
    const edits = editsBetween(word, other, most);
    if (edits > most) return;
    const worth = worthOf() - EDIT_COST * edits;
    if (!best || worth > best.worth || (worth === best.worth && other < best.other)) best = { other, worth };
  };
  for (const [other, count] of knowledge.spellingsWith(word)) {
    consider(other, () => Math.log(count + 1) + (agentsWith(vocabulary.termOf(other)) > 0 ? AGENTS_BONUS : 0));
  }
  for (const other of vocabulary.ownWith(word).keys()) {
    consider(other, () => Math.log(agentsWith(other) + 1) + AGENTS_BONUS);
  }
  return best?.other ?? null;
}

/**
 * Returns the edits between two words (optimal string alignment, where a swap of neighbours is one), or a number above
 * `most` if there are more.
 */
function editsBetween(a: string, b: string, most: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    if (Math.min(...row) > most) return most + 1;
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
