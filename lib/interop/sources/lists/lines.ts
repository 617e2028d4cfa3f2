import { setImmediate } from "node:timers/promises";
import { utf8Chunks } from "@/lib/foundation/text/utf8";

/** A list to import: a file, or bytes in memory. */
export interface List {
  /** Shown in the report. If it ends in `.json`, the whole list is one value. */
  name: string;
  /** Bytes. */
  size: number;
  /** Reads it from its beginning. */
  read: () => AsyncIterable<Buffer>;
}

const CHUNK_BYTES = 65_536;

/** Returns a list in memory. Between its chunks, other work of the thread gets its turn. */
export function listOf(name: string, bytes: Buffer): List {
  async function* read() {
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      yield bytes.subarray(at, at + CHUNK_BYTES);
      await setImmediate();
    }
  }
  return { name, size: bytes.length, read };
}

/** The longest line, and the longest document, that can be read. */
export const MAX_TEXT_BYTES = 64 * 1024 * 1024;

/** A line that is not blank. `text` is null if it is too long or no Unicode; then `reason` says so. */
export interface Line {
  /** Counted from 1, with blank lines. */
  number: number;
  /** Without surrounding white space. */
  text: string | null;
  /** The bytes in UTF-8 between two line feeds; empty if the line is too long. */
  bytes: Uint8Array;
  reason: string;
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The mark at the beginning of some UTF-8 files. It is not part of the text. */
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? bytes.subarray(3) : bytes;
}

function lineOf(number: number, parts: Buffer[], length: number): Line {
  const bytes = withoutMark(Buffer.concat(parts));
  if (length > MAX_TEXT_BYTES) return { number, text: null, bytes, reason: `longer than ${MAX_TEXT_BYTES} bytes` };
  try {
    return { number, text: decoder.decode(bytes).trim(), bytes, reason: "" };
  } catch {
    return { number, text: null, bytes, reason: "not UTF-8" };
  }
}

async function* counted(chunks: AsyncIterable<Buffer>, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    yield chunk;
    bytes += chunk.length;
    onRead(bytes);
  }
}

/**
 * Yields the lines of a list in UTF-8 or UTF-16, in bounded memory. It splits only at line feeds, because JSON strings may contain U+2028, at
 * which node:readline splits.
 * @param onRead called with the number of bytes read so far
 */
export async function* readLines(list: List, onRead: (bytes: number) => void = () => {}): AsyncGenerator<Line> {
  let number = 0;
  let parts: Buffer[] = [];
  let bytes = 0;
  const keep = (part: Buffer) => {
    bytes += part.length;
    if (bytes <= MAX_TEXT_BYTES) parts.push(part);
    else parts = [];
  };
  const take = () => {
    number += 1;
    const line = lineOf(number, parts, bytes);
    parts = [];
    bytes = 0;
    return line;
  };
  try {
    for await (const chunk of utf8Chunks(counted(list.read(), onRead))) {
      let from = 0;
      for (let end = chunk.indexOf("\n"); end !== -1; end = chunk.indexOf("\n", from)) {
        keep(chunk.subarray(from, end));
        from = end + 1;
        const line = take();
        if (line.text !== "") yield line;
      }
      keep(chunk.subarray(from));
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return yield { number: number + 1, text: null, bytes: new Uint8Array(), reason: "not UTF-8 or UTF-16" };
  }
  const last = take();
  if (last.text !== "") yield last;
}
