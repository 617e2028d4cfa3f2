import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { currentBuild } from "@/lib/foundation/build";
import { settings } from "@/lib/foundation/env";
import { isConfiguredHost } from "@/lib/foundation/hosts";
import { parseUrl } from "@/lib/foundation/parse-url";
import { isAllowedTarget, isLoopback } from "./allowed-addresses";
import { type Bounds, type OutgoingFailure, OutgoingRequestError } from "./request-error";
import { firstOfEachFamily, type ResolveHost, resolveByNameServer, resolveBySystem } from "./resolve-host";
import { readBody, sendSingleRequest } from "./single-request";

export { OutgoingRequestError } from "./request-error";

const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export interface OutgoingOptions {
  method?: "GET" | "POST";
  /** Sent only to the first address, never to a redirect's. */
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** The maximum of the decompressed body. Default 1 MB. */
  maxBytes?: number;
  /** The time limit for everything: look-ups, redirects and the whole body. Default 10 seconds. */
  deadlineMilliseconds?: number;
  /** Rejects a redirect to another host or port before anything is sent there. */
  stayOnHost?: boolean;
  /** Rejects every redirect. */
  withoutRedirects?: boolean;
  /**
   * Whether the address comes from a setting. Then it may be private, use any port, and http. Its redirects may not.
   */
  exempt?: boolean;
  signal?: AbortSignal;
  /** For tests: finds the addresses of a name. */
  resolve?: ResolveHost;
  /** For tests: PEM of certificate authorities to trust instead of the usual ones. */
  authorities?: string;
}

export interface OutgoingResponse {
  status: number;
  headers: Headers;
  /** The decompressed body. */
  bytes: Uint8Array;
  /** The address of the response: the last one of the redirects. */
  address: string;
  /** The first other host (with its port, if any) of a redirect; undefined if all stayed on one host. */
  redirectedToHost: string | undefined;
}

/**
 * Requests an address that a stranger gave. Only public https addresses are allowed, and only a limited amount is read.
 * Any status but a redirect is a response. Never call it inside a database transaction.
 * @throws OutgoingRequestError for everything else, with the same message whatever the cause
 */
export async function fetchExternal(address: string, options: OutgoingOptions = {}): Promise<OutgoingResponse> {
  const { maxBytes = 1_048_576, deadlineMilliseconds = 10_000, signal } = options;
  const bounds = { maxBytes, deadlineMilliseconds };
  const ending = new AbortController();
  const end = (reason: OutgoingFailure) => ending.abort(new OutgoingRequestError(reason, bounds));
  const ended = new Promise<never>((_, reject) => {
    ending.signal.addEventListener("abort", () => reject(ending.signal.reason));
  });
  const timer = setTimeout(end, deadlineMilliseconds, "deadline");
  const endByCaller = () => end("ended");
  signal?.addEventListener("abort", endByCaller);
  if (signal?.aborted) endByCaller();
  try {
    return await Promise.race([followRedirects(address, options, bounds, ending.signal), ended]);
  } catch (error) {
    if (ending.signal.aborted) throw ending.signal.reason;
    throw error instanceof OutgoingRequestError ? error : new OutgoingRequestError("connection", bounds, error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", endByCaller);
    // Any connection that is still open is no longer needed.
    ending.abort();
  }
}

async function followRedirects(
  address: string,
  options: OutgoingOptions,
  bounds: Bounds,
  signal: AbortSignal,
): Promise<OutgoingResponse> {
  const { method = "GET" } = options;
  const first = parseAddress(address, bounds);
  let url = first;
  let redirectedToHost: string | undefined;
  for (let redirects = 0; ; redirects += 1) {
    const isFirst = redirects === 0;
    const response = await ask(url, { options, isFirst, bounds, signal });
    const { location } = response.headers;
    const status = response.statusCode ?? 0;
    if (location === undefined || !REDIRECTS.has(status)) {
      const headers = headersOf(response);
      const bytes = await readBody(response, bounds, signal).catch((error: unknown) => {
        if (error instanceof OutgoingRequestError && error.reason === "size") error.head = { status, headers };
        throw error;
      });
      return { status, headers, bytes, address: url.href, redirectedToHost };
    }
    response.destroy();
    if (method !== "GET" || options.withoutRedirects || redirects === MAX_REDIRECTS)
      throw new OutgoingRequestError("redirects", bounds);
    url = parseAddress(location, bounds, url);
    if (url.origin !== first.origin) {
      if (options.stayOnHost) throw new OutgoingRequestError("other host", bounds);
      redirectedToHost ??= url.host;
    }
  }
}

/** Parses an address. Removes a trailing dot of the host, because certificates and our own host settings have none. */
function parseAddress(address: string, bounds: Bounds, base?: URL): URL {
  const url = parseUrl(address, base);
  if (url === null) throw new OutgoingRequestError("address", bounds);
  url.hostname = url.hostname.replace(/\.$/, "");
  url.hash = "";
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  if (!isWeb || url.username !== "" || url.password !== "" || url.hostname.endsWith(".")) {
    throw new OutgoingRequestError("address", bounds);
  }
  return url;
}

interface Ask {
  options: OutgoingOptions;
  /** false for a redirect, which gets no headers and no exemption. */
  isFirst: boolean;
  bounds: Bounds;
  signal: AbortSignal;
}

async function ask(url: URL, { options, isFirst, bounds, signal }: Ask): Promise<IncomingMessage> {
  const { method = "GET", headers = {}, body, authorities } = options;
  const isExempt = isFirst && options.exempt === true;
  const resolve = options.resolve ?? (isExempt ? resolveBySystem : resolveByNameServer);
  const addresses = await addressesOf(url, resolve, bounds, signal);
  if (!isExempt) checkTargets(url, addresses, bounds);
  const ownHeaders = { "user-agent": userAgent(), "accept-encoding": "gzip" };
  return sendSingleRequest(
    {
      url,
      addresses: firstOfEachFamily(addresses),
      method,
      headers: isFirst ? { ...ownHeaders, ...headers } : ownHeaders,
      body: isFirst ? body : undefined,
      authorities,
    },
    signal,
  );
}

async function addressesOf(url: URL, resolve: ResolveHost, bounds: Bounds, signal: AbortSignal) {
  // The URL parser has converted decimal, octal and hex forms of an IPv4 address to the usual one.
  const literal = url.hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(literal) !== 0) return [literal];
  const addresses = await resolve(url.hostname, signal);
  if (addresses.length === 0) throw new OutgoingRequestError("name", bounds);
  return addresses;
}

/** Rejects a request if any of the addresses is not allowed, because a connection could use each of them. */
function checkTargets(url: URL, addresses: readonly string[], bounds: Bounds): void {
  const { OUTGOING_ALLOW, PORT } = settings();
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  const isOurs = isConfiguredHost(url.host, settings()) || (port === PORT && addresses.some(isLoopback));
  if (isOurs) throw new OutgoingRequestError("own host", bounds);
  const { protocol } = url;
  if (!addresses.every((address) => isAllowedTarget({ protocol, address, port }, OUTGOING_ALLOW))) {
    throw new OutgoingRequestError("address", bounds);
  }
}

/** The user agent, which tells the called host the caller and its address. */
function userAgent(): string {
  const { PUBLIC_URL } = settings();
  const product = `federation-governance-service/${currentBuild().version}`;
  return PUBLIC_URL === undefined ? product : `${product} (+${new URL(PUBLIC_URL).href})`;
}

function headersOf(response: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < response.rawHeaders.length; at += 2) {
    headers.append(response.rawHeaders[at] ?? "", response.rawHeaders[at + 1] ?? "");
  }
  return headers;
}
