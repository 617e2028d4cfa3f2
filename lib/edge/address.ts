import type { IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv6 } from "node:net";

/** Headers by which a proxy speaks of the client. From anyone else they are lies, so they are removed. */
const FORWARDING = /^(?:forwarded|x-forwarded-.+|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/;
const HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

/** The proxies whose word is taken. @param cidrs such as `10.0.0.0/8` */
export function trustedProxies(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [network = "", bits = ""] = cidr.split("/");
    list.addSubnet(network, Number(bits), isIPv6(network) ? "ipv6" : "ipv4");
  }
  return list;
}

/** An address in its plain form: an IPv4 address mapped into IPv6 is the IPv4 address. */
export function plainAddress(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

function isTrusted(address: string, proxies: BlockList): boolean {
  const version = isIP(address);
  return version !== 0 && proxies.check(address, version === 6 ? "ipv6" : "ipv4");
}

/** What is known of where a request came from. */
export interface Origin {
  /** The client's address: the socket's, or what trusted proxies say, read from the right. */
  address: string;
  /** The host asked for; null where it is no host at all. */
  host: string | null;
  protocol: "http" | "https";
}

/** Finds out where a request came from, and replaces its forwarding headers by what is believed. */
export function settleOrigin(request: IncomingMessage, proxies: BlockList): Origin {
  const { headers } = request;
  const peer = plainAddress(request.socket.remoteAddress ?? "");
  // Only HTTP/1.0 may leave the host out (RFC 9112, 3.2).
  const unnamed = request.httpVersion === "1.0" ? "localhost" : null;
  const origin: Origin = { address: peer, host: headers.host ?? unnamed, protocol: "http" };
  if (isTrusted(peer, proxies)) {
    const hops = String(headers["x-forwarded-for"] ?? "")
      .split(",")
      .map((hop) => plainAddress(hop.trim()))
      .filter(isIP);
    origin.address = hops.findLast((hop) => !isTrusted(hop, proxies)) ?? hops[0] ?? peer;
    origin.host = (headers["x-forwarded-host"] as string | undefined) ?? origin.host;
    if (headers["x-forwarded-proto"] === "https") origin.protocol = "https";
  }
  for (const name of Object.keys(headers)) if (FORWARDING.test(name)) delete headers[name];
  // A port above 65535 or a wrong IP address looks like a host, and would be in no address that we give.
  if (origin.host === null || !HOST.test(origin.host) || !URL.canParse(`http://${origin.host}`)) {
    return { ...origin, host: null };
  }
  headers.host = origin.host;
  headers["x-forwarded-for"] = origin.address;
  headers["x-forwarded-host"] = origin.host;
  headers["x-forwarded-proto"] = origin.protocol;
  return origin;
}

/** The key that an address is counted under: a whole /64 for IPv6, since that is what one subscriber gets. */
export function addressBucket(address: string): string {
  if (!isIPv6(address)) return `address:${address}`;
  const [head = "", tail] = address.replace(/%.*$/, "").split("::");
  const left = head.split(":").filter(Boolean);
  const right = (tail ?? "").split(":").filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill("0"), ...right];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `address:${network.join(":")}::/64`;
}
