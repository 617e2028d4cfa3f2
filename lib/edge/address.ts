import type { IncomingMessage } from "node:http";
import { type BlockList, isIP, isIPv6 } from "node:net";
import { addressesIn, canonicalHost } from "@/lib/foundation/addresses";
import { plainAddress } from "@/lib/foundation/plain-address";

/**
 * Headers in which a proxy describes the client. They are removed from all other requests, because clients could forge
 * them.
 */
const FORWARDING = /^(?:forwarded|x-forwarded-.+|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/;

/** Returns the trusted proxies, or null if there are none. @param cidrs such as `10.0.0.0/8` */
export function trustedProxies(cidrs: readonly string[]): BlockList | null {
  return cidrs.length === 0 ? null : addressesIn(cidrs);
}

/** Returns the address in an entry of X-Forwarded-For. Some proxies add a port, brackets or quotes (RFC 7239, 6). */
function addressOfHop(hop: string): string {
  const text = hop.trim().replace(/^"(.*)"$/, "$1");
  const [, bracketed, dotted] = /^\[([^\]]*)\](?::\d{1,5})?$|^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(text) ?? [];
  return plainAddress(bracketed ?? dotted ?? text);
}

function isTrusted(address: string, proxies: BlockList | null): boolean {
  if (proxies === null) return false;
  const version = isIP(address);
  return version !== 0 && proxies.check(address, version === 6 ? "ipv6" : "ipv4");
}

/** The source of a request. */
export interface RequestOrigin {
  /** The client's address: the socket's, or what trusted proxies say, read from the right. */
  address: string;
  /** The requested host; null if it is invalid. */
  host: string | null;
  protocol: "http" | "https";
  /** Whether X-Forwarded-For came from a peer that is not a trusted proxy. It is ignored. */
  hasUntrustedForwarding: boolean;
}

/**
 * Returns the client in X-Forwarded-For: the first hop from the right that is no trusted proxy. If that hop is no
 * address, only the proxy that wrote it is known. Everything left of it may come from the client.
 */
function clientOf(forwardedFor: string, peer: string, proxies: BlockList | null): string {
  let address = peer;
  for (const hop of forwardedFor.split(",").reverse().map(addressOfHop)) {
    // An empty element of a list is ignored (RFC 9110, 5.6.1).
    if (hop === "") continue;
    if (isIP(hop) === 0) break;
    address = hop;
    if (!isTrusted(hop, proxies)) break;
  }
  return address;
}

/** Returns the first value of a list, which the proxy nearest to the client wrote. */
const firstOf = (header: string | string[] | undefined): string | undefined =>
  header === undefined ? undefined : String(header).split(",", 1)[0]?.trim();

/** Counts how often a request contains a header. @param name in lower case */
function timesSent({ rawHeaders }: IncomingMessage, name: string): number {
  let times = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const sent = rawHeaders[at] as string;
    if (sent.length === name.length && sent.toLowerCase() === name) times += 1;
  }
  return times;
}

/** Determines the source of a request, and replaces its forwarding headers by trusted values. */
export function resolveOrigin(request: IncomingMessage, proxies: BlockList | null): RequestOrigin {
  const { headers } = request;
  const peer = plainAddress(request.socket.remoteAddress ?? "");
  // Only HTTP/1.0 may omit the host (RFC 9112, 3.2).
  const unnamed = request.httpVersion === "1.0" ? "localhost" : null;
  const isProxy = isTrusted(peer, proxies);
  const hasUntrustedForwarding = !isProxy && headers["x-forwarded-for"] !== undefined;
  const origin: RequestOrigin = {
    address: peer,
    host: headers.host ?? unnamed,
    protocol: "http",
    hasUntrustedForwarding,
  };
  // Node keeps the first of several Host headers, but a proxy may have used another one (RFC 9112, 3.2).
  if (timesSent(request, "host") > 1) origin.host = null;
  if (isProxy) {
    origin.address = clientOf(String(headers["x-forwarded-for"] ?? ""), peer, proxies);
    if (origin.host !== null) origin.host = firstOf(headers["x-forwarded-host"]) ?? origin.host;
    if (firstOf(headers["x-forwarded-proto"])?.toLowerCase() === "https") origin.protocol = "https";
  }
  for (const name of Object.keys(headers)) if (FORWARDING.test(name)) delete headers[name];
  // A port above 65535 or an invalid IP address matches the syntax of a host, but never occurs in our own links.
  const canonical = origin.host === null ? null : canonicalHost(origin.host);
  if (canonical === null) return { ...origin, host: null };
  // In one spelling, so that no response depends on another.
  origin.host = canonical[origin.protocol];
  headers.host = origin.host;
  headers["x-forwarded-for"] = origin.address;
  headers["x-forwarded-host"] = origin.host;
  headers["x-forwarded-proto"] = origin.protocol;
  return origin;
}

/** Returns the key of the /48 that contains an IPv6 address's bucket; null for other buckets. */
export function networkBucket(bucket: string): string | null {
  return bucket.endsWith("::/64") ? `${bucket.split(":").slice(0, 4).join(":")}::/48` : null;
}

/** Returns the counting key of an address: the whole /64 for IPv6, because one subscriber gets that. */
export function addressBucket(address: string): string {
  if (!isIPv6(address)) return `address:${address}`;
  const [head = "", tail] = (address.split("%", 1)[0] ?? "").split("::");
  const left = head.split(":").filter(Boolean);
  const right = (tail ?? "").split(":").filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill("0"), ...right];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `address:${network.join(":")}::/64`;
}
