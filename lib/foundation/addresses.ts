// The one parser of addresses: of the web and of other servers, of hosts, and of networks.

import { BlockList, isIP, isIPv4, isIPv6 } from "node:net";
import { LRUCache } from "lru-cache";
import { parseUrl } from "./parse-url";

/** What a Host header may look like (RFC 9110, 7.2). */
const HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;
const NAME = /^(?!-)[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63})*\.?$/;
const PORT = /^[1-9]\d{0,4}$/;

/** Parsed hosts, because nearly every request sends one of a few. */
const read = new LRUCache<string, CanonicalHost>({ max: 100 });

/** A Host header in one spelling: lower case, without a default port. */
export interface CanonicalHost {
  name: string;
  /** Without the default ports of both schemes. */
  host: string;
  /** Without the default port of this scheme only. */
  http: string;
  https: string;
}

/** Returns a Host header in one spelling; `null` if it is invalid. */
export function canonicalHost(host: string): CanonicalHost | null {
  const known = read.get(host);
  if (known) return known;
  // A port above 65535 or an invalid IP address matches the syntax of a host, but is none.
  const parsed = host.length > 300 || !HOST.test(host) ? null : parseUrl(`http://${host}`);
  if (parsed === null) return null;
  const canonical = {
    name: parsed.hostname,
    host: parsed.host.replace(/:443$/, ""),
    http: parsed.host,
    https: new URL(`https://${host}`).host,
  };
  read.set(host, canonical);
  return canonical;
}

/**
 * Parses an address such as `https://federation.example`. The URL parser alone repairs texts: `https:a.example` and
 * `https:\\a.example` are no addresses here.
 * @param schemes without the colon
 * @returns null if the text is none
 */
export function parseAddress(text: string, schemes: readonly string[]): URL | null {
  const [, scheme = ""] = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//.exec(text) ?? [];
  const url = !schemes.includes(scheme.toLowerCase()) || /\s/.test(text) ? null : parseUrl(text);
  if (url === null) return null;
  const isWeb = /^https?:/.test(url.protocol);
  return url.port === "0" || (isWeb && /[\\]|:\/{3}/.test(text)) ? null : url;
}

/** Returns whether a text is an IP address or a host's name, without a port. */
export const isHostName = (text: string): boolean => isIP(text) !== 0 || (text.length <= 253 && NAME.test(text));

const isPort = (text: string): boolean => PORT.test(text) && Number(text) <= 65_535;

/** Returns whether a text is an IP address, with an optional port. IPv6 then needs brackets. */
export function isSocketAddress(text: string): boolean {
  const [, v6, v4, port = "53"] = /^(?:\[(.+)\]|([\d.]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  return isIPv6(text) || (isPort(port) && (v4 !== undefined ? isIPv4(v4) : v6 !== undefined && isIPv6(v6)));
}

/** Returns whether a text is a network, such as `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  const [, network = "", bits = ""] = /^([^/%]+)\/(0|[1-9]\d{0,2})$/.exec(text) ?? [];
  const version = isIP(network);
  return version !== 0 && Number(bits) <= (version === 6 ? 128 : 32);
}

/** Addresses that a setting adds: a network with a port, or with every port. */
export interface AllowedRange {
  cidr: string;
  port: number | "*";
}

/**
 * Parses `10.0.0.0/8:8443`, or `10.0.0.0/8:*` for every port. The last colon is before the port, because an IPv6
 * network contains colons.
 * @returns null if the text is no such range
 */
export function parseRange(text: string): AllowedRange | null {
  const [, cidr = "", port = ""] = /^(.+):(\d{1,5}|\*)$/.exec(text) ?? [];
  if (!isNetwork(cidr) || (port !== "*" && !isPort(port))) return null;
  return { cidr, port: port === "*" ? port : Number(port) };
}

export function addressesIn(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const each of networks) {
    const [network = "", bits = ""] = each.split("/");
    list.addSubnet(network, Number(bits), isIPv6(network) ? "ipv6" : "ipv4");
  }
  return list;
}
