import { stat } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";

/**
 * Returns whether a static file must not be sent (RFC 9110, 13.1.1 and 13.1.4). Our files have weak ETags, which
 * `If-Match` never accepts.
 * @param file its place on the disk
 */
export async function failsPrecondition(headers: IncomingHttpHeaders, file: string): Promise<boolean> {
  const match = headers["if-match"];
  if (match !== undefined) return match.trim() !== "*";
  const since = Date.parse(headers["if-unmodified-since"] ?? "");
  if (Number.isNaN(since)) return false;
  return Math.floor((await stat(file)).mtimeMs / 1_000) * 1_000 > since;
}
