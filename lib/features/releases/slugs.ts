import type { Change } from "./schema";

const MAX_CHARACTERS = 60;

/** Returns the kind and first words of a change, such as `fixed-npm-ci-installs-on-platforms`. */
function slugOf({ kind, text }: Change): string {
  const words = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}|['’]/gu, "")
    .match(/[a-z0-9]+/g);
  let slug = kind.toLowerCase();
  for (const word of words ?? ["change"]) {
    if (slug.length + word.length >= MAX_CHARACTERS) break;
    slug += `-${word}`;
  }
  return slug;
}

/**
 * Names each change for its permalink. A name depends on kind and text alone, so it stays the same after the release
 * and when lines are added. If several begin alike, the oldest has the plain name and the others are numbered.
 * @param changes newest first
 */
export function slugsOf<C extends Change>(changes: readonly C[]): ReadonlyMap<C, string> {
  const taken = new Set<string>();
  const slugs = new Map<C, string>();
  for (const change of changes.toReversed()) {
    const plain = slugOf(change);
    let slug = plain;
    for (let number = 2; taken.has(slug); number += 1) slug = `${plain}-${number}`;
    taken.add(slug);
    slugs.set(change, slug);
  }
  return slugs;
}
