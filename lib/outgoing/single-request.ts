import http, { type IncomingMessage, type RequestOptions } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { type Bounds, OutgoingRequestError } from "./request-error";

/** One request to one address, without redirects. */
export interface SingleRequest {
  url: URL;
  /** The checked addresses of its host. The connection uses one of them. */
  addresses: readonly string[];
  method: "GET" | "POST";
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
  /** PEM of certificate authorities to trust instead of the usual ones. */
  authorities: string | undefined;
}

/**
 * Returns a look-up function that returns only the checked addresses, so a second DNS response has no effect (DNS
 * rebinding).
 */
function pinned(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_, { all }, done) => {
    const [first] = answers;
    if (all) done(null, answers);
    else done(null, first?.address ?? "", first?.family);
  };
}

/** Sends a request and waits for the response's head. @throws the errors of node:https */
export function sendSingleRequest(exchange: SingleRequest, signal: AbortSignal): Promise<IncomingMessage> {
  const { url, addresses, method, headers, body, authorities } = exchange;
  const options: RequestOptions & https.RequestOptions = {
    method,
    headers,
    signal,
    lookup: pinned(addresses),
    // Its own connection: not shared with other requests, and without a proxy.
    agent: false,
    insecureHTTPParser: false,
    maxHeaderSize: 16_384,
  };
  if (authorities !== undefined) options.ca = authorities;
  const { request } = url.protocol === "http:" ? http : https;
  // Set explicitly, because NODE_TLS_REJECT_UNAUTHORIZED could switch it off.
  if (url.protocol === "https:") options.rejectUnauthorized = true;
  return new Promise((resolve, reject) => {
    const sent = request(url, options, resolve);
    // An error after the response's head is reported by the response. This listener prevents the error from ending the
    // process.
    sent.on("error", reject);
    // A response that switches to another protocol closes the connection without an error.
    sent.on("close", () => reject(new Error("The connection was closed before a response.")));
    sent.end(body);
  });
}

/**
 * Reads and decompresses a response's body.
 * @throws OutgoingRequestError if it is longer than `maxBytes`, encoded with anything but one gzip, or incomplete
 */
export async function readBody(response: IncomingMessage, bounds: Bounds, signal: AbortSignal): Promise<Uint8Array> {
  const refused = (reason: "size" | "response") => new OutgoingRequestError(reason, bounds);
  const coding = response.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (!["identity", "gzip", "x-gzip", ""].includes(coding)) throw refused("response");
  if (Number(response.headers["content-length"] ?? 0) > bounds.maxBytes) throw refused("size");
  const chunks: Buffer[] = [];
  let length = 0;
  const keep = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) {
      length += chunk.length;
      if (length > bounds.maxBytes) throw refused("size");
      chunks.push(chunk);
    }
  };
  const reading = coding.endsWith("gzip")
    ? pipeline(response, createGunzip(), keep, { signal })
    : pipeline(response, keep, { signal });
  // If an error of one step causes errors in the others, `pipeline` may throw any of them.
  await reading.catch((error: unknown) => {
    throw length > bounds.maxBytes ? refused("size") : error;
  });
  if (!response.complete) throw refused("response");
  return Buffer.concat(chunks);
}
