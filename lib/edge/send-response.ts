import { createHash } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { BytesResponse, cookiesOf, headersOf } from "@/lib/http/bytes-response";
import { retryAfterSeconds } from "@/lib/http/errors";
import { StreamResponse } from "@/lib/http/stream-response";
import type { SharedResponse } from "./cache";
import { isRead } from "./cache-key";
import type { Connections } from "./connections";
import { compressText, textEncoding } from "./content-encoding";
import { joinHeaders, mediaTypeHeaders, varying } from "./headers";
import { mapMaybePromise } from "./map-maybe-promise";
import type { Account } from "./meter";
import { bodyFor, headersFor } from "./shared-host";

/** Measured for texts of 100 KB and more, with Brotli and gzip. It runs on other threads. */
const COMPRESSED_BYTES_PER_MILLISECOND = 25_000;
/** Media types with already compressed bytes. */
const COMPRESSED = /^image\/(?!svg)/;

export interface Channel {
  request: IncomingMessage;
  response: ServerResponse;
  /** Headers in addition to those of the handler's response. */
  responseHeaders: Readonly<Record<string, string>>;
  connections: Connections;
  /** The caller that pays. */
  account: Account;
}

/**
 * Sends a handler's response: bytes in one write, compressed if useful; a stream as fast as its client reads.
 * @returns false, without sending anything, if too many unread bytes wait by now
 */
export async function sendResponse(channel: Channel, made: Response): Promise<boolean> {
  const { request, response, responseHeaders } = channel;
  const { status } = made;
  const headers: OutgoingHttpHeaders = joinHeaders(responseHeaders, headersOf(made));
  const cookies = cookiesOf(made);
  if (cookies.length > 0) headers["set-cookie"] = cookies;
  const mediaType = String(headers["content-type"] ?? "");
  Object.assign(headers, mediaTypeHeaders(mediaType));
  if (status >= 500) headers["retry-after"] ??= String(retryAfterSeconds("internal"));
  if (made instanceof StreamResponse) {
    writeStream(channel, made, () => response.writeHead(status, headers));
    return true;
  }
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
  channel.account.spend(content.byteLength / COMPRESSED_BYTES_PER_MILLISECOND);
  return sendBytes(channel, headers, status, await compressText(encoding, content));
}

/**
 * Sends a shared response, or 304 if the client already has it.
 * @returns false, without sending anything, if too many unread bytes wait by now
 */
export function sendShared(
  channel: Channel,
  { kept, host, encode }: SharedResponse,
  isGuess: boolean,
): boolean | Promise<boolean> {
  const { request, response, responseHeaders } = channel;
  const { identity } = kept.bodies;
  const own = host === undefined ? kept.headers : headersFor(host, kept.headers);
  const headers: Record<string, string> = joinHeaders(responseHeaders, own);
  if (isGuess) headers["cache-control"] = "no-store";
  const encoding = host === undefined ? textEncoding(request, identity) : undefined;
  const etag = host === undefined ? kept.etag : createHash("sha256").update(`${kept.etag} ${host}`).digest("base64url");
  // The same text in another encoding has the same meaning, but other bytes.
  headers["etag"] = encoding === undefined ? `"${etag}"` : `W/"${etag}"`;
  if (matches(request.headers["if-none-match"], etag)) {
    delete headers["content-type"];
    response.writeHead(304, headers).end();
    return true;
  }
  if (host !== undefined) return sendBytes(channel, headers, 200, bodyFor(host, identity));
  if (encoding === undefined) return sendBytes(channel, headers, 200, identity);
  headers["content-encoding"] = encoding;
  return mapMaybePromise(encode(encoding), (bytes) => sendBytes(channel, headers, 200, bytes));
}

/** Returns whether If-None-Match contains a tag (RFC 9110, 13.1.2). */
function matches(asked: string | undefined, etag: string): boolean {
  if (asked === undefined) return false;
  return asked.split(",").some((each) => each.trim() === "*" || each.trim().replace(/^W\//, "") === `"${etag}"`);
}

/**
 * Sends a complete body with these headers and its length.
 * @returns false, without sending anything, if too many unread bytes wait
 */
function sendBytes(
  { request, response, connections, account }: Channel,
  headers: OutgoingHttpHeaders,
  status: number,
  bytes: Uint8Array,
): boolean {
  if (response.destroyed) return true;
  // The response to a change is always sent, because a token, for example, is shown only once.
  if (isRead(request) && connections.isFull(request)) return false;
  // Next renders nothing for HEAD, so the length of the body is unknown.
  if (request.method !== "HEAD" || bytes.byteLength > 0) headers["content-length"] = String(bytes.byteLength);
  response.writeHead(status, headers);
  response.end(bytes);
  connections.count(request, response, account, bytes.byteLength);
  return true;
}

async function contentOf(made: Response): Promise<Uint8Array | null> {
  if (made instanceof BytesResponse) {
    return typeof made.content === "string" ? Buffer.from(made.content) : made.content;
  }
  return made.body === null ? null : new Uint8Array(await made.arrayBuffer());
}

/** Forwards a stream. It ends if the client leaves or reads nothing. */
async function stream(
  { response }: Channel,
  body: globalThis.ReadableStream<Uint8Array>,
  begin: () => void,
): Promise<void> {
  begin();
  await pipeline(Readable.fromWeb(body as ReadableStream), response).catch(() => {});
}

/** Hands the connection to what writes the stream. A client that leaves, or reads nothing, ends it. */
function writeStream({ response }: Channel, { writer }: StreamResponse, begin: () => void): void {
  if (response.destroyed) {
    writer.left();
    return;
  }
  response.once("close", () => writer.left());
  response.on("drain", () => writer.drained());
  begin();
  writer.begin({ write: (chunk) => response.write(chunk), end: () => response.end(), break: () => response.destroy() });
}
