import { randomBytes, randomUUID } from "node:crypto";
import { isIP, isIPv6 } from "node:net";
import { trimEndOf } from "@/lib/foundation/text/trim";
import { canonicalHost } from "./addresses";
import type { Settings } from "./env";
import { plainAddress } from "./plain-address";

/** The settings that say under which hosts this service is known. */
export type HostSettings = Pick<Settings, "PUBLIC_URL" | "ALLOWED_HOSTS" | "PORT">;

/**
 * The hosts in responses that many hosts share. Each response is sent with the requested host in place of the shared one.
 * Shared hosts are random, so no record contains them. IPv6 addresses share another one, because their brackets need quotes
 * in a shell. It is in 100::/64, where no host is (RFC 6666).
 */
const SHARED_NAME = `${randomUUID()}.invalid`;
const SHARED_IPV6 = new URL(`http://[100::${randomBytes(8).toString("hex").match(/.{4}/g)?.join(":")}]`).host;
export const SHARED_HOSTS: readonly string[] = [SHARED_NAME, SHARED_IPV6];

/** Returns the shared host in whose place a host is sent. */
export const sharedHostFor = (host: string): string => (host.startsWith("[") ? SHARED_IPV6 : SHARED_NAME);

/** The host and the port at which a connection arrived. */
interface Arrival {
  localAddress?: string | undefined;
  localPort?: number | undefined;
}

/**
 * Returns whether responses for a Host header are cached separately: for a configured host, and for localhost and the
 * address at which the connection arrived, each with the port at which it arrived. A caller can invent any number of other
 * hosts.
 */
export function hasOwnCopy(
  host: string,
  settings: HostSettings,
  { localAddress = "", localPort = 0 }: Arrival,
): boolean {
  const address = plainAddress(localAddress);
  const arrived = canonicalHost(`${isIPv6(address) ? `[${address}]` : address}:${localPort}`)?.host;
  const asked = canonicalHost(host)?.host;
  return (
    asked === arrived || asked === canonicalHost(`localhost:${localPort}`)?.host || isConfiguredHost(host, settings)
  );
}

/** Returns whether a Host header is the host of PUBLIC_URL or one of ALLOWED_HOSTS. */
export function isConfiguredHost(host: string, { PUBLIC_URL, ALLOWED_HOSTS }: HostSettings): boolean {
  const asked = canonicalHost(host)?.host;
  const configured = [...(PUBLIC_URL === undefined ? [] : [new URL(PUBLIC_URL).host]), ...ALLOWED_HOSTS];
  return asked !== undefined && configured.some((each) => canonicalHost(each)?.host === asked);
}

/**
 * Returns whether a Host header is valid for this service: a configured host, localhost or an IP address. Another name
 * may belong to an attacker whose DNS record points here (DNS rebinding).
 * @param host `name[:port]`, set by `resolveOrigin`
 */
export function isAllowedHost(host: string, settings: HostSettings): boolean {
  const name = canonicalHost(host)?.name ?? "";
  const isAddress = isIP(name) !== 0 || name.startsWith("[");
  return name === "localhost" || isAddress || SHARED_HOSTS.includes(name) || isConfiguredHost(host, settings);
}

/** Explains why a request for another host has no response. */
export const FOREIGN_HOST = "Host must name this service. See PUBLIC_URL and ALLOWED_HOSTS.";

/**
 * Returns this service's address, without a final slash, for links in unsigned content: PUBLIC_URL, else the requested
 * address if its host is allowed, else localhost.
 * @param headers those of a request that the edge has read
 */
export function ownAddress(headers: Pick<Headers, "get">, settings: HostSettings): string {
  if (settings.PUBLIC_URL !== undefined) return trimEndOf(settings.PUBLIC_URL, "/");
  const host = headers.get("x-forwarded-host") ?? headers.get("host");
  if (host === null || !isAllowedHost(host, settings)) return `http://localhost:${settings.PORT}`;
  return `${headers.get("x-forwarded-proto") ?? "http"}://${host}`;
}

/** Returns the host in the ids of feeds. It never comes from the caller, so an entry keeps its id. */
export function idAuthority({ PUBLIC_URL }: Pick<Settings, "PUBLIC_URL">): string {
  return PUBLIC_URL === undefined ? "localhost" : new URL(PUBLIC_URL).hostname;
}

/** Returns whether the result of `ownAddress` is a guess. Such a response must not be stored. */
export function isGuessedAddress(host: string, settings: HostSettings): boolean {
  return settings.PUBLIC_URL === undefined && !isAllowedHost(host, settings);
}

/**
 * Returns the issuer for signatures of this service. It never comes from the caller.
 * @param logOrigin the council log's origin line
 */
export function signedIssuer({ PUBLIC_URL }: Pick<Settings, "PUBLIC_URL">, logOrigin: string): string {
  return PUBLIC_URL === undefined ? logOrigin : trimEndOf(PUBLIC_URL, "/");
}
