const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** No letter below combines with another, except CR and LF. */
const FIRST_COMBINING = 0x300;

/**
 * Returns the last place, up to this one, between two graphemes (UAX 29): never inside a surrogate pair, a letter with its
 * marks, or an emoji. The cost grows with the place, not with the text. Only a grapheme that is longer than all before the
 * place is divided, between its characters.
 * @param at a place in UTF-16 units
 */
export function boundaryBefore(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return Math.min(Math.max(at, 0), text.length);
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  if (before < FIRST_COMBINING && after < FIRST_COMBINING && !(before === 0x0d && after === 0x0a)) return at;
  // Whether there is a boundary depends on the whole character after the place.
  const start = graphemes.segment(text.slice(0, at + 2)).containing(at)?.index ?? at;
  if (start > 0) return start;
  return (text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : at;
}

/** Returns the beginning of a text, cut between two graphemes. @param most as many UTF-16 units at most */
export const cut = (text: string, most: number): string => text.slice(0, boundaryBefore(text, most));

/** Returns a text, or its beginning with `…`, which comes on top of `most`. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${cut(text, most).trimEnd()}…`;
}

export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Returns the beginning of a text, cut between two graphemes. @param bytes as many at most, as JSON */
export function cutText(text: string, bytes: number): string {
  let length = 0;
  let left = bytes - 2;
  // Each character needs a byte at least.
  for (const character of text.slice(0, bytes)) {
    left -= jsonBytes(character) - 2;
    if (left < 0) break;
    length += character.length;
  }
  return cut(text, length);
}

/** Returns the first items of a list with at most so many bytes of JSON. */
export function cutList<Item>(items: readonly Item[], bytes: number): Item[] {
  let left = bytes - 2;
  const end = items.findIndex((item) => {
    left -= jsonBytes(item) + 1;
    return left < -1;
  });
  return end < 0 ? [...items] : items.slice(0, end);
}
