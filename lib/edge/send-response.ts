import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { BytesResponse, cookiesOf, headersOf } from "@/lib/http/bytes-response";
import { retryAfterSeconds } from "@/lib/http/errors";
import type { Shared } from "./cache";
import { compressText, textEncoding } from "./encoded";
import { mediaTypeHeaders } from "./headers";
import type { UnsentBytes } from "./unsent-bytes";
import { whenThere } from "./when-there";

/** What a response varies by, beside what its maker says. */
const varying = (vary: unknown) => ({ vary: vary ? `${vary}, Accept-Encoding` : "Accept-Encoding" });
/** Media types whose bytes are compressed already. */
const COMPRESSED = /^image\/(?!svg)/;

export interface Channel {
  request: IncomingMessage;
  response: ServerResponse;
  /** Headers beside those of the response that was made. */
  head: Readonly<Record<string, string>>;
  unsent: UnsentBytes;
  /** Who pays for bytes that wait; null where only the connection is bounded. */
  bucket: string | null;
}

/**
 * Sends what a handler responded: bytes in one write, compressed where that is worth it; a stream as its client reads.
 * @returns false, and nothing is sent, if too many bytes wait to be read by now
 */
export async function sendResponse(channel: Channel, made: Response): Promise<boolean> {
  const { request, response, head } = channel;
  const { status } = made;
  const headers: OutgoingHttpHeaders = { ...head, ...headersOf(made) };
  const cookies = cookiesOf(made);
  if (cookies.length > 0) headers["set-cookie"] = cookies;
  const mediaType = String(headers["content-type"] ?? "");
  Object.assign(headers, mediaTypeHeaders(mediaType));
  if (status >= 500) headers["retry-after"] ??= String(retryAfterSeconds("internal"));
  if (mediaType.startsWith("text/event-stream")) {
    if (made.body === null) response.writeHead(status, headers).end();
    else await stream(channel, made.body, () => response.writeHead(status, headers));
    return true;
  }
  Object.assign(headers, varying(headers["vary"]));
  const content = await contentOf(made);
  if (content === null) {
    response.writeHead(status, headers).end();
    return true;
  }
  const encoding = COMPRESSED.test(mediaType) ? undefined : textEncoding(request, content);
  if (encoding === undefined) return sendBytes(channel, headers, status, content);
  headers["content-encoding"] = encoding;
  return sendBytes(channel, headers, status, await compressText(encoding, content));
}

/**
 * Sends what may be everyone's, or that the client has it already.
 * @returns false, and nothing is sent, if too many bytes wait to be read by now
 */
export function sendShared(channel: Channel, { kept, encode }: Shared): boolean | Promise<boolean> {
  const { request, response, head } = channel;
  const { identity } = kept.bodies;
  const headers: Record<string, string> = { ...head, ...kept.headers };
  Object.assign(headers, mediaTypeHeaders(headers["content-type"] ?? ""), varying(headers["vary"]));
  const encoding = textEncoding(request, identity);
  // The same in another encoding: equal in meaning, not in bytes.
  headers["etag"] = encoding === undefined ? `"${kept.etag}"` : `W/"${kept.etag}"`;
  if (matches(request.headers["if-none-match"], kept.etag)) {
    delete headers["content-type"];
    response.writeHead(304, headers).end();
    return true;
  }
  if (encoding === undefined) return sendBytes(channel, headers, 200, identity);
  headers["content-encoding"] = encoding;
  return whenThere(encode(encoding), (bytes) => sendBytes(channel, headers, 200, bytes));
}

/** Whether If-None-Match names a tag (RFC 9110, 13.1.2). */
function matches(asked: string | undefined, etag: string): boolean {
  if (asked === undefined) return false;
  return asked.split(",").some((each) => each.trim() === "*" || each.trim().replace(/^W\//, "") === `"${etag}"`);
}

/** Sends a whole body, with these headers and those that say how long it is. @returns false, and nothing is sent, if too many bytes wait to be read */
function sendBytes(
  { request, response, unsent, bucket }: Channel,
  headers: OutgoingHttpHeaders,
  status: number,
  bytes: Uint8Array,
): boolean {
  if (response.destroyed) return true;
  if (unsent.isTooLate(request, bucket)) return false;
  // Next makes nothing for HEAD, so the length of the body is not known.
  if (request.method !== "HEAD" || bytes.byteLength > 0) headers["content-length"] = String(bytes.byteLength);
  response.writeHead(status, headers);
  response.end(bytes);
  unsent.count(request, response, bucket, bytes.byteLength);
  return true;
}

async function contentOf(made: Response): Promise<Uint8Array | null> {
  if (made instanceof BytesResponse) {
    return typeof made.content === "string" ? Buffer.from(made.content) : made.content;
  }
  return made.body === null ? null : new Uint8Array(await made.arrayBuffer());
}

/** Passes a stream on. A client that leaves, or reads nothing, ends it. */
async function stream(
  { request, response, unsent, bucket }: Channel,
  body: globalThis.ReadableStream<Uint8Array>,
  begin: () => void,
): Promise<void> {
  unsent.watch(request, response, bucket, () => response.destroy());
  begin();
  await pipeline(Readable.fromWeb(body as ReadableStream), response).catch(() => {});
}
