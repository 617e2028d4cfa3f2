import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { isConfiguredHost } from "@/lib/edge/hosts";
import { currentBuild, settings } from "@/lib/env";
import { isAllowedTarget, isLoopback } from "./allowed-addresses";
import { openExchange, readBody } from "./exchange";
import { type Bounds, OutgoingRefused, type RefusalReason } from "./refused";
import { firstOfEachFamily, type ResolveHost, resolveBySystem, resolveOutside } from "./resolve-host";

export { OutgoingRefused } from "./refused";

const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export interface OutgoingOptions {
  method?: "GET" | "POST";
  /** Sent to the first address only, never to what it redirects to. */
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Of the unpacked body. 1 MB unless said. */
  maxBytes?: number;
  /** For everything together: look-ups, redirects and the whole body. 10 seconds unless said. */
  deadlineMilliseconds?: number;
  /** Refuses a redirect to another host or port before anything is sent there. */
  stayOnHost?: boolean;
  /** The address comes from a setting, so it may be private, on any port and http. Its redirects may not. */
  exempt?: boolean;
  signal?: AbortSignal;
  /** For tests: finds the addresses of a name. */
  resolve?: ResolveHost;
  /** For tests: PEM of authorities to trust instead of the usual ones. */
  authorities?: string;
}

export interface OutgoingResponse {
  status: number;
  headers: Headers;
  /** The body, unpacked. */
  bytes: Uint8Array;
  /** Where the response came from: the last address of the redirects. */
  address: string;
  /** The first other host, with its port if it has one, that a redirect led to; undefined if all stayed on one host. */
  redirectedToHost: string | undefined;
}

/**
 * Asks an address that a stranger gave. Only public https addresses are asked, and only what the bounds allow is read.
 * Any status but a redirect is a response. Never call it inside a database transaction.
 * @throws OutgoingRefused for everything else, with the same message whatever the reason
 */
export async function requestOutside(address: string, options: OutgoingOptions = {}): Promise<OutgoingResponse> {
  const { maxBytes = 1_048_576, deadlineMilliseconds = 10_000, signal } = options;
  const bounds = { maxBytes, deadlineMilliseconds };
  const ending = new AbortController();
  const end = (reason: RefusalReason) => ending.abort(new OutgoingRefused(reason, bounds));
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
    throw error instanceof OutgoingRefused ? error : new OutgoingRefused("connection", bounds, error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", endByCaller);
    // Whatever is still open is of no use to anyone.
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
      const bytes = await readBody(response, bounds, signal);
      return { status, headers: headersOf(response), bytes, address: url.href, redirectedToHost };
    }
    response.destroy();
    if (method !== "GET" || redirects === MAX_REDIRECTS) throw new OutgoingRefused("redirects", bounds);
    url = parseAddress(location, bounds, url);
    if (url.origin !== first.origin) {
      if (options.stayOnHost) throw new OutgoingRefused("other host", bounds);
      redirectedToHost ??= url.host;
    }
  }
}

/** Reads an address. A trailing dot of the host is taken away: certificates and own hosts are written without. */
function parseAddress(address: string, bounds: Bounds, base?: URL): URL {
  if (!URL.canParse(address, base)) throw new OutgoingRefused("address", bounds);
  const url = new URL(address, base);
  url.hostname = url.hostname.replace(/\.$/, "");
  url.hash = "";
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  if (!isWeb || url.username !== "" || url.password !== "" || url.hostname.endsWith(".")) {
    throw new OutgoingRefused("address", bounds);
  }
  return url;
}

interface Ask {
  options: OutgoingOptions;
  /** False for a redirect, which gets no headers and no exemption. */
  isFirst: boolean;
  bounds: Bounds;
  signal: AbortSignal;
}

async function ask(url: URL, { options, isFirst, bounds, signal }: Ask): Promise<IncomingMessage> {
  const { method = "GET", headers = {}, body, authorities } = options;
  const isExempt = isFirst && options.exempt === true;
  const resolve = options.resolve ?? (isExempt ? resolveBySystem : resolveOutside);
  const addresses = await addressesOf(url, resolve, bounds, signal);
  if (!isExempt) checkTargets(url, addresses, bounds);
  const ownHeaders = { "user-agent": userAgent(), "accept-encoding": "gzip" };
  return openExchange(
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
  // The URL parser has turned decimal, octal and hex spellings of an IPv4 address into the usual one.
  const literal = url.hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(literal) !== 0) return [literal];
  const addresses = await resolve(url.hostname, signal);
  if (addresses.length === 0) throw new OutgoingRefused("name", bounds);
  return addresses;
}

/** Refuses a request if any of the addresses may not be asked: a connection could go to each of them. */
function checkTargets(url: URL, addresses: readonly string[], bounds: Bounds): void {
  const { OUTGOING_ALLOW, PORT } = settings();
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  const isOurs = isConfiguredHost(url.host, settings()) || (port === PORT && addresses.some(isLoopback));
  if (isOurs) throw new OutgoingRefused("own host", bounds);
  const { protocol } = url;
  if (!addresses.every((address) => isAllowedTarget({ protocol, address, port }, OUTGOING_ALLOW))) {
    throw new OutgoingRefused("address", bounds);
  }
}

/** Tells the asked host who asks, and where to find more. */
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
