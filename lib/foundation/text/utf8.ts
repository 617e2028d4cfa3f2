/** The encodings of Unicode that programs write JSON in. Windows tools often write UTF-16. */
type Encoding = "utf-8" | "utf-16le" | "utf-16be";

/**
 * Returns the encoding of a text by its first two bytes: by a byte order mark, else by the zero byte that UTF-16 has in
 * the first character of every JSON text (RFC 4627, 3).
 */
export function encodingOf([first, second]: Uint8Array): Encoding {
  if (second !== undefined && ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0))) return "utf-16le";
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? "utf-16be" : "utf-8";
}

/** Decodes UTF-8 or UTF-16, without its byte order mark. @throws TypeError if the bytes are neither */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
}

/**
 * Yields the chunks of a text in UTF-8. Those of UTF-16 are converted; those of UTF-8 stay, with their mark.
 * @throws TypeError if the text begins as UTF-16 and is invalid
 */
export async function* utf8Chunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | undefined;
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst && encodingOf(chunk) !== "utf-8") decoder = new TextDecoder(encodingOf(chunk), { fatal: true });
    isFirst = false;
    yield decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk;
  }
  if (decoder) yield Buffer.from(decoder.decode());
}
