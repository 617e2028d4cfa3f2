/** Returns the bytes of a value as JSON. */
export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const segmenter = new Intl.Segmenter();

/** Returns the beginning of a text with at most so many bytes of JSON, without half a letter. */
export function cutText(text: string, bytes: number): string {
  let length = 0;
  let left = bytes - 2;
  // A letter needs a byte at least.
  for (const { segment } of segmenter.segment(text.slice(0, bytes))) {
    left -= jsonBytes(segment) - 2;
    if (left < 0) break;
    length += segment.length;
  }
  return text.slice(0, length);
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
