import { stat } from "node:fs/promises";
import type { IncomingMessage } from "node:http";

const RANGES = /^bytes=\s*(?:\d+-\d*|-\d+)(?:\s*,\s*(?:\d+-\d*|-\d+))*\s*$/;

/** Returns whether no range contains a byte of a file of that size (RFC 9110, 14.1.2). Invalid ranges are ignored. */
export function isPastEnd(range: string, size: number): boolean {
  if (!RANGES.test(range)) return false;
  const ranges = range.slice("bytes=".length).split(",");
  return ranges.every((each) => {
    const [first = "", last = ""] = each.trim().split("-");
    return first === "" ? Number(last) === 0 || size === 0 : Number(first) >= size;
  });
}

/**
 * Returns the size of a file if a range begins past its end, else null. Next returns 500 for such a range. A range that
 * depends on a version may be ignored (RFC 9110, 13.1.5), and is, so the whole file is sent.
 */
export async function sizeIfPastEnd(request: IncomingMessage, file: string): Promise<number | null> {
  const { range } = request.headers;
  if (range === undefined) return null;
  const { size } = await stat(file);
  if (!isPastEnd(range, size)) return null;
  if (request.headers["if-range"] === undefined) return size;
  delete request.headers.range;
  return null;
}
